/* nodelines.c - the source lines of a function or a cycle, in all files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/nodelines.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "columns/linetimes.h"
#include "lookup/sourceplace.h"
#include "text/figures.h"

/* The lines of several functions.  If several functions have the same line, .v contains the line
 * once for each of these functions. */
struct collected {
	struct func_line *v;		/* owned */
	size_t n, room;
};

static const struct sources *
sources_of(const struct view_context *ctx)
{
	assert(ctx->lookup->has_sources);
	return &ctx->lookup->sources;
}

static void
add_function(struct collected *c, const struct view_context *ctx, uint32_t f)
{
	size_t n;
	const struct func_line *found = funclines_of(&sources_of(ctx)->funclines, f, &n);

	if (n == 0)
		return;
	c->v = mem_grow(c->v, c->n + n, &c->room, sizeof(*c->v));
	memcpy(c->v + c->n, found, n * sizeof(*found));
	c->n += n;
}

/* Returns node N if CYCLE is not set.  If CYCLE is set, returns the cycle of N, or NOBODY if N is
 * in no cycle. */
static uint32_t
node_in(const struct view_context *ctx, uint32_t n, bool cycle)
{
	return cycle ? ctx->graph->nodes[n].cycle : n;
}

/* Adds to C the lines of node N or, if N is a cycle, the lines of its members.  Also adds the lines
 * of functions that are folded into N or into these members. */
static void
add_folded(struct collected *c, const struct view_context *ctx, uint32_t n)
{
	bool cycle = view_context_is_cycle(ctx, n);

	for (uint32_t f = 0; f < ctx->graph->nfuncs; f++)
		if (node_in(ctx, view_context_node_of(ctx, f), cycle) == n)
			add_function(c, ctx, f);
}

static void
add_members(struct collected *c, const struct view_context *ctx, uint32_t n)
{
	const struct graph *g = ctx->graph;
	uint32_t cycle = n - g->nfuncs;

	for (uint32_t i = g->member_at[cycle]; i < g->member_at[cycle + 1]; i++)
		add_function(c, ctx, g->members[i]);
}

static int
by_line(uint32_t a, uint32_t b, const void *with)
{
	const struct func_line *v = with;

	return v[a].line < v[b].line ? -1 : v[a].line > v[b].line;
}

/* Returns the lines in C, sorted by line, each line once.  Adds up the samples and the calls of
 * several functions on a line.  Does not add up their totals, because several totals may include
 * the same stack. */
static struct node_lines
merge_lines(const struct collected *c)
{
	struct node_lines lines = { .v = mem_new(c->n, sizeof(*lines.v)) };
	uint32_t *order = mem_new(c->n, sizeof(*order));

	for (size_t i = 0; i < c->n; i++)
		order[i] = (uint32_t)i;
	sort_numbers(order, c->n, by_line, c->v);
	for (size_t i = 0; i < c->n; i++) {
		const struct func_line *of_func = &c->v[order[i]];
		struct func_line *last = lines.n > 0 ? &lines.v[lines.n - 1] : NULL;

		if (last != NULL && last->line == of_func->line) {
			last->hits += of_func->hits;
			last->calls += of_func->calls;
		} else {
			lines.v[lines.n++] = *of_func;
		}
	}
	free(order);
	return lines;
}

struct node_lines
nodelines_of(const struct view_context *ctx, uint32_t n)
{
	struct collected c = { 0 };
	struct node_lines lines;

	assert(n < ctx->graph->nnodes);
	if (ctx->into != NULL)
		add_folded(&c, ctx, n);
	else if (view_context_is_cycle(ctx, n))
		add_members(&c, ctx, n);
	else
		add_function(&c, ctx, n);
	lines = merge_lines(&c);
	lines.node = n;
	free(c.v);
	return lines;
}

/* Is the line of P known and in file FILE?  If FILE is NOBODY, the line may be in any file. */
static bool
is_in_file(const struct view_context *ctx, const struct func_line *p, uint32_t file)
{
	return p->line != NOBODY
		&& (file == NOBODY || sources_of(ctx)->lines[p->line].file == file);
}

void
nodelines_heat(const struct view_context *ctx, const struct node_lines *lines, uint32_t file,
	double *heat)
{
	bool has_samples = false;
	size_t i;

	for (i = 0; i < lines->n; i++) {
		heat[i] = is_in_file(ctx, &lines->v[i], file) ? lines->v[i].hits : 0;
		has_samples = has_samples || heat[i] != 0;
	}
	for (i = 0; i < lines->n && !has_samples && linetimes_used(ctx); i++)
		if (is_in_file(ctx, &lines->v[i], file))
			heat[i] = linetimes_of_part(ctx,
				&sources_of(ctx)->lines[lines->v[i].line], lines->node, 0).children;
}

/* Returns the time of line P of LINES by which the hottest line is found: its total or, if totals
 * of lines are not known, its self time. */
static double
line_total(const struct view_context *ctx, const struct node_lines *lines,
	const struct func_line *p)
{
	struct cost f = { .self = p->hits };

	if (linetimes_used(ctx))
		f = linetimes_of_part(ctx, &sources_of(ctx)->lines[p->line], lines->node, p->hits);
	return fabs(f.lacks_total ? f.self : cost_total(&f));
}

/* Of two lines with the same total, is A the one to show, not B: because it has more self time or,
 * if that is the same, because it is no line of an inlined function? */
static bool
is_nearer(const struct view_context *ctx, const struct func_line *a, const struct func_line *b)
{
	return fabs(a->hits) > fabs(b->hits) || (a->hits == b->hits
		&& view_context_unfolded(ctx)->measured != NULL && a->addr == 0 && b->addr != 0);
}

const struct func_line *
nodelines_hottest(const struct view_context *ctx, const struct node_lines *lines, uint32_t file)
{
	const struct func_line *best = NULL;
	double most = 0;

	for (size_t i = 0; i < lines->n; i++) {
		const struct func_line *p = &lines->v[i];
		double total = is_in_file(ctx, p, file) ? line_total(ctx, lines, p) : 0;

		if (total > most || (best != NULL && total == most && total > 0
				&& is_nearer(ctx, p, best))) {
			best = p;
			most = total;
		}
	}
	return best;
}

bool
nodelines_has(const struct view_context *ctx, uint32_t n, uint32_t line)
{
	const struct func_lines *found = &sources_of(ctx)->funclines;

	if (ctx->into == NULL && !view_context_is_cycle(ctx, n))
		return funclines_find(found, n, line) != NULL;
	for (uint32_t f = 0; f < ctx->graph->nfuncs; f++)
		if (node_in(ctx, view_context_node_of(ctx, f), view_context_is_cycle(ctx, n)) == n
			&& funclines_find(found, f, line) != NULL)
			return true;
	return false;
}

/* The samples of a node on the lines of one file. */
struct file_hits {
	uint32_t file;			/* number of the file; NOBODY: the source lines of these
					 * samples are not known */
	double hits;
};

/* Returns an array with one element for each file that has samples in LINES; free() the array.
 * Samples whose line is not known have an element with the file NOBODY.  Sets *N to the number of
 * elements. */
static struct file_hits *
hits_by_file(const struct view_context *ctx, const struct node_lines *lines, size_t *n)
{
	struct file_hits *v = mem_new(lines->n, sizeof(*v));

	*n = 0;
	for (size_t i = 0; i < lines->n; i++) {
		uint32_t line = lines->v[i].line;
		uint32_t file = line != NOBODY ? sources_of(ctx)->lines[line].file : NOBODY;

		if (lines->v[i].hits == 0)
			continue;
		/* Lines are sorted by file, so a line in another file begins the next element. */
		if (*n == 0 || v[*n - 1].file != file)
			v[(*n)++] = (struct file_hits){ .file = file };
		v[*n - 1].hits += lines->v[i].hits;
	}
	return v;
}

static int
by_hits(const void *a, const void *b)
{
	const struct file_hits *x = a, *y = b;

	return (fabs(x->hits) < fabs(y->hits)) - (fabs(x->hits) > fabs(y->hits));
}

/* Prints the first three of the N files in V, and how many other files V has.  Skips file FILE. */
static void
print_files(const struct view_context *ctx, const struct file_hits *v, size_t n, uint32_t file,
	FILE *out)
{
	enum { MOST_FILES = 3 };
	size_t printed = 0, left = 0;
	char time[FIGURE];

	for (size_t i = 0; i < n; i++) {
		if (v[i].file == file)
			continue;
		if (printed == MOST_FILES) {
			left++;
			continue;
		}
		figure_spoken(time, &ctx->scale, v[i].hits);
		fprintf(out, "%s%s", printed++ > 0 ? ", " : " ", time);
		if (v[i].file == NOBODY)
			fputs(" without a line", out);
		else
			fprintf(out, " in %s", sourceplace_shown(ctx->lookup,
				sources_of(ctx)->files[v[i].file].path));
	}
	if (left > 0)
		fprintf(out, ", %zu more", left);
}

/* Prints the times HERE and ALL, in samples, as ": 38.10 of 148.57 s". */
static void
print_part(const struct view_context *ctx, double here, double all, FILE *out)
{
	char part[FIGURE], whole[FIGURE];
	const char *unit;

	figure_spoken(part, &ctx->scale, here);
	figure_spoken(whole, &ctx->scale, all);
	unit = strchr(part, ' ');
	/* If both times have the same unit, print the unit only once. */
	fprintf(out, ": %.*s of %s", unit != NULL && strchr(whole, ' ') != NULL
		&& strcmp(unit, strchr(whole, ' ')) == 0 ? (int)(unit - part) : (int)strlen(part),
		part, whole);
}

void
nodelines_describe_rest(const struct view_context *ctx, uint32_t n, uint32_t file,
	const char *key, char *text, size_t room)
{
	struct node_lines lines = nodelines_of(ctx, n);
	size_t nfiles, i;
	struct file_hits *files = hits_by_file(ctx, &lines, &nfiles);
	double here = 0, all = 0;
	char *line;
	size_t length;
	FILE *out;

	for (i = 0; i < nfiles; i++) {
		all += files[i].hits;
		if (files[i].file == file)
			here = files[i].hits;
	}
	text[0] = '\0';
	if (all > here) {
		qsort(files, nfiles, sizeof(*files), by_hits);
		out = mem_stream(&line, &length);
		print_part(ctx, here, all, out);
		fprintf(out, "; rest%s:", key);
		print_files(ctx, files, nfiles, file, out);
		mem_close(out);
		snprintf(text, room, "%s", line);
		free(line);
	}
	free(files);
	free(lines.v);
}

const char *
nodelines_rest(struct view_context *ctx, uint32_t n, uint32_t file)
{
	struct rest *r = &ctx->rest;

	if (!r->is_known || r->node != n || r->file != file) {
		nodelines_describe_rest(ctx, n, file, " (l)", r->text, sizeof(r->text));
		r->node = n;
		r->file = file;
		r->is_known = true;
	}
	return r->text;
}

/* annotate.c - annotated source: the execution count before each line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "base/sort.h"
#include "io/message.h"
#include "io/newfile.h"
#include "source/linecounts.h"
#include "source/sourcetext.h"

enum { WIDTH = 16 };			/* columns of the annotation before a source line */

/* A source line with a count: functions begin on it, or gcov counted it. */
struct spot {
	uint32_t line;
	uint32_t func;			/* first function that begins on the line; NOBODY if the
					 * count is from gcov */
	uint64_t calls;			/* calls of all functions that begin on the line, or gcov's
					 * count */
	const struct line_count *gcov_line;	/* NULL: gcov did not count the line */
};

/* A source file with its counts. */
struct annotation {
	struct listing *l;
	struct out *out;		/* borrowed; the output for this file */
	const char *path;		/* borrowed; as the compiler recorded it */
	struct spot *spots;		/* owned; sorted by line */
	uint32_t nspots;
	uint64_t calls;			/* sum of the calls of all spots */
	unsigned executable, executed;	/* numbers of lines that can be executed, and of lines that
					 * were executed */
};

/* The text that is printed before a source line. */
struct annotation_text {
	char v[WIDTH + 32];
	size_t n;
};

static void
add_count(struct annotation_text *t, uint64_t count)
{
	if (t->n < WIDTH)
		t->n += (size_t)snprintf(t->v + t->n, sizeof(t->v) - t->n, t->n > 0 ? ",%llu" : "%llu",
			(unsigned long long)count);
}

/* Appends to T the counts that gcov has for SPOT. */
static void
add_gcov_counts(struct annotation *a, const struct spot *spot, struct annotation_text *t)
{
	for (size_t i = 0; i < spot->gcov_line->ncounts; i++)
		add_count(t, spot->gcov_line->counts[i]);
	a->l->last_count = spot->calls;
}

/* Appends the counts of SPOT to T.  If a function begins on the line, its calls come first.  If no
 * function begins on the line, but a block continues from an earlier line, the count of this block
 * comes first with -x.  Then come the counts of the blocks that begin on the line.  With -x, a
 * count that is equal to the count before it is omitted, and a line without counts gets the last
 * count of an earlier line.  *SUM becomes the sum of these counts, including omitted counts.
 * Returns false if no count is known. */
static bool
add_spot_counts(struct annotation *a, const struct spot *spot, struct annotation_text *t,
	uint64_t *sum)
{
	const struct func *f = &a->l->profile->funcs[spot->func];
	const struct blockcounts *b = a->l->blocks;
	size_t first = b->at[spot->func], last = b->at[spot->func + 1];
	bool all = a->l->options->all_lines, known = last > first;
	uint64_t printed = UINT64_MAX;

	if (f->is_func)
		a->l->last_count = spot->calls;
	*sum = 0;
	if (f->is_func || (all && last > first && b->v[first].addr > f->lo)) {
		add_count(t, a->l->last_count);
		*sum = printed = a->l->last_count;
		known = true;
	}
	for (size_t i = first; i < last; i++) {
		a->l->last_count = b->v[i].count;
		*sum += b->v[i].count;
		if (all && b->v[i].count == printed)
			continue;
		add_count(t, b->v[i].count);
		printed = b->v[i].count;
	}
	if (all && t->n == 0) {
		add_count(t, a->l->last_count);
		*sum = a->l->last_count;
		known = true;
	}
	return known;
}

static void
print_spot(struct annotation *a, const struct spot *spot)
{
	struct annotation_text t = { .n = 0 };
	uint64_t sum;

	a->executable++;
	if (spot->gcov_line != NULL) {
		add_gcov_counts(a, spot, &t);
		sum = spot->calls;
		a->executed += sum > 0;
	} else if (add_spot_counts(a, spot, &t, &sum)) {
		a->executed++;
	} else {
		out_blanks(a->out, WIDTH);
		return;
	}
	if (sum < a->l->options->min_count)
		t.n = (size_t)sprintf(t.v, "#####");
	t.n += (size_t)sprintf(t.v + t.n, " -> ");
	if (t.n < WIDTH)
		out_blanks(a->out, WIDTH - t.n);
	out_bytes(a->out, t.v, t.n < WIDTH ? t.n : WIDTH);
}

static void
print_source(struct annotation *a, const struct source_text *text)
{
	uint32_t next = 0;

	for (uint32_t line = 1; line <= text->nlines && a->out->error == 0; line++) {
		const char *start = (const char *)text->file.bytes + text->line_at[line - 1];

		if (next < a->nspots && a->spots[next].line == line)
			print_spot(a, &a->spots[next++]);
		else
			out_blanks(a->out, WIDTH);
		out_source(a->out, start, text->line_at[line] - text->line_at[line - 1]);
	}
}

static int
by_calls(uint32_t a, uint32_t b, const void *with)
{
	const struct spot *v = with;

	if (v[a].calls != v[b].calls)
		return v[a].calls > v[b].calls ? -1 : 1;
	return v[a].line < v[b].line ? -1 : v[a].line > v[b].line;
}

static void
print_top_lines(struct annotation *a)
{
	uint32_t *order = mem_new(a->nspots, sizeof(*order));
	unsigned most = a->l->options->table_length;
	size_t n = 0;

	out_printf(a->out, "\n\nTop %u Lines:\n\n     Line      Count\n\n", most);
	for (uint32_t i = 0; i < a->nspots; i++)
		if (a->spots[i].calls > 0)
			order[n++] = i;
	sort_numbers(order, n, by_calls, a->spots);
	for (size_t i = 0; i < n && i < most; i++) {
		out_count(a->out, 9, a->spots[order[i]].line);
		out_text(a->out, " ");
		out_count(a->out, 10, a->spots[order[i]].calls);
		out_text(a->out, "\n");
	}
	free(order);
}

static void
print_summary(struct annotation *a)
{
	double executable = a->executable;

	out_text(a->out, "\nExecution Summary:\n\n");
	out_printf(a->out, "%9u   Executable lines in this file\n", a->executable);
	out_printf(a->out, "%9u   Lines executed\n", a->executed);
	out_printf(a->out, "%9.2f   Percent of the file executed\n",
		a->executable > 0 ? 100 * a->executed / executable : 100);
	out_printf(a->out, "\n%9llu   Total number of line executions\n",
		(unsigned long long)a->calls);
	out_printf(a->out, "%9.2f   Average executions per line\n",
		a->executable > 0 ? (double)a->calls / executable : 0);
}

/* Returns the name of the file to which -y writes the annotated source PATH, to be free()d. */
static char *
separate_name(const char *path)
{
	char *name = mem_new(strlen(path) + sizeof("-ann"), 1);

	sprintf(name, "%s-ann", pathname_base(path));
	return name;
}

/* Opens the file NAME for writing.  Since the user did not type the name, a symbolic link is not
 * replaced.  If the file cannot be opened, tells the user why and returns false. */
static bool
open_separate(struct newfile *file, const char *name)
{
	struct stat st;
	struct err e;

	if (lstat(name, &st) == 0 && S_ISLNK(st.st_mode))
		(void)err_set(&e, ERR_IO, "%s: is a symbolic link", name);
	else if (newfile_open(file, name, &e))
		return true;
	message("%s; the annotated source is not written", e.text);
	return false;
}

static void
print_annotated_text(struct annotation *a, const struct source_text *text)
{
	print_source(a, text);
	if (a->l->options->table_length > 0)
		print_top_lines(a);
	print_summary(a);
}

/* Prints the annotated source to a file of its own, for -y. */
static void
print_separate(struct annotation *a, const struct source_text *text)
{
	char *name = separate_name(a->path);
	struct newfile file;
	struct out out;
	struct err e;

	if (open_separate(&file, name)) {
		out_open(&out, file.fd);
		a->out = &out;
		print_annotated_text(a, text);
		a->out = NULL;
		out_close(&out);
		if (!newfile_close(&file, out.error, &e)) {
			message("%s", e.text);
			a->l->failed = true;
		}
	}
	free(name);
}

static void
print_file(struct annotation *a, const struct source_text *text)
{
	struct listing *l = a->l;

	a->out = l->out;
	if (l->options->separate_files) {
		print_separate(a, text);
		return;
	}
	if (l->annotated)
		out_text(l->out, "\n");
	listing_begin_page(l);
	out_text(l->out, "*** File ");
	out_name(l->out, a->path);
	out_text(l->out, ":\n");
	l->annotated = true;
	print_annotated_text(a, text);
}

/* Sorts functions by the number of their file, the greatest number first, then by line.  The sort
 * is stable, so functions on one line stay sorted by address. */
static int
by_file_and_line(uint32_t a, uint32_t b, const void *with)
{
	const struct func_place *v = with;

	if (v[a].file != v[b].file)
		return v[a].file > v[b].file ? -1 : 1;
	return v[a].line < v[b].line ? -1 : v[a].line > v[b].line;
}

/* Collects the spots of the N functions FUNCS, which begin in the same file and are sorted by
 * line. */
static void
collect_spots(struct annotation *a, const uint32_t *funcs, size_t n)
{
	const struct func_place *places = a->l->profile->places;

	a->spots = mem_new(n, sizeof(*a->spots));
	for (size_t i = 0; i < n; i++) {
		uint64_t calls = a->l->graph->nodes[funcs[i]].calls;
		uint32_t line = places[funcs[i]].line;

		if (a->nspots == 0 || a->spots[a->nspots - 1].line != line)
			a->spots[a->nspots++] = (struct spot){ .line = line, .func = funcs[i] };
		a->spots[a->nspots - 1].calls += calls;
		a->calls += calls;
	}
}

/* Collects the spots of a file that gcov counted: its executable lines. */
static void
collect_gcov_spots(struct annotation *a, struct line_counts counts)
{
	a->spots = mem_new(counts.n, sizeof(*a->spots));
	for (size_t i = 0; i < counts.n; i++) {
		a->spots[a->nspots++] = (struct spot){ .line = counts.v[i].line, .func = NOBODY,
			.calls = counts.v[i].counts[0], .gcov_line = &counts.v[i] };
		a->calls += counts.v[i].counts[0];
	}
}

/* Returns the *N selected functions that begin at a known place, sorted by_file_and_line().  The
 * caller frees the array. */
static uint32_t *
choose_funcs(const struct listing *l, size_t *n)
{
	const struct profile *p = l->profile;
	uint32_t *funcs = mem_new(p->nfuncs, sizeof(*funcs));

	*n = 0;
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (p->places[f].file != NOBODY && p->places[f].line > 0
		    && select_chosen(&p->named, INCL_ANNO, f))
			funcs[(*n)++] = f;
	sort_numbers(funcs, *n, by_file_and_line, p->places);
	return funcs;
}

/* Prints the file PATH, in which the N functions FUNCS begin.  COUNTS are the counts that gcov has
 * for the file.  If gcov has no counts, the lines show the calls of FUNCS.  A file that was not
 * executed is printed only with -z. */
static void
print_annotated_file(struct listing *l, const char *path, const uint32_t *funcs, size_t n,
	struct line_counts counts)
{
	struct annotation a = { .l = l, .path = path };
	struct source_text text;
	struct err e;

	if (counts.n > 0)
		collect_gcov_spots(&a, counts);
	else
		collect_spots(&a, funcs, n);
	if (a.calls == 0 && !l->options->unused) {
		free(a.spots);
		return;
	}
	if (sourcetext_open(&text, path, &l->options->paths, &e)) {
		print_file(&a, &text);
		sourcetext_release(&text);
	} else {
		message("%s", e.text);
	}
	free(a.spots);
}

/* Prints the files for which gcov has counts, except files that were handled before.  Files that
 * were not executed are printed only with -z.  SEEN[i] is true if L->gcov->lines[i] is the first
 * line of a file that was handled before. */
static void
print_files_without_funcs(struct listing *l, const bool *seen)
{
	for (size_t i = 0; i < l->gcov->nlines && l->out->error == 0;) {
		bool is_new = !seen[i];
		struct line_counts counts = linecounts_next(l->gcov, &i);

		if (is_new && (linecounts_any_ran(counts) || l->options->unused))
			print_annotated_file(l, counts.v->path, NULL, 0, counts);
	}
}

void
annotate_print(struct listing *l)
{
	const struct profile *p = l->profile;
	bool *seen = mem_new(l->gcov != NULL ? l->gcov->nlines : 0, sizeof(*seen));
	uint32_t *funcs;
	size_t n, next;

	funcs = choose_funcs(l, &n);
	for (size_t i = 0; i < n && l->out->error == 0; i = next) {
		const char *path = p->files[p->places[funcs[i]].file];
		struct line_counts counts = linecounts_of(l->gcov, path);

		for (next = i; next < n && p->places[funcs[next]].file == p->places[funcs[i]].file;)
			next++;
		if (counts.n > 0) {
			bool *first = &seen[counts.v - l->gcov->lines];

			/* Skip the file if it was printed already under another name. */
			if (*first)
				continue;
			*first = true;
		}
		print_annotated_file(l, path, funcs + i, next - i, counts);
	}
	if (l->gcov != NULL && !(p->named.given & 1u << INCL_ANNO))
		print_files_without_funcs(l, seen);
	free(funcs);
	free(seen);
}

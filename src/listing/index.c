/* index.c - the index: functions sorted by name, with their numbers in the call graph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "elf/image.h"
#include "gprof/placefinder.h"

enum { COLUMNS = 3 };

/* The state of finding source files of functions.  The index shows the source files only of static
 * functions, so the debug information is not opened before the first static function. */
struct file_finder {
	struct listing *listing;
	struct place_finder *finders;	/* owned; indexed by image; opened when first needed */
};

/* Returns the source file of function F as the listing shows it, or NULL.  As in gprof, functions
 * from a table of symbols (-S) have no file. */
static const char *
file_of(struct file_finder *finder, uint32_t f)
{
	const struct profile *p = finder->listing->profile;
	const struct func *func = &p->funcs[f];
	struct place_finder *place;
	const char *path;
	unsigned line;

	if (p->places != NULL)
		return p->places[f].file != NOBODY
			? listing_path(finder->listing, p->files[p->places[f].file]) : NULL;
	if (finder->listing->options->profile.symbol_file != NULL)
		return NULL;
	place = &finder->finders[func->image];
	if (place->lines == NULL)
		placefinder_open(place, &p->images[func->image], p->rules);
	if (!placefinder_at(place, func->lo, &path, &line))
		return NULL;
	return listing_path(finder->listing, path);
}

static bool
key_of_name(uint32_t f, uint32_t level, uint64_t *key, const void *with)
{
	const struct profile *p = with;

	return sort_key_text(p->funcs[f].name, level, key);
}

/* Returns the *N nodes of the index: functions sorted by name, then cycles.  The caller frees the
 * array. */
static uint32_t *
sorted_nodes(const struct listing *l, size_t *n)
{
	const struct graph *g = l->graph;
	uint32_t *nodes = mem_new(g->nnodes, sizeof(*nodes));

	*n = 0;
	for (uint32_t f = 0; f < g->nfuncs; f++)
		if (l->options->unused || !listing_is_unused(l, f))
			nodes[(*n)++] = f;
	sort_by_levels(nodes, *n, key_of_name, l->profile);
	for (uint32_t c = g->nfuncs; c < g->nnodes; c++)
		nodes[(*n)++] = c;
	return nodes;
}

/* Returns the name of node N.  If N is a cycle, writes the name into TEXT. */
static const char *
name_of(const struct listing *l, uint32_t n, char text[32])
{
	if (n < l->graph->nfuncs)
		return listing_name(l, n);
	snprintf(text, 32, "<cycle %u>", (unsigned)listing_cycle(l, n));
	return text;
}

/* Prints the index and the name of node N, and the source file of a static function.  *AT is the
 * length of the line so far, without the blanks around indices, as in gprof.  The index is
 * right-aligned in the 5 columns from START on.  If the line is too long for this place, the index
 * follows the line directly. */
static void
print_node(struct file_finder *finder, uint32_t n, size_t start, size_t *at)
{
	struct listing *l = finder->listing;
	const char *file = NULL;
	char tag[16], text[32];

	listing_tag(l, n, tag);
	*at += strlen(tag);
	if (*at < start + 5) {
		out_blanks(l->out, start + 5 - *at);
		*at = start + 5;
	}
	out_text(l->out, " ");
	out_text(l->out, tag);
	out_text(l->out, " ");
	if (n < l->graph->nfuncs) {
		*at += listing_put_name(l, n);
	} else {
		out_text(l->out, name_of(l, n, text));
		*at += strlen(text);
	}
	if (n < l->graph->nfuncs && l->profile->funcs[n].is_static && !l->options->profile.lines)
		file = file_of(finder, n);
	if (file == NULL)
		return;
	out_text(l->out, " (");
	out_name(l->out, file);
	out_text(l->out, ")");
	*at += strlen(file) + 3;
}

/* Prints node N in BSD style, with columns of fixed width. */
static void
print_cell(const struct listing *l, uint32_t n)
{
	char tag[16], text[32];

	out_cell(l->out, 6, listing_tag(l, n, tag));
	out_text(l->out, " ");
	out_cell(l->out, -19, name_of(l, n, text));
}

/* Call this before NODES[0] is printed.  Prefetches the data of nodes that are printed some rows
 * later in the same column.  NODES has the N nodes of the index from NODES[0] to the end. */
static void
prefetch_names(const struct listing *l, const uint32_t *nodes, size_t n)
{
	enum { AHEAD = 4 };

	if (n > 2 * AHEAD && nodes[2 * AHEAD] < l->graph->nfuncs)
		listing_prefetch(l, nodes[2 * AHEAD]);
	if (n > AHEAD && nodes[AHEAD] < l->graph->nfuncs)
		listing_prefetch_name(l, nodes[AHEAD]);
}

/* Prints a row of the index: NODES[0], NODES[ROWS] and so on.  The index has ROWS rows.  NODES has
 * the N nodes of the index from NODES[0] to the end. */
static void
print_row(struct file_finder *finder, const uint32_t *nodes, size_t n, size_t rows)
{
	const struct listing *l = finder->listing;
	size_t at = 0, start = 0;

	for (size_t i = 0; i < n; i += rows) {
		prefetch_names(l, nodes + i, n - i);
		if (l->options->traditional)
			print_cell(l, nodes[i]);
		else
			print_node(finder, nodes[i], start, &at);
		start += (l->options->width - 1) / COLUMNS;
	}
	out_text(l->out, "\n");
}

void
index_print(struct listing *l)
{
	uint32_t nimages = l->profile->nimages, *nodes;
	struct file_finder finder = { .listing = l,
		.finders = mem_new(nimages, sizeof(struct place_finder)) };
	size_t n, rows;

	nodes = sorted_nodes(l, &n);
	rows = (n + COLUMNS - 1) / COLUMNS;
	out_text(l->out, "\f\nIndex by function name\n\n");
	for (size_t i = 0; i < rows && l->out->error == 0; i++)
		print_row(&finder, nodes + i, n - i, rows);
	for (uint32_t i = 0; i < nimages; i++)
		placefinder_close(&finder.finders[i]);
	free(finder.finders);
	free(nodes);
}

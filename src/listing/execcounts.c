/* execcounts.c - execution counts of functions and basic blocks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/listing.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"

/* As in gprof, sorts by file and line if both places are known, else by address.  If some places
 * are unknown, this order is not transitive, and the result depends on the algorithm that sorts. */
static int
by_place(uint32_t a, uint32_t b, const void *with)
{
	const struct profile *p = with;
	const struct func_place *x = &p->places[a], *y = &p->places[b];
	int order;

	if (x->file != NOBODY && y->file != NOBODY) {
		order = x->file != y->file ? strcmp(p->files[x->file], p->files[y->file]) : 0;
		if (order != 0)
			return order;
		if (x->line != y->line)
			return x->line < y->line ? -1 : 1;
	}
	return a < b ? -1 : a > b;
}

static void
print_count(struct listing *l, uint32_t f, uint64_t addr, uint64_t count)
{
	const struct func_place *place = &l->profile->places[f];

	if (count == 0 && !l->options->unused)
		return;
	out_name(l->out, place->file != NOBODY ? l->profile->files[place->file] : "<unknown>");
	out_text(l->out, ":");
	out_count(l->out, 0, place->file != NOBODY ? place->line : 0);
	out_text(l->out, ": (");
	out_name(l->out, l->profile->funcs[f].name);
	out_printf(l->out, ":0x%llx) ", (unsigned long long)addr);
	out_count(l->out, 0, count);
	out_text(l->out, " executions\n");
}

void
execcounts_print(struct listing *l)
{
	const struct profile *p = l->profile;
	const struct blockcounts *b = l->blocks;
	uint32_t *order = mem_new(p->nfuncs, sizeof(*order));
	size_t n = 0;

	listing_begin_page(l);
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (select_chosen(&p->named, INCL_EXEC, f))
			order[n++] = f;
	sort_numbers(order, n, by_place, p);
	for (size_t i = 0; i < n && l->out->error == 0; i++) {
		uint32_t f = order[i];

		print_count(l, f, p->funcs[f].lo, l->graph->nodes[f].calls);
		for (size_t k = b->at[f]; k < b->at[f + 1]; k++)
			print_count(l, f, b->v[k].addr, b->v[k].count);
	}
	free(order);
}

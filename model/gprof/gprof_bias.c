/* gprof_bias.c - where GNU gprof looks for the lines of code that has no debug information
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gprof/gprof_bias.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "base/mem.h"
#include "base/numbering.h"
#include "elf/symtab.h"

/* A name and the address of its function. */
struct named_addr {
	const char *name;
	uint64_t addr;
};

/* The distinct names of functions, numbered in the order in which gprof reads them. */
struct name_numbers {
	struct numbering numbers;	/* owned */
	struct named_addr *v;		/* owned; indexed by number */
	size_t room;
	struct budget bytes;		/* limits the length of all names together, because
					 * the names of a crafted file can be parts of one
					 * long text */
};

static bool
is_named(const void *of, uint32_t number, const void *key)
{
	const struct named_addr *v = of;

	return strcmp(v[number].name, key) == 0;
}

/* Returns the number of NAME in N.  A new name is added, with the address ADDR. */
static uint32_t
number_of(struct name_numbers *n, const char *name, size_t length, uint64_t addr)
{
	uint32_t before = n->numbers.n;
	uint64_t hash = numbering_hash(&n->numbers, name, length);
	uint32_t number = numbering_of(&n->numbers, hash, is_named, n->v, name);

	if (number < before)
		return number;
	n->v = mem_grow(n->v, (size_t)number + 1, &n->room, sizeof(*n->v));
	n->v[number] = (struct named_addr){ name, addr };
	return number;
}

/* Numbers the names of FUNCS.  gprof reads them from the last to the first. */
static void
number_funcs(struct name_numbers *n, const struct dwarf_funcs *funcs)
{
	for (size_t i = funcs->n; i-- > 0;) {
		const char *name = funcs->v[i].name;
		size_t length = name != NULL ? strnlen(name, (size_t)n->bytes.left) : 0;

		if (name == NULL || funcs->v[i].lo == 0)
			continue;
		if (length >= n->bytes.left)
			return;
		budget_spend(&n->bytes, length);
		(void)number_of(n, name, length, funcs->v[i].lo);
	}
}

uint64_t
gprof_bias_find(const struct image *im, const struct dwarf_funcs *funcs, size_t texts_size)
{
	enum { TIMES = 16 };		/* limit: the length of all names, divided by the size of
					 * all texts in the debug info */
	struct name_numbers n = { .bytes.left = (uint64_t)TIMES * texts_size };
	uint32_t first, number;
	struct elf_symbol s;
	uint64_t bias = 0;

	if (!im->is_pe || im->symtab == NULL || funcs->n == 0)
		return 0;
	number_funcs(&n, funcs);
	first = n.numbers.n;
	for (size_t i = 1; i < symtab_count(im->symtab); i++) {
		symtab_get(im->symtab, i, &s);
		if (s.type != STT_FUNC || s.bind == STB_LOCAL)
			continue;
		number = number_of(&n, s.name, strlen(s.name), 0);
		/* Of several symbols with one name, gprof uses the last one. */
		if (number > first || n.v[number].addr == 0)
			continue;
		first = number;
		bias = n.v[number].addr - s.value;
	}
	numbering_release(&n.numbers);
	free(n.v);
	return bias;
}

const struct gprof_linespan *
gprof_bias_linespan(const struct gprof_linespans *s, uint64_t bias, uint64_t addr, uint64_t *end)
{
	const struct gprof_linespan *found = gprof_linespans_at(s, addr), *moved, *next;
	uint64_t left;

	next = found != NULL ? found + 1 : s->v;
	*end = next < s->v + s->n ? next->lo : UINT64_MAX;
	if (bias == 0 || (found != NULL && found->unit != NOBODY))
		return found;
	moved = gprof_linespans_at(s, addr + bias);
	next = moved != NULL ? moved + 1 : s->v;
	left = (next < s->v + s->n ? next->lo : 0) - (addr + bias);
	if (left != 0 && left < *end - addr)
		*end = addr + left;
	return moved != NULL && moved->unit != NOBODY ? moved : found;
}

bool
gprof_bias_has_place(const struct gprof_linespans *s, const struct gprof_linespan *span)
{
	return span != NULL && span->row != NULL && span->row->line != 0 && span->func != NOBODY
		&& s->funcs.v[span->func].name != NULL;
}

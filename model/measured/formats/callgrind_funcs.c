/* callgrind_funcs.c - functions in files of callgrind
 *
 * Most programs name a function where its costs are: "fl=(1) main.c", "fn=(1) main", costs.  yappi
 * writes all files first, then all functions, and then, before the costs, "fl=(1)" and "fn=(1)".
 * So a function that is named is only declared.  If costs follow, it is in the file that is in
 * force.  Otherwise it is in the file that is in force where its number is used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "base/mem.h"
#include "base/rules.h"
#include "measured/formats/callgrind.h"

const char callgrind_bad_number[] = "the number of a name is too large, or not as in \"(1) name\"";

struct callgrind_declared {
	uint32_t name, number;
	struct callgrind_place place;
};

/* Returns the function NAME at PLACE. */
static uint32_t
add_func(struct callgrind *c, uint32_t name, const struct callgrind_place *place)
{
	return measured_func(c->m, &(struct measured_func){ .name = name,
		.object = place->object != c->unknown ? place->object : NOBODY,
		.file = place->file != c->unknown ? place->file : NOBODY });
}

static uint32_t
unknown_func(struct callgrind *c)
{
	return add_func(c, c->unknown, &(struct callgrind_place){ c->unknown, c->unknown, false });
}

/* Returns the function with NUMBER, which is used at PLACE. */
static uint32_t
numbered(struct callgrind *c, uint32_t number, const struct callgrind_place *place)
{
	uint32_t f = *callgrind_names_at(&c->funcs, number), i;
	struct callgrind_place at = *place;
	const struct callgrind_declared *d;

	if (f != NOBODY)
		return f;
	i = *callgrind_names_at(&c->declared_of, number);
	if (i == NOBODY) {
		callgrind_bad(c, c->in->line, "function %u has no name", number);
		return unknown_func(c);
	}
	d = &c->declared[i];
	if (!at.is_said && d->place.is_said)
		at.file = d->place.file;
	if (at.object == c->unknown)
		at.object = d->place.object;
	f = add_func(c, d->name, &at);
	*callgrind_names_at(&c->funcs, number) = f;
	return f;
}

uint32_t
callgrind_func(struct callgrind *c, const char *s, size_t n, const struct callgrind_place *place)
{
	struct callgrind_text t;
	uint32_t f;

	if (!callgrind_names_split(&t, s, n)) {
		callgrind_bad(c, c->in->line, "%s", callgrind_bad_number);
		return unknown_func(c);
	}
	if (t.n == 0 && t.has_number)
		return numbered(c, t.number, place);
	f = add_func(c, t.n > 0 ? measured_text(c->m, t.name, t.n) : c->unknown, place);
	if (t.has_number)
		*callgrind_names_at(&c->funcs, t.number) = f;
	return f;
}

/* Notes that "fn=" has named function F. */
static void
define(struct callgrind *c, uint32_t f)
{
	uint32_t name = f != NOBODY ? c->m->funcs[f].name : NOBODY;

	if (f == NOBODY || !c->by_xdebug2)
		return;
	for (; c->ndefined <= name; c->ndefined++) {
		c->defined = mem_grow(c->defined, c->ndefined + 1, &c->defined_room,
			sizeof(*c->defined));
		c->defined[c->ndefined] = NOBODY;
	}
	c->defined[name] = f;
}

void
callgrind_name_func(struct callgrind *c, const char *s, size_t n)
{
	struct callgrind_place place = { c->object, c->file, c->is_said };
	struct callgrind_text t;
	uint32_t *f, name;

	c->is_said = false;
	c->func = c->named = NOBODY;
	if (c->is_outermost)
		return;
	if (!callgrind_names_split(&t, s, n) || t.n == 0 || !t.has_number) {
		c->func = callgrind_func(c, s, n, &place);
		define(c, c->func);
		return;
	}
	c->declared = mem_grow(c->declared, c->ndeclared + 1, &c->declared_room,
		sizeof(*c->declared));
	c->named = (uint32_t)c->ndeclared++;
	name = measured_text(c->m, t.name, t.n);
	c->declared[c->named] = (struct callgrind_declared){ name, t.number, place };
	*callgrind_names_at(&c->declared_of, t.number) = c->named;
	/* Another file begins, if files were put together. */
	f = callgrind_names_at(&c->funcs, t.number);
	if (*f != NOBODY && c->m->funcs[*f].name != name)
		*f = NOBODY;
}

void
callgrind_find_func(struct callgrind *c)
{
	const struct callgrind_declared *d;

	if (c->named == NOBODY)
		return;
	d = &c->declared[c->named];
	c->named = NOBODY;
	c->func = add_func(c, d->name, &d->place);
	*callgrind_names_at(&c->funcs, d->number) = c->func;
	define(c, c->func);
}

void
callgrind_end_funcs(struct callgrind *c)
{
	for (size_t i = c->ndeclared; i-- > 0 && measured_has_room(c->m, 0);)
		if (*callgrind_names_at(&c->funcs, c->declared[i].number) == NOBODY)
			*callgrind_names_at(&c->funcs, c->declared[i].number)
				= add_func(c, c->declared[i].name, &c->declared[i].place);
	callgrind_names_release(&c->declared_of);
	free(c->declared);
	free(c->defined);
}

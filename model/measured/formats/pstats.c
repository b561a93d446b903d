/* pstats.c - profiles of Python programs by cProfile
 *
 * A dictionary of functions, written by the module marshal.  A key is a tuple: source file, line,
 * and name.  A value is a tuple: the number of calls that were not recursive, the number of calls,
 * own time, total time, and a dictionary of callers.  Its values are tuples of the same kind for
 * the calls of this caller: all calls, those that were not recursive, own time, total time.  The
 * module profile writes only the number of calls.  Times are in seconds.  Source: Lib/cProfile.py,
 * Lib/profile.py and Lib/pstats.py of CPython.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "base/mem.h"
#include "measured/formats/marshal.h"
#include "measured/formats/namedstacks.h"
#include "measured/reader.h"
#include "samples/otherkinds.h"

/* A function of the file. */
struct python_func {
	struct jsontree_text file, name;
	int64_t line;
	uint32_t frame;			/* NOBODY: not made yet */
	bool is_double;			/* its file has another function with its name */
};

struct pstats {
	struct measured *m;
	struct jsontree t;
	struct python_func *funcs;	/* owned */
	struct numbering numbers;	/* of .funcs */
	struct numbering names;		/* of .named */
	uint32_t *named;		/* owned; a function with each name and file */
	size_t room, named_room;
	uint64_t left;			/* how many callers may still be read: references could
					 * repeat them without end */
	uint64_t nbad;
	bool has_only_counts;		/* callers have no times */
	bool is_full;
};

static bool
is_same(struct jsontree_text a, struct jsontree_text b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

static bool
is_func(const void *of, uint32_t number, const void *key)
{
	const struct python_func *a = (const struct python_func *)of + number, *b = key;

	return a->line == b->line && is_same(a->name, b->name) && is_same(a->file, b->file);
}

/* What is looked up in pstats.named. */
struct name_key {
	const struct pstats *p;
	const struct python_func *func;
};

static bool
is_named(const void *of, uint32_t number, const void *with)
{
	const struct name_key *key = with;
	const struct python_func *a = &key->p->funcs[((const uint32_t *)of)[number]];

	return is_same(a->name, key->func->name) && is_same(a->file, key->func->file);
}

/* Notes that function NUMBER, which is new, has its name. */
static void
add_name(struct pstats *p, uint32_t number)
{
	struct name_key key = { p, &p->funcs[number] };
	uint64_t hash = numbering_hash(&p->names, key.func->name.s, key.func->name.n)
		^ numbering_hash(&p->names, key.func->file.s, key.func->file.n) >> 1;
	uint32_t before = p->names.n, at = numbering_of(&p->names, hash, is_named, p->named, &key);

	if (at < before) {
		p->funcs[p->named[at]].is_double = p->funcs[number].is_double = true;
		return;
	}
	p->named = mem_grow(p->named, (size_t)at + 1, &p->named_room, sizeof(*p->named));
	p->named[at] = number;
}

/* Returns the number of the function with the key V, or NOBODY. */
static uint32_t
func_of(struct pstats *p, const struct jsontree_value *v)
{
	const struct jsontree_value *file, *line, *name;
	struct python_func func = { .frame = NOBODY };
	uint32_t before = p->numbers.n, number;
	uint64_t hash;

	v = marshal_value(&p->t, v);
	if (v == NULL || v->kind != JSONTREE_ARRAY || v->n != 3)
		return NOBODY;
	file = jsontree_first(&p->t, v);
	line = jsontree_next(&p->t, file);
	name = line != NULL ? jsontree_next(&p->t, line) : NULL;
	func.file = jsontree_text(marshal_value(&p->t, file));
	func.line = jsontree_integer(marshal_value(&p->t, line), 0);
	func.name = jsontree_text(marshal_value(&p->t, name));
	hash = numbering_hash(&p->numbers, func.name.s, func.name.n)
		^ (uint64_t)func.line * UINT64_C(0x9e3779b97f4a7c15)
		^ numbering_hash(&p->numbers, func.file.s, func.file.n) >> 1;
	number = numbering_of(&p->numbers, hash, is_func, p->funcs, &func);
	if (number == before) {
		p->funcs = mem_grow(p->funcs, (size_t)number + 1, &p->room, sizeof(*p->funcs));
		p->funcs[number] = func;
		add_name(p, number);
	}
	return number;
}

/* Returns the frame of function NUMBER.  If its file has several functions with its name, the line
 * is a part of the name. */
static uint32_t
frame_of(struct pstats *p, uint32_t number)
{
	struct python_func *f = &p->funcs[number];
	struct measured_func func = { .object = NOBODY, .file = NOBODY };
	struct measured_frame frame = { .file = NOBODY };
	bool has_line = f->line > 0 && f->line < INT32_MAX;
	char *name;
	int n;

	if (f->frame != NOBODY)
		return f->frame;
	if (f->file.n > 0 && !(f->file.n == 1 && *f->file.s == '~')) {
		func.file = measured_text(p->m, f->file.s, f->file.n);
		func.line = has_line ? (uint32_t)f->line : 0;
	}
	name = mem_new(f->name.n + 32, 1);
	memcpy(name, f->name.n > 0 ? f->name.s : "?", f->name.n > 0 ? f->name.n : 1);
	n = (int)(f->name.n > 0 ? f->name.n : 1);
	if (f->is_double && has_line)
		n += snprintf(name + n, 24, ":%" PRId64, f->line);
	func.name = measured_text(p->m, name, (size_t)n);
	free(name);
	frame.func = measured_func(p->m, &func);
	frame.line = func.line;
	f->frame = measured_frame(p->m, &frame);
	return f->frame;
}

/* Returns the elements of the tuple V, at most N, in VALUES, and how many there are. */
static uint32_t
elements(struct pstats *p, const struct jsontree_value *v, const struct jsontree_value **values,
	uint32_t n)
{
	uint32_t i = 0;

	v = marshal_value(&p->t, v);
	v = v != NULL && v->kind == JSONTREE_ARRAY ? jsontree_first(&p->t, v) : NULL;
	for (; v != NULL && i < n; v = jsontree_next(&p->t, v))
		values[i++] = marshal_value(&p->t, v);
	return i;
}

/* Returns the time V in nanoseconds. */
static int64_t
time_of(const struct jsontree_value *v)
{
	static const double per_second = 1e9, most = 0x1p62;
	double time = jsontree_real(v, 0) * per_second;

	return isfinite(time) ? llround(fmax(fmin(time, most), 0)) : 0;
}

/* Adds the calls of CALLEE by the caller KEY, as V says.  TOTAL is the total time of CALLEE in all
 * its CALLS.  Returns how many calls were added. */
static uint64_t
add_caller(struct pstats *p, uint32_t callee, const struct jsontree_value *key,
	const struct jsontree_value *v, int64_t total, int64_t calls)
{
	const struct jsontree_value *parts[4];
	uint32_t caller = func_of(p, key), n = elements(p, v, parts, 4);
	struct measured_call call = { .part = p->m->file_part };
	int64_t values[NAMEDSTACKS_EVENTS] = { 0 };

	v = marshal_value(&p->t, v);
	if (caller == NOBODY || (n != 4 && v->kind != JSONTREE_INTEGER)) {
		p->nbad++;
		return 0;
	}
	call.caller = frame_of(p, caller);
	call.callee = p->m->frames[frame_of(p, callee)].func;
	if (n == 4) {
		int64_t count = jsontree_integer(parts[0], 0);

		call.count = count > 0 ? (uint64_t)count : 0;
		values[0] = time_of(parts[3]);
	} else {
		p->has_only_counts = true;
		call.count = v->integer > 0 ? (uint64_t)v->integer : 0;
		values[0] = calls > 0 ? (int64_t)fmin((double)total * (double)call.count
			/ (double)calls, 0x1p62) : 0;
	}
	measured_add_call(p->m, &call, values);
	p->is_full |= !measured_has_room(p->m, 0);
	return call.count;
}

/* Adds the function KEY, which has the values V. */
static void
add_func(struct pstats *p, const struct jsontree_value *key, const struct jsontree_value *v)
{
	const struct jsontree_value *parts[5], *caller, *calls;
	uint32_t callee = func_of(p, key);
	int64_t values[NAMEDSTACKS_EVENTS] = { 0 }, totals[NAMEDSTACKS_EVENTS] = { 0 };
	int64_t total, count;
	uint64_t known = 0;

	if (callee == NOBODY || elements(p, v, parts, 5) != 5) {
		p->nbad++;
		return;
	}
	values[0] = time_of(parts[2]);
	total = totals[0] = time_of(parts[3]);
	count = jsontree_integer(parts[1], 0);
	measured_add_cost(p->m, frame_of(p, callee), p->m->file_part, values);
	caller = parts[4] != NULL && parts[4]->kind == JSONTREE_OBJECT
		? jsontree_first(&p->t, parts[4]) : NULL;
	for (; caller != NULL && p->left > 0 && !p->is_full; caller = jsontree_next(&p->t, calls)) {
		calls = jsontree_next(&p->t, caller);
		if (calls == NULL)
			break;
		p->left--;
		known = count_sum(known, add_caller(p, callee, caller, calls, total, count));
	}
	/* Code that ran before cProfile was enabled made the other calls. */
	measured_add_total(p->m, frame_of(p, callee), p->m->file_part, totals,
		count > 0 && (uint64_t)count > known ? (uint64_t)count - known : 0);
}

/* Calls func_of() for all functions, so that it is known which names occur twice. */
static void
number_funcs(struct pstats *p)
{
	const struct jsontree_value *key = jsontree_first(&p->t, p->t.v), *v;

	for (; key != NULL; key = jsontree_next(&p->t, v)) {
		(void)func_of(p, key);
		v = jsontree_next(&p->t, key);
		if (v == NULL)
			break;
	}
}

static void
add_funcs(struct pstats *p)
{
	const struct jsontree_value *key = jsontree_first(&p->t, p->t.v), *v;

	number_funcs(p);
	for (; key != NULL && !p->is_full; key = jsontree_next(&p->t, v)) {
		v = jsontree_next(&p->t, key);
		if (v == NULL)
			break;
		add_func(p, key, v);
	}
}

static bool
read_pstats(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct pstats p = { .m = m };
	bool is_whole = input_all(in, e), ok = true;
	struct err why = *e;

	(void)options;
	p.left = in->n;
	measured_allow(m, in->n);
	m->has_costs = m->costs_count_once = true;
	(void)namedstacks_event(m, "time", 4, "nanoseconds");
	if (in->n < UINT32_MAX)
		ok = marshal_read(&p.t, in->bytes + in->at, in->n - in->at, e);
	if (p.t.n > 0)
		add_funcs(&p);
	if (p.has_only_counts) {
		m->estimated = true;
		m->estimated_why = "the numbers of calls";
	}
	if (p.nbad > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " entries of the profile are not those of "
			"cProfile.", p.nbad), "They are skipped.");
	free(p.funcs);
	free(p.named);
	numbering_release(&p.numbers);
	numbering_release(&p.names);
	jsontree_release(&p.t);
	if (!is_whole) {
		*e = why;
		return false;
	}
	return p.is_full ? measured_no_room(m, e) : ok;
}

const struct measured_format pstats_format = {
	.is_certain = true, .recognise = otherkinds_is_marshal, .read = read_pstats };

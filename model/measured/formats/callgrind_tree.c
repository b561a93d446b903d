/* callgrind_tree.c - callees that pprof -call_tree has numbered, in files of callgrind
 *
 * With -call_tree, pprof writes a block for each node of a call tree.  The blocks of one function
 * have the same name, "fn=f", but calls of the function name a node, "cfn=f [2/3]".  So the calls
 * and the costs would belong to different functions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/numbering.h"
#include "base/rules.h"
#include "measured/formats/callgrind.h"

/* The functions of a name and a file. */
struct same_name {
	uint32_t name, file;
	uint32_t func;			/* the first one that has costs or callees, or NOBODY */
};

struct tree {
	struct measured *m;
	struct numbering numbers;	/* of .names */
	struct same_name *names;	/* owned */
	uint32_t nnames;
};

/* Returns the number that the decimal digits at *S write, and moves *S behind them.  Returns 0 if
 * there are none, or too many. */
static unsigned
read_small(const char **s)
{
	unsigned n = 0;

	while (**s >= '0' && **s <= '9' && n < 100000000)
		n = 10 * n + (unsigned)(*(*s)++ - '0');
	return n;
}

/* Returns the length of the name of the function if NAME is a name as "f [2/3]", otherwise 0. */
static size_t
length_without_number(const char *name)
{
	const char *open = strrchr(name, '['), *s;
	unsigned i, n;

	if (open == NULL || open - name < 2 || open[-1] != ' ')
		return 0;
	s = open + 1;
	i = read_small(&s);
	if (*s++ != '/')
		return 0;
	n = read_small(&s);
	return i >= 1 && i <= n && strcmp(s, "]") == 0 ? (size_t)(open - 1 - name) : 0;
}

static bool
is_name(const void *of, uint32_t number, const void *key)
{
	const struct same_name *a = (const struct same_name *)of + number, *b = key;

	return a->name == b->name && a->file == b->file;
}

/* Returns the element of T for NAME and FILE. */
static struct same_name *
name_of(struct tree *t, uint32_t name, uint32_t file)
{
	struct same_name key = { name, file, NOBODY };
	uint32_t i = numbering_of(&t->numbers, numbering_hash_pair(&t->numbers, name, file),
		is_name, t->names, &key);

	if (i == t->nnames)
		t->names[t->nnames++] = key;
	return &t->names[i];
}

/* Returns the function that F, a node of a call tree, stands for, or F if there is none. */
static uint32_t
func_for(struct tree *t, uint32_t f)
{
	const struct measured_func *func = &t->m->funcs[f];
	const char *node = measured_text_of(t->m, func->name);
	char *name = mem_text(node, length_without_number(node));
	uint32_t same = name_of(t, measured_text(t->m, name, strlen(name)), func->file)->func;

	free(name);
	return same != NOBODY ? same : f;
}

/* Sets HAS_BLOCK for each function that has costs or callees.  Returns true if any other function
 * has a name that pprof gives to nodes. */
static bool
find_blocks(const struct measured *m, bool *has_block)
{
	uint32_t f;

	for (uint32_t i = 0; i < m->ncosts; i++)
		has_block[m->frames[m->costs[i].frame].func] = true;
	for (uint32_t i = 0; i < m->ncalls; i++)
		has_block[m->frames[m->calls[i].caller].func] = true;
	for (f = 0; f < m->nfuncs && (has_block[f]
	     || length_without_number(measured_text_of(m, m->funcs[f].name)) == 0); f++)
		;
	return f < m->nfuncs;
}

/* Adds all calls of M again, with the callees TO, so that calls which become equal are merged. */
static void
replace_callees(struct measured *m, const uint32_t *to)
{
	struct measured_call *calls = m->calls;
	int64_t *values = m->call_values;
	uint32_t n = m->ncalls;

	m->calls = NULL;
	m->call_values = NULL;
	m->ncalls = 0;
	m->calls_room = m->call_values_room = 0;
	numbering_release(&m->call_numbers);
	for (uint32_t i = 0; i < n; i++) {
		calls[i].callee = to[calls[i].callee];
		measured_add_call(m, &calls[i], &values[(size_t)i * m->nevents]);
	}
	free(calls);
	free(values);
}

/* Merges functions without HAS_BLOCK with those that they stand for. */
static void
merge(struct measured *m, const bool *has_block)
{
	struct tree t = { .m = m, .names = mem_uncleared(2 * (size_t)m->nfuncs,
		sizeof(*t.names)) };
	uint32_t *to = mem_uncleared(m->nfuncs, sizeof(*to));

	for (uint32_t f = 0; f < m->nfuncs; f++) {
		struct same_name *same = has_block[f] ? name_of(&t, m->funcs[f].name,
			m->funcs[f].file) : NULL;

		if (same != NULL && same->func == NOBODY)
			same->func = f;
	}
	for (uint32_t f = 0; f < m->nfuncs; f++)
		to[f] = has_block[f] || length_without_number(measured_text_of(m,
			m->funcs[f].name)) == 0 ? f : func_for(&t, f);
	replace_callees(m, to);
	numbering_release(&t.numbers);
	free(t.names);
	free(to);
}

void
callgrind_merge_tree(struct measured *m)
{
	bool *has_block = mem_new(m->nfuncs, sizeof(*has_block));

	if (find_blocks(m, has_block))
		merge(m, has_block);
	free(has_block);
}

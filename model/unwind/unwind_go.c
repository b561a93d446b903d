/* unwind_go.c - the table of functions of programs in Go, which says where return addresses are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "unwind/unwind_go.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Functions that are called on one stack and work on another one. */
static const char *const other_stack[] = { "runtime.systemstack", "runtime.morestack",
	"runtime.asmcgocall", NULL };

bool
unwind_go_changes_stack(const char *name)
{
	for (const char *const *other = other_stack; *other != NULL; other++) {
		size_t n = strlen(*other);

		if (strncmp(name, *other, n) == 0 && (name[n] == '\0' || name[n] == '.'))
			return true;
	}
	return false;
}

#ifdef CFI_RETURN_ADDRESS

enum {
	WORD = sizeof(uint64_t),
	HEADER = 72,
	MAGIC_16 = 0xfa, MAGIC_18 = 0xf0, MAGIC_20 = 0xf1,	/* Go 1.16, 1.18 and 1.20 */
	MOST_CHANGES = 1 << 16,		/* of the stack pointer in a function */
};

/* Returns the N bytes at offset AT as a number; 0: they are not in the copy. */
static uint64_t
number(const struct unwind_go *g, uint64_t at, unsigned n)
{
	uint64_t value = 0;

	if (at > g->size || n > g->size - at)
		return 0;
	memcpy(&value, g->copy + at, n);
	return value;
}

/* Sets the members of G from the header.  False: it is none that is known. */
static bool
read_header(struct unwind_go *g, uint64_t bias)
{
	uint64_t magic = number(g, 0, 4), at = 24;

	if (g->size < HEADER || (magic | 0xff) != 0xffffffff || g->copy[4] != 0 || g->copy[5] != 0
	    || g->copy[7] != WORD)
		return false;
	g->is_wide = (magic & 0xff) == MAGIC_16;
	if (!g->is_wide && (magic & 0xff) != MAGIC_18 && (magic & 0xff) != MAGIC_20)
		return false;
	g->quantum = g->copy[6];
	g->n = number(g, WORD, WORD);
	if (!g->is_wide) {
		g->text = number(g, at, WORD) - bias;
		at += WORD;
	}
	g->names = number(g, at, WORD);
	g->distances = number(g, at + (uint64_t)3 * WORD, WORD);
	g->functions = number(g, at + (uint64_t)4 * WORD, WORD);
	return g->n > 0 && g->n < g->size && g->names < g->size && g->distances < g->size
		&& g->functions < g->size;
}

void
unwind_go_open(struct unwind_go *g, const struct cfi_machine *machine, unsigned char *copy,
	size_t size, uint64_t bias)
{
	*g = (struct unwind_go){ .size = size };
	g->copy = copy;
	if (machine != &cfi_x86_64 || !read_header(g, bias))
		unwind_go_release(g);
	else if (g->is_wide)
		g->text = 0 - bias;	/* the table has addresses in memory */
}

/* Returns the address in the image of function I, and sets *AT to the offset of what is known of
 * it. */
static uint64_t
function(const struct unwind_go *g, uint64_t i, uint64_t *at)
{
	unsigned bytes = g->is_wide ? WORD : 4;
	uint64_t entry = g->functions + i * 2 * bytes;

	*at = g->functions + number(g, entry + bytes, bytes);
	return g->text + number(g, entry, bytes);
}

/* Returns the number at *AT, in which each byte has 7 bits, and moves *AT behind it. */
static uint64_t
varint(const struct unwind_go *g, uint64_t *at)
{
	uint64_t value = 0, byte;

	for (unsigned shift = 0; shift < 35; shift += 7) {
		byte = number(g, (*at)++, 1);
		value |= (byte & 0x7f) << shift;
		if ((byte & 0x80) == 0)
			break;
	}
	return value;
}

/* Finds the distance of the return address from the stack pointer at PC, in the table at AT, of a
 * function that begins at START.  False: it is not in the table. */
static bool
find_distance(const struct unwind_go *g, uint64_t at, uint64_t start, uint64_t pc,
	int64_t *distance)
{
	uint64_t reached = start;
	int64_t value = -1;

	for (int i = 0; i < MOST_CHANGES && at < g->size; i++) {
		uint64_t change = varint(g, &at);

		if (change == 0 && i > 0)
			return false;
		value += (int64_t)(change >> 1 ^ (0 - (change & 1)));
		reached += varint(g, &at) * g->quantum;
		if (pc < reached) {
			*distance = value;
			return true;
		}
	}
	return false;
}

/* Is the function with the name at offset AT one of LIST, which ends with NULL? */
static bool
is_one_of(const struct unwind_go *g, uint64_t at, const char *const *list)
{
	for (; *list != NULL; list++) {
		size_t n = strlen(*list);

		if (at < g->size && n < g->size - at && memcmp(g->copy + at, *list, n) == 0
		    && (g->copy[at + n] == '\0' || g->copy[at + n] == '.'))
			return true;
	}
	return false;
}

/* Sets *P to the function of the instruction at PC, and *AT to the offset of what is known of it.
 * False: there is none. */
static bool
find_function(const struct unwind_go *g, uint64_t pc, struct unwind_go_place *p, uint64_t *at)
{
	uint64_t lo = 0, hi = g->n;

	if (g->copy == NULL || pc < function(g, 0, at))
		return false;
	while (hi - lo > 1) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (function(g, mid, at) <= pc)
			lo = mid;
		else
			hi = mid;
	}
	p->bytes = function(g, lo + 1, at);
	p->start = function(g, lo, at);
	p->bytes -= p->start;
	return pc - p->start < p->bytes;
}

/* Sets the rules of ROW: the return address is at BASE + DISTANCE, and the frame pointer of the
 * caller, if HAS_POINTER is set, below it. */
static void
set_rules(struct cfi_row *row, uint8_t base, int64_t distance, bool has_pointer)
{
	const int address = cfi_kept(&cfi_x86_64, cfi_x86_64.return_address);
	const int pointer = cfi_kept(&cfi_x86_64, cfi_x86_64.frame_pointer);

	row->cfa_register = base;
	row->cfa = distance + WORD;
	row->rules[address] = CFI_OFFSET;
	row->values[address] = -WORD;
	if (has_pointer) {
		row->rules[pointer] = CFI_OFFSET;
		row->values[pointer] = -2 * WORD;
	}
}

bool
unwind_go_find(const struct unwind_go *g, uint64_t pc, struct unwind_go_place *p)
{
	/* Below mcall is the scheduler; the goroutine that called it does not run any more. */
	static const char *const outermost[] = { "runtime.goexit", "runtime.mstart",
		"runtime.rt0_go", "runtime.mcall", NULL };
	unsigned head = g->is_wide ? WORD : 4;
	uint64_t at, name;
	int64_t distance;

	if (!find_function(g, pc, p, &at))
		return false;
	name = g->names + number(g, at + head, 4);
	p->row = (struct cfi_row){ .pc = pc };
	p->changes_stack = is_one_of(g, name, other_stack);
	if (is_one_of(g, name, outermost)) {
		p->row.rules[cfi_kept(&cfi_x86_64, cfi_x86_64.return_address)] = CFI_UNDEFINED;
		return true;
	}
	if (p->changes_stack) {
		set_rules(&p->row, cfi_x86_64.frame_pointer, WORD, true);
		return true;
	}
	if (!find_distance(g, g->distances + number(g, at + head + 12, 4), p->start, pc, &distance)
	    || distance < 0)
		return false;
	set_rules(&p->row, cfi_x86_64.stack_pointer, distance, distance >= WORD);
	return true;
}

#else

void
unwind_go_open(struct unwind_go *g, const struct cfi_machine *machine, unsigned char *copy,
	size_t size, uint64_t bias)
{
	(void)machine;
	(void)size;
	(void)bias;
	free(copy);
	*g = (struct unwind_go){ 0 };
}

bool
unwind_go_find(const struct unwind_go *g, uint64_t pc, struct unwind_go_place *p)
{
	(void)g;
	(void)pc;
	(void)p;
	return false;
}

#endif

void
unwind_go_release(struct unwind_go *g)
{
	free(g->copy);
	*g = (struct unwind_go){ 0 };
}

/* wait_calls.c - does a return address belong to a call of a certain function?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_calls.h"

#if defined __x86_64__

#include <string.h>

#include "waits/wait_memory.h"

enum {
	CALL = 7,			/* bytes of the longest call without prefixes */
	HOPS = 3,			/* how many jumps may be between a call and the function */
	STUB = 16,			/* bytes of code that are searched for such a jump */
	MOST_CODE = 8192,		/* bytes of a function that are searched for jumps */
};

/* Returns the signed 32-bit number at BYTES. */
static uint64_t
distance(const unsigned char *bytes)
{
	int32_t value;

	memcpy(&value, bytes, sizeof(value));
	return (uint64_t)(int64_t)value;
}

/* Is there the code of an indirect call in the last bytes of the CALL bytes B?  Its length follows
 * from its second byte. */
static bool
ends_in_indirect_call(const unsigned char *b)
{
	for (unsigned length = 2; length <= CALL; length++) {
		const unsigned char *at = b + CALL - length;
		unsigned mode = at[1] >> 6, place = at[1] & 7, need = 2;

		if (at[0] != 0xff || (at[1] >> 3 & 7) != 2)
			continue;
		if (mode != 3 && place == 4)
			need++;
		if (mode == 1)
			need++;
		else if (mode == 2 || (mode == 0 && place == 5)
		    || (mode == 0 && place == 4 && length > 2 && (at[2] & 7) == 5))
			need += 4;
		if (need == length)
			return true;
	}
	return false;
}

/* Sets *TARGET to the function that the call before RETURNED calls.  WAIT_ANY_CALL: it is not
 * known; WAIT_SAME_CALL: it is. */
static enum wait_link
find_call(struct wait_process *p, uint64_t returned, uint64_t *target)
{
	unsigned char b[CALL];

	if (wait_walk_code(p, returned - 1) == NULL
	    || wait_memory_copy(p->pid, returned - CALL, b, CALL) != CALL)
		return WAIT_NO_CALL;
	if (b[2] == 0xe8) {
		*target = returned + distance(b + 3);
		if (wait_walk_code(p, *target) != NULL)
			return WAIT_SAME_CALL;
	}
	if (b[1] == 0xff && b[2] == 0x15)	/* by way of a table of addresses */
		return wait_memory_copy(p->pid, returned + distance(b + 3), target,
			sizeof(*target)) == sizeof(*target) ? WAIT_SAME_CALL : WAIT_ANY_CALL;
	return ends_in_indirect_call(b) ? WAIT_ANY_CALL : WAIT_NO_CALL;
}

/* Follows the jumps that linkers write between a call and a function.  Returns whether AT leads to
 * CODE.  If not, *AT becomes the code to which it leads. */
static bool
leads_to(struct wait_process *p, uint64_t *at, const struct wait_code *code)
{
	for (int hop = 0; hop < HOPS; hop++) {
		unsigned char b[STUB];
		unsigned i = 0;

		if (*at >= code->start && *at < code->end)
			return true;
		if (wait_memory_copy(p->pid, *at, b, STUB) != STUB)
			return false;
		if (memcmp(b, "\xf3\x0f\x1e\xfa", 4) == 0)	/* endbr64 */
			i = 4;
		if (b[i] == 0xf2)		/* bnd */
			i++;
		if (b[i] == 0xff && b[i + 1] == 0x25) {
			if (wait_memory_copy(p->pid, *at + i + 6 + distance(b + i + 2), at,
			    sizeof(*at)) != sizeof(*at))
				return false;
		} else if (b[i] == 0xe9) {
			*at += i + 5 + distance(b + i + 1);
		} else {
			return false;
		}
	}
	return false;
}

/* Does the function at AT jump to CODE, as functions do that end with a call, or whose rare parts
 * are elsewhere? */
static enum wait_link
find_jump(struct wait_process *p, uint64_t at, const struct wait_code *code)
{
	const struct wait_map *map = wait_walk_code(p, at);
	const struct unwind_row *row = map != NULL && map->image != NULL
		? unwind_tables_row(&map->image->tables, at - map->bias) : NULL;
	static _Thread_local unsigned char b[MOST_CODE];
	enum wait_link link = WAIT_OTHER_CALL;
	uint64_t start;
	size_t n;

	if (row == NULL)
		return WAIT_ANY_CALL;
	start = row->start + map->bias;
	n = row->bytes < MOST_CODE ? (size_t)row->bytes : MOST_CODE;
	n = wait_memory_copy(p->pid, start, b, n);
	for (size_t i = 0; i + 6 <= n; i++) {
		bool is_long = b[i] == 0x0f && (b[i + 1] & 0xf0) == 0x80;
		uint64_t to = start + i + 5 + is_long;

		if (b[i] == 0xff && (b[i + 1] >> 3 & 7) == 4)
			link = WAIT_ANY_CALL;
		if (b[i] != 0xe9 && !is_long)
			continue;
		to += distance(b + i + 1 + is_long);
		if ((to < start || to >= start + n) && wait_walk_code(p, to) != NULL
		    && leads_to(p, &to, code))
			return WAIT_SAME_CALL;
	}
	return link;
}

enum wait_link
wait_calls_judge(struct wait_process *p, uint64_t returned, const struct wait_code *code)
{
	uint64_t target;
	enum wait_link link = find_call(p, returned, &target);

	if (link != WAIT_SAME_CALL || leads_to(p, &target, code))
		return link;
	return find_jump(p, target, code);
}

#else

enum wait_link
wait_calls_judge(struct wait_process *p, uint64_t returned, const struct wait_code *code)
{
	(void)p;
	(void)returned;
	(void)code;
	return WAIT_ANY_CALL;
}

#endif

/* wait_recover.c - finds the frame pointer of a frame whose registers are not known
 *
 * Code that has a frame pointer saves that of its caller below the return address, and its unwind
 * tables find both by the frame pointer.  Of a blocked thread only the stack pointer is known.
 * There are three ways to the frame pointer:
 *
 * - If the stack pointer has a fixed distance from it, as in most functions, the code at the begin
 *   of the function says which.
 * - An argument of the system call that is an address on the stack was computed from the frame
 *   pointer, by an instruction near the call.
 * - The frame pointer is some address on the stack: all are tried.
 *
 * A value is used only if the whole chain of calls that follows from it is possible: each return
 * address has a call before it, and no call calls another function than that of the inner frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_recover.h"

#if defined __x86_64__

#include <string.h>

#include "waits/wait_calls.h"
#include "waits/wait_memory.h"

enum {
	WORD = sizeof(uint64_t),
	ALIGN = 16,			/* the stack pointer is a multiple of this before a call */
	MOST_CODE = 4096,		/* bytes of a function that are read */
	BEFORE_CALL = 192,		/* bytes before the call in which arguments are computed */
	FARTHEST = 1 << 16,		/* bytes of the stack that are searched */
	MOST_TRIED = 60,		/* greatest number of values with a possible caller */
	EVIDENCE = 45, DIRECT = 60, COMPLETE = 40, PART = 20,	/* what counts for a value */
};

/* What is known of the frame whose frame pointer is searched for. */
struct search {
	const struct cfi_frame *frame;
	struct wait_process *p;
	const struct unwind_row *row;
	struct memory *m;
	const struct wait_call *call;
	struct wait_code code;		/* of the frame */
	unsigned char bytes[MOST_CODE];	/* of the code */
	size_t nbytes;
	size_t before;			/* how many of .bytes are before the call */
};

/* How far the chain of calls above a frame could be followed. */
enum chain { CHAIN_WRONG, CHAIN_PART, CHAIN_COMPLETE };

static void
set_pointer(struct cfi_frame *f, uint64_t value)
{
	f->registers[CFI_FRAME_POINTER] = value;
	f->unknown &= ~(UINT32_C(1) << CFI_FRAME_POINTER);
}

/* Follows the calls from the frame F outwards. */
static enum chain
follow(const struct search *s, struct cfi_frame f)
{
	for (int i = 0; i < (int)REC_FRAMES; i++) {
		uint64_t at = f.is_exact ? f.pc : f.pc - 1, stack = f.registers[CFI_STACK_POINTER];
		const struct wait_map *map = wait_walk_code(s->p, at);
		const struct unwind_row *row = map == NULL || map->image == NULL ? NULL
			: unwind_tables_row(&map->image->tables, at - map->bias);
		struct wait_code code;
		bool is_signal;

		if (map == NULL || !wait_walk_goes_on(s->p))
			return CHAIN_WRONG;
		if (row == NULL)
			return CHAIN_PART;
		code = (struct wait_code){ row->start + map->bias,
			row->start + row->bytes + map->bias };
		is_signal = row->row.is_signal;
		if (row->row.rules[cfi_kept(CFI_OWN, CFI_RETURN_ADDRESS)] == CFI_UNDEFINED)
			return CHAIN_COMPLETE;
		if (!cfi_step(&row->row, &f, s->m))
			return (f.unknown >> CFI_FRAME_POINTER & 1) != 0 ? CHAIN_PART : CHAIN_WRONG;
		if (is_signal)
			continue;
		if (f.registers[CFI_STACK_POINTER] <= stack
		    || f.registers[CFI_STACK_POINTER] > s->m->high
		    || wait_calls_judge(s->p, f.pc, &code) <= WAIT_OTHER_CALL)
			return CHAIN_WRONG;
	}
	return CHAIN_PART;
}

/* Returns how well the frame pointer VALUE fits; 0: it is not possible. */
static int
try_value(const struct search *s, uint64_t value)
{
	struct cfi_frame f = *s->frame;
	enum wait_link link;
	enum chain chain;
	uint64_t cfa;

	set_pointer(&f, value);
	if (!cfi_step(&s->row->row, &f, s->m))
		return 0;
	cfa = f.registers[CFI_STACK_POINTER];
	if (cfa % ALIGN != 0 || cfa < s->frame->registers[CFI_STACK_POINTER] + WORD
	    || cfa > s->m->high)
		return 0;
	link = wait_calls_judge(s->p, f.pc, &s->code);
	if (link <= WAIT_OTHER_CALL)
		return 0;
	chain = follow(s, f);
	return chain == CHAIN_WRONG ? 0 : (chain == CHAIN_COMPLETE ? COMPLETE : PART)
		+ (link == WAIT_SAME_CALL ? DIRECT : 0);
}

/* Does the code set the stack pointer from a register, or align it?  Then its distance from the
 * frame pointer is not fixed. */
static bool
is_dynamic(const struct search *s)
{
	const unsigned char *b = s->bytes;

	for (size_t i = 0; i + 4 <= s->nbytes; i++) {
		bool is_move = (b[i] == 0x48 || b[i] == 0x4c)
			&& (b[i + 1] == 0x29 || b[i + 1] == 0x89) && (b[i + 2] & 0xc7) == 0xc4;
		bool is_and = b[i] == 0x48 && (b[i + 1] == 0x83 || b[i + 1] == 0x81)
			&& b[i + 2] == 0xe4;

		if (is_move || is_and)
			return true;
	}
	return false;
}

/* Returns the distance of the frame pointer from the stack pointer: the registers that were pushed,
 * and what was subtracted. */
static uint64_t
frame_size(const struct search *s)
{
	const unsigned char *b = s->bytes;
	int64_t pushed = 0;
	int32_t size;

	for (int i = 0; i < CFI_KEPT; i++)
		if (s->row->row.rules[i] == CFI_OFFSET
		    && -s->row->row.values[i] - 2 * WORD > pushed)
			pushed = -s->row->row.values[i] - 2 * WORD;
	for (size_t i = 0; i + 7 <= s->before; i++) {
		if (b[i] != 0x48 || (b[i + 2] != 0xec && b[i + 2] != 0xc4))
			continue;
		if (b[i + 1] == 0x83)
			size = (int8_t)b[i + 3];
		else if (b[i + 1] == 0x81)
			memcpy(&size, b + i + 3, sizeof(size));
		else
			continue;
		if (b[i + 2] == 0xc4)		/* add $-N, %rsp */
			size = -size;
		if (size > 0)
			return (uint64_t)(pushed + size);
	}
	return (uint64_t)pushed;
}

/* Returns how many arguments of the system call follow from the frame pointer VALUE by instructions
 * before the call: lea -48(%rbp), %rdi or mov -24(%rbp), %rsi. */
static int
count_evidence(const struct search *s, uint64_t value)
{
	size_t i = s->before > BEFORE_CALL ? s->before - BEFORE_CALL : 0;
	const unsigned char *b = s->bytes;
	unsigned used = 0;
	int n = 0;

	for (; s->call->number >= 0 && i + 6 <= s->before; i++) {
		unsigned mode = b[i + 1] >> 6;
		uint64_t found = value;
		int32_t offset = (int8_t)b[i + 2];

		if ((b[i] != 0x8d && b[i] != 0x8b) || (b[i + 1] & 7) != 5 || mode == 0 || mode == 3)
			continue;
		if (mode == 2)
			memcpy(&offset, b + i + 2, sizeof(offset));
		found += (uint64_t)(int64_t)offset;
		if (b[i] == 0x8b && !memory_read(s->m, found, &found))
			continue;
		for (int k = 0; k < WAIT_ARGUMENTS; k++)
			if ((used >> k & 1) == 0 && found >= REC_PAGE
			    && s->call->arguments[k] == found) {
				used |= 1U << k;
				n++;
			}
	}
	return n > 2 ? 2 : n;
}

/* Tries all values from LOW on.  Returns the best one, and of several that are equally good the
 * lowest, which is that of the innermost call; 0: there is none. */
static uint64_t
search_stack(const struct search *s, uint64_t low)
{
	uint64_t best = 0, high = s->m->high;
	int most = 0, tried = 0;

	if (high - low > FARTHEST)
		high = low + FARTHEST;
	for (uint64_t at = low & ~(uint64_t)(WORD - 1); at + 2 * WORD <= high
	     && tried < MOST_TRIED && wait_walk_goes_on(s->p); at += WORD) {
		int fit = try_value(s, at), evidence;

		if (fit == 0)
			continue;
		tried++;
		evidence = count_evidence(s, at);
		if (fit + EVIDENCE * evidence > most) {
			most = fit + EVIDENCE * evidence;
			best = at;
		}
		if (evidence > 0 && fit >= COMPLETE)
			break;
	}
	return best;
}

bool
wait_recover(struct cfi_frame *f, struct wait_process *p, const struct wait_map *map,
	const struct unwind_row *row, struct memory *m, const struct wait_call *call)
{
	struct unwind_row copy = *row;
	struct search s = { .frame = f, .p = p, .row = &copy, .m = m, .call = call,
		.code = { row->start + map->bias, row->start + row->bytes + map->bias } };
	uint64_t stack = f->registers[CFI_STACK_POINTER], value = 0, size = 0;

	if ((f->unknown >> CFI_FRAME_POINTER & 1) == 0
	    || (!row->row.cfa_is_expression && row->row.cfa_register != CFI_FRAME_POINTER))
		return false;
	s.nbytes = row->bytes < MOST_CODE ? (size_t)row->bytes : MOST_CODE;
	s.nbytes = wait_memory_copy(p->pid, s.code.start, s.bytes, s.nbytes);
	s.before = f->pc - s.code.start < s.nbytes ? (size_t)(f->pc - s.code.start) : s.nbytes;
	if (!copy.row.cfa_is_expression && !is_dynamic(&s)) {
		size = frame_size(&s);
		if (try_value(&s, stack + size) > 0)
			value = stack + size;
	}
	if (value == 0)
		value = search_stack(&s, stack + size);
	if (value == 0)
		return false;
	set_pointer(f, value);
	return true;
}

#else

bool
wait_recover(struct cfi_frame *f, struct wait_process *p, const struct wait_map *map,
	const struct unwind_row *row, struct memory *m, const struct wait_call *call)
{
	(void)f;
	(void)p;
	(void)map;
	(void)row;
	(void)m;
	(void)call;
	return false;
}

#endif

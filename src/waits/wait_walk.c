/* wait_walk.c - the stack of a blocked thread of another process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_walk.h"

#include <time.h>

#include "io/clock.h"
#include "record/cfi.h"
#include "unwind/unwind_frame.h"
#include "unwind/unwind_tables.h"
#include "waits/wait_memory.h"
#include "waits/wait_recover.h"

bool
wait_walk_refresh(struct wait_process *p)
{
	const uint64_t longest = 100000000, now = clock_now(CLOCK_MONOTONIC);
	uint64_t moment = (now - p->first) / 4;
	struct wait_maps maps;

	moment = p->first == 0 || moment > longest ? longest : moment;
	if (p->maps.n > 0 && now - p->read < moment)
		return false;
	p->first = p->first == 0 ? now : p->first;
	p->read = now;
	if (!wait_maps_read(&maps, p->pid)) {
		wait_maps_release(&maps);
		return false;
	}
	wait_maps_release(&p->maps);
	p->maps = maps;
	return true;
}

struct wait_map *
wait_walk_code(struct wait_process *p, uint64_t address)
{
	struct wait_map *map = wait_maps_at(&p->maps, address);

	if (map == NULL || !map->is_code)
		return NULL;
	if (!map->was_opened)
		wait_images_of(p->images, &p->maps, map, p->pid);
	return map;
}

bool
wait_walk_goes_on(struct wait_process *p)
{
	enum { STEPS = 8 };		/* between two looks at the clock */
	const uint64_t most = 20000000;
	uint64_t now;

	if (p->steps++ % STEPS != 0)
		return true;
	now = clock_now(CLOCK_THREAD_CPUTIME_ID);
	if (p->steps == 1)
		p->until = now + most;
	return now <= p->until;
}

#if defined CFI_RETURN_ADDRESS && UINTPTR_MAX > UINT32_MAX

static void
set(struct cfi_frame *f, unsigned number, uint64_t value)
{
	f->registers[number] = value;
	f->unknown &= ~(UINT32_C(1) << number);
}

/* Sets *F to the frame that made CALL. */
static void
frame_open(struct cfi_frame *f, const struct wait_call *call)
{
#if defined __x86_64__
	static const uint8_t arguments[WAIT_ARGUMENTS] = { 5, 4, 1, 10, 8, 9 };
#else
	static const uint8_t arguments[WAIT_ARGUMENTS] = { 0, 1, 2, 3, 4, 5 };
#endif

	*f = (struct cfi_frame){ .machine = CFI_OWN, .pc = call->pc, .unknown = ~UINT32_C(0),
		.is_exact = true };
	set(f, CFI_STACK_POINTER, call->stack);
#if defined __x86_64__
	set(f, CFI_RETURN_ADDRESS, call->pc);
#endif
	for (unsigned i = 0; call->number >= 0 && i < WAIT_ARGUMENTS; i++)
		set(f, arguments[i], call->arguments[i]);
}

/* *F is a frame of code without unwind tables.  Changes *F to the frame of its caller, by the frame
 * pointer.  False: there is no caller, or it is not known. */
static bool
step_by_pointer(struct cfi_frame *f, struct wait_process *p, struct memory *m)
{
	struct cfi_frame caller = *f;

	if (!unwind_frame_by_pointer(&caller, m) || wait_walk_code(p, caller.pc - 1) == NULL)
		return false;
	*f = caller;
	return true;
}

/* Changes *F to the frame of its caller.  MAP is the mapping of its code.  False: there is no
 * caller, as W->is_complete says, or it is not known. */
static bool
step(struct wait_walk *w, struct wait_process *p, const struct wait_map *map, struct cfi_frame *f,
	const struct wait_call *call)
{
	uint64_t at = f->is_exact ? f->pc : f->pc - 1, stack = f->registers[CFI_STACK_POINTER];
	const struct unwind_row *row = map->image == NULL ? NULL
		: unwind_tables_row(&map->image->tables, at - map->bias);
	int last = cfi_kept(CFI_OWN, CFI_RETURN_ADDRESS);
	struct cfi_row copy;
	bool changes, was_exact = f->is_exact;

	if (row == NULL)
		return step_by_pointer(f, p, &w->memory);
	copy = row->row;
	changes = row->changes_stack;
	w->is_complete = copy.rules[last] == CFI_UNDEFINED;
	if (w->is_complete)
		return false;
	if (!cfi_step(&copy, f, &w->memory) && (call == NULL
	    || !wait_recover(f, p, map, row, &w->memory, call)
	    || !cfi_step(&copy, f, &w->memory)))
		return false;
	return unwind_frame_is_outward(f, stack, was_exact) || copy.is_signal || changes;
}

/* Finds the stack of a thread of P whose innermost frame is *F.  CALL is the system call that it
 * has made; NULL: all its registers are known. */
static void
walk(struct wait_walk *w, struct wait_process *p, struct cfi_frame *f, const struct wait_call *call)
{
	const struct wait_map *map;

	w->n = 0;
	w->is_cut = w->is_complete = false;
	p->steps = 0;
	for (;;) {
		bool is_return = !f->is_exact || (w->n == 0 && call != NULL && call->number >= 0);
		uint64_t at = f->is_exact ? f->pc : f->pc - 1;

		map = wait_walk_code(p, at);
		if (map == NULL && wait_walk_refresh(p))
			map = wait_walk_code(p, at);
		if (map == NULL)
			return;
		if (w->n == REC_FRAMES || !wait_walk_goes_on(p))
			break;
		/* The reader of the recording looks up the byte before a return address. */
		w->frames[w->n++] = f->pc + !is_return;
		if (!step(w, p, map, f, call)) {
			w->is_cut = w->memory.is_short;
			return;
		}
	}
	w->is_cut = true;
}

void
wait_walk_run(struct wait_walk *w, struct wait_process *p, const struct wait_call *call)
{
	const struct wait_map *stack = wait_maps_at(&p->maps, call->stack);
	struct cfi_frame f;

	if (stack == NULL && wait_walk_refresh(p))
		stack = wait_maps_at(&p->maps, call->stack);
	unwind_memory_open(&w->memory, call->stack, stack != NULL ? stack->high : 0,
		wait_memory_copy, p->pid);
	frame_open(&f, call);
	walk(w, p, &f, call);
}

void
wait_walk_frame(struct wait_walk *w, struct wait_process *p, struct cfi_frame *f)
{
	walk(w, p, f, NULL);
}

#else

void
wait_walk_run(struct wait_walk *w, struct wait_process *p, const struct wait_call *call)
{
	(void)p;
	w->frames[0] = call->pc;
	w->n = 1;
	w->is_cut = w->is_complete = false;
}

void
wait_walk_frame(struct wait_walk *w, struct wait_process *p, struct cfi_frame *f)
{
	(void)p;
	w->frames[0] = f->pc + 1;
	w->n = 1;
	w->is_cut = w->is_complete = false;
}

#endif

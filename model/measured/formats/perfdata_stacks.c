/* perfdata_stacks.c - unwinds the copies of stacks in the samples of a perf.data file
 *
 * perf record --call-graph dwarf stores the registers of the thread and the first bytes of its
 * stack in each sample.  The unwind tables of the program and its libraries say where callers are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/hash.h"
#include "base/mem.h"
#include "measured/formats/perfdata.h"
#include "unwind/unwind_frame.h"
#include "unwind/unwind_memory.h"
#include "unwind/unwind_tables.h"

enum {
	STEPS = 1 << 13,		/* elements of perfdata.steps; a power of two */
	MOST_FRAMES = 1 << 13,		/* the longest stack: copies have less than 64 KiB */
	MOST_JUMPS = 8,			/* callers on another stack, or, by a damaged stack, further
					 * in; without a limit, a stack may have no end */
};

/* How to find the caller of the code at an address.  The index of a step in perfdata.steps is made
 * from its address. */
struct perfdata_step {
	uint64_t at, maps;		/* .maps: perfdata_maps.number; 0: the step is not used */
	bool is_mapped;			/* there is code at the address */
	bool is_known;			/* .row and .changes_stack are valid */
	bool changes_stack;		/* as in struct unwind_row */
	struct cfi_row row;
};

void
perfdata_chain_add(struct perfdata *p, uint64_t address)
{
	p->chain = mem_grow(p->chain, p->nchain + 1, &p->chain_room, sizeof(*p->chain));
	p->chain[p->nchain++] = address;
}

#ifdef CFI_RETURN_ADDRESS

/* Returns the step from the code at AT in PROCESS. */
static const struct perfdata_step *
step_at(struct perfdata *p, const struct perfdata_process *process, uint64_t at)
{
	struct perfdata_step *s = &p->steps[hash_mix(at) & (STEPS - 1)];
	const struct codes *codes = p->options->codes;
	const struct unwind_row *row = NULL;
	const struct perfdata_map *map;
	struct unwind_tables *tables;
	uint64_t place;

	if (s->at == at && s->maps == process->maps.number)
		return s;
	map = perfdata_maps_at(&process->maps, at);
	tables = map != NULL ? codes->tables(codes->with, map->image,
		at - map->lo + map->offset, &place) : NULL;
	if (tables != NULL)
		row = unwind_tables_row(tables, place);
	*s = (struct perfdata_step){ .at = at, .maps = process->maps.number,
		.is_mapped = map != NULL, .is_known = row != NULL };
	if (row != NULL) {
		s->row = row->row;
		s->changes_stack = row->changes_stack;
	}
	return s;
}

/* Changes *F to the frame of its caller, as WAY says.  False: there is none, or it is not
 * known. */
static bool
step(const struct perfdata_step *way, struct cfi_frame *f, struct memory *m)
{
	uint64_t stack = f->registers[CFI_STACK_POINTER];

	if (!way->is_known)
		return unwind_frame_by_pointer(f, m);
	return cfi_step(&way->row, f, m) && (f->registers[CFI_STACK_POINTER] > stack
		|| way->row.is_signal || way->changes_stack);
}

/* Sets P->chain to the frame F and its callers, the innermost first. */
static void
walk(struct perfdata *p, const struct perfdata_sample *s, const struct perfdata_process *process,
	struct cfi_frame *f, struct memory *m)
{
	const int last = cfi_kept(CFI_RETURN_ADDRESS);
	unsigned jumps = 0;

	while (p->nchain < MOST_FRAMES && jumps <= MOST_JUMPS) {
		uint64_t at = f->is_exact ? f->pc : f->pc - 1;
		uint64_t stack = f->registers[CFI_STACK_POINTER];
		const struct perfdata_step *way = step_at(p, process, at);

		if (!way->is_mapped && p->nchain > 0)
			break;
		/* The byte before an address is looked up, except for the first one. */
		perfdata_chain_add(p, p->nchain > 0 ? at + 1 : at);
		if (way->is_known && way->row.rules[last] == CFI_UNDEFINED) {
			p->dumps.complete++;
			return;
		}
		if (!way->is_mapped || !step(way, f, m))
			break;
		jumps += f->registers[CFI_STACK_POINTER] <= stack;
	}
	p->dumps.cut += m->is_short && s->is_full;
}

bool
perfdata_unwind(struct perfdata *p, const struct perfdata_sample *s,
	const struct perfdata_process *process)
{
	const struct perfdata_attr *attr = &p->attrs[s->attr];
	const struct codes *codes = p->options->codes;
	struct memory m = { 0 };
	struct cursor c = s->registers;
	uint64_t values[64] = { 0 };
	struct cfi_frame f;

	p->nchain = 0;
	if (cursor_left(&c) == 0 || cursor_left(&s->stack) == 0)
		return false;
	for (int i = 0; i < 64 && cursor_left(&c) >= 8; i++)
		values[i] = cursor_uint(&c, 8);
	if (s->is_narrow || p->is_foreign || codes == NULL || codes->tables == NULL
	    || !unwind_frame_sampled(&f, attr->regs, values)) {
		p->dumps.unread++;
		return false;
	}
	if (p->steps == NULL)
		p->steps = mem_new(STEPS, sizeof(*p->steps));
	p->dumps.n++;
	unwind_memory_given(&m, f.registers[CFI_STACK_POINTER], s->stack.p,
		(size_t)cursor_left(&s->stack));
	walk(p, s, process, &f, &m);
	return p->nchain > 0;
}

#else

bool
perfdata_unwind(struct perfdata *p, const struct perfdata_sample *s,
	const struct perfdata_process *process)
{
	(void)process;
	p->nchain = 0;
	p->dumps.unread += cursor_left(&s->stack) > 0;
	return false;
}

#endif

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
#include "measured/stackroots.h"
#include "unwind/unwind_frame.h"
#include "unwind/unwind_memory.h"
#include "unwind/unwind_tables.h"

enum {
	STEPS = 1 << 13,		/* elements of perfdata.steps; a power of two */
	MOST_FRAMES = 1 << 13,		/* the longest stack: copies have less than 64 KiB */
	MOST_JUMPS = 8,			/* callers on another stack, or, by a damaged stack, further
					 * in; without a limit, a stack may have no end */
};

/* Where arm64 has addresses of 39 bits, signatures also have bits that other machines need for
 * addresses. */
static const uint64_t SHORT_ADDRESS = (UINT64_C(1) << 39) - 1;

/* How to find the caller of the code at an address.  The index of a step in perfdata.steps is made
 * from its address. */
struct perfdata_step {
	uint64_t at, maps;		/* .maps: perfdata_maps.number; 0: the step is not used */
	bool is_mapped;			/* there is code at the address */
	bool is_known;			/* .row and .changes_stack are valid */
	bool is_start;			/* a process or thread begins there; only if .is_known is
					 * not set */
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

/* Is the code at AT, which is in MAP, in a function with which a process or thread begins?  The one
 * in the dynamic linker has no unwind tables. */
static bool
is_start(struct perfdata *p, const struct perfdata_map *map, uint64_t at)
{
	const struct codes *codes = p->options->codes;
	const struct measured *m = p->m;
	const uint32_t *frames;
	uint32_t n = codes->frames(codes->with, &(struct code_place){ .image = map->image,
		.pid = map->pid, .maker = map->pid, .address = at,
		.offset = at - map->lo + map->offset }, &frames);

	return n > 0 && stackroots_of(m, m->frames[frames[0]].func) == ROOT_START;
}

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
	if (tables != NULL && tables->machine == p->machine)
		row = unwind_tables_row(tables, place);
	*s = (struct perfdata_step){ .at = at, .maps = process->maps.number,
		.is_mapped = map != NULL, .is_known = row != NULL,
		.is_start = map != NULL && row == NULL && is_start(p, map, at) };
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
	uint64_t stack = f->registers[f->machine->stack_pointer];
	bool was_exact = f->is_exact;

	if (!way->is_known)
		return unwind_frame_by_pointer(f, m);
	return cfi_step(&way->row, f, m) && (unwind_frame_is_outward(f, stack, was_exact)
		|| way->row.is_signal || way->changes_stack);
}

/* Sets P->chain to the frame F and its callers, the innermost first. */
static void
walk(struct perfdata *p, const struct perfdata_sample *s, const struct perfdata_process *process,
	struct cfi_frame *f, struct memory *m)
{
	const struct cfi_machine *machine = f->machine;
	const int last = cfi_kept(machine, machine->return_address);
	unsigned jumps = 0;
	bool is_whole = false, is_elsewhere = false;

	while (p->nchain < MOST_FRAMES && jumps <= MOST_JUMPS) {
		uint64_t at = f->is_exact ? f->pc : f->pc - 1;
		uint64_t stack = f->registers[machine->stack_pointer];
		const struct perfdata_step *way = step_at(p, process, at);

		if (!way->is_mapped && machine->has_signatures) {
			at &= SHORT_ADDRESS;
			way = step_at(p, process, at);
		}
		if (!way->is_mapped && p->nchain > 0)
			break;
		/* The byte before an address is looked up, except for the first one. */
		perfdata_chain_add(p, p->nchain > 0 ? at + 1 : at);
		is_elsewhere |= way->is_known && way->changes_stack;
		is_whole = way->is_known ? way->row.rules[last] == CFI_UNDEFINED : way->is_start;
		if (!way->is_mapped || (way->is_known && is_whole) || !step(way, f, m))
			break;
		is_whole = false;
		jumps += f->registers[machine->stack_pointer] <= stack;
	}
	p->dumps.complete += is_whole;
	if (!is_whole && is_elsewhere)
		p->dumps.elsewhere++;
	else
		p->dumps.cut += !is_whole && m->is_short && s->is_full;
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
	if (s->is_narrow || p->machine == NULL || codes == NULL || codes->tables == NULL
	    || !unwind_frame_sampled(&f, p->machine, attr->regs, values)) {
		p->dumps.unread++;
		return false;
	}
	if (p->steps == NULL)
		p->steps = mem_new(STEPS, sizeof(*p->steps));
	p->dumps.n++;
	unwind_memory_given(&m, f.registers[p->machine->stack_pointer], s->stack.p,
		(size_t)cursor_left(&s->stack));
	walk(p, s, process, &f, &m);
	return p->nchain > 0;
}

/* Returns the value of register NUMBER of the program in S; 0: it was not recorded. */
static uint64_t
register_of(const struct perfdata *p, const struct perfdata_sample *s, unsigned number)
{
	uint64_t mask = p->attrs[s->attr].regs;
	struct cursor c = s->registers;

	if ((mask >> number & 1) == 0 || s->is_narrow)
		return 0;
	for (mask &= (UINT64_C(1) << number) - 1; mask != 0; mask &= mask - 1)
		(void)cursor_uint(&c, 8);
	return cursor_left(&c) >= 8 ? cursor_uint(&c, 8) : 0;
}

bool
perfdata_chain_link(struct perfdata *p, const struct perfdata_sample *s,
	const struct perfdata_process *process)
{
	const struct cfi_machine *machine = p->machine;
	const struct codes *codes = p->options->codes;
	const struct perfdata_step *way;
	struct cursor c = s->chain;
	uint64_t caller, at;
	int link;

	p->nchain = 0;
	if (machine == NULL || !machine->has_link || cursor_left(&s->registers) == 0
	    || codes == NULL || codes->tables == NULL)
		return false;
	caller = cfi_without_signature(machine, register_of(p, s, machine->return_address));
	while (cursor_left(&c) >= 8 && cursor_uint(&c, 8) != PERFDATA_MARK_USER)
		;
	if (caller == 0 || cursor_left(&c) < 8)
		return false;
	if (p->steps == NULL)
		p->steps = mem_new(STEPS, sizeof(*p->steps));
	at = cursor_uint(&c, 8);
	way = step_at(p, process, at);
	link = cfi_kept(machine, machine->return_address);
	if (!way->is_known || way->row.rules[link] != CFI_SAME)
		return false;
	perfdata_chain_add(p, at);
	perfdata_chain_add(p, caller);
	while (cursor_left(&c) >= 8)
		perfdata_chain_add(p, cursor_uint(&c, 8));
	return true;
}

#else

bool
perfdata_chain_link(struct perfdata *p, const struct perfdata_sample *s,
	const struct perfdata_process *process)
{
	(void)s;
	(void)process;
	p->nchain = 0;
	return false;
}

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

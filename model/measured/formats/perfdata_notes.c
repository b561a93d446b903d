/* perfdata_notes.c - what a perf.data file lacks, how good its stacks are, where it was made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/perfdata.h"
#include "measured/stackroots.h"

static const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* Returns the root of a stack whose outermost frame is FRAME. */
static unsigned char
root_of(const struct measured *m, const struct measured_frame *frame)
{
	return (frame->flags & MEASURED_KERNEL) != 0 ? ROOT_START
		: (unsigned char)stackroots_of(m, frame->func);
}

struct stack_roots
perfdata_roots(const struct measured *m)
{
	unsigned char *roots = mem_new(m->npaths, 1);
	struct stack_roots r = { 0 };

	for (uint32_t i = 0; i < m->npaths; i++) {
		const struct measured_frame *frame = &m->frames[m->paths[i].frame];
		uint32_t parent = m->paths[i].parent;

		roots[i] = parent == NOBODY ? root_of(m, frame)
			: m->paths[parent].parent != NOBODY ? roots[parent]
			: (unsigned char)stackroots_by_callee(roots[parent], m, frame->func);
	}
	for (uint32_t i = 0; i < m->nsamples; i++)
		for (uint32_t k = 0; k < m->nevents; k++)
			r.n[roots[m->samples[i].path]]
				+= m->weights[(size_t)i * m->nevents + k].samples;
	free(roots);
	return r;
}

/* Adds a note that says which share of the stacks of the file is complete.  ADVICE says why others
 * are not. */
static void
note_stacks(const struct perfdata *p, const char *advice)
{
	struct stack_roots r = perfdata_roots(p->m);

	for (unsigned i = 0; i < ROOTS; i++)
		r.n[i] -= p->roots.n[i];
	stackroots_note(&r, p->m, advice);
}

enum { SIMPLEPERF = 1 << 15 };	/* simpleperf adds types of records from here on:
				 * system/extras/simpleperf/record.h of Android */

/* Has perf asked the kernel how many samples of each event were lost? */
static bool
counts_lost(const struct perfdata *p)
{
	for (uint32_t i = 0; i < p->nattrs; i++)
		if ((p->attrs[i].read_format & READ_LOST) != 0)
			return true;
	return false;
}

/* Adds notes about what the file lacks. */
static void
note_lost(const struct perfdata *p)
{
	struct measured *m = p->m;
	/* If counts of lost samples were asked for, they are also among the lost records. */
	bool are_counted = counts_lost(p) && p->lost_samples > 0;
	uint64_t lost = are_counted ? p->lost_samples : p->lost + p->lost_samples;

	if (lost > 0) {
		const char *what = arena_printf(&m->text, "%" PRIu64 " %s%s", lost,
			are_counted ? "sample" : "record", plural(lost));

		m->nlost += lost;
		m->lost = m->nlost == lost ? arena_printf(&m->text, "%s lost", what)
			: arena_printf(&m->text, "%" PRIu64 " records lost", m->nlost);
		measured_add_note(m, are_counted
			? arena_printf(&m->text, "perf record lost %s, %.1f %% of all.", what,
				100 * (double)lost / (double)(lost + p->nsamples
					+ p->choice.nomitted))
			: arena_printf(&m->text, "perf record lost %s.", what),
			"The kernel had no room for them, so figures are too low. Record with "
			"a larger buffer (-m) or with a lower rate (-F).");
	}
	if (p->throttled > 0)
		measured_add_note(m, arena_printf(&m->text, "The kernel stopped sampling %" PRIu64 " time%s "
			"for a moment.", p->throttled, plural(p->throttled)),
			"Samples came too fast. Record with a lower rate (-F).");
	if (p->order.late > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " record%s not in the order of time.",
			p->order.late, p->order.late == 1 ? " is" : "s are"),
			"Some code may have the name of a program or library that was not yet mapped, or "
			"no longer.");
	if (p->tasks.nrefused > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " mapping%s omitted: there are too "
			"many.", p->tasks.nrefused, p->tasks.nrefused == 1 ? " is" : "s are"),
			"The code there has no name.");
	if (p->unknown > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " record%s of a type that is not "
			"known (%" PRIu32 ").", p->unknown, p->unknown == 1 ? " is" : "s are",
			p->unknown_type), p->unknown_type >= SIMPLEPERF ? "They were skipped. "
			"simpleperf of Android wrote the file, and has more names: "
			"stackcollapse.py -i perf.data | gprowse -"
			: "They were skipped. A newer version of perf wrote the file.");
}

static void
note_unread(const struct perfdata *p)
{
	uint64_t n = p->dumps.unread;

	measured_add_note(p->m, arena_printf(&p->m->text, "%" PRIu64 " sample%s a copy of the stack, "
		"which is not unwound.", n, n == 1 ? " has" : "s have"),
		"Stacks of x86-64 and 64-bit ARM are unwound, on these machines. Of other programs, only the "
		"function that was running is known. perf unwinds them, on the machine that was recorded: perf "
		"script | gprowse -");
}

/* Adds a note that says which share of the stacks that were unwound is complete. */
static void
note_copies(const struct perfdata *p)
{
	enum { MOST = 65528 };		/* bytes that perf copies at most */
	struct measured *m = p->m;
	double percent = 100 / (double)p->dumps.n;
	uint64_t others = p->dumps.n - p->dumps.complete - p->dumps.cut - p->dumps.elsewhere;
	uint32_t size = 0;
	const char *more, *elsewhere = "";

	m->stacks = STACKS_WHOLE;
	if ((double)(p->dumps.n - p->dumps.complete) * percent < 1)
		return;
	if (p->dumps.elsewhere > 0)
		elsewhere = arena_printf(&m->text, " %.1f %% continue on another stack, which perf does not "
			"copy: functions of Go, such as runtime.systemstack, work on another stack than their "
			"callers.", (double)p->dumps.elsewhere * percent);
	for (uint32_t i = 0; i < p->nattrs; i++)
		if (p->attrs[i].stack > size)
			size = p->attrs[i].stack;
	more = size >= MOST ? "perf copies no more bytes of a stack. Frame pointers need no copies: "
		"build with -fno-omit-frame-pointer, record with --call-graph fp."
		: arena_printf(&m->text, "Let perf copy more of each stack: --call-graph dwarf,%u.",
			(unsigned)(size < MOST / 2 ? 2 * size : MOST));
	measured_add_note(m, arena_printf(&m->text, "%.1f %% of the stacks are complete. %.1f %% end "
		"where the copy of the stack ends, %.1f %% in code without unwind tables, or whose file is "
		"not on this machine.%s", (double)p->dumps.complete * percent,
		(double)p->dumps.cut * percent, (double)others * percent, elsewhere),
		arena_printf(&m->text, "The totals of outer functions are too low.%s%s",
			p->dumps.cut > others / 8 ? " " : "", p->dumps.cut > others / 8 ? more : ""));
}

/* Adds notes about the stacks. */
static void
note_chains(const struct perfdata *p)
{
	uint64_t types = 0;

	for (uint32_t i = 0; i < p->nattrs; i++)
		types |= p->attrs[i].sample_type;
	if (p->dumps.unread > 0)
		note_unread(p);
	if (p->dumps.n > 0)
		note_copies(p);
	else if (p->deferred > 0)
		measured_add_note(p->m, arena_printf(&p->m->text, "%" PRIu64 " sample%s without the stack of "
			"the program: the kernel was to record it later, and did not.", p->deferred,
			p->deferred == 1 ? " is" : "s are"),
			"In such samples, only code of the kernel is known.");
	else if ((types & FIELD_CALLCHAIN) == 0)
		measured_add_note(p->m, "The samples have no stacks, so totals are own times.",
			"perf record -g records stacks.");
	else
		note_stacks(p, p->branched > 0
			? "The processor records the last calls only, at most 32 (--call-graph lbr)."
			: "Stacks end early in code without frame pointers: build with "
			"-fno-omit-frame-pointer, or record with --call-graph dwarf.");
}

void
perfdata_note(struct perfdata *p)
{
	struct measured *m = p->m;
	const char *command = p->command, *host = p->host;

	note_lost(p);
	note_chains(p);
	if (command != NULL || host != NULL)
		measured_add_note(m, arena_printf(&m->text, "%s%s%s%s%s%s.", command != NULL ? command
			: "perf record", host != NULL ? " ran on " : "", host != NULL ? host : "",
			p->release != NULL ? ", Linux " : "", p->release != NULL ? p->release : "",
			p->version != NULL ? arena_printf(&m->text, ", perf %s", p->version) : ""), "");
}

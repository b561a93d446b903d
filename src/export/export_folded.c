/* export_folded.c - stacks for flame graphs
 *
 * The export has a line for each stack, as measured/formats/folded.c reads it.  Recorded stacks
 * have the values of the event that is shown.  Stacks that are estimated from a call graph begin
 * with a frame that says so.  Their values are microseconds, thousandths of samples if the sampling
 * rate is not known, or values of the event of a measured profile, with fractions if the files have
 * fractions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "export/export.h"
#include "export/stacks.h"

static const double MICROSECONDS = 1e6;

struct folded_writer {
	struct export *x;
	const struct measured *m;
	uint32_t *stack;		/* owned; frames of the current stack, the innermost
					 * first */
	size_t room;
};

/* Returns the text to write for C in the name of a frame, or NULL for C itself.  A semicolon is
 * replaced, because it separates frames. */
static const char *
escape_in_frame(char c)
{
	return c == ';' ? "_" : NULL;
}

/* Prints the name of FRAME and, if FRAME has flags, the suffix of its kind. */
static void
print_frame(struct folded_writer *f, const struct measured_frame *frame)
{
	export_name(f->x, measured_text_of(f->m, f->m->funcs[frame->func].name), escape_in_frame);
	if (frame->flags != 0)
		out_text(&f->x->out, (frame->flags & MEASURED_INLINED) != 0 ? "_[i]"
			: (frame->flags & MEASURED_KERNEL) != 0 ? "_[k]" : "_[j]");
}

/* Prints VALUE, a number of units of 1 / PER_UNIT, with the decimals that it needs. */
static void
print_value(struct out *o, int64_t value, uint32_t per_unit)
{
	uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value, rest = size % per_unit;

	out_printf(o, " %s%" PRIu64, value < 0 ? "-" : "", size / per_unit);
	for (out_text(o, rest > 0 ? "." : ""); rest > 0; rest = 10 * rest % per_unit)
		out_printf(o, "%" PRIu64, 10 * rest / per_unit);
	out_text(o, "\n");
}

/* Prints a line for the stack PATH, which has the value VALUE. */
static void
print_stack(struct folded_writer *f, uint32_t path, int64_t value)
{
	struct out *o = &f->x->out;
	size_t n = 0;

	for (; path != NOBODY; path = f->m->paths[path].parent) {
		f->stack = mem_grow(f->stack, n + 1, &f->room, sizeof(*f->stack));
		f->stack[n++] = f->m->paths[path].frame;
	}
	if (f->m->estimated)
		out_text(o, measured_mark);
	for (size_t i = n; i-- > 0;) {
		if (i + 1 < n || f->m->estimated)
			out_text(o, ";");
		print_frame(f, &f->m->frames[f->stack[i]]);
	}
	print_value(o, value, f->m->events[0].per_unit);
}

static void
print_stacks(struct folded_writer *f)
{
	const struct measured *m = f->m;

	for (uint32_t i = 0; i < m->nsamples; i++)
		if (m->weights[i].value != 0)
			print_stack(f, m->samples[i].path, m->weights[i].value);
	free(f->stack);
}

/* Returns the stacks of S, to be released with measured_release().  Functions have the names that
 * are shown, without lines, files and objects.  Stacks that become equal, or differ only in their
 * part, are merged. */
static struct measured *
merge_stacks(const struct stacks *s)
{
	const struct measured *from = s->m;
	struct measured *m = measured_new();
	uint32_t *paths = mem_uncleared(from->npaths, sizeof(*paths));

	measured_add_event(m, "", 0, "");
	m->events[0].per_unit = from->events[s->event].per_unit;
	m->estimated = from->estimated;
	for (uint32_t i = 0; i < from->npaths; i++) {
		const struct measured_frame *old = &from->frames[from->paths[i].frame];
		uint32_t caller = stacks_caller(s, i);
		const char *name = stacks_name(s, old->func);
		struct measured_func func = { .object = NOBODY, .file = NOBODY };
		struct measured_frame frame = { .file = NOBODY, .flags = old->flags };

		if (stacks_omits(s, i)) {
			paths[i] = paths[from->paths[i].parent];
			continue;
		}
		func.name = measured_text(m, name, strlen(name));
		frame.func = measured_func(m, &func);
		paths[i] = measured_path(m, caller != NOBODY ? paths[caller] : NOBODY,
			measured_frame(m, &frame));
	}
	for (uint32_t i = 0; i < from->nsamples; i++)
		if (stacks_has(s, i))
			measured_add_sample(m, paths[from->samples[i].path], NOBODY,
				&from->weights[(size_t)i * from->nevents + s->event]);
	free(paths);
	return m;
}

void
export_folded(struct export *x)
{
	struct folded_writer f = { .x = x };
	struct measured *m;
	struct stacks s;

	stacks_open(&s, x->ctx, MICROSECONDS);
	x->is_clipped |= s.is_clipped;
	m = merge_stacks(&s);
	stacks_release(&s);
	f.m = m;
	print_stacks(&f);
	measured_release(m);
}

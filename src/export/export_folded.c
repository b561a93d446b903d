/* export_folded.c - stacks for flame graphs
 *
 * The export has a line for each stack, as measured/formats/folded.c reads it.  Recorded stacks
 * have the values of the event that is shown.  Stacks that are estimated from a call graph begin
 * with a frame that says so.  Their values are microseconds, thousandths of samples if the sampling
 * rate is not known, or values of the event of a measured profile, with fractions if the files have
 * fractions.  The difference of two profiles has two numbers a line, those of both sides, as
 * difffolded.pl writes them.
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
}

/* Prints a line for the stack PATH, which has the values WEIGHTS. */
static void
print_stack(struct folded_writer *f, uint32_t path, const struct measured_weight *weights)
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
	for (uint32_t k = 0; k < f->m->nevents; k++)
		print_value(o, weights[k].value, f->m->events[0].per_unit);
	out_text(o, "\n");
}

static void
print_stacks(struct folded_writer *f)
{
	const struct measured *m = f->m;

	for (uint32_t i = 0; i < m->nsamples; i++) {
		const struct measured_weight *w = &m->weights[(size_t)i * m->nevents];

		if (w[0].value != 0 || w[m->nevents - 1].value != 0)
			print_stack(f, m->samples[i].path, w);
	}
	free(f->stack);
}

/* Adds the stacks of S to M, as event EVENT.  Functions have the names that are shown, without
 * lines, files and objects.  Stacks that become equal, or differ only in their part, are merged. */
static void
merge_stacks(struct measured *m, const struct stacks *s, uint32_t event)
{
	const struct measured *from = s->m;
	uint32_t *paths = mem_uncleared(from->npaths, sizeof(*paths));

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
	for (uint32_t i = 0; i < from->nsamples; i++) {
		struct measured_weight both[2] = { { .value = 0 } };

		both[event] = from->weights[(size_t)i * from->nevents + s->event];
		if (stacks_has(s, i))
			measured_add_sample(m, paths[from->samples[i].path], NOBODY, both);
	}
	free(paths);
}

/* Adds the stacks of G, a graph of the profile of X, to M, as event EVENT. */
static void
add_stacks(struct export *x, struct measured *m, const struct graph *g, uint32_t event)
{
	const struct graph *shown = x->ctx->graph;
	struct stacks s;

	x->ctx->graph = g;
	stacks_open(&s, x->ctx, MICROSECONDS);
	x->is_clipped |= s.is_clipped;
	merge_stacks(m, &s, event);
	stacks_release(&s);
	x->ctx->graph = shown;
}

void
export_folded(struct export *x)
{
	const struct graph *const *sides = x->ctx->compared.graph;
	struct measured *m = measured_new();
	struct folded_writer f = { .x = x, .m = m };

	measured_add_event(m, "", 0, "");
	if (sides[0] != NULL) {
		measured_add_event(m, "", 0, "");
		add_stacks(x, m, sides[0], 0);
		add_stacks(x, m, sides[1], 1);
	} else {
		add_stacks(x, m, x->ctx->graph, 0);
	}
	x->excess = stacks_excess(m, NULL, true);
	if (x->excess == 0)
		print_stacks(&f);
	measured_release(m);
}

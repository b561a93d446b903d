/* perfscript_roots.c - where the stacks in the output of perf script begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/perfscript_roots.h"

#include <inttypes.h>

void
perfscript_roots_begin(struct perfscript_roots *r)
{
	r->nframes = r->nuser = 0;
	r->is_ended = r->is_bare = r->is_nowhere = false;
}

/* Is F, which is in no known object, where the kernel is?  A false caller may have such an address,
 * too, but has callees in a program. */
static bool
is_high(const struct perf_frame *f)
{
	return f->has_address && f->address >> 48 == 0xffff;
}

void
perfscript_roots_frame(struct perfscript_roots *r, const struct perf_frame *f, bool is_kernel)
{
	r->has_names |= !perf_text_is_unknown(f->name);
	r->is_ended = perfscript_is_end(f);
	if (r->is_ended || f->is_inlined)
		return;
	r->nframes++;
	r->is_nowhere = perf_text_is_unknown(f->object);
	r->is_bare = f->object.n == 0 && !f->has_address;
	r->nuser += !is_kernel && !(r->is_nowhere && is_high(f));
}

void
perfscript_roots_inlined(struct perfscript_roots *r)
{
	r->nframes -= r->nframes > 0;
	r->nuser -= r->nuser > 0;
}

/* Counts a stack with ROOT, which has NFRAMES.  MAY_GO_ON: there may be other callers. */
static void
add_longest(struct perfscript_longest *l, uint32_t nframes, enum stack_root root, bool may_go_on)
{
	if (nframes > l->most)
		*l = (struct perfscript_longest){ .most = nframes };
	l->n[root] += may_go_on && nframes == l->most;
}

void
perfscript_roots_end(struct perfscript_roots *r, const struct measured *m, const uint32_t *frames,
	size_t n)
{
	enum stack_root root;
	bool may_go_on;

	if (n == 0 || r->nframes == 0)
		return;
	r->is_blind |= r->is_bare;
	root = r->nuser == 0 ? ROOT_START : r->is_ended ? ROOT_COPY
		: stackroots_of(m, m->frames[frames[n - 1]].func);
	if (n > 1)
		root = stackroots_by_callee(root, m, m->frames[frames[n - 2]].func);
	may_go_on = !r->is_nowhere && (root == ROOT_UNNAMED || root == ROOT_ELSEWHERE);
	r->kernel += r->nuser == 0;
	r->all.n[root]++;
	add_longest(&r->by_all, r->nframes, root, may_go_on);
	add_longest(&r->by_user, r->nuser, root, may_go_on);
}

static uint64_t
number_of(const struct perfscript_longest *l)
{
	return l->n[ROOT_UNNAMED] + l->n[ROOT_ELSEWHERE];
}

/* The longest stacks may be cut, by perf record or by perf script, if there are many of them: says
 * so in the text of M. */
static void
cut_longest(struct perfscript_roots *r, struct measured *m)
{
	enum { FEWEST = 3 };
	const double much = 0.02;
	bool is_user = number_of(&r->by_user) > number_of(&r->by_all);
	const struct perfscript_longest *l = is_user ? &r->by_user : &r->by_all;
	uint64_t all = 0, longest = number_of(l);

	for (int k = ROOT_START; k < ROOTS; k++)
		all += r->all.n[k];
	if (longest < FEWEST || (double)longest < much * (double)all)
		return;
	for (int k = ROOT_START; k < ROOTS; k++)
		r->all.n[k] -= l->n[k];
	r->all.n[ROOT_CUT] += longest;
	r->all.cut = arena_printf(&m->text, "have %" PRIu32 " frames%s, as many as the longest",
		l->most, is_user ? " of the program" : "");
}

void
perfscript_roots_note(struct perfscript_roots *r, struct measured *m)
{
	const uint64_t *n = r->all.n;
	uint64_t others;
	const char *advice;

	/* If no function of a program has a caller, nothing is known of its stacks. */
	if (r->by_user.most < 2 || r->is_blind || !r->has_names)
		return;
	cut_longest(r, m);
	others = n[ROOT_UNNAMED] + n[ROOT_ELSEWHERE];
	if (n[ROOT_COPY] > 0) {
		/* Where perf unwinds copies, stacks of the kernel alone have none. */
		r->all.n[ROOT_START] -= r->kernel;
		m->stacks = STACKS_WHOLE;
	}
	advice = n[ROOT_CUT] > others && n[ROOT_CUT] > n[ROOT_COPY]
		? "The option --max-stack of perf may have cut stacks."
		: n[ROOT_COPY] > others ? "Let perf copy more of each stack, at most with --call-graph "
		"dwarf,65528."
		: "With perf record -g, stacks end early in code without frame pointers: build with "
		"-fno-omit-frame-pointer, or record with --call-graph dwarf. With this, they end "
		"early in code without unwind tables.";
	stackroots_note(&r->all, m, advice);
}

/* describe.c - figures in words.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "columns/describe.h"

#include <math.h>
#include <string.h>

#include "columns/spreadcells.h"
#include "elf/image.h"
#include "samples/samples.h"

static bool
any_caller(const struct scene *s, uint32_t f)
{
	const struct profile *p = s->profile;
	uint32_t i;

	for (i = p->in_at[f]; i < p->in_at[f + 1]; i++)
		if (p->arcs[p->in[i]].caller != f && !profile_is_possible(p, p->in[i]))
			return true;
	return false;
}

const char *
why_spontaneous(const struct scene *s, uint32_t n)
{
	const struct profile *p = s->profile;

	if (n >= p->nfuncs)
		return "called by code that is not in the profile: a library, or without -pg";
	if (p->funcs[n].is_profiler)
		return "part of the profiler itself: nobody records who calls it";
	if (!p->has_arcs)
		return "the profile holds no calls at all: only samples";
	if (p->outside && p->outside[n] > 0 && p->nimages > 0
		&& p->samples[p->funcs[n].image].has_outside)
		return "called from other images: the program, or other libraries";
	if (p->outside && p->outside[n] > 0)
		return "called from code outside every function of the image: a library, a signal";
	if (p->out_at[n + 1] > p->out_at[n] && !profile_is_possible(p, p->out[p->out_at[n]]))
		return "called by code without -pg: the C library calls main, signal handlers, and what qsort compares with";
	return "no call of it was recorded: it, or all that calls it, is without -pg";
}

static void
say_calls(const struct scene *s, const struct node *n, bool is_cycle, FILE *out)
{
	if (n->calls == 0 && n->self_calls == 0)
		return;
	fprintf(out, "%s%llu call%s", s->profile->calls_lost ? "at least " : "",
		(unsigned long long)n->calls, n->calls == 1 ? "" : "s");
	if (n->self_calls > 0)
		fprintf(out, " and %llu %s", (unsigned long long)n->self_calls,
			is_cycle ? "inside" : "from itself");
	fputc('\t', out);
}

static void
say_bounds(const struct scene *s, uint32_t n, FILE *out)
{
	const struct node *node = &s->graph->nodes[n];
	const struct bound *bound = &s->graph->bounds[n];
	char total[2 * FIGURE], lo[FIGURE], hi[FIGURE];

	if (node->fract == 0 || (node->child <= 0 && bound->worth == CERTAIN))
		return;
	/* Whose samples they are is certain; that they are samples, still. */
	if (bound->worth == CERTAIN) {
		figure_sampled(total, &s->scale, node->self + node->child);
		fprintf(out, "%s with callees, certain\t", total);
		return;
	}
	figure_spoken(total, &s->scale, node->self + node->child);
	figure_spoken(lo, &s->scale, bound->lo);
	figure_spoken(hi, &s->scale, bound->hi);
	fprintf(out, "~%s with callees (%.*s to %.*s)\t", total,
		(int)strcspn(lo, " "), lo, (int)strcspn(hi, " "), hi);
}

void
say_place(struct scene *s, uint32_t n, FILE *out)
{
	char text[PLACE_ROOM];

	if (!scene_is_cycle(s, n) && s->origin && s->origin->awake
		&& *origin_place(s->origin, origin_of_func(s->origin, n), text))
		fprintf(out, "%s\t", text);
}

void
say_node(struct scene *s, uint32_t n, FILE *out)
{
	const struct node *node = &s->graph->nodes[n];
	char time[2 * FIGURE];
	bool is_cycle = scene_is_cycle(s, n);

	if (scene_is_out(s, n))
		fprintf(out, "taken out: x puts it back\t");
	else if (node->fract == 0)
		fprintf(out, "only what was taken out leads here\t");
	if (s->has_time && node->fract > 0) {
		figure_sampled(time, &s->scale, node->self);
		fprintf(out, "%s\t", time);
	}
	if (is_cycle)
		fprintf(out, "%u functions that call each other\t",
			s->graph->member_at[n - s->graph->nfuncs + 1]
			- s->graph->member_at[n - s->graph->nfuncs]);
	else if (s->profile->funcs[n].is_profiler)
		fprintf(out, "the cost of being profiled\t");
	else if (!any_caller(s, n))
		fprintf(out, "no caller recorded\t");
	say_spread(s, n, out);
	if (s->has_time)
		say_bounds(s, n, out);
	say_calls(s, node, is_cycle, out);
	if (node->cycle != NOBODY)
		fprintf(out, "in %s\t", scene_name(s, node->cycle));
	/* It is long, and shown elsewhere too: it gives way first. */
	say_place(s, n, out);
}

/* Times that differ are an estimate, and what it is between. */
static void
say_share(struct scene *s, uint32_t arc, FILE *out)
{
	const struct arc *a = &s->profile->arcs[arc];
	struct share share = graph_share(s->graph, arc);
	struct bound bound = graph_arc_bound(s->graph, arc);
	char time[2 * FIGURE], lo[FIGURE], hi[FIGURE], part[FIGURE];
	uint64_t all = s->graph->nodes[graph_whole(s->graph, a->callee)].calls;

	if (bound.worth == CERTAIN) {
		figure_sampled(time, &s->scale, share.self + share.child);
		fprintf(out, "%s: certain\t", time);
		return;
	}
	figure_spoken(time, &s->scale, share.self + share.child);
	figure_spoken(lo, &s->scale, bound.lo);
	figure_spoken(hi, &s->scale, bound.hi);
	fprintf(out, "~%s", time);
	if (all > 0) {
		figure_plain(part, 100 * (double)a->count / (double)all, 3);
		fprintf(out, " = %s %% of the calls", part);
	}
	fprintf(out, "\tbetween %.*s and %s\t", (int)strcspn(lo, " "), lo, hi);
}

void
say_arc(struct scene *s, uint32_t arc, bool caller, FILE *out)
{
	const struct arc *a = &s->profile->arcs[arc];
	uint32_t whole = graph_whole(s->graph, a->callee);
	uint64_t all = s->graph->nodes[whole].calls;

	if (profile_is_possible(s->profile, arc)) {
		fprintf(out, "possible: in the code, not counted\t");
		return;
	}
	if (scene_is_cut(s, arc)) {
		fprintf(out, "%llu calls are lost\t", (unsigned long long)a->count);
		return;
	}
	if (graph_is_inner(s->graph, arc)) {
		fprintf(out, "%llu calls inside the cycle: they hand up no time\t",
			(unsigned long long)a->count);
		return;
	}
	if (whole != a->callee)
		fprintf(out, "figures of all %s\t", scene_name(s, whole));
	if (a->count == 0)
		fprintf(out, "a call in the code that never happened\t");
	else if (a->count == all && caller)
		fprintf(out, all == 1 ? "makes the only call\t" : "makes all %llu calls\t",
			(unsigned long long)all);
	else if (a->count == all)
		fprintf(out, all == 1 ? "its only call comes from here\t"
			: "all its %llu calls come from here\t", (unsigned long long)all);
	if (s->has_time && s->graph->nodes[whole].fract > 0
	    && s->graph->nodes[a->caller].fract > 0)
		say_share(s, arc, out);
	if (a->count != all)
		fprintf(out, "%llu of %llu calls%s\t", (unsigned long long)a->count,
			(unsigned long long)all, whole != a->callee ? " into it" : "");
}

static void
tell_name(struct scene *s, uint32_t n, FILE *out)
{
	const struct profile *p = s->profile;
	struct source_place place;
	const struct func *f;
	uint32_t i;

	fprintf(out, "[%u] %s\n", s->graph->nodes[n].index, scene_name(s, n));
	if (scene_is_cycle(s, n))
		return;
	f = &p->funcs[n];
	if (strcmp(f->name, scene_name(s, n)) != 0)
		fprintf(out, "In the symbol table: %s\n", f->name);
	for (i = 0; i < f->nalso; i++)
		fprintf(out, "Also called: %s\n", f->also[i]);
	place = s->origin ? origin_of_func(s->origin, n) : (struct source_place){ 0 };
	if (place.file)
		fprintf(out, "Source: %s:%u\n", place.file, place.line);
	fprintf(out, "Code: 0x%llx to 0x%llx of %s%s\n", (unsigned long long)f->lo,
		(unsigned long long)f->hi, p->images[f->image].path,
		f->is_static ? ", local to its source file" : "");
	if (f->is_profiler)
		fprintf(out, "It belongs to the profiler: its time is the cost of being profiled.\n");
}

static void
tell_self(struct scene *s, const struct node *n, bool is_cycle, FILE *out)
{
	char time[2 * FIGURE], part[FIGURE], all[FIGURE], period[FIGURE], found[FIGURE];

	if (!s->has_time) {
		fprintf(out, "Time: the profile holds no samples.\n");
		return;
	}
	figure_samples(found, n->time);
	if (n->fract == 0) {
		fprintf(out, "Self: does not count. Sampled: the program was found %s time%s in %s.\n",
			found, n->time == 1 ? "" : "s",
			is_cycle ? "the code of its members" : "this code");
		return;
	}
	figure_sampled(time, &s->scale, n->self);
	figure_percent(part, n->self, s->graph->total, 2);
	figure_spoken(all, &s->scale, s->graph->total);
	figure_spoken(period, &s->scale, 1);
	fprintf(out, "Self: %s, %s %% of %s. Sampled: the program was found %s time%s in %s. ",
		time, part, all, found, n->time == 1 ? "" : "s",
		is_cycle ? "the code of its members" : "this code");
	if (graph_counts_in_part(n))
		fprintf(out, "Of that counts what others than those taken out account for, by "
			"the number of their calls: an estimate. ");
	if (n->time != floor(n->time))
		fprintf(out, "Some were so near to other code that they were shared with it. ");
	if (n->time > 0)
		fprintf(out, "The error is the square root of that many periods of %s.\n", period);
	else
		fprintf(out, "That can still be up to about three periods of %s.\n", period);
}

static void
tell_total(struct scene *s, const struct node *n, const struct bound *bound, FILE *out)
{
	char total[2 * FIGURE], part[FIGURE], lo[FIGURE], hi[FIGURE];

	if (!s->has_time || n->fract == 0)
		return;
	if (bound->worth == CERTAIN)
		figure_sampled(total, &s->scale, n->self + n->child);
	else
		figure_spoken(total, &s->scale, n->self + n->child);
	figure_percent(part, n->self + n->child, s->graph->total, 1);
	fprintf(out, "Total, with what it calls: %s%s, %s %%. ",
		bound->worth == CERTAIN ? "" : "about ", total, part);
	if (n->child <= 0 && bound->worth == CERTAIN)
		fprintf(out, "Nothing it calls took time that was seen.\n");
	else if (bound->worth == CERTAIN)
		fprintf(out, "Certain: all it calls, all the way down, is called from nowhere "
			"else.\n");
	else {
		figure_spoken(lo, &s->scale, bound->lo);
		figure_spoken(hi, &s->scale, bound->hi);
		fprintf(out, "Estimated: what others call too is shared out by the number of "
			"calls%s. Surely not less than %s, not more than %s.\n",
			bound->worth == CYCLIC ? ", and in a cycle nobody knows whose time it is" : "",
			lo, hi);
	}
}

static void
tell_calls(struct scene *s, uint32_t n, const struct node *node, FILE *out)
{
	char self[FIGURE], total[FIGURE];
	bool is_cycle = scene_is_cycle(s, n);

	if (node->calls == 0 && node->self_calls == 0) {
		fprintf(out, "Calls: none counted; %s.\n",
			is_cycle ? "nothing outside calls it" : why_spontaneous(s, n));
		return;
	}
	fprintf(out, "Calls: %llu from %s, %llu %s. Counted, not sampled%s.\n",
		(unsigned long long)node->calls, is_cycle ? "outside" : "others",
		(unsigned long long)node->self_calls,
		is_cycle ? "between its members" : "from itself", s->profile->calls_lost
			? "; there may have been more, as the table of calls was full" : "");
	figure_each(self, &s->scale, node->self, (double)node->calls * node->fract);
	figure_each(total, &s->scale, node->self + node->child,
		(double)node->calls * node->fract);
	if (self[0] || total[0])
		fprintf(out, "Per call%s, on average: %s in itself, %s%s with what it calls.\n",
			!is_cycle && node->self_calls > 0
				? " from others, with its calls from itself" : "",
			self[0] ? self : "too little to see",
			s->graph->bounds[n].worth == CERTAIN ? "" : "about ",
			total[0] ? total : "too little to see");
	if (!is_cycle && s->profile->outside && s->profile->outside[n] > 0)
		fprintf(out, "%llu of the calls came from outside every function.\n",
			(unsigned long long)s->profile->outside[n]);
	else if (!is_cycle && !any_caller(s, n))
		fprintf(out, "No caller: %s.\n", why_spontaneous(s, n));
}

void
tell_node(struct scene *s, uint32_t n, FILE *out)
{
	const struct node *node = &s->graph->nodes[n];
	bool is_cycle = scene_is_cycle(s, n);

	tell_name(s, n, out);
	if (scene_is_out(s, n))
		fprintf(out, "It was taken out: neither its own time counts, nor that of what it "
			"calls, as far as others do not call that.\n");
	tell_self(s, node, is_cycle, out);
	tell_calls(s, n, node, out);
	tell_total(s, node, &s->graph->bounds[n], out);
	tell_spread(s, n, out);
	if (node->cycle != NOBODY)
		fprintf(out, "It is in %s, [%u]: functions that call each other in circles. Calls "
			"between them hand up no time.\n", scene_name(s, node->cycle),
			s->graph->nodes[node->cycle].index);
	if (is_cycle)
		fprintf(out, "Its members call each other in circles, so that only the time of all "
			"of them together can be handed to callers.\n");
}

/* How often ARC, which was counted, was taken. */
static void
tell_count(struct scene *s, uint32_t arc, FILE *out)
{
	const struct arc *a = &s->profile->arcs[arc];
	uint32_t whole = graph_whole(s->graph, a->callee);
	uint64_t calls = s->graph->nodes[whole].calls;
	char part[FIGURE];

	fprintf(out, "%llu times", (unsigned long long)a->count);
	if (calls > 0 && !graph_is_inner(s->graph, arc)) {
		figure_plain(part, 100 * (double)a->count / (double)calls, 3);
		fprintf(out, ", %s %% of %llu calls%s", part, (unsigned long long)calls,
			whole != a->callee ? " of its cycle from outside" : "");
	}
	fprintf(out, ". Counted, not sampled.\n");
	if (whole != a->callee && !graph_is_inner(s->graph, arc))
		fprintf(out, "What is called is a member of %s: the figures of this call, and the "
			"calls that it is a part of, are those of the whole cycle.\n",
			scene_name(s, whole));
}

/* The time that ARC hands up, and what that is worth. */
static void
tell_share(struct scene *s, uint32_t arc, FILE *out)
{
	struct share share = graph_share(s->graph, arc);
	struct bound bound = graph_arc_bound(s->graph, arc);
	char self[FIGURE], child[FIGURE], lo[FIGURE], hi[FIGURE];

	figure_spoken(self, &s->scale, share.self);
	figure_spoken(child, &s->scale, share.child);
	figure_spoken(lo, &s->scale, bound.lo);
	figure_spoken(hi, &s->scale, bound.hi);
	fprintf(out, "Handed up to the caller: %s of self time, %s of children. ", self, child);
	if (bound.worth == CERTAIN)
		fprintf(out, "Certain: all calls come from here.\n");
	else
		fprintf(out, "Estimated: shared out by the number of calls, as if every call took "
			"the same time. Really something between %.*s and %s.\n",
			(int)strcspn(lo, " "), lo, hi);
}

void
tell_arc(struct scene *s, uint32_t arc, FILE *out)
{
	const struct arc *a = &s->profile->arcs[arc];

	fprintf(out, "[%u] %s\n", s->graph->nodes[a->caller].index, scene_name(s, a->caller));
	fprintf(out, "calls [%u] %s\n", s->graph->nodes[a->callee].index,
		scene_name(s, a->callee));
	if (profile_is_possible(s->profile, arc)) {
		fprintf(out, "A possible call: it is in the code, and %s.\n", s->profile->has_arcs
			? "was not seen to happen" : "nobody counted how often it happened");
		return;
	}
	tell_count(s, arc, out);
	if (scene_is_cut(s, arc))
		fprintf(out, "These calls were taken out: they hand up no time.\n");
	else if (graph_is_inner(s->graph, arc))
		fprintf(out, "Both are in %s: calls inside a cycle hand up no time.\n",
			scene_name(s, graph_whole(s->graph, a->callee)));
	else if (s->has_time && s->graph->nodes[a->caller].fract == 0)
		fprintf(out, "The caller does not count: its calls hand up no time.\n");
	else if (s->has_time)
		tell_share(s, arc, out);
}

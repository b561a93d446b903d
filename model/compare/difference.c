/* difference.c - two profiles that were compared as one profile, whose values are differences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sum64.h"
#include "compare/rates.h"
#include "figures/gather.h"

static const double significant = 0.05;	/* greatest p of a difference that is marked */
static const double most = 0x1p60;	/* no value above this one is stored */

/* The profile of a side, while it is added. */
struct origin {
	struct difference *d;
	struct measured *to;
	const struct comparison_side *side;
	const struct profile *p;	/* as read */
	const struct measured *m;	/* its contents, or NULL */
	const struct sources *lines;	/* of .side->read */
	uint32_t part;			/* 0 for A, 1 for B */
	double factor;			/* a value of .side->read, multiplied by this, is a value of
					 * .to */
	uint32_t *row_of;		/* owned; indexed by function as shown: its row, or
					 * NOBODY */
	uint32_t *frames;		/* owned; indexed by frame of .m: the frame of .to */
	uint32_t *plain;		/* owned; indexed by function as shown: its frame without a
					 * line in .to, or NOBODY */
	uint32_t *files;		/* owned; indexed by file of .lines: its path in .to, or
					 * NOBODY */
	uint32_t *paths;		/* owned; indexed by path of .m: the path of .to */
};

static uint32_t
text(struct origin *s, const char *t)
{
	return t != NULL && *t != '\0' ? measured_text(s->to, t, strlen(t)) : NOBODY;
}

/* Returns the path in S->to of file FILE of S->lines. */
static uint32_t
file_of(struct origin *s, uint32_t file)
{
	const struct both_sources *both = s->d->sources;

	if (s->files[file] == NOBODY)
		s->files[file] = text(s, both->files[both->file_of[s->part][file]].path);
	return s->files[file];
}

/* Returns the number in the difference of line LINE of file FILE of S->lines. */
static uint32_t
line_of(const struct origin *s, uint32_t file, uint32_t line)
{
	const struct both_sources *both = s->d->sources;

	return bothsources_line(&both->files[both->file_of[s->part][file]], (int)s->part, line);
}

/* Returns the function of S->to that stands for function F of P. */
static uint32_t
add_func(struct origin *s, const struct profile *p, uint32_t f)
{
	const struct func *func = &p->funcs[f];
	struct measured_func made = { .name = measured_text(s->to, func->name, strlen(func->name)),
		.object = text(s, p->nimages > 0 ? p->images[func->image].path : NULL),
		.file = NOBODY, .is_profiler = func->is_profiler,
		.is_unnamed = profile_is_unnamed(p, f) };

	if (s->lines->file_of[f] != NOBODY) {
		made.file = file_of(s, s->lines->file_of[f]);
		made.line = line_of(s, s->lines->file_of[f], s->lines->line_of[f]);
	}
	return measured_func(s->to, &made);
}

/* Returns the function of S->to for function F of S->p. */
static uint32_t
func_of(struct origin *s, uint32_t f)
{
	uint32_t shown = s->side->fold.into != NULL ? s->side->fold.into[f] : f;
	uint32_t row = s->row_of[shown];

	return row != NOBODY ? s->d->funcs[row] : add_func(s, s->p, shown);
}

/* Returns the function of S->to for function F of S->m, which may be one that is not shown. */
static uint32_t
func_of_measured(struct origin *s, uint32_t f)
{
	const struct measured_func *from = &s->m->funcs[f];
	struct measured_func made = *from;

	if (s->p->func_of[f] != NOBODY)
		return func_of(s, s->p->func_of[f]);
	made.name = measured_text(s->to, measured_text_of(s->m, from->name),
		strlen(measured_text_of(s->m, from->name)));
	made.object = text(s, measured_text_of(s->m, from->object));
	made.file = text(s, measured_text_of(s->m, from->file));
	made.address = 0;
	return measured_func(s->to, &made);
}

static void
add_frames(struct origin *s)
{
	s->frames = mem_uncleared(s->m->nframes, sizeof(*s->frames));
	for (uint32_t i = 0; i < s->m->nframes; i++) {
		const struct measured_frame *from = &s->m->frames[i];
		const char *path = from->line != 0 ? measured_frame_file(s->m, from) : NULL;
		uint32_t file = path != NULL ? sources_file(s->lines, path) : NOBODY;
		struct measured_frame made = { .func = func_of_measured(s, from->func),
			.file = NOBODY, .flags = from->flags };

		if (file != NOBODY) {
			made.file = file_of(s, file);
			made.line = line_of(s, file, from->line);
		}
		s->frames[i] = measured_frame(s->to, &made);
	}
}

static void
add_paths(struct origin *s)
{
	s->paths = mem_uncleared(s->m->npaths, sizeof(*s->paths));
	for (uint32_t i = 0; i < s->m->npaths; i++) {
		const struct measured_path *from = &s->m->paths[i];

		s->paths[i] = measured_path(s->to, from->parent != NOBODY ? s->paths[from->parent]
			: NOBODY, s->frames[from->frame]);
	}
}

/* Returns VALUE, a value of S, as a value of the difference. */
static int64_t
convert(const struct origin *s, double value)
{
	return llround(fmax(-most, fmin(most, value * s->factor)));
}

static int64_t
signed_value(const struct origin *s, int64_t value)
{
	return s->part == 0 ? -value : value;
}

static void
add_sample(void *with, uint32_t path, const struct measured_weight *w)
{
	struct origin *s = with;
	struct measured_weight made = { .value = convert(s, (double)w->value),
		.samples = w->samples, .squares = w->squares * s->factor * s->factor };
	struct measured_weight both[2] = { [DIFFERENCE_CHANGE] = made, [DIFFERENCE_SIDES] = made };

	both[DIFFERENCE_CHANGE].value = signed_value(s, made.value);
	measured_add_sample(s->to, s->paths[path], s->part, both);
}

static void
add_cost_of(struct origin *s, uint32_t frame, int64_t value)
{
	measured_add_cost(s->to, frame, s->part, (const int64_t[2]){
		[DIFFERENCE_CHANGE] = signed_value(s, value), [DIFFERENCE_SIDES] = value });
}

static void
add_cost(void *with, uint32_t frame, int64_t cost)
{
	struct origin *s = with;

	add_cost_of(s, s->frames[frame], convert(s, (double)cost));
}

static void
add_call_of(struct origin *s, struct measured_call *call, int64_t value)
{
	call->part = s->part;
	measured_add_call(s->to, call, (const int64_t[2]){
		[DIFFERENCE_CHANGE] = signed_value(s, value), [DIFFERENCE_SIDES] = value });
}

static void
add_call(void *with, uint32_t number, const struct measured_call *call)
{
	struct origin *s = with;
	bool has_costs = s->m->has_costs;
	struct measured_call made = { .caller = s->frames[call->caller],
		.callee = func_of_measured(s, call->callee), .count = call->count,
		.inlined = has_costs ? 0 : call->inlined != NOBODY ? s->frames[call->inlined]
			: NOBODY };

	add_call_of(s, &made, has_costs
		? convert(s, (double)gather_call_cost(s->side->read, number)) : 0);
}

/* Returns the frame without a line of function F of the graph of rows. */
static uint32_t
plain_frame(struct origin *s, uint32_t f)
{
	if (s->plain[f] == NOBODY)
		s->plain[f] = measured_frame(s->to, &(const struct measured_frame){
			.func = func_of(s, f), .file = NOBODY });
	return s->plain[f];
}

/* Returns the frame of function F of the profile as read on line number LINE of S->lines. */
static uint32_t
line_frame(struct origin *s, uint32_t f, uint32_t line)
{
	const struct source_line *l = &s->lines->lines[line];

	return measured_frame(s->to, &(const struct measured_frame){ .func = func_of(s, f),
		.file = file_of(s, l->file), .line = line_of(s, l->file, l->number) });
}

/* Adds the self time of function F of the profile as read, as costs of its lines.  Each is rounded
 * so that they add up to the self time. */
static void
add_self(struct origin *s, uint32_t f)
{
	double self = s->side->read->nodes[f].self, placed = 0;
	const struct func_line *v;
	int64_t done = 0;
	size_t n;

	v = funclines_of(&s->lines->funclines, f, &n);
	for (size_t i = 0; i < n; i++) {
		if (v[i].line == NOBODY || v[i].hits == 0)
			continue;
		placed += v[i].hits;
		add_cost_of(s, line_frame(s, f, v[i].line), convert(s, placed) - done);
		done = convert(s, placed);
	}
	if (convert(s, self) != done)
		add_cost_of(s, plain_frame(s, f), convert(s, self) - done);
}

/* What a call of the graph of rows propagates, while it is added. */
struct propagated {
	uint64_t count, added;		/* its calls, and how many of them were added */
	int64_t cost, done;		/* what they propagate, and how much of it was added */
};

/* Adds COUNT of the calls of arc A, as shown, from FRAME, and their part of what X propagates. */
static void
add_propagated(struct origin *s, struct propagated *x, uint32_t a, uint32_t frame, uint64_t count)
{
	struct measured_call call = { .caller = frame, .count = count,
		.callee = func_of(s, s->side->graph->profile->arcs[a].callee) };
	int64_t cost;

	x->added += count;
	cost = x->added >= x->count ? x->cost - x->done
		: llround((double)x->cost * ((double)x->added / (double)x->count)) - x->done;
	x->done += cost;
	if (count > 0 || cost != 0)
		add_call_of(s, &call, cost);
}

/* Adds the calls on lines, of which arc A has X[A]. */
static void
add_calls_of_lines(struct origin *s, struct propagated *x)
{
	const struct sources *lines = s->lines;

	for (uint32_t i = 0; i < lines->nlines; i++)
		for (uint32_t k = 0; k < lines->lines[i].ncalls; k++) {
			const struct line_call *c = &lines->calls[lines->lines[i].call_at + k];
			uint32_t a = fold_arc(s->side->graph->profile->fold, c->arc);
			uint32_t caller = s->p->arcs[c->arc].caller;
			uint64_t rest = a != NOBODY ? x[a].count - x[a].added : 0;

			if (rest > 0 && c->count > 0)
				add_propagated(s, &x[a], a, line_frame(s, caller, i),
					c->count < rest ? c->count : rest);
		}
}

/* Adds the self times of the graph of S, and what its calls propagate, as costs. */
static void
add_estimates(struct origin *s)
{
	const struct graph *g = s->side->graph;
	const struct profile *p = g->profile;
	struct propagated *x = mem_new(p->narcs, sizeof(*x));

	s->plain = mem_uncleared(g->nfuncs, sizeof(*s->plain));
	memset(s->plain, 0xff, g->nfuncs * sizeof(*s->plain));
	for (uint32_t f = 0; f < s->p->nfuncs; f++)
		add_self(s, f);
	for (uint32_t a = 0; a < p->narcs; a++) {
		struct share share = graph_share(g, a);

		x[a].count = graph_calls(g, a);
		x[a].cost = convert(s, share.self + share.children);
	}
	add_calls_of_lines(s, x);
	for (uint32_t a = 0; a < p->narcs; a++)
		if (x[a].added < x[a].count || x[a].done != x[a].cost)
			add_propagated(s, &x[a], a, plain_frame(s, p->arcs[a].caller),
				x[a].count - x[a].added);
	free(x);
}

/* Adds what S says to the difference; AS_COSTS: as costs of calls, not as stacks. */
static void
add_origin(struct origin *s, bool as_costs)
{
	if (s->m == NULL || (as_costs && !s->m->has_costs)) {
		add_estimates(s);
		return;
	}
	add_frames(s);
	if (as_costs) {
		gather_each_cost(s->side->read, add_cost, s);
	} else {
		add_paths(s);
		s->to->lacks_amount = s->part != 0;
		gather_each_sample(s->side->read, add_sample, s);
	}
	gather_each_call(s->side->read, add_call, s);
}

static void
open_origin(struct origin *s, struct difference *d, const struct comparison *c,
	const struct sources *lines, uint32_t part)
{
	const struct comparison_side *side = &c->side[part];

	*s = (struct origin){ .d = d, .to = d->measured, .side = side, .p = side->profile,
		.m = side->profile->measured, .lines = lines, .part = part,
		.files = mem_uncleared(lines->nfiles, sizeof(*s->files)) };
	memset(s->files, 0xff, lines->nfiles * sizeof(*s->files));
	s->row_of = mem_uncleared(s->p->nfuncs, sizeof(*s->row_of));
	memset(s->row_of, 0xff, s->p->nfuncs * sizeof(*s->row_of));
	for (uint32_t i = 0; i < c->nrows; i++)
		if (c->rows[i].func[part] != NOBODY)
			s->row_of[c->rows[i].func[part]] = i;
}

static void
release_origin(struct origin *s)
{
	free(s->row_of);
	free(s->frames);
	free(s->plain);
	free(s->files);
	free(s->paths);
}

/* Returns by what a value of a row of C is multiplied: so much that fractions of a run can be
 * seen. */
static double
scale_of(const struct comparison *c, struct measured_event *event)
{
	const struct measure *b = &c->side[1].read->measure;
	double total = fmax(fabs(c->side[0].total), fabs(c->side[1].total)), scale = 1;

	if (b->rate > 0)
		return 1e9 / b->per_unit;
	event->per_unit = (uint32_t)b->per_unit;
	for (int i = 0; i < 2; i++)
		while (scale < 1e6 && c->side[i].unit * scale != floor(c->side[i].unit * scale)
		    && event->per_unit <= 1000000 && total * scale * 1000 < SUM64_EXACT) {
			scale *= 1000;
			event->per_unit *= 1000;
		}
	return scale;
}

/* Adds the events of the difference of C; returns scale_of(). */
static double
add_events(struct measured *to, const struct comparison *c)
{
	const struct graph *b = c->side[1].read;
	const struct measured *m = b->profile->measured;
	const struct measured_event *from = m != NULL ? &m->events[b->selection.event] : NULL;
	const char *name = from != NULL ? measured_text_of(to, measured_text(to, from->name,
		strlen(from->name))) : "time";
	const char *unit = b->measure.rate > 0 ? "nanoseconds" : from != NULL ? from->unit
		: "samples";
	double scale;

	measured_add_event(to, name, strlen(name), unit);
	to->events[0].is_difference = true;
	scale = scale_of(c, &to->events[0]);
	if (from == NULL)
		to->events[0].step = b->measure.rate > 0 ? 1e9 / b->measure.rate : 0;
	else
		to->events[0].step = (from->step > 0 ? from->step : b->measure.weight)
			* (b->measure.rate > 0 ? measured_event_rate(&to->events[0])
			/ measured_event_rate(from) : 1);
	measured_add_event(to, "sides", strlen("sides"), unit);
	to->events[1].per_unit = to->events[0].per_unit;
	to->events[1].step = to->events[0].step;
	for (int k = 0; k < 2; k++) {
		to->events[k].is_sampled = from == NULL || from->is_sampled;
		to->events[k].is_unsaid = from != NULL && from->is_unsaid;
	}
	return scale;
}

/* Has side I of C stacks? */
static bool
has_stacks(const struct comparison *c, int i)
{
	return profile_has(c->side[i].profile, HAS_STACKS);
}

/* Returns the earlier one of the times A and B; 0: not known. */
static time_t
oldest(time_t a, time_t b)
{
	return b == 0 || (a != 0 && a < b) ? a : b;
}

/* Returns whether the stacks of the sides of C may be cut. */
static enum measured_stacks
stacks_of(const struct comparison *c)
{
	enum measured_stacks a = c->side[0].profile->measured->stacks;
	enum measured_stacks b = c->side[1].profile->measured->stacks;

	return a == b ? a : STACKS_UNSAID;
}

bool
difference_open(struct difference *d, const struct comparison *c,
	const struct sources lines[2], const struct both_sources *both, const char *name,
	struct stop *stop)
{
	bool as_costs = !has_stacks(c, 0) || !has_stacks(c, 1);
	struct origin sides[2];
	struct measured *to;
	double scale;

	*d = (struct difference){ .measured = measured_new(), .sources = both,
		.funcs = mem_uncleared(c->nrows, sizeof(*d->funcs)) };
	to = d->measured;
	to->format = "difference";
	to->stacks = as_costs ? STACKS_WHOLE : stacks_of(c);
	to->limit = UINT64_MAX;
	to->has_costs = as_costs;
	to->base_part = 0;
	to->estimated = as_costs && (!profile_has(c->side[0].profile, HAS_COSTS)
		|| !profile_has(c->side[1].profile, HAS_COSTS));
	to->written = oldest(profile_written(c->side[0].profile),
		profile_written(c->side[1].profile));
	to->estimated_why = to->estimated ? "a call graph" : NULL;
	scale = add_events(to, c);
	to->files = mem_grow(NULL, 1, &to->files_room, sizeof(*to->files));
	to->files[to->nfiles++] = measured_text_of(to, measured_text(to, name, strlen(name)));
	(void)measured_part(to, "side", "A", 1);
	(void)measured_part(to, "side", "B", 1);
	open_origin(&sides[0], d, c, &lines[0], 0);
	open_origin(&sides[1], d, c, &lines[1], 1);
	for (uint32_t i = 0; i < c->nrows; i++) {
		uint32_t side = c->rows[i].func[1] != NOBODY;

		d->funcs[i] = add_func(&sides[side], sides[side].p, c->rows[i].func[side]);
	}
	for (int i = 0; i < 2 && !stop_asked(stop, 0); i++) {
		sides[i].factor = c->side[i].unit * scale;
		add_origin(&sides[i], as_costs);
	}
	release_origin(&sides[0]);
	release_origin(&sides[1]);
	measured_end(to);
	if (!stop_asked(stop, 0))
		return true;
	difference_release(d);
	return false;
}

/* Returns the value of a sample of G, or 0 if it is not known. */
static double
sample_of(const struct graph *g)
{
	const struct measure *m = &g->measure;

	return m->weight > 0 ? m->weight : m->nsamples > 0 ? m->total / (double)m->nsamples : 0;
}

enum comparison_mark
difference_mark(const struct comparison *c, const struct graph *const g[2], const double value[2],
	const bool is_there[2])
{
	struct rates r = { .dispersion = fmax(1, c->total_dispersion), .df = c->total_df };
	const struct profile *p = g[0]->profile;
	bool is_more = value[1] > value[0];

	if (value[0] == 0 && value[1] == 0)
		return COMPARISON_MARKS;
	if ((value[0] == 0 && !is_there[0]) || (value[1] == 0 && !is_there[1]))
		return value[0] == 0 ? MARK_NEW : MARK_GONE;
	if (!p->measured->events[DIFFERENCE_SIDES].is_sampled
	    && !p->measured->events[DIFFERENCE_SIDES].is_unsaid)
		return is_more ? MARK_MORE : value[1] < value[0] ? MARK_LESS : MARK_EQUAL;
	if (p->measured->estimated)
		return COMPARISON_MARKS;
	for (int i = 0; i < 2; i++) {
		double sample = sample_of(g[i]);

		if (sample <= 0)
			return MARK_FEW;
		r.n[i] = fmax(0, value[i] / sample);
		r.exposure[i] = 1 / sample;
	}
	if (!rates_can_be_tested(&r))
		return MARK_FEW;
	return rates_test(&r, 1) >= significant ? MARK_NOISE : is_more ? MARK_MORE : MARK_LESS;
}

void
difference_release(struct difference *d)
{
	measured_release(d->measured);
	free(d->funcs);
	*d = (struct difference){ .measured = NULL };
}

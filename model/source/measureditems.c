/* measureditems.c - what a measured profile says about lines of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/measureditems.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "base/mem.h"
#include "base/numbering.h"
#include "profile/paths.h"

struct measured_lines {
	struct source_items *items;
	const struct callsites *places;
	const struct profile *p;
	const struct measured *m;
	struct stop *stop;
	struct numbering arc_numbers;	/* gives each pair of functions the number of its arc */
};

static bool
is_arc(const void *of, uint32_t number, const void *key)
{
	const struct arc *a = (const struct arc *)of + number, *b = key;

	return a->caller == b->caller && a->callee == b->callee;
}

static uint32_t
arc_of(struct measured_lines *l, uint32_t caller, uint32_t callee)
{
	struct arc arc = { caller, callee, 0 };
	uint32_t a = numbering_of(&l->arc_numbers,
		numbering_hash_pair(&l->arc_numbers, caller, callee), is_arc, l->p->arcs, &arc);

	assert(a < l->p->narcs);
	return a;
}

static void
number_arcs(struct measured_lines *l)
{
	const struct profile *p = l->p;

	for (uint32_t a = 0; a < p->narcs; a++)
		(void)numbering_of(&l->arc_numbers, numbering_hash_pair(&l->arc_numbers,
			p->arcs[a].caller, p->arcs[a].callee), is_arc, p->arcs, &p->arcs[a]);
}

/* Returns the path of the source file of FRAME, or NULL if the file or line is not known. */
static const char *
file_of(const struct measured *m, const struct measured_frame *frame)
{
	uint32_t file = frame->file != NOBODY ? frame->file : m->funcs[frame->func].file;

	return frame->line > 0 && file != NOBODY ? m->texts[file] : NULL;
}

/* A line of the source. */
struct place {
	const char *path;
	uint32_t file, line;		/* number in source_items.files; number of the line */
	double total;			/* samples of the stacks that have the line */
	struct variance variance;
};

/* The frames of one function on one line. */
struct place_part {
	uint32_t func, place;
	uint32_t inlined;		/* the line is in the source of this function, which is
					 * inlined into .func; NOBODY: the line is in the source of
					 * .func */
	double self, total;		/* samples of the stacks that end in these frames; samples
					 * of the stacks that contain them */
};

/* The calls of one arc from the frames of one place_part. */
struct place_call {
	uint32_t part, arc;
	uint64_t count;			/* how many calls were counted; 0: unknown */
	double total;			/* samples of the stacks that contain these calls */
};

struct stack_lines {
	struct measured_lines *l;
	struct place *places;
	struct place_part *parts;
	struct place_call *calls;
	struct numbering place_numbers, part_numbers, call_numbers;
	uint32_t nplaces, nparts, ncalls;
	size_t places_room, parts_room, calls_room;

	/* Indexed by path of the measured profile. */
	struct path *v;			/* .func is the function to which the frame of the path
					 * belongs */
	uint32_t *part_of, *call_of;	/* numbers in .parts and .calls, or NOBODY */
	double *self, *samples;		/* samples of the path alone; samples of its subtree */
	double *self_squares, *squares;	/* sums of the squares of the samples in .self and in
					 * .samples; NULL: not needed */
	bool *dropped;			/* an excluded function is in the path */
};

static bool
is_place(const void *of, uint32_t number, const void *key)
{
	const struct place *a = (const struct place *)of + number, *b = key;

	return a->file == b->file && a->line == b->line;
}

static bool
is_part(const void *of, uint32_t number, const void *key)
{
	const struct place_part *a = (const struct place_part *)of + number, *b = key;

	return a->func == b->func && a->place == b->place;
}

static bool
is_call(const void *of, uint32_t number, const void *key)
{
	const struct place_call *a = (const struct place_call *)of + number, *b = key;

	return a->part == b->part && a->arc == b->arc;
}

/* Returns the number of the part of function FUNC on the line of FRAME, or NOBODY if the line is
 * not known.  HIDDEN says that FRAME is inlined, and shown as a part of FUNC. */
static uint32_t
part_of(struct stack_lines *s, uint32_t func, const struct measured_frame *frame, bool hidden)
{
	struct place place = { .path = file_of(s->l->m, frame), .line = frame->line };
	struct place_part part = { .func = func, .inlined = s->l->p->func_of[frame->func] };
	uint32_t n;

	if (place.path == NULL)
		return NOBODY;
	if (!hidden || part.inlined == func)
		part.inlined = NOBODY;
	place.file = filelist_number(&s->l->items->files, place.path);
	part.place = numbering_of(&s->place_numbers, numbering_hash_pair(&s->place_numbers,
		place.file, place.line), is_place, s->places, &place);
	if (part.place == s->nplaces) {
		s->places = mem_grow(s->places, (size_t)s->nplaces + 1, &s->places_room,
			sizeof(*s->places));
		s->places[s->nplaces++] = place;
	}
	n = numbering_of(&s->part_numbers, numbering_hash_pair(&s->part_numbers, func,
		part.place), is_part, s->parts, &part);
	if (n == s->nparts) {
		s->parts = mem_grow(s->parts, (size_t)s->nparts + 1, &s->parts_room,
			sizeof(*s->parts));
		s->parts[s->nparts++] = part;
	}
	return n;
}

/* Returns the index in S->calls of the calls of arc ARC from part PART, which is not NOBODY. */
static uint32_t
call_of(struct stack_lines *s, uint32_t part, uint32_t arc)
{
	struct place_call call = { .part = part, .arc = arc };
	uint32_t n = numbering_of(&s->call_numbers, numbering_hash_pair(&s->call_numbers, part,
		arc), is_call, s->calls, &call);

	if (n == s->ncalls) {
		s->calls = mem_grow(s->calls, (size_t)s->ncalls + 1, &s->calls_room,
			sizeof(*s->calls));
		s->calls[s->ncalls++] = call;
	}
	return n;
}

/* Sets element I of the arrays of S that are indexed by path, except the arrays of samples.  The
 * parent of path I must be visited before. */
static void
visit_path(struct stack_lines *s, uint32_t i)
{
	struct measured_lines *l = s->l;
	const struct measured_frame *frame = &l->m->frames[l->m->paths[i].frame];
	const bool *funcs = l->places->excluded_funcs, *arcs = l->places->excluded_arcs;
	uint32_t parent = l->m->paths[i].parent, arc;
	bool hidden = parent != NOBODY && (frame->flags & MEASURED_INLINED) != 0
		&& !l->p->choice.inlined;
	uint32_t func = hidden ? s->v[parent].func : l->p->func_of[frame->func];

	s->v[i] = (struct path){ .parent = parent, .func = func, .arc = NOBODY };
	s->part_of[i] = part_of(s, func, frame, hidden);
	s->call_of[i] = NOBODY;
	s->dropped[i] = (parent != NOBODY && s->dropped[parent]) || (funcs != NULL && funcs[func]);
	if (parent == NOBODY || hidden)
		return;
	arc = arc_of(l, s->v[parent].func, func);
	if (s->part_of[parent] != NOBODY)
		s->call_of[i] = call_of(s, s->part_of[parent], arc);
	if (arcs != NULL && arcs[arc])
		s->v[i].parent = NOBODY;
}

static bool
is_shown(const struct measured_lines *l, uint32_t part)
{
	return l->p->choice.part == NOBODY || measured_is_in(l->m, part, l->p->choice.part);
}

/* Adds the counts of calls, which were recorded in addition to the stacks. */
static void
add_counts(struct stack_lines *s)
{
	const struct measured *m = s->l->m;
	const struct profile *p = s->l->p;

	for (uint32_t i = 0; i < m->ncalls; i++) {
		const struct measured_call *call = &m->calls[i];
		bool is_inlined = call->inlined != NOBODY;
		bool hidden = is_inlined && !p->choice.inlined;
		const struct measured_frame *frame = &m->frames[is_inlined ? call->inlined
			: call->caller];
		uint32_t func = p->func_of[hidden ? m->frames[call->caller].func : frame->func], n;
		uint32_t part = is_shown(s->l, call->part) ? part_of(s, func, frame, hidden)
			: NOBODY;

		if (part == NOBODY)
			continue;
		n = call_of(s, part, arc_of(s->l, func, p->func_of[call->callee]));
		s->calls[n].count = count_sum(s->calls[n].count, call->count);
	}
}

static void
add_own_samples(struct stack_lines *s)
{
	const struct measured *m = s->l->m;
	const struct measured_choice *choice = &s->l->p->choice;

	for (uint32_t i = 0; i < m->nsamples; i++) {
		const struct measured_weight *w = &m->weights[(size_t)i * m->nevents
			+ choice->event];

		if (!is_shown(s->l, m->samples[i].part))
			continue;
		s->self[m->samples[i].path] += (double)w->value;
		if (s->squares != NULL)
			s->self_squares[m->samples[i].path] += w->squares;
	}
	for (uint32_t i = 0; i < m->npaths; i++) {
		if (s->dropped[i])
			s->self[i] = 0;
		if (s->dropped[i] && s->squares != NULL)
			s->self_squares[i] = 0;
	}
}

/* Sets SAMPLES[i] to the samples of the subtree of path i.  SELF[i] has the samples of path i
 * alone.  All SAMPLES must be 0 before. */
static void
sum_up_subtrees(const struct stack_lines *s, const double *self, double *samples)
{
	for (uint32_t i = s->l->m->npaths; i-- > 0;) {
		samples[i] += self[i];
		if (s->v[i].parent != NOBODY)
			samples[s->v[i].parent] += samples[i];
	}
}

/* Adds the samples of the subtree of path I to the total of PLACE, and the squares of these samples
 * to the variance of PLACE. */
static void
add_to_place(const struct stack_lines *s, struct place *place, uint32_t i)
{
	place->total += s->samples[i];
	if (s->squares != NULL)
		place->variance.total += s->squares[i];
}

/* Adds the samples of each subtree to the line, the part and the call of its root.  If the line,
 * part or call occurs again inside the subtree, nothing is added for the inner subtree. */
static void
add_totals(struct stack_lines *s)
{
	uint32_t n = s->l->m->npaths, *number = mem_uncleared(n, sizeof(*number));
	uint32_t *path_at = mem_uncleared(n, sizeof(*path_at));
	/* Indexed by place, part or call: index in tree.v of the end of the last subtree that was
	 * added to it. */
	uint32_t *place_end = mem_new(s->nplaces, sizeof(*place_end));
	uint32_t *part_end = mem_new(s->nparts, sizeof(*part_end));
	uint32_t *call_end = mem_new(s->ncalls, sizeof(*call_end));
	struct path *v = mem_uncleared(n, sizeof(*v));
	double *self = mem_uncleared(n, sizeof(*self));
	struct paths tree;

	memcpy(v, s->v, n * sizeof(*v));
	memcpy(self, s->self, n * sizeof(*self));
	paths_open(&tree, &(struct paths){ .v = v, .self = self, .n = n }, number);
	for (uint32_t i = 0; i < n; i++)
		path_at[number[i]] = i;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t i = path_at[k], end = tree.v[k].end, part = s->part_of[i];
		uint32_t call = s->call_of[i];

		if (part != NOBODY && part_end[part] <= k) {
			part_end[part] = end;
			s->parts[part].total += s->samples[i];
		}
		if (part != NOBODY && place_end[s->parts[part].place] <= k) {
			place_end[s->parts[part].place] = end;
			add_to_place(s, &s->places[s->parts[part].place], i);
		}
		if (call != NOBODY && tree.v[k].parent != NOBODY && call_end[call] <= k) {
			call_end[call] = end;
			s->calls[call].total += s->samples[i];
		}
	}
	paths_release(&tree);
	free(number);
	free(path_at);
	free(place_end);
	free(part_end);
	free(call_end);
}

/* Sets source_items.variances to the variances of the lines. */
static void
add_variances(struct stack_lines *s)
{
	struct variance *v = mem_new(s->nplaces, sizeof(*v));

	for (uint32_t i = 0; i < s->l->m->npaths; i++)
		if (s->part_of[i] != NOBODY)
			s->places[s->parts[s->part_of[i]].place].variance.self
				+= s->self_squares[i];
	for (uint32_t i = 0; i < s->nplaces; i++)
		v[i] = s->places[i].variance;
	s->l->items->variances = v;
}

static void
add_stack_items(struct stack_lines *s)
{
	struct source_items *items = s->l->items;

	for (uint32_t i = 0; i < s->l->m->npaths; i++)
		if (s->part_of[i] != NOBODY)
			s->parts[s->part_of[i]].self += s->self[i];
		else if (s->self[i] != 0)
			sourceitems_add_unplaced(items, s->l->p, s->v[i].func, s->self[i]);
	/* Without stacks, the totals of lines are not known. */
	for (uint32_t i = 0; i < s->nplaces && s->l->p->paths != NULL; i++) {
		struct source_item *item = sourceitems_add(items, ITEM_TOTAL, s->places[i].path,
			s->places[i].line);

		item->number = i;
		item->total = s->places[i].total;
	}
	for (uint32_t i = 0; i < s->nparts; i++) {
		const struct place *place = &s->places[s->parts[i].place];
		struct source_item *item = sourceitems_add(items, ITEM_HITS, place->path,
			place->line);

		item->func = s->parts[i].func;
		item->hits = s->parts[i].self;
		item->total = s->l->p->paths != NULL ? s->parts[i].total : 0;
		item->addr = s->parts[i].inlined != NOBODY ? (uint64_t)s->parts[i].inlined + 1 : 0;
	}
	for (uint32_t i = 0; i < s->ncalls; i++) {
		const struct place_part *part = &s->parts[s->calls[i].part];
		const struct place *place = &s->places[part->place];
		struct source_item *item = sourceitems_add(items, ITEM_CALL, place->path,
			place->line);

		item->number = s->calls[i].arc;
		item->func = part->func;
		item->count = s->calls[i].count;
		item->total = s->calls[i].total;
		item->sure = true;
	}
}

static bool
collect_stacks(struct measured_lines *l)
{
	uint32_t n = l->m->npaths, i;
	struct stack_lines s = { .l = l, .v = mem_uncleared(n, sizeof(*s.v)),
		.part_of = mem_uncleared(n, sizeof(*s.part_of)),
		.call_of = mem_uncleared(n, sizeof(*s.call_of)),
		.self = mem_new(n, sizeof(*s.self)), .samples = mem_new(n, sizeof(*s.samples)),
		.dropped = mem_new(n, sizeof(*s.dropped)) };

	if (l->p->paths != NULL && l->p->paths->squares != NULL) {
		s.self_squares = mem_new(n, sizeof(*s.self_squares));
		s.squares = mem_new(n, sizeof(*s.squares));
	}
	for (i = 0; i < n && !stop_asked_often(l->stop, i); i++)
		visit_path(&s, i);
	if (i == n) {
		add_counts(&s);
		add_own_samples(&s);
		sum_up_subtrees(&s, s.self, s.samples);
		if (s.squares != NULL)
			sum_up_subtrees(&s, s.self_squares, s.squares);
		add_totals(&s);
		if (s.squares != NULL)
			add_variances(&s);
		add_stack_items(&s);
	}
	free(s.places);
	free(s.parts);
	free(s.calls);
	numbering_release(&s.place_numbers);
	numbering_release(&s.part_numbers);
	numbering_release(&s.call_numbers);
	free(s.v);
	free(s.part_of);
	free(s.call_of);
	free(s.self);
	free(s.samples);
	free(s.self_squares);
	free(s.squares);
	free(s.dropped);
	return i == n;
}

static bool
collect_costs(struct measured_lines *l)
{
	const struct measured *m = l->m;

	for (uint32_t i = 0; i < m->ncosts; i++) {
		const struct measured_frame *frame = &m->frames[m->costs[i].frame];
		uint32_t func = l->p->func_of[frame->func];
		double cost = (double)m->cost_values[(size_t)i * m->nevents + l->p->choice.event];
		const char *path = file_of(m, frame);
		struct source_item *item;

		if (stop_asked_often(l->stop, i))
			return false;
		if (!is_shown(l, m->costs[i].part))
			continue;
		if (l->places->weights != NULL)
			cost *= l->places->weights[func];
		if (path == NULL) {
			sourceitems_add_unplaced(l->items, l->p, func, cost);
			continue;
		}
		item = sourceitems_add(l->items, ITEM_HITS, path, frame->line);
		item->func = func;
		item->hits = cost;
	}
	return true;
}

static bool
collect_cost_calls(struct measured_lines *l)
{
	const struct measured *m = l->m;

	for (uint32_t i = 0; i < m->ncalls; i++) {
		const struct measured_call *call = &m->calls[i];
		const struct measured_frame *frame = &m->frames[call->caller];
		const char *path = file_of(m, frame);
		struct source_item *item;

		if (stop_asked_often(l->stop, i))
			return false;
		if (!is_shown(l, call->part) || path == NULL)
			continue;
		item = sourceitems_add(l->items, ITEM_CALL, path, frame->line);
		item->func = l->p->func_of[frame->func];
		item->number = arc_of(l, item->func, l->p->func_of[call->callee]);
		item->count = call->count;
		item->total = (double)m->call_values[(size_t)i * m->nevents + l->p->choice.event];
		item->sure = true;
	}
	return true;
}

bool
measureditems_collect(struct source_items *items, const struct callsites *places,
	struct stop *stop)
{
	struct measured_lines l = { .items = items, .places = places, .p = places->profile,
		.m = places->profile->measured, .stop = stop };
	bool done;

	number_arcs(&l);
	done = l.m->has_costs ? collect_costs(&l) && collect_cost_calls(&l) : collect_stacks(&l);
	numbering_release(&l.arc_numbers);
	return done;
}

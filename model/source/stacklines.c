/* stacklines.c - what stacks say about lines of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/stacklines.h"

#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "base/mem.h"
#include "base/numbering.h"
#include "figures/gather.h"
#include "profile/paths.h"

/* A line of the source. */
struct place {
	uint32_t file, line;		/* number in source_items.files; number of the line */
	const char *path;
	double total;			/* samples of the stacks that have the line */
	uint64_t total64;		/* .total (sum64.h), like the other members with 64 */
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
	uint64_t self64;
};

/* The calls of one arc from the frames of one place_part. */
struct place_call {
	uint32_t part, arc;
	uint64_t count;			/* how many calls were counted; 0: unknown */
	double total;			/* samples of the stacks that contain these calls */
	uint64_t total64;
};

/* A path of the measured profile, whose frames have lines. */
struct line_path {
	uint32_t parent;		/* NOBODY: the path has no caller, or its call is
					 * excluded */
	uint32_t func;			/* the function to which the frame belongs */
	uint32_t part, call;		/* numbers in .parts and .calls, or NOBODY */
};

struct stack_lines {
	const struct graph *g;
	const struct profile *p;
	const struct measured *m;
	const double *weights;
	struct source_items *items;
	uint32_t *place_of;		/* owned; indexed by frame: number of its place; NOBODY: its
					 * line is not known */
	struct place *places;		/* owned, like the arrays below */
	struct place_part *parts;
	struct place_call *calls;
	struct numbering place_numbers, part_numbers, call_numbers;
	uint32_t nplaces, nparts, ncalls;
	size_t places_room, parts_room, calls_room;
	struct line_path *v;		/* indexed by path of .m, like the arrays below */
	double *self, *total;		/* samples of the path alone; samples of its subtree */
	double *squares, *total_squares;	/* sums of the squares of these samples; NULL: not
						 * needed */
	uint64_t *self64, *total64;	/* .self and .total (sum64.h); NULL: not needed */
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

/* Returns the number of the place of FRAME; NOBODY: its line is not known. */
static uint32_t
number_place(struct stack_lines *s, const struct measured_frame *frame)
{
	struct place place = { .path = measured_frame_file(s->m, frame), .line = frame->line };
	uint32_t n;

	if (place.path == NULL)
		return NOBODY;
	place.file = filelist_number(&s->items->files, place.path);
	n = numbering_of(&s->place_numbers, numbering_hash_pair(&s->place_numbers, place.file,
		place.line), is_place, s->places, &place);
	if (n == s->nplaces) {
		s->places = mem_grow(s->places, (size_t)s->nplaces + 1, &s->places_room,
			sizeof(*s->places));
		s->places[s->nplaces++] = place;
	}
	return n;
}

/* Returns the number of the part of function FUNC at the place of frame FRAME, or NOBODY if the
 * place is not known.  HIDDEN says that the frame is inlined, and shown as a part of FUNC. */
static uint32_t
part_of(struct stack_lines *s, uint32_t func, uint32_t frame, bool hidden)
{
	struct place_part part = { .func = func, .place = s->place_of[frame],
		.inlined = s->p->func_of[s->m->frames[frame].func] };
	uint32_t n;

	if (part.place == NOBODY)
		return NOBODY;
	if (!hidden || part.inlined == func)
		part.inlined = NOBODY;
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

/* Is FRAME shown as a part of its caller? */
static bool
is_hidden(const struct stack_lines *s, uint32_t frame)
{
	return (s->m->frames[frame].flags & profile_joined_frames(s->p)) != 0;
}

/* Sets S->v[I].  The parent of path I must be visited before. */
static void
visit_path(struct stack_lines *s, uint32_t i)
{
	uint32_t frame = s->m->paths[i].frame, parent = s->m->paths[i].parent;
	bool hidden = parent != NOBODY && is_hidden(s, frame);
	uint32_t func = hidden ? s->v[parent].func : s->p->func_of[s->m->frames[frame].func], of;

	if (hidden && (s->m->frames[frame].flags & MEASURED_KERNEL) != 0) {
		s->v[i] = (struct line_path){ parent, func, s->v[parent].part, NOBODY };
		return;
	}
	s->v[i] = (struct line_path){ parent, func, part_of(s, func, frame, hidden), NOBODY };
	if (parent == NOBODY || hidden || !profile_has(s->p, HAS_STACKS))
		return;
	of = paths_of(s->p->paths, i);
	if ((s->g->paths.state[of] & PATH_STARTS) != 0)
		s->v[i].parent = NOBODY;
	if (s->v[parent].part != NOBODY)
		s->v[i].call = call_of(s, s->v[parent].part, s->p->paths->v[of].arc);
}

/* Adds the counts of calls, which were recorded in addition to the stacks. */
static void
add_count(void *with, uint32_t number, const struct measured_call *call)
{
	struct stack_lines *s = with;
	bool is_inlined = call->inlined != NOBODY, hidden = is_inlined && !s->p->inlined;
	uint32_t frame = is_inlined ? call->inlined : call->caller;
	uint32_t func = s->p->func_of[s->m->frames[hidden ? call->caller : frame].func], n;
	uint32_t part = part_of(s, func, frame, hidden);

	if (part == NOBODY)
		return;
	n = call_of(s, part, s->p->arc_of_call[number]);
	s->calls[n].count = count_sum(s->calls[n].count, call->count);
}

static void
add_samples(void *with, uint32_t path, const struct measured_weight *w)
{
	struct stack_lines *s = with;

	s->self[path] += (double)w->value * (!profile_has(s->p, HAS_STACKS) && s->weights != NULL
		? s->weights[s->v[path].func] : 1);
	if (s->squares != NULL)
		s->squares[path] += w->squares;
	if (s->self64 != NULL)
		s->self64[path] += (uint64_t)w->value;
}

/* Returns the sums of the numbers OWN, which are indexed by path, over subtrees, to be free()d. */
static double *
sum_up_subtrees(const struct stack_lines *s, const double *own)
{
	double *sums = mem_copy(own, s->m->npaths, sizeof(*sums));

	for (uint32_t i = s->m->npaths; i-- > 0;)
		if (s->v[i].parent != NOBODY)
			sums[s->v[i].parent] += sums[i];
	return sums;
}

/* Sets S->total64 to the sums of S->self64 over subtrees. */
static void
sum_up_64(struct stack_lines *s)
{
	s->total64 = mem_copy(s->self64, s->m->npaths, sizeof(*s->total64));
	for (uint32_t i = s->m->npaths; i-- > 0;)
		if (s->v[i].parent != NOBODY)
			s->total64[s->v[i].parent] += s->total64[i];
}

/* Adds the samples of the subtree of path I, which ends at the number END in preorder, to its
 * place, part and call, unless they were added for a path above it.  NUMBER is the number of path
 * I. */
static void
add_total(struct stack_lines *s, uint32_t i, uint32_t number, uint32_t end, uint32_t *place_end,
	uint32_t *part_end, uint32_t *call_end)
{
	const struct line_path *path = &s->v[i];
	struct place *place;

	if (path->part != NOBODY) {
		place = &s->places[s->parts[path->part].place];
		if (part_end[path->part] <= number) {
			part_end[path->part] = end;
			s->parts[path->part].total += s->total[i];
		}
		if (place_end[place - s->places] <= number) {
			place_end[place - s->places] = end;
			place->total += s->total[i];
			place->total64 += s->total64 != NULL ? s->total64[i] : 0;
			if (s->squares != NULL)
				place->variance.total += s->total_squares[i];
		}
	}
	if (path->call != NOBODY && path->parent != NOBODY && call_end[path->call] <= number) {
		call_end[path->call] = end;
		s->calls[path->call].total += s->total[i];
		s->calls[path->call].total64 += s->total64 != NULL ? s->total64[i] : 0;
	}
}

/* Adds the samples of each subtree to the line, the part and the call of its root.  If the line,
 * part or call occurs again inside the subtree, nothing is added for the inner subtree. */
static void
add_totals(struct stack_lines *s)
{
	uint32_t n = s->m->npaths, *number = mem_uncleared(n, sizeof(*number));
	uint32_t *path_at = mem_uncleared(n, sizeof(*path_at));
	struct path *v = mem_uncleared(n, sizeof(*v));
	/* Indexed by place, part or call: number in preorder of the end of the last subtree that
	 * was added to it. */
	uint32_t *place_end = mem_new(s->nplaces, sizeof(*place_end));
	uint32_t *part_end = mem_new(s->nparts, sizeof(*part_end));
	uint32_t *call_end = mem_new(s->ncalls, sizeof(*call_end));

	for (uint32_t i = 0; i < n; i++)
		v[i] = (struct path){ .parent = s->v[i].parent };
	paths_preorder(v, n, number);
	for (uint32_t i = 0; i < n; i++)
		path_at[number[i]] = i;
	for (uint32_t k = 0; k < n; k++)
		add_total(s, path_at[k], k, v[path_at[k]].end, place_end, part_end, call_end);
	free(number);
	free(path_at);
	free(v);
	free(place_end);
	free(part_end);
	free(call_end);
}

/* Sets source_items.variances to the variances of the lines. */
static void
add_variances(struct stack_lines *s)
{
	struct variance *v = mem_new(s->nplaces, sizeof(*v));

	for (uint32_t i = 0; i < s->m->npaths; i++)
		if (s->v[i].part != NOBODY)
			s->places[s->parts[s->v[i].part].place].variance.self += s->squares[i];
	for (uint32_t i = 0; i < s->nplaces; i++)
		v[i] = s->places[i].variance;
	s->items->variances = v;
}

static void
add_hits(struct stack_lines *s)
{
	for (uint32_t i = 0; i < s->m->npaths; i++) {
		uint64_t self64 = s->self64 != NULL ? s->self64[i] : 0;

		if (s->v[i].part != NOBODY) {
			s->parts[s->v[i].part].self += s->self[i];
			s->parts[s->v[i].part].self64 += self64;
		} else if (s->self[i] != 0)
			sourceitems_add_unplaced(s->items, s->p, s->v[i].func, s->self[i], self64);
	}
	for (uint32_t i = 0; i < s->nparts; i++) {
		const struct place *place = &s->places[s->parts[i].place];
		struct source_item *item = sourceitems_add(s->items, ITEM_HITS, place->path,
			place->line);

		item->func = s->parts[i].func;
		item->hits = s->parts[i].self;
		item->hits64 = s->parts[i].self64;
		item->total = profile_has(s->p, HAS_STACKS) ? s->parts[i].total : 0;
		item->addr = s->parts[i].inlined != NOBODY ? (uint64_t)s->parts[i].inlined + 1 : 0;
	}
}

static void
add_items(struct stack_lines *s)
{
	/* Without stacks, the totals of lines are not known. */
	for (uint32_t i = 0; i < s->nplaces && profile_has(s->p, HAS_STACKS); i++) {
		struct source_item *item = sourceitems_add(s->items, ITEM_TOTAL, s->places[i].path,
			s->places[i].line);

		item->number = i;
		item->total = s->places[i].total;
		item->total64 = s->places[i].total64;
	}
	add_hits(s);
	for (uint32_t i = 0; i < s->ncalls; i++) {
		const struct place_part *part = &s->parts[s->calls[i].part];
		const struct place *place = &s->places[part->place];
		struct source_item *item = sourceitems_add(s->items, ITEM_CALL, place->path,
			place->line);

		item->number = s->calls[i].arc;
		item->func = part->func;
		item->count = s->calls[i].count;
		item->total = s->calls[i].total;
		item->total64 = s->calls[i].total64;
		item->sure = true;
	}
}

/* Adds up the samples of lines.  The paths have been visited. */
static void
count_lines(struct stack_lines *s)
{
	gather_each_call(s->g, add_count, s);
	gather_each_sample(s->g, add_samples, s);
	s->total = sum_up_subtrees(s, s->self);
	if (s->squares != NULL)
		s->total_squares = sum_up_subtrees(s, s->squares);
	if (s->self64 != NULL)
		sum_up_64(s);
	add_totals(s);
	if (s->squares != NULL)
		add_variances(s);
	add_items(s);
}

static void
release(struct stack_lines *s)
{
	numbering_release(&s->place_numbers);
	numbering_release(&s->part_numbers);
	numbering_release(&s->call_numbers);
	free(s->place_of);
	free(s->places);
	free(s->parts);
	free(s->calls);
	free(s->v);
	free(s->self);
	free(s->total);
	free(s->squares);
	free(s->total_squares);
	free(s->self64);
	free(s->total64);
}

bool
stacklines_collect(struct source_items *items, const struct graph *g, const double *weights,
	struct stop *stop)
{
	const struct measured *m = g->profile->measured;
	struct stack_lines s = { .g = g, .p = g->profile, .m = m, .weights = weights,
		.items = items,
		.place_of = mem_uncleared(m->nframes, sizeof(*s.place_of)),
		.v = mem_uncleared(m->npaths, sizeof(*s.v)),
		.self = mem_new(m->npaths, sizeof(*s.self)) };
	uint32_t i;

	if (g->paths.squares != NULL)
		s.squares = mem_new(m->npaths, sizeof(*s.squares));
	if (g->paths.self64 != NULL)
		s.self64 = mem_new(m->npaths, sizeof(*s.self64));
	for (i = 0; i < m->nframes; i++)
		s.place_of[i] = number_place(&s, &m->frames[i]);
	for (i = 0; i < m->npaths && !stop_asked_often(stop, i); i++)
		visit_path(&s, i);
	if (i == m->npaths)
		count_lines(&s);
	release(&s);
	return i == m->npaths;
}

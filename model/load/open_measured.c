/* open_measured.c - make a profile from a measured one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/open_measured.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/count.h"
#include "base/mem.h"
#include "base/numbering.h"
#include "load/open_measured_funcs.h"
#include "profile/paths.h"
#include "samples/samples.h"

struct measured_load {
	struct profile *p;
	const struct measured *m;
	struct numbering arc_numbers;
	size_t arcs_room;
};

static bool
is_arc(const void *of, uint32_t number, const void *key)
{
	const struct arc *a = (const struct arc *)of + number, *b = key;

	return a->caller == b->caller && a->callee == b->callee;
}

/* Returns the number of the arc from CALLER to CALLEE, which is made if there is none. */
static uint32_t
arc_of(struct measured_load *l, uint32_t caller, uint32_t callee)
{
	struct profile *p = l->p;
	struct arc arc = { caller, callee, 0 };
	uint64_t hash = numbering_hash_pair(&l->arc_numbers, caller, callee);
	uint32_t a = numbering_of(&l->arc_numbers, hash, is_arc, p->arcs, &arc);

	if (a < p->narcs)
		return a;
	p->arcs = mem_grow(p->arcs, (size_t)a + 1, &l->arcs_room, sizeof(*p->arcs));
	p->arcs[p->narcs++] = arc;
	return a;
}

static bool
is_path(const void *of, uint32_t number, const void *key)
{
	const struct path *a = (const struct path *)of + number, *b = key;

	return a->parent == b->parent && a->func == b->func;
}

/* Is FRAME shown as part of its caller?  If so, its samples become samples of the caller. */
static bool
is_joined(const struct measured_load *l, const struct measured_frame *frame)
{
	return (frame->flags & profile_joined_frames(l->p)) != 0;
}

/* Can several paths of frames become the same path of functions? */
static bool
can_merge_paths(const struct measured_load *l)
{
	const struct measured *m = l->m;
	bool *has_frame = mem_new(m->nfuncs, sizeof(*has_frame));
	uint32_t i;

	for (i = 0; i < m->nframes && !has_frame[m->frames[i].func]
	     && !is_joined(l, &m->frames[i]); i++)
		has_frame[m->frames[i].func] = true;
	free(has_frame);
	return i < m->nframes;
}

/* Makes paths of functions from the paths of frames of M.  V and TO have room for as many paths as
 * M has.  Stores the new paths in V and returns their number.  TO[i] becomes the index in V of the
 * path that was made from path i of M. */
static uint32_t
make_paths(struct measured_load *l, struct path *v, uint32_t *to)
{
	const struct measured *m = l->m;
	struct numbering numbers = { 0 };
	bool merge = can_merge_paths(l);
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->npaths; i++) {
		const struct measured_frame *frame = &m->frames[m->paths[i].frame];
		uint32_t parent = m->paths[i].parent;
		struct path path = { .parent = parent != NOBODY ? to[parent] : NOBODY,
			.func = l->p->func_of[frame->func], .arc = NOBODY };

		if (parent != NOBODY && is_joined(l, frame)) {
			to[i] = to[parent];
			continue;
		}
		to[i] = !merge ? n : numbering_of(&numbers,
			numbering_hash_pair(&numbers, path.parent, path.func), is_path, v, &path);
		if (to[i] < n)
			continue;
		if (parent != NOBODY)
			path.arc = arc_of(l, v[path.parent].func, path.func);
		v[n++] = path;
	}
	numbering_release(&numbers);
	return n;
}

/* Makes the tree of stacks of P, and the arcs between its functions. */
static void
load_stacks(struct measured_load *l)
{
	uint32_t npaths = l->m->npaths;
	struct path *v = mem_uncleared(npaths, sizeof(*v));
	uint32_t *of = mem_uncleared(npaths, sizeof(*of)), n = make_paths(l, v, of);

	l->p->paths = mem_new(1, sizeof(*l->p->paths));
	paths_open(l->p->paths, v, n, of, npaths);
}

/* Adds the arcs of counted calls.  In a profile of costs, calls are of functions; in other
 * profiles, inlined functions can make calls. */
static void
load_calls(struct measured_load *l)
{
	const struct measured *m = l->m;
	struct profile *p = l->p;

	p->arc_of_call = mem_new(m->ncalls, sizeof(*p->arc_of_call));
	for (uint32_t i = 0; i < m->ncalls; i++) {
		const struct measured_call *call = &m->calls[i];
		uint32_t caller = !m->has_costs && p->inlined && call->inlined != NOBODY
			? call->inlined : call->caller;

		p->arc_of_call[i] = arc_of(l, p->func_of[m->frames[caller].func],
			p->func_of[call->callee]);
	}
}

/* Adds a note that only a part of a file could be read. */
static void
note_damage(struct profile *p)
{
	const struct measured *m = p->measured;

	p->damaged = true;
	p->damage = m->damage;
	p->damaged_file = m->damaged_file;
	profile_note(p, NOBODY,
		arena_printf(&p->names, "%s: %s", m->damaged_file, m->damage.text),
		"Everything that could be read is shown; figures are too low.");
}

/* Sets P->outside, if P->measured has calls by no function. */
static void
set_outside(struct profile *p)
{
	const struct measured *m = p->measured;

	if (p->outside != NULL)
		memset(p->outside, 0, p->noutside * sizeof(*p->outside));
	for (uint32_t i = 0; i < m->ntotals; i++) {
		uint32_t f = p->func_of[m->frames[m->totals[i].frame].func];

		if (m->totals[i].outside == 0)
			continue;
		if (p->outside == NULL) {
			p->outside = mem_new(p->nfuncs, sizeof(*p->outside));
			p->noutside = p->nfuncs;
		}
		p->outside[f] = count_sum(p->outside[f], m->totals[i].outside);
	}
}

/* Sets what of P does not depend on the elements of P->measured, but on their values and on what is
 * said about the files.  The counts of arcs must be 0. */
static void
set_values(struct profile *p)
{
	const struct measured *m = p->measured;

	for (uint32_t i = 0; i < m->ncalls; i++) {
		uint32_t a = p->arc_of_call[i];

		profile_set_arc_calls(p, a, count_sum(profile_arc_calls(p, a), m->calls[i].count));
	}
	set_outside(p);
	for (uint32_t i = 0; i < m->nfiles; i++)
		p->samples[0].files[i].path = m->files[i];
	p->has_histogram = m->nsamples > 0 || m->ncosts > 0;
	p->nnotes = 0;
	if (m->damaged_file != NULL)
		note_damage(p);
	for (uint32_t i = 0; i < m->nnotes; i++)
		profile_note(p, NOBODY, m->notes[i].text, m->notes[i].advice);
	if (m->rounded)
		profile_note(p, NOBODY, "The numbers of the profile have more decimals than can be added "
			"up; they were rounded.", "The total is right, but figures of functions that have "
			"few stacks may be wrong. Record numbers in a smaller unit.");
	if (m->has_instructions)
		profile_note(p, NOBODY, "The profile has the cost of each instruction.",
			"Only the costs of lines are shown, which are the sums of the costs of "
			"their instructions.");
}

void
open_measured(struct profile *p, struct measured *m, bool inlined)
{
	struct measured_load l = { .p = p, .m = m };

	p->measured = m;
	/* If time is propagated along counted calls, inlined functions must not be functions of
	 * their own: their calls are not counted, so their time would not reach callers. */
	p->inlined = inlined && !m->propagate;
	m->users++;
	open_measured_funcs(p, m);
	for (uint32_t i = 0; i < m->nfiles; i++)
		samples_add_file(&p->samples[0], &(struct profile_file){ .path = m->files[i] });
	if (!m->has_costs && !m->propagate)
		load_stacks(&l);
	load_calls(&l);
	numbering_release(&l.arc_numbers);
	p->dimension = "seconds";
	p->abbreviation = 's';
	p->has_arcs = p->narcs > 0;
	profile_link(p);
	set_values(p);
}

bool
open_measured_is_like(const struct profile *p, const struct measured *m)
{
	const struct measured *was = p->measured;

	return was != NULL && was->shape != 0 && was->shape == m->shape
		&& was->propagate == m->propagate && was->program == m->program
		&& was->nfiles == m->nfiles && was->damaged_file == NULL
		&& m->damaged_file == NULL;
}

struct measured *
open_measured_values(struct profile *p, struct measured *m)
{
	struct measured *was = p->measured;

	assert(open_measured_is_like(p, m));
	p->measured = m;
	for (uint32_t a = 0; a < p->narcs; a++)
		profile_set_arc_calls(p, a, 0);
	set_values(p);
	return was;
}

/* Sets *EVENT to the event that OPTIONS name or, if they name none, to M->event.  False: M has no
 * such event, as E says. */
static bool
choose_event(const struct measured *m, const struct open_options *options, uint32_t *event,
	struct err *e)
{
	char names[256] = "";
	size_t n = 0;

	*event = m->event;
	if (options->event == NULL)
		return true;
	*event = measured_event_named(m, options->event);
	if (*event == NOBODY && strcmp(m->format, "recording") == 0
	    && strcmp(options->event, "cpu") == 0)
		*event = 0;		/* processor time */
	if (*event != NOBODY)
		return true;
	for (uint32_t k = 0; k < m->nevents && n < sizeof(names); k++)
		n += (size_t)snprintf(names + n, sizeof(names) - n, "%s%s", k > 0 ? ", " : "",
			m->events[k].name);
	return err_set(e, ERR_USAGE, "--event=%s: the profile has no such event; it has %s%s",
		options->event, names, n < sizeof(names) ? "" : " ..");
}

/* Sets *PART to the part that OPTIONS name or, if they name none, to NOBODY.  False: M has no such
 * part, as E says. */
static bool
choose_part(const struct measured *m, const struct open_options *options, uint32_t *part,
	struct err *e)
{
	char names[256] = "";
	size_t n = 0;

	*part = options->part != NULL ? measured_part_named(m, options->part) : NOBODY;
	if (options->part == NULL || *part != NOBODY)
		return true;
	if (m->nparts == 0)
		return err_set(e, ERR_USAGE, "--part=%s: the profile does not distinguish files, "
			"processes, threads or labels", options->part);
	for (uint32_t i = 0; i < m->nparts && n < sizeof(names); i++)
		n += (size_t)snprintf(names + n, sizeof(names) - n, "%s%s=%s", i > 0 ? ", " : "",
			m->parts[i].kind, m->parts[i].name);
	return err_set(e, ERR_USAGE, "--part=%s: the profile has no such part; it has %s%s",
		options->part, names, n < sizeof(names) ? "" : " ..");
}

bool
open_measured_choose(const struct measured *m, const struct open_options *options,
	uint32_t *event, uint32_t *part, struct err *e)
{
	return m == NULL || (choose_event(m, options, event, e)
		&& choose_part(m, options, part, e));
}

/* open_measured.c - make a profile from a measured one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/open_measured.h"

#include <assert.h>
#include <math.h>
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
	const struct measured_choice *choice;
	struct numbering arc_numbers;
	size_t arcs_room;
	double weight;			/* mean value of one sample, from the first stack whose
					 * value is not 0 and whose number of samples is known; 0:
					 * no such stack was found yet */
	bool has_negative;		/* some value is less than 0, or some amount is not equal to
					 * its value */
	bool lacks_squares;		/* the sampling error of some value is not known */
	bool differs;			/* not all samples have the same weight */
};

static bool
is_chosen(const struct measured_load *l, uint32_t part)
{
	return l->choice->part == NOBODY || measured_is_in(l->m, part, l->choice->part);
}

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

/* Is FRAME an inlined call that is shown as part of its caller?  If so, its samples become samples
 * of the caller. */
static bool
is_joined(const struct measured_load *l, const struct measured_frame *frame)
{
	return (frame->flags & MEASURED_INLINED) != 0 && !l->choice->inlined;
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

/* Returns AMOUNTS, the amounts of N paths that have the samples SELF.  If the base of a difference
 * has no samples, all amounts are 0; the amounts then become the absolute values of SELF, as in go
 * tool pprof.  If amounts and samples are equal, frees AMOUNTS and returns NULL. */
static double *
check_amounts(double *amounts, const double *self, uint32_t n)
{
	double sum = 0;
	uint32_t i;

	for (i = 0; i < n; i++)
		sum += amounts[i];
	for (i = 0; i < n && sum == 0; i++)
		amounts[i] = fabs(self[i]);
	for (i = 0; i < n && amounts[i] == self[i]; i++)
		;
	if (i < n)
		return amounts;
	free(amounts);
	return NULL;
}

/* Compares W, the weight of one stack, with the weights of the stacks before. */
static void
compare_weight(struct measured_load *l, const struct measured_weight *w)
{
	static const double rounding_error = 1e-9;
	double value = (double)w->value, n = (double)w->samples;

	l->has_negative |= w->value < 0;
	if (w->value == 0)
		return;
	l->lacks_squares |= w->samples == 0 && w->squares == 0;
	if (l->weight == 0 && w->samples > 0)
		l->weight = value / n;
	l->differs |= fabs(n * l->weight - value) > rounding_error * fabs(value)
		|| fabs(value * l->weight - w->squares) > rounding_error * w->squares;
}

/* Finds out whether all samples have the same weight, and whether the sampling errors of all values
 * are known. */
static void
compare_weights(struct measured_load *l)
{
	const struct measured *m = l->m;

	for (uint32_t i = 0; i < m->nsamples; i++)
		if (is_chosen(l, m->samples[i].part))
			compare_weight(l, &m->weights[(size_t)i * m->nevents + l->choice->event]);
}

/* Are the sampling errors of the chosen event known? */
static bool
has_errors(const struct measured_load *l)
{
	return l->m->events[l->choice->event].is_sampled && !l->has_negative && !l->lacks_squares;
}

/* Sets the own samples of the functions of P.  The stacks of M have one frame, so totals are
 * propagated along the counted calls later. */
static void
load_samples(struct measured_load *l)
{
	const struct measured *m = l->m;
	struct profile *p = l->p;

	compare_weights(l);
	for (uint32_t i = 0; i < m->nsamples; i++) {
		const struct measured_weight *w
			= &m->weights[(size_t)i * m->nevents + l->choice->event];
		uint32_t path = m->samples[i].path;

		if (!is_chosen(l, m->samples[i].part))
			continue;
		while (is_joined(l, &m->frames[m->paths[path].frame])
		    && m->paths[path].parent != NOBODY)
			path = m->paths[path].parent;
		p->ticks[p->func_of[m->frames[m->paths[path].frame].func]] += (double)w->value;
		p->total += (double)w->value;
		p->net += (double)w->value;
		p->nsamples += w->samples;
	}
}

/* Makes the tree of stacks of P, and the arcs between its functions. */
static void
load_stacks(struct measured_load *l)
{
	const struct measured *m = l->m;
	struct path *v = mem_uncleared(m->npaths, sizeof(*v));
	uint32_t *to = mem_uncleared(m->npaths, sizeof(*to)), n = make_paths(l, v, to);
	double *self = mem_new(n, sizeof(*self)), *squares = NULL, *amounts = NULL;

	compare_weights(l);
	if (l->differs && has_errors(l))
		squares = mem_new(n, sizeof(*squares));
	if (m->amounts != NULL)
		amounts = mem_new(n, sizeof(*amounts));
	for (uint32_t i = 0; i < m->nsamples; i++) {
		size_t at = (size_t)i * m->nevents + l->choice->event;
		const struct measured_weight *w = &m->weights[at];

		if (!is_chosen(l, m->samples[i].part))
			continue;
		self[to[m->samples[i].path]] += (double)w->value;
		l->p->ticks[v[to[m->samples[i].path]].func] += (double)w->value;
		if (amounts != NULL)
			amounts[to[m->samples[i].path]] += m->amounts[at];
		if (squares != NULL)
			squares[to[m->samples[i].path]] += w->squares;
		l->p->nsamples += w->samples;
	}
	free(to);
	if (amounts != NULL)
		amounts = check_amounts(amounts, self, n);
	l->has_negative |= amounts != NULL;
	if (!has_errors(l)) {
		free(squares);
		squares = NULL;
	}
	l->p->paths = mem_new(1, sizeof(*l->p->paths));
	paths_open(l->p->paths, &(struct paths){ .v = v, .self = self, .squares = squares,
		.amounts = amounts, .n = n }, NULL);
	for (uint32_t i = 0; i < n; i++)
		l->p->total += paths_amount(l->p->paths, i);
	for (uint32_t f = 0; f < l->p->nfuncs; f++)
		l->p->net += l->p->ticks[f];
}

/* Adds the calls that were counted separately from the stacks. */
static void
load_counts(struct measured_load *l)
{
	const struct measured *m = l->m;

	for (uint32_t i = 0; i < m->ncalls; i++) {
		const struct measured_call *call = &m->calls[i];
		uint32_t caller = l->choice->inlined && call->inlined != NOBODY ? call->inlined
			: call->caller, a;

		if (!is_chosen(l, call->part))
			continue;
		a = arc_of(l, l->p->func_of[m->frames[caller].func], l->p->func_of[call->callee]);
		l->p->arcs[a].count = count_sum(l->p->arcs[a].count, call->count);
	}
}

static void
load_costs(struct measured_load *l)
{
	const struct measured *m = l->m;
	struct profile *p = l->p;
	uint32_t event = l->choice->event;

	for (uint32_t i = 0; i < m->ncosts; i++)
		if (is_chosen(l, m->costs[i].part))
			p->ticks[p->func_of[m->frames[m->costs[i].frame].func]]
				+= (double)m->cost_values[(size_t)i * m->nevents + event];
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		p->total += fabs(p->ticks[f]);
		p->net += p->ticks[f];
	}
	p->arc_costs = mem_new(m->ncalls, sizeof(*p->arc_costs));
	for (uint32_t i = 0; i < m->ncalls; i++) {
		const struct measured_call *call = &m->calls[i];
		uint32_t a;

		if (!is_chosen(l, call->part))
			continue;
		a = arc_of(l, p->func_of[m->frames[call->caller].func], p->func_of[call->callee]);
		p->arcs[a].count = count_sum(p->arcs[a].count, call->count);
		p->arc_costs[a] += (double)m->call_values[(size_t)i * m->nevents + event];
	}
}

static void
set_unit(struct measured_load *l)
{
	const struct measured_event *event = &l->m->events[l->choice->event];
	struct profile *p = l->p;
	double rate = measured_event_rate(event);

	p->rate = (uint32_t)rate;
	p->dimension = "seconds";
	p->abbreviation = 's';
	p->unit = *event->unit != '\0' && rate == 0 ? event->unit : event->name;
	p->weight = has_errors(l) && !l->differs ? l->weight : 0;
	if (l->lacks_squares)
		p->nsamples = 0;
	p->has_histogram = l->m->nsamples > 0 || l->m->ncosts > 0;
	p->has_arcs = p->narcs > 0;
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

void
open_measured(struct profile *p, struct measured *m, const struct measured_choice *choice)
{
	struct measured_load l = { .p = p, .m = m, .choice = &p->choice };

	assert(choice->event < m->nevents);
	p->measured = m;
	p->choice = *choice;
	/* If time is propagated along counted calls, inlined functions must not be functions of
	 * their own: their calls are not counted, so their time would not reach callers. */
	p->choice.inlined &= !m->propagate;
	m->users++;
	open_measured_funcs(p, m);
	for (uint32_t i = 0; i < m->nfiles; i++)
		samples_add_file(&p->samples[0], &(struct profile_file){ .path = m->files[i] });
	p->ticks = mem_new(p->nfuncs, sizeof(*p->ticks));
	p->nticks = p->nfuncs;
	if (m->has_costs) {
		load_costs(&l);
	} else {
		if (m->propagate)
			load_samples(&l);
		else
			load_stacks(&l);
		load_counts(&l);
	}
	numbering_release(&l.arc_numbers);
	set_unit(&l);
	profile_link(p);
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

/* Sets *EVENT to the event that OPTIONS name or, if they name none, to M->event.  False: M has no
 * such event, as E says. */
static bool
choose_event(const struct measured *m, const struct open_options *options, uint32_t *event,
	struct err *e)
{
	char names[256] = "";
	size_t n = 0;

	*event = options->event != NULL ? measured_event_named(m, options->event) : m->event;
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
	struct measured_choice *choice, struct err *e)
{
	return choose_event(m, options, &choice->event, e)
		&& choose_part(m, options, &choice->part, e);
}

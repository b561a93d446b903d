/* pprof_types.c - the types of the samples of a pprof profile, and their values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/pprof.h"

enum { MOST_TYPES = 64 };		/* greatest number of types of samples in a file */

static bool
is_count(struct pprof *p, const struct pprof_type *type)
{
	return pprof_text_is(&p->t, type->unit, "count");
}

static bool
is_samples(struct pprof *p, const struct pprof_type *type)
{
	return pprof_text_is(&p->t, type->type, "samples")
		|| pprof_text_is(&p->t, type->type, "sample");
}

/* Finds for each type the type that counts its samples.  In a profile of memory, this is the type
 * of the objects, just before the type of their bytes. */
static void
link_types(struct pprof *p)
{
	bool is_space = pprof_text_is(&p->t, p->period_type.type, "space");
	uint32_t samples = NOBODY;

	for (uint32_t k = 0; k < p->ntypes; k++) {
		struct pprof_type *type = &p->types[k], *next = type + 1;

		if (!is_count(p, type))
			continue;
		if (is_samples(p, type))
			samples = k;
		type->count = k;
		if (k + 1 == p->ntypes || is_count(p, next))
			continue;
		next->count = k;
		if (is_space && pprof_text_is(&p->t, next->unit, "bytes"))
			type->bytes = next->bytes = k + 1;
	}
	for (uint32_t k = 0; samples != NOBODY && k < p->ntypes; k++)
		p->types[k].count = samples;
}

/* Are the values sums over samples?  A profile of memory has one sample in .period bytes, a profile
 * of time one in .period nanoseconds.  A period of 1 means that everything was recorded.  Go's
 * profiles of contention have this period even if the program recorded only one of several
 * contentions, so their values are taken as counted. */
static bool
is_sampled(struct pprof *p)
{
	if (p->period > 1)
		return true;
	for (size_t k = 0; k < p->ntypes; k++)
		if (is_count(p, &p->types[k]) && is_samples(p, &p->types[k]))
			return true;
	return false;
}

/* Returns the name of the event of type K, to be free()d: the type.  If several types have this
 * name, the unit is added. */
static char *
event_name(struct pprof *p, size_t k)
{
	const struct pprof_text *type = pprof_text(&p->t, p->types[k].type);
	const struct pprof_text *unit = pprof_text(&p->t, p->types[k].unit);
	char *name = mem_new(type->n + unit->n + sizeof("/"), 1);

	memcpy(name, type->s, type->n);
	for (size_t i = 0; i < p->ntypes; i++)
		if (i != k && p->types[i].type == p->types[k].type) {
			name[type->n] = '/';
			memcpy(name + type->n + 1, unit->s, unit->n);
			break;
		}
	return name;
}

static const char *
keep_text(struct pprof *p, uint64_t index)
{
	const struct pprof_text *text = pprof_text(&p->t, index);

	return arena_text(&p->m->text, text->s, text->n);
}

static void
set_period(struct pprof *p)
{
	p->m->period.value = p->period;
	p->m->period.name = keep_text(p, p->period_type.type);
	p->m->period.unit = keep_text(p, p->period_type.unit);
}

/* Are values of TYPE divided by the probability that an object is sampled?  See sample_count(). */
static bool
has_probability(const struct pprof *p, const struct pprof_type *type)
{
	return type->count != NOBODY && type->bytes != NOBODY && p->period > 1;
}

/* Adds the types as events of P->m, which has none. */
static void
add_events(struct pprof *p)
{
	const struct pprof_text *first = pprof_text(&p->t, p->default_type);
	bool sampled = is_sampled(p), found = false;

	p->m->event = (uint32_t)p->ntypes - 1;
	set_period(p);
	for (size_t k = 0; k < p->ntypes; k++) {
		const struct pprof_text *type = pprof_text(&p->t, p->types[k].type);
		const struct pprof_text *unit = pprof_text(&p->t, p->types[k].unit);
		char *name = event_name(p, k), *unit_name = mem_text(unit->s, unit->n);
		uint32_t event = measured_add_event(p->m, name, strlen(name), unit_name);

		p->m->events[event].is_sampled = sampled;
		p->m->events[event].favours_large = has_probability(p, &p->types[k]);
		p->m->events[event].type = keep_text(p, p->types[k].type);
		if (p->default_type != 0 && !found && type->n == first->n
		    && memcmp(type->s, first->s, first->n) == 0) {
			p->m->event = event;
			found = true;
		}
		free(name);
		free(unit_name);
	}
}

/* Are the types equal to the events of P->m, which come from an earlier file? */
static bool
has_same_events(struct pprof *p)
{
	bool same = p->ntypes == p->m->nevents;

	for (uint32_t k = 0; same && k < p->ntypes; k++) {
		char *name = event_name(p, k);

		same = strcmp(name, p->m->events[k].name) == 0
			&& pprof_text_is(&p->t, p->types[k].unit, p->m->events[k].unit);
		free(name);
	}
	return same;
}

bool
pprof_open_events(struct pprof *p, struct err *e)
{
	if (p->ntypes > MOST_TYPES)
		return err_set(e, ERR_FORMAT, "has %zu types of samples, more than %d", p->ntypes,
			MOST_TYPES);
	link_types(p);
	if (p->m->nevents == 0)
		add_events(p);
	else if (!has_same_events(p))
		return err_set(e, ERR_FORMAT, "has other types of samples than the file before it; "
			"show them one at a time");
	p->weights = mem_new(p->ntypes, sizeof(*p->weights));
	p->rounding = mem_new(p->ntypes, sizeof(*p->rounding));
	return true;
}

/* Returns how many samples were added up to the value of type K of the current sample; 0: not
 * known.  In a profile of memory, Go takes about one sample in P->period bytes, and divides the
 * values by the probability that an object of this size is sampled.  Sets *CERTAIN to this
 * probability, or to 0 if values were not divided. */
static double
sample_count(const struct pprof *p, size_t k, double *certain)
{
	const struct pprof_type *type = &p->types[k];
	double value = fabs((double)(int64_t)p->values.v[k]), n;

	*certain = 0;
	if (type->count == NOBODY)
		return p->period > 1 && type->type == p->period_type.type
			&& type->unit == p->period_type.unit ? value / (double)p->period : 0;
	n = fabs((double)(int64_t)p->values.v[type->count]);
	if (!has_probability(p, type) || n == 0)
		return n;
	value = fabs((double)(int64_t)p->values.v[type->bytes]);
	*certain = -expm1(-value / n / (double)p->period);
	return n * *certain;
}

/* Returns N, a number of samples of type K, rounded.  The rounding error is added to the next
 * number. */
static uint64_t
whole_samples(struct pprof *p, size_t k, double n)
{
	double sum = p->rounding[k] + n, whole = sum < 0x1p53 ? floor(sum + 0.5) : 0x1p53;

	p->rounding[k] = sum < 0x1p53 ? sum - whole : 0;
	return (uint64_t)whole;
}

void
pprof_set_weights(struct pprof *p)
{
	for (size_t k = 0; k < p->ntypes; k++) {
		int64_t value = (int64_t)p->values.v[k];
		double certain, n = sample_count(p, k, &certain), v = (double)value;

		p->weights[k] = (struct measured_weight){ .value = value };
		if (n <= 0 || value == 0)
			continue;
		p->weights[k].samples = whole_samples(p, k, n);
		p->weights[k].squares = v * v / n * (1 - certain);
	}
}

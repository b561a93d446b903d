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

/* Notes VALUE as a value of type *K of a sample, and adds 1 to *K. */
static void
note_least(struct pprof *p, size_t *k, uint64_t value)
{
	uint64_t size = (int64_t)value < 0 ? -value : value;

	if (*k < p->ntypes && size > 0 && (p->types[*k].least == 0 || size < p->types[*k].least))
		p->types[*k].least = size;
	++*k;
}

/* Sets .least of all types. */
static void
find_least(struct pprof *p)
{
	struct cursor c = p->file;
	struct protobuf_field sample, f;

	while (protobuf_next(&c, &sample)) {
		size_t k = 0;

		while (sample.number == SAMPLE && protobuf_next(&sample.bytes, &f)) {
			if (f.number == 2 && f.type != PROTOBUF_BYTES)
				note_least(p, &k, f.value);
			while (f.number == 2 && cursor_left(&f.bytes) > 0)
				note_least(p, &k, protobuf_varint(&f.bytes));
		}
	}
}

/* Does text number INDEX end with END? */
static bool
ends_with(struct pprof *p, uint64_t index, const char *end)
{
	const struct pprof_text *text = pprof_text(&p->t, index);
	size_t n = strlen(end);

	return text->n >= n && memcmp(text->s + text->n - n, end, n) == 0;
}

/* Is the period a distance between samples of allocated memory, in bytes?  Go calls it "space",
 * @datadog/pprof "inuse_space", as one of the types.  Both divide values by the probability that an
 * object of this size is sampled; in node, V8 does. */
static bool
is_space(struct pprof *p)
{
	return pprof_text_is(&p->t, p->period_type.type, "space")
		|| (ends_with(p, p->period_type.type, "_space")
		&& pprof_text_is(&p->t, p->period_type.unit, "bytes"));
}

/* Does TYPE count contentions?  Go records one of several, and multiplies what it recorded, so that
 * these are no samples.  The file does not say how many it records. */
static bool
is_contentions(struct pprof *p, const struct pprof_type *type)
{
	return pprof_text_is(&p->t, type->type, "contentions");
}

/* The types K and K + 1 are of objects and bytes.  Returns the type of the bytes of the objects of
 * type K: of "inuse_objects", this is "inuse_space", which need not be the next type. */
static uint32_t
bytes_of(struct pprof *p, uint32_t k)
{
	const char objects[] = "_objects", space[] = "_space";
	const struct pprof_text *type = pprof_text(&p->t, p->types[k].type);
	size_t n = type->n - (sizeof(objects) - 1);

	if (!ends_with(p, p->types[k].type, objects))
		return k + 1;
	for (uint32_t i = 0; i < p->ntypes; i++) {
		const struct pprof_text *other = pprof_text(&p->t, p->types[i].type);

		if (ends_with(p, p->types[i].type, space) && other->n == n + sizeof(space) - 1
		    && memcmp(other->s, type->s, n) == 0)
			return i;
	}
	return k + 1;
}

/* Returns how many of the unit with the name number INDEX make one second; 0: it is no time. */
static double
unit_rate(struct pprof *p, uint64_t index)
{
	const struct pprof_text *text = pprof_text(&p->t, index);
	char *unit = mem_text(text->s, text->n);
	double rate = measured_unit_rate(unit);

	free(unit);
	return rate;
}

/* Returns the period of the profile in the unit of TYPE, or 0 if it is not a period of this type,
 * or no distance between samples.  Some programs write any number as the period.  If values are
 * less than the period, it is no distance between samples. */
static double
period_in(struct pprof *p, const struct pprof_type *type)
{
	double period = (double)p->period, rate, of_type;

	if (type->type != p->period_type.type || p->period <= 1 || is_space(p))
		return 0;
	if (type->unit != p->period_type.unit) {
		rate = unit_rate(p, p->period_type.unit);
		of_type = unit_rate(p, type->unit);
		period = rate > 0 ? period * of_type / rate : 0;
	}
	return (double)type->least < period / 2 ? 0 : period;
}

/* Finds for each type the type that counts its samples.  In a profile of memory, this is the type
 * of the objects, just before the type of their bytes.  A type with a period, as a number of cycles
 * can be, does not count samples. */
static void
link_types(struct pprof *p)
{
	uint32_t samples = NOBODY;

	for (uint32_t k = 0; k < p->ntypes; k++) {
		struct pprof_type *type = &p->types[k], *next = type + 1;

		if (!is_count(p, type))
			continue;
		if (is_samples(p, type))
			samples = k;
		if (type->period > 0)
			continue;
		if (is_samples(p, type) || is_space(p))
			type->count = k;
		if (is_space(p))
			next = &p->types[bytes_of(p, k)];
		if (next == p->types + p->ntypes || is_count(p, next) || is_contentions(p, type))
			continue;
		next->count = k;
		if (is_space(p) && pprof_text_is(&p->t, next->unit, "bytes"))
			type->bytes = next->bytes = (uint32_t)(next - p->types);
	}
	for (uint32_t k = 0; samples != NOBODY && k < p->ntypes; k++)
		p->types[k].count = samples;
}

/* Does TYPE count CPU time?  Programs measure it only by sampling. */
static bool
is_cpu(struct pprof *p, const struct pprof_type *type)
{
	return pprof_text_is(&p->t, type->type, "cpu") && unit_rate(p, type->unit) > 0;
}

/* Are the values sums over samples?  A profile of memory has one sample in .period bytes, a profile
 * of time one in .period nanoseconds.  A period of 1 means that everything was recorded.  Go's
 * profiles of contention have this period even if the program recorded only one of several
 * contentions: then it is not said. */
static bool
is_sampled(struct pprof *p)
{
	bool has_type = false;

	for (size_t k = 0; k < p->ntypes; k++) {
		if (p->types[k].period > 0 || is_samples(p, &p->types[k])
		    || is_cpu(p, &p->types[k]))
			return true;
		has_type |= p->types[k].type == p->period_type.type;
	}
	return p->period > 1 && (is_space(p) || !has_type);
}

static const char *
keep_text(struct pprof *p, uint64_t index)
{
	const struct pprof_text *text = pprof_text(&p->t, index);

	return arena_text(&p->m->text, text->s, text->n);
}

/* Returns the name of the event of type K: the type.  If several types have this name, or an
 * earlier file has it for an event with another unit, the unit is added. */
static const char *
event_name(struct pprof *p, size_t k)
{
	const char *type = keep_text(p, p->types[k].type);
	bool is_used = measured_event_named(p->m, type) != NOBODY;

	for (size_t i = 0; i < p->ntypes; i++)
		is_used |= i != k && p->types[i].type == p->types[k].type;
	return is_used ? arena_printf(&p->m->text, "%s/%s", type,
		keep_text(p, p->types[k].unit)) : type;
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

/* Returns the event of P->m, from an earlier file, that has the type and the unit of type K.
 * NOBODY: there is none. */
static uint32_t
same_event(struct pprof *p, size_t k, uint32_t nevents)
{
	for (uint32_t event = 0; event < nevents; event++)
		if (pprof_text_is(&p->t, p->types[k].type, p->m->events[event].type)
		    && pprof_text_is(&p->t, p->types[k].unit, p->m->events[event].unit)
		    && (p->m->events_read >> event & 1) == 0)
			return event;
	return NOBODY;
}

/* If COMMENT, which an export of gprowse has, says whether the values are sampled or counted, sets
 * EVENT accordingly. */
static void
read_origin(struct measured_event *event, const struct pprof_text *comment)
{
	size_t n = strlen(measured_values_are);

	if (comment->n > n && memcmp(comment->s, measured_values_are, n) == 0)
		(void)measured_set_origin(event, comment->s + n, comment->n - n);
}

/* Adds type K as an event of P->m, and returns its number. */
static uint32_t
add_event(struct pprof *p, size_t k, bool sampled)
{
	const char *name = event_name(p, k);
	uint32_t event = measured_add_event(p->m, name, strlen(name),
		keep_text(p, p->types[k].unit));

	p->m->events[event].is_sampled = sampled;
	p->m->events[event].is_unsaid = !sampled && pprof_text_is(&p->t, p->period_type.type,
		"contentions");
	for (size_t i = 0; i < p->comments.n; i++)
		read_origin(&p->m->events[event], pprof_text(&p->t, p->comments.v[i]));
	p->m->events[event].step = p->types[k].period;
	p->m->events[event].favours_large = has_probability(p, &p->types[k]);
	p->m->events[event].type = keep_text(p, p->types[k].type);
	return event;
}

/* Sets .event of all types.  Types that no earlier file has become events of P->m.  False: it has
 * no room for all of them. */
static bool
add_events(struct pprof *p)
{
	bool sampled = is_sampled(p);
	uint32_t nevents = p->m->nevents;

	for (size_t k = 0; k < p->ntypes; k++) {
		uint32_t event = same_event(p, k, nevents);

		if (event == NOBODY && p->m->nevents == MOST_TYPES)
			return false;
		p->types[k].event = event != NOBODY ? event : add_event(p, k, sampled);
		p->m->events_read |= UINT64_C(1) << p->types[k].event;
	}
	return true;
}

/* Sets P->m->event to the default type of the first file. */
static void
choose_event(struct pprof *p)
{
	const struct pprof_text *first = pprof_text(&p->t, p->default_type);

	p->m->event = p->types[p->ntypes - 1].event;
	for (size_t k = p->ntypes; p->default_type != 0 && k-- > 0;) {
		const struct pprof_text *type = pprof_text(&p->t, p->types[k].type);

		if (type->n == first->n && memcmp(type->s, first->s, first->n) == 0)
			p->m->event = p->types[k].event;
	}
}

bool
pprof_open_events(struct pprof *p, struct err *e)
{
	bool is_first = p->m->nevents == 0;

	if (p->ntypes > MOST_TYPES)
		return err_set(e, ERR_FORMAT, "has %zu types of samples, more than %d", p->ntypes,
			MOST_TYPES);
	find_least(p);
	for (size_t k = 0; k < p->ntypes; k++)
		p->types[k].period = period_in(p, &p->types[k]);
	link_types(p);
	if (!add_events(p))
		return err_set(e, ERR_FORMAT, "and the files before it have more than %d types of samples; "
			"show them one at a time", MOST_TYPES);
	if (is_first) {
		choose_event(p);
		set_period(p);
	}
	p->weights = mem_new(p->m->nevents, sizeof(*p->weights));
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
		return type->period > 1 ? value / type->period : 0;
	n = fabs((double)(int64_t)p->values.v[type->count]);
	if (!has_probability(p, type) || n == 0)
		return n;
	value = fabs((double)(int64_t)p->values.v[type->bytes]);
	*certain = measured_memory_chance(value / n, (double)p->period);
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
		struct measured_weight *weight = &p->weights[p->types[k].event];
		int64_t value = (int64_t)p->values.v[k];
		double certain, n = sample_count(p, k, &certain), v = (double)value;

		*weight = (struct measured_weight){ .value = value };
		if (n <= 0 || value == 0)
			continue;
		weight->samples = whole_samples(p, k, n);
		weight->squares = v * v / n * (1 - certain);
	}
}

/* speedscope.c - files of speedscope
 *
 * A JSON object: "shared" has the frames, "profiles" has several profiles.  A profile is "sampled",
 * with "samples" (arrays of frames, the outermost first) and "weights", or "evented", with events
 * that open ("O") and close ("C") a frame at a time.  Source: file-format-spec.ts of speedscope.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/jsontree.h"
#include "measured/formats/namedstacks.h"
#include "measured/reader.h"

struct speedscope {
	struct measured *m;
	struct namedstacks stacks;
	struct jsontree t;
	uint32_t *frames, nframes;	/* owned; numbers in m->frames of the frames of the file */
	uint32_t event, part;
	double scale;			/* how many values make a unit of the profile */
	double rounding;		/* rounding error that is carried over */
	uint32_t *stack, *paths;	/* owned; one stack */
	size_t stack_room, paths_room;
	uint64_t nbad;			/* events and samples that cannot be used */
	bool is_full;
};

static void
read_frames(struct speedscope *p)
{
	const struct jsontree_value *shared = jsontree_get(&p->t, p->t.v, "shared");
	uint32_t *frames = jsontree_elements(&p->t, jsontree_get(&p->t, shared, "frames"),
		&p->nframes);

	for (uint32_t i = 0; i < p->nframes && !p->is_full; i++) {
		const struct jsontree_value *v = &p->t.v[frames[i]];
		struct jsontree_text name = jsontree_text(jsontree_get(&p->t, v, "name"));
		struct jsontree_text file = jsontree_text(jsontree_get(&p->t, v, "file"));
		int64_t line = jsontree_integer(jsontree_get(&p->t, v, "line"), 0);

		frames[i] = namedstacks_frame(p->m, name.s, name.n, NOBODY,
			file.n > 0 ? measured_file_text(p->m, file.s, file.n) : NOBODY,
			line > 0 && line < INT32_MAX ? (uint32_t)line : 0, 0);
		p->is_full = !measured_has_room(p->m, 0);
	}
	p->frames = frames;
}

/* Sets event, unit and part of the profile V, which is number NUMBER of COUNT. */
static bool
begin_profile(struct speedscope *p, const struct jsontree_value *v, uint32_t number, uint32_t count)
{
	static const struct {
		const char *unit;
		double scale;
	} units[] = { { "nanoseconds", 1 }, { "microseconds", 1e3 }, { "milliseconds", 1e6 },
		{ "seconds", 1e9 } };
	const struct jsontree_value *unit = jsontree_get(&p->t, v, "unit");
	struct jsontree_text name = jsontree_text(jsontree_get(&p->t, v, "name"));
	uint32_t before = p->m->nevents;
	char other[32];

	p->scale = p->rounding = 0;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (jsontree_is(unit, units[i].unit))
			p->scale = units[i].scale;
	p->event = p->scale > 0 ? namedstacks_event(p->m, "time", 4, "nanoseconds")
		: jsontree_is(unit, "bytes") ? namedstacks_event(p->m, "bytes", 5, "bytes")
		: namedstacks_event(p->m, "weight", 6, "");
	if (p->scale == 0)
		p->scale = 1;
	if (p->event != NOBODY && p->event >= before)
		p->m->events[p->event].is_unsaid = true;
	snprintf(other, sizeof(other), "%" PRIu32, number + 1);
	p->part = count < 2 ? NOBODY : name.n > 0 ? measured_part(p->m, "profile", name.s, name.n)
		: measured_part(p->m, "profile", other, strlen(other));
	return p->event != NOBODY;
}

/* Adds VALUE, in units of the profile, to PATH. */
static void
add(struct speedscope *p, uint32_t path, double value)
{
	static const double most = 0x1p62;
	double scaled = fmax(fmin(value * p->scale, most), -most) + p->rounding;
	struct namedstacks_value v = { .event = p->event, .value = llround(scaled) };

	if (p->scale == 1 && scaled != floor(scaled))
		p->m->rounded = true;
	p->rounding = scaled - (double)v.value;
	if (path != NOBODY && v.value != 0)
		namedstacks_add(&p->stacks, path, p->part, &v);
}

/* Returns the path of the stack V, or NOBODY. */
static uint32_t
path_of(struct speedscope *p, const struct jsontree_value *v)
{
	uint32_t n = 0;

	for (v = jsontree_first(&p->t, v); v != NULL; v = jsontree_next(&p->t, v)) {
		int64_t frame = jsontree_integer(v, -1);

		if (frame < 0 || frame >= p->nframes) {
			p->nbad++;
			continue;
		}
		p->stack = mem_grow(p->stack, (size_t)n + 1, &p->stack_room, sizeof(*p->stack));
		p->stack[n++] = p->frames[frame];
	}
	p->is_full |= !measured_has_room(p->m, n);
	if (n == 0 || p->is_full)
		return NOBODY;
	return measured_stack(p->m, NOBODY, p->stack, n, NULL);
}

static void
read_sampled(struct speedscope *p, const struct jsontree_value *v)
{
	const struct jsontree_value *sample, *weight;

	sample = jsontree_first(&p->t, jsontree_get(&p->t, v, "samples"));
	weight = jsontree_first(&p->t, jsontree_get(&p->t, v, "weights"));
	for (; sample != NULL && weight != NULL && !p->is_full;
	     sample = jsontree_next(&p->t, sample), weight = jsontree_next(&p->t, weight))
		add(p, path_of(p, sample), jsontree_real(weight, 0));
	p->nbad += (sample == NULL) != (weight == NULL);
}

static void
read_evented(struct speedscope *p, const struct jsontree_value *v)
{
	const struct jsontree_value *event;
	double now = NAN;
	size_t n = 0;

	event = jsontree_first(&p->t, jsontree_get(&p->t, v, "events"));
	for (; event != NULL && !p->is_full; event = jsontree_next(&p->t, event)) {
		int64_t frame = jsontree_integer(jsontree_get(&p->t, event, "frame"), -1);
		double at = jsontree_real(jsontree_get(&p->t, event, "at"), NAN);
		const struct jsontree_value *type = jsontree_get(&p->t, event, "type");

		if (isnan(at) || frame < 0 || frame >= p->nframes || at < now) {
			p->nbad++;
			continue;
		}
		if (n > 0 && at > now)
			add(p, p->paths[n - 1], at - now);
		now = at;
		if (jsontree_is(type, "O")) {
			p->is_full = !measured_has_room(p->m, 1);
			p->paths = mem_grow(p->paths, n + 1, &p->paths_room, sizeof(*p->paths));
			p->paths[n] = measured_path(p->m, n > 0 ? p->paths[n - 1] : NOBODY,
				p->frames[frame]);
			n++;
		} else if (n > 0) {
			p->nbad += p->m->paths[p->paths[n - 1]].frame != p->frames[frame];
			n--;
		} else {
			p->nbad++;
		}
	}
}

static bool
read_speedscope(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct speedscope p = { .m = m, .stacks.m = m };
	bool ok = jsontree_read(&p.t, in, m, e);
	const struct jsontree_value *profiles, *v;
	uint32_t number = 0;

	(void)options;
	if (p.t.n > 0) {
		read_frames(&p);
		profiles = jsontree_get(&p.t, p.t.v, "profiles");
		for (v = jsontree_first(&p.t, profiles); v != NULL && !p.is_full;
		     v = jsontree_next(&p.t, v), number++) {
			if (!begin_profile(&p, v, number, profiles->n))
				continue;
			if (jsontree_is(jsontree_get(&p.t, v, "type"), "evented"))
				read_evented(&p, v);
			else
				read_sampled(&p, v);
		}
	}
	if (p.nbad > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " event%s or samples of the file %s "
			"in no order that is possible.", p.nbad, p.nbad == 1 ? "" : "s",
			p.nbad == 1 ? "is" : "are"), "They are skipped, or close another frame.");
	free(p.frames);
	free(p.stack);
	free(p.paths);
	jsontree_release(&p.t);
	return p.is_full ? measured_no_room(m, e) : ok;
}

static bool
recognise(const unsigned char *head, size_t n)
{
	return jsontree_has(head, n, "speedscope.app/file-format") || (jsontree_has(head, n, "\"shared\"")
		&& jsontree_has(head, n, "\"frames\"") && (jsontree_has(head, n, "\"sampled\"")
			|| jsontree_has(head, n, "\"evented\"")));
}

const struct measured_format speedscope_format = {
	.is_certain = true, .recognise = recognise, .read = read_speedscope,
	.finish = measured_choose_event };

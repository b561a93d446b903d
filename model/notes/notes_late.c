/* notes_late.c - notes that are made only when the user reads notes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "notes/notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "dwarf/lines.h"
#include "elf/image.h"
#include "notes/otherrules.h"

enum { FIGURE = 48 };			/* bytes for a time as text */

static void
add_note(struct late_notes *l, uint32_t func, const char *text, const char *advice)
{
	l->v = mem_grow(l->v, l->n + 1, &l->room, sizeof(*l->v));
	l->v[l->n++] = (struct note){ text, advice, func };
}

/* The beginning of the advice on missing debug info. */
#define NO_LINES "The source lines of samples and calls are not known: "

static void
note_no_lines(struct late_notes *l, struct callsites *pl, struct stop *stop)
{
	for (uint32_t im = 0; profile_has(pl->profile, HAS_BINS) && im < pl->profile->nimages
		&& !stop_asked(stop, im); im++) {
		const char *path = pl->profile->images[im].path;
		const char *why = lines_refused(callsites_lines(pl, im));

		if (why != NULL)
			add_note(l, NOBODY, arena_printf(&l->text, "The debug info of %s is not used: %s.", path,
				why), NO_LINES "no compiler writes such debug info; build it again.");
		else if (!lines_exist(callsites_lines(pl, im)))
			add_note(l, NOBODY, arena_printf(&l->text, "%s has no debug info.", path), NO_LINES
				"compile with -g as well, or install its debug symbols.");
	}
}

/* Adds a note if a part of the debug info that was read so far was skipped. */
static void
note_truncated(struct late_notes *l, const struct callsites *pl)
{
	const char *path = callsites_truncated(pl);

	if (path != NULL)
		add_note(l, NOBODY, arena_printf(&l->text, "%s: " CALLSITES_TRUNCATED ".", path),
			"A linker that merges identical functions (--icf) can cause this: link without it. "
			"Otherwise build again: no compiler writes such debug info.");
}

/* Writes the times A and B, numbers of samples of P, to TEXT_A and TEXT_B.  The texts are in
 * seconds or, if P has no sampling rate, in samples.  If the texts would be equal, they get more
 * decimals. */
static void
time_texts(const struct profile *p, double a, double b, char text_a[FIGURE], char text_b[FIGURE])
{
	enum { MOST = 9 };
	double rate = p->rate > 0 ? p->rate : 1;

	for (int decimals = p->rate > 0 ? 2 : 0; decimals <= MOST; decimals++) {
		snprintf(text_a, FIGURE, "%.*f", decimals, a / rate);
		snprintf(text_b, FIGURE, "%.*f", decimals, b / rate);
		if (strcmp(text_a, text_b) != 0)
			return;
	}
}

/* Returns a text about the function whose time by gprof's rules differs most from its time in
 * views. */
static const char *
say_time(struct late_notes *l, struct names *names, const struct difference *d)
{
	const struct profile *p = names->profile;
	const char *unit = p->rate == 0 ? "samples" : p->dimension;
	char here[FIGURE], there[FIGURE];

	if (d->most == NOBODY)
		return "gprof's rules attribute samples to functions that views do not show";
	time_texts(p, d->here.samples, d->there.samples, here, there);
	return arena_printf(&l->text, "gprof's rules give %s %s %s, views give it %s",
		names_of(names, d->most), there, unit, here);
}

/* Returns a text about the function whose number of calls by gprof's rules differs most from the
 * number in views. */
static const char *
say_calls(struct late_notes *l, struct names *names, const struct difference *d)
{
	if (d->most == NOBODY)
		return "gprof's rules count calls of functions that views do not show";
	return arena_printf(&l->text, "gprof's rules give %s %" PRIu64 " call%s, views give it %" PRIu64,
		names_of(names, d->most), d->there.calls, d->there.calls == 1 ? "" : "s",
		d->here.calls);
}

/* Are the differences of the times too small for a note?  The limit for each row is 0.005 seconds
 * or 1/10000 of the total, whichever is larger.  The limit for the sum of all rows is 0.005 seconds
 * or 5/10000 of the total.  gprof shows two decimals, so smaller differences are invisible. */
static bool
is_trivial(const struct other_rules *o, const struct profile *p)
{
	double decimals = p->rate > 0 ? 0.005 * p->rate : 0;
	double row = fmax(decimals, 1e-4 * p->total), sum = fmax(decimals, 5e-4 * p->total);

	return o->time.off < row && fabs(o->sum - 1) * p->total < sum;
}

static void
note_other_rules(struct late_notes *l, const struct profile *p, struct names *names,
	struct stop *stop)
{
	struct other_rules o;
	const char *what, *sum = "";
	uint32_t n, most;

	if (!otherrules_compare(p, stop, &o))
		return;
	if (is_trivial(&o, p))
		o.time.n = 0;
	if (o.time.n + o.calls.n == 0)
		return;
	n = o.time.n + o.calls.n;
	what = o.time.n > 0 ? say_time(l, names, &o.time) : say_calls(l, names, &o.calls);
	most = o.time.n > 0 ? o.time.most : o.calls.most;
	if (o.sum < 0.9995 || o.sum > 1.0005)
		sum = arena_printf(&l->text, "; gprof's rows add up to %.2f %% of the samples", 100 * o.sum);
	add_note(l, most, arena_printf(&l->text, "%s. %" PRIu32 " row%s%s.", what, n,
		n == 1 ? " differs" : "s differ", sum),
		"Listings follow gprof's rules, unless --exact is given. Views do not follow them. "
		"gprowse-figures(7) says why.");
}

/* Is the library NAME an image of P? */
static bool
is_open(const struct profile *p, const char *name)
{
	for (uint32_t im = 0; im < p->nimages; im++)
		if (strcmp(pathname_base(p->images[im].path), name) == 0)
			return true;
	return false;
}

/* Returns the names of the libraries that the program needs (DT_NEEDED) and that P does not have as
 * images, such as "libm.so.6, libc.so.6".  Returns "" if there are none.  After MOST names, the
 * text ends with "...". */
static const char *
list_libraries(struct late_notes *l, const struct profile *p)
{
	enum { MOST = 6 };
	const char *list = "", *name;
	size_t n = 0;

	for (size_t i = 0; (name = image_needed(&p->images[0], i)) != NULL; i++) {
		if (is_open(p, name))
			continue;
		if (n++ == MOST)
			return arena_printf(&l->text, "%s ...", list);
		list = arena_printf(&l->text, "%s%s%s", list, *list ? ", " : "", name);
	}
	return list;
}

static void
say_limits(struct late_notes *l, const struct profile *p)
{
	const char *list = list_libraries(l, p);

	l->general = (struct note){ .func = NOBODY, .text = *list && p->recording != NULL
		? arena_printf(&l->text, "Never in a gmon.out: time in shared libraries (%s) and in "
			"counting calls, and time spent waiting.", list)
		: *list ? arena_printf(&l->text, "Never in a profile: time in shared libraries (%s), such as "
			"in mcount, which counts calls, and time spent waiting.", list)
		: "Never in a profile: time spent waiting.",
		.advice = *list && p->recording != NULL
		? arena_printf(&l->text, "It has only samples in the program's own code, for gprof. "
		"gprowse %s shows the time in all programs and libraries.", p->recording)
		: *list ? "Samples cover only the program's own code, and only while it is running. gprowse "
		"record samples libraries, too. Compare with the elapsed time to see how long the "
		"program waited."
		: "Samples are taken only while the program is running: compare with the elapsed time to "
		"see how long it waited." };
}

bool
notes_late_find(struct late_notes *l, const struct graph *g, struct callsites *pl,
	struct names *names, struct stop *stop)
{
	const struct profile *p = pl->profile;

	*l = (struct late_notes){ 0 };
	if (profile_has(p, HAS_EVENTS))
		notes_measured_general(l, g);
	if (profile_has(p, HAS_EVENTS) || p->nimages == 0 || p->samples == NULL)
		return true;
	note_no_lines(l, pl, stop);
	stop_begin(stop, "comparing with gprof", p->samples->narcs, "arcs");
	note_other_rules(l, p, names, stop);
	note_truncated(l, pl);
	say_limits(l, p);
	if (!stop_asked(stop, p->samples->narcs))
		return true;
	notes_late_release(l);
	return false;
}

void
notes_late_release(struct late_notes *l)
{
	free(l->v);
	arena_release(&l->text);
	*l = (struct late_notes){ 0 };
}

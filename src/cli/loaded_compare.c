/* loaded_compare.c - the profile that --compare compares with the profile that is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/loaded_compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "compare/runs.h"
#include "figures/graph_solve.h"
#include "measured/measured.h"
#include "profile/callsites.h"
#include "profile/origin.h"
#include "recorded/open_recording.h"

struct options
loaded_compare_before(const struct options *o)
{
	const struct open_options *before = &o->compare.before;
	struct options a = *o;

	a.compare.is_wanted = false;
	a.image_given = o->compare.before_image_given;
	a.files_given = o->compare.before_files_given;
	a.profile.image = before->image;
	a.profile.files = before->files;
	a.profile.nfiles = before->nfiles;
	a.profile.has_files = before->has_files;
	a.profile.libraries = before->libraries;
	a.profile.nlibraries = before->nlibraries;
	return a;
}

/* Does L, which O names, have a profile of its own, not the default gmon.out of this directory? */
static bool
has_own_files(const struct loaded *l, const struct options *o, struct err *e)
{
	return profile_has(&l->profile, HAS_EVENTS) || o->files_given
		|| err_set(e, ERR_USAGE, "--compare: name the profile of %s, too: gprowse --compare OLD "
			"gmon.old -- NEW gmon.new", o->profile.image);
}

/* Returns how many profiles or recordings O names: each is of one run. */
static uint32_t
count_runs(const struct loaded *l, const struct options *o)
{
	const struct open_options *options = &o->profile;
	const struct measured *m = l->profile.measured;
	const char *program, **sources;
	uint32_t nruns;
	size_t n;

	if (profile_has(&l->profile, HAS_BINS))
		return 0;
	n = open_recording_sources(options, &program, &sources);
	free(sources);
	if (n == 0)
		return (uint32_t)(options->has_files ? options->nfiles : 0) + 1;
	/* Several files may be of the processes of one recording, and of one run. */
	nruns = runs_count(m, NULL);
	return nruns > 0 ? nruns : 1;
}

/* Makes A show the event and the part that B shows, if it has them.  Returns A, or the profile that
 * replaces it.  Returns NULL if the work was stopped, or if A has no such part, as E says. */
static struct loaded *
choose_like(struct loaded *a, const struct loaded *b, const struct options *o, struct stop *stop,
	struct err *e)
{
	const struct measured *m = a->profile.measured, *n = b->profile.measured;
	struct measured_choice choice, wanted;
	struct loaded *shown;
	uint32_t event;

	if (m == NULL || n == NULL)
		return a;
	choice = loaded_choice(a);
	wanted = loaded_choice(b);
	event = measured_event_named(m, n->events[wanted.event].name);
	wanted.event = event != NOBODY ? event : choice.event;
	if (wanted.part != NOBODY) {
		const struct measured_part *part = &n->parts[wanted.part];

		wanted.part = measured_find_part(m, part);
		if (wanted.part == NOBODY) {
			(void)err_set(e, ERR_EMPTY, "--compare: A has no %s %s", part->kind,
				part->name);
			loaded_free(a);
			return NULL;
		}
	}
	if (wanted.event == choice.event && wanted.part == choice.part)
		return a;
	shown = loaded_show(a, o, &wanted, stop, e);
	loaded_free(a);
	return shown;
}

/* Reads the first profile, whose files O names, as L was read. */
static struct loaded *
read_before(const struct loaded *l, struct options *o, struct stop *stop, struct err *e)
{
	struct loaded *before;

	o->no_profiler = l->graph->selection.no_profiler;
	o->profile.folds_kernel = l->profile.folds_kernel;
	if (profile_has(&l->profile, HAS_EVENTS))
		o->profile.part = NULL;
	before = loaded_read(o, l->inlined || l->profile.inlined, stop, e);
	if (before != NULL && !has_own_files(before, o, e)) {
		loaded_free(before);
		return NULL;
	}
	return before != NULL ? choose_like(before, l, o, stop, e) : NULL;
}

/* Compares A, which the result owns, with L.  On an error, frees A and returns NULL. */
static struct before *
compare_both(struct loaded *a, struct loaded *l, const struct comparison_options *how,
	struct stop *stop, struct err *e)
{
	struct before *b = mem_new(1, sizeof(*b));
	struct callsites sites[2];
	bool done;

	b->loaded = a;
	callsites_open(&sites[0], &a->profile);
	callsites_open(&sites[1], &l->profile);
	done = comparison_open(&b->comparison, a->graph, l->graph, sites, how, stop, e);
	callsites_release(&sites[0]);
	callsites_release(&sites[1]);
	if (done)
		return b;
	loaded_free(a);
	free(b);
	return NULL;
}

struct before *
loaded_compare(struct loaded *l, const struct options *o, struct stop *stop, struct err *e)
{
	struct comparison_options how = o->compare.how;
	struct options options = loaded_compare_before(o);
	struct loaded *before;

	if (!has_own_files(l, o, e))
		return NULL;
	before = read_before(l, &options, stop, e);
	if (before == NULL)
		return NULL;
	how.nruns[0] = count_runs(before, &options);
	how.nruns[1] = count_runs(l, o);
	return compare_both(before, l, &how, stop, e);
}

struct before *
loaded_compare_from(struct loaded *l, struct loaded *a, const double seconds[2],
	const struct options *o, struct stop *stop, struct err *e)
{
	struct comparison_options how = o->compare.how;

	a->also++;
	a = choose_like(a, l, o, stop, e);
	how.nruns[0] = how.nruns[1] = count_runs(l, o);
	how.seconds[0] = seconds[0];
	how.seconds[1] = seconds[1];
	return a != NULL ? compare_both(a, l, &how, stop, e) : NULL;
}

struct before *
loaded_compare_again(struct loaded *l, const struct rename *r, size_t n, struct stop *stop,
	struct err *e)
{
	struct comparison_options how = l->before->comparison.options;

	how.renames = r;
	how.nrenames = n;
	l->before->loaded->also++;
	return compare_both(l->before->loaded, l, &how, stop, e);
}

/* Sets the numbers of functions of the difference, by row, and their rows. */
static void
number_rows(struct before *b)
{
	const struct profile *p = &b->change->profile;

	b->rows = mem_uncleared(p->nfuncs, sizeof(*b->rows));
	memset(b->rows, 0xff, p->nfuncs * sizeof(*b->rows));
	for (uint32_t i = 0; i < b->comparison.nrows; i++) {
		b->difference.funcs[i] = p->func_of[b->difference.funcs[i]];
		b->rows[b->difference.funcs[i]] = i;
	}
}

/* Makes the difference of L; FILE stands for its file.  Returns false if the work was stopped. */
static bool
open_difference(struct loaded *l, const struct options *o, const char *file, struct stop *stop)
{
	struct before *b = l->before;
	struct loaded *of[2] = { b->loaded, l };
	struct callsites places[2];
	struct sources lines[2] = { { 0 }, { 0 } };
	bool done = true;

	for (int i = 0; i < 2; i++) {
		callsites_open(&places[i], &of[i]->profile);
		done = done && sources_open(&lines[i], of[i]->graph, &places[i], NULL, 0, stop);
	}
	done = done && bothsources_open(&b->sources, &b->comparison, lines, &o->paths, stop)
		&& difference_open(&b->difference, &b->comparison, lines, &b->sources, file, stop);
	for (int i = 0; i < 2; i++) {
		sources_release(&lines[i]);
		callsites_release(&places[i]);
	}
	return done;
}

/* Makes the profile of the difference of L, and the graphs of its sides.  Returns false if the work
 * was stopped. */
static bool
open_change(struct loaded *l, const struct options *o, struct stop *stop, struct err *e)
{
	struct before *b = l->before;
	struct options alone = *o;
	const struct profile *p = &l->profile;
	const char *file = origin_of(p).path;

	alone.compare.is_wanted = false;
	if (!open_difference(l, o, file, stop)) {
		(void)err_set(e, ERR_STOPPED, "stopped");
		return false;
	}
	b->change = loaded_measured(b->difference.measured, &alone,
		&(const struct measured_choice){ .event = DIFFERENCE_CHANGE, .part = NOBODY,
			.inlined = p->inlined,
			.no_profiler = l->graph->selection.no_profiler,
			.folds_kernel = p->folds_kernel }, stop, e);
	for (uint32_t i = 0; i < 2 && b->change != NULL; i++) {
		b->graphs[i] = graph_new(&b->change->profile, &(const struct selection){
			.event = DIFFERENCE_SIDES, .part = i,
			.no_profiler = l->graph->selection.no_profiler }, stop);
		if (b->graphs[i] == NULL)
			(void)err_set(e, ERR_STOPPED, "stopped");
	}
	if (b->change != NULL)
		number_rows(b);
	return b->change != NULL && b->graphs[0] != NULL && b->graphs[1] != NULL;
}

static void
free_change(struct before *b)
{
	graph_free(b->graphs[0]);
	graph_free(b->graphs[1]);
	if (b->change != NULL)
		loaded_free(b->change);
	if (b->difference.measured != NULL)
		difference_release(&b->difference);
	bothsources_release(&b->sources);
	free(b->rows);
	b->rows = NULL;
	b->graphs[0] = b->graphs[1] = NULL;
	b->change = NULL;
}

struct loaded *
loaded_compare_side(struct loaded *l, enum compared_side side, const struct options *o,
	struct stop *stop, struct err *e)
{
	struct before *b = l->before;

	if (b == NULL || side == COMPARED_B)
		return l;
	if (side == COMPARED_A)
		return b->loaded;
	if (b->change == NULL && !open_change(l, o, stop, e))
		free_change(b);
	return b->change;
}

struct compared_shown
loaded_compare_shown(struct loaded *l, enum compared_side side)
{
	struct before *b = l->before;
	struct compared_shown shown = { .side = side, .unit = 1 };

	if (b == NULL)
		return shown;
	shown.names[0] = &b->loaded->names;
	shown.names[1] = &l->names;
	if (side == COMPARED_A)
		shown.unit = b->loaded->graph->measure.per_unit / l->graph->measure.per_unit;
	if (side != COMPARED_CHANGE)
		return shown;
	shown.unit = b->change->graph->measure.per_unit / l->graph->measure.per_unit;
	shown.funcs = b->difference.funcs;
	shown.rows = b->rows;
	for (int i = 0; i < 2; i++)
		shown.read[i] = shown.graph[i] = b->graphs[i];
	return shown;
}

void
loaded_compare_lookup(const struct loaded *l, enum compared_side side, struct lookup *lookup)
{
	if (l->before == NULL || side != COMPARED_CHANGE)
		return;
	lookup->both = &l->before->sources;
	lookup->sides[0] = l->before->graphs[0];
	lookup->sides[1] = l->before->graphs[1];
}

/* Returns the function of SIDE that row I of B shows, or NOBODY. */
static uint32_t
func_of_row(const struct before *b, uint32_t i, enum compared_side side)
{
	return side == COMPARED_CHANGE ? b->difference.funcs[i]
		: b->comparison.rows[i].func[side];
}

uint32_t *
loaded_compare_map(struct loaded *l, enum compared_side from, enum compared_side to)
{
	const struct before *b = l->before;
	const struct profile *p = from == COMPARED_A ? &b->loaded->profile
		: from == COMPARED_B ? &l->profile : &b->change->profile;
	uint32_t *map = mem_uncleared(p->nfuncs, sizeof(*map));

	memset(map, 0xff, p->nfuncs * sizeof(*map));
	for (uint32_t i = 0; i < b->comparison.nrows; i++)
		if (func_of_row(b, i, from) != NOBODY)
			map[func_of_row(b, i, from)] = func_of_row(b, i, to);
	return map;
}

void
loaded_compare_free(struct before *b)
{
	if (b == NULL)
		return;
	free_change(b);
	comparison_release(&b->comparison);
	loaded_free(b->loaded);
	free(b);
}

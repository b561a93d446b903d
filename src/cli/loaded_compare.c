/* loaded_compare.c - the profile that --compare compares with the profile that is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/loaded_compare.h"

#include <stdlib.h>

#include "base/mem.h"
#include "measured/measured.h"
#include "profile/callsites.h"
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
	return l->profile.measured != NULL || o->files_given
		|| err_set(e, ERR_USAGE, "--compare: name the profile of %s, too: gprowse --compare OLD "
			"gmon.old -- NEW gmon.new", o->profile.image);
}

/* Returns how many profiles O names: each is of one run. */
static uint32_t
count_runs(const struct loaded *l, const struct options *o)
{
	const struct open_options *options = &o->profile;
	const char *program, **sources;
	size_t n;

	if (l->profile.measured == NULL)
		return 0;
	n = open_recording_sources(options, &program, &sources);
	free(sources);
	return n > 0 ? (uint32_t)n : (uint32_t)(options->has_files ? options->nfiles : 0) + 1;
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
	if (l->profile.measured != NULL)
		o->profile.part = NULL;
	before = loaded_read(o, l->inlined || l->profile.inlined, stop, e);
	if (before != NULL && !has_own_files(before, o, e)) {
		loaded_free(before);
		return NULL;
	}
	return before != NULL ? choose_like(before, l, o, stop, e) : NULL;
}

struct before *
loaded_compare(struct loaded *l, const struct options *o, struct stop *stop, struct err *e)
{
	struct comparison_options how = o->compare.how;
	struct options options = loaded_compare_before(o);
	struct callsites sites[2];
	struct before *b;
	bool done;

	if (!has_own_files(l, o, e))
		return NULL;
	b = mem_new(1, sizeof(*b));
	b->loaded = read_before(l, &options, stop, e);
	if (b->loaded == NULL) {
		free(b);
		return NULL;
	}
	how.nruns[0] = count_runs(b->loaded, &options);
	how.nruns[1] = count_runs(l, o);
	callsites_open(&sites[0], &b->loaded->profile);
	callsites_open(&sites[1], &l->profile);
	done = comparison_open(&b->comparison, b->loaded->graph, l->graph, sites, &how, stop, e);
	callsites_release(&sites[0]);
	callsites_release(&sites[1]);
	if (done)
		return b;
	loaded_free(b->loaded);
	free(b);
	return NULL;
}

void
loaded_compare_free(struct before *b)
{
	if (b == NULL)
		return;
	comparison_release(&b->comparison);
	loaded_free(b->loaded);
	free(b);
}

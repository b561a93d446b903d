/* open_recording.c - make a measured profile from recordings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/open_recording.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "recorded/recorded_load.h"

/* Returns the names of the recorded images, as recorded_list() writes them, or "none". */
static const char *
list_images(struct recorded_load *l)
{
	const char *list = NULL;

	for (uint32_t i = 0; i < l->images.n; i++)
		list = recorded_list(&l->totals.text, list, i, l->images.v[i]->name);
	return list != NULL ? list : "none";
}

/* Returns what follows "has no calls and no samples": where there are none or, if nothing was left
 * out and PROBLEM is NULL, what to do. */
static const char *
where_nothing(const struct recorded_load *l, const char *problem)
{
	const struct open_options *o = l->options;
	bool is_part = o->only_pid != NULL || o->only_thread != NULL || o->only_image != NULL;

	if (l->totals.reset > 0)
		return is_part ? " in the chosen part since its reset; --since=start shows all"
			: " since its reset; --since=start shows all";
	if (is_part || problem != NULL)
		return is_part ? " in the chosen part" : "";
	return l->totals.most_hz == 0 ? ": with -F 0, only code compiled with -pg is recorded"
		: "; give the program more work, or record it with a higher rate (-F)";
}

/* Sets E to the reason why L->m has nothing to show, and returns MEASURED_FAILED. */
static enum measured_result
explain_nothing(struct recorded_load *l, const struct recorded_files *files, struct err *e)
{
	const struct open_options *o = l->options;
	const char *path = files->sources[0].path;
	const char *problem = recorded_notes_problem(&l->totals);

	if (l->m->damaged_file != NULL) {
		*e = l->m->damage;
		(void)err_in(e, "%s", l->m->damaged_file);
	} else if (l->totals.seen == 0) {
		(void)err_set(e, ERR_EMPTY, "%s: no process was recorded", path);
	} else if (o->only_pid != NULL && l->totals.tasks.n == 0) {
		(void)err_set(e, ERR_USAGE, "--pid=%s: no such process was recorded; there are %s",
			o->only_pid, l->totals.names);
	} else if (o->only_image != NULL && !l->image_found) {
		(void)err_set(e, ERR_USAGE, "--image=%s: no such program or library was recorded; "
			"there are %s", o->only_image, list_images(l));
	} else if (o->only_thread != NULL && l->m->nparts == 0 && l->nthread_names > 0) {
		(void)err_set(e, ERR_USAGE, "--thread=%s: no such thread was recorded; there are "
			"%s", o->only_thread, l->thread_names);
	} else {
		(void)err_set(e, ERR_EMPTY, "%s: has no calls and no samples%s%s%s", path,
			where_nothing(l, problem), problem != NULL ? ". " : "", problem != NULL ? problem : "");
	}
	return MEASURED_FAILED;
}

/* Did threads wait for longer than is between two looks at them? */
static bool
has_waits(const struct measured *m)
{
	const int64_t look = 10000000;	/* ns between two looks, by default */
	int64_t all = 0;

	for (uint32_t i = 0; i < m->nsamples; i++)
		for (uint32_t k = RECORDED_WAIT; k < m->nevents; k++) {
			int64_t value = m->weights[(size_t)i * m->nevents + k].value;

			if (k != RECORDED_WAIT && k != RECORDED_IDLE)
				continue;
			if (value > look || (all += value > 0 ? value : 0) > look)
				return true;
		}
	return false;
}

/* Reads the N sources at PATHS.  PROGRAM: a program that the user named before them; or NULL. */
static enum measured_result
open_sources(struct measured *m, const char *program, const char *const *paths, size_t n,
	const struct open_options *options, struct err *e)
{
	enum measured_result result = MEASURED_ADDED;
	struct recorded_load l;
	struct recorded_files files;

	recorded_files_open(&files, paths, n);
	recorded_load_open(&l, m, m, program, files.has_waits, options);
	if (!recorded_load_add(&l, &files, e))
		result = MEASURED_FAILED;
	else if (m->nsamples == 0 && m->ncalls == 0)
		result = explain_nothing(&l, &files, e);
	else {
		recorded_load_finish(&l, &files, m);
		/* Counted calls without times say more than a moment without a processor. */
		if (m->ncalls == 0 || has_waits(m))
			measured_prefer_values(m);
	}
	recorded_load_release(&l);
	recorded_files_release(&files);
	return result;
}

size_t
open_recording_sources(const struct open_options *options, const char **program,
	const char ***sources)
{
	size_t nfiles = options->has_files ? options->nfiles : 0, n = 0;
	const char **paths = mem_new(nfiles + 1, sizeof(*paths));
	bool has_program = !recorded_files_is_source(options->image);

	if (!has_program)
		paths[n++] = options->image;
	for (size_t i = 0; i < nfiles && recorded_files_is_source(options->files[i]); i++)
		paths[n++] = options->files[i];
	*program = has_program ? options->image : NULL;
	*sources = paths;
	if (n == nfiles + !has_program && n > 0)
		return n;
	free(paths);
	*sources = NULL;
	return 0;
}

enum measured_result
open_recording(struct measured *m, const struct open_options *options, struct err *e)
{
	const char **paths, *program;
	size_t n = open_recording_sources(options, &program, &paths);
	enum measured_result result = MEASURED_OTHER;

	if (n > 0)
		result = open_sources(m, program, paths, n, options, e);
	free(paths);
	return result;
}

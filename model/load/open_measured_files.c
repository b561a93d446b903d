/* open_measured_files.c - read the files of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/open_measured_files.h"

#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "load/open_measured.h"
#include "recorded/open_recording.h"
#include "recorded/recorded_codes.h"

/* Is PATH a regular file without bytes?  If callgrind writes a file for each thread, PATH-01 and so
 * on, it leaves PATH itself empty. */
static bool
is_empty_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0;
}

/* Sets E if PATH is an empty file and callgrind has written PATH-01, the file of a thread. */
static void
explain_empty(const char *path, struct err *e)
{
	struct arena text = { 0 };
	struct stat st;

	if (strcmp(path, "-") != 0 && is_empty_file(path)
	    && stat(arena_printf(&text, "%s-01", path), &st) == 0)
		(void)err_set(e, ERR_FORMAT, "is empty; callgrind wrote a file for each thread: "
			"gprowse %s-*", path);
	arena_release(&text);
}

/* Returns when the oldest file that OPTIONS name was last written; 0: not known. */
static time_t
oldest_file(const struct open_options *options)
{
	size_t nfiles = options->has_files ? options->nfiles : 0;
	time_t oldest = 0;

	for (size_t i = 0; i <= nfiles; i++) {
		struct stat st;

		if (stat(i == 0 ? options->image : options->files[i - 1], &st) == 0
		    && !S_ISFIFO(st.st_mode) && (oldest == 0 || st.st_mtime < oldest))
			oldest = st.st_mtime;
	}
	return oldest;
}

/* Reads file number I: 0 is OPTIONS->image, I > 0 is OPTIONS->files[I - 1].  If several files are
 * named and file I is empty, skips the file and returns MEASURED_ADDED.  MEASURED_OTHER: the file
 * has no known format, and the files before had no profile. */
static enum measured_result
read_file(struct measured *m, size_t i, const struct open_options *options,
	const struct codes *codes, struct err *e)
{
	/* The first of several files may be a program.  No pipe is a program, so the first of
	 * several files is not waited for if it is a pipe without a writer. */
	const struct measured_options how = { .format = options->measured_format,
		.counts = options->counts, .codes = codes,
		.pid = options->only_pid, .thread = options->only_thread,
		.comm = options->only_comm, .cpus = options->only_cpus,
		.division = options->division,
		.has_between = options->has_between, .from = options->from, .to = options->to,
		.waits = i > 0 || !options->has_files || options->nfiles == 0,
		.stop = options->stop };
	const char *path = i == 0 ? options->image : options->files[i - 1];
	enum measured_result result;

	if (options->has_files && options->nfiles > 0 && is_empty_file(path))
		return MEASURED_ADDED;
	result = measured_read(m, path, &how, e);
	if (result == MEASURED_OTHER && e->kind == ERR_NONE && m->format == NULL)
		explain_empty(path, e);
	/* If M->format is NULL, all files before PATH are empty: no profile was found yet. */
	if (result == MEASURED_OTHER && m->format == NULL && strcmp(path, "-") != 0
	    && e->kind == ERR_NONE)
		return result;
	if (result == MEASURED_OTHER && e->kind == ERR_NONE)
		(void)err_set(e, ERR_FORMAT, i > 0 ? "is not a profile of the format of the first file"
			: "is no profile that can be shown without a program; name the program first: "
			"gprowse PROGRAM -");
	if (result == MEASURED_OTHER)
		result = MEASURED_FAILED;
	if (result == MEASURED_FAILED && e->kind != ERR_STOPPED)
		(void)err_in(e, "%s", strcmp(path, "-") == 0 ? "standard input" : path);
	if (result == MEASURED_DAMAGED && m->damaged_file == NULL) {
		m->damage = *e;
		m->damaged_file = path;
	}
	return result;
}

/* Returns the part of M for file number I of OPTIONS. */
static uint32_t
file_part(struct measured *m, size_t i, const struct open_options *options)
{
	const char *path = i == 0 ? options->image : options->files[i - 1];

	uint32_t part = measured_part(m, "file", path, strlen(path));

	measured_set_run(m, part, path);
	return part;
}

/* Adds the name of file I of OPTIONS to the notes of M from note FIRST on. */
static void
name_notes(struct measured *m, uint32_t first, size_t i, const struct open_options *options)
{
	const char *path = i == 0 ? options->image : options->files[i - 1];

	for (uint32_t k = first; k < m->nnotes; k++)
		m->notes[k].text = arena_printf(&m->text, "%s: %s", path, m->notes[k].text);
}

/* Reads the files that OPTIONS name into M.  MEASURED_OTHER: all files are empty, or the first one
 * that is not empty has no known format. */
static enum measured_result
read_files(struct measured *m, const struct open_options *options,
	const struct codes *codes, struct err *e)
{
	size_t nfiles = options->has_files ? options->nfiles : 0;

	for (size_t i = 0; i <= nfiles; i++) {
		enum measured_result result;
		uint32_t nnotes = m->nnotes;

		if (nfiles > 0)
			m->file_part = file_part(m, i, options);
		result = read_file(m, i, options, codes, e);
		if (nfiles > 0)
			name_notes(m, nnotes, i, options);
		if (result == MEASURED_OTHER || result == MEASURED_FAILED)
			return result;
	}
	if (m->format == NULL)
		return MEASURED_OTHER;
	measured_finish(m);
	if (m->nsamples == 0 && m->ncosts == 0) {
		if (m->damaged_file != NULL) {
			*e = m->damage;
			(void)err_in(e, "%s", m->damaged_file);
		} else if (m->nnotes > 0) {
			(void)err_set(e, ERR_EMPTY, "%s: nothing can be shown: %s", options->image,
				m->notes[0].text);
		} else {
			(void)err_set(e, ERR_EMPTY, "%s: has no samples", options->image);
		}
		return MEASURED_FAILED;
	}
	return MEASURED_ADDED;
}

/* Returns false and sets E if OPTIONS have an option that is not for profiles of FORMAT.  NULL: the
 * files are no measured profile. */
static bool
check_options(const char *format, const struct open_options *options, struct err *e)
{
	bool is_recording = format != NULL && strcmp(format, "recording") == 0;
	bool is_data = format != NULL && strcmp(format, "perf.data") == 0;
	bool is_perf = is_data || (format != NULL && strcmp(format, "perf script") == 0);
	const char *name = NULL, *only = "recordings of gprowse record";

	if (!is_recording && !is_perf)
		name = options->only_pid != NULL ? "pid" : options->only_thread != NULL ? "thread"
			: NULL;
	if (!is_recording && name == NULL)
		name = options->only_image != NULL ? "image"
			: options->since != SINCE_DEFAULT ? "since" : NULL;
	if (!is_perf && name == NULL) {
		name = options->only_comm != NULL ? "comm" : options->only_cpus != NULL ? "cpu"
			: options->has_between ? "between" : options->division != BY_THREAD ? "parts"
			: NULL;
		only = "perf.data and perf script";
	}
	if (!is_data && name == NULL && options->where.symfs != NULL) {
		name = "symfs";
		only = "perf.data";
	}
	return name == NULL || err_set(e, ERR_USAGE, "--%s: only for %s; omit the option", name,
		only);
}

/* Reads the files that OPTIONS name into M, see read_files().  Some formats have only addresses of
 * code, and name the images. */
static enum measured_result
read_with_images(struct measured *m, const struct open_options *options, struct err *e)
{
	struct recorded_codes codes;
	enum measured_result result;

	m->written = oldest_file(options);
	recorded_codes_open(&codes, m, options);
	result = read_files(m, options, &codes.codes, e);
	if (result == MEASURED_ADDED)
		recorded_codes_finish(&codes);
	recorded_codes_release(&codes);
	return result;
}

enum measured_result
open_measured_files(struct profile *p, const struct open_options *options, struct err *e)
{
	struct measured *m = measured_new();
	uint32_t event, part;
	enum measured_result result = open_recording(m, options, e);

	if (result == MEASURED_OTHER)
		result = read_with_images(m, options, e);
	if (result != MEASURED_FAILED && !check_options(m->format, options, e))
		result = MEASURED_FAILED;
	if (result == MEASURED_ADDED && !open_measured_choose(m, options, &event, &part, e))
		result = MEASURED_FAILED;
	if (result == MEASURED_ADDED) {
		measured_end(m);
		p->folds_kernel = options->folds_kernel;
		open_measured(p, m, options->inlined);
		select_resolve(&p->named, p, options->specs, options->nspecs, false);
	}
	measured_release(m);
	return result;
}

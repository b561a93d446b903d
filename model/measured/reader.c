/* reader.c - recognizing and reading profiles whose totals are known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/reader.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "base/programkind.h"
#include "samples/otherkinds.h"
#include "samples/unpack.h"

/* All readers, in the order in which they are tried. */
static const struct {
	const char *name;
	const struct measured_format *format;
} formats[] = {
#define MEASURED(name, reader) { name, &(reader) },
#include "measured/formats.def"
#undef MEASURED
};

enum { FORMATS = sizeof(formats) / sizeof(*formats) };

const char *
measured_format_name(size_t i)
{
	return i < FORMATS ? formats[i].name : NULL;
}

/* Returns the number of the format NAME.  If NAME is NULL, returns the number of the format that
 * recognizes IN.  Returns FORMATS if there is no such format, or if IN is of a kind that no format
 * reads. */
static size_t
find_format(const struct input *in, const char *name)
{
	bool is_other = otherkinds_find(in->bytes, in->n) != NULL;
	size_t i;

	for (i = 0; i < FORMATS && name != NULL; i++)
		if (strcmp(formats[i].name, name) == 0)
			return is_other && !formats[i].format->recognise(in->bytes, in->n)
				? FORMATS : i;
	for (i = name != NULL ? FORMATS : 0; i < FORMATS; i++)
		if ((!is_other || formats[i].format->is_certain)
		    && formats[i].format->recognise(in->bytes, in->n))
			break;
	return i;
}

/* Sets E if the file is of a kind that otherkinds_find() finds; HEAD has the first N bytes of the
 * file.  If IS_FIRST is set and the file is neither a program nor a gmon.out, sets E in any case.
 * IS_FIRST: no earlier file was a profile. */
static void
explain_other(const unsigned char *head, size_t n, bool is_first, struct err *e)
{
	const struct other_kind *kind = otherkinds_find(head, n);

	if (kind != NULL)
		(void)err_set(e, ERR_FORMAT, "%s", kind->advice);
	else if (programkind_of(head, n) != PROGRAM_NONE)
		return;
	for (size_t i = 0; i < FORMATS && is_first && e->kind == ERR_NONE; i++)
		if (formats[i].format->explain != NULL)
			formats[i].format->explain(head, n, e);
	if (e->kind == ERR_NONE && is_first && n >= 4 && memcmp(head, "gmon", 4) != 0)
		(void)err_set(e, ERR_FORMAT, "is neither a program (ELF or PE) nor a profile that is read without "
			"one (perf.data, perf script, callgrind.out, pprof, folded stacks, ..); name a "
			"gmon.out after its program, a recording by its directory");
}

enum { LARGE = 64 * 1024 * 1024 };	/* bytes; for less, to get large pages takes too long */

static enum measured_result
read_input(struct measured *m, struct input *in, const struct measured_options *options,
	struct err *e)
{
	size_t i = find_format(in, options->format);
	bool whole;

	if (in->n == 0 && strcmp(in->path, "-") == 0) {
		(void)err_set(e, ERR_FORMAT, "is empty; see whether the program before the | has failed");
		return MEASURED_OTHER;
	}
	if (unpack_again(in->bytes, in->n, e) != NULL)
		return MEASURED_OTHER;
	if (i == FORMATS) {
		explain_other(in->bytes, in->n, m->format == NULL, e);
		return MEASURED_OTHER;
	}
	if (m->format != NULL && m->format != formats[i].name) {
		(void)err_set(e, ERR_FORMAT, "has the format %s, the file before it the format %s; "
			"show them one at a time", formats[i].name, m->format);
		return MEASURED_FAILED;
	}
	m->format = formats[i].name;
	m->stacks = formats[i].format->stacks;
	m->events_read = 0;
	if (in->size >= LARGE)
		mem_expect(in->size <= SIZE_MAX / 4 ? 4 * in->size : SIZE_MAX);
	stop_begin(options->stop, "reading", in->size, "bytes");
	whole = formats[i].format->read(in, m, options, e);
	if (e->kind == ERR_STOPPED && !whole)
		return MEASURED_FAILED;
	m->files = mem_grow(m->files, (size_t)m->nfiles + 1, &m->files_room, sizeof(*m->files));
	m->file_events = mem_grow(m->file_events, (size_t)m->nfiles + 1, &m->file_events_room,
		sizeof(*m->file_events));
	m->file_events[m->nfiles] = m->events_read;
	m->files[m->nfiles++] = in->path;
	return whole ? MEASURED_ADDED : MEASURED_DAMAGED;
}

/* Opens the perf.data file that perf record has put into the directory PATH.  False: there is
 * none. */
static bool
open_directory(struct measured *m, struct input *in, const char *path,
	const struct measured_options *options)
{
	const char *data = arena_printf(&m->text, "%s/data", path), *last;
	struct stat st;
	size_t n;
	struct err e;

	if (stat(data, &st) != 0 || !S_ISREG(st.st_mode)
	    || !input_open(in, data, false, options->stop, &e))
		return false;
	last = pathname_last(path, &n);
	in->path = in->directory = arena_text(&m->text, path, (size_t)(last - path) + n);
	if (perf_data_format.recognise(in->bytes, in->n))
		return true;
	input_close(in);
	return false;
}

/* Says in E what kind of directory PATH is, if that is known. */
static enum measured_result
explain_directory(const char *path, struct err *e)
{
	const struct other_kind *kind = otherkinds_of_directory(path);

	if (kind != NULL)
		(void)err_set(e, ERR_FORMAT, "%s", kind->advice);
	return MEASURED_OTHER;
}

enum measured_result
measured_read(struct measured *m, const char *path, const struct measured_options *options,
	struct err *e)
{
	enum measured_result result;
	bool is_there;
	struct input in;
	struct stat st;

	e->kind = ERR_NONE;
	is_there = strcmp(path, "-") != 0 && stat(path, &st) == 0;
	if (is_there && S_ISDIR(st.st_mode)) {
		if (!open_directory(m, &in, path, options))
			return explain_directory(path, e);
	} else if (is_there && !options->waits && !S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode)) {
		/* A file that another user has made may name a terminal as the program. */
		return MEASURED_OTHER;
	} else if (!input_open(&in, path, options->waits, options->stop, e)) {
		return MEASURED_FAILED;
	}
	result = read_input(m, &in, options, e);
	input_close(&in);
	return result;
}

void
measured_finish(struct measured *m)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (m->format == formats[i].name && formats[i].format->finish != NULL)
			formats[i].format->finish(m);
	measured_prefer_values(m);
}

const char *
measured_format_of(const char *path)
{
	struct input in;
	struct stat st;
	struct err e;
	size_t i;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)
	    || !input_open(&in, path, false, NULL, &e))
		return NULL;
	i = find_format(&in, NULL);
	input_close(&in);
	return measured_format_name(i);
}

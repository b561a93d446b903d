/* gcovjson.c - reading the JSON that gcov(1) prints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/gcovjson.h"

#include <assert.h>
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"

enum {
	MAX_SILENCE = 20000,		/* milliseconds without output after which gcov is
					 * stopped */
	POLL = 50,			/* milliseconds between two tests whether the user stopped
					 * the work */
	BUFFER = 65536,
	MAX_BYTES = 64 << 20,		/* most bytes in one document */
	MAX_DOCUMENTS = 1000,		/* most documents that gcov may print for one file */
};

struct json_reading {
	struct gcov *g;
	const struct gcov_output *from;
	struct stop *stop;
	char *buffer;			/* owned; output of gcov that was read last */
	size_t at, n;			/* buffer[at] to buffer[n - 1] are still to be parsed */
	bool stopped, silent, ended, too_long;	/* why reading ended */
	size_t npieces;			/* number of pieces of the current document that were read;
					 * empty lines do not count */
	size_t size;			/* size of the current document so far, in bytes */
	size_t ndocuments;		/* documents read so far */
};

static int
silence_limit(const struct json_reading *r)
{
	return r->g->max_silence > 0 ? r->g->max_silence : MAX_SILENCE;
}

/* Has the child process PID exited?  A process that it started may still write to the same output.
 * PID 0 means that there is no child. */
static bool
has_exited(pid_t pid)
{
	siginfo_t info = { 0 };

	return pid > 0 && waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0
		&& info.si_pid == pid;
}

/* Waits until gcov prints more, and reads it into R->buffer.  False: there is no more; R->stopped,
 * .ended or .silent says why. */
static bool
fill_buffer(struct json_reading *r)
{
	for (int waited = 0; waited < silence_limit(r); waited += POLL) {
		struct pollfd p = { .fd = r->from->fd, .events = POLLIN };
		/* Test this before poll(): after poll(), gcov might print and exit before the
		 * test. */
		bool exited = has_exited(r->from->pid);
		ssize_t n;

		if (stop_asked(r->stop, r->g->nlines)) {
			r->stopped = true;
			return false;
		}
		if (poll(&p, 1, POLL) <= 0) {
			if (!exited)
				continue;
			r->ended = true;
			return false;
		}
		n = read(r->from->fd, r->buffer, BUFFER);
		if (n > 0) {
			r->at = 0;
			r->n = (size_t)n;
			return true;
		}
		if (n == 0 || errno != EINTR) {
			r->ended = true;
			return false;
		}
	}
	r->silent = true;
	return false;
}

/* Has gcov printed a longer document, or more documents, than its files can yield? */
static bool
is_too_long(const struct json_reading *r)
{
	return r->size > MAX_BYTES
		|| (r->from->nfiles > 0 && r->ndocuments / MAX_DOCUMENTS >= r->from->nfiles);
}

/* Copies at most SIZE bytes of gcov's output to BUFFER, for jansson.  Returns the number of bytes;
 * 0 at the end of the output; (size_t)-1 if reading was given up.  Copies at most one line: if a
 * document ends inside BUFFER, jansson drops the rest of BUFFER, and a new document begins on a new
 * line. */
static size_t
read_output(void *buffer, size_t size, void *with)
{
	struct json_reading *r = with;
	const char *from, *newline;
	size_t n;

	if (r->at == r->n && (r->ended || !fill_buffer(r)))
		return r->stopped || r->silent ? (size_t)-1 : 0;
	r->too_long = is_too_long(r);
	if (r->too_long)
		return (size_t)-1;
	assert(r->at < r->n);
	from = r->buffer + r->at;
	n = r->n - r->at < size ? r->n - r->at : size;
	newline = memchr(from, '\n', n);
	if (newline != NULL)
		n = (size_t)(newline - from) + 1;
	memcpy(buffer, from, n);
	r->at += n;
	r->size += n;
	r->npieces += n > 1 || *from != '\n';
	return n;
}

/* Sets COUNTS, which must have room for all of BRANCHES, to their counts.  Returns the number of
 * counts.  For a call that may throw, gcov prints two branches: first one for the return, then one
 * for the throw.  Both are dropped. */
static size_t
read_branches(const json_t *branches, uint64_t *counts)
{
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(branches); i++) {
		const json_t *b = json_array_get(branches, i);
		json_int_t count = json_integer_value(json_object_get(b, "count"));

		if (json_is_true(json_object_get(b, "throw"))) {
			if (n > 0)
				n--;
			continue;
		}
		counts[n++] = count > 0 ? (uint64_t)count : 0;
	}
	return n;
}

static void
read_line(struct gcov *g, const char *path, const json_t *line)
{
	json_int_t number = json_integer_value(json_object_get(line, "line_number"));
	json_int_t count = json_integer_value(json_object_get(line, "count"));
	const json_t *branches = json_object_get(line, "branches");
	uint64_t *counts;

	if (number <= 0 || number > INT32_MAX)
		return;
	counts = arena_new(&g->text, json_array_size(branches) + 1, sizeof(*counts));
	counts[0] = count > 0 ? (uint64_t)count : 0;
	g->lines = mem_grow(g->lines, g->nlines + 1, &g->room, sizeof(*g->lines));
	g->lines[g->nlines++] = (struct line_count){
		.path = path, .line = (uint32_t)number, .counts = counts,
		.ncounts = 1 + read_branches(branches, counts + 1),
	};
}

/* Returns the normalized path of the source file NAME, in the arena of G.  The file was compiled in
 * directory DIR; NULL: not known. */
static const char *
source_path(struct gcov *g, const char *dir, const char *name)
{
	size_t n = strlen(name) + (dir != NULL ? strlen(dir) : 0) + 2;
	char *path = mem_new(n, 1), *text = arena_new(&g->text, n, 1);

	snprintf(path, n, "%s%s%s", *name == '/' || dir == NULL ? "" : dir,
		*name == '/' || dir == NULL ? "" : "/", name);
	pathname_normalize(text, path);
	free(path);
	return text;
}

/* Adds to G the lines in DOCUMENT, which gcov prints for one .gcda file. */
static void
read_document(struct gcov *g, const json_t *document)
{
	const char *dir = json_string_value(json_object_get(document, "current_working_directory"));
	const json_t *files = json_object_get(document, "files");

	for (size_t i = 0; i < json_array_size(files); i++) {
		const json_t *file = json_array_get(files, i), *lines;
		const char *name = json_string_value(json_object_get(file, "file"));
		const char *path;

		if (name == NULL)
			continue;
		path = source_path(g, dir, name);
		lines = json_object_get(file, "lines");
		for (size_t k = 0; k < json_array_size(lines); k++)
			read_line(g, path, json_array_get(lines, k));
	}
	if (files != NULL)
		g->nfiles++;
}

/* Was DOCUMENT printed by the same version of gcov as the gcc that wrote the .gcda file?  Another
 * version would print wrong counts.  False: E names the versions. */
static bool
is_by_same_version(const struct json_reading *r, const json_t *document, struct err *e)
{
	const char *version = json_string_value(json_object_get(document, "gcc_version"));

	if (version == NULL || r->from->gcc == 0 || strtoul(version, NULL, 10) == r->from->gcc)
		return true;
	return err_set(e, ERR_FORMAT, "%s: written by gcc %u%s, and the gcov of gcc %.20s cannot "
		"read it; install the gcov of the same version", r->from->data, r->from->gcc,
		r->from->gcc == 4 ? " or clang" : "", version);
}

/* Reads all documents that gcov prints, and adds their lines to R->g.  False: E says what is
 * wrong. */
static bool
read_documents(struct json_reading *r, struct err *e)
{
	json_error_t error;
	json_t *document;

	do {
		r->npieces = r->size = 0;
		document = json_load_callback(read_output, r, JSON_DISABLE_EOF_CHECK, &error);
		if (document != NULL && !is_by_same_version(r, document, e)) {
			json_decref(document);
			return false;
		}
		if (document != NULL)
			read_document(r->g, document);
		json_decref(document);
		r->ndocuments++;
	} while (document != NULL);
	if (r->stopped)
		return err_set(e, ERR_STOPPED, "stopped");
	if (r->silent)
		return err_set(e, ERR_IO, "%s: no output for %d seconds; it was stopped",
			r->from->name, silence_limit(r) / 1000);
	if (r->too_long)
		return err_set(e, ERR_FORMAT, "%s: its output does not end; it was stopped",
			r->from->name);
	if (r->npieces > 0)
		return err_set(e, ERR_FORMAT, "%s: its output is not JSON: %s", r->from->name,
			error.text);
	return true;
}

bool
gcovjson_read(struct gcov *g, const struct gcov_output *from, struct stop *stop,
	struct err *e)
{
	struct json_reading r = { .g = g, .from = from, .stop = stop,
		.buffer = mem_new(BUFFER, 1) };
	bool ok = read_documents(&r, e);

	free(r.buffer);
	return ok;
}

/* sourcetext.c - the text of source files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/sourcetext.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"

/* Reads the file PATH, whose status is ST, into F.  If the size is 0, does not read the file, and
 * sets F to an empty file: files in /proc have the size 0, too, but may be endless. */
static bool
read_whole(struct file *f, const char *path, const struct stat *st, struct err *e)
{
	if (st->st_size > 0)
		return file_read(f, path, FILE_SMALL, NULL, e);
	*f = (struct file){ mem_new(1, 1), 0 };
	return true;
}

/* Reads the file PATH into T, which then owns PATH.  False: E says why, and PATH was freed.  The
 * kind of E is ERR_MISSING if PATH is not a regular file. */
static bool
read_text(struct source_text *t, char *path, struct err *e)
{
	struct stat st;

	if (stat(path, &st) != 0) {
		(void)err_file(e, errno == ENOTDIR ? ENOENT : errno);
	} else if (!S_ISREG(st.st_mode)) {
		(void)err_file(e, ENOENT);
	} else if (read_whole(&t->file, path, &st, e)) {
		t->path = path;
		t->modified = st.st_mtime;
		return true;
	}
	(void)err_in(e, "%s", path);
	free(path);
	return false;
}

/* Like sourcetext_open(), but does not set T->line_at and T->nlines. */
static bool
read_first(struct source_text *t, const char *recorded, const struct source_paths *paths,
	struct err *e)
{
	struct err why;
	char *path;

	(void)err_set(e, ERR_MISSING, "%s: not found; say where it is with -I DIRECTORY or "
		"--path-map=OLD=NEW", recorded);
	for (size_t i = 0; (path = sourcepaths_candidate(paths, recorded, i)) != NULL; i++) {
		if (read_text(t, path, &why))
			return true;
		if (e->kind == ERR_MISSING && why.kind != ERR_MISSING)
			*e = why;
	}
	return false;
}

/* Sets T->line_at and T->nlines. */
static void
index_lines(struct source_text *t)
{
	const char *bytes = (const char *)t->file.bytes, *end = bytes + t->file.size;
	size_t room = 0;

	t->line_at = mem_grow(t->line_at, 1, &room, sizeof(*t->line_at));
	t->line_at[0] = 0;
	for (const char *p = bytes; p < end && t->nlines < UINT32_MAX - 1;) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));

		p = newline != NULL ? newline + 1 : end;
		t->line_at = mem_grow(t->line_at, (size_t)t->nlines + 2, &room,
			sizeof(*t->line_at));
		t->line_at[++t->nlines] = (size_t)(p - bytes);
	}
}

bool
sourcetext_open(struct source_text *t, const char *recorded,
	const struct source_paths *paths, struct err *e)
{
	*t = (struct source_text){ 0 };
	if (!read_first(t, recorded, paths, e))
		return false;
	index_lines(t);
	return true;
}

void
sourcetext_release(struct source_text *t)
{
	free(t->path);
	file_release(&t->file);
	free(t->line_at);
	*t = (struct source_text){ 0 };
}

const char *
sourcetext_line(const struct source_text *t, uint32_t number, size_t *n)
{
	const char *line;

	assert(number >= 1 && number <= t->nlines);
	line = (const char *)t->file.bytes + t->line_at[number - 1];
	*n = t->line_at[number] - t->line_at[number - 1];
	while (*n > 0 && (line[*n - 1] == '\n' || line[*n - 1] == '\r'))
		--*n;
	return line;
}

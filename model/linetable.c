/* The line table of one unit.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "linetable.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define NO_FILE UINT32_MAX		/* the end of a sequence: no code from here on */
#define INITIAL (UINT32_C(1) << 31)	/* no row of the sequence has named a file yet */

/* Where the ranges of a unit begin. */
struct starts {
	uint64_t *v;			/* owned; ascending */
	size_t n, room;
};

static int
by_value(const void *a, const void *b)
{
	const uint64_t *v = a, *w = b;

	return *v < *w ? -1 : *v > *w;
}

static void
starts_read(struct starts *s, Dwarf_Die *die)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t offset = 0;

	while ((offset = dwarf_ranges(die, offset, &base, &lo, &hi)) > 0) {
		s->v = mem_room(s->v, s->n + 1, &s->room, sizeof(*s->v));
		s->v[s->n++] = lo;
	}
	if (s->n > 0)
		qsort(s->v, s->n, sizeof(*s->v), by_value);
}

/* May a sequence begin at ADDR? */
static bool
starts_has(const struct starts *s, uint64_t addr)
{
	return s->n == 0 || bsearch(&addr, s->v, s->n, sizeof(*s->v), by_value) != NULL;
}

/* The row that libdw has as LINE. */
static struct line_row
row_of(Dwarf_Line *line)
{
	struct line_row row = { .file = NO_FILE };
	Dwarf_Files *files;
	Dwarf_Addr addr = 0;
	size_t file = 0;
	bool end = true;
	int number = 0;

	dwarf_lineaddr(line, &addr);
	dwarf_lineno(line, &number);
	dwarf_lineendsequence(line, &end);
	if (dwarf_line_file(line, &files, &file) != 0 || file >= INITIAL)
		file = 0;
	row.addr = addr;
	if (end)
		return row;
	row.line = number > 0 ? (uint32_t)number : 0;
	row.file = (uint32_t)file;
	return row;
}

/* Add the N rows of LINES, which libdw has sorted by address.
 *
 * Of the rows at one address only the last has code.  An end comes first of them, though:
 * what follows it is the next sequence, or what stood before it in the same one. */
static void
rows_add(struct line_table *t, Dwarf_Lines *lines, size_t n, const struct starts *starts)
{
	bool initial = true;

	for (size_t i = 0; i < n; i++) {
		struct line_row row = row_of(dwarf_onesrcline(lines, i));
		struct line_row *last = t->nrows > 0 ? &t->rows[t->nrows - 1] : NULL;
		bool same = last != NULL && last->addr == row.addr;

		if (same && linetable_is_end(last) && !starts_has(starts, row.addr))
			continue;
		if (same)
			t->nrows--;
		if (linetable_is_end(&row)) {
			initial = true;
		} else {
			initial = initial && row.file == 1;
			row.file |= initial ? INITIAL : 0;
		}
		t->rows[t->nrows++] = row;
	}
}

void
linetable_read(struct line_table *t, Dwarf_Die *die, unsigned version)
{
	struct starts starts = { 0 };
	Dwarf_Attribute attribute;
	Dwarf_Lines *lines;
	size_t n;

	memset(t, 0, sizeof(*t));
	t->version = version;
	t->directory = dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &attribute));
	if (dwarf_getsrcfiles(die, &t->files, &t->nfiles) != 0)
		t->nfiles = 0;
	t->paths = mem_new(t->nfiles, sizeof(*t->paths));
	if (dwarf_getsrclines(die, &lines, &n) != 0)
		n = 0;
	t->rows = mem_new(n, sizeof(*t->rows));
	starts_read(&starts, die);
	rows_add(t, lines, n, &starts);
	free(starts.v);
	t->rows = mem_fit(t->rows, t->nrows, sizeof(*t->rows));
}

void
linetable_release(struct line_table *t)
{
	free(t->paths);
	free(t->rows);
}

bool
linetable_is_end(const struct line_row *r)
{
	return r->file == NO_FILE;
}

const struct line_row *
linetable_find(const struct line_table *t, uint64_t addr)
{
	size_t lo = 0, hi = t->nrows;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (t->rows[middle].addr <= addr)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo > 0 && !linetable_is_end(&t->rows[lo - 1]) ? &t->rows[lo - 1] : NULL;
}

/* PATH as libdw has it with the directory of the compiler in front, where it is missing:
 * libdw puts it before names that have no directory, up to DWARF 4, but not before a
 * relative one. */
static const char *
absolute(const struct line_table *t, const char *path, struct arena *text)
{
	const char *d = t->directory;
	size_t n = d != NULL ? strlen(d) : 0;

	if (*path == '/' || n == 0)
		return path;
	if (t->version < 5 && strncmp(path, d, n) == 0 && path[n] == '/')
		return path;
	return arena_printf(text, "%s/%s", d, path);
}

const char *
linetable_path(const struct line_table *t, const struct line_row *r, enum rules rules,
	struct arena *text)
{
	uint32_t file = r->file & ~INITIAL;
	const char *path;

	/* gprof: a sequence begins in file 0 of DWARF 5, though the standard says 1. */
	if (rules == RULES_GPROF && t->version >= 5 && (r->file & INITIAL) != 0)
		file = 0;
	if (file >= t->nfiles || (file == 0 && t->version < 5))
		return NULL;
	if (t->paths[file] == NULL) {
		path = dwarf_filesrc(t->files, file, NULL, NULL);
		t->paths[file] = path != NULL ? absolute(t, path, text) : NULL;
	}
	return t->paths[file];
}

/* linetable.c - the line table of one unit, searchable by address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/linetable.h"

#include <assert.h>
#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/mem.h"

enum { MAX_FACTOR = 64 };		/* greatest length of all paths of a unit together, in bytes
					 * for each byte of its line table */

/* Compares sequences: the lower address comes first; of sequences with the same address, the
 * longest. */
static int
by_lo(const void *a, const void *b)
{
	const struct line_sequence *s = a, *t = b;

	if (s->lo != t->lo)
		return s->lo < t->lo ? -1 : 1;
	if (s->hi != t->hi)
		return s->hi > t->hi ? -1 : 1;
	return s->first < t->first ? -1 : s->first > t->first;
}

/* Are the N sequences at V sorted by address, without an overlap? */
static bool
is_in_order(const struct line_sequence *v, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (v[i].lo < v[i - 1].hi)
			return false;
	return true;
}

/* Drops the sequences at address 0 if they overlap other code: they are of code that the linker
 * removed.  The N sequences at V are sorted.  Returns the number of sequences left. */
static size_t
drop_removed_code(struct line_sequence *v, size_t n)
{
	size_t nremoved = 0;		/* number of sequences at address 0 */

	while (nremoved < n && v[nremoved].lo == 0)
		nremoved++;
	if (nremoved == 0 || nremoved == n || v[nremoved].lo >= v[0].hi)
		return n;
	memmove(v, v + nremoved, (n - nremoved) * sizeof(*v));
	return n - nremoved;
}

/* Makes the N sequences at V, which are sorted, disjoint, as gprof does.  Drops a sequence that
 * lies in an earlier one.  Cuts off the beginning of a sequence that overlaps an earlier one.
 * Returns the number of sequences left. */
static size_t
make_disjoint(struct line_sequence *v, size_t n)
{
	size_t kept = 0;
	uint64_t end = 0;

	for (size_t i = 0; i < n; i++) {
		struct line_sequence s = v[i];

		if (kept > 0 && s.hi <= end)
			continue;
		if (kept > 0 && s.lo < end)
			s.lo = end;
		end = s.hi;
		v[kept++] = s;
	}
	return kept;
}

/* Copies the rows of the N sequences at V, which are sorted and disjoint, from ROWS to TO.  TO has
 * room for all rows and one more for each sequence.  Returns the number of rows at TO. */
static size_t
concatenate(struct line_row *to, const struct line_row *rows, const struct line_sequence *v,
	size_t n)
{
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		const struct line_row *r = &rows[v[i].first], *end = r + v[i].n;

		while (r + 1 < end && r[1].addr <= v[i].lo)
			r++;
		for (const struct line_row *first = r; r < end; r++) {
			to[at] = *r;
			if (r == first)
				to[at].addr = v[i].lo;
			at++;
		}
		if (i + 1 == n || v[i + 1].lo > v[i].hi)
			to[at++] = (struct line_row){ v[i].hi, 0, LINE_END };
	}
	return at;
}

/* Returns the rows of the N sequences at V, which are sorted and disjoint.  The sequences are of
 * P. */
static struct line_rows
rows_of(const struct line_program *p, const struct line_sequence *v, size_t n)
{
	struct line_rows rows;

	assert(is_in_order(v, n));
	rows.v = mem_new(p->nrows + n, sizeof(*rows.v));
	rows.n = concatenate(rows.v, p->rows, v, n);
	assert(rows.n <= p->nrows + n);
	rows.v = mem_resize(rows.v, rows.n, sizeof(*rows.v));
	return rows;
}

static void
make_rows(struct line_table *t, struct line_program *p)
{
	size_t n = p->nsequences, exact;
	struct line_sequence *v = p->sequences;

	if (n > 1)
		qsort(v, n, sizeof(*v), by_lo);
	if (!is_in_order(v, n)) {
		struct line_sequence *all = mem_copy(v, n, sizeof(*all));

		t->gprof = rows_of(p, all, make_disjoint(all, n));
		free(all);
	}
	exact = make_disjoint(v, drop_removed_code(v, n));
	t->rows = rows_of(p, v, exact);
}

void
linetable_read(struct line_table *t, struct debug_sections *s, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	struct line_program p;
	Dwarf_Word offset;
	size_t before = s->lines_read;
	uint8_t address_size = 8;
	Dwarf_Die unit;

	memset(t, 0, sizeof(*t));
	t->directory = dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &attribute));
	if (dwarf_formudata(dwarf_attr(die, DW_AT_stmt_list, &attribute), &offset) != 0)
		return;
	dwarf_diecu(die, &unit, &address_size, NULL);
	lineprogram_read(&p, s, offset, address_size);
	make_rows(t, &p);
	t->version = p.version;
	t->dirs = p.dirs;
	t->ndirs = p.ndirs;
	t->files = p.files;
	t->nfiles = p.nfiles;
	t->paths = mem_new(t->nfiles, sizeof(*t->paths));
	t->path_bytes.left = PATH_MAX + (s->lines_read - before) * MAX_FACTOR;
	p.dirs = NULL;
	p.files = NULL;
	lineprogram_release(&p);
}

void
linetable_release(struct line_table *t)
{
	free(t->dirs);
	free(t->files);
	free(t->paths);
	free(t->rows.v);
	free(t->gprof.v);
}

bool
linetable_is_end(const struct line_row *r)
{
	return r->file == LINE_END;
}

const struct line_rows *
linetable_rows(const struct line_table *t, enum rules rules)
{
	return rules == RULES_GPROF && t->gprof.n > 0 ? &t->gprof : &t->rows;
}

const struct line_row *
linetable_find(const struct line_table *t, enum rules rules, uint64_t addr)
{
	const struct line_rows *rows = linetable_rows(t, rules);
	size_t i;

	BISECT(i, rows->n, rows->v[i].addr > addr);
	return i > 0 && !linetable_is_end(&rows->v[i - 1]) ? &rows->v[i - 1] : NULL;
}

/* Returns the length of S, at most PATH_MAX; 0 if S is NULL. */
static size_t
bounded_length(const char *s)
{
	return s != NULL ? strnlen(s, PATH_MAX) : 0;
}

/* Returns the path made of the directory of the compiler, the directory of FILE and the name of
 * FILE.  If one of these three parts is absolute, the parts before it are ignored.  If the path
 * would have PATH_MAX bytes or more, returns only the name.  Returns NULL if FILE has no name, or
 * if all paths together have become too long.  TEXT owns a joined path. */
static const char *
make_path(struct line_table *t, const struct line_file *file, struct arena *text)
{
	const char *dir = file->dir < t->ndirs ? t->dirs[file->dir] : NULL;
	const char *first = t->directory;
	size_t n;

	if (file->name == NULL || *file->name == '/')
		dir = first = NULL;
	n = bounded_length(dir) + bounded_length(first) + bounded_length(file->name);
	if (!budget_spend(&t->path_bytes, n))
		return NULL;
	if (n >= PATH_MAX)
		return file->name;
	if (dir != NULL && *dir == '/')
		first = NULL;
	if (first != NULL && dir != NULL)
		return arena_printf(text, "%s/%s/%s", first, dir, file->name);
	if (first != NULL || dir != NULL)
		return arena_printf(text, "%s/%s", dir != NULL ? dir : first, file->name);
	return file->name;
}

const char *
linetable_path(struct line_table *t, const struct line_row *r, enum rules rules,
	struct arena *text)
{
	uint32_t file = r->file & ~LINE_INITIAL;

	/* With DWARF 5, gprof begins a sequence in file 0, though the standard says file 1. */
	if (rules == RULES_GPROF && t->version >= 5 && (r->file & LINE_INITIAL) != 0)
		file = 0;
	if (file >= t->nfiles || (file == 0 && t->version < 5))
		return NULL;
	if (t->paths[file] == NULL)
		t->paths[file] = make_path(t, &t->files[file], text);
	return t->paths[file];
}

/* bothsources.c - the source files of both sides of a comparison, line by line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/bothsources.h"

#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/numbering.h"
#include "compare/samelines.h"

enum { MOST_MOVES = 8 };		/* number of pairs of directories that are tried for files
					 * without functions */

/* Which files are two versions of one. */
struct pairing {
	const struct sources *sides;
	uint32_t *partner[2];		/* owned; indexed by file of each side: the file of the
					 * other side, or NOBODY */
	struct move {
		size_t length[2];	/* of the directories, as parts of the paths .path */
		const char *path[2];
	} moves[MOST_MOVES];		/* directories that have the same files */
	uint32_t nmoves;
};

/* Notes the directories of the files A and B, which are the same: their paths without the names
 * that are at the end of both. */
static void
add_move(struct pairing *p, const char *a, const char *b)
{
	size_t n[2] = { strlen(a), strlen(b) }, common = 0;
	struct move *last = &p->moves[p->nmoves];

	for (size_t i = 1; i <= n[0] && i <= n[1] && a[n[0] - i] == b[n[1] - i]; i++)
		if (a[n[0] - i] == '/')
			common = i;
	*last = (struct move){ { n[0] - common, n[1] - common }, { a, b } };
	for (const struct move *m = p->moves; m < last; m++)
		if (m->length[0] == last->length[0] && m->length[1] == last->length[1]
		    && strncmp(m->path[0], a, last->length[0]) == 0
		    && strncmp(m->path[1], b, last->length[1]) == 0)
			return;
	p->nmoves += common > 0;
}

static void
pair(struct pairing *p, uint32_t a, uint32_t b)
{
	if (a == NOBODY || b == NOBODY || p->partner[0][a] != NOBODY || p->partner[1][b] != NOBODY)
		return;
	p->partner[0][a] = b;
	p->partner[1][b] = a;
	if (p->nmoves < MOST_MOVES)
		add_move(p, p->sides[0].files[a].path, p->sides[1].files[b].path);
}

/* Pairs file A of side 0 with the file that has its name in a directory that has moved. */
static void
pair_moved(struct pairing *p, uint32_t a)
{
	const char *path = p->sides[0].files[a].path;

	for (uint32_t i = 0; i < p->nmoves && p->partner[0][a] == NOBODY; i++) {
		const struct move *m = &p->moves[i];
		size_t n = strlen(path);
		char *moved;

		if (n < m->length[0] || strncmp(path, m->path[0], m->length[0]) != 0)
			continue;
		moved = mem_new(m->length[1] + n - m->length[0] + 1, 1);
		memcpy(moved, m->path[1], m->length[1]);
		memcpy(moved + m->length[1], path + m->length[0], n - m->length[0]);
		pair(p, a, sources_file(&p->sides[1], moved));
		free(moved);
	}
}

/* Finds pairs of files: those with one path, then those in which the same functions begin, then
 * those in directories of such files. */
static void
find_pairs(struct pairing *p, const struct comparison *c)
{
	uint32_t n = p->sides[0].nfiles;

	for (int i = 0; i < 2; i++) {
		p->partner[i] = mem_uncleared(p->sides[i].nfiles, sizeof(uint32_t));
		memset(p->partner[i], 0xff, p->sides[i].nfiles * sizeof(uint32_t));
	}
	for (uint32_t a = 0; a < n; a++)
		pair(p, a, sources_file(&p->sides[1], p->sides[0].files[a].path));
	p->nmoves = 0;
	for (uint32_t i = 0; i < c->nrows; i++) {
		const uint32_t *func = c->rows[i].func;

		if (func[0] != NOBODY && func[1] != NOBODY)
			pair(p, p->sides[0].file_of[func[0]], p->sides[1].file_of[func[1]]);
	}
	for (uint32_t a = 0; a < n; a++)
		if (p->partner[0][a] == NOBODY)
			pair_moved(p, a);
}

struct line_text {
	const char *text;
	size_t n;
};

static bool
is_same_line(const void *of, uint32_t number, const void *key)
{
	const struct line_text *v = of, *line = key;

	return v[number].n == line->n && memcmp(v[number].text, line->text, line->n) == 0;
}

/* Returns the lines of T as numbers, to be free()d.  LINES has room for new ones. */
static uint32_t *
number_lines(const struct source_text *t, struct numbering *numbering, struct line_text *lines)
{
	uint32_t *v = mem_uncleared(t->nlines, sizeof(*v));

	for (uint32_t i = 0; i < t->nlines; i++) {
		struct line_text line;
		uint32_t known = numbering->n;

		line.text = sourcetext_line(t, i + 1, &line.n);
		v[i] = numbering_of(numbering, numbering_hash(numbering, line.text, line.n),
			is_same_line, lines, &line);
		if (v[i] == known)
			lines[v[i]] = line;
	}
	return v;
}

/* Sets the lines of TEXTS.  PARTNER has the line of B for each line of A. */
static void
join_lines(struct both_texts *texts, const uint32_t *partner)
{
	uint32_t n[2] = { texts->text[0].nlines, texts->text[1].nlines }, at[2] = { 0, 0 };

	for (int i = 0; i < 2; i++) {
		texts->line[i] = mem_new((size_t)n[0] + n[1], sizeof(uint32_t));
		texts->both[i] = mem_new(n[i], sizeof(uint32_t));
	}
	while (at[0] < n[0] || at[1] < n[1]) {
		bool is_gone = at[0] < n[0] && partner[at[0]] == UINT32_MAX;
		bool is_same = at[0] < n[0] && partner[at[0]] == at[1];
		uint32_t number = texts->n++;

		for (int i = 0; i < 2; i++) {
			if (!is_same && is_gone != (i == 0))
				continue;
			texts->line[i][number] = at[i] + 1;
			texts->both[i][at[i]++] = number + 1;
		}
	}
}

/* Returns both texts of the file that the sides have recorded as A and B, or NULL if they are
 * equal, or if one is not found. */
static struct both_texts *
open_texts(const char *a, const char *b, const struct source_paths *paths)
{
	struct both_texts *texts = mem_new(1, sizeof(*texts));
	struct source_text *t = texts->text;
	struct numbering numbering = { 0 };
	struct line_text *lines;
	uint32_t *v[2], *partner;
	struct err e;

	if (!sourcetext_open(&t[0], a, paths, &e) || !sourcetext_open(&t[1], b, paths, &e)
	    || (t[0].file.size == t[1].file.size
		&& memcmp(t[0].file.bytes, t[1].file.bytes, t[0].file.size) == 0)) {
		sourcetext_release(&t[0]);
		sourcetext_release(&t[1]);
		free(texts);
		return NULL;
	}
	lines = mem_uncleared((size_t)t[0].nlines + t[1].nlines, sizeof(*lines));
	v[0] = number_lines(&t[0], &numbering, lines);
	v[1] = number_lines(&t[1], &numbering, lines);
	partner = mem_uncleared(t[0].nlines, sizeof(*partner));
	samelines_find(v[0], t[0].nlines, v[1], t[1].nlines, numbering.n, partner);
	join_lines(texts, partner);
	numbering_release(&numbering);
	free(lines);
	free(v[0]);
	free(v[1]);
	free(partner);
	return texts;
}

static void
add_file(struct both_sources *b, const struct pairing *p, int side, uint32_t file,
	const struct source_paths *paths)
{
	const char *path = p->sides[side].files[file].path;
	uint32_t other = p->partner[side][file], number = b->nfiles++;

	b->files[number].path = arena_text(&b->text, path, strlen(path));
	b->file_of[side][file] = number;
	if (other == NOBODY)
		return;
	b->file_of[!side][other] = number;
	path = p->sides[0].files[other].path;
	if (strcmp(path, b->files[number].path) == 0)
		return;
	b->files[number].other = arena_text(&b->text, path, strlen(path));
	b->files[number].texts = open_texts(path, b->files[number].path, paths);
}

bool
bothsources_open(struct both_sources *b, const struct comparison *c,
	const struct sources sides[2], const struct source_paths *paths, struct stop *stop)
{
	struct pairing p = { .sides = sides };
	uint32_t n[2] = { sides[0].nfiles, sides[1].nfiles }, at[2] = { 0, 0 };

	*b = (struct both_sources){ .files = mem_new((size_t)n[0] + n[1], sizeof(*b->files)) };
	find_pairs(&p, c);
	for (int i = 0; i < 2; i++)
		b->file_of[i] = mem_new(n[i], sizeof(uint32_t));
	/* The files of both sides are sorted, and become sorted together. */
	while ((at[0] < n[0] || at[1] < n[1]) && !stop_asked(stop, 0)) {
		int side = at[0] == n[0] || (at[1] < n[1] && strcmp(sides[1].files[at[1]].path,
			sides[0].files[at[0]].path) <= 0);
		uint32_t file = at[side]++;

		if (side == 1 || p.partner[0][file] == NOBODY)
			add_file(b, &p, side, file, paths);
	}
	free(p.partner[0]);
	free(p.partner[1]);
	if (at[0] == n[0] && at[1] == n[1])
		return true;
	bothsources_release(b);
	return false;
}

void
bothsources_release(struct both_sources *b)
{
	for (uint32_t i = 0; i < b->nfiles; i++) {
		struct both_texts *texts = b->files[i].texts;

		for (int side = 0; texts != NULL && side < 2; side++) {
			sourcetext_release(&texts->text[side]);
			free(texts->line[side]);
			free(texts->both[side]);
		}
		free(texts);
	}
	free(b->files);
	free(b->file_of[0]);
	free(b->file_of[1]);
	arena_release(&b->text);
	*b = (struct both_sources){ 0 };
}

const struct both_file *
bothsources_file(const struct both_sources *b, const char *path)
{
	size_t i;

	BISECT(i, b->nfiles, strcmp(b->files[i].path, path) >= 0);
	return i < b->nfiles && strcmp(b->files[i].path, path) == 0 ? &b->files[i] : NULL;
}

/* A line beyond the end of the text of a side, which is then of another version, has a number
 * beyond the end of the text of both. */
uint32_t
bothsources_line(const struct both_file *f, int side, uint32_t line)
{
	const struct both_texts *t = f->texts;

	if (t == NULL || line == 0)
		return line;
	return line <= t->text[side].nlines ? t->both[side][line - 1]
		: line - t->text[side].nlines < UINT32_MAX - t->n
		? t->n + (line - t->text[side].nlines) : UINT32_MAX;
}

uint32_t
bothsources_line_of(const struct both_file *f, int side, uint32_t line)
{
	const struct both_texts *t = f->texts;

	if (t == NULL || line == 0)
		return line;
	return line <= t->n ? t->line[side][line - 1] : line - t->n + t->text[side].nlines;
}

void
bothsources_text(const struct both_file *f, struct source_text *t)
{
	const struct both_texts *texts = f->texts;
	const struct source_text *b = &texts->text[1];
	size_t room = texts->text[0].file.size + b->file.size;

	*t = (struct source_text){ .path = mem_text(b->path, strlen(b->path)),
		.file.bytes = mem_new(room, 1), .nlines = texts->n, .modified = b->modified,
		.line_at = mem_new((size_t)texts->n + 1, sizeof(*t->line_at)) };
	for (uint32_t i = 0; i < texts->n; i++) {
		const struct source_text *from = &texts->text[texts->line[1][i] > 0];
		uint32_t line = texts->line[1][i] > 0 ? texts->line[1][i] : texts->line[0][i];
		size_t n = from->line_at[line] - from->line_at[line - 1];

		memcpy(t->file.bytes + t->file.size, from->file.bytes + from->line_at[line - 1], n);
		t->file.size += n;
		t->line_at[i + 1] = t->file.size;
	}
}

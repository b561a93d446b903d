/* symbols_files.c - read symbols (-S) and object maps (-R) from text files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/sort.h"

/* N bytes of text at S. */
struct word {
	const char *s;
	size_t n;
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Cuts the next line off TEXT into LINE, without its newline.  False: TEXT is empty. */
static bool
next_line(struct word *text, struct word *line)
{
	const char *end;

	if (text->n == 0)
		return false;
	end = memchr(text->s, '\n', text->n);
	line->s = text->s;
	line->n = end != NULL ? (size_t)(end - text->s) : text->n;
	text->n -= line->n + (end != NULL);
	text->s += line->n + (end != NULL);
	return true;
}

/* Cuts the next word off LINE and returns it.  The word is empty if LINE has no more words. */
static struct word
next_word(struct word *line)
{
	struct word word;

	while (line->n > 0 && is_blank(*line->s)) {
		line->s++;
		line->n--;
	}
	word = (struct word){ line->s, 0 };
	while (word.n < line->n && !is_blank(word.s[word.n]))
		word.n++;
	line->s += word.n;
	line->n -= word.n;
	return word;
}

/* Sets *VALUE to the hexadecimal number WORD.  False: WORD is not a number. */
static bool
read_hex(struct word word, uint64_t *value)
{
	char text[32], *end;

	if (word.n == 0 || word.n >= sizeof(text))
		return false;
	memcpy(text, word.s, word.n);
	text[word.n] = '\0';
	*value = strtoull(text, &end, 16);
	return *end == '\0' && text[0] != '-';
}

/* If LINE has the form "address T name" or "address t name", adds its symbol to ALL.  Other lines
 * are ignored. */
static void
add_symbol(struct symbols *all, struct word line, struct arena *names)
{
	struct word addr = next_word(&line), letter = next_word(&line), name = next_word(&line);
	struct symbol *s;
	uint64_t value;

	if (letter.n != 1 || (*letter.s != 't' && *letter.s != 'T') || name.n == 0
	    || !read_hex(addr, &value))
		return;
	all->v = mem_grow(all->v, all->n + 1, &all->room, sizeof(*all->v));
	s = &all->v[all->n++];
	*s = (struct symbol){ .addr = value, .is_func = true, .in_gprof = true };
	s->is_static = *letter.s == 't';
	s->name = arena_text(names, name.s, name.n);
}

bool
symbols_from_file(struct symbols *all, const char *path, struct arena *names, struct stop *stop,
	struct err *e)
{
	struct word text, line;
	struct file f;

	if (!file_read(&f, path, FILE_READY, stop, e))
		return err_in(e, "%s", path);
	text = (struct word){ (const char *)f.bytes, f.size };
	while (next_line(&text, &line))
		add_symbol(all, line, names);
	file_release(&f);
	if (all->n == 0)
		(void)err_set(e, ERR_FORMAT, "%s: no symbols; expected lines like those of nm(1), "
			"\"address T name\"", path);
	return all->n > 0;
}

/* Adds the mapping of LINE, "object:... function", to M.  A line that begins with "No symbols in "
 * is ignored.  False: LINE has another form. */
static bool
add_mapping(struct object_map *m, struct word line, struct arena *names)
{
	static const char skip[] = "No symbols in ";
	const char *colon = memchr(line.s, ':', line.n);
	struct word object, word, last = { NULL, 0 };
	struct mapping *entry;

	if (line.n >= sizeof(skip) - 1 && memcmp(line.s, skip, sizeof(skip) - 1) == 0)
		return true;
	if (colon == NULL || colon == line.s)
		return false;
	object = (struct word){ line.s, (size_t)(colon - line.s) };
	line.n -= object.n + 1;
	line.s += object.n + 1;
	for (word = next_word(&line); word.n > 0; word = next_word(&line))
		last = word;
	if (last.n == 0)
		return false;
	m->v = mem_grow(m->v, m->n + 1, &m->room, sizeof(*m->v));
	entry = &m->v[m->n];
	entry->is_first = m->n == 0 || strlen(m->v[m->n - 1].object) != object.n
		|| memcmp(m->v[m->n - 1].object, object.s, object.n) != 0;
	entry->object = entry->is_first ? arena_text(names, object.s, object.n)
		: m->v[m->n - 1].object;
	entry->function = arena_text(names, last.s, last.n);
	m->n++;
	return true;
}

static int
by_function(const void *a, const void *b)
{
	const struct mapping *x = a, *y = b;

	return strcmp(x->function, y->function);
}

bool
symbols_map_read(struct object_map *m, const char *path, struct arena *names, struct stop *stop,
	struct err *e)
{
	struct word text, line;
	struct file f;
	size_t number = 0;
	bool ok = true;

	*m = (struct object_map){ 0 };
	if (!file_read(&f, path, FILE_READY, stop, e))
		return err_in(e, "%s", path);
	text = (struct word){ (const char *)f.bytes, f.size };
	while (ok && next_line(&text, &line)) {
		number++;
		ok = add_mapping(m, line, names);
	}
	file_release(&f);
	if (!ok) {
		symbols_map_release(m);
		return err_set(e, ERR_FORMAT, "%s: line %zu: expected \"object:... function\", "
			"as nm -A prints it", path, number);
	}
	if (m->n > 0)
		qsort(m->v, m->n, sizeof(*m->v), by_function);
	return true;
}

const struct mapping *
symbols_map_find(const struct object_map *m, const char *function)
{
	struct mapping key = { .function = function };

	if (m->n == 0)
		return NULL;
	return bsearch(&key, m->v, m->n, sizeof(*m->v), by_function);
}

void
symbols_map_release(struct object_map *m)
{
	free(m->v);
	*m = (struct object_map){ 0 };
}

/* prompt.c - a line that the user types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "screen/prompt.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rules.h"
#include "screen/keys.h"
#include "screen/pen.h"
#include "text/text.h"

enum {
	LONGEST = 4096,			/* greatest size of the typed text in bytes, including its
					 * NUL */
	LEAST_TYPED = 20,		/* least number of cells for the typed text */
};

void
prompt_set(struct prompt *p, const char *text)
{
	p->n = strlen(text);
	p->text = mem_grow(p->text, p->n + 1, &p->room, 1);
	memcpy(p->text, text, p->n + 1);
	p->at = p->n;
}

void
prompt_open(struct prompt *p, enum question question, const char *text)
{
	struct prompt old = *p;

	*p = (struct prompt){ .question = question, .completed = NOBODY };
	prompt_set(p, text);
	prompt_close(&old);
}

void
prompt_close(struct prompt *p)
{
	free(p->text);
	free(p->stem);
	*p = (struct prompt){ .completed = NOBODY };
}

/* Returns the position of the character before AT. */
static size_t
position_before(const struct prompt *p, size_t at)
{
	while (at > 0 && ((unsigned char)p->text[--at] & 0xc0) == 0x80)
		;
	return at;
}

/* Returns the position of the character after the character at AT. */
static size_t
position_after(const struct prompt *p, size_t at)
{
	if (at < p->n)
		at++;
	while (at < p->n && ((unsigned char)p->text[at] & 0xc0) == 0x80)
		at++;
	return at;
}

static void
delete_text(struct prompt *p, size_t from, size_t to)
{
	memmove(p->text + from, p->text + to, p->n - to + 1);
	p->n -= to - from;
	p->at = from;
}

static void
insert_char(struct prompt *p, uint32_t c)
{
	char text[8];
	size_t n = text_encode(c, text);

	if (p->n + n >= LONGEST)
		return;
	p->text = mem_grow(p->text, p->n + n + 1, &p->room, 1);
	memmove(p->text + p->at + n, p->text + p->at, p->n - p->at + 1);
	memcpy(p->text + p->at, text, n);
	p->n += n;
	p->at += n;
}

static void
delete_word(struct prompt *p)
{
	size_t from = p->at;

	while (from > 0 && p->text[from - 1] == ' ')
		from--;
	while (from > 0 && p->text[from - 1] != ' ')
		from--;
	delete_text(p, from, p->at);
}

/* Applies KEY to the line: edits the text or moves the cursor. */
static void
edit_text(struct prompt *p, uint32_t key)
{
	switch (key) {
	case KEY_ERASE: case KEY_CTRL('h'): delete_text(p, position_before(p, p->at), p->at); break;
	case KEY_DELETE: case KEY_CTRL('d'): delete_text(p, p->at, position_after(p, p->at)); break;
	case KEY_CTRL('u'): delete_text(p, 0, p->at); break;
	case KEY_CTRL('k'): delete_text(p, p->at, p->n); break;
	case KEY_CTRL('w'): delete_word(p); break;
	case KEY_CURSOR_LEFT: case KEY_CTRL('b'): p->at = position_before(p, p->at); break;
	case KEY_CURSOR_RIGHT: case KEY_CTRL('f'): p->at = position_after(p, p->at); break;
	case KEY_FIRST: case KEY_CTRL('a'): p->at = 0; break;
	case KEY_LAST: case KEY_CTRL('e'): p->at = p->n; break;
	default:
		if (key >= ' ' && key < KEY_CURSOR_UP)
			insert_char(p, key);
	}
}

enum typed
prompt_key(struct prompt *p, uint32_t key)
{
	if (p->proposed && key >= ' ' && key < KEY_CURSOR_UP && key != KEY_ERASE)
		prompt_set(p, "");
	p->proposed = false;
	if (key == KEY_TAB || key == KEY_BACKTAB)
		return key == KEY_TAB ? TYPED_TAB : TYPED_BACKTAB;
	free(p->stem);
	p->stem = NULL;
	p->completed = NOBODY;
	switch (key) {
	case KEY_RETURN: case '\n':
		return TYPED_LINE;
	case KEY_ESC: case KEY_CTRL('c'): case KEY_CTRL('g'):
		return TYPED_NOTHING;
	case KEY_ERASE: case KEY_CTRL('h'):
		if (p->n == 0)
			return TYPED_NOTHING;
	}
	edit_text(p, key);
	return TYPED_MORE;
}

/* Draws the question LEAD.  Text in parentheses at the end of LEAD is omitted if it would leave too
 * little room for the answer. */
static void
draw_lead(const char *lead, struct pen *pen)
{
	const char *more = strstr(lead, " (");

	if (more != NULL && text_width(lead, pen->grid->ascii) + LEAST_TYPED > pen_left(pen)) {
		pen_ntext(pen, lead, (size_t)(more - lead));
		lead = ": ";
	}
	pen_text(pen, lead);
}

void
prompt_draw(const struct prompt *p, const char *lead, struct grid *g, int y)
{
	struct pen pen = pen_at(g, 0, y, g->width - 1);
	int before_cursor = text_nwidth(p->text, p->at, g->ascii);

	pen_style(&pen, STYLE_PROMPT);
	draw_lead(lead, &pen);
	if (p->completed != NOBODY && before_cursor > pen_left(&pen)) {
		before_cursor = text_width(p->stem, g->ascii);
		if (before_cursor > pen_left(&pen))
			before_cursor = pen_left(&pen);
		g->cursor_x = pen.x + before_cursor;
		g->cursor_y = y;
		pen_short(&pen, p->text);
		return;
	}
	/* Scroll so that the cursor is visible. */
	pen.skip = before_cursor > pen_left(&pen) ? before_cursor - pen_left(&pen) : 0;
	g->cursor_x = pen.x + before_cursor - pen.skip;
	g->cursor_y = y;
	if (p->proposed)
		pen.style |= STYLE_CURSOR;
	pen_ntext(&pen, p->text, p->n);
}

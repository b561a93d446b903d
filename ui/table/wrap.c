/* wrap.c - breaking text into rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/wrap.h"

#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "text/text.h"

enum { LEAST_WIDTH = 16 };		/* least width of a line in cells, even on a narrower
					 * screen */

size_t
wrap_line(const char *text, int width, bool ascii)
{
	size_t n = text_fit(text, strlen(text), width, ascii), at;

	if (text[n] == '\0')
		return n;
	if (n == 0) {
		struct glyph g;

		return text_glyph(text, strlen(text), ascii, &g);
	}
	for (at = n; at > 0 && text[at] != ' '; at--)
		;
	return at > n / 3 ? at : n;
}

void
wrap_paragraph(struct view *v, const char *text, uint32_t of, int indent, enum style style)
{
	const char *copy = arena_text(&v->text, text, strlen(text));
	int width = v->width - 1 - indent;
	size_t n;

	if (width < LEAST_WIDTH)
		width = LEAST_WIDTH;
	do {
		n = wrap_line(copy, width, v->ctx->ascii);
		v->text_lines = mem_grow(v->text_lines, v->ntext_lines + 1, &v->text_lines_room,
			sizeof(*v->text_lines));
		v->text_lines[v->ntext_lines] = (struct text_line){
			.text = copy, .length = (uint32_t)n, .of = of,
			.indent = (uint8_t)indent, .style = (uint8_t)style,
		};
		view_add(v, (struct row){ .thing = (uint32_t)v->ntext_lines++ });
		copy += n;
		while (*copy == ' ')
			copy++;
	} while (*copy);
}

/* What --select names, and its rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/selected.h"

#include <stdio.h>
#include <stdlib.h>

#include "table/column_values.h"
#include "text/shorten.h"

enum {
	LIST = 400,
	MOST_NAMED = 5, NAMED_CELLS = 60,	/* names in a message */
};

uint32_t
selected_node(struct scene *s, const char *select)
{
	uint32_t n = scene_find(s, select);
	struct sought found = { .node = NOBODY };

	if (n == NOBODY)
		found = scene_seek(s, select, NOBODY);
	return n != NOBODY ? n : found.fit == FIT_END && found.n == 1 ? found.node : NOBODY;
}

bool
selected_none(struct scene *s, const char *select, struct err *e)
{
	struct sought found = scene_seek(s, select, NOBODY);
	char names[LIST] = "";
	size_t n = 0;
	uint32_t i, all = found.n;
	enum fit fit = found.fit;

	for (i = 0; i < MOST_NAMED && found.node != NOBODY && found.fit == fit
		&& n < sizeof(names); i++) {
		char *name = shorten(scene_name(s, found.node), NAMED_CELLS, s->ascii);

		n += (size_t)snprintf(names + n, sizeof(names) - n, "%s[%u] %s", i ? ", " : "",
			s->graph->nodes[found.node].index, name);
		free(name);
		found = scene_seek(s, select, found.node);
	}
	if (all == 0)
		return err_set(e, ERR_EMPTY, "--select=%s: no function or cycle has that name "
			"or index; --view=functions lists them", select);
	return err_set(e, ERR_EMPTY, "--select=%s: no function or cycle is called just that; "
		"it may be %s%s", select, names, all > i ? " or others" : "");
}

struct selected_place
selected_place(struct scene *s, const char *select, bool around)
{
	const struct sources *sources = origin_sources(s->origin);
	struct selected_place p = { .file = NOBODY, .func = selected_node(s, select) };

	if (p.func != NOBODY && !scene_is_cycle(s, p.func)) {
		p.file = sources->file_of[p.func];
		return p;
	}
	p.func = NOBODY;
	p.file = origin_find_line(s->origin, select, &p.line);
	if (p.file == NOBODY)
		p.file = origin_find_file(s->origin, select);
	if (p.file != NOBODY && p.line > 0 && around)
		p.func = origin_func_before(sources, p.file, p.line);
	return p;
}

void
selected_keep_node(struct view *v, uint32_t n)
{
	size_t i, kept = 0;
	bool inside = false;

	view_settle(v);
	for (i = 0; i < v->rows.n; i++) {
		struct row r = v->rows.v[i];
		uint32_t node = view_node(v, &r);

		if (r.depth == 0)
			inside = node == n || node == v->scene->graph->nodes[n].cycle;
		if (!inside)
			continue;
		if (v->running)
			v->running[kept] = v->running[i];
		v->rows.v[kept++] = r;
	}
	v->rows.n = kept;
}

static bool
is_at(const struct sources *s, const struct source_line *l, const struct selected_place *p)
{
	return l->file == p->file && (p->line == 0 || l->number == p->line)
		&& (p->func == NOBODY || origin_func_before(s, l->file, l->number) == p->func);
}

void
selected_keep_place(struct view *v, const struct selected_place *p)
{
	const struct sources *s = origin_sources(v->scene->origin);
	size_t i, kept = 0;

	for (i = 0; i < v->rows.n; i++) {
		struct row r = v->rows.v[i];

		if (v->ops == &lines_view ? is_at(s, &s->lines[r.thing], p)
			: r.thing == p->file)
			v->rows.v[kept++] = r;
	}
	v->rows.n = kept;
}

static bool
begins_with(const struct source_text *t, uint32_t line, char c)
{
	size_t n, i;
	const char *text = source_text_line(t, line, &n);

	for (i = 0; i < n && (text[i] == ' ' || text[i] == '\t'); i++)
		;
	return c ? i < n && text[i] == c : i == n;
}

/* The first line of function F: if its code begins with the bracket, the name stands in
 * the lines above, up to an empty one. */
static uint32_t
first_line(struct origin *o, uint32_t f)
{
	const struct source_text *t = origin_text(o, o->sources.file_of[f], NULL);
	uint32_t line = o->sources.line_of[f];

	if (t && line > 0 && line <= t->nlines && begins_with(t, line, '{'))
		while (line > 1 && !begins_with(t, line - 1, '\0')
			&& !begins_with(t, line - 1, '}'))
			line--;
	return line;
}

void
selected_keep_lines(struct view *v, const struct selected_place *p)
{
	struct origin *o = v->scene->origin;
	uint32_t first = first_line(o, p->func), last = origin_last_line(o, p->func);
	size_t i, kept = 0;
	bool inside = true;

	if (p->line > last)
		last = p->line;
	for (i = 0; i < v->rows.n; i++) {
		struct row r = v->rows.v[i];

		if (r.depth == 0)
			inside = !data_is_record(v, &r) || (r.thing >= first && r.thing <= last);
		if (inside)
			v->rows.v[kept++] = r;
	}
	v->rows.n = kept;
}

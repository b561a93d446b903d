/* viewout.c - a view as a file: text, TSV, CSV or JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/viewout.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/choices.h"
#include "table/column_values.h"
#include "table/title.h"
#include "text/figures.h"

enum { TAB = 8 };

/* In the order of the words of --format. */
static const enum viewout_format formats[] = {
	VIEWOUT_TEXT, VIEWOUT_TSV, VIEWOUT_CSV, VIEWOUT_JSON,
};

bool
viewout_format_named(const char *name, enum viewout_format *format, struct err *e)
{
	size_t i;

	if (!choices_find(options_row(OPT_FORMAT), name, &i, e))
		return false;
	assert(i < sizeof(formats) / sizeof(*formats));
	*format = formats[i];
	return true;
}

enum viewout_format
viewout_format_of_path(const char *path)
{
	const struct option_row *row = options_row(OPT_FORMAT);
	const char *dot = strrchr(path, '.');

	assert(choices_word(row, sizeof(formats) / sizeof(*formats)) == NULL);
	for (size_t i = 0; dot != NULL && i < sizeof(formats) / sizeof(*formats); i++)
		if (strcasecmp(dot + 1, choices_word(row, i)) == 0)
			return formats[i];
	return VIEWOUT_TEXT;
}

bool
viewout_is_known_path(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot == NULL || strchr(dot, '/') != NULL || strcasecmp(dot, ".txt") == 0
		|| strcasecmp(dot, ".text") == 0 || viewout_format_of_path(path) != VIEWOUT_TEXT;
}

void
viewout_double(struct out *o, double x)
{
	char text[40];
	int digits;

	/* Most numbers are whole.  Whole numbers need no search for the fewest digits. */
	if (x > 0 && x < 1e15 && x == (double)(uint64_t)x) {
		out_count(o, 0, (uint64_t)x);
		return;
	}
	for (digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, x);
		if (fabs(x) >= SUM64_EXACT || strtod(text, NULL) == x)
			break;
	}
	out_text(o, text);
}

double
viewout_time(const struct view *v, double samples)
{
	return samples / v->ctx->graph->measure.per_unit;
}

/* Writes SAMPLES / PER_UNIT.  SUM64 is SAMPLES modulo 2^64 (sum64.h). */
static void
print_part(struct out *o, double samples, double per_unit, uint64_t sum64)
{
	char digits[SUM64_ROOM], text[2 * SUM64_ROOM];
	size_t n, point = 0;
	double power = 1;

	for (; point < SUM64_ROOM / 2 && power < per_unit; point++)
		power *= 10;
	if (power != per_unit || !sum64_text(digits, samples, sum64)) {
		viewout_double(o, samples / per_unit);
		return;
	}
	n = strlen(digits) - point;
	snprintf(text, sizeof(text), "%.*s.%s", (int)n, digits, digits + n);
	n = strlen(text);
	while (text[n - 1] == '0')
		n--;
	out_bytes(o, text, text[n - 1] == '.' ? n - 1 : n);
}

void
viewout_value(struct out *o, const struct view *v, const struct column_value *d)
{
	print_part(o, d->value, d->type == VALUE_TIME ? v->ctx->graph->measure.per_unit : 1,
		d->sum64);
}

void
viewout_samples(struct out *o, const struct column_value *d)
{
	print_part(o, d->value, 1, d->sum64);
}

const struct column *
viewout_next_column(const struct view *v, int *i)
{
	while (*i < v->ops->ncolumns) {
		const struct column *c = &v->ops->columns[(*i)++];

		if (column_value_exists(c))
			return c;
	}
	return NULL;
}

/* Writes the N bytes at S with tabs expanded and, in CSV, with quotes doubled. */
static void
print_plain(struct viewout *w, const char *s, size_t n)
{
	const char *end = s + n;
	size_t column = 0;

	for (; s < end; column++) {
		if (*s == '\t') {
			out_blanks(&w->out, TAB - column % TAB);
			column += TAB - 1 - column % TAB;
			s++;
			continue;
		}
		if (*s == '"' && w->format == VIEWOUT_CSV)
			out_text(&w->out, "\"");
		s += out_utf8(&w->out, s, (size_t)(end - s));
	}
}

/* Would a spreadsheet read the N bytes at S as a formula? */
static bool
is_formula(const char *s, size_t n)
{
	/* The last four are the full-width forms of the first four. */
	static const char *const beginnings[] = { "=", "+", "-", "@",
		"\uff1d", "\uff0b", "\uff0d", "\uff20" };

	for (size_t i = 0; i < sizeof(beginnings) / sizeof(*beginnings); i++) {
		size_t length = strlen(beginnings[i]);

		if (n >= length && memcmp(s, beginnings[i], length) == 0)
			return true;
	}
	return false;
}

/* Writes a cell of text.  In CSV, the cell is in quotes, and a formula has an apostrophe in
 * front. */
static void
print_text(struct viewout *w, const char *s, size_t n)
{
	if (w->format == VIEWOUT_TSV) {
		print_plain(w, s, n);
		return;
	}
	out_text(&w->out, is_formula(s, n) ? "\"'" : "\"");
	print_plain(w, s, n);
	out_text(&w->out, "\"");
}

static void
print_cell(struct viewout *w, const struct view *v, const struct column_value *d)
{
	switch (d->type) {
	case VALUE_TEXT:
		print_text(w, d->text, d->length);
		break;
	case VALUE_NUMBER:
	case VALUE_COUNT:
		out_count(&w->out, 0, d->count);
		break;
	case VALUE_TIME:
	case VALUE_SAMPLES:
	case VALUE_PERCENT:
	case VALUE_RATIO:
		viewout_value(&w->out, v, d);
		break;
	}
}

static void
print_record(struct viewout *w, const struct view *v, const struct row *r)
{
	const char *between = "";
	const struct column *c;
	struct column_value d;

	for (int i = 0; (c = viewout_next_column(v, &i)) != NULL;) {
		out_text(&w->out, between);
		between = w->format == VIEWOUT_CSV ? "," : "\t";
		if (column_value_get(v, r, c, &d))
			print_cell(w, v, &d);
		column_value_release(&d);
	}
	out_text(&w->out, "\n");
}

/* Does V have columns with data?  Views of text, such as the help, are written line by line. */
static bool
has_data(const struct view *v)
{
	int i = 0;

	return viewout_next_column(v, &i) != NULL;
}

static void
print_line(struct viewout *w, struct view *v, const struct row *r)
{
	char *line = view_text_of_row(v, r);

	if (w->format == VIEWOUT_JSON) {
		jsonout_object(&w->json, true);
		jsonout_key(&w->json, "text");
		jsonout_text(&w->json, line);
		jsonout_end(&w->json);
	} else {
		print_text(w, line, strlen(line));
		out_text(&w->out, "\n");
	}
	free(line);
}

static void
print_header(struct viewout *w, const struct view *v)
{
	const char *between = "";
	const struct column *c;

	for (int i = 0; (c = viewout_next_column(v, &i)) != NULL;) {
		out_text(&w->out, between);
		between = w->format == VIEWOUT_CSV ? "," : "\t";
		out_text(&w->out, c->id);
	}
	out_text(&w->out, has_data(v) ? "\n" : "text\n");
}

void
viewout_open(struct viewout *w, enum viewout_format format, FILE *file,
	const struct view *like, const char *select, size_t limit)
{
	*w = (struct viewout){ .format = format, .file = file, .left = limit,
		.text.grid.ascii = like->ctx->ascii };
	if (format == VIEWOUT_TEXT)
		return;
	fflush(file);
	out_open(&w->out, fileno(file));
	if (format == VIEWOUT_JSON)
		viewjson_open(w, like, select);
	else
		print_header(w, like);
}

/* Prints the title of V, the first line of its screen. */
static void
print_title(const struct view *v, FILE *out)
{
	struct title t = { .wide = true };
	char *line;

	title_image(&t, v->ctx);
	v->ops->title(v, &t);
	line = title_text(&t, v->ctx);
	fprintf(out, "%s\n", line);
	free(line);
}

static void
write_text(struct viewout *w, struct view *v, bool brief)
{
	size_t n = v->rows.n;

	if (w->views > 0)
		fputc('\n', w->file);
	if (!brief)
		print_title(v, w->file);
	view_prepare(v);
	if (v->ops->picture != NULL) {
		n = v->ops->picture->print(v, w->width > 0 ? w->width : v->width, w->left,
			w->file);
		w->left -= w->left == SIZE_MAX ? 0 : n;
		return;
	}
	if (v->rows.n > w->left)
		v->rows.n = w->left;
	w->left -= w->left == SIZE_MAX ? 0 : v->rows.n;
	view_text_print(&w->text, v, !brief && !v->ops->untitled, w->width, w->file);
	v->rows.n = n;
}

void
viewout_add(struct viewout *w, struct view *v, bool brief)
{
	bool data = has_data(v);
	size_t i;

	if (w->left == 0 && w->views > 0)
		return;
	if (w->format == VIEWOUT_TEXT) {
		write_text(w, v, brief);
		w->views++;
		return;
	}
	w->views++;
	view_write_begin(v);
	for (i = 0; i < v->rows.n && w->left > 0 && !view_context_is_stopped(v->ctx, i); i++) {
		view_write_next(v, i);
		if (!column_value_is_record(v, &v->rows.v[i]))
			continue;
		w->left -= w->left != SIZE_MAX;
		if (!data)
			print_line(w, v, &v->rows.v[i]);
		else if (w->format == VIEWOUT_JSON)
			viewjson_record(w, v, &v->rows.v[i]);
		else
			print_record(w, v, &v->rows.v[i]);
	}
	view_write_end(v);
}

bool
viewout_close(struct viewout *w)
{
	view_text_release(&w->text);
	if (w->format == VIEWOUT_TEXT) {
		errno = EIO;	/* if a write failed earlier, its errno is no longer known */
		return fflush(w->file) == 0 && !ferror(w->file);
	}
	if (w->format == VIEWOUT_JSON) {
		jsonout_end(&w->json);
		jsonout_end(&w->json);
		jsonout_close(&w->json);
	}
	return out_close(&w->out);
}

bool
viewout_write(struct view *v, enum viewout_format format, FILE *file)
{
	struct viewout w;

	viewout_open(&w, format, file, v, NULL, SIZE_MAX);
	viewout_add(&w, v, false);
	if (!viewout_close(&w))
		return false;
	errno = ECANCELED;
	return !v->ctx->stopped;
}

/* viewout.h - a view as a file: for people, for spreadsheets, for programs
 *
 * Text is what the screen shows.  The other formats have the same rows and columns with
 * all digits; texts in them are UTF-8 in which nothing but text is left.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEWOUT_H
#define VIEWOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/jsonout.h"
#include "io/out.h"
#include "table/column_values.h"
#include "table/view.h"

enum viewout_format { VIEWOUT_TEXT, VIEWOUT_TSV, VIEWOUT_CSV, VIEWOUT_JSON };

struct viewout {
	enum viewout_format format;
	FILE *file;			/* borrowed */
	struct out out;
	struct jsonout json;
	int width;			/* of text; 0: as wide as it is */
	size_t left;			/* rows that may still be written */
	size_t views;			/* written so far */
};

/* Set *FORMAT to the format called NAME, a word of --format; false: there is no such format. */
bool viewout_format_named(const char *name, enum viewout_format *format, struct err *e);

/* The format that the ending of PATH stands for; text if it stands for none. */
enum viewout_format viewout_format_of_path(const char *path);

/* Does the ending of PATH stand for one, or has PATH no ending? */
bool viewout_is_known_path(const char *path);

/* Write V as it is, all its rows, to FILE, which has a descriptor.  False: errno says why
 * it is not all there, ECANCELED that it was stopped. */
bool viewout_write(struct view *v, enum viewout_format format, FILE *file);

/* The same for several views of one kind, which become one table: what they are is told from
 * LIKE, which needs no rows; SELECT (or NULL) says what was chosen; no more than LIMIT rows. */
void viewout_open(struct viewout *w, enum viewout_format format, FILE *file,
	const struct view *like, const char *select, size_t limit);

/* Add the rows of V.  Text: below titles unless BRIEF. */
void viewout_add(struct viewout *w, struct view *v, bool brief);

/* False: not everything could be written, errno says why. */
bool viewout_close(struct viewout *w);

/* The fewest digits that are read back as X. */
void viewout_double(struct out *o, double x);

/* SAMPLES as time, where the rate is known; a datum in its unit. */
double viewout_time(const struct view *v, double samples);
double viewout_value(const struct view *v, const struct column_value *d);

/* viewjson.c: what comes before the rows, and a row. */
void viewjson_open(struct viewout *w, const struct view *like, const char *select);
void viewjson_record(struct viewout *w, const struct view *v, const struct row *r);

#endif

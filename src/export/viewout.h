/* viewout.h - a view as a file: text, TSV, CSV or JSON
 *
 * VIEWOUT_TEXT is what the screen shows.  The other formats have the same rows and columns, with
 * all digits of numbers, and text in UTF-8 with control characters spelled out.
 *
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
#include "table/view_text.h"

enum viewout_format { VIEWOUT_TEXT, VIEWOUT_TSV, VIEWOUT_CSV, VIEWOUT_JSON };

struct viewout {
	enum viewout_format format;
	FILE *file;			/* borrowed */
	struct view_text text;		/* the line that is written, if the format is text */
	struct out out;
	struct jsonout json;
	int width;			/* width of text in cells; 0: lines may have any width */
	size_t left;			/* number of rows that may still be written; SIZE_MAX: no
					 * limit */
	size_t views;			/* number of views written so far */
};

/* Sets *FORMAT to the format called NAME, a word of --format.  Returns false if there is no such
 * format, as E says. */
bool viewout_format_named(const char *name, enum viewout_format *format, struct err *e);

/* Returns the format that the extension of PATH means, or VIEWOUT_TEXT if it means none. */
enum viewout_format viewout_format_of_path(const char *path);

/* Returns true if the extension of PATH means a format, or if PATH has no extension. */
bool viewout_is_known_path(const char *path);

/* Writes all rows of V to FILE, which must have a descriptor.  False: the file is not complete, and
 * errno says why.  ECANCELED means that the user stopped the work. */
bool viewout_write(struct view *v, enum viewout_format format, FILE *file);

/* Begins a table for the rows of several views of one kind.  The table gets at most LIMIT rows in
 * all; SIZE_MAX: no limit.  LIKE is a view of this kind; it needs no rows.  SELECT is the argument
 * of --select, or NULL. */
void viewout_open(struct viewout *w, enum viewout_format format, FILE *file,
	const struct view *like, const char *select, size_t limit);

/* Adds the rows of V.  In text, the titles of V and of its columns are written above the rows,
 * unless BRIEF. */
void viewout_add(struct viewout *w, struct view *v, bool brief);

/* Ends the table and releases W.  False: not everything could be written; errno says why. */
bool viewout_close(struct viewout *w);

/* Writes X with the fewest digits that are read back as X. */
void viewout_double(struct out *o, double x);

/* Returns SAMPLES in seconds if the rate is known, else SAMPLES. */
double viewout_time(const struct view *v, double samples);

/* Each function writes the value of D, with all digits of large sums.  In viewout_value(), a time
 * has the unit of viewout_time(); in viewout_samples(), it is the number of samples. */
void viewout_value(struct out *o, const struct view *v, const struct column_value *d);
void viewout_samples(struct out *o, const struct column_value *d);

/* Returns the next column of V that has data, from number *I on, or NULL if there is none.  Sets *I
 * to the number after this column. */
const struct column *viewout_next_column(const struct view *v, int *i);

/* These two functions are in viewjson.c.  viewjson_open() writes everything before the rows,
 * viewjson_record() writes row R. */
void viewjson_open(struct viewout *w, const struct view *like, const char *select);
void viewjson_record(struct viewout *w, const struct view *v, const struct row *r);

#endif

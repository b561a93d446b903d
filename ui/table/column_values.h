/* column_values.h - typed values of columns: their sort keys, cells and figures for programs
 *
 * The same id means the same in every view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COLUMN_VALUES_H
#define COLUMN_VALUES_H

#include "table/view.h"

enum value_type {
	VALUE_TEXT,
	VALUE_NUMBER,			/* it counts nothing: an index, a line */
	VALUE_COUNT,
	VALUE_TIME,			/* in samples; told in seconds where the rate is known */
	VALUE_SAMPLES,
	VALUE_PERCENT,
	VALUE_RATIO,
};

/* The origin of a figure. */
enum value_kind { KIND_COUNTED, KIND_SAMPLED, KIND_ESTIMATED };

struct column_value {
	enum value_type type;
	enum value_kind kind;		/* of all but texts and numbers */
	uint8_t certainty;		/* of times: enum certainty, for the mark of estimates */
	bool bounded;			/* the true value lies between LO and HI */
	double value;			/* of times (in samples), samples, percentages, ratios */
	double whole;			/* what VALUE or COUNT is a part of, for forms other than
					 * FORM_VALUE; 0: not known */
	double lo, hi;
	uint64_t count;			/* of numbers and counts */
	const char *text;		/* any bytes; borrowed, valid until the value is released */
	size_t length;
	char *made;			/* owned: TEXT, if it was made for this value; or NULL */
};

/* The meaning of the id of a column. */
struct column_id {
	const char *id;
	enum value_type type;
	const char *unit;		/* of counts; else NULL */
	const char *about;
};

extern const struct column_id column_ids[];
extern const size_t ncolumn_ids;

/* Returns the meaning of ID, or NULL. */
const struct column_id *column_value_id(const char *id);

/* "counted", "sampled", "estimated". */
const char *column_value_kind_name(enum value_kind kind);

/* Does column C have figures or texts for programs? */
bool column_value_exists(const struct column *c);

/* Can rows be sorted by column C, and by texts, not numbers? */
bool column_value_is_sortable(const struct column *c);
bool column_value_sorts_by_text(const struct column *c);

/* Get the value of column C in row R of V, as programs see it; false: there is none.
 * Release D in any case. */
bool column_value_get(const struct view *v, const struct row *r, const struct column *c,
	struct column_value *d);
void column_value_release(struct column_value *d);

/* Returns the sort key of row R in a sortable column C: a number, never rounded, or a text, which
 * is valid as long as names are. */
double column_value_sort_key(const struct view *v, const struct row *r, const struct column *c);
const char *column_value_sort_text(const struct view *v, const struct row *r,
	const struct column *c);

/* Draw the cell of column C in row R. */
void column_value_draw(const struct view *v, const struct row *r, const struct column *c,
	struct pen *pen);

/* Is row R a record, or only words about others? */
bool column_value_is_record(const struct view *v, const struct row *r);

/* Make D a value; true.  A part is of a WHOLE that it can be told in percent of. */
bool column_value_set_text(struct column_value *d, const char *text);
bool column_value_set_number(struct column_value *d, uint64_t number);
bool column_value_set_count(struct column_value *d, uint64_t count);
bool column_value_set_time(struct column_value *d, enum value_kind kind, double samples);
bool column_value_set_part(struct column_value *d, enum value_kind kind, double samples,
	double whole);
bool column_value_set_ratio(struct column_value *d, enum value_kind kind, double ratio);

#endif

/* column_values.h - typed values of columns, for sorting, drawing and exporting rows
 *
 * A column id has the same meaning in every view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COLUMN_VALUES_H
#define COLUMN_VALUES_H

#include "table/view.h"

enum value_type {
	VALUE_TEXT,
	VALUE_NUMBER,			/* a number that counts nothing: an index, a line number */
	VALUE_COUNT,
	VALUE_TIME,			/* in samples; written in seconds if the rate is known */
	VALUE_SAMPLES,
	VALUE_PERCENT,
	VALUE_RATIO,
};

/* The origin of a figure. */
enum value_kind {
	KIND_COUNTED,
	KIND_SAMPLED,
	KIND_ESTIMATED,
	KIND_CYCLE_ESTIMATED,		/* estimated inside a cycle */
	KIND_BOUND,
	KIND_IMPOSSIBLE,		/* it contradicts other figures of the file */
};

struct column_value {
	enum value_type type;
	enum value_kind kind;		/* origin of the value; not set for VALUE_TEXT and
					 * VALUE_NUMBER */
	uint8_t certainty;		/* if the value is a time: an enum certainty, which decides
					 * the mark before the time, such as "~" */
	bool bounded;			/* the true value lies between .lo and .hi */
	double value;			/* a time (in samples), samples, a percentage or a ratio */
	double whole;			/* FORM_PERCENT and FORM_EACH divide .value or .count by
					 * this; 0: not known */
	uint64_t sum64;			/* .value, if it is a time (sum64.h); otherwise 0 */
	double lo, hi;
	uint64_t count;			/* a number or a count */
	char join;			/* character between .count and .other in the cell, as in
					 * "1+26312" and "40/100"; 0: the cell shows only .count */
	uint64_t other;
	bool is_least;			/* .count is a lower bound */
	bool is_shown;			/* the row has no value, but the cell shows .text, the
					 * bounds, or what else is set */
	uint8_t which;			/* column.which, set before value() is called */
	enum column_form form;		/* form in which the cell shows the value: at first that of
					 * the column */
	enum style style;		/* style of the cell; STYLE_TEXT: the usual one */
	const char *text;		/* any bytes; borrowed, valid until
					 * column_value_release() */
	size_t length;
	const char *order;		/* text by which rows are sorted; NULL: .text */
	uint32_t node;			/* the node whose name .text is, or NOBODY */
	const char *lead, *note;	/* if .text is a name: texts in front of it and behind it in
					 * the cell, or NULL */
	char *made;			/* owned; .text or .note if it was allocated for this
					 * struct, otherwise NULL */
};

/* Returns how many cells the cell of row R in column C needs: at least CELLS, at most MOST.  C has
 * no cell() and shows no name.  *LAST is the value for which this was called last, and becomes the
 * value of R; a cell needs no more than that of an equal value. */
int column_value_cells(const struct view *v, const struct row *r, const struct column *c,
	struct column_value *last, int cells, int most);

/* The meaning of a column id.  column_ids[] is sorted by .id. */
struct column_id {
	const char *id;
	enum value_type type;
	const char *unit;		/* unit of a count; NULL for other types of values */
	const char *about;
};

extern const struct column_id column_ids[];
extern const size_t ncolumn_ids;

/* Returns the meaning of ID, or NULL if no column has this id. */
const struct column_id *column_value_id(const char *id);

/* Returns "counted", "sampled", "estimated", "estimated in a cycle", "bound" or "impossible". */
const char *column_value_kind_name(enum value_kind kind);

/* Has column C an id, whose values are of TYPE? */
bool column_value_has_type(const struct column *c, enum value_type type);

/* Does column C have an id and values, so that it can be exported? */
bool column_value_exists(const struct column *c);

/* column_value_is_sortable(): can rows be sorted by column C?  column_value_sorts_by_text(): is the
 * sort key of column C a text, not a number? */
bool column_value_is_sortable(const struct column *c);
bool column_value_sorts_by_text(const struct column *c);

/* Returns the index of the sortable column of OPS whose id is TEXT, N bytes.  If no column has this
 * id, returns the index of the sortable column whose heading is TEXT.  Returns -1 if there is no
 * such column either. */
int column_value_named(const struct view_ops *ops, const char *text, size_t n);

/* Sets D to the value that column C exports for row R of V.  Returns false if the row has no value.
 * Call column_value_release() for D in both cases. */
bool column_value_get(const struct view *v, const struct row *r, const struct column *c,
	struct column_value *d);
void column_value_release(struct column_value *d);

/* Returns the sort key of row R in a sortable column C: an unrounded number, without its sign if it
 * is a figure, or a text that is valid until view_context_release().  If the row has no value, the
 * number is C->absent and the text is "". */
double column_value_sort_key(const struct view *v, const struct row *r, const struct column *c);
const char *column_value_sort_text(const struct view *v, const struct row *r,
	const struct column *c);

/* Returns the sort key of row R in column C, a number, modulo 2^64 (sum64.h); 0: the number is the
 * sort key. */
uint64_t column_value_sort_sum64(const struct view *v, const struct row *r,
	const struct column *c);

/* Draws the cell of column C in row R. */
void column_value_draw(const struct view *v, const struct row *r, const struct column *c,
	struct pen *pen);

/* Is row R exported as a record?  Rows that only describe other rows are not exported. */
bool column_value_is_record(const struct view *v, const struct row *r);

/* These functions set D to a value and return true.  A part can be shown in percent of its
 * WHOLE. */
bool column_value_set_text(struct column_value *d, const char *text);
bool column_value_set_number(struct column_value *d, uint64_t number);
bool column_value_set_count(struct column_value *d, uint64_t count);
bool column_value_set_time(struct column_value *d, enum value_kind kind, double samples);
bool column_value_set_part(struct column_value *d, enum value_kind kind, double samples,
	double whole);
bool column_value_set_ratio(struct column_value *d, enum value_kind kind, double ratio);

/* Sets D to a copy of TEXT, and returns true. */
bool column_value_set_made(struct column_value *d, const char *text);

#endif

/* column_values.h - what the cells of a row stand for, for programs instead of people
 *
 * A column says here what it shows: text, a number, or a figure with its kind.  The same
 * id means the same in every view.  SPDX-License-Identifier: GPL-3.0-or-later
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

/* How a figure is known. */
enum value_kind { KIND_COUNTED, KIND_SAMPLED, KIND_ESTIMATED };

struct column_value {
	enum value_type type;
	enum value_kind kind;		/* of all but texts and numbers */
	double value;			/* of times, samples and percentages */
	uint64_t count;			/* of numbers and counts */
	const char *text;		/* any bytes; borrowed, for as long as the datum lives */
	size_t length;
	bool bounded;			/* the truth is between these two, surely */
	double lo, hi;
	char *made;			/* owned: TEXT, if it was made for this; or NULL */
};

/* What an id means. */
struct column_id {
	const char *id;
	enum value_type type;
	const char *unit;		/* of counts; else NULL */
	const char *about;
};

extern const struct column_id column_ids[];
extern const size_t ncolumn_ids;

/* What ID means, or NULL. */
const struct column_id *column_value_id(const char *id);

/* "counted", "sampled", "estimated". */
const char *column_value_kind_name(enum value_kind kind);

/* Does column C have data? */
bool column_value_exists(const struct column *c);

/* What R of V has in it; false: nothing.  Release D in any case. */
bool column_value_get(const struct view *v, const struct row *r, const struct column *c,
	struct column_value *d);
void column_value_release(struct column_value *d);

/* Is row R a record, or only words about others? */
bool column_value_is_record(const struct view *v, const struct row *r);

/* What columns have in common: from the facts of a row. */
bool column_value_index(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_name(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_depth(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_self(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_self_percent(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_error(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_running(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_children(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_total(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_total_percent(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_self_kind(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_total_kind(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_total_least(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_total_most(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_calls(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_of_calls(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_inner_calls(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_call_percent(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_self_each(const struct view *v, const struct row *r, struct column_value *d);
bool column_value_total_each(const struct view *v, const struct row *r, struct column_value *d);

/* Make D what its name says. */
bool column_value_set_text(struct column_value *d, const char *text);
bool column_value_set_number(struct column_value *d, uint64_t number);
bool column_value_set_count(struct column_value *d, uint64_t count);
bool column_value_set_time(struct column_value *d, enum value_kind kind, double samples);
bool column_value_set_percent(struct column_value *d, enum value_kind kind, double part, double whole);

#endif

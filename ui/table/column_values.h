/* column_values.h - what the cells of a row stand for, for programs instead of people
 *
 * A column says here what it shows: text, a number, or a figure with its kind.  The same
 * id means the same in every view.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COLUMN_VALUES_H
#define COLUMN_VALUES_H

#include "table/view.h"

enum data_type {
	DATA_TEXT,
	DATA_NUMBER,			/* it counts nothing: an index, a line */
	DATA_COUNT,
	DATA_TIME,			/* in samples; told in seconds where the rate is known */
	DATA_SAMPLES,
	DATA_PERCENT,
	DATA_RATIO,
};

/* How a figure is known. */
enum data_kind { KIND_COUNTED, KIND_SAMPLED, KIND_ESTIMATED };

struct datum {
	enum data_type type;
	enum data_kind kind;		/* of all but texts and numbers */
	double value;			/* of times, samples and percentages */
	uint64_t count;			/* of numbers and counts */
	const char *text;		/* any bytes; borrowed, for as long as the datum lives */
	size_t length;
	bool bounded;			/* the truth is between these two, surely */
	double lo, hi;
	char *made;			/* owned: TEXT, if it was made for this; or NULL */
};

/* What an id means. */
struct data_id {
	const char *id;
	enum data_type type;
	const char *unit;		/* of counts; else NULL */
	const char *about;
};

extern const struct data_id data_ids[];
extern const size_t ndata_ids;

/* What ID means, or NULL. */
const struct data_id *data_id(const char *id);

/* "counted", "sampled", "estimated". */
const char *data_kind_name(enum data_kind kind);

/* Every view that can be printed; then NULL. */
extern const struct view_ops *const data_views[];

/* Does column C have data? */
bool data_has(const struct column *c);

/* What R of V has in it; false: nothing.  Release D in any case. */
bool data_of(const struct view *v, const struct row *r, const struct column *c,
	struct datum *d);
void datum_release(struct datum *d);

/* Is row R a record, or only words about others? */
bool data_is_record(const struct view *v, const struct row *r);

/* What columns have in common: from the facts of a row. */
bool data_index(const struct view *v, const struct row *r, struct datum *d);
bool data_name(const struct view *v, const struct row *r, struct datum *d);
bool data_depth(const struct view *v, const struct row *r, struct datum *d);
bool data_self(const struct view *v, const struct row *r, struct datum *d);
bool data_self_percent(const struct view *v, const struct row *r, struct datum *d);
bool data_error(const struct view *v, const struct row *r, struct datum *d);
bool data_running(const struct view *v, const struct row *r, struct datum *d);
bool data_child(const struct view *v, const struct row *r, struct datum *d);
bool data_total(const struct view *v, const struct row *r, struct datum *d);
bool data_total_percent(const struct view *v, const struct row *r, struct datum *d);
bool data_self_kind(const struct view *v, const struct row *r, struct datum *d);
bool data_total_kind(const struct view *v, const struct row *r, struct datum *d);
bool data_total_least(const struct view *v, const struct row *r, struct datum *d);
bool data_total_most(const struct view *v, const struct row *r, struct datum *d);
bool data_calls(const struct view *v, const struct row *r, struct datum *d);
bool data_of_calls(const struct view *v, const struct row *r, struct datum *d);
bool data_inner_calls(const struct view *v, const struct row *r, struct datum *d);
bool data_call_percent(const struct view *v, const struct row *r, struct datum *d);
bool data_self_each(const struct view *v, const struct row *r, struct datum *d);
bool data_total_each(const struct view *v, const struct row *r, struct datum *d);

/* Make D what its name says. */
bool datum_text(struct datum *d, const char *text);
bool datum_number(struct datum *d, uint64_t number);
bool datum_count(struct datum *d, uint64_t count);
bool datum_time(struct datum *d, enum data_kind kind, double samples);
bool datum_percent(struct datum *d, enum data_kind kind, double part, double whole);

#endif

/* column_values.c - typed values of columns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/column_values.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/cell.h"
#include "text/text.h"

bool
column_value_exists(const struct column *c)
{
	return c->id != NULL && c->value != NULL;
}

bool
column_value_is_sortable(const struct column *c)
{
	return c->id != NULL && c->sortable;
}

/* Is TEXT, N bytes, the heading TITLE?  Where TITLE has "$", which stands for the unit of times,
 * TEXT must have "s". */
static bool
is_heading(const char *title, const char *text, size_t n)
{
	size_t fixed = title != NULL ? strcspn(title, "$") : 0;
	bool timed = fixed > 0 && title[fixed] == '$';

	return fixed > 0 && n == fixed + timed && memcmp(title, text, fixed) == 0
		&& (!timed || text[fixed] == 's');
}

int
column_value_named(const struct view_ops *ops, const char *text, size_t n)
{
	const struct column *c = ops->columns;

	for (int i = 0; i < ops->ncolumns; i++)
		if (column_value_is_sortable(&c[i]) && strlen(c[i].id) == n
			&& memcmp(c[i].id, text, n) == 0)
			return i;
	for (int i = 0; i < ops->ncolumns; i++)
		if (column_value_is_sortable(&c[i]) && (is_heading(c[i].title, text, n)
				|| is_heading(c[i].wide_title, text, n)))
			return i;
	return -1;
}

bool
column_value_sorts_by_text(const struct column *c)
{
	return c->sortable && c->sort_key == NULL && column_value_has_type(c, VALUE_TEXT);
}

/* Sets D to the value of column C in row R, before the form of C is applied.  Returns false if the
 * row has no value. */
static bool
read_value(const struct view *v, const struct row *r, const struct column *c,
	struct column_value *d)
{
	*d = (struct column_value){ .which = c->which, .form = c->form, .node = NOBODY };
	return c->value(v, r, d);
}

static bool
apply_form(struct column_value *d, enum column_form form)
{
	if (form != FORM_VALUE)
		d->sum64 = 0;
	switch (form) {
	case FORM_VALUE:
		return true;
	case FORM_PERCENT:
		if (!(d->whole > 0))
			return false;
		d->value = 100 * (d->type == VALUE_COUNT ? (double)d->count : d->value) / d->whole;
		d->lo *= 100 / d->whole;
		d->hi *= 100 / d->whole;
		d->type = VALUE_PERCENT;
		return true;
	case FORM_ERROR:
		d->kind = KIND_SAMPLED;
		d->value = d->value > 0 ? sqrt(d->value) : 0;
		return true;
	case FORM_EACH:
		if (!(d->whole > 0))
			return false;
		d->value /= d->whole;
		return true;
	case FORM_INDEX:
	case FORM_BAR:
	case FORM_CHANCE:
	case FORM_NAME:
		return true;
	}
	return false;
}

bool
column_value_get(const struct view *v, const struct row *r, const struct column *c,
	struct column_value *d)
{
	if (!read_value(v, r, c, d) || !apply_form(d, c->form))
		return false;
	if (d->type != VALUE_TEXT && d->type != VALUE_NUMBER && d->kind == KIND_SAMPLED
	    && view_context_is_counted(v->ctx))
		d->kind = KIND_COUNTED;
	return true;
}

void
column_value_release(struct column_value *d)
{
	free(d->made);
	d->made = NULL;
}

static bool
is_same_number(const struct column_value *a, const struct column_value *b)
{
	return a->type == b->type && a->form == b->form && a->kind == b->kind
		&& a->certainty == b->certainty
		&& a->value == b->value && a->whole == b->whole && a->count == b->count
		&& a->join == b->join && a->other == b->other
		&& a->sum64 == b->sum64
		&& a->bounded == b->bounded && a->lo == b->lo && a->hi == b->hi;
}

int
column_value_cells(const struct view *v, const struct row *r, const struct column *c,
	struct column_value *last, int cells, int most)
{
	struct column_value d = { 0 };	/* all is compared, also what no value needs */
	bool has_value = read_value(v, r, c, &d), is_number = has_value && d.type != VALUE_TEXT;
	struct cell_text t;

	if ((!has_value && !d.is_shown) || (is_number && is_same_number(&d, last))) {
		column_value_release(&d);
		return cells;
	}
	if (is_number)
		*last = d;
	for (; cells < most; cells++) {
		cell_text(&t, v->ctx, c, &d, cells);
		if (text_width(t.text, v->ctx->ascii) <= cells)
			break;
	}
	column_value_release(&d);
	return cells;
}

double
column_value_sort_key(const struct view *v, const struct row *r, const struct column *c)
{
	struct column_value d;

	if (c->sort_key != NULL)
		return c->sort_key(v, r);
	/* A row with bounds of its value is sorted by the lower bound. */
	if (!read_value(v, r, c, &d))
		return d.is_shown && d.kind == KIND_BOUND ? fabs(d.lo) : c->absent;
	assert(d.type != VALUE_TEXT);
	if (d.type == VALUE_NUMBER || d.type == VALUE_COUNT)
		return (double)d.count;
	if (c->form == FORM_EACH)
		return d.whole > 0 ? fabs(d.value) / d.whole : c->absent;
	/* Percentages and errors have the same order as the values that they are computed from. */
	return fabs(d.value);
}

uint64_t
column_value_sort_sum64(const struct view *v, const struct row *r, const struct column *c)
{
	struct column_value d;

	if (c->form == FORM_EACH || !read_value(v, r, c, &d) || d.type != VALUE_TIME)
		return 0;
	return d.value < 0 ? -d.sum64 : d.sum64;
}

const char *
column_value_sort_text(const struct view *v, const struct row *r, const struct column *c)
{
	struct column_value d;

	if (c->is_name)
		return view_context_name(v->ctx, view_node(v, r));
	if (!read_value(v, r, c, &d))
		return "";
	assert(d.type == VALUE_TEXT && d.made == NULL);
	return d.order != NULL ? d.order : d.text;
}

void
column_value_draw(const struct view *v, const struct row *r, const struct column *c,
	struct pen *pen)
{
	struct column_value d;

	if (c->cell != NULL) {
		c->cell(v, r, pen);
		return;
	}
	if (read_value(v, r, c, &d) || d.is_shown)
		cell_draw(v, r, c, &d, pen);
	column_value_release(&d);
}

bool
column_value_is_record(const struct view *v, const struct row *r)
{
	return v->ops->is_record == NULL || v->ops->is_record(v, r);
}

bool
column_value_set_text(struct column_value *d, const char *text)
{
	d->type = VALUE_TEXT;
	d->text = text;
	d->length = strlen(text);
	return true;
}

bool
column_value_set_made(struct column_value *d, const char *text)
{
	d->made = mem_text(text, strlen(text));
	return column_value_set_text(d, d->made);
}

bool
column_value_set_number(struct column_value *d, uint64_t number)
{
	d->type = VALUE_NUMBER;
	d->count = number;
	return true;
}

bool
column_value_set_count(struct column_value *d, uint64_t count)
{
	d->type = VALUE_COUNT;
	d->kind = KIND_COUNTED;
	d->count = count;
	return true;
}

bool
column_value_set_time(struct column_value *d, enum value_kind kind, double samples)
{
	d->type = VALUE_TIME;
	d->kind = kind;
	d->value = samples;
	return true;
}

bool
column_value_set_part(struct column_value *d, enum value_kind kind, double samples, double whole)
{
	d->whole = whole;
	return column_value_set_time(d, kind, samples);
}

bool
column_value_set_ratio(struct column_value *d, enum value_kind kind, double ratio)
{
	d->type = VALUE_RATIO;
	d->kind = kind;
	d->value = ratio;
	return true;
}

const char *
column_value_kind_name(enum value_kind kind)
{
	static const char *const names[] = { [KIND_COUNTED] = "counted",
		[KIND_SAMPLED] = "sampled", [KIND_ESTIMATED] = "estimated",
		[KIND_CYCLE_ESTIMATED] = "estimated in a cycle", [KIND_BOUND] = "bound",
		[KIND_IMPOSSIBLE] = "impossible" };

	return names[kind];
}

static int
compare_id(const void *id, const void *of)
{
	return strcmp(id, ((const struct column_id *)of)->id);
}

const struct column_id *
column_value_id(const char *id)
{
	return bsearch(id, column_ids, ncolumn_ids, sizeof(*column_ids), compare_id);
}

bool
column_value_has_type(const struct column *c, enum value_type type)
{
	const struct column_id *id = c->id != NULL ? column_value_id(c->id) : NULL;

	return id != NULL && id->type == type;
}

const struct column_id column_ids[] = {
	{ "advice", VALUE_TEXT, NULL, "why it matters and what to do" },
	{ "beyond_noise", VALUE_TEXT, NULL,
		"yes if the difference is larger than noise, otherwise no" },
	{ "branches", VALUE_TEXT, NULL,
		"how often each branch of the line ran, smallest first, separated by commas" },
	{ "call_pct", VALUE_PERCENT, NULL, "calls in percent of all calls of the callee" },
	{ "caller", VALUE_TEXT, NULL, "the caller, in a row about calls; name is the callee" },
	{ "calls", VALUE_COUNT, "calls",
		"calls of a function by others, calls of this arc (rows of callers and callees), "
		"or calls made on the line or in the file" },
	{ "calls_a", VALUE_RATIO, "calls", "calls of the function in a run of A, those by itself included" },
	{ "calls_b", VALUE_RATIO, "calls", "calls of the function in a run of B, those by itself included" },
	{ "calls_delta", VALUE_RATIO, "calls", "calls_b less calls_a" },
	{ "children", VALUE_TIME, NULL,
		"time propagated by the callees of the function or cycle, or total without self if it is known" },
	{ "cost_delta", VALUE_TIME, NULL,
		"the part of self_delta that comes from the cost of a call; the rest comes from the "
		"number of calls" },
	{ "count", VALUE_COUNT, "times", "how often the line ran" },
	{ "cum_pct", VALUE_PERCENT, NULL, "sum of self_pct of this row and of all rows above it" },
	{ "depth", VALUE_NUMBER, NULL, "how deep in the tree the row is: 0 at the top" },
	{ "difference", VALUE_PERCENT, NULL,
		"estimated_pct less known_pct, in percentage points" },
	{ "entered", VALUE_COUNT, "calls", "calls of the functions that begin on the line" },
	{ "entry", VALUE_NUMBER, NULL, "the index of the function or cycle that the rows of an entry are about" },
	{ "err", VALUE_TIME, NULL, "sampling error of self: the square root of the number of samples, in "
		"sampling periods; if samples differ in value, the square root of the sum of their "
		"squares; absent if the number of samples is not known" },
	{ "estimated_err", VALUE_PERCENT, NULL,
		"sampling error of estimated_pct, or an upper bound of this error" },
	{ "estimated_least", VALUE_PERCENT, NULL, "lower bound of estimated_pct" },
	{ "estimated_most", VALUE_PERCENT, NULL, "upper bound of estimated_pct" },
	{ "estimated_pct", VALUE_PERCENT, NULL,
		"total of the function, or time of the calls, as estimated by gprof's rule; absent if "
		"only its bounds are known" },
	{ "file", VALUE_TEXT, NULL, "the source file; of a function, the file in which it begins" },
	{ "file_deviation", VALUE_TIME, NULL, "standard deviation of self over the profiles" },
	{ "file_least", VALUE_TIME, NULL, "the least self in any of the profiles" },
	{ "file_mean", VALUE_TIME, NULL, "the mean of self over the profiles" },
	{ "file_most", VALUE_TIME, NULL, "the greatest self in any of the profiles" },
	{ "file_pct", VALUE_PERCENT, NULL, "self in percent of the whole of the profile or part" },
	{ "function", VALUE_TEXT, NULL,
		"the function with most samples on the line or, without samples, with most calls; in "
		"the lines of a function, the function that the line is part of, which may be inlined" },
	{ "functions", VALUE_NUMBER, NULL, "how many functions begin in the file" },
	{ "hits", VALUE_SAMPLES, NULL, "samples on the line" },
	{ "index", VALUE_NUMBER, NULL, "the number in brackets of a function or cycle" },
	{ "inlined_into", VALUE_TEXT, NULL,
		"among the lines of a function: the function into which the line is inlined" },
	{ "inner", VALUE_COUNT, "calls",
		"calls of a function by itself, or calls between the members of a cycle" },
	{ "known_err", VALUE_PERCENT, NULL, "sampling error of known_pct; absent if it is not known" },
	{ "known_pct", VALUE_PERCENT, NULL,
		"total of the function, or time of the calls, in the profile that --check names" },
	{ "line", VALUE_NUMBER, NULL, "the number of the line in its file" },
	{ "line_a", VALUE_NUMBER, NULL, "the number of the line in the version of A, if it has it" },
	{ "line_b", VALUE_NUMBER, NULL, "the number of the line in the version of B, if it has it" },
	{ "mark", VALUE_TEXT, NULL,
		"what can be said about self_delta: more, less, noise, few (samples), new, gone; if "
		"nothing was sampled, also equal" },
	{ "match", VALUE_TEXT, NULL,
		"how the function of A was found in B: same, folded (several functions in a row), "
		"renamed, name, new, gone" },
	{ "max_avg", VALUE_RATIO, "times", "file_most divided by file_mean" },
	{ "max_file", VALUE_TEXT, NULL, "the profile with the greatest self" },
	{ "mostly", VALUE_TEXT, NULL, "the function with the most self time of the part" },
	{ "name", VALUE_TEXT, NULL, "the name of a function or cycle" },
	{ "noise", VALUE_PERCENT, NULL, "a difference up to this may be noise, in percentage points" },
	{ "note", VALUE_TEXT, NULL, "a finding about the profile" },
	{ "of", VALUE_COUNT, "calls", "all calls of the callee by other functions" },
	{ "outlier", VALUE_TEXT, NULL,
		"the profile in which self differs most from the others; outlier_q says whether noise "
		"explains it" },
	{ "outlier_chance", VALUE_RATIO, NULL,
		"how likely noise alone makes any of the profiles differ as much from the others" },
	{ "outlier_q", VALUE_RATIO, NULL,
		"the rate of false findings if all functions with no greater outlier_q are said to have "
		"an outlier; absent with fewer than three profiles" },
	{ "outlier_times", VALUE_RATIO, "times",
		"self in outlier divided by its mean in the other profiles" },
	{ "part", VALUE_TEXT, NULL, "the name of a part of the profile, such as the number and name of a thread" },
	{ "part_kind", VALUE_TEXT, NULL, "the kind of part: process, thread, file, or the key of a label" },
	{ "profile", VALUE_TEXT, NULL, "the path of a profile, or the name of a part" },
	{ "q", VALUE_RATIO, NULL,
		"the rate of false findings if this and all smaller q are called real; absent without a test" },
	{ "queue", VALUE_TIME, NULL, "time in which the part was ready to run and waited for a processor" },
	{ "ratio_least", VALUE_RATIO, "times", "lower bound of self_ratio, 95 % interval" },
	{ "ratio_most", VALUE_RATIO, "times", "upper bound of self_ratio, 95 % interval" },
	{ "role", VALUE_TEXT, NULL,
		"caller, function, callee, member, spontaneous, possible caller and possible "
		"callee (in the code, not counted); in cycles: cycle, member, call; in check: function, call" },
	{ "samples", VALUE_COUNT, "samples", "samples of the event that is shown" },
	{ "section", VALUE_TEXT, NULL, "the part of the summary to which the text belongs" },
	{ "self", VALUE_TIME, NULL,
		"time in the code of the function, file or line itself; if the profile shows an event "
		"other than time, its amount there" },
	{ "self_a", VALUE_TIME, NULL, "self in a run of A, the profile before" },
	{ "self_b", VALUE_TIME, NULL, "self in a run of B, the profile after, multiplied as --scale says" },
	{ "self_call", VALUE_TIME, NULL, "self divided by the number of calls" },
	{ "self_delta", VALUE_TIME, NULL, "self_b less self_a" },
	{ "self_exec", VALUE_TIME, NULL, "self divided by count" },
	{ "self_kind", VALUE_TEXT, NULL,
		"how self and figures derived from it are known: counted, sampled or estimated" },
	{ "self_pct", VALUE_PERCENT, NULL, "self in percent of the whole profile" },
	{ "self_ratio", VALUE_RATIO, "times", "self_b divided by self_a" },
	{ "sites", VALUE_TEXT, NULL,
		"where the calls are made, as FILE:LINE,LINE, with a question mark after uncertain "
		"lines; in the row of the function itself, where it begins" },
	{ "text", VALUE_TEXT, NULL, "the source line" },
	{ "time", VALUE_TIME, NULL, "processor time of the part; if the profile has no times, its share of "
		"the event that is shown" },
	{ "times_mean", VALUE_RATIO, "times",
		"self divided by the mean of self over all profiles or parts" },
	{ "total", VALUE_TIME, NULL,
		"time in the function or cycle and in its callees; if the profile shows an event "
		"other than time, its amount there" },
	{ "total_a", VALUE_TIME, NULL, "total in a run of A" },
	{ "total_b", VALUE_TIME, NULL, "total in a run of B, multiplied as --scale says" },
	{ "total_call", VALUE_TIME, NULL, "total divided by the number of calls" },
	{ "total_delta", VALUE_TIME, NULL, "total_b less total_a" },
	{ "total_kind", VALUE_TEXT, NULL,
		"how total, children and figures derived from them are known: counted, sampled, estimated, "
		"estimated in a cycle, or bound if only the bounds of total are known" },
	{ "total_least", VALUE_TIME, NULL,
		"lower bound of total, if total is estimated and bounded, or not known" },
	{ "total_most", VALUE_TIME, NULL, "upper bound of total" },
	{ "total_pct", VALUE_PERCENT, NULL, "total in percent of the whole profile" },
	{ "total_q", VALUE_RATIO, NULL, "as q, for total_delta; absent if totals are estimated" },
	{ "wait", VALUE_TIME, NULL, "time in which the part waited" },
};

const size_t ncolumn_ids = sizeof(column_ids) / sizeof(*column_ids);

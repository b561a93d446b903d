/* What the cells of a row stand for, for programs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/column_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool
column_value_exists(const struct column *c)
{
	return c->id && c->value;
}

bool
column_value_get(const struct view *v, const struct row *r, const struct column *c, struct column_value *d)
{
	d->bounded = false;
	d->made = NULL;
	return c->value(v, r, d);
}

void
column_value_release(struct column_value *d)
{
	free(d->made);
	d->made = NULL;
}

bool
column_value_is_record(const struct view *v, const struct row *r)
{
	return !v->ops->is_record || v->ops->is_record(v, r);
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
column_value_set_percent(struct column_value *d, enum value_kind kind, double part, double whole)
{
	if (!(whole > 0))
		return false;
	d->type = VALUE_PERCENT;
	d->kind = kind;
	d->value = 100 * part / whole;
	return true;
}

bool
column_value_index(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.node != NOBODY && column_value_set_number(d, v->ctx->graph->nodes[f.node].index);
}

bool
column_value_name(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_text(d, view_context_name(v->ctx, view_cost(v, r).node));
}

bool
column_value_depth(const struct view *v, const struct row *r, struct column_value *d)
{
	(void)v;
	return column_value_set_number(d, r->depth);
}

/* Self time that was handed up is known if all of it was, and if all of it counts. */
static enum value_kind
self_kind(const struct cost *f)
{
	return (f->propagated && f->calls != f->other) || f->excluded > 1e-9
		? KIND_ESTIMATED : KIND_SAMPLED;
}

static enum value_kind
total_kind(const struct cost *f)
{
	return f->certainty == CERTAIN ? self_kind(f) : KIND_ESTIMATED;
}

bool
column_value_self(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_time && column_value_set_time(d, self_kind(&f), f.self);
}

bool
column_value_self_percent(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_time && column_value_set_percent(d, self_kind(&f), f.self, v->ctx->graph->total);
}

bool
column_value_error(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_time && column_value_set_time(d, KIND_SAMPLED, f.self > 0 ? sqrt(f.self) : 0);
}

bool
column_value_running(const struct view *v, const struct row *r, struct column_value *d)
{
	/* Only rows of the view itself are added up. */
	if (!v->running || r->depth > 0 || r < v->rows.v || r >= v->rows.v + v->rows.n)
		return false;
	return v->ctx->has_time && column_value_set_percent(d, KIND_SAMPLED,
		v->running[r - v->rows.v], v->ctx->graph->total);
}

bool
column_value_children(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_time && column_value_set_time(d, total_kind(&f), f.children);
}

static void
copy_bounds(struct column_value *d, const struct cost *f)
{
	d->bounded = d->kind == KIND_ESTIMATED && f->hi > 0;
	d->lo = f->lo;
	d->hi = f->hi;
}

bool
column_value_total(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	if (!f.has_time)
		return false;
	column_value_set_time(d, total_kind(&f), f.self + f.children);
	copy_bounds(d, &f);
	return true;
}

bool
column_value_total_percent(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);
	double whole = v->ctx->graph->total;

	if (!f.has_time || !column_value_set_percent(d, total_kind(&f), f.self + f.children, whole))
		return false;
	copy_bounds(d, &f);
	d->lo *= 100 / whole;
	d->hi *= 100 / whole;
	return true;
}

bool
column_value_self_kind(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_time && column_value_set_text(d, column_value_kind_name(self_kind(&f)));
}

bool
column_value_total_kind(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_time && column_value_set_text(d, column_value_kind_name(total_kind(&f)));
}

/* A bound is no figure that has bounds. */
static bool
set_bound(struct column_value *d, double samples)
{
	d->bounded = false;
	return column_value_set_time(d, KIND_ESTIMATED, samples);
}

bool
column_value_total_least(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_total(v, r, d) && d->bounded && set_bound(d, d->lo);
}

bool
column_value_total_most(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_total(v, r, d) && d->bounded && set_bound(d, d->hi);
}

bool
column_value_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_calls && column_value_set_count(d, f.calls);
}

bool
column_value_of_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_calls && f.join == '/' && column_value_set_count(d, f.other);
}

bool
column_value_inner_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_calls && f.join == '+' && column_value_set_count(d, f.other);
}

bool
column_value_call_percent(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_calls && f.join == '/'
		&& column_value_set_percent(d, KIND_COUNTED, (double)f.calls, (double)f.other);
}

bool
column_value_self_each(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_time && cost_counted_calls(&f) > 0
		&& column_value_set_time(d, self_kind(&f), f.self / cost_counted_calls(&f));
}

bool
column_value_total_each(const struct view *v, const struct row *r, struct column_value *d)
{
	struct cost f = view_cost(v, r);

	return f.has_time && cost_counted_calls(&f) > 0
		&& column_value_set_time(d, total_kind(&f), (f.self + f.children) / cost_counted_calls(&f));
}

const char *
column_value_kind_name(enum value_kind kind)
{
	return kind == KIND_COUNTED ? "counted" : kind == KIND_SAMPLED ? "sampled" : "estimated";
}

const struct column_id *
column_value_id(const char *id)
{
	size_t i;

	for (i = 0; i < ncolumn_ids; i++)
		if (strcmp(column_ids[i].id, id) == 0)
			return &column_ids[i];
	return NULL;
}

const struct column_id column_ids[] = {
	{ "advice", VALUE_TEXT, NULL, "why that matters and what to do" },
	{ "branches", VALUE_TEXT, NULL, "how often the branches of the line ran, least first, with commas between" },
	{ "call_pct", VALUE_PERCENT, NULL, "calls in percent of those of its callee" },
	{ "calls", VALUE_COUNT, "calls", "calls: of a function from others, of a caller or callee along this way, of a line or file those made on it" },
	{ "children", VALUE_TIME, NULL, "time handed up by what it calls" },
	{ "count", VALUE_COUNT, "times", "how often the line ran" },
	{ "cum_pct", VALUE_PERCENT, NULL, "self_pct of this row and all above it" },
	{ "depth", VALUE_NUMBER, NULL, "how deep in the tree the row is: 0 at the top" },
	{ "entry", VALUE_NUMBER, NULL, "the index of what the rows of an entry are about" },
	{ "err", VALUE_TIME, NULL, "sampling error of self: the periods of its square root in samples" },
	{ "entered", VALUE_COUNT, "calls", "calls of the functions that begin on the line" },
	{ "file", VALUE_TEXT, NULL, "the source file, where a function begins" },
	{ "file_deviation", VALUE_TIME, NULL, "standard deviation of self over the profiles" },
	{ "file_least", VALUE_TIME, NULL, "the least self in one profile" },
	{ "file_mean", VALUE_TIME, NULL, "the mean of self over the profiles" },
	{ "file_most", VALUE_TIME, NULL, "the most self in one profile" },
	{ "file_pct", VALUE_PERCENT, NULL, "self in percent of all samples of the profile" },
	{ "functions", VALUE_NUMBER, NULL, "how many functions begin in the file" },
	{ "hits", VALUE_SAMPLES, NULL, "samples on the line" },
	{ "index", VALUE_NUMBER, NULL, "the number in brackets of a function or cycle" },
	{ "inner", VALUE_COUNT, "calls", "calls from itself, of a cycle those between its members" },
	{ "line", VALUE_NUMBER, NULL, "the line in it" },
	{ "max_avg", VALUE_RATIO, "times", "file_most in terms of file_mean" },
	{ "max_file", VALUE_TEXT, NULL, "the profile with file_most" },
	{ "name", VALUE_TEXT, NULL, "the name of a function or cycle" },
	{ "note", VALUE_TEXT, NULL, "what is odd" },
	{ "of", VALUE_COUNT, "calls", "all calls of its callee from others" },
	{ "profile", VALUE_TEXT, NULL, "the path of a profile" },
	{ "role", VALUE_TEXT, NULL, "caller, function, callee, member, spontaneous, possible caller and possible callee (in the code, not counted); in cycles: cycle, member, call" },
	{ "self", VALUE_TIME, NULL, "time in its own code" },
	{ "self_call", VALUE_TIME, NULL, "self for each call" },
	{ "self_exec", VALUE_TIME, NULL, "self for each time the line ran" },
	{ "self_kind", VALUE_TEXT, NULL, "how self, and what is worked out from it, is known: sampled or estimated" },
	{ "self_pct", VALUE_PERCENT, NULL, "self in percent of all samples" },
	{ "sites", VALUE_TEXT, NULL, "where the calls are made, as FILE:LINE,LINE, uncertain ones with a question mark; of the function itself, where it begins" },
	{ "text", VALUE_TEXT, NULL, "the source line" },
	{ "times_mean", VALUE_RATIO, "times", "self in terms of the mean of all profiles" },
	{ "total", VALUE_TIME, NULL, "time in it and in what it calls" },
	{ "total_call", VALUE_TIME, NULL, "total for each call" },
	{ "total_kind", VALUE_TEXT, NULL, "how total and children, and what is worked out from them, are known: sampled or estimated" },
	{ "total_least", VALUE_TIME, NULL, "what total is at least, if it is estimated and that is known" },
	{ "total_most", VALUE_TIME, NULL, "what total is at most" },
	{ "total_pct", VALUE_PERCENT, NULL, "total in percent of all samples" },
};

const size_t ncolumn_ids = sizeof(column_ids) / sizeof(*column_ids);

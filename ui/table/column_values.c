/* What the cells of a row stand for, for programs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/column_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool
data_has(const struct column *c)
{
	return c->id && c->data;
}

bool
data_of(const struct view *v, const struct row *r, const struct column *c, struct datum *d)
{
	d->bounded = false;
	d->made = NULL;
	return c->data(v, r, d);
}

void
datum_release(struct datum *d)
{
	free(d->made);
	d->made = NULL;
}

bool
data_is_record(const struct view *v, const struct row *r)
{
	return !v->ops->is_record || v->ops->is_record(v, r);
}

bool
datum_text(struct datum *d, const char *text)
{
	d->type = DATA_TEXT;
	d->text = text;
	d->length = strlen(text);
	return true;
}

bool
datum_number(struct datum *d, uint64_t number)
{
	d->type = DATA_NUMBER;
	d->count = number;
	return true;
}

bool
datum_count(struct datum *d, uint64_t count)
{
	d->type = DATA_COUNT;
	d->kind = KIND_COUNTED;
	d->count = count;
	return true;
}

bool
datum_time(struct datum *d, enum data_kind kind, double samples)
{
	d->type = DATA_TIME;
	d->kind = kind;
	d->value = samples;
	return true;
}

bool
datum_percent(struct datum *d, enum data_kind kind, double part, double whole)
{
	if (!(whole > 0))
		return false;
	d->type = DATA_PERCENT;
	d->kind = kind;
	d->value = 100 * part / whole;
	return true;
}

bool
data_index(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.node != NOBODY && datum_number(d, v->scene->graph->nodes[f.node].index);
}

bool
data_name(const struct view *v, const struct row *r, struct datum *d)
{
	return datum_text(d, scene_name(v->scene, view_facts(v, r).node));
}

bool
data_depth(const struct view *v, const struct row *r, struct datum *d)
{
	(void)v;
	return datum_number(d, r->depth);
}

/* Self time that was handed up is known if all of it was, and if all of it counts. */
static enum data_kind
self_kind(const struct facts *f)
{
	return (f->handed && f->calls != f->other) || f->left_out > 1e-9
		? KIND_ESTIMATED : KIND_SAMPLED;
}

static enum data_kind
total_kind(const struct facts *f)
{
	return f->worth == CERTAIN ? self_kind(f) : KIND_ESTIMATED;
}

bool
data_self(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_time && datum_time(d, self_kind(&f), f.self);
}

bool
data_self_percent(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_time && datum_percent(d, self_kind(&f), f.self, v->scene->graph->total);
}

bool
data_error(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_time && datum_time(d, KIND_SAMPLED, f.self > 0 ? sqrt(f.self) : 0);
}

bool
data_running(const struct view *v, const struct row *r, struct datum *d)
{
	/* Only rows of the view itself are added up. */
	if (!v->running || r->depth > 0 || r < v->rows.v || r >= v->rows.v + v->rows.n)
		return false;
	return v->scene->has_time && datum_percent(d, KIND_SAMPLED,
		v->running[r - v->rows.v], v->scene->graph->total);
}

bool
data_child(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_time && datum_time(d, total_kind(&f), f.child);
}

static void
bound(struct datum *d, const struct facts *f)
{
	d->bounded = d->kind == KIND_ESTIMATED && f->hi > 0;
	d->lo = f->lo;
	d->hi = f->hi;
}

bool
data_total(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	if (!f.has_time)
		return false;
	datum_time(d, total_kind(&f), f.self + f.child);
	bound(d, &f);
	return true;
}

bool
data_total_percent(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);
	double whole = v->scene->graph->total;

	if (!f.has_time || !datum_percent(d, total_kind(&f), f.self + f.child, whole))
		return false;
	bound(d, &f);
	d->lo *= 100 / whole;
	d->hi *= 100 / whole;
	return true;
}

bool
data_self_kind(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_time && datum_text(d, data_kind_name(self_kind(&f)));
}

bool
data_total_kind(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_time && datum_text(d, data_kind_name(total_kind(&f)));
}

/* A bound is no figure that has bounds. */
static bool
bound_of(struct datum *d, double samples)
{
	d->bounded = false;
	return datum_time(d, KIND_ESTIMATED, samples);
}

bool
data_total_least(const struct view *v, const struct row *r, struct datum *d)
{
	return data_total(v, r, d) && d->bounded && bound_of(d, d->lo);
}

bool
data_total_most(const struct view *v, const struct row *r, struct datum *d)
{
	return data_total(v, r, d) && d->bounded && bound_of(d, d->hi);
}

bool
data_calls(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_calls && datum_count(d, f.calls);
}

bool
data_of_calls(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_calls && f.join == '/' && datum_count(d, f.other);
}

bool
data_inner_calls(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_calls && f.join == '+' && datum_count(d, f.other);
}

bool
data_call_percent(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_calls && f.join == '/'
		&& datum_percent(d, KIND_COUNTED, (double)f.calls, (double)f.other);
}

bool
data_self_each(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_time && counted_calls(&f) > 0
		&& datum_time(d, self_kind(&f), f.self / counted_calls(&f));
}

bool
data_total_each(const struct view *v, const struct row *r, struct datum *d)
{
	struct facts f = view_facts(v, r);

	return f.has_time && counted_calls(&f) > 0
		&& datum_time(d, total_kind(&f), (f.self + f.child) / counted_calls(&f));
}

const char *
data_kind_name(enum data_kind kind)
{
	return kind == KIND_COUNTED ? "counted" : kind == KIND_SAMPLED ? "sampled" : "estimated";
}

const struct data_id *
data_id(const char *id)
{
	size_t i;

	for (i = 0; i < ndata_ids; i++)
		if (strcmp(data_ids[i].id, id) == 0)
			return &data_ids[i];
	return NULL;
}

const struct view_ops *const data_views[] = {
	&functions_view, &calls_view, &cycles_view, &lines_view, &source_view, &files_view,
	&tree_view, &notes_view, NULL,
};

const struct data_id data_ids[] = {
	{ "advice", DATA_TEXT, NULL, "why that matters and what to do" },
	{ "branches", DATA_TEXT, NULL, "how often the branches of the line ran, least first, with commas between" },
	{ "call_pct", DATA_PERCENT, NULL, "calls in percent of those of its callee" },
	{ "calls", DATA_COUNT, "calls", "calls: of a function from others, of a caller or callee along this way, of a line or file those made on it" },
	{ "children", DATA_TIME, NULL, "time handed up by what it calls" },
	{ "count", DATA_COUNT, "times", "how often the line ran" },
	{ "cum_pct", DATA_PERCENT, NULL, "self_pct of this row and all above it" },
	{ "depth", DATA_NUMBER, NULL, "how deep in the tree the row is: 0 at the top" },
	{ "entry", DATA_NUMBER, NULL, "the index of what the rows of an entry are about" },
	{ "err", DATA_TIME, NULL, "sampling error of self: the periods of its square root in samples" },
	{ "entered", DATA_COUNT, "calls", "calls of the functions that begin on the line" },
	{ "file", DATA_TEXT, NULL, "the source file, where a function begins" },
	{ "file_deviation", DATA_TIME, NULL, "standard deviation of self over the profiles" },
	{ "file_least", DATA_TIME, NULL, "the least self in one profile" },
	{ "file_mean", DATA_TIME, NULL, "the mean of self over the profiles" },
	{ "file_most", DATA_TIME, NULL, "the most self in one profile" },
	{ "file_pct", DATA_PERCENT, NULL, "self in percent of all samples of the profile" },
	{ "functions", DATA_NUMBER, NULL, "how many functions begin in the file" },
	{ "hits", DATA_SAMPLES, NULL, "samples on the line" },
	{ "index", DATA_NUMBER, NULL, "the number in brackets of a function or cycle" },
	{ "inner", DATA_COUNT, "calls", "calls from itself, of a cycle those between its members" },
	{ "line", DATA_NUMBER, NULL, "the line in it" },
	{ "max_avg", DATA_RATIO, "times", "file_most in terms of file_mean" },
	{ "max_file", DATA_TEXT, NULL, "the profile with file_most" },
	{ "name", DATA_TEXT, NULL, "the name of a function or cycle" },
	{ "note", DATA_TEXT, NULL, "what is odd" },
	{ "of", DATA_COUNT, "calls", "all calls of its callee from others" },
	{ "profile", DATA_TEXT, NULL, "the path of a profile" },
	{ "role", DATA_TEXT, NULL, "caller, function, callee, member, spontaneous, possible caller and possible callee (in the code, not counted); in cycles: cycle, member, call" },
	{ "self", DATA_TIME, NULL, "time in its own code" },
	{ "self_call", DATA_TIME, NULL, "self for each call" },
	{ "self_exec", DATA_TIME, NULL, "self for each time the line ran" },
	{ "self_kind", DATA_TEXT, NULL, "how self, and what is worked out from it, is known: sampled or estimated" },
	{ "self_pct", DATA_PERCENT, NULL, "self in percent of all samples" },
	{ "sites", DATA_TEXT, NULL, "where the calls are made, as FILE:LINE,LINE, uncertain ones with a question mark; of the function itself, where it begins" },
	{ "text", DATA_TEXT, NULL, "the source line" },
	{ "times_mean", DATA_RATIO, "times", "self in terms of the mean of all profiles" },
	{ "total", DATA_TIME, NULL, "time in it and in what it calls" },
	{ "total_call", DATA_TIME, NULL, "total for each call" },
	{ "total_kind", DATA_TEXT, NULL, "how total and children, and what is worked out from them, are known: sampled or estimated" },
	{ "total_least", DATA_TIME, NULL, "what total is at least, if it is estimated and that is known" },
	{ "total_most", DATA_TIME, NULL, "what total is at most" },
	{ "total_pct", DATA_PERCENT, NULL, "total in percent of all samples" },
};

const size_t ndata_ids = sizeof(data_ids) / sizeof(*data_ids);

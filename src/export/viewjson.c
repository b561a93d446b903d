/* viewjson.c - a view as JSON, as the manual describes it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "export/viewout.h"

#include <assert.h>

#include "elf/image.h"
#include "export/comparisonjson.h"
#include "measured/measured.h"
#include "samples/samples.h"
#include "table/column_values.h"

enum { SCHEMA_VERSION = 3 };

/* Writes the time D as a number of samples, if this number is known.  IS_TOTAL: D is the total of
 * the profile. */
static void
json_samples(struct viewout *w, const struct view *v, const struct column_value *d, bool is_total)
{
	uint64_t all = v->ctx->graph->measure.nsamples;
	double each = v->ctx->scale.weight;
	bool is_known = is_total && profile_has(v->ctx->profile, HAS_EVENTS) && all > 0;

	if (each <= 0 && !is_known)
		return;
	jsonout_key(&w->json, "samples");
	jsonout_literal(&w->json);
	if (is_known)
		out_count(&w->out, 0, all);
	else if (each == 1)
		viewout_samples(&w->out, d);
	else
		viewout_double(&w->out, d->value / each);
}

static void
json_double(struct viewout *w, const char *key, double x)
{
	jsonout_key(&w->json, key);
	jsonout_literal(&w->json);
	viewout_double(&w->out, x);
}

/* Writes a figure: its value, bounds and kind.  IS_TOTAL is as for json_samples(). */
static void
json_figure(struct viewout *w, const struct view *v, const struct column_value *d, bool is_total)
{
	bool is_time = d->type == VALUE_TIME;

	jsonout_object(&w->json, true);
	if (d->type == VALUE_COUNT) {
		jsonout_key(&w->json, "value");
		jsonout_count(&w->json, d->count);
	} else {
		jsonout_key(&w->json, "value");
		jsonout_literal(&w->json);
		viewout_value(&w->out, v, d);
	}
	if (is_time)
		json_samples(w, v, d, is_total);
	if (d->bounded) {
		json_double(w, "least", is_time ? viewout_time(v, d->lo) : d->lo);
		json_double(w, "most", is_time ? viewout_time(v, d->hi) : d->hi);
	}
	jsonout_key(&w->json, "kind");
	jsonout_text(&w->json, column_value_kind_name(d->kind));
	jsonout_end(&w->json);
}

static void
json_datum(struct viewout *w, const struct view *v, const struct column_value *d)
{
	if (d->type == VALUE_TEXT)
		jsonout_bytes(&w->json, d->text, d->length);
	else if (d->type == VALUE_NUMBER)
		jsonout_count(&w->json, d->count);
	else
		json_figure(w, v, d, false);
}

static void
json_texts(struct viewout *w, const char *key, const char *text)
{
	jsonout_key(&w->json, key);
	if (text != NULL)
		jsonout_text(&w->json, text);
	else
		jsonout_null(&w->json);
}

/* Returns the function that R names, or NOBODY. */
static uint32_t
func_of(const struct view *v, const struct row *r)
{
	struct target t = { .node = NOBODY };
	uint32_t n;

	if (!v->ops->rows_are_functions && v->ops->target != NULL)
		t = v->ops->target(v, r);
	n = v->ops->rows_are_functions ? r->thing
		: t.goal == GOAL_CALLS ? t.node : v->ops->rows_are_calls ? v->subject : NOBODY;

	return n < v->ctx->profile->nfuncs ? n : NOBODY;
}

/* Writes what the frames of the function are that R names. */
static void
json_frame_kind(struct viewout *w, const struct view *v, const struct row *r)
{
	static const char *const names[] = { [FRAME_USER] = "user", [FRAME_KERNEL] = "kernel",
		[FRAME_INLINED] = "inlined", [FRAME_JIT] = "jit" };
	uint32_t f = func_of(v, r);

	json_texts(w, "frame_kind", f != NOBODY ? names[v->ctx->profile->funcs[f].frames] : NULL);
}

void
viewjson_record(struct viewout *w, const struct view *v, const struct row *r)
{
	const struct column *c;
	struct column_value d;

	jsonout_object(&w->json, true);
	for (int i = 0; (c = viewout_next_column(v, &i)) != NULL;) {
		jsonout_key(&w->json, c->id);
		if (column_value_get(v, r, c, &d))
			json_datum(w, v, &d);
		else
			jsonout_null(&w->json);
		column_value_release(&d);
	}
	if (profile_has(v->ctx->profile, HAS_EVENTS)
	    && (v->ops->rows_are_functions || v->ops->rows_are_calls || v->ops->is_tree))
		json_frame_kind(w, v, r);
	jsonout_end(&w->json);
}

static const char *
unit_of(const struct view *v, const struct column_id *id)
{
	const struct profile *p = v->ctx->profile;

	if (id->type == VALUE_PERCENT)
		return "percent";
	if (id->type != VALUE_TIME && id->type != VALUE_SAMPLES)
		return id->unit;
	if (id->type == VALUE_TIME && v->ctx->graph->measure.rate > 0)
		return p->dimension;
	return v->ctx->graph->measure.unit;
}

static void
json_columns(struct viewout *w, const struct view *v)
{
	const struct column *c;

	jsonout_key(&w->json, "columns");
	jsonout_array(&w->json, false);
	for (int i = 0; (c = viewout_next_column(v, &i)) != NULL;) {
		const struct column_id *id = column_value_id(c->id);

		assert(id != NULL);
		jsonout_object(&w->json, true);
		json_texts(w, "id", c->id);
		json_texts(w, "type", id->type == VALUE_TEXT ? "text"
			: id->type == VALUE_NUMBER ? "number" : "figure");
		json_texts(w, "unit", unit_of(v, id));
		json_texts(w, "about", id->about);
		jsonout_end(&w->json);
	}
	jsonout_end(&w->json);
}

static void
json_files(struct viewout *w, const struct profile *p)
{
	uint32_t i;
	size_t j;

	jsonout_key(&w->json, "images");
	jsonout_array(&w->json, true);
	for (i = 0; i < p->nimages; i++)
		if (profile_has(p, HAS_BINS) || *p->images[i].path != '\0')
			jsonout_text(&w->json, p->images[i].path);
	jsonout_end(&w->json);
	jsonout_key(&w->json, "profiles");
	jsonout_array(&w->json, true);
	for (i = 0; p->samples != NULL && i < p->nimages; i++)
		for (j = 0; j < p->samples[i].nfiles; j++)
			jsonout_text(&w->json, p->samples[i].files[j].path);
	jsonout_end(&w->json);
}

static void
json_events(struct viewout *w, const struct measured *m)
{
	jsonout_key(&w->json, "events");
	jsonout_array(&w->json, false);
	for (uint32_t i = 0; i < m->nevents; i++) {
		const struct measured_event *e = &m->events[i];

		jsonout_object(&w->json, true);
		json_texts(w, "name", e->name);
		json_texts(w, "unit", *e->unit != '\0' ? e->unit : NULL);
		json_texts(w, "title", e->title);
		json_texts(w, "kind", column_value_kind_name(e->is_sampled ? KIND_SAMPLED
			: KIND_COUNTED));
		jsonout_end(&w->json);
	}
	jsonout_end(&w->json);
}

/* Writes the part of M that is shown, or null if all parts are shown. */
static void
json_part(struct viewout *w, const struct measured *m, uint32_t part)
{
	jsonout_key(&w->json, "part");
	if (part == NOBODY) {
		jsonout_null(&w->json);
		return;
	}
	jsonout_object(&w->json, true);
	json_texts(w, "kind", m->parts[part].kind);
	json_texts(w, "name", m->parts[part].name);
	jsonout_end(&w->json);
}

/* If P is measured, writes from which files it was read, and which event and part are shown.
 * Otherwise, P has samples of addresses: writes null. */
static void
json_measured(struct viewout *w, const struct graph *g)
{
	const struct measured *m = g->profile->measured;

	jsonout_key(&w->json, "measured");
	if (m == NULL) {
		jsonout_null(&w->json);
		return;
	}
	jsonout_object(&w->json, false);
	json_texts(w, "format", m->format);
	json_texts(w, "totals_from", !profile_has(g->profile, HAS_CALLERS) ? NULL
		: m->estimated || m->propagate ? "estimates" : m->has_costs ? "costs" : "stacks");
	json_texts(w, "calls", m->ncalls > 0 ? "counted" : NULL);
	json_texts(w, "event", graph_event(g)->name);
	json_part(w, m, g->selection.part);
	jsonout_key(&w->json, "inlined");
	jsonout_bool(&w->json, g->profile->inlined);
	json_texts(w, "kernel", g->profile->folds_kernel ? "fold" : "show");
	json_events(w, m);
	jsonout_key(&w->json, "parts");
	jsonout_count(&w->json, m->nparts);
	jsonout_key(&w->json, "elapsed_ns");
	if (m->elapsed > 0)
		jsonout_count(&w->json, m->elapsed);
	else
		jsonout_null(&w->json);
	jsonout_end(&w->json);
}

/* Writes with which profile the profile of V was compared, and the results that are about the whole
 * profiles.  Writes null if --check was not given. */
static void
json_check(struct viewout *w, const struct view *v)
{
	const struct sharecheck *c = v->ctx->check;
	const struct profile *known = c != NULL ? c->known->profile : NULL;
	struct err damage = { 0 };

	jsonout_key(&w->json, "check");
	if (c == NULL) {
		jsonout_null(&w->json);
		return;
	}
	if (known->damaged)
		(void)profile_damage(known, &damage);
	jsonout_object(&w->json, false);
	json_texts(w, "profile", known->measured->files[0]);
	json_texts(w, "damage", known->damaged ? damage.text : NULL);
	json_measured(w, c->known);
	json_double(w, "estimated_unmatched_pct", 100 * c->estimate_unmatched);
	json_double(w, "known_unmatched_pct", 100 * c->known_unmatched);
	json_double(w, "wrong_callers_pct", 100 * c->wrong);
	json_texts(w, "wrong_callers_of", c->worst != NOBODY
		? names_of(v->ctx->names, c->worst) : NULL);
	jsonout_end(&w->json);
}

/* Writes SAMPLES, which are SUM64 modulo 2^64 (sum64.h), under KEY.  IS_ALL: these are all samples
 * of the profile. */
static void
json_total(struct viewout *w, const struct view *v, const char *key, double samples,
	uint64_t sum64, bool is_all)
{
	struct column_value total = { .bounded = false, .sum64 = sum64 };

	jsonout_key(&w->json, key);
	column_value_set_time(&total, view_context_is_counted(v->ctx) ? KIND_COUNTED
		: KIND_SAMPLED, samples);
	json_figure(w, v, &total, is_all);
}

/* Writes the functions and calls that are excluded, or null if none are.  In a profile of samples
 * of addresses, what options exclude was omitted when it was read. */
static void
json_excluded(struct viewout *w, struct view_context *ctx)
{
	const struct selection *s = &ctx->graph->selection;
	const struct profile *p = view_context_unfolded(ctx);

	jsonout_key(&w->json, "excluded");
	if (s->no_func == NULL && s->no_arc == NULL) {
		jsonout_null(&w->json);
		return;
	}
	jsonout_object(&w->json, false);
	jsonout_key(&w->json, "functions");
	jsonout_array(&w->json, false);
	for (uint32_t f = 0; s->no_func != NULL && f < p->nfuncs; f++)
		if (s->no_func[f])
			jsonout_text(&w->json, view_context_own_name(ctx, f));
	jsonout_end(&w->json);
	jsonout_key(&w->json, "calls");
	jsonout_array(&w->json, false);
	for (uint32_t a = 0; s->no_arc != NULL && a < p->narcs; a++)
		if (s->no_arc[a]) {
			jsonout_array(&w->json, true);
			jsonout_text(&w->json, view_context_own_name(ctx, p->arcs[a].caller));
			jsonout_text(&w->json, view_context_own_name(ctx, p->arcs[a].callee));
			jsonout_end(&w->json);
		}
	jsonout_end(&w->json);
	jsonout_end(&w->json);
}

/* Writes the functions of each focus, or null if there is no focus. */
static void
json_focus(struct viewout *w, struct view_context *ctx)
{
	const struct exclusions *c = ctx->exclusions;

	jsonout_key(&w->json, "focus");
	if (c == NULL || c->nfoci == 0) {
		jsonout_null(&w->json);
		return;
	}
	jsonout_array(&w->json, false);
	for (uint32_t k = 0; k < c->nfoci; k++) {
		jsonout_array(&w->json, true);
		for (uint32_t i = 0; i < c->foci[k].n; i++)
			jsonout_text(&w->json, view_context_own_name(ctx, c->foci[k].funcs[i]));
		jsonout_end(&w->json);
	}
	jsonout_end(&w->json);
}

/* Writes the options that select and sort the rows. */
static void
json_selection(struct viewout *w, const struct view *v, const char *select)
{
	json_texts(w, "select", select);
	json_texts(w, "filter", v->filter.text);
	json_texts(w, "sort", v->sort < 0 ? NULL : v->ops->columns[v->sort].id);
	jsonout_key(&w->json, "reverse");
	jsonout_bool(&w->json, v->reverse);
	jsonout_key(&w->json, "limit");
	if (w->left == SIZE_MAX)
		jsonout_null(&w->json);
	else
		jsonout_count(&w->json, w->left);
}

void
viewjson_open(struct viewout *w, const struct view *v, const char *select)
{
	const struct profile *p = v->ctx->profile;
	struct err damage = { 0 };

	if (p->damaged)
		(void)profile_damage(p, &damage);
	jsonout_open(&w->json, &w->out);
	jsonout_object(&w->json, false);
	json_texts(w, "schema", "gprowse-view");
	jsonout_key(&w->json, "version");
	jsonout_count(&w->json, SCHEMA_VERSION);
	json_texts(w, "creator", PACKAGE_NAME " " PACKAGE_VERSION);
	json_texts(w, "view", v->ops->info->name);
	json_files(w, p);
	json_texts(w, "damage", p->damaged ? damage.text : NULL);
	jsonout_key(&w->json, "rate");
	jsonout_count(&w->json, v->ctx->graph->measure.rate);
	json_measured(w, v->ctx->graph);
	json_check(w, v);
	comparisonjson_write(&w->json, v->ctx);
	json_total(w, v, "total", v->ctx->graph->measure.total, v->ctx->graph->measure.total64,
		true);
	json_total(w, v, "included", v->ctx->graph->total, v->ctx->graph->total64, false);
	json_excluded(w, v->ctx);
	json_focus(w, v->ctx);
	json_selection(w, v, select);
	json_columns(w, v);
	jsonout_key(&w->json, "rows");
	jsonout_array(&w->json, false);
}

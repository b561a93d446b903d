/* viewjson.c - a view as JSON, as the manual describes it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "export/viewout.h"

#include <assert.h>

#include "elf/image.h"
#include "samples/samples.h"
#include "table/column_values.h"

enum { SCHEMA_VERSION = 2 };

static void
json_double(struct viewout *w, const char *key, double x)
{
	jsonout_key(&w->json, key);
	jsonout_literal(&w->json);
	viewout_double(&w->out, x);
}

/* Write a figure: its value, bounds and kind. */
static void
json_figure(struct viewout *w, const struct view *v, const struct column_value *d)
{
	bool is_time = d->type == VALUE_TIME;

	jsonout_object(&w->json, true);
	if (d->type == VALUE_COUNT) {
		jsonout_key(&w->json, "value");
		jsonout_count(&w->json, d->count);
	} else {
		json_double(w, "value", viewout_value(v, d));
	}
	if (is_time)
		json_double(w, "samples", d->value);
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
		json_figure(w, v, d);
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
	jsonout_end(&w->json);
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

static const char *
unit_of(const struct view *v, const struct column_id *id)
{
	if (id->type == VALUE_PERCENT)
		return "percent";
	if (id->type == VALUE_SAMPLES)
		return "samples";
	return id->type != VALUE_TIME ? id->unit
		: v->ctx->profile->rate > 0 ? v->ctx->profile->dimension : "samples";
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
		jsonout_text(&w->json, p->images[i].path);
	jsonout_end(&w->json);
	jsonout_key(&w->json, "profiles");
	jsonout_array(&w->json, true);
	for (i = 0; p->samples != NULL && i < p->nimages; i++)
		for (j = 0; j < p->samples[i].nfiles; j++)
			jsonout_text(&w->json, p->samples[i].files[j].path);
	jsonout_end(&w->json);
}

/* Write the options that select and sort the rows. */
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
	struct column_value total;

	if (p->damaged)
		profile_damage_(p, &damage);
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
	jsonout_count(&w->json, p->rate);
	jsonout_key(&w->json, "total");
	total.bounded = false;
	column_value_set_time(&total, KIND_SAMPLED, p->total);
	json_figure(w, v, &total);
	json_selection(w, v, select);
	json_columns(w, v);
	jsonout_key(&w->json, "rows");
	jsonout_array(&w->json, false);
}

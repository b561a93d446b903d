/* gateout.c - --gate: decides whether B is slower than A, and prints why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "export/gateout.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/visible.h"
#include "cli/choices.h"
#include "cli/loaded_compare.h"
#include "compare/samename.h"
#include "export/comparisonjson.h"
#include "export/viewout.h"
#include "io/jsonout.h"
#include "io/out.h"
#include "measured/measured.h"
#include "table/view_context.h"
#include "text/figures.h"
#include "words/describe_compare.h"

enum { SCHEMA_VERSION = 1 };

/* What is printed. */
struct gateout {
	const struct options *options;
	const struct comparison *comparison;
	struct view_context *ctx;
	struct gate *gate;
	struct out out;
	struct jsonout json;
};

static bool
is_text(const char *text, const char *name, size_t n)
{
	return strlen(text) == n && memcmp(text, name, n) == 0;
}

/* Is a function of ROW called NAME, N bytes, as it is shown or in the symbol table? */
static bool
is_named(void *with, const struct comparison_row *row, const char *name, size_t n)
{
	struct gateout *w = with;

	if (is_text(describe_compare_name(w->ctx, row), name, n))
		return true;
	for (int side = 0; side < 2; side++) {
		const struct func *funcs = w->comparison->side[side].profile->funcs;

		if (row->func[side] != NOBODY && is_text(funcs[row->func[side]].name, name, n))
			return true;
	}
	return false;
}

static const char *
name_of(struct gateout *w, const struct comparison_row *row)
{
	return row != NULL ? describe_compare_name(w->ctx, row) : "all functions";
}

static const struct compared *
time_of(const struct gateout *w, const struct gate_finding *f)
{
	return f->row != NULL ? &f->row->self : &w->comparison->total;
}

static double
ratio_of(const struct compared *v)
{
	return v->value[0] > 0 ? v->value[1] / v->value[0] : HUGE_VAL;
}

/* Prints F, which is about a time. */
static void
print_slower(struct gateout *w, const struct gate_finding *f, FILE *file)
{
	const struct compared *v = time_of(w, f);
	char a[FIGURE], b[FIGURE], p[FIGURE];

	figure_spoken(a, &w->ctx->scale, v->value[0]);
	figure_spoken(b, &w->ctx->scale, v->value[1]);
	fprintf(file, "slower: %s: A %s, B %s, ", name_of(w, f->row), a, b);
	if (v->value[0] > 0)
		fprintf(file, "%.3f times", ratio_of(v));
	else
		fprintf(file, "new");
	if (v->is_tested) {
		figure_chance(p, f->finding);
		fprintf(file, isfinite(f->most) ? " (%.3f to %.3f)" : " (at least %.3f)", f->least,
			f->most);
		fprintf(file, ", p %s", p);
	}
	fprintf(file, "; allowed: %.6g", 1 + w->options->compare.limits.slower);
}

static void
print_finding(struct gateout *w, const struct gate_finding *f, FILE *file)
{
	const struct comparison *c = w->comparison;

	switch (f->kind) {
	case GATE_SLOWER:
		print_slower(w, f, file);
		break;
	case GATE_MANY_CALLS:
		fprintf(file, "calls: %s: %.15g in a run of B; allowed: %.15g", name_of(w, f->row),
			comparison_calls(c, f->row, 1), f->limit->n);
		break;
	case GATE_OTHER_CALLS:
		fprintf(file, "calls: %s: A %.15g, B %.15g", name_of(w, f->row),
			comparison_calls(c, f->row, 0), comparison_calls(c, f->row, 1));
		break;
	}
}

/* Writes the text LEAD and TEXT, which may have names from files, as a line. */
static void
write_line(struct gateout *w, const char *lead, const char *text)
{
	const char *end = text + strlen(text);

	out_text(&w->out, lead);
	while (text < end)
		text += out_utf8(&w->out, text, (size_t)(end - text));
	out_text(&w->out, "\n");
}

static void
print_text(struct gateout *w)
{
	const struct comparison *c = w->comparison;
	size_t size;

	for (uint32_t i = 0; i < c->nremarks; i++)
		write_line(w, "note: ", c->remarks[i]);
	for (size_t i = 0; i < w->gate->nfindings; i++) {
		char *line = NULL;
		FILE *file = mem_stream(&line, &size);

		print_finding(w, &w->gate->findings[i], file);
		mem_close(file);
		write_line(w, "", line);
		free(line);
	}
	for (uint32_t i = 0; i < w->gate->nunknown; i++)
		write_line(w, "cannot say: ", w->gate->unknown[i]);
	if (w->gate->result == GATE_FINE)
		out_printf(&w->out, "fine: %u function%s compared\n", c->nrows,
			c->nrows == 1 ? "" : "s");
}

static void
json_number(struct gateout *w, const char *key, double x)
{
	comparisonjson_number(&w->json, key, x);
}

static void
json_text(struct gateout *w, const char *key, const char *text)
{
	jsonout_key(&w->json, key);
	jsonout_text(&w->json, text);
}

/* Writes the time V of both sides, and what was tested of it: R. */
static void
json_tested(struct gateout *w, const struct compared *v, const struct rates *r)
{
	double per_unit = w->comparison->side[1].read->measure.per_unit;

	json_number(w, "self_a", v->value[0] / per_unit);
	json_number(w, "self_b", v->value[1] / per_unit);
	json_number(w, "ratio", ratio_of(v));
	if (!v->is_tested)
		return;
	json_number(w, "samples_a", r->n[0]);
	json_number(w, "samples_b", r->n[1]);
	json_number(w, "exposure_a", r->exposure[0] * per_unit);
	json_number(w, "exposure_b", r->exposure[1] * per_unit);
	json_number(w, "dispersion", r->dispersion);
	json_number(w, "df", r->df > 0 ? r->df : HUGE_VAL);
}

/* Writes which functions of both sides ROW has, and what it says of them. */
static void
json_row(struct gateout *w, const struct comparison_row *row)
{
	static const char *const names[] = { "symbol_a", "symbol_b" };

	for (int side = 0; side < 2; side++) {
		const struct profile *p = w->comparison->side[side].profile;

		jsonout_key(&w->json, names[side]);
		if (row->func[side] != NOBODY)
			jsonout_text(&w->json, p->funcs[row->func[side]].name);
		else
			jsonout_null(&w->json);
	}
	json_text(w, "match", partners_match_name(row->match));
	json_text(w, "mark", comparison_mark_name(row->mark));
	json_number(w, "calls_a", comparison_calls(w->comparison, row, 0));
	json_number(w, "calls_b", comparison_calls(w->comparison, row, 1));
}

static void
json_finding(struct gateout *w, const struct gate_finding *f)
{
	static const char *const kinds[] = { [GATE_SLOWER] = "slower",
		[GATE_MANY_CALLS] = "many calls", [GATE_OTHER_CALLS] = "other calls" };
	const struct comparison *c = w->comparison;
	struct rates r;

	jsonout_object(&w->json, false);
	json_text(w, "kind", kinds[f->kind]);
	json_text(w, "name", name_of(w, f->row));
	if (f->row != NULL)
		json_row(w, f->row);
	if (f->kind == GATE_SLOWER) {
		if (f->row != NULL)
			comparison_rates(c, f->row, &r);
		else
			comparison_total_rates(c, &r);
		json_tested(w, time_of(w, f), &r);
		json_number(w, "ratio_least", f->least);
		json_number(w, "ratio_most", f->most);
		if (time_of(w, f)->is_tested) {
			json_number(w, "p", f->p);
			json_number(w, "p_holm", f->finding);
		}
	}
	if (f->limit != NULL)
		json_number(w, "allowed", f->limit->n);
	jsonout_end(&w->json);
}

/* Writes what is allowed, and how it is tested. */
static void
json_rules(struct gateout *w)
{
	const struct gate_limits *limits = &w->options->compare.limits;

	jsonout_key(&w->json, "family");
	jsonout_object(&w->json, true);
	json_text(w, "method", "Holm");
	json_number(w, "level", 0.05);
	jsonout_key(&w->json, "tests");
	jsonout_count(&w->json, w->gate->ntests);
	jsonout_end(&w->json);
	json_number(w, "max_slower_pct", limits->has_slower ? 100 * limits->slower : HUGE_VAL);
	json_number(w, "min_time", limits->least_time);
	jsonout_key(&w->json, "same_calls");
	jsonout_bool(&w->json, limits->same_calls);
}

static void
print_json(struct gateout *w)
{
	static const char *const results[] = { [GATE_FINE] = "fine",
		[GATE_REGRESSION] = "regression", [GATE_UNKNOWN] = "cannot say",
		[GATE_ERROR] = "error" };

	jsonout_open(&w->json, &w->out);
	jsonout_object(&w->json, false);
	json_text(w, "schema", "gprowse-gate");
	jsonout_key(&w->json, "version");
	jsonout_count(&w->json, SCHEMA_VERSION);
	json_text(w, "creator", PACKAGE_NAME " " PACKAGE_VERSION);
	json_text(w, "result", results[w->gate->result]);
	comparisonjson_write(&w->json, w->ctx);
	json_rules(w);
	jsonout_key(&w->json, "unknown");
	jsonout_array(&w->json, false);
	for (uint32_t i = 0; i < w->gate->nunknown; i++)
		jsonout_text(&w->json, w->gate->unknown[i]);
	jsonout_end(&w->json);
	jsonout_key(&w->json, "findings");
	jsonout_array(&w->json, false);
	for (size_t i = 0; i < w->gate->nfindings; i++)
		json_finding(w, &w->gate->findings[i]);
	jsonout_end(&w->json);
	jsonout_end(&w->json);
	jsonout_close(&w->json);
}

/* Prints what W has found.  False: it could not be written, as E says. */
static bool
print(struct gateout *w, FILE *file, struct err *e)
{
	const char *format = w->options->batch.format;

	fflush(file);
	out_open(&w->out, fileno(file));
	if (format != NULL && strcmp(format, "json") == 0)
		print_json(w);
	else
		print_text(w);
	return out_close(&w->out) || out_failed(e, errno);
}

enum gate_result
gateout_print(const struct view_input *in, const struct options *o, FILE *file, struct err *e)
{
	struct view_context ctx;
	struct gate gate;
	struct gateout w = { .options = o, .comparison = &in->loaded->before->comparison,
		.ctx = &ctx, .gate = &gate };
	enum gate_result result;

	view_context_open(&ctx, in->loaded->graph, &in->loaded->names, !visible_is_utf8());
	view_input_compare(&ctx, in);
	gate_open(&gate, w.comparison, &o->compare.limits, is_named, &w);
	result = gate.result;
	if (result == GATE_ERROR)
		(void)err_set(e, ERR_USAGE, "--max-calls=%.*s: neither profile has a function called so",
			(int)gate.missing->length, gate.missing->name);
	else if (!print(&w, file, e))
		result = GATE_ERROR;
	gate_release(&gate);
	view_context_release(&ctx);
	return result;
}

/* comparisonjson.c - what a comparison says about both profiles, as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/comparisonjson.h"

#include <math.h>

#include "cli/choices.h"
#include "export/viewout.h"
#include "measured/measured.h"
#include "samples/samples.h"

void
comparisonjson_number(struct jsonout *j, const char *key, double x)
{
	jsonout_key(j, key);
	if (!isfinite(x)) {
		jsonout_null(j);
		return;
	}
	jsonout_literal(j);
	viewout_double(j->out, x);
}

/* Writes the paths of the profile files of P. */
static void
write_files(struct jsonout *j, const struct profile *p)
{
	jsonout_key(j, "files");
	jsonout_array(j, false);
	for (uint32_t i = 0; profile_has(p, HAS_EVENTS) && i < p->measured->nfiles; i++)
		if (p->measured->files[i] != NULL)
			jsonout_text(j, p->measured->files[i]);
	for (uint32_t im = 0; profile_has(p, HAS_BINS) && im < p->nimages; im++)
		for (size_t i = 0; i < p->samples[im].nfiles; i++)
			jsonout_text(j, p->samples[im].files[i].path);
	jsonout_end(j);
}

/* Writes side S, whose total before B was multiplied is TOTAL, a value of which PER_UNIT are a
 * second or a unit. */
static void
write_side(struct jsonout *j, const struct comparison_side *s, const char *key, double total,
	double per_unit)
{
	const struct profile *p = s->profile;

	jsonout_key(j, key);
	jsonout_object(j, false);
	write_files(j, p);
	jsonout_key(j, "image");
	if (p->nimages > 0 && *p->images[0].path != '\0')
		jsonout_text(j, p->images[0].path);
	else
		jsonout_null(j);
	jsonout_key(j, "runs");
	jsonout_count(j, s->nruns);
	comparisonjson_number(j, "total", total / per_unit);
	comparisonjson_number(j, "unmatched_pct", s->total > 0 ? 100 * s->unmatched / s->total : 0);
	jsonout_key(j, "counts_calls");
	jsonout_bool(j, s->has_calls);
	jsonout_end(j);
}

/* Writes, for each way in which functions were matched, how many rows were and how much of the time
 * of each side they have. */
static void
write_matching(struct jsonout *j, const struct comparison *c)
{
	struct matched {
		uint32_t n;
		double self[2];
	} matched[PARTNER_MATCHES] = { { 0 } };

	for (uint32_t i = 0; i < c->nrows; i++) {
		struct matched *m = &matched[c->rows[i].match];

		m->n++;
		for (int side = 0; side < 2; side++)
			m->self[side] += c->rows[i].self.value[side];
	}
	jsonout_key(j, "matching");
	jsonout_object(j, false);
	for (int i = 0; i < PARTNER_MATCHES; i++) {
		jsonout_key(j, partners_match_name((enum partner_match)i));
		jsonout_object(j, true);
		jsonout_key(j, "functions");
		jsonout_count(j, matched[i].n);
		comparisonjson_number(j, "a_pct", c->side[0].total > 0
			? 100 * matched[i].self[0] / c->side[0].total : 0);
		comparisonjson_number(j, "b_pct", c->side[1].total > 0
			? 100 * matched[i].self[1] / c->side[1].total : 0);
		jsonout_end(j);
	}
	jsonout_end(j);
}

/* Writes what is known of the noise. */
static void
write_noise(struct jsonout *j, const struct comparison *c)
{
	jsonout_key(j, "is_sampled");
	jsonout_bool(j, c->has_noise);
	jsonout_key(j, "knows_runs");
	jsonout_bool(j, c->knows_runs);
	comparisonjson_number(j, "phi", c->options.dispersion > 0 ? c->options.dispersion : HUGE_VAL);
	comparisonjson_number(j, "dispersion", c->total_dispersion);
	comparisonjson_number(j, "df", c->total_df > 0 ? c->total_df : HUGE_VAL);
	jsonout_key(j, "mark");
	jsonout_text(j, comparison_mark_name(comparison_total_mark(c)));
	comparisonjson_number(j, "p", c->total.is_tested ? c->total.p : HUGE_VAL);
	jsonout_key(j, "dispersion_of_functions");
	jsonout_object(j, true);
	comparisonjson_number(j, "base", c->dispersion.base);
	comparisonjson_number(j, "slope", c->dispersion.slope);
	comparisonjson_number(j, "df", c->dispersion.df);
	jsonout_end(j);
}

void
comparisonjson_write(struct jsonout *j, const struct view_context *ctx)
{
	static const char *const shown[] = { [COMPARED_A] = "a", [COMPARED_B] = "b",
		[COMPARED_CHANGE] = "delta" };
	const struct comparison *c = ctx->comparison;
	double per_unit;

	if (c == NULL)
		return;
	per_unit = c->side[1].read->measure.per_unit;
	jsonout_key(j, "comparison");
	jsonout_object(j, false);
	jsonout_key(j, "side");
	jsonout_text(j, shown[ctx->compared.side]);
	write_side(j, &c->side[0], "a", c->total.value[0], per_unit);
	write_side(j, &c->side[1], "b", c->total.value[1], per_unit);
	jsonout_key(j, "scale");
	jsonout_text(j, choices_word(options_row(OPT_SCALE), (size_t)c->options.scale));
	comparisonjson_number(j, "factor", c->factor);
	write_noise(j, c);
	write_matching(j, c);
	jsonout_key(j, "remarks");
	jsonout_array(j, false);
	for (uint32_t i = 0; i < c->nremarks; i++)
		jsonout_text(j, c->remarks[i]);
	jsonout_end(j);
	jsonout_key(j, "marks");
	jsonout_object(j, false);
	for (int mark = 0; mark < COMPARISON_MARKS; mark++) {
		jsonout_key(j, comparison_mark_name((enum comparison_mark)mark));
		jsonout_count(j, c->nmarked[mark]);
	}
	jsonout_end(j);
	jsonout_end(j);
}

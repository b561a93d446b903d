/* comparisonjson.c - what a comparison says about both profiles, as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/comparisonjson.h"

#include "export/viewout.h"
#include "measured/measured.h"
#include "samples/samples.h"

static void
number(struct jsonout *j, const char *key, double x)
{
	jsonout_key(j, key);
	jsonout_literal(j);
	viewout_double(j->out, x);
}

/* Writes the paths of the profile files of P. */
static void
write_files(struct jsonout *j, const struct profile *p)
{
	const struct measured *m = p->measured;
	size_t n = m != NULL ? m->nfiles : p->nimages > 0 ? p->samples[0].nfiles : 0;

	jsonout_key(j, "files");
	jsonout_array(j, false);
	for (size_t i = 0; i < n; i++) {
		const char *path = m != NULL ? m->files[i] : p->samples[0].files[i].path;

		if (path != NULL)
			jsonout_text(j, path);
	}
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
	number(j, "total", total / per_unit);
	number(j, "unmatched_pct", s->total > 0 ? 100 * s->unmatched / s->total : 0);
	jsonout_key(j, "counts_calls");
	jsonout_bool(j, s->has_calls);
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
	number(j, "factor", c->factor);
	jsonout_key(j, "knows_runs");
	jsonout_bool(j, c->knows_runs);
	number(j, "dispersion", c->total_dispersion);
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

/* placefinder.c - the source line of a function, by exact rules or by gprof's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gprof/placefinder.h"

#include <string.h>

#include "gprof/gprof_bias.h"

void
placefinder_open(struct place_finder *f, const struct image *im, enum rules rules)
{
	struct line_units *units;

	memset(f, 0, sizeof(*f));
	f->rules = rules;
	f->lines = lines_open(im);
	f->has_spans = im->is_pe && rules == RULES_GPROF;
	if (!f->has_spans)
		return;
	units = lines_units(f->lines);
	gprof_linespans_open(&f->linespans, units);
	f->bias = gprof_bias_find(im, &f->linespans.funcs, units->info.texts_size);
}

bool
placefinder_at(struct place_finder *f, uint64_t addr, const char **path, unsigned *line)
{
	struct line_units *units;
	const struct gprof_linespan *s;
	uint64_t end;

	if (f->rules == RULES_EXACT)
		return lines_func_at(f->lines, addr, path, line);
	if (!f->has_spans)
		return lines_at(f->lines, f->rules, addr, path, line);
	s = gprof_bias_linespan(&f->linespans, f->bias, addr, &end);
	if (!gprof_bias_has_place(&f->linespans, s))
		return false;
	units = lines_units(f->lines);
	*path = lineunits_path(units, &units->v[s->unit], RULES_GPROF, s->row);
	*line = s->row->line;
	return true;
}

bool
placefinder_late(struct place_finder *f, uint64_t addr, uint32_t n, const char **path,
	unsigned *line)
{
	return f->rules == RULES_GPROF && !f->has_spans
		&& lines_late(f->lines, addr, n, path, line);
}

void
placefinder_close(struct place_finder *f)
{
	if (f->lines == NULL)
		return;
	gprof_linespans_release(&f->linespans);
	lines_close(f->lines);
	memset(f, 0, sizeof(*f));
}

/* defaults.c - the user's settings: unit, sort order, second pane and colours at the start
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/defaults.h"

#include <string.h>

#include "app/display.h"
#include "app/pane.h"
#include "table/column_values.h"
#include "table/view_sort.h"
#include "views/views.h"

/* Returns the index of the word in WORDS that is equal to the N bytes TEXT, or -1.  NULL ends
 * WORDS. */
static int
position_of(const char *text, size_t n, const char *const *words)
{
	for (int i = 0; words[i] != NULL; i++)
		if (strlen(words[i]) == n && memcmp(words[i], text, n) == 0)
			return i;
	return -1;
}

static const char *
set_unit(struct defaults *d, const char *value, size_t n)
{
	static const char *const units[] = { [UNIT_TIME] = "seconds", [UNIT_PERCENT] = "percent",
		[UNIT_SAMPLES] = "samples", NULL };
	int i = position_of(value, n, units);

	if (i < 0)
		return "the unit is seconds, percent or samples";
	d->unit = (enum unit)i;
	d->has_unit = true;
	return NULL;
}

static const char *
set_sort(struct defaults *d, const char *value, size_t n)
{
	int i = column_value_named(&functions_view, value, n);

	if (i >= 0) {
		d->sort = &functions_view.columns[i];
		return NULL;
	}
	return "functions cannot be sorted by this; the manual lists the columns, such as total";
}

static const char *
set_pane(struct defaults *d, const char *value, size_t n)
{
	static const char *const panes[] = { [PANE_AUTO] = "auto", [PANE_OFF] = "off",
		[PANE_CALLS] = "calls", [PANE_SOURCE] = "source",
		[PANE_ICICLE] = "icicle", NULL };
	int i = position_of(value, n, panes);

	if (i < 0)
		return "the second pane is auto, off, calls, source or icicle";
	d->pane = (enum pane)i;
	d->has_pane = true;
	return NULL;
}

static const char *
set_color(struct defaults *d, const char *value, size_t n)
{
	static const char *const when[] = { "never", "always", "auto", NULL };
	int i = position_of(value, n, when);

	if (i < 0)
		return "color is auto, always or never";
	d->has_color = i < 2;
	d->color = i == 1;
	return NULL;
}

const char *
defaults_set(void *with, const char *text, size_t n)
{
	static const char *const names[] = { "unit", "sort", "pane", "color", NULL };
	static const char *(*const set[])(struct defaults *d, const char *value, size_t n) = {
		set_unit, set_sort, set_pane, set_color };
	size_t name = 0, gap;
	int i;

	while (name < n && text[name] != ' ' && text[name] != '\t')
		name++;
	for (gap = name; gap < n && (text[gap] == ' ' || text[gap] == '\t'); gap++)
		;
	i = position_of(text, name, names);
	return i < 0 ? "unknown setting; there are unit, sort, pane and color"
		: set[i](with, text + gap, n - gap);
}

void
defaults_apply(struct app *a, const struct defaults *d)
{
	int sort;

	if (d->has_unit)
		display_set_unit(a, d->unit);
	if (d->has_pane)
		a->pane_shows = d->pane;
	sort = d->sort != NULL ? (int)(d->sort - functions_view.columns) : -1;
	if (sort >= 0 && view_sort_has_values(app_view(a), sort)) {
		a->functions_sort = d->sort;
		view_sort_by(app_view(a), sort, false);
	}
	pane_follow(a);
}

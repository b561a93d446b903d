/* columns.c - what the columns of several views are sorted by, whether they are used, how wide
 * they must be.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "columns/cells.h"

#include <stdio.h>
#include <string.h>

double
value_index(const struct view *v, const struct row *r)
{
	struct facts f = view_facts(v, r);

	return f.node == NOBODY ? 0 : v->scene->graph->nodes[f.node].index;
}

double
value_self(const struct view *v, const struct row *r)
{
	return view_facts(v, r).self;
}

double
value_child(const struct view *v, const struct row *r)
{
	return view_facts(v, r).child;
}

double
value_total(const struct view *v, const struct row *r)
{
	struct facts f = view_facts(v, r);

	return f.self + f.child;
}

double
value_calls(const struct view *v, const struct row *r)
{
	return (double)view_facts(v, r).calls;
}

double
value_self_each(const struct view *v, const struct row *r)
{
	struct facts f = view_facts(v, r);

	return counted_calls(&f) > 0 ? f.self / counted_calls(&f) : 0;
}

double
value_total_each(const struct view *v, const struct row *r)
{
	struct facts f = view_facts(v, r);

	return counted_calls(&f) > 0 ? (f.self + f.child) / counted_calls(&f) : 0;
}

const char *
text_of_name(const struct view *v, const struct row *r)
{
	return scene_name(v->scene, view_facts(v, r).node);
}

bool
used_time(const struct scene *s)
{
	return s->has_time;
}

bool
used_time_beside_percent(const struct scene *s)
{
	return s->has_time && s->scale.unit != UNIT_PERCENT;
}

bool
used_calls(const struct scene *s)
{
	return s->has_calls;
}

bool
used_time_and_calls(const struct scene *s)
{
	return s->has_time && s->has_calls;
}

int
need_index(const struct scene *s)
{
	return snprintf(NULL, 0, "[%u]", s->most_index);
}

/* The longest is that of all samples, or of one, or of none, with all the decimals of a period. */
int
need_time(const struct scene *s)
{
	const double samples[] = { s->graph->total, 1, 0 };
	char text[FIGURE];
	int need = 0;

	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		figure_time(text, &s->scale, samples[i]);
		figure_align(text, &s->scale);
		if ((int)strlen(text) > need)
			need = (int)strlen(text);
	}
	return need;
}

int
need_error(const struct scene *s)
{
	char text[FIGURE];
	int one, all;

	figure_error(text, &s->scale, 1);
	one = (int)strlen(text);
	figure_error(text, &s->scale, s->graph->total);
	all = (int)strlen(text);
	return one > all ? one : all;
}

int
need_marked_time(const struct scene *s)
{
	return need_time(s) + 1;
}

/* session_show.c - lets the browser show another profile, graph or side of a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "session_show.h"

#include <stdlib.h>

#include "app/show.h"
#include "base/mem.h"
#include "cli/loaded_check.h"
#include "cli/loaded_compare.h"
#include "figures/graph_solve.h"

struct lookup *
session_show_lookup(const struct session *s, struct stop *stop)
{
	struct lookup *lookup = mem_new(1, sizeof(*lookup));

	view_input_lookup(lookup, &s->input);
	lookup->stop = stop;
	return lookup;
}

void
session_show_free(struct lookup *lookup)
{
	lookup_release(lookup);
	free(lookup);
}

const struct sharecheck *
session_show_check(const struct loaded *l)
{
	return l->known != NULL ? &l->known->check : NULL;
}

/* Returns what the browser of S shows; LOOKUP is of its profile. */
static struct shown
shown_of(const struct session *s, struct lookup *lookup)
{
	struct loaded *l = s->input.loaded, *shown = view_input_shown(&s->input);

	return (struct shown){ .read = shown->graph, .names = &shown->names, .lookup = lookup,
		.check = session_show_check(l), .comparison = view_input_comparison(l),
		.compared = loaded_compare_shown(l, s->input.side) };
}

void
session_show_stopped(struct session *s)
{
	app_say(&s->app, "stopped: nothing has changed");
	s->app.stopped = true;
}

bool
session_show_input(struct session *s, enum compared_side before, bool keeps_order)
{
	struct stop *stop = s->app.ctx.stop;
	struct lookup *lookup;
	uint32_t *funcs = NULL;
	struct shown next;
	struct err e;
	bool done;

	if (!view_input_prepare(&s->input, stop, &e))
		return false;
	if (before != s->input.side)
		funcs = loaded_compare_map(s->input.loaded, before, s->input.side);
	lookup = session_show_lookup(s, stop);
	next = shown_of(s, lookup);
	next.funcs = funcs;
	done = app_show(&s->app, &next, keeps_order);
	free(funcs);
	session_show_free(done ? s->lookup : lookup);
	if (done)
		s->lookup = lookup;
	return done;
}

bool
session_show_loaded(struct session *s, struct loaded *l, bool keeps_order,
	const struct err *e)
{
	const struct exclusions *x = &s->app.exclusions;
	const uint32_t nfuncs = x->nfuncs, narcs = x->narcs;
	struct loaded *old = s->input.loaded;
	double seconds[2];
	struct err why;

	if (l == NULL && e->kind == ERR_STOPPED)
		session_show_stopped(s);
	else if (l == NULL)
		app_say(&s->app, "%s", e->text);
	if (l == NULL)
		return false;
	s->input.loaded = l;
	live_spans(&s->app.live, seconds);
	if (s->from != NULL && l->before == NULL)
		l->before = loaded_compare_from(l, s->from, seconds, s->input.options,
			s->app.ctx.stop, &why);
	if (!session_show_input(s, s->input.side, keeps_order)) {
		s->input.loaded = old;
		loaded_free(l);
		session_show_stopped(s);
		return false;
	}
	s->lost_exclusions = x->nfuncs < nfuncs || x->narcs < narcs;
	/* If OLD stays, as A of later comparisons, the profile before it need not. */
	loaded_compare_free(old->before);
	old->before = NULL;
	loaded_free(old);
	return true;
}

const char *
session_show_lost(const struct session *s)
{
	return s->lost_exclusions ? "; exclusions that are not possible here wait until they are" : "";
}

bool
session_show_graph(struct session *s, const struct selection *selection, bool keeps_order)
{
	struct loaded *l = s->input.loaded;
	struct selection like = *selection;
	struct shown next;
	struct graph *g;
	bool done;

	like.like = l->graph;
	g = graph_new(&l->profile, &like, s->app.ctx.stop);
	if (g == NULL)
		return false;
	loaded_exchange(l, &g);
	next = shown_of(s, s->lookup);
	done = app_show(&s->app, &next, keeps_order);
	if (!done)
		loaded_exchange(l, &g);
	graph_free(g);
	return done;
}

/* choose.c - showing another event or part of the same profile in all views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/choose.h"

#include <assert.h>

#include "app/display.h"
#include "app/exclude_apply.h"
#include "app/pane.h"
#include "figures/entries.h"

/* What belongs to the event and the part that are shown.  exchange() exchanges it for what the
 * browser has. */
struct chosen {
	struct graph *read;		/* borrowed */
	struct graph *fresh;		/* borrowed; takes the place of *.read */
	struct graph folded;		/* owned; takes the place of the graph of what is folded */
	bool has_notes;			/* .notes are known */
	struct late_notes notes;	/* owned */
};

static void
exchange_graphs(struct graph *a, struct graph *b)
{
	struct graph other = *a;

	*a = *b;
	*b = other;
}

static void
exchange(struct app *a, struct chosen *c)
{
	struct lookup *lookup = a->ctx.lookup;
	struct late_notes notes = lookup->late_notes;
	bool has_notes = lookup->has_late_notes;

	exchange_graphs(c->read, c->fresh);
	if (a->folding != NULL)
		exchange_graphs(&a->folding->graph, &c->folded);
	lookup->late_notes = c->notes;
	lookup->has_late_notes = c->has_notes;
	c->notes = notes;
	c->has_notes = has_notes;
}

/* Makes the scale that of A->read.  The times and calls of a running program are those of the whole
 * profile, because columns must not change with what is shown of it. */
static void
measure(struct app *a)
{
	bool has_time = a->ctx.has_time, has_calls = a->ctx.has_calls;
	enum unit unit = a->ctx.scale.unit;

	view_context_measure(&a->ctx, a->read);
	if (a->live.state != LIVE_NOT) {
		a->ctx.has_time = has_time;
		a->ctx.has_calls = has_calls;
	}
	display_set_unit(a, unit);
}

/* Shows again what was shown before exchange().  The rows of the current view still belong to
 * that. */
static void
show_old(struct app *a, struct chosen *c)
{
	exchange(a, c);
	measure(a);
	view_context_set_exclusions(&a->ctx, &a->exclusions);
	a->history[a->at]->changes = a->ctx.changes;
}

/* Shows the second pane again.  If keys went to it, they still do, and the same row is selected:
 * row WAS, which was row AT of the view OPS. */
static void
show_pane(struct app *a, const struct view_ops *ops, const struct row *was, int at)
{
	pane_follow(a);
	if (ops == NULL || a->pane == NULL || a->pane->ops != ops)
		return;
	a->in_pane = true;
	view_select_thing(a->pane, *was, at);
}

static void
release(struct chosen *c)
{
	graph_release(&c->folded);
	if (c->has_notes)
		notes_late_release(&c->notes);
}

struct measured_choice
choose_shown(const struct app *a)
{
	return (struct measured_choice){ a->read->selection.event, a->read->selection.part,
		a->read->profile->inlined, a->read->selection.no_profiler,
		a->read->profile->folds_kernel };
}

void
choose_part(struct app *a, uint32_t part)
{
	a->choice = choose_shown(a);
	a->choice.part = part;
	a->request = REQUEST_SHOW;
}

bool
choose_show(struct app *a, struct graph *read, struct graph *fresh)
{
	struct chosen c = { .read = read, .fresh = fresh };
	const struct view_ops *pane = a->in_pane && a->pane->rows.n > 0 ? a->pane->ops : NULL;
	const struct row row = pane != NULL ? *view_row(a->pane) : (struct row){ 0 };
	const int at = pane != NULL ? a->pane->list.cursor : 0;
	bool done = true;

	assert(a->read == read && fresh->profile == read->profile);
	entries_number_like(fresh, read);
	if (a->folding != NULL) {
		done = graph_solve(&c.folded, &a->folding->profile, &fresh->selection, a->ctx.stop);
		if (done)
			entries_number_like(&c.folded, fresh);
	}
	if (done) {
		exchange(a, &c);
		measure(a);
		done = exclude_apply(a, a->exclusions.now.base);
		if (!done)
			show_old(a, &c);
	}
	if (done)
		show_pane(a, pane, &row, at);
	release(&c);
	a->ctx.stopped = a->ctx.stopped || !done;
	return done;
}

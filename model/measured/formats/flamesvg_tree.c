/* flamesvg_tree.c - the boxes of a flame graph as a tree
 *
 * The parent of a box is the box in the next row, towards the root, that is at the same place.
 * Places are rounded, so the place of a narrow box may be that of a neighbour of its parent.  Then
 * the number of samples decides: a box cannot have more than its parent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "measured/formats/flamesvg.h"
#include "measured/formats/folded_stacks.h"

static const double ROUNDING = 0.2;	/* a place may be wrong by this, in pixels */

static int
by_place(uint32_t a, uint32_t b, const void *with)
{
	const struct flamesvg_box *boxes = with, *x = &boxes[a], *y = &boxes[b];

	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	return x->x < y->x ? -1 : x->x > y->x;
}

/* Returns the sum of the widths of the boxes ORDER[FROM] to ORDER[TO - 1]. */
static double
width_of(const struct flamesvg *f, const uint32_t *order, uint32_t from, uint32_t to)
{
	double sum = 0;

	for (uint32_t i = from; i < to; i++)
		sum += f->boxes[order[i]].width;
	return sum;
}

/* Returns the end of the row that begins with ORDER[FROM]. */
static uint32_t
end_of_row(const struct flamesvg *f, const uint32_t *order, uint32_t from)
{
	uint32_t i = from;

	while (i < f->n && f->boxes[order[i]].row == f->boxes[order[from]].row)
		i++;
	return i;
}

/* Is the root at the top?  The row of the root is the widest.  If there are equal rows, a box
 * called "all" is the root, or the picture says where it is. */
static bool
is_root_on_top(const struct flamesvg *f, const uint32_t *order)
{
	uint32_t first = end_of_row(f, order, 0), last = f->n;
	double top, bottom;

	while (last > 0 && f->boxes[order[last - 1]].row == f->boxes[order[f->n - 1]].row)
		last--;
	top = width_of(f, order, 0, first);
	bottom = width_of(f, order, last, f->n);
	if (fabs(top - bottom) > ROUNDING * (first + (f->n - last)))
		return top > bottom;
	if (f->boxes[order[0]].is_root != f->boxes[order[f->n - 1]].is_root)
		return f->boxes[order[0]].is_root;
	return f->is_inverted;
}

/* Can BOX be inside OF? */
static bool
fits(const struct flamesvg *f, const struct flamesvg_box *box, const struct flamesvg_box *of)
{
	double fudge = f->lacks_samples ? ROUNDING : 0;

	return box->x >= of->x - fudge && box->x + box->width <= of->x + of->width + fudge;
}

/* Finds the parent of BOX among the boxes ROW[0] to ROW[N - 1].  ROW[*AT] is a box near it; changes
 * *AT. */
static uint32_t
find_parent(const struct flamesvg *f, const struct flamesvg_box *box, const uint32_t *row,
	uint32_t n, uint32_t *at)
{
	double middle = box->x + box->width / 2;
	const struct flamesvg_box *of;
	uint32_t first, found = NOBODY;

	while (*at + 1 < n && f->boxes[row[*at]].x + f->boxes[row[*at]].width <= middle)
		++*at;
	first = *at > 0 ? *at - 1 : 0;
	for (uint32_t i = first; i < n && i <= *at + 1; i++) {
		of = &f->boxes[row[i]];
		if (fits(f, box, of) && (found == NOBODY || i == *at)
		    && (box->value < 0 || of->left >= box->value))
			found = row[i];
	}
	if (found == NOBODY && fits(f, box, &f->boxes[row[*at]]))
		found = row[*at];
	return found;
}

/* Sets the values of boxes that have none from their widths. */
static void
set_values(struct flamesvg *f)
{
	double width = 0, value = 0;

	for (uint32_t i = 0; i < f->n; i++)
		if (f->boxes[i].value >= 0) {
			width += f->boxes[i].width;
			value += (double)f->boxes[i].value;
		}
	for (uint32_t i = 0; i < f->n; i++) {
		struct flamesvg_box *box = &f->boxes[i];

		if (box->value < 0)
			box->value = llround(fmin(width > 0 ? box->width * value / width
				: f->lacks_samples ? box->width * f->m->events[f->event].per_unit
				: box->width, 0x1p62));
		box->left = box->value;
	}
}

/* Makes an event for a picture without numbers. */
static void
add_event(struct flamesvg *f)
{
	enum { PER_PIXEL = 1000 };
	uint32_t before = f->m->nevents;

	f->event = f->lacks_samples ? namedstacks_event(f->m, "width", 5, "pixels")
		: namedstacks_event(f->m, "samples", 7, "samples");
	if (f->event == NOBODY || f->event < before)
		return;
	f->m->events[f->event].is_unsaid = true;
	f->m->events[f->event].per_unit = f->lacks_samples ? PER_PIXEL : 1;
}

/* Adds the path of BOX. */
static void
add_path(struct flamesvg *f, struct flamesvg_box *box)
{
	uint32_t caller = box->parent != NOBODY ? f->boxes[box->parent].path : NOBODY;

	if (box->parent == NOBODY && box->is_root)
		return;
	box->path = measured_path(f->m, caller, box->frame);
}

/* Adds the own samples of BOX.  Those of the root are of stacks that the picture omits. */
static void
add_sample(struct flamesvg *f, struct flamesvg_box *box)
{
	const struct measured_event *event = &f->m->events[f->event];
	struct namedstacks_value value = { .event = f->event, .value = box->left };

	f->rounded |= box->left < 0;
	if (box->left <= 0)
		return;
	if (event->is_sampled) {
		value.samples = (uint64_t)box->left;
		value.squares = (double)box->left;
	}
	if (box->path == NOBODY)
		box->path = measured_path(f->m, NOBODY, folded_frame(f->m, "[not in the picture]", 20));
	namedstacks_add(&f->stacks, box->path, NOBODY, &value);
}

/* Finds the parents of the boxes ORDER[FROM] to ORDER[TO - 1] in the row ORDER[ABOVE] to
 * ORDER[FROM - 1], and takes their values from the parents. */
static void
link_row(struct flamesvg *f, const uint32_t *order, uint32_t above, uint32_t from, uint32_t to)
{
	uint32_t at = 0;

	for (uint32_t i = from; i < to; i++) {
		struct flamesvg_box *box = &f->boxes[order[i]];

		if (from > above)
			box->parent = find_parent(f, box, order + above, from - above, &at);
		if (box->parent != NOBODY)
			f->boxes[box->parent].left = measured_sum(f->boxes[box->parent].left,
				-box->value);
	}
}

void
flamesvg_add_tree(struct flamesvg *f)
{
	uint32_t *order = mem_new(f->n, sizeof(*order)), above = 0, from = 0, to;

	if (f->event == NOBODY)
		add_event(f);
	if (f->event == NOBODY) {
		free(order);
		return;
	}
	set_values(f);
	for (uint32_t i = 0; i < f->n; i++)
		order[i] = i;
	sort_numbers(order, f->n, by_place, f->boxes);
	if (!is_root_on_top(f, order)) {
		for (uint32_t i = 0; i < f->n; i++)
			f->boxes[i].row = -f->boxes[i].row;
		sort_numbers(order, f->n, by_place, f->boxes);
	}
	for (; from < f->n; above = from, from = to) {
		to = end_of_row(f, order, from);
		link_row(f, order, above, from, to);
	}
	for (uint32_t i = 0; i < f->n; i++)
		add_path(f, &f->boxes[order[i]]);
	for (uint32_t i = 0; i < f->n; i++)
		add_sample(f, &f->boxes[order[i]]);
	free(order);
}

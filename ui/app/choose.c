/* choose.c - what is shown of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/choose.h"

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

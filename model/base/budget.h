/* budget.h - how much work or memory one file may cost
 *
 * Parts of a crafted file can refer to one another, so that reading it costs far more than its size
 * suggests.  The reader of the file sets a limit and pays for each step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct budget {
	uint64_t left;			/* bytes or steps that may still be spent */
	bool exceeded;			/* a cost was refused, because it was above .left */
};

/* Subtracts COST from B->left.  If COST is above B->left, subtracts nothing, sets B->exceeded and
 * returns false. */
static inline bool
budget_spend(struct budget *b, uint64_t cost)
{
	if (cost > b->left) {
		b->exceeded = true;
		return false;
	}
	b->left -= cost;
	return true;
}

#endif

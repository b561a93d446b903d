/* budget.h - how much work or memory one file may cost
 *
 * A small file can be made to cost far more than its size, through parts that refer to one another.
 * Its reader sets a limit and pays for each step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct budget {
	uint64_t left;			/* bytes or steps; the reader says which */
	bool exceeded;			/* something was refused */
};

/* Pays COST.  False: B has less left, and stays as it is but for B->exceeded. */
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

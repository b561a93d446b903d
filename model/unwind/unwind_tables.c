/* unwind_tables.c - what the unwind tables of a program or library say about its code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "unwind/unwind_tables.h"

#include <stdlib.h>

#include "base/mem.h"

enum { ROWS = 512 };			/* elements of unwind_tables.rows */

static bool
find_row(struct cfi_tables *t, uint64_t pc, struct unwind_row *row)
{
#ifdef CFI_RETURN_ADDRESS
	return cfi_find_in(t, pc, &row->row, &row->start, &row->bytes);
#else
	(void)t;
	(void)pc;
	(void)row;
	return false;
#endif
}

/* Sets *ROW to what T says about PC.  False: nothing. */
static bool
look_up(struct unwind_tables *t, uint64_t pc, struct unwind_row *row)
{
	/* The tables have pointers relative to their own addresses, so the code is looked up where
	 * it would be if it had been copied, too. */
	uint64_t moved = (uintptr_t)t->bytes - t->at;
	struct cfi_tables tables = { .machine = t->machine, .object = t, .low = t->bytes };
	struct unwind_go_place place;

	row->changes_stack = false;
	if (t->bytes != NULL && t->header - t->at < t->size) {
		tables.high = t->bytes + t->size;
		tables.header = t->bytes + (t->header - t->at);
		if (find_row(&tables, pc + moved, row)) {
			row->start -= moved;
			return true;
		}
	}
	/* The debug information of Go does not say where a stack ends, or another one begins. */
	if (unwind_go_find(&t->go, pc, &place)) {
		row->row = place.row;
		row->start = place.start;
		row->bytes = place.bytes;
		row->changes_stack = place.changes_stack;
		return true;
	}
	if (t->open_debug != NULL) {
		t->debug = t->open_debug(t->with);
		t->open_debug = NULL;
	}
	return t->debug != NULL && look_up(t->debug, pc, row);
}

const struct unwind_row *
unwind_tables_row(struct unwind_tables *t, uint64_t pc)
{
	struct unwind_row *row;

	if ((t->bytes == NULL && t->go.copy == NULL && t->open_debug == NULL
	     && t->debug == NULL) || pc == 0)
		return NULL;
	if (t->rows == NULL)
		t->rows = mem_new(ROWS, sizeof(*t->rows));
	row = &t->rows[(pc ^ pc >> 9) % ROWS];
	if (row->row.pc != pc) {
		row->is_known = look_up(t, pc, row);
		row->row.pc = pc;
	}
	return row->is_known ? row : NULL;
}

void
unwind_tables_release(struct unwind_tables *t)
{
	if (t->debug != NULL)
		unwind_tables_release(t->debug);
	free(t->debug);
	free(t->owned);
	free(t->rows);
	unwind_go_release(&t->go);
	*t = (struct unwind_tables){ 0 };
}

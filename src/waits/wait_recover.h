/* wait_recover.h - finds the frame pointer of a frame whose registers are not known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_RECOVER_H
#define WAIT_RECOVER_H

#include <stdbool.h>

#include "record/cfi.h"
#include "waits/wait_walk.h"

/* The frame F of process P has the row ROW of the unwind tables of MAP, which needs the frame
 * pointer.  Sets the frame pointer of F to the value that best fits the calls on the stack.  CALL
 * is the system call in which the thread is blocked.  False: there is none. */
bool wait_recover(struct cfi_frame *f, struct wait_process *p, const struct wait_map *map,
	const struct unwind_row *row, struct memory *m, const struct wait_call *call);

#endif

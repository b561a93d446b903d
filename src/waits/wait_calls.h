/* wait_calls.h - does a return address belong to a call of a certain function?
 *
 * A stack also has return addresses of calls that have ended.  Those are told from others by the
 * call instruction before them: most instructions name the function that they call.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_CALLS_H
#define WAIT_CALLS_H

#include <stdint.h>

#include "waits/wait_walk.h"

enum wait_link {
	WAIT_NO_CALL,			/* there is no call before the address */
	WAIT_OTHER_CALL,		/* another function is called */
	WAIT_ANY_CALL,			/* the call does not say which function */
	WAIT_SAME_CALL,			/* the function is called, maybe by way of other code,
					 * such as that of the linker */
};

/* Code with an entry in the unwind tables: a function, or a part of one; [start, end). */
struct wait_code {
	uint64_t start, end;
};

/* Judges whether the code before RETURNED, in process P, calls CODE. */
enum wait_link wait_calls_judge(struct wait_process *p, uint64_t returned,
	const struct wait_code *code);

#endif

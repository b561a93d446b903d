/* status.c - the exit status of the program, and its last message
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "io/message.h"
#include "io/out.h"
#include "io/sigbus_guard.h"

int
status_failed(const struct err *e)
{
	fflush(stdout);
	if (e->kind != ERR_UNREAD)
		message("%s", e->text);
	return EXIT_FAILURE;
}

int
status_written(int error)
{
	struct err e;

	errno = EIO;		/* reported if an earlier write failed, because the errno of that
				 * write is lost */
	if (error == 0 && (fflush(stdout) != 0 || ferror(stdout)))
		error = errno;
	if (error == 0) {
		if (!sigbus_guard_happened())
			return EXIT_SUCCESS;
		(void)err_set(&e, ERR_IO, "%s", sigbus_guard_message);
		return status_failed(&e);
	}
	out_failed_(&e, error);
	return status_failed(&e);
}

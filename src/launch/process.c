/* process.c - the file into which a process records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/process.h"

#include <string.h>

#include "base/mem.h"
#include "launch/target.h"

char *
process_file(unsigned long pid, struct err *e)
{
	struct targets t = { .directory.fd = -1 };
	char *path = NULL;

	if (targets_add_process(&t, pid, e))
		path = mem_text(t.list[0].path, strlen(t.list[0].path));
	targets_release(&t);
	return path;
}

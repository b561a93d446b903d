/* procstatus.c - the fields of /proc/PID/status
 *
 * See proc(5).  A line is the name of a field, a colon, a tab and the value.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/procstatus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
procstatus_read(unsigned long pid, const char *name, char value[PROCSTATUS_VALUE])
{
	const size_t n = strlen(name);
	char path[64], *line = NULL;
	bool found = false;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%lu/status", pid != 0 ? pid : (unsigned long)getpid());
	file = fopen(path, "re");
	while (file != NULL && !found && getline(&line, &room, file) > 0) {
		found = strncmp(line, name, n) == 0 && line[n] == ':';
		if (found) {
			line[strcspn(line, "\n")] = '\0';
			snprintf(value, PROCSTATUS_VALUE, "%s",
				line + n + 1 + strspn(line + n + 1, " \t"));
		}
	}
	free(line);
	if (file != NULL)
		fclose(file);
	return found;
}

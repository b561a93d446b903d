/* procstatus.c - the fields of /proc/PID/status, and the age of a process
 *
 * See proc(5).  A line of /proc/PID/status is the name of a field, a colon, a tab and the value.
 * /proc/PID/stat is one line of fields.  Field 2 is the name in parentheses, which may contain
 * spaces.  Field 3 is the state.  Field 22 is the time when the process began, in ticks after the
 * start of the system.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/procstatus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "io/clock.h"

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

pid_t
procstatus_own_number(pid_t pid)
{
	char numbers[PROCSTATUS_VALUE];
	const char *last;

	if (!procstatus_read((unsigned long)pid, "NSpid", numbers))
		return pid;
	last = strrchr(numbers, '\t');
	return (pid_t)strtol(last != NULL ? last : numbers, NULL, 10);
}

bool
procstatus_is_zombie(unsigned long pid)
{
	char value[PROCSTATUS_VALUE];

	/* If the first thread ended before the others, the process is called a zombie, too. */
	return procstatus_read(pid, "State", value) && value[0] == 'Z'
		&& procstatus_read(pid, "Threads", value) && atol(value) == 1;
}

double
procstatus_age(unsigned long pid, bool *is_zombie)
{
	char path[32], text[1024];
	unsigned long long ticks = 0;
	const char *at;
	size_t n;
	FILE *file;

	*is_zombie = false;
	snprintf(path, sizeof(path), "/proc/%lu/stat", pid);
	file = fopen(path, "re");
	if (file == NULL)
		return -1;
	n = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[n] = '\0';
	at = strrchr(text, ')');
	*is_zombie = at != NULL && (strncmp(at, ") Z", 3) == 0 || strncmp(at, ") X", 3) == 0);
	for (int field = 2; field < 22 && at != NULL; field++)
		at = strchr(at + 1, ' ');
	if (at == NULL || sscanf(at, "%llu", &ticks) != 1)
		return -1;
	return clock_seconds(CLOCK_BOOTTIME) - (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

/* mark.c - the lines of the marker of a recording that say what is recorded, and how
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/mark.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

bool
mark_begin(const struct directory *d, const char *image, const char *command,
	const struct record_options *o, bool has_waits, struct err *e)
{
	char number[32];

	if (!directory_mark(d, "program", image, e) || !directory_mark(d, "command", command, e))
		return false;
	snprintf(number, sizeof(number), "%u", o->hz);
	if (!directory_mark(d, "hz", number, e) || !directory_mark(d, "stacks", o->stacks, e))
		return false;
	snprintf(number, sizeof(number), "%u", has_waits ? o->wait_hz : 0);
	if (!directory_mark(d, "wait", number, e))
		return false;
	snprintf(number, sizeof(number), "%lld", (long long)time(NULL));
	return directory_mark(d, "started", number, e);
}

bool
mark_missed(const struct directory *d, double seconds, struct err *e)
{
	char number[32];

	snprintf(number, sizeof(number), "%.0f", seconds * 1000);
	return seconds < 0.001 || directory_mark(d, "missed", number, e);
}

bool
mark_end(const struct directory *d, uint64_t elapsed, int status, struct err *e)
{
	char number[32];

	snprintf(number, sizeof(number), "%" PRIu64, elapsed / 1000000);
	if (!directory_mark(d, "elapsed", number, e))
		return false;
	snprintf(number, sizeof(number), "%d", status);
	return directory_mark(d, "status", number, e);
}

/* progress.c - progress of long work, in a line on the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/progress.h"

#include <stdio.h>
#include <unistd.h>

/* Sets *NOW to the current time; returns the seconds from A to *NOW. */
static double
seconds_since(const struct timespec *a, struct timespec *now)
{
	clock_gettime(CLOCK_MONOTONIC, now);
	return (double)(now->tv_sec - a->tv_sec) + 1e-9 * (double)(now->tv_nsec - a->tv_nsec);
}

/* Clears the line if progress is shown. */
static void
clear(struct progress *p)
{
	if (p->is_shown)
		fprintf(stderr, "\r%*s\r", 60, "");
	p->is_shown = false;
}

static void
show_progress(struct stop *s)
{
	struct progress *p = (struct progress *)s;
	struct timespec now;

	if (seconds_since(&p->shown, &now) < (p->is_shown ? 0.1 : 0.5))
		return;
	clear(p);
	fprintf(stderr, "gprowse: %s", s->what);
	if (s->all > 0)
		fprintf(stderr, ": %zu of %zu %s", s->done, s->all, s->unit);
	fflush(stderr);
	p->shown = now;
	p->is_shown = true;
}

void
progress_begin(struct progress *p)
{
	*p = (struct progress){ .stop.what = "reading" };
	clock_gettime(CLOCK_MONOTONIC, &p->shown);
	if (isatty(STDERR_FILENO))
		p->stop.tell = show_progress;
}

void
progress_end(struct progress *p)
{
	clear(p);
}

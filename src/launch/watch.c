/* watch.c - which processes of a recording run, and how the others have ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/watch.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "launch/cut.h"
#include "launch/program.h"
#include "measured/recording.h"
#include "record/recording.h"

/* What one file says about its process.  A process has several files if it has executed other
 * programs. */
struct seen {
	uint32_t pid;
	uint64_t start;			/* when the file was begun; ns, CLOCK_MONOTONIC */
	bool exited;			/* the process has exited */
	bool is_left;			/* it goes on, but is not recorded any more */
	bool writes;			/* a process still writes the file */
};

struct seen_files {
	struct seen *v;			/* owned */
	size_t n, room;
};

/* The process that the user started is the one with the oldest file.  Returns the newest file of
 * this process, or NULL if there are no files. */
static const struct seen *
find_last(const struct seen_files *s)
{
	const struct seen *first = s->v, *last = NULL;

	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].start < first->start)
			first = &s->v[i];
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].pid == first->pid && (last == NULL || s->v[i].start >= last->start))
			last = &s->v[i];
	return last;
}

/* Has a reset made a copy of the file PATH? */
static bool
has_copy(const char *path)
{
	char *copy = recording_copy_path(path);
	bool has = access(copy, F_OK) == 0;

	free(copy);
	return has;
}

/* Does the file with the head H belong to the session of MARKER and to process PID?  If MARKER has
 * no session, files of all sessions are wanted.  If PID is NULL, files of all processes are
 * wanted. */
static bool
is_wanted(const struct rec_head *h, const struct recording_marker *marker, const char *pid)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", h->pid);
	return (!marker->has_session
		|| memcmp(h->session, marker->session, sizeof(h->session)) == 0)
		&& (pid == NULL || strcmp(number, pid) == 0);
}

/* If file number I is a recording of this machine and is wanted (is_wanted()), updates W from the
 * file, and adds the file to S. */
static void
watch_file(struct watch *w, struct seen_files *s, const struct recorded_files *files, size_t i,
	const char *pid)
{
	const char *path = files->paths[i];
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct rec_control c;
	struct rec_head h;
	bool writes;

	if (fd >= 0 && pread(fd, &h, sizeof(h), 0) == (ssize_t)sizeof(h)
	    && memcmp(h.magic, REC_MAGIC, sizeof(h.magic)) == 0 && h.order == REC_ORDER
	    && is_wanted(&h, &files->sources[files->source_of[i]].marker, pid)
	    && pread(fd, &c, sizeof(c), REC_PAGE) == (ssize_t)sizeof(c)) {
		writes = !cut_is_unused(fd, &h);
		s->v = mem_grow(s->v, s->n + 1, &s->room, sizeof(*s->v));
		s->v[s->n++] = (struct seen){ h.pid, h.start, c.ended == REC_EXITED,
			c.ended == REC_LEFT, writes };
		w->has_reset |= has_copy(path);
		w->running += writes;
		w->halted += writes && c.state != REC_ON;
	}
	if (fd >= 0)
		close(fd);
}

void
watch_files(struct watch *w, const struct recorded_files *files, const char *pid)
{
	const struct recording_marker *marker = files->nsources > 0 ? &files->sources[0].marker
		: NULL;
	struct seen_files seen = { 0 };
	const struct seen *last;

	*w = (struct watch){ .files = files->n };
	for (size_t i = 0; i < files->n; i++)
		watch_file(w, &seen, files, i, pid);
	last = find_last(&seen);
	w->pid = last != NULL ? last->pid : 0;
	if (last != NULL && last->is_left)
		w->end = WATCH_LEFT;
	else if (last != NULL && !last->writes && !last->exited
	    && cut_process_runs(last->pid, last->start))
		w->end = WATCH_EXECUTED;
	else if ((last == NULL || !last->exited)
		&& (marker == NULL || !marker->has_status || marker->status >= STATUS_SIGNAL))
		w->end = WATCH_KILLED;
	free(seen.v);
}

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
#include "record/recording.h"

/* The process that was started.  It has several files if it has executed other programs. */
struct first {
	uint32_t pid;
	uint64_t start, last;		/* when its first and its last file began; ns,
					 * CLOCK_MONOTONIC */
	bool exited;			/* the process has exited, as its last file says */
	bool goes_on;			/* the process runs, but does not write its last file */
};

/* Updates F from a file with the head H and the control page C.  WRITES: a process still writes
 * this file. */
static void
see_process(struct first *f, const struct rec_head *h, const struct rec_control *c, bool writes)
{
	if (f->start == 0 || h->start < f->start) {
		if (h->pid != f->pid)
			f->last = 0;
		f->pid = h->pid;
		f->start = h->start;
	}
	if (h->pid == f->pid && h->start >= f->last) {
		f->last = h->start;
		f->exited = c->ended == REC_EXITED;
		f->goes_on = !writes && !f->exited && cut_process_runs(h);
	}
}

/* Has a reset made a copy of the file PATH? */
static bool
has_copy(const char *path)
{
	size_t room = strlen(path) + sizeof(REC_BASE_SUFFIX);
	char *copy = mem_new(room, 1);
	bool has;

	snprintf(copy, room, "%s%s", path, REC_BASE_SUFFIX);
	has = access(copy, F_OK) == 0;
	free(copy);
	return has;
}

/* Does the file with the head H belong to the session of MARKER and to process PID?  If MARKER has
 * no session, all sessions are wanted.  If PID is NULL, all processes are wanted. */
static bool
is_wanted(const struct rec_head *h, const struct recording_marker *marker, const char *pid)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", h->pid);
	return (!marker->has_session
		|| memcmp(h->session, marker->session, sizeof(h->session)) == 0)
		&& (pid == NULL || strcmp(number, pid) == 0);
}

/* Updates W and F from file number I, if it is a recording of this machine that is wanted. */
static void
watch_file(struct watch *w, struct first *f, const struct recorded_files *files, size_t i,
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
		see_process(f, &h, &c, writes);
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
	struct first first = { 0 };

	*w = (struct watch){ .files = files->n };
	for (size_t i = 0; i < files->n; i++)
		watch_file(w, &first, files, i, pid);
	w->pid = first.pid;
	if (first.goes_on)
		w->end = WATCH_EXECUTED;
	else if (!first.exited
		&& (marker == NULL || !marker->has_status || marker->status >= STATUS_SIGNAL))
		w->end = WATCH_KILLED;
}

/* perfdata_directory.c - the directories that perf record --threads and --kcore write
 *
 *	data		a perf.data file, with the events, and with records that perf has made
 *	data.0 ...	records of one processor each, in the order of time, without a header
 *	kcore_dir	what --kcore has copied of the kernel.  Of this, the file kallsyms is used:
 *			perfdata_records.c gives its path
 *
 * Source: tools/perf/Documentation/perf.data-directory-format.txt of Linux.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "measured/formats/perfdata.h"

enum { TURN = 64 };		/* so many records of a file are read before those of another */

struct part {
	unsigned long number;		/* the file is "data.NUMBER" */
	struct input in;
	struct perfdata_source from;
	uint64_t newest;		/* time of its last record so far */
	bool has_ended;
	struct err e;			/* why it cannot be read further */
};

struct parts {
	struct part *v;			/* owned */
	size_t n, room;
	uint64_t size;			/* of all files, in bytes */
};

static int
by_number(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

/* Opens the file NAME of the directory DIR as a part, if that is its name. */
static void
open_part(struct parts *parts, const char *dir, const char *name)
{
	static const char beginning[] = "data.";
	struct part part = { 0 };
	size_t room = strlen(dir) + strlen(name) + 2;
	struct stat st;
	char *path, *end;

	if (strncmp(name, beginning, sizeof(beginning) - 1) != 0)
		return;
	name += sizeof(beginning) - 1;
	part.number = strtoul(name, &end, 10);
	if (*name < '0' || *name > '9' || *end != '\0')
		return;
	path = mem_new(room, 1);
	snprintf(path, room, "%s/data.%s", dir, name);
	part.in.fd = file_open_regular(path, &st, &part.e);
	free(path);
	part.has_ended = part.in.fd < 0;
	part.in.size = part.in.fd >= 0 ? (size_t)st.st_size : 0;
	part.in.ended = part.in.size == 0;
	part.in.directory = dir;
	part.from.end = part.in.size;
	parts->size += part.in.size;
	parts->v = mem_grow(parts->v, parts->n + 1, &parts->room, sizeof(*parts->v));
	parts->v[parts->n++] = part;
}

/* Opens all parts in DIR, sorted by their numbers. */
static void
open_parts(struct parts *parts, const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *entry;

	while (d != NULL && (entry = readdir(d)) != NULL)
		open_part(parts, dir, entry->d_name);
	if (d != NULL)
		closedir(d);
	if (parts->n > 0)
		qsort(parts->v, parts->n, sizeof(*parts->v), by_number);
	for (size_t i = 0; i < parts->n; i++)
		parts->v[i].from.in = &parts->v[i].in;
}

/* Returns the part that is most behind in time, or NULL if all have ended. */
static struct part *
next_part(const struct parts *parts)
{
	struct part *next = NULL;

	for (size_t i = 0; i < parts->n; i++)
		if (!parts->v[i].has_ended && (next == NULL || parts->v[i].newest < next->newest))
			next = &parts->v[i];
	return next;
}

/* Reads the next records of PART. */
static void
read_turn(struct perfdata *p, struct part *part)
{
	struct perfdata_source whole = p->from;
	uint64_t newest = p->order.newest;

	p->from = part->from;
	p->order.newest = part->newest;
	for (unsigned i = 0; i < TURN && !part->has_ended && !p->is_full; i++)
		part->has_ended = !perfdata_step(p, &part->e);
	if (part->has_ended && part->e.kind == ERR_NONE)
		(void)perfdata_has_ended(p, &part->e);
	part->newest = p->order.newest;
	if (newest > p->order.newest)
		p->order.newest = newest;
	whole.is_stream_damaged |= p->from.is_stream_damaged;
	part->from = p->from;
	p->from = whole;
}

/* Sets E to the first fault of a part.  True: there is none. */
static bool
check_parts(const struct parts *parts, struct err *e)
{
	for (size_t i = 0; i < parts->n; i++) {
		if (parts->v[i].e.kind == ERR_NONE)
			continue;
		*e = parts->v[i].e;
		return err_in(e, "data.%lu", parts->v[i].number);
	}
	return true;
}

bool
perfdata_read_directory(struct perfdata *p, const char *dir, struct err *e)
{
	struct stop *stop = p->from.in->stop;
	struct parts parts = { 0 };
	struct part *part;
	uint64_t done = 0;
	bool ok;

	p->is_parted = true;
	open_parts(&parts, dir);
	measured_allow(p->m, parts.size);
	stop_begin(stop, "reading", (size_t)parts.size, "bytes");
	while (!p->is_full && (part = next_part(&parts)) != NULL
	    && !stop_asked(stop, (size_t)done)) {
		done -= part->from.at;
		read_turn(p, part);
		done += part->from.at;
		if ((part = next_part(&parts)) != NULL)
			perfdata_until(p, part->newest);
	}
	ok = stop != NULL && stop->asked ? err_set(e, ERR_STOPPED, "stopped")
		: check_parts(&parts, e);
	for (size_t i = 0; i < parts.n; i++) {
		perfdata_source_release(&parts.v[i].from);
		if (parts.v[i].in.fd >= 0)
			close(parts.v[i].in.fd);
	}
	free(parts.v);
	return ok;
}

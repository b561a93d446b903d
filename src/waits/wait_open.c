/* wait_open.c - finds the process of a recording, and children that have no recordings yet
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_open.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "io/clock.h"
#include "io/procfile.h"
#include "io/procstatus.h"

enum { NAME = 512 };			/* bytes of the name of a file */

static struct wait_task *
new_task(int directory, struct wait_images *images, uint32_t hz)
{
	struct wait_task *t = mem_new(1, sizeof(*t));

	t->directory = directory;
	t->recording = -1;
	t->is_on = true;
	t->cpu = UINT64_MAX;
	t->target = (struct wait_target){ .hz = hz, .file.fd = -1, .process.images = images };
	return t;
}

/* Reads the head of the recording of T.  False: it is no complete recording of SESSION, or another
 * user says in it that this gprowse writes it: any process could be looked at for it. */
static bool
read_head(struct wait_task *t, const uint8_t session[16])
{
	struct stat st;

	return t->recording >= 0 && fstat(t->recording, &st) == 0
		&& pread(t->recording, &t->head, sizeof(t->head), 0) == (ssize_t)sizeof(t->head)
		&& memcmp(t->head.magic, REC_MAGIC, sizeof(t->head.magic)) == 0
		&& t->head.order == REC_ORDER && t->head.version == REC_VERSION
		&& memcmp(t->head.session, session, sizeof(t->head.session)) == 0
		&& (t->head.outside == 0 || st.st_uid == geteuid());
}

/* Opens the recording FILE for T. */
static bool
open_recording(struct wait_task *t, const char *file, const uint8_t session[16])
{
	t->recording = openat(t->directory, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	return read_head(t, session);
}

/* Does the recording of T say that its process has ended? */
static bool
is_ended(const struct wait_task *t)
{
	uint32_t ended = REC_RUNS;

	(void)!pread(t->recording, &ended, sizeof(ended), (off_t)REC_CONTROL_AT(ended));
	return ended != REC_RUNS;
}

/* Does process PID run the program of HEAD?  If the system does not tell its path, its name
 * decides. */
static bool
runs_program(pid_t pid, const struct rec_head *head)
{
	char path[40], runs[PATH_MAX], name[16], program[sizeof(head->program) + 2] = "";
	const char *executed;
	size_t length, n;
	ssize_t end;

	memcpy(program, head->program, sizeof(head->program));
	length = strlen(program);
	executed = program + length + 1;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	end = readlink(path, runs, sizeof(runs) - 1);
	if (end > 0) {
		runs[end] = '\0';
		return strncmp(runs, program, length) == 0
			&& (runs[length] == '\0' || runs[length] == ' ');	/* " (deleted)" */
	}
	snprintf(path, sizeof(path), "/proc/%d/comm", (int)pid);
	n = procfile_read(path, name, sizeof(name));
	return n > 1 && strncmp(*executed != '\0' ? executed : pathname_base(program), name,
		n - 1) == 0;
}

/* Does this gprowse write the recording of T? */
static bool
is_outside(const struct wait_task *t)
{
	return t->head.outside != 0;
}

/* Is T the process that writes its recording, called FILE?  Another process may have the number, if
 * the process ended or runs in a container.  The process has mapped the recording, unless this
 * gprowse writes it.  Then, or if the system does not tell what is mapped, the program decides. */
static bool
is_process(struct wait_task *t, const char *file)
{
	struct wait_process *p = &t->target.process;

	errno = 0;
	if (!wait_walk_refresh(p) && (errno == EACCES || errno == EPERM))
		t->target.is_refused = true;
	else if (!is_outside(t))
		return wait_maps_has(&p->maps, file);
	return runs_program(p->pid, &t->head);
}

/* Finds the process of T, which writes the recording called FILE, in CONTAINERS. */
static bool
find_contained(struct wait_task *t, const char *file, const struct wait_containers *containers)
{
	struct wait_process *p = &t->target.process;

	for (size_t i = 0; i < containers->n && !t->target.is_contained; i++) {
		if (containers->v[i].own != (pid_t)t->head.pid)
			continue;
		wait_maps_release(&p->maps);
		t->target.is_refused = false;
		p->pid = containers->v[i].pid;
		t->target.is_contained = is_process(t, file) && !t->target.is_refused;
	}
	return t->target.is_contained;
}

struct wait_task *
wait_open(int directory, const char *name, const uint8_t session[16],
	struct wait_images *images, uint32_t hz, const struct wait_containers *containers,
	bool *has_ended)
{
	struct wait_task *t = new_task(directory, images, hz);
	char file[512];

	t->name = mem_text(name, strlen(name));
	snprintf(file, sizeof(file), "%s%s", name, REC_SUFFIX);
	if (open_recording(t, file, session)) {
		*has_ended = is_ended(t)
			|| (t->head.outside & REC_BESIDE) != 0;
		t->target.process.pid = (pid_t)(is_outside(t) ? t->head.outer_pid : t->head.pid);
		t->target.is_contained = t->target.process.pid != (pid_t)t->head.pid;
		if (!*has_ended && (is_process(t, file)
			|| (!is_outside(t) && find_contained(t, file, containers))))
			return t;
	}
	wait_task_close(t);
	return NULL;
}

/* Sets T->name to that which the recorder in its process would give to a recording: PROGRAM, then
 * its number, then the first number that is free.  OF is the name of the recording of its
 * parent. */
static void
choose_name(struct wait_task *t, const char *of)
{
	size_t n = strlen(of) - strlen(REC_SUFFIX), room = strlen(of) + 32;
	char *name = mem_new(room, 1), file[NAME];
	bool is_used = true;

	for (int dots = 0; n > 0 && dots < 2; )
		dots += of[--n] == '.';
	for (unsigned number = 0; is_used && number < 10000; number++) {
		snprintf(name, room, "%.*s.%u.%u", (int)n, of, (unsigned)t->head.pid, number);
		snprintf(file, sizeof(file), "%s%s", name, REC_SUFFIX);
		is_used = faccessat(t->directory, file, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
		snprintf(file, sizeof(file), "%s%s", name, REC_WAIT_SUFFIX);
		is_used |= faccessat(t->directory, file, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
	}
	t->name = name;
}

void
wait_open_rename(struct wait_task *t)
{
	const char *dot = strrchr(t->name, '.');
	unsigned long number = dot != NULL ? strtoul(dot + 1, NULL, 10) : 0;
	size_t n = dot != NULL ? (size_t)(dot - t->name) : strlen(t->name), room = n + 32;
	char *name = mem_new(room, 1);

	snprintf(name, room, "%.*s.%lu", (int)n, t->name, number + 1);
	free(t->name);
	t->name = name;
}

/* Opens the recording whose control page the process of T has mapped, for T.  False: there is none,
 * or it is its own. */
static bool
open_parent(struct wait_task *t, const uint8_t session[16])
{
	const struct wait_maps *maps = &t->target.process.maps;
	pid_t own = procstatus_own_number(t->target.process.pid);

	for (size_t i = 0; i < maps->n; i++) {
		const char *file = pathname_base(maps->list[i].path);

		if (!pathname_ends(file, REC_SUFFIX) || strlen(file) >= NAME / 2)
			continue;
		if (t->recording >= 0)
			close(t->recording);
		if (!open_recording(t, file, session) || is_outside(t))
			continue;
		t->target.is_contained = t->target.process.pid != own;
		if ((pid_t)t->head.pid == own)
			return false;
		t->head.ppid = t->head.pid;
		t->head.pid = (uint32_t)own;
		choose_name(t, file);
		return true;
	}
	return false;
}

/* Does the first thread of process PID wait?  Otherwise, it may be about to execute a program.
 * WAIT_NONE: there is no such process, or it may not be looked at. */
static enum wait_found
is_waiting(pid_t pid)
{
	char path[40], text[16];

	snprintf(path, sizeof(path), "/proc/%d/syscall", (int)pid);
	if (procfile_read(path, text, sizeof(text)) == 0)
		return WAIT_NONE;
	return *text == 'r' ? WAIT_NOT_YET : WAIT_FOUND;	/* "running" */
}

/* Returns when the child C, which is process PID, began.  The system counts in ticks of 10 ms. */
static uint64_t
begin_of(const struct wait_fork *c, pid_t pid)
{
	const uint64_t tick = 10000000;
	uint64_t low = c->low, high = c->high, now = clock_now(CLOCK_MONOTONIC);
	bool is_zombie;
	double age = procstatus_age((unsigned long)pid, &is_zombie);

	if (age >= 0 && age < 1e6) {
		uint64_t begin = now - (uint64_t)(age * 1e9);

		if (begin > low && begin < high)
			low = begin;
		if (begin + tick > low && begin + tick < high)
			high = begin + tick;
	}
	return low + (high - low) / 2;
}

enum wait_found
wait_open_fork(struct wait_task **opened, int directory, pid_t pid, const struct wait_fork *c,
	const uint8_t session[16], struct wait_images *images, uint32_t hz)
{
	enum wait_found found = is_waiting(pid);
	struct wait_task *t;

	if (found != WAIT_FOUND)
		return found;
	t = new_task(directory, images, hz);
	t->target.process.pid = pid;
	if (!wait_walk_refresh(&t->target.process) || !open_parent(t, session)) {
		wait_task_close(t);
		return WAIT_NONE;
	}
	t->is_fork = true;
	(void)wait_open_executed(t);
	t->head.forked = 1;
	t->head.start = begin_of(c, pid);
	t->head.start_real = clock_now(CLOCK_REALTIME)
		- (clock_now(CLOCK_MONOTONIC) - t->head.start);
	*opened = t;
	return WAIT_FOUND;
}

bool
wait_open_executed(struct wait_task *t)
{
	char path[40];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)t->target.process.pid);
	if (!t->is_fork || stat(path, &st) != 0)
		return false;
	if (t->program == 0) {
		t->device = st.st_dev;
		t->program = st.st_ino;
	}
	return t->device != st.st_dev || t->program != st.st_ino;
}

/* Renames the file of waits of T, if it was made.  NAME is without suffix. */
static void
rename_file(const struct wait_task *t, const char *name)
{
	char from[NAME], to[NAME];

	snprintf(from, sizeof(from), "%s%s", t->name, REC_WAIT_SUFFIX);
	snprintf(to, sizeof(to), "%s%s", name, REC_WAIT_SUFFIX);
	if (t->is_made && faccessat(t->directory, to, F_OK, AT_SYMLINK_NOFOLLOW) != 0)
		(void)renameat(t->directory, from, t->directory, to);
}

void
wait_open_adopt(struct wait_task *t, struct wait_task *other)
{
	struct rec_head head = other->head;
	int recording = other->recording;
	char *name = other->name;

	if (strcmp(name, t->name) != 0)
		rename_file(t, name);
	head.start = t->head.start;
	head.start_real = t->head.start_real;
	other->name = t->name;
	other->recording = t->recording;
	t->head = head;
	t->name = name;
	t->recording = recording;
	t->is_fork = false;
	wait_task_close(other);
}

void
wait_open_give_way(struct wait_task *t, const char *name)
{
	char other[NAME];

	if (!t->is_fork || strcmp(name, t->name) != 0)
		return;
	snprintf(other, sizeof(other), "%s.fork", name);
	rename_file(t, other);
}

/* target.c - the files that gprowse control acts on: those of a process or of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/target.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "launch/cut.h"
#include "measured/recording_marker.h"

const char *
target_user(char text[64], unsigned long uid)
{
	const struct passwd *user = getpwuid((uid_t)uid);

	if (user != NULL)
		snprintf(text, 64, "user %s", user->pw_name);
	else
		snprintf(text, 64, "user %lu", uid);
	return text;
}

/* Does the file or directory with the status ST belong to this user? */
static bool
check_owner(const struct stat *st, struct err *e)
{
	char user[64];

	return st->st_uid == geteuid() || err_set(e, ERR_USAGE, "belongs to %s; only this user can "
		"control what it records", target_user(user, st->st_uid));
}

/* Sets E from errno after open() with O_NOFOLLOW has failed.  Returns false. */
static bool
set_open_error(struct err *e)
{
	if (errno == ELOOP)
		return err_set(e, ERR_IO, "is a symbolic link, which is not followed");
	return err_set(e, ERR_IO, "%s", strerror(errno));
}

/* Is the file FD a recording of this user?  Sets *HEAD to its head.  If the process has not
 * completed the head yet, the kind of E is ERR_EMPTY. */
static bool
check_file(int fd, struct rec_head *head, struct err *e)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return err_set(e, ERR_IO, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_FORMAT, "is not a regular file");
	if (!check_owner(&st, e))
		return false;
	if (st.st_nlink > 1)
		return err_set(e, ERR_FORMAT, "has several names (hard links), so it is not trusted");
	if (st.st_size == 0 || (pread(fd, head, sizeof(head->magic), 0) == sizeof(head->magic)
			&& *head->magic == '\0'))
		return err_set(e, ERR_EMPTY, "is not complete yet");
	if (pread(fd, head, sizeof(*head), 0) != (ssize_t)sizeof(*head)
	    || memcmp(head->magic, REC_MAGIC, sizeof(head->magic)) != 0)
		return err_set(e, ERR_FORMAT, "is no recording");
	if (head->order != REC_ORDER || head->version != REC_VERSION
	    || head->slot_size != sizeof(struct rec_slot))
		return err_set(e, ERR_FORMAT, "was recorded on another kind of machine, or by another "
			"version of gprowse");
	if (head->base != 0)
		return err_set(e, ERR_FORMAT, "is the copy that a reset made; name the recording");
	head->program[sizeof(head->program) - 1] = '\0';
	return true;
}

bool
targets_add(struct targets *t, int dir, const char *path, const char *name, struct err *e)
{
	int fd = openat(dir, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct target target = { .fd = fd };

	if (fd < 0 ? !set_open_error(e) : !check_file(fd, &target.head, e)) {
		if (fd >= 0)
			close(fd);
		return err_in(e, "%s", name);
	}
	target.is_used = !cut_is_unused(fd, &target.head);
	/* Close a file that is not used: a recording may have more files than a process can have
	 * open. */
	if (!target.is_used) {
		close(fd);
		target.fd = -1;
	}
	target.path = dir == AT_FDCWD ? mem_text(path, strlen(path))
		: directory_file(&t->directory, path);
	target.name = mem_text(name, strlen(name));
	t->list = mem_grow(t->list, t->n + 1, &t->room, sizeof(*t->list));
	t->list[t->n++] = target;
	return true;
}

int
target_open(const struct target *t, struct err *e)
{
	char path[40];
	int fd;

	/* Open the file that was checked, even if its name now belongs to another file. */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", t->fd);
	fd = cut_open(AT_FDCWD, path, true);
	if (fd < 0)
		(void)err_set(e, ERR_IO, "%s: %s", t->name, strerror(errno));
	return fd;
}

static void
release_target(struct target *t)
{
	if (t->fd >= 0)
		close(t->fd);
	free(t->name);
	free(t->path);
}

void
targets_remove_last(struct targets *t)
{
	release_target(&t->list[--t->n]);
}

struct visit {
	struct targets *targets;
	const struct recording_marker *marker;
	struct err *e;			/* why the file that was visited last cannot be used; kind
					 * ERR_NONE if it can be used */
};

/* Adds the text of E to the messages about files that cannot be used. */
static void
add_skipped(struct targets *t, const struct err *e)
{
	t->skipped = mem_grow(t->skipped, t->nskipped + 1, &t->skipped_room, sizeof(*t->skipped));
	t->skipped[t->nskipped++] = mem_text(e->text, strlen(e->text));
}

/* Adds the file NAME of D if it is a recording of the session. */
static bool
visit_file(const struct directory *d, const char *name, void *with)
{
	size_t room = strlen(name) + strlen(d->path) + 2;
	const struct visit *v = with;
	struct targets *t = v->targets;
	char *full;

	if (!pathname_ends(name, REC_SUFFIX))
		return true;
	full = mem_new(room, 1);
	snprintf(full, room, "%s/%s", d->path, name);
	/* An incomplete file is no error: its process has recorded nothing yet.  The last error
	 * stays in V->e, and is reported if no file can be used.  Earlier errors become
	 * messages. */
	if (v->e->kind == ERR_EMPTY)
		v->e->kind = ERR_NONE;
	if (v->e->kind != ERR_NONE)
		add_skipped(t, v->e);
	v->e->kind = ERR_NONE;
	if (targets_add(t, d->fd, name, full, v->e)
	    && v->marker->has_session && memcmp(t->list[t->n - 1].head.session,
		v->marker->session, sizeof(v->marker->session)) != 0)
		targets_remove_last(t);
	free(full);
	return true;
}

static int
by_start(const void *a, const void *b)
{
	const struct target *x = a, *y = b;

	if (x->head.start != y->head.start)
		return x->head.start < y->head.start ? -1 : 1;
	return strcmp(x->path, y->path);
}

/* E is about the last file that cannot be used.  Adds the number of other such files to the text of
 * E. */
static void
add_number_of_skipped(const struct targets *t, struct err *e)
{
	const struct err last = *e;

	(void)err_set(e, last.kind, "%s; %zu other file%s cannot be used either", last.text,
		t->nskipped, t->nskipped == 1 ? "" : "s");
}

/* Opens the recording T->directory.path, and adds its files, sorted by the time when they were
 * begun. */
static bool
add_directory(struct targets *t, struct err *e)
{
	struct directory *d = &t->directory;
	struct recording_marker marker;
	struct arena text = { 0 };
	struct visit visit = { t, &marker, e };
	struct stat st;
	char *self;
	bool found = false;

	d->fd = open(d->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	e->kind = ERR_NONE;
	if (d->fd < 0 || fstat(d->fd, &st) != 0) {
		(void)set_open_error(e);
	} else if (check_owner(&st, e)) {
		self = directory_file(d, ".");
		found = recording_marker_read(&marker, self, &text)
			|| err_set(e, ERR_FORMAT, "is no recording");
		free(self);
	}
	if (e->kind != ERR_NONE)
		(void)err_in(e, "%s", d->path);
	if (found) {
		if (marker.program != NULL)
			t->program = mem_text(marker.program, strlen(marker.program));
		if (!directory_visit(d, visit_file, &visit, e))
			(void)err_in(e, "%s", d->path);
		if (e->kind == ERR_EMPTY)
			e->kind = ERR_NONE;
		if (t->n > 0)
			qsort(t->list, t->n, sizeof(*t->list), by_start);
		if (t->n > 0 && e->kind != ERR_NONE)
			add_skipped(t, e);
		else if (t->n == 0 && e->kind != ERR_NONE && t->nskipped > 0)
			add_number_of_skipped(t, e);
		else if (t->n == 0 && e->kind == ERR_NONE)
			(void)err_set(e, ERR_EMPTY, "%s: no process was recorded; "
				"a running program that is linked statically is named by its process "
				"number", d->path);
	}
	arena_release(&text);
	return t->n > 0;
}

/* Locks the files of T that are used.  If another gprowse has locked a file, waits until the file
 * is unlocked.  Waits at most about WAIT milliseconds for all files together. */
static bool
lock_used(const struct targets *t, int wait, struct err *e)
{
	const struct timespec moment = { .tv_nsec = 1000000 };

	for (size_t i = 0; i < t->n; i++) {
		const struct target *target = &t->list[i];

		while (target->is_used && flock(target->fd, LOCK_EX | LOCK_NB) != 0) {
			if (errno != EWOULDBLOCK && errno != EINTR)
				break;		/* this file system has no locks */
			if (wait-- <= 0)
				return err_set(e, ERR_IO, "%s: another gprowse control acts on this "
					"process; try again when it is done", target->name);
			nanosleep(&moment, NULL);
		}
	}
	return true;
}

bool
targets_find(struct targets *t, const char *word, int wait, struct err *e)
{
	size_t n = strlen(word), digits = strspn(word, "0123456789");
	struct stat st;
	bool found;

	*t = (struct targets){ .directory.fd = -1 };
	while (n > 1 && word[n - 1] == '/')
		n--;
	t->directory.path = mem_text(word, n);
	if (word[digits] == '\0' && digits > 10)
		found = err_set(e, ERR_USAGE, "there is no process %s", word);
	else if (word[digits] == '\0')
		found = targets_add_process(t, strtoul(word, NULL, 10), e);
	else if (lstat(t->directory.path, &st) == 0 && S_ISDIR(st.st_mode))
		found = add_directory(t, e);
	else
		found = targets_add(t, AT_FDCWD, t->directory.path, t->directory.path, e);
	found = found && lock_used(t, wait, e);
	if (!found)
		targets_release(t);
	return found;
}

bool
targets_find_again(struct targets *now, const struct targets *t)
{
	struct err e = { 0 };

	*now = (struct targets){ .directory.fd = -1 };
	if (t->directory.fd < 0)
		return false;
	now->directory.path = mem_text(t->directory.path, strlen(t->directory.path));
	if (add_directory(now, &e))
		return true;
	targets_release(now);
	return false;
}

void
targets_release(struct targets *t)
{
	for (size_t i = 0; i < t->n; i++)
		release_target(&t->list[i]);
	for (size_t i = 0; i < t->nskipped; i++)
		free(t->skipped[i]);
	free(t->skipped);
	free(t->list);
	free(t->program);
	directory_release(&t->directory);
	*t = (struct targets){ .directory.fd = -1, .unrecorded = t->unrecorded };
}

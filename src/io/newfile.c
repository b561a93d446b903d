/* newfile.c - writes a file completely, or leaves the old one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/newfile.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fatal_signals.h"
#include "base/mem.h"
#include "base/pathname.h"

static const int fatal_signals[] = { SIGINT, FATAL_SIGNALS };

enum {
	MOST_OF_NAME = 200,		/* the temporary name contains at most this number of bytes
					 * of the file's name */
	NFATAL = sizeof(fatal_signals) / sizeof(*fatal_signals),
};

static struct sigaction old_actions[NFATAL];	/* the actions of fatal_signals that
						 * remove_at_exit() has replaced */
static const char *volatile unfinished;		/* the file to remove if the program ends now, or
						 * NULL */

static void
remove_unfinished(void)
{
	if (unfinished != NULL)
		unlink(unfinished);
	unfinished = NULL;
}

/* Removes the unfinished file, restores the old action for the signal and raises the signal
 * again. */
static void
on_fatal_signal(int number)
{
	remove_unfinished();
	for (size_t i = 0; i < NFATAL; i++)
		if (fatal_signals[i] == number)
			sigaction(number, &old_actions[i], NULL);
	raise(number);
}

/* Makes sure that PATH is removed if the program ends before keep_at_exit() is called.  Signals
 * that are ignored stay ignored, and a handler of SIGINT that is already installed stays. */
static void
remove_at_exit(const char *path)
{
	static bool registered;
	struct sigaction action = { .sa_handler = on_fatal_signal };

	if (!registered)
		atexit(remove_unfinished);
	registered = true;
	unfinished = path;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < NFATAL; i++) {
		sigaction(fatal_signals[i], NULL, &old_actions[i]);
		if (old_actions[i].sa_handler == SIG_DFL
		    || (old_actions[i].sa_handler != SIG_IGN && fatal_signals[i] != SIGINT))
			sigaction(fatal_signals[i], &action, NULL);
	}
}

static void
keep_at_exit(void)
{
	unfinished = NULL;
	for (size_t i = 0; i < NFATAL; i++)
		sigaction(fatal_signals[i], &old_actions[i], NULL);
}

/* Creates a file from the template PATH, and returns its descriptor or -1.  Signals are blocked
 * until their handler knows the name of the file. */
static int
make_temporary(char *path)
{
	sigset_t all, mask;
	int fd;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &mask);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		remove_at_exit(path);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return fd;
}

/* Returns the permissions of the new file: the permissions of OLD if OLD is a regular file, else
 * the default permissions.  OLD is NULL if there is no old file. */
static mode_t
new_mode(const struct stat *old)
{
	mode_t mask;

	if (old != NULL && S_ISREG(old->st_mode))
		return old->st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* May a new file replace PATH?  A device or a directory is not replaced.  A symbolic link is
 * replaced instead of followed, because an attacker may have made it.  But a link to an open file,
 * such as /dev/stdout, is not replaced. */
static bool
is_replaceable(const char *path)
{
	static const char open_files[] = "/proc/";
	char target[sizeof(open_files)];
	struct stat st;

	if (lstat(path, &st) != 0 || S_ISREG(st.st_mode))
		return true;
	return S_ISLNK(st.st_mode) && (readlink(path, target, sizeof(target)) != sizeof(target)
		|| memcmp(target, open_files, sizeof(open_files) - 1) != 0);
}

bool
newfile_open(struct newfile *f, const char *path, struct err *e)
{
	const char *base = pathname_base(path);
	size_t room = strlen(path) + sizeof(".XXXXXX") + 1;

	if (*path == '\0')
		return err_set(e, ERR_IO, "the name of the file is empty; give one");
	if (!is_replaceable(path))
		return err_set(e, ERR_IO, "%s: not a regular file, so it is not replaced", path);
	*f = (struct newfile){ .path = path, .temporary = mem_new(room, 1) };
	snprintf(f->temporary, room, "%.*s.%.*s.XXXXXX", (int)(base - path), path,
		MOST_OF_NAME, base);
	assert(unfinished == NULL);
	f->fd = make_temporary(f->temporary);
	if (f->fd >= 0)
		return true;
	(void)err_set(e, ERR_IO, "%s: cannot be written here: %s", path, strerror(errno));
	free(f->temporary);
	return false;
}

bool
newfile_close(struct newfile *f, int error, struct err *e)
{
	struct stat st;
	bool is_old = lstat(f->path, &st) == 0;

	/* If the file system cannot store these permissions, the file keeps the permissions that
	 * mkostemp() has set: only the user can read or write the file. */
	(void)fchmod(f->fd, new_mode(is_old ? &st : NULL));
	if (error == 0 && fsync(f->fd) != 0)
		error = errno;
	if (close(f->fd) != 0 && error == 0)
		error = errno;
	if (error == 0 && rename(f->temporary, f->path) != 0)
		error = errno;
	if (error != 0) {
		remove_unfinished();
		(void)err_set(e, ERR_IO, "%s: %s; %s", f->path, strerror(error),
			is_old ? "the old file is untouched" : "it was not written");
	}
	keep_at_exit();
	free(f->temporary);
	return error == 0;
}

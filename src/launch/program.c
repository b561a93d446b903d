/* program.c - finds the program that gprowse record runs, and whether it can be recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/mem.h"
#include "launch/own_profile.h"
#include "record/recording.h"

enum {
	SCRIPT_LINE = 256,		/* bytes of a script that the kernel reads */
	INTERPRETERS_MOST = 5,		/* greatest number of files in a chain: a script, its
					 * interpreter, and so on */
	SEARCHED = 1 << 20,		/* bytes that are searched at a time */
};

static bool
is_executable(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return false;
	errno = EACCES;
	return S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* Searches NAME in the directories of the environment variable PATH.  Returns the path of the
 * program, to be free()d, or NULL; then *ERROR is an errno. */
static char *
search_path(const char *name, int *error)
{
	const char *dirs = getenv("PATH");
	char *path = NULL;

	*error = ENOENT;
	dirs = dirs != NULL ? dirs : "/bin:/usr/bin";
	for (;;) {
		size_t n = strcspn(dirs, ":"), room = n + strlen(name) + 2;

		path = mem_new(room, 1);
		snprintf(path, room, "%.*s%s%s", (int)n, dirs, n > 0 ? "/" : "", name);
		if (is_executable(path))
			return path;
		if (errno == EACCES)
			*error = EACCES;
		free(path);
		if (dirs[n] == '\0')
			return NULL;
		dirs += n + 1;
	}
}

/* Is the file FD a script?  If so, sets INTERPRETER to the program that runs the script.  This is
 * the program that the first line names after "#!".  A file that is not ELF and does not begin with
 * "#!" is run by the shell. */
static bool
is_script(int fd, const struct linkage *l, char interpreter[SCRIPT_LINE])
{
	char line[SCRIPT_LINE + 1] = "", *name;
	ssize_t n = pread(fd, line, SCRIPT_LINE, 0);

	if (n <= 0 || l->is_elf)
		return false;
	if (n < 2 || line[0] != '#' || line[1] != '!') {
		snprintf(interpreter, SCRIPT_LINE, "/bin/sh");
		return true;
	}
	line[strcspn(line, "\n")] = '\0';
	name = line + 2 + strspn(line + 2, " \t");
	name[strcspn(name, " \t")] = '\0';
	snprintf(interpreter, SCRIPT_LINE, "%s", name);
	return *name != '\0';
}

/* Does the kernel start the file FD with other rights than the user has?  Root has all capabilities
 * already. */
static bool
changes_rights(int fd)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return false;
	return ((st.st_mode & S_ISUID) && st.st_uid != getuid())
		|| ((st.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP)
			&& st.st_gid != getgid())
		|| (getuid() != 0 && fgetxattr(fd, "security.capability", NULL, 0) > 0);
}

static bool
uses_asan(const struct linkage *l)
{
	const char *preload = getenv("LD_PRELOAD");

	return l->needs_asan || (preload != NULL && strstr(preload, "/libasan.so") != NULL);
}

/* Is TEXT in the file FD? */
static bool
contains(int fd, const char *text)
{
	const size_t n = strlen(text);
	char *bytes = mem_uncleared(SEARCHED, 1);
	bool found = false;
	off_t at = 0;
	ssize_t got;

	while (!found && (got = pread(fd, bytes, SEARCHED, at)) >= (ssize_t)n) {
		found = memmem(bytes, (size_t)got, text, n) != NULL;
		at += got - (ssize_t)n + 1;
	}
	free(bytes);
	return found;
}

/* Decides whether the image FD of P, which is linked statically, will be recorded.  The recorder in
 * libgprowse.a and the profiler of glibc read variables of the environment.  A program contains the
 * names of these variables if it contains the recorder or the profiler. */
static void
judge_static(struct program *p, int fd)
{
	if (contains(fd, REC_ENV_SESSION)) {
		p->recorded = true;
	} else if (contains(fd, OWN_PROFILE_VARIABLE)) {
		p->counts_itself = true;
	} else {
		p->is_hidden = changes_rights(fd);
		(void)err_set(&p->why, ERR_FORMAT, "is linked statically, so the recorder cannot be "
			"loaded and it is not recorded; link it without -static, with libgprowse.a, or "
			"with -pg: then glibc counts");
	}
}

/* Decides whether the image FD of P will be recorded by LIBRARY. */
static void
judge_image(struct program *p, int fd, const struct linkage *library)
{
	const struct linkage *l = &p->linkage;
	struct err *why = &p->why;

	p->preload = true;
	p->recorded = true;
	if (!l->is_elf)
		return;		/* FD is a script or cannot be read: exec or the recorder will say
				 * why this fails */
	if (l->machine != library->machine || l->address_size != library->address_size
		|| l->big_endian != library->big_endian) {
		p->preload = false;
		p->is_hidden = true;
		(void)err_set(why, ERR_FORMAT, "is a program for another kind of processor (%u bits) than "
			"gprowse, so it is not recorded; use a gprowse that was built for it",
			8 * l->address_size);
	} else if (!l->has_loader) {
		p->recorded = false;
		judge_static(p, fd);
		return;
	} else if (l->has_musl) {
		p->preload = false;
		(void)err_set(why, ERR_FORMAT, "is linked with musl, whose loader cannot load the "
			"recorder, so it is not recorded; link it with glibc");
	} else if (changes_rights(fd)) {
		p->is_hidden = true;
		(void)err_set(why, ERR_FORMAT, "gets other rights than you have (set-uid, set-gid or "
			"capabilities), so the system neither loads the recorder nor shows it from outside, "
			"and it is not recorded; run it as its owner, or record a copy");
	} else if (uses_asan(l)) {
		p->preload = false;
		(void)err_set(why, ERR_FORMAT, "uses AddressSanitizer, which refuses preloaded libraries, "
			"so it is not recorded; build it without -fsanitize=address");
	} else {
		return;
	}
	p->recorded = false;
}

/* Finds the image that runs when P->path is executed, and decides whether it will be recorded. */
static void
find_image(struct program *p, const struct linkage *library)
{
	char interpreter[SCRIPT_LINE], *path = mem_text(p->path, strlen(p->path));

	for (int i = 0; i < INTERPRETERS_MOST; i++) {
		int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
		bool script;

		free(p->image);
		p->image = realpath(path, NULL);
		if (p->image == NULL)
			p->image = mem_text(path, strlen(path));
		linkage_read(&p->linkage, fd);
		script = fd >= 0 && is_script(fd, &p->linkage, interpreter);
		judge_image(p, fd, library);
		if (fd >= 0)
			close(fd);
		if (!script)
			break;
		free(path);
		path = mem_text(interpreter, strlen(interpreter));
	}
	free(path);
}

int
program_find(struct program *p, const char *name, const struct linkage *library, struct err *e)
{
	int error = 0;

	*p = (struct program){ 0 };
	if (strchr(name, '/') == NULL) {
		p->path = search_path(name, &error);
	} else if (is_executable(name)) {
		p->path = mem_text(name, strlen(name));
	} else {
		error = errno;
	}
	if (p->path == NULL) {
		(void)err_set(e, ERR_IO, "%s: %s%s", name, error == EACCES
			? "cannot be run: it is not a program, or you may not run it" : strerror(error),
			error == ENOENT && strchr(name, ' ') != NULL
			? "; its arguments are words of their own, not in the same quotes" : "");
		return error == ENOENT || error == ENOTDIR ? STATUS_NOT_FOUND : STATUS_NOT_RUN;
	}
	find_image(p, library);
	return 0;
}

void
program_release(struct program *p)
{
	free(p->path);
	free(p->image);
}

/* preload.c - finds the library that is preloaded to record a program
 *
 * BINDIR and PKGLIBDIR are the directories that `configure` was told.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "launch/preload.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/recording.h"

static const char name[] = REC_LIBRARY;

/* Characters that have a meaning in LD_PRELOAD: separators, and $ for directories of the loader. */
static const char separators[] = ": \t\n$";

/* Returns "A/B/C", or "A/C" if B is empty; to be free()d. */
static char *
join(const char *a, const char *b, const char *c)
{
	size_t room = strlen(a) + strlen(b) + strlen(c) + 3;
	char *path = mem_new(room, 1);

	snprintf(path, room, "%s/%s%s%s", a, b, *b != '\0' ? "/" : "", c);
	return path;
}

/* Returns the path of PKGLIBDIR relative to BINDIR, as "../lib/gprowse"; to be free()d. */
static char *
relative_libdir(void)
{
	static const char bin[] = BINDIR "/", lib[] = PKGLIBDIR "/";
	size_t common = 0, ups = 0, room;
	char *path;

	for (size_t i = 0; bin[i] != '\0' && bin[i] == lib[i]; i++)
		if (bin[i] == '/')
			common = i + 1;
	for (const char *c = bin + common; *c != '\0'; c++)
		ups += *c == '/';
	room = 3 * ups + sizeof(lib);
	path = mem_new(room, 1);
	while (ups-- > 0)
		strcat(path, "../");
	strcat(path, lib + common);
	return path;
}

/* Is PATH a library that can be read?  If so, sets L; PLACE says in words where it is.  Frees PATH
 * in any case. */
static bool
is_library(struct preload *l, char *path, const char *place)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		linkage_read(&l->linkage, fd);
		close(fd);
		if (l->linkage.is_elf)
			l->path = realpath(path, NULL);
	}
	free(path);
	if (l->path != NULL)
		l->place = place;
	return l->path != NULL;
}

/* Sets EXE to the directory of the running gprowse, without '/' at its end. */
static bool
own_directory(char exe[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", exe, PATH_MAX - 1);
	char *slash;

	if (n <= 0)
		return false;
	exe[n] = '\0';
	slash = strrchr(exe, '/');
	if (slash != NULL)
		*slash = '\0';
	return slash != NULL;
}

bool
preload_find(struct preload *l, struct err *e)
{
	char exe[PATH_MAX], *libdir = relative_libdir();
	bool found;

	*l = (struct preload){ 0 };
	found = own_directory(exe) && (is_library(l, join(exe, "", name), "beside gprowse")
		|| is_library(l, join(exe, libdir, name), "installed with gprowse"));
	found = found || is_library(l, join(PKGLIBDIR, "", name), "in the configured directory");
	free(libdir);
	if (!found && !HAVE_RECORDER)
		return err_set(e, ERR_IO, "this gprowse was built without the library that records programs; "
			"build it without --disable-recorder, on Linux with glibc and a 64-bit processor");
	if (!found)
		return err_set(e, ERR_IO, "%s/%s: the library that records programs is missing; install "
			"gprowse again", PKGLIBDIR, name);
	if (strpbrk(l->path, separators) != NULL)
		return err_set(e, ERR_IO, "%s: the loader cannot load a library whose path contains "
			"blanks, ':' or '$'; move gprowse to another directory", l->path);
	return true;
}

char *
preload_value(const struct preload *l, const char *old)
{
	size_t n = strlen(l->path), room;
	char *value;

	old = old != NULL ? old + strspn(old, ": ") : "";
	/* If a recorded program runs gprowse record, OLD begins with the library already. */
	if (strncmp(old, l->path, n) == 0 && (old[n] == '\0' || strchr(": ", old[n]) != NULL))
		return mem_text(old, strlen(old));
	room = n + strlen(old) + 2;
	value = mem_new(room, 1);
	snprintf(value, room, "%s%s%s", l->path, *old != '\0' ? ":" : "", old);
	return value;
}

void
preload_release(struct preload *l)
{
	free(l->path);
}

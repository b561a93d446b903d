/* own_profile.c - the profile that a program counts itself while gprowse record runs it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/own_profile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "launch/glibc_tables.h"
#include "launch/gmonout.h"
#include "samples/samples.h"

/* Sets NAME to the name of the file that glibc writes for process PID. */
static void
print_name(char name[32], pid_t pid)
{
	snprintf(name, 32, "gmon.out.%ld", (long)pid);
}

/* Has process PID written its profile itself? */
static bool
has_written(const struct own_profile *p, pid_t pid)
{
	struct stat st;
	char name[32];

	print_name(name, pid);
	return fstatat(p->directory->fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0
		&& S_ISREG(st.st_mode);
}

/* Reads the tables T of the program, and writes them to gmon.out in the directory. */
static bool
save_tables(struct own_profile *p, const struct glibc_tables *t)
{
	char *path = directory_file(p->directory, "gmon.out");
	struct samples s = { 0 };
	enum glibc_state state;
	bool sampling, done;

	done = glibc_tables_state(t, &state, &sampling, &p->why)
		&& glibc_tables_read(t, &s, &p->lost, &p->why)
		&& (gmonout_save(&s, &t->linkage, path, &p->why)
			|| directory_unnamed(&p->why, path));
	p->is_full = done && state == GLIBC_ERROR;
	samples_release(&s);
	free(path);
	return done;
}

/* Reads and saves the tables of process CHILD, which is about to end, unless the process has
 * written its profile itself. */
static void
read_at_end(pid_t child, void *with)
{
	struct own_profile *p = with;
	struct glibc_tables t;

	if (has_written(p, child))
		return;
	p->was_read = glibc_tables_find(&t, child, &p->why) && save_tables(p, &t);
	glibc_tables_release(&t);
}

void
own_profile_open(struct own_profile *p, const struct directory *d)
{
	size_t room = strlen(d->absolute) + sizeof("/gmon.out");

	*p = (struct own_profile){ .directory = d,
		.trace = { .at_end = read_at_end, .with = p } };
	p->prefix = mem_new(room, 1);
	snprintf(p->prefix, room, "%s/gmon.out", d->absolute);
}

bool
own_profile_finish(struct own_profile *p, struct err *e)
{
	int fd = p->directory->fd;
	char name[32];

	print_name(name, p->trace.child);
	if (p->trace.is_other)
		return err_set(e, ERR_EMPTY, "the program has executed another program, and "
			"neither of them was recorded");
	if (has_written(p, p->trace.child) && renameat(fd, name, fd, "gmon.out") == 0)
		return true;
	if (p->was_read)
		return true;
	if (p->trace.error != 0)
		return err_set(e, ERR_IO, "the program did not exit normally, and the system does not "
			"allow reading what it counted (ptrace: %s)", strerror(p->trace.error));
	if (p->why.kind == ERR_NONE)
		return err_set(e, ERR_EMPTY, "the program has left no profile");
	*e = p->why;
	return err_in(e, "the profile of the program is missing");
}

void
own_profile_release(struct own_profile *p)
{
	free(p->prefix);
}

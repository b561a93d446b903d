/* control_dump.c - writes what was recorded until now as a gmon.out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/control_dump.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "launch/gmonout.h"
#include "measured/recording.h"

/* Sets P to a program with the image PATH, and reads the linkage of the image. */
static bool
open_image(struct program *p, const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	*p = (struct program){ 0 };
	if (fd < 0)
		return err_set(e, ERR_IO, "%s: %s; a gmon.out needs the addresses of the program", path,
			strerror(errno));
	p->image = mem_text(path, strlen(path));
	linkage_read(&p->linkage, fd);
	close(fd);
	return true;
}

/* Adds the calls and samples of target number I of T to G.  Reads its copy in COPIES if it has
 * one. */
static bool
add_target(struct gmonout *g, const struct targets *t, const struct control_copies *copies,
	size_t i, struct err *e)
{
	const struct target *target = &t->list[i];
	const char *path = copies->n > i && copies->list[i].path != NULL ? copies->list[i].path
		: target->path;
	char *base = recording_copy_path(target->path);
	struct recording r;
	bool done = recording_read_since(&r, path, base, NULL, e);

	free(base);
	if (!done)
		return err_in(e, "%s", target->name);
	gmonout_add(g, &r);
	recording_release(&r);
	return true;
}

bool
control_dump(const struct targets *t, const struct control_copies *copies, const char *path,
	struct err *e)
{
	const char *image = t->program != NULL ? t->program : t->list[0].head.program;
	struct gmonout g = { 0 };
	struct program p;
	bool done;

	if (!open_image(&p, image, e))
		return false;
	done = gmonout_open(&g, &p, t->list[0].head.hz)
		|| err_set(e, ERR_FORMAT, "%s: has no code", image);
	for (size_t i = 0; i < t->n && done; i++)
		done = add_target(&g, t, copies, i, e);
	if (done)
		done = gmonout_write(&g, path, e);
	gmonout_release(&g);
	program_release(&p);
	return done;
}

/* recorded_check.c - --check of a recording, whose gmon.out is compared with its stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/recorded_check.h"

#include <string.h>
#include <sys/stat.h>

#include "base/pathname.h"
#include "measured/recording_marker.h"
#include "recorded/recorded_files.h"

/* Returns the recording whose own gmon.out is to be checked, or NULL if O names a gmon.out or no
 * recording.  If O names a program before the recording, sets *PROGRAM to it, otherwise to
 * NULL. */
static const char *
find_recording(const struct options *o, const char **program)
{
	const struct open_options *p = &o->profile;

	*program = NULL;
	if (o->check != NULL)
		return !o->image_given && recorded_check_is(o) ? o->check : NULL;
	if (!o->image_given)
		return NULL;
	if (recorded_files_is_source(p->image))
		return p->image;
	*program = p->image;
	return p->has_files && recorded_files_is_source(p->files[0]) ? p->files[0] : NULL;
}

/* Returns PATH without slashes at its end. */
static const char *
without_slashes(const char *path, struct arena *text)
{
	size_t n = strlen(path);

	while (n > 1 && path[n - 1] == '/')
		n--;
	return arena_text(text, path, n);
}

/* Does O choose a part of the recording?  The gmon.out has no parts. */
static bool
has_choice(const struct open_options *o)
{
	return o->part != NULL || o->only_pid != NULL || o->only_thread != NULL
		|| o->only_image != NULL;
}

bool
recorded_check_options(struct options *changed, const struct options *o, struct arena *text,
	struct err *e)
{
	const char *program, *dir = find_recording(o, &program), **file;
	struct recording_marker marker;
	struct stat st;

	*changed = *o;
	if (dir == NULL && recorded_check_is(o))
		changed->check = without_slashes(o->check, text);
	if (dir == NULL)
		return true;
	dir = without_slashes(dir, text);
	if (o->profile.has_files && (program == NULL || o->profile.nfiles > 1))
		return err_set(e, ERR_USAGE, "--check %s: one recording is checked; leave out the other "
			"files", dir);
	if (has_choice(&o->profile))
		return err_set(e, ERR_USAGE, "--check %s: its gmon.out has all processes and threads "
			"of the program; leave out --pid, --thread, --image and --part", dir);
	if (!recording_marker_read(&marker, dir, text))
		return err_set(e, ERR_USAGE, "%s: is the file of one process; --check needs the "
			"directory that gprowse record has made", dir);
	if (program == NULL && marker.program == NULL)
		return err_set(e, ERR_FORMAT, "%s: does not say which program was recorded; name it: "
			"gprowse --check PROGRAM %s", dir, dir);
	file = arena_new(text, 1, sizeof(*file));
	*file = arena_printf(text, "%s/gmon.out", dir);
	if (stat(*file, &st) != 0 || !S_ISREG(st.st_mode))
		return err_set(e, ERR_MISSING, "%s: has no gmon.out, which gprowse record writes when "
			"the program has ended", dir);
	changed->check = dir;
	changed->profile.image = program != NULL ? program : marker.program;
	changed->profile.files = file;
	changed->profile.nfiles = 1;
	changed->profile.has_files = changed->image_given = changed->files_given = true;
	return true;
}

bool
recorded_check_is(const struct options *o)
{
	return o->check != NULL && recorded_files_is_source(o->check);
}

const char *
recorded_check_program(const struct options *o, struct arena *text)
{
	struct recording_marker marker;

	if (recording_marker_read(&marker, o->check, text) && marker.program != NULL)
		return marker.program;
	return pathname_base(o->profile.image);
}

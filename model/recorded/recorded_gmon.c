/* recorded_gmon.c - recordings of a program that counted itself: they have only a gmon.out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_gmon.h"

#include <sys/stat.h>

#include "profile/profile.h"
#include "recorded/recorded_files.h"

/* Returns the recording that O names, alone or after a program.  NULL: O names no recording, or
 * more files.  *HAS_PROGRAM becomes true if O names a program first. */
static const char *
find_recording(const struct open_options *o, bool *has_program)
{
	size_t nfiles = o->has_files ? o->nfiles : 0;

	*has_program = !recorded_files_is_source(o->image);
	if (nfiles + !*has_program != 1)
		return NULL;
	if (!*has_program)
		return o->image;
	return recorded_files_is_source(o->files[0]) ? o->files[0] : NULL;
}

bool
recorded_gmon_options(struct open_options *changed, const struct open_options *o,
	struct arena *text)
{
	bool has_program, found;
	const char *path = find_recording(o, &has_program), *gmon, *program, **file;
	struct recorded_files files;
	struct stat st;

	if (path == NULL)
		return false;
	recorded_files_open(&files, &path, 1);
	program = has_program ? o->image : files.sources[0].marker.program;
	if (program != NULL)
		program = arena_printf(text, "%s", program);
	gmon = arena_printf(text, "%s/gmon.out", path);
	found = files.sources[0].is_directory && files.n == 0 && program != NULL
		&& stat(gmon, &st) == 0 && S_ISREG(st.st_mode);
	recorded_files_release(&files);
	if (!found)
		return false;
	file = arena_new(text, 1, sizeof(*file));
	*file = gmon;
	*changed = *o;
	changed->image = program;
	changed->files = file;
	changed->nfiles = 1;
	changed->has_files = true;
	return true;
}

void
recorded_gmon_note(struct profile *p)
{
	profile_note(p, NOBODY, "The program counted these calls and samples itself.",
		"It is linked statically, so gprowse record took no stacks: the time of callees is "
		"estimated.");
}

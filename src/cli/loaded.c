/* loaded.c - the profile that the command line names, read into memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/loaded.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "io/message.h"
#include "io/progress.h"
#include "load/open.h"
#include "notes/notes.h"
#include "samples/profiledir.h"

/* The profile FILE is not in the current directory.  Returns true if there are other profiles, or
 * one beside IMAGE; then E names them. */
static bool
propose_profile(const char *image, const char *file, struct err *e)
{
	struct arena text = { 0 };
	size_t length = (size_t)(pathname_base(image) - image);
	const char *dir = length > 0 ? arena_text(&text, image, length) : ".";
	const char *here = profiledir_first(".", &text);
	const char *beside = here == NULL ? profiledir_first(dir, &text) : NULL;

	if (here != NULL)
		(void)err_set(e, ERR_MISSING, "%s: not in this directory, but %s is: "
			"gprowse %s . reads all such files", file, here, image);
	else if (beside != NULL)
		(void)err_set(e, ERR_MISSING, "%s: not in this directory, but beside the program: "
			"gprowse %s %s", file, image, beside);
	arena_release(&text);
	return here != NULL || beside != NULL;
}

/* If E says that a file with a default name is missing, add to E how to get such a file.  Returns
 * false. */
static bool
explain_missing(const struct options *o, struct err *e)
{
	const char *image = o->profile.image, *file = o->profile.files[0];
	bool has_image = access(image, F_OK) == 0;

	if (e->kind != ERR_MISSING)
		return false;
	if (!has_image && !o->image_given)
		return err_set(e, ERR_MISSING, "%s: not in this directory; name the program that was "
			"compiled with -pg: gprowse PROGRAM", image);
	if (has_image && !o->files_given && access(file, F_OK) != 0
	    && !propose_profile(image, file, e))
		return err_set(e, ERR_MISSING, "%s: not in this directory; compile and link the program "
			"with -pg, and run it here until it exits normally: this writes the file", file);
	return false;
}

bool
loaded_open_profile(struct profile *p, const struct options *o,
	const struct open_options *wanted, struct err *e)
{
	struct open_options options = *wanted;
	struct progress progress;
	bool ok;

	if (options.stop == NULL)
		options.stop = &progress.stop;
	progress_begin(&progress);
	ok = open_profile(p, &options, e);
	progress_end(&progress);
	if (ok && p->found != NULL && wanted->stop == NULL)
		message("%s", p->found);
	return ok || explain_missing(o, e);
}

struct file_stamp
loaded_stamp(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return (struct file_stamp){ .path = path };
	return (struct file_stamp){ .path = path, .modified = st.st_mtim, .size = st.st_size };
}

static void
add_stamp(struct loaded *l, const char *path)
{
	if (l->nstamps < LOADED_MOST_STAMPS)
		l->stamps[l->nstamps++] = loaded_stamp(path);
}

/* Stamp the files of O.  This is done before they are read, so that a file which is written
 * meanwhile counts as changed. */
static void
add_stamps(struct loaded *l, const struct open_options *o)
{
	add_stamp(l, o->image);
	for (size_t i = 0; i < o->nfiles; i++)
		add_stamp(l, o->files[i]);
	for (size_t i = 0; i < o->nlibraries; i++) {
		add_stamp(l, o->libraries[i].image);
		add_stamp(l, o->libraries[i].file);
	}
}

struct loaded *
loaded_read(const struct options *o, struct stop *stop, struct err *e)
{
	struct open_options wanted = o->profile;
	const struct graph_options how = { .stop = stop };
	struct loaded *l = mem_new(1, sizeof(*l));

	wanted.rules = RULES_EXACT;
	wanted.spread = true;
	wanted.possible_calls = true;
	wanted.stop = stop;
	add_stamps(l, &o->profile);
	if (!loaded_open_profile(&l->profile, o, &wanted, e)) {
		free(l);
		return NULL;
	}
	notes_find(&l->profile);
	if (!graph_solve(&l->graph, &l->profile, &how)) {
		profile_release(&l->profile);
		free(l);
		(void)err_set(e, ERR_STOPPED, "stopped");
		return NULL;
	}
	notes_find_cycles(&l->profile, &l->graph);
	names_open(&l->names, &l->profile, o->demangling);
	return l;
}

void
loaded_free(struct loaded *l)
{
	names_release(&l->names);
	graph_release(&l->graph);
	profile_release(&l->profile);
	free(l);
}

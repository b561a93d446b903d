/* loaded.c - what the command line names, read into memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "loaded.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem.h"
#include "progress.h"

/* Is the file NAME missing, and what E complains of? */
static bool
is_missing(const char *name, const struct err *e)
{
	size_t n = strlen(name);

	return strncmp(e->text, name, n) == 0 && e->text[n] == ':' && access(name, F_OK) != 0;
}

bool
loaded_profile(struct profile *p, const struct options *o,
	const struct profile_options *wanted, struct err *e)
{
	struct profile_options options = *wanted;
	struct progress progress;
	bool ok;

	options.image = o->image;
	options.files = o->files;
	options.nfiles = o->nfiles;
	options.libraries = o->libraries;
	options.nlibraries = o->nlibraries;
	options.format = o->format;
	options.sum_up = o->sum;
	options.no_static = o->no_static;
	options.functions_only = o->functions_only;
	options.static_calls = o->static_calls;
	options.symbol_file = o->symbol_file;
	options.map_file = o->map_file;
	options.specs = o->specs;
	options.nspecs = o->nspecs;
	options.lines = o->lines;
	if (options.watch == NULL)
		options.watch = &progress.stop;
	progress_begin(&progress);
	ok = profile_open(p, &options, e);
	progress_end(&progress);
	if (ok)
		return true;
	if (!o->image_given && is_missing(o->image, e))
		return err_set(e, ERR_IO, "%s: not in this directory; name the program that was "
			"compiled with -pg: gprowse PROGRAM", o->image);
	if (!o->files_given && is_missing(o->files[0], e))
		return err_set(e, ERR_IO, "%s: not in this directory; compile and link the program "
			"with -pg, run it here until it exits normally, and it is written", o->files[0]);
	return false;
}

struct stamp
loaded_stamp(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return (struct stamp){ .path = path };
	return (struct stamp){ .path = path, .modified = st.st_mtim, .size = st.st_size };
}

static void
watch(struct loaded *l, const char *path)
{
	if (l->nstamps < MOST_WATCHED)
		l->stamps[l->nstamps++] = loaded_stamp(path);
}

/* A file that is written while it is read has changed as well. */
static void
watch_all(struct loaded *l, const struct options *o)
{
	watch(l, o->image);
	for (size_t i = 0; i < o->nfiles; i++)
		watch(l, o->files[i]);
	for (size_t i = 0; i < o->nlibraries; i++) {
		watch(l, o->libraries[i].image);
		watch(l, o->libraries[i].file);
	}
}

struct loaded *
loaded_read(const struct options *o, struct stop *stop, struct err *e)
{
	const struct profile_options wanted = { .rules = RULES_EXACT, .spread = true,
		.possible_calls = true, .watch = stop };
	const struct cuts cuts = { .stop = stop };
	struct loaded *l = mem_new(1, sizeof(*l));

	watch_all(l, o);
	if (!loaded_profile(&l->profile, o, &wanted, e)) {
		free(l);
		return NULL;
	}
	if (!graph_solve(&l->graph, &l->profile, &cuts)) {
		profile_release(&l->profile);
		free(l);
		err_set_(e, ERR_STOPPED, "stopped");
		return NULL;
	}
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

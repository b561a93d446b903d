/* loaded.c - the profile that the command line names, read into memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/loaded.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "cli/loaded_check.h"
#include "cli/loaded_compare.h"
#include "cli/options_measured.h"
#include "cli/recorded_check.h"
#include "figures/cycles.h"
#include "figures/graph_solve.h"
#include "io/message.h"
#include "io/progress.h"
#include "load/open.h"
#include "load/open_measured.h"
#include "measured/recording_marker.h"
#include "notes/notes.h"
#include "profile/inlining.h"
#include "samples/profiledir.h"

/* FILE is not in the current directory.  Looks there for a profile with another name, then for a
 * profile in the directory of IMAGE.  Returns true if a profile is found; then E names this
 * profile. */
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
		(void)err_set(e, ERR_MISSING, "%s: not in this directory, but in that of the program; "
			"use: gprowse %s %s", file, image, beside);
	arena_release(&text);
	return here != NULL || beside != NULL;
}

/* The recordings that gprowse opens if no file is named. */
static const char recording[] = "gprowse.data", perf_data[] = "perf.data";

/* If E says that a file with a default name is missing, makes E also say how the user gets such a
 * file.  Returns false. */
static bool
explain_missing(const struct options *o, struct err *e)
{
	const char *image = o->profile.image, *file = o->profile.files[0];
	bool has_image = access(image, F_OK) == 0;

	if (e->kind != ERR_MISSING)
		return false;
	if (!has_image && !o->image_given && recording_marker_exists(recording))
		return err_set(e, ERR_MISSING, "%s: not in this directory, but %s is: gprowse %s",
			image, recording, recording);
	if (!has_image && !o->image_given)
		return err_set(e, ERR_MISSING, "%s: not in this directory; name the program that was "
			"compiled with -pg: gprowse PROGRAM; or record a program: gprowse record PROGRAM", image);
	if (has_image && !o->files_given && access(file, F_OK) != 0
	    && !propose_profile(image, file, e))
		return err_set(e, ERR_MISSING, "%s: not in this directory; compile and link the program "
			"with -pg, and run it here until it exits normally: this writes the file", file);
	return false;
}

/* Sets where the files of images may be, as the environment says. */
static void
set_places(struct image_places *where, struct arena *text)
{
	const char *cache = getenv("DEBUGINFOD_CACHE_PATH"), *user = getenv("XDG_CACHE_HOME");
	const char *servers = getenv("DEBUGINFOD_URLS");

	where->has_servers = servers != NULL && *servers != '\0';
	where->home = getenv("HOME");
	if (cache != NULL && *cache != '\0')
		where->cache = arena_text(text, cache, strlen(cache));
	else if (user != NULL && *user != '\0')
		where->cache = arena_printf(text, "%s/debuginfod_client", user);
	else if (where->home != NULL)
		where->cache = arena_printf(text, "%s/.cache/debuginfod_client", where->home);
}

bool
loaded_open_profile(struct profile *p, const struct options *o,
	const struct open_options *wanted, struct err *e)
{
	struct open_options options = *wanted;
	struct arena text = { 0 };
	struct progress progress;
	bool ok;

	if (options.stop == NULL)
		options.stop = &progress.stop;
	set_places(&options.where, &text);
	progress_begin(&progress);
	ok = open_profile(p, &options, e);
	progress_end(&progress);
	arena_release(&text);
	if (ok && p->found != NULL && wanted->stop == NULL)
		message("%s", p->found);
	if (ok && profile_has(p, HAS_EVENTS) && !options_check_measured(o, p, e)) {
		profile_release(p);
		return false;
	}
	return ok || explain_missing(o, e);
}

/* Was A written after B? */
static bool
is_newer(const struct stat *a, const struct stat *b)
{
	return a->st_mtim.tv_sec > b->st_mtim.tv_sec || (a->st_mtim.tv_sec == b->st_mtim.tv_sec
		&& a->st_mtim.tv_nsec > b->st_mtim.tv_nsec);
}

void
loaded_choose_default(struct options *o)
{
	struct stat newest, at;
	bool has_any;

	if (o->image_given || o->files_given || o->has_check || o->compare.is_wanted)
		return;
	has_any = stat(o->profile.files[0], &newest) == 0;
	if (recording_marker_exists(recording) && stat(recording, &at) == 0
	    && (!has_any || is_newer(&at, &newest))) {
		o->profile.image = recording;
		newest = at;
		has_any = true;
	}
	/* perf record --threads makes a directory. */
	if ((stat("perf.data/data", &at) == 0 || stat(perf_data, &at) == 0) && S_ISREG(at.st_mode)
	    && (!has_any || is_newer(&at, &newest)))
		o->profile.image = perf_data;
}

static bool
is_standard_input(const char *path)
{
	return strcmp(path, "-") == 0;
}

/* Can PATH be read only once?  This is so for standard input, and for pipes of the shell, which are
 * not in the file system.  A named pipe can be written again. */
static bool
is_read_once(const char *path)
{
	struct stat st;
	char *real;

	if (is_standard_input(path))
		return true;
	if (stat(path, &st) != 0 || !S_ISFIFO(st.st_mode))
		return false;
	real = realpath(path, NULL);
	free(real);
	return real == NULL;
}

/* Returns the first path of O for which IS_SO is true, or NULL. */
static const char *
find_path(const struct options *o, bool (*is_so)(const char *))
{
	const struct open_options *r = &o->profile;

	if (is_so(r->image))
		return r->image;
	if (o->check != NULL && is_so(o->check))
		return o->check;
	if (o->compare.is_wanted) {
		struct options before = loaded_compare_before(o);
		const char *path = find_path(&before, is_so);

		if (path != NULL)
			return path;
	}
	for (size_t i = 0; i < r->nfiles; i++)
		if (is_so(r->files[i]))
			return r->files[i];
	for (size_t i = 0; i < r->nlibraries; i++)
		if (is_so(r->libraries[i].file))
			return r->libraries[i].file;
	return NULL;
}

bool
loaded_reads_input(const struct options *o)
{
	return find_path(o, is_standard_input) != NULL;
}

bool
loaded_check_again(const struct options *o, struct err *e)
{
	const char *path = find_path(o, is_read_once);

	return path == NULL || err_set(e, ERR_IO, "%s cannot be read again",
		is_standard_input(path) ? "standard input" : path);
}

struct file_stamp
loaded_stamp(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return (struct file_stamp){ .path = path };
	return (struct file_stamp){ .path = path, .modified = st.st_mtim, .size = st.st_size };
}

void
loaded_stamp_again(struct file_stamp *s)
{
	bool is_image = s->is_image;

	*s = loaded_stamp(s->path);
	s->is_image = is_image;
}

static void
add_stamp(struct loaded *l, const char *path)
{
	if (l->nstamps < LOADED_MOST_STAMPS)
		l->stamps[l->nstamps++] = loaded_stamp(path);
}

static void
add_image_stamp(struct loaded *l, const char *path, bool has_profile)
{
	uint32_t n = (uint32_t)l->nstamps;

	add_stamp(l, path);
	if (l->nstamps > n)
		l->stamps[n].is_image = has_profile;
}

/* Adds stamps of the files of O.  Call this function before the files are read, so that a file that
 * is written meanwhile counts as changed. */
static void
add_stamps(struct loaded *l, const struct open_options *o)
{
	add_image_stamp(l, o->image, o->nfiles > 0);
	for (size_t i = 0; i < o->nfiles; i++)
		add_stamp(l, o->files[i]);
	for (size_t i = 0; i < o->nlibraries; i++) {
		add_image_stamp(l, o->libraries[i].image, true);
		add_stamp(l, o->libraries[i].file);
	}
}

/* Replaces the profile of L by a profile that shows inlined functions.  Returns false if STOP
 * stopped the work. */
static bool
show_inlined(struct loaded *l, struct stop *stop)
{
	struct cycles cycles;
	bool done;

	l->hosts = l->profile;
	done = cycles_find(&cycles, &l->hosts, NULL, stop)
		&& inlining_open(&l->profile, &l->hosts, cycles.head, stop);
	cycles_release(&cycles);
	if (!done) {
		l->profile = (struct profile){ 0 };
		return false;
	}
	l->profile.nnotes = l->profile.notes_room = l->hosts.nnotes;
	l->profile.notes = mem_new(l->hosts.nnotes, sizeof(*l->profile.notes));
	if (l->hosts.nnotes > 0)
		memcpy(l->profile.notes, l->hosts.notes,
			l->hosts.nnotes * sizeof(*l->profile.notes));
	if (l->profile.inlining->ninstances == 0)
		profile_note(&l->profile, NOBODY, "No inlined functions are known.",
			"Debug information (-g) names them.");
	return true;
}

void
loaded_find_notes(struct loaded *l)
{
	const struct arena names = l->profile.names;

	/* Notes are found for graph after graph, so their texts must not stay. */
	arena_release(&l->note_text);
	l->profile.names = (struct arena){ 0 };
	l->profile.nnotes = l->nnotes_read;
	if (profile_has(&l->profile, HAS_EVENTS))
		notes_find_measured(&l->profile, l->graph);
	notes_find_cycles(&l->profile, l->graph);
	l->note_text = l->profile.names;
	l->profile.names = names;
}

/* The profile of L is loaded: solves its call graph for SELECTION, finds its notes, and does what
 * --check asks for.  Returns L.  On an error, frees L and returns NULL; then E says why. */
static struct loaded *
finish(struct loaded *l, const struct options *o, const struct selection *selection,
	struct stop *stop, struct err *e)
{
	bool is_measured = profile_has(&l->profile, HAS_EVENTS);

	/* For a measured profile, the default gmon.out is not read, even if it exists. */
	if (is_measured && !o->files_given && l->nstamps > 1)
		l->nstamps = 1;
	if (!is_measured) {
		notes_find(&l->profile);
		/* Notes looked at all names and at code; few names will be shown. */
		open_rest_images(&l->profile);
	}
	if ((l->inlined && !show_inlined(l, stop))
	    || (l->graph = graph_new(&l->profile, selection, stop)) == NULL) {
		profile_release(&l->profile);
		profile_release(&l->hosts);
		arena_release(&l->text);
		free(l);
		(void)err_set(e, ERR_STOPPED, "stopped");
		return NULL;
	}
	l->nnotes_read = l->profile.nnotes;
	loaded_find_notes(l);
	names_open(&l->names, &l->profile, o->demangling);
	if (!o->has_check && !o->compare.is_wanted)
		return l;
	if (o->has_check)
		l->known = loaded_check(l, o, stop, e);
	else
		l->before = loaded_compare(l, o, stop, e);
	if (l->known != NULL || l->before != NULL)
		return l;
	loaded_free(l);
	return NULL;
}

/* Reads the files of O into L.  False: E says why nothing can be shown, or the work was stopped. */
static bool
read_files(struct loaded *l, const struct options *o, bool inlined, struct stop *stop,
	struct err *e)
{
	struct open_options wanted = o->profile;

	wanted.rules = RULES_EXACT;
	wanted.inlined = inlined;
	wanted.spread = true;
	wanted.possible_calls = true;
	wanted.stop = stop;
	if (recorded_check_is(o))	/* these options choose a part of the recording; a gmon.out
					 * has no parts */
		wanted.only_pid = wanted.only_thread = wanted.only_image = NULL;
	add_stamps(l, &o->profile);
	if (o->compare.is_wanted)
		add_stamps(l, &o->compare.before);
	if (o->check != NULL)
		add_stamp(l, o->check);
	if (!loaded_open_profile(&l->profile, o, &wanted, e))
		return false;
	if (l->profile.named.unmatched != NULL) {
		(void)err_set(e, ERR_USAGE, "%s: an option names this, but no function is called so; "
			"--view=functions shows all names", l->profile.named.unmatched);
		profile_release(&l->profile);
		return false;
	}
	l->inlined = inlined && profile_has(&l->profile, HAS_BINS) && !wanted.lines
		&& wanted.map_file == NULL;
	return true;
}

struct loaded *
loaded_read(const struct options *o, bool inlined, struct stop *stop, struct err *e)
{
	struct loaded *l = mem_new(1, sizeof(*l));
	struct selection selection = { .part = NOBODY, .no_profiler = o->no_profiler };
	struct options read = *o;

	if ((o->has_check && !recorded_check_options(&read, o, &l->text, e))
	    || !read_files(l, &read, inlined, stop, e)) {
		arena_release(&l->text);
		free(l);
		return NULL;
	}
	(void)open_measured_choose(l->profile.measured, &read.profile, &selection.event,
		&selection.part, e);
	return finish(l, &read, &selection, stop, e);
}

struct loaded *
loaded_measured(struct measured *m, const struct options *o, const struct measured_choice *choice,
	struct stop *stop, struct err *e)
{
	const struct selection selection = { .event = choice->event, .part = choice->part,
		.no_profiler = choice->no_profiler };
	struct loaded *l = mem_new(1, sizeof(*l));

	l->profile.rules = RULES_EXACT;
	l->profile.folds_kernel = choice->folds_kernel;
	open_measured(&l->profile, m, choice->inlined);
	select_resolve(&l->profile.named, &l->profile, o->profile.specs, o->profile.nspecs, false);
	return finish(l, o, &selection, stop, e);
}

struct loaded *
loaded_show(const struct loaded *l, const struct options *o, const struct measured_choice *choice,
	struct stop *stop, struct err *e)
{
	struct loaded *fresh;

	assert(l->profile.measured != NULL);
	fresh = loaded_measured(l->profile.measured, o, choice, stop, e);
	if (fresh == NULL)
		return NULL;
	memcpy(fresh->stamps, l->stamps, sizeof(fresh->stamps));
	fresh->nstamps = l->nstamps;
	return fresh;
}

void
loaded_exchange(struct loaded *l, struct graph **g)
{
	struct graph *before = l->graph;

	l->graph = *g;
	*g = before;
	if (l->known != NULL)
		l->known->check.estimate = l->graph;
	loaded_find_notes(l);
}

struct measured_choice
loaded_choice(const struct loaded *l)
{
	const struct selection *s = &l->graph->selection;

	return (struct measured_choice){ s->event, s->part, l->profile.inlined, s->no_profiler,
		l->profile.folds_kernel };
}

void
loaded_free(struct loaded *l)
{
	if (l->also > 0) {
		l->also--;
		return;
	}
	loaded_check_free(l->known);
	loaded_compare_free(l->before);
	names_release(&l->names);
	graph_free(l->graph);
	profile_release(&l->profile);
	if (l->inlined)
		profile_release(&l->hosts);
	arena_release(&l->text);
	arena_release(&l->note_text);
	free(l);
}

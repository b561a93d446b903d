/* loaded.h - the profile that the command line names, read into memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LOADED_H
#define LOADED_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/options.h"
#include "figures/graph.h"
#include "profile/names.h"
#include "profile/profile.h"

/* The size of a file and the time when it was written; both are 0 if the file does not exist. */
struct file_stamp {
	const char *path;		/* path of the file, as the options name it */
	struct timespec modified;
	off_t size;
	bool is_image;			/* of a loaded profile: the file is the image of another
					 * file, its profile */
};

enum { LOADED_MOST_STAMPS = 64 };	/* greatest number of files that are checked for changes */

/* A profile with its graph and names, as the browser and the views need it. */
struct loaded {
	unsigned also;			/* number of users besides the first; see loaded_free() */
	bool inlined;			/* .profile shows inlined functions of images as functions
					 * of their own */
	struct profile hosts;		/* if .inlined is set: the profile as the files have it;
					 * .profile borrows from it */
	struct profile profile;		/* opened with RULES_EXACT */
	struct graph *graph;		/* owned; its selection names the event and the part that
					 * are shown */
	size_t nnotes_read;		/* number of notes of .profile that do not depend on
					 * .graph; they come first */
	struct arena note_text;		/* owns the texts of the notes that depend on .graph */
	struct names names;
	struct file_stamp stamps[LOADED_MOST_STAMPS];	/* stamps of the files, taken before the
							 * files were read */
	size_t nstamps;
	struct arena text;		/* owns paths of files that the options do not name */
	struct before *before;		/* owned; the profile that --compare compares with this one,
					 * and the result (loaded_compare.h); or NULL */
	struct known_profile *known;	/* owned; the profile that --check compares with this one,
					 * and the result (loaded_check.h); or NULL */
};

/* Is any file of O standard input? */
bool loaded_reads_input(const struct options *o);

/* Can the files of O be read again?  If a file is standard input or a pipe of the shell, as for
 * <(COMMAND), returns false, and E says so. */
bool loaded_check_again(const struct options *o, struct err *e);

/* Returns the present stamp of the file PATH. */
struct file_stamp loaded_stamp(const char *path);

/* Sets S to the stamp that its file has now. */
void loaded_stamp_again(struct file_stamp *s);

/* Opens the profile that WANTED, a changed copy of O->profile, describes.  Shows progress on
 * standard error unless WANTED->stop is set.  If a file with a default name is missing, E says how
 * to get such a file.  False: the profile cannot be opened, or it is a measured profile and an
 * option of O does not work for it.  E says why. */
bool loaded_open_profile(struct profile *p, const struct options *o,
	const struct open_options *wanted, struct err *e);

/* Makes O name the newest of gprowse.data, perf.data and gmon.out in this directory.  Changes
 * nothing if O names a file or has --check. */
void loaded_choose_default(struct options *o);

/* Loads all files that O names.  If INLINED is set, inlined functions become functions of their
 * own; with -l or -R, this is so only in a measured profile.  Returns NULL on an error or if the
 * work was stopped, as E says.  If STOP is not NULL, it receives the progress and may stop the
 * work. */
struct loaded *loaded_read(const struct options *o, bool inlined, struct stop *stop,
	struct err *e);

/* Returns a profile of the event and the part that CHOICE names.  The profile is made from the
 * measured profile of L; no file is read again.  Returns NULL if the work was stopped, as E
 * says. */
struct loaded *loaded_show(const struct loaded *l, const struct options *o,
	const struct measured_choice *choice, struct stop *stop, struct err *e);

/* Returns a profile of the event and the part that CHOICE names.  The profile is made from M, a
 * measured profile of the files that O names, and shares M (see measured.users).  Returns NULL if
 * the work was stopped, as E says. */
struct loaded *loaded_measured(struct measured *m, const struct options *o,
	const struct measured_choice *choice, struct stop *stop, struct err *e);

/* Finds the notes of L that depend on its graph. */
void loaded_find_notes(struct loaded *l);

/* Exchanges the graph of L and *G, another graph of its profile, and finds its notes. */
void loaded_exchange(struct loaded *l, struct graph **g);

/* Returns what L, whose profile is measured, shows. */
struct measured_choice loaded_choice(const struct loaded *l);

/* Ends the use of L by one user.  L is freed if it has no other user. */
void loaded_free(struct loaded *l);

#endif

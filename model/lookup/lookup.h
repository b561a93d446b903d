/* lookup.h - where in the source things come from, for all views
 *
 * Debug information, sources and execution counts are opened when somebody asks, and kept.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LOOKUP_H
#define LOOKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "load/byfile.h"
#include "notes/notes.h"
#include "profile/callsites.h"
#include "profile/profile.h"
#include "source/gcov.h"
#include "source/sources.h"
#include "source/sourcetext.h"

struct lookup {
	const struct profile *profile;	/* borrowed */
	struct source_paths *paths;	/* borrowed; NULL: there is no source to look for */
	const char *gcov_dir;		/* borrowed; NULL: where the image says */
	struct stop *stop;		/* borrowed; NULL: nobody can stop it */
	bool full_paths;		/* files are shown with their directories */

	const double *weights;		/* borrowed; how much of each function counts; NULL: all */
	double *first_weights;		/* owned; and when nothing was taken out since */

	bool has_places, has_sources, has_counts;
	bool awake;			/* a key was pressed: the first screen does without debug
					 * info, where it is only told in passing */
	bool stopped;			/* while it was working out the sources: not again, until
					 * somebody clears this */
	struct callsites places;
	struct sources sources;
	bool pieces;			/* lines share samples */
	int counts_width;		/* cells of the longest count with its branches */
	uint32_t last_line;		/* the greatest number of a line with figures */
	struct gcov gcov;		/* owns the counts that went into sources */
	struct err trouble;		/* why counts are missing; ERR_NONE: none are, or need
					 * not be there */
	bool told;			/* the user knows of it, ... */
	bool told_truncated;			/* ... and of callsites_truncated() */

	struct file_share *shares;	/* owned; of function shares_of, in each file; or NULL */
	uint32_t shares_of;

	struct late_notes late;		/* once has_late says so */
	bool has_late;

	struct lookup_text {
		bool tried, found;
		struct source_text text;
		struct err why;		/* it was not found */
	} *texts;			/* owned; of each file of the sources */
	uint32_t ntexts;
};

/* Where things of P come from; sources are looked for in PATHS.  Both are borrowed; nothing is read
 * yet. */
void lookup_open(struct lookup *o, const struct profile *p, struct source_paths *paths);
void lookup_release(struct lookup *o);

/* Are there line numbers at all, and call sites to look up in them? */
bool lookup_has_sites(struct lookup *o);

/* From now on WEIGHTS (NULL: as at first) say how much the samples of each function count. */
void lookup_set_weights(struct lookup *o, const double *weights);

/* Are there probably line numbers?  Debug info is not opened to find out. */
bool lookup_may_have_lines(struct lookup *o);

/* What every line costs; NULL: it was stopped. */
const struct sources *lookup_sources(struct lookup *o);

/* What each file holds of function F and, if INTO is not NULL, of those that it says F stands
 * for; NULL: it was stopped.  They are kept until there is another INTO, which is to be told. */
const struct file_share *lookup_shares(struct lookup *o, const uint32_t *into, uint32_t f);
void lookup_forget_shares(struct lookup *o);

/* What is odd about the profile and takes a while to find out;
 * NAMES: of its functions.  NULL: it was stopped. */
const struct late_notes *lookup_late_notes(struct lookup *o, struct names *names);

/* The text of file FILE of the sources; NULL: *WHY (if not NULL) says where it was looked
 * for. */
const struct source_text *lookup_text(struct lookup *o, uint32_t file, const struct err **why);

/* Forget which texts were not found: the paths have changed. */
void lookup_retry(struct lookup *o);

/* Is the text of FILE newer than the image? */
bool lookup_is_newer(struct lookup *o, uint32_t file);

/* The function that was inlined where most of line L's samples are, by its name in the
 * source, or NULL: none was. */
const char *lookup_inlined(struct lookup *o, const struct source_line *l);

/* How line L ran, in ROOM bytes: "26312,1,26311", its branches behind it. */
void lookup_counts(const struct sources *s, const struct source_line *l, char *out,
	size_t room);

/* Has file FILE any figures? */
bool lookup_has_figures(const struct source *file);

/* Where function F begins, where the calls of arc ARC are made that are most: the file is
 * NULL when it is not known. */
struct source_place lookup_of_func(struct lookup *o, uint32_t f);
struct source_place lookup_of_arc(struct lookup *o, uint32_t arc);

/* A place as "pcg.hpp:123", "" if it is not known. */
#define LOOKUP_PLACE_ROOM 512
const char *lookup_place(const struct lookup *o, struct source_place place,
	char text[LOOKUP_PLACE_ROOM]);

/* The lines that make the calls of arc ARC, as "pcg.hpp:123,131?", of no more than MOST sites;
 * free() it. */
char *lookup_sites(struct lookup *o, uint32_t arc, size_t most);

/* The function of file FILE that begins at line LINE or last before it, or NOBODY. */
uint32_t lookup_func_before(const struct sources *s, uint32_t file, uint32_t line);

/* The last line of the code of function F, whose file the sources have. */
uint32_t lookup_last_line(struct lookup *o, uint32_t f);

/* The function that line L is part of, by its code, or NOBODY. */
uint32_t lookup_func_of_line(const struct lookup *o, const struct source_line *l);

/* The file that TEXT, "FILE:LINE", names by the end of its path, and *LINE; NOBODY: none. */
uint32_t lookup_find_line(struct lookup *o, const char *text, uint32_t *line);

/* The file that TEXT names by the end of its path; NOBODY: none, or there is no dot in TEXT, which
 * names of sources have and most functions do not: debug info is not opened for each that
 * is misspelt. */
uint32_t lookup_find_file(struct lookup *o, const char *text);

/* PATH as it is shown: what is behind the last '/', or all of it. */
const char *lookup_shown(const struct lookup *o, const char *path);

#endif

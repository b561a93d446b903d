/* lookup.h - sources, execution counts and late notes of a profile, read when they are first used
 *
 * Debug information, sources and counts are kept once they are read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LOOKUP_H
#define LOOKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "compare/bothsources.h"
#include "compare/outliers.h"
#include "lookup/byfile.h"
#include "notes/notes.h"
#include "profile/callsites.h"
#include "profile/profile.h"
#include "source/codelines.h"
#include "source/gcov.h"
#include "source/sources.h"
#include "source/sourcetext.h"

struct lookup {
	const struct profile *profile;	/* borrowed */
	struct source_paths *paths;	/* borrowed; where to look for sources; NULL: only at their
					 * recorded paths */
	const char *gcov_dir;		/* borrowed; as DIR of gcov_read(); may be NULL */
	struct stop *stop;		/* borrowed; NULL: the work cannot be stopped */
	bool full_paths;		/* paths are shown with their directories */

	const struct graph *graph;	/* borrowed; what is shown of .profile */
	const struct both_sources *both;	/* borrowed; whose lines .profile has, if it is a
						 * difference; otherwise NULL */
	const struct graph *sides[2];	/* borrowed; graphs of the sides of .profile, if it is a
					 * difference; otherwise NULL */
	bool has_side_sources;
	struct sources side_sources[2];	/* of .sides; valid if .has_side_sources */

	bool has_callsites, has_sources, has_counts, has_late_notes;
	bool may_open;			/* views may open debug information for details; false until
					 * the first key, so that the first screen is fast */
	bool stopped;			/* the user stopped the work; nothing more is read until the
					 * caller clears this flag */
	struct callsites callsites;	/* valid if .has_callsites */
	struct sources sources;		/* valid if .has_sources */
	bool has_fractions;		/* some line has a fractional number of samples */
	int counts_width;		/* length of the longest text that sources_print_counts()
					 * makes */
	struct gcov gcov;		/* valid if .has_counts; kept to make .sources anew for
					 * another graph */
	struct err trouble;		/* why some or all execution counts are missing; ERR_NONE:
					 * no error */
	bool trouble_told;		/* the user has seen the message of .trouble */
	bool truncation_told;		/* the user has seen a message about lookup_truncated() */

	struct file_share *shares;	/* owned; indexed by file or, in a measured profile, by
					 * part: samples and calls of the function .shares_of; NULL:
					 * not read */
	uint32_t shares_of;

	uint32_t nruns;			/* the most runs that a function of .profile has */
	bool run_is_part;		/* each run is one part of .profile, of which no other part
					 * is the whole */
	bool has_outliers;
	struct outliers outliers;	/* valid if .has_outliers */

	struct late_notes late_notes;	/* valid if has_late_notes */

	struct lookup_text {
		struct code_lines code;		/* valid if .has_code */
		bool has_code;
		bool tried, found;
		struct source_text text;	/* valid if .found */
		struct err why;			/* why the text was not found */
	} *texts;			/* owned; indexed by file of the sources */
	uint32_t ntexts;
};

/* Opens LOOKUP for G, the graph of a profile that is not folded; reads nothing yet.  G and PATHS
 * are borrowed; PATHS may be NULL. */
void lookup_open(struct lookup *lookup, const struct graph *g, struct source_paths *paths);
void lookup_release(struct lookup *lookup);

/* Lets LOOKUP show what G shows, a graph of the same profile or of the folded profile, which is
 * borrowed.  Earlier results of lookup_sources() become invalid. */
void lookup_set_graph(struct lookup *lookup, const struct graph *g);

/* Lets LOOKUP, of a difference, show SIDES, graphs of its sides, which are borrowed. */
void lookup_set_sides(struct lookup *lookup, const struct graph *const sides[2]);

/* Exchanges what A and B have found for their graphs, which are graphs of the same profile. */
void lookup_exchange(struct lookup *a, struct lookup *b);

/* Returns the struct that finds the source lines of functions and calls.  Opens no debug
 * information yet. */
struct callsites *lookup_callsites(struct lookup *lookup);

/* Does the first image have line tables?  The answer is a guess if debug information is not open
 * yet.  For a measured profile: do its files have lines of the source? */
bool lookup_may_have_lines(struct lookup *lookup);

/* Does the first image have line tables, and does the profile have call sites?  For a measured
 * profile: do its files have lines of the source, and does the profile have arcs? */
bool lookup_has_sites(struct lookup *lookup);

/* Returns the path of the first image of which some debug information was skipped so far.  NULL: no
 * debug information was skipped.  CALLSITES_TRUNCATED is the message for users. */
const char *lookup_truncated(const struct lookup *lookup);

/* Returns the figures of every source line; NULL: the work was stopped. */
const struct sources *lookup_sources(struct lookup *lookup);

/* Returns the samples and calls of function F, as shown, in each file or, in a measured profile, in
 * each part.  Returns NULL if the work was stopped.  The result is kept until
 * lookup_set_graph(). */
const struct file_share *lookup_shares(struct lookup *lookup, uint32_t f);

/* Returns which runs of functions, as shown, differ from the others.  Returns NULL if the profile
 * has less than OUTLIERS_LEAST runs, or if the work was stopped.  The result is kept until
 * lookup_set_graph(). */
const struct outliers *lookup_outliers(struct lookup *lookup);

/* Returns the notes that take long to make; NAMES are the names of the functions.  NULL: the work
 * was stopped. */
const struct late_notes *lookup_late_notes(struct lookup *lookup, struct names *names);

/* Returns the text of file number FILE of the sources.  NULL: there is no text, and *WHY says why.
 * WHY may be NULL.  The sources must have been read. */
const struct source_text *lookup_text(struct lookup *lookup, uint32_t file, const struct err **why);

/* Returns the path of file number FILE of the sources, which must have been read. */
static inline const char *
lookup_path(const struct lookup *lookup, uint32_t file)
{
	return lookup->sources.files[file].path;
}

/* In a difference, lines of the source are numbered as in bothsources.h; in other profiles, A and B
 * have the same lines.  lookup_line(): returns the number on SIDE of line LINE of file PATH; 0:
 * SIDE does not have the line.  lookup_line_shown(): returns the number that users see, which is
 * that in B or, of a line that only A has, that in A.  lookup_line_typed(): returns the line that
 * users see as LINE.  lookup_side_text(): returns the path of the version with the line, of which
 * users see the number; PATH itself if it is not the difference of two texts. */
uint32_t lookup_line(const struct lookup *lookup, const char *path, uint32_t line, int side);
uint32_t lookup_line_shown(const struct lookup *lookup, const char *path, uint32_t line);
uint32_t lookup_line_typed(const struct lookup *lookup, const char *path, uint32_t line);
const char *lookup_side_text(const struct lookup *lookup, const char *path, uint32_t line);

/* Sets SIDES[i] to the sources of side i of the difference that LOOKUP shows.  Returns false if it
 * shows no difference, or if the work was stopped. */
bool lookup_side_sources(struct lookup *lookup, const struct sources *sides[2]);

/* Returns which functions have code on each line of file number FILE of the sources.  The sources
 * must have been read. */
const struct code_lines *lookup_code_lines(struct lookup *lookup, uint32_t file);

/* Makes lookup_text() look again for the texts that were not found.  Must be called after the paths
 * have changed. */
void lookup_retry(struct lookup *lookup);

/* If the file FILE of the sources was changed after the first image was built or, if the profile is
 * measured, written, lines may have moved: returns in words what is older.  Otherwise, returns
 * NULL, also if the file is not found, or if the texts of both sides of a difference are known. */
const char *lookup_newer_than(struct lookup *lookup, uint32_t file);

#endif

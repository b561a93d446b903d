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
#include "load/byfile.h"
#include "notes/notes.h"
#include "profile/callsites.h"
#include "profile/profile.h"
#include "source/gcov.h"
#include "source/sources.h"
#include "source/sourcetext.h"

struct lookup {
	const struct profile *profile;	/* borrowed */
	struct source_paths *paths;	/* borrowed; NULL: sources are at their recorded paths */
	const char *gcov_dir;		/* borrowed; see gcov_read() */
	struct stop *stop;		/* borrowed; NULL: the work cannot be stopped */
	bool full_paths;		/* paths are shown with their directories */

	const double *weights;		/* borrowed; the part of each function that counts; NULL:
					 * every function counts in full */
	double *initial_weights;	/* owned; lookup_set_weights(NULL) makes these the weights;
					 * NULL: every function counts in full */

	bool has_callsites, has_sources, has_counts, has_late_notes;
	bool may_open;			/* debug information may be opened even for a detail; false
					 * until the first key, so that the first screen is fast */
	bool stopped;			/* the user stopped the work; nothing is read until the
					 * caller clears this */
	struct callsites callsites;	/* valid if has_callsites */
	struct sources sources;		/* valid if has_sources, like the next three members */
	bool has_fractions;		/* some line has a fractional number of samples */
	int counts_width;		/* length of the longest text of sources_print_counts() */
	struct gcov gcov;		/* valid if has_counts; owns the counts of .sources */
	struct err trouble;		/* why execution counts are missing; ERR_NONE: no error */
	bool trouble_told;		/* the user has seen the message of .trouble */
	bool truncation_told;		/* the user has seen a message about lookup_truncated() */

	struct file_share *shares;	/* owned; samples and calls, in each file, of function
					 * shares_of; or NULL */
	uint32_t shares_of;

	struct late_notes late_notes;	/* valid if has_late_notes */

	struct lookup_text {
		bool tried, found;
		struct source_text text;	/* valid if .found */
		struct err why;			/* why the text was not found */
	} *texts;			/* owned; of each file of the sources */
	uint32_t ntexts;
};

/* P and PATHS are borrowed; nothing is read yet. */
void lookup_open(struct lookup *lookup, const struct profile *p, struct source_paths *paths);
void lookup_release(struct lookup *lookup);

/* Set how much of the samples of each function counts from now on.  WEIGHTS is borrowed; NULL:
 * the initial weights. */
void lookup_set_weights(struct lookup *lookup, const double *weights);

/* Returns the places of functions and calls.  This does not open debug information yet. */
struct callsites *lookup_callsites(struct lookup *lookup);

/* Are there line tables, as far as the image says without opening debug information? */
bool lookup_may_have_lines(struct lookup *lookup);

/* Are there line tables, and call sites to look up in them? */
bool lookup_has_sites(struct lookup *lookup);

/* Returns the path of the first image of which debug information was skipped so far; NULL: none
 * was.  CALLSITES_TRUNCATED is the text for users. */
const char *lookup_truncated(const struct lookup *lookup);

/* Returns the figures of every source line; NULL: the work was stopped. */
const struct sources *lookup_sources(struct lookup *lookup);

/* Returns the samples and calls, in each file, of function F and, if INTO is not NULL, of the
 * functions that INTO folds into F; NULL: the work was stopped.  The result is kept: call
 * lookup_forget_shares() when INTO changes. */
const struct file_share *lookup_shares(struct lookup *lookup, const uint32_t *into, uint32_t f);
void lookup_forget_shares(struct lookup *lookup);

/* Returns the notes that take a while to find; NAMES are the names of the functions.  NULL: the
 * work was stopped. */
const struct late_notes *lookup_late_notes(struct lookup *lookup, struct names *names);

/* Returns the text of file number FILE of the sources; NULL: *WHY (unless WHY is NULL) says
 * where the text was looked for. */
const struct source_text *lookup_text(struct lookup *lookup, uint32_t file, const struct err **why);

/* Look again for the texts that were not found, as the paths have changed. */
void lookup_retry(struct lookup *lookup);

/* Is the text of FILE newer than the image? */
bool lookup_is_newer(struct lookup *lookup, uint32_t file);

#endif

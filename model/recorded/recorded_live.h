/* recorded_live.h - recordings that are read again and again while their programs run
 *
 * Programs and libraries stay open, and functions keep their numbers, so only counts and stacks are
 * read again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_LIVE_H
#define RECORDED_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/stop.h"
#include "measured/measured.h"
#include "profile/open_options.h"
#include "recorded/recorded_files.h"

struct recorded_live;

/* What the recordings have counted up to a moment. */
struct recorded_moment {
	uint64_t calls;
	uint64_t cpu;			/* processor time of all threads, in ns; 0: not sampled */
	uint64_t begin;			/* time of the reset from which on the counts are included,
					 * in ns since 1970; 0: from the start */
	uint64_t start;			/* when the first process began, in ns since 1970; 0: no
					 * process was recorded yet */
};

/* Returns the recordings that OPTIONS name, or NULL if they name other files.  OPTIONS are copied,
 * but what they point to must live as long as the result. */
struct recorded_live *recorded_live_open(const struct open_options *options);
void recorded_live_close(struct recorded_live *l);

/* Finds the present files; release them with recorded_files_release(). */
void recorded_live_files(const struct recorded_live *l, struct recorded_files *files);

/* Reads FILES and returns their profile, counted from SINCE on.  If DIFFERENCE is set, subtracts
 * the values of the last read that was followed by recorded_live_taken().  Nothing is subtracted
 * from files that were reset between the two reads.  The result may be empty.  Its texts belong to
 * L, so it must be released, with measured_release(), before L is closed.  Returns NULL if STOP
 * stopped the work, as E says.  STOP may be NULL. */
struct measured *recorded_live_read(struct recorded_live *l, const struct recorded_files *files,
	enum open_since since, bool difference, struct recorded_moment *now, struct stop *stop,
	struct err *e);

/* Makes later differences subtract the values of the last recorded_live_read().  Must be called if
 * the profile that this read returned is shown. */
void recorded_live_taken(struct recorded_live *l);

#endif

/* follow.h - reads a recording again and again while its program runs, in a thread of its own
 *
 * While the thread reads, the browser handles keys.  There is only one read at a time.  The
 * thread and the browser share nothing until the read is done; then the browser takes its result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLLOW_H
#define FOLLOW_H

#include <stdbool.h>

#include "app/live.h"
#include "base/err.h"
#include "cli/loaded.h"
#include "cli/options.h"

struct follow;

/* Prepares to read the recording that O names, again and again.  Returns NULL if O names no
 * recording, if none of the recorded programs runs, or with --check.  O is borrowed. */
struct follow *follow_open(const struct options *o);

/* Stops a read that is under way, waits for its end, and frees F.  Profiles that F has returned
 * must be freed before. */
void follow_close(struct follow *f);

/* Reads for the first time what the options of follow_open() name.  Sets L to the state of the
 * program.  Returns NULL if nothing can be shown, and E says why. */
struct loaded *follow_first(struct follow *f, struct live *l, struct err *e);

/* Begins to read the span L->span of the event and the part that CHOICE names.  A result that was
 * not taken is freed.  If another read is under way, stops it; the new read begins when the other
 * read has ended. */
void follow_begin(struct follow *f, const struct live *l, const struct measured_choice *choice);

/* follow_is_begun() returns true if a read was begun and its result was not yet taken.
 * follow_is_done() returns true if this read is done, so that follow_take() need not wait.  When a
 * stopped read has ended, follow_is_done() begins the read that replaces it, and returns false. */
bool follow_is_begun(const struct follow *f);
bool follow_is_done(struct follow *f);

/* Waits until the read that was begun is done, and returns its result, which the caller frees.
 * A read must have been begun.  Sets L to the state of the program; sets the figures of L only if
 * there is a result.  Returns NULL if nothing has changed, if the recording was removed, or if the
 * read was stopped or has failed.  Also returns NULL if only values have changed; then *VALUES is a
 * snapshot with the new values, which the caller releases.  Otherwise *VALUES is NULL. */
struct loaded *follow_take(struct follow *f, struct live *l, struct measured **values);

/* Returns the time in milliseconds until the next read should begin. */
int follow_time_left(const struct follow *f);

/* Does L->verb with the running processes of all recordings.  PATH is the file that ACT_DUMP
 * writes.  Returns true if this succeeded for at least one recording.  If it failed for others, E
 * says why; otherwise E->kind is ERR_NONE.  Returns false if it failed for all recordings, as E
 * says. */
bool follow_control(struct follow *f, const struct live *l, const char *path, struct err *e);

#endif

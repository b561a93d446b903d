/* follow.h - reads a recording again and again while its program runs, in a thread of its own
 *
 * While the thread reads, the browser handles keys.  There is only one read at a time.  Until the
 * read is done, the thread and the browser share nothing; then the browser takes its result.
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

/* Prepare to read the recording that O names, again and again.  Returns NULL if O names no
 * recording, if none of its programs runs, or with --check.  O is borrowed. */
struct follow *follow_open(const struct options *o);

/* Stop a read that is under way, and free F.  Profiles that F has returned must be freed before. */
void follow_close(struct follow *f);

/* Read for the first time what the options of follow_open() name.  Sets L to the state of the
 * program.  NULL: E says why nothing can be shown. */
struct loaded *follow_first(struct follow *f, struct live *l, struct err *e);

/* Begin to read the span L->span of the event and the part that CHOICE names.  A result that was
 * not taken is freed.  A read that is under way is stopped; the new read begins when it has
 * ended. */
void follow_begin(struct follow *f, const struct live *l, const struct measured_choice *choice);

/* Was a read begun, and its result not taken?  Is this read done? */
bool follow_is_begun(const struct follow *f);
bool follow_is_done(struct follow *f);

/* Wait until the read is done, and return its result, which the caller frees.  Sets L to the state
 * of the program.  Returns NULL if nothing has changed, or if the read was stopped or has
 * failed. */
struct loaded *follow_take(struct follow *f, struct live *l);

/* Returns the time in milliseconds until the next read should begin. */
int follow_time_left(const struct follow *f);

/* Do L->verb with the running processes of all recordings; PATH is the file for ACT_DUMP.  Returns
 * true if it was done for any of them; if it failed for others, E says why, else E->kind is
 * ERR_NONE.  Returns false if it was done for none; E says why. */
bool follow_control(struct follow *f, const struct live *l, const char *path, struct err *e);

#endif

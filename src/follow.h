/* follow.h - reads a recording again and again while its program runs, in a thread of its own
 *
 * While the thread reads, the browser handles keys.  One read follows the other.  While a read goes
 * on, the thread and the browser share nothing; then the browser takes what the read has made.
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

/* Returns the recording that O names if a program of it runs, else NULL. */
struct follow *follow_open(const struct options *o);

/* Stops a read that is under way.  What was read must be freed before. */
void follow_close(struct follow *f);

/* Reads for the first time: what O says.  Sets L to the state of the program.  NULL: E says why
 * nothing can be shown. */
struct loaded *follow_first(struct follow *f, struct live *l, struct err *e);

/* Begins to read: the span that L says, and what CHOICE says of it.  A read that was not taken is
 * dropped.  A read that is under way is stopped, and the new one begins when it has ended. */
void follow_begin(struct follow *f, const struct live *l, const struct measured_choice *choice);

/* Was a read begun and not taken?  Is it done? */
bool follow_is_begun(const struct follow *f);
bool follow_is_done(struct follow *f);

/* Waits until the read is done, and takes it: sets in L the state of the program.  Returns NULL if
 * nothing has changed, or if the read was stopped. */
struct loaded *follow_take(struct follow *f, struct live *l);

/* Returns the time in milliseconds until the next read should begin. */
int follow_time_left(const struct follow *f);

/* Does what L->verb says with the processes of the recordings that run; PATH: the file for
 * ACT_DUMP.  True: done; if E->kind is set, some files were not used, as E says. */
bool follow_control(struct follow *f, const struct live *l, const char *path, struct err *e);

#endif

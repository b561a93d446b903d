/* live.h - a program that runs while its profile is shown: its state, and the keys that control it
 *
 * The caller of app_key() reads the profile again and again; app.live says which figures of the
 * profile are shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LIVE_H
#define LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "screen/keys.h"

struct app;
struct title;

enum live_state {
	LIVE_NOT,			/* no program runs; the profile does not change */
	LIVE_RUNS,			/* calls and samples are recorded */
	LIVE_HALTED,			/* the program runs, but nothing is recorded */
	LIVE_EXITED, LIVE_KILLED,	/* the program has ended: the figures are its last */
	LIVE_EXECUTED,			/* the process has executed another program: the figures are
					 * the last of the first program */
	LIVE_REMOVED,			/* the files of the recording are gone, and the figures are
					 * those that were read last; the program may run */
};

/* The time of which calls and samples are shown. */
enum live_span {
	LIVE_SINCE_START,		/* all that was recorded */
	LIVE_SINCE_RESET,
	LIVE_LAST,			/* since the profile was read before */
};

struct live {
	enum live_state state;
	enum live_span span;		/* the span that the user has chosen */
	bool is_frozen;			/* the user does not want to see new figures */
	bool has_reset;			/* the program was reset */
	uint32_t pid;			/* number of the process that was started */
	bool was_replaced;		/* another recording replaced the one that was shown */
	double seconds;			/* length of the span */
	double cpus;			/* processors that the program used on average; -1: not
					 * known, or only a part of the profile is shown */
	double rate;			/* counted calls per second; -1: not known, or only a part
					 * of the profile is shown */
	enum action verb;		/* argument of REQUEST_CONTROL: ACT_BEGIN, ACT_HALT,
					 * ACT_RESET or ACT_DUMP */
};

/* Do ACTION, which is one of the actions about a running program. */
void live_do(struct app *a, enum action action);

/* Add the state of the program to the title. */
void live_title(const struct app *a, struct title *t);

/* Must new figures wait?  They wait while a prompt is open, while a proposal waits for its key,
 * while matches are counted, and while the user reads a page of text. */
bool live_is_busy(const struct app *a);

/* Tell the user that the program has ended, if it still ran in the state BEFORE, or that another
 * recording is shown now. */
void live_say_change(struct app *a, enum live_state before);

#endif

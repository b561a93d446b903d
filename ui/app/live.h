/* live.h - a program that runs while its profile is shown: its state, and the keys that control it
 *
 * The caller of app_key() reads the profile again and again.  app.live says which figures of the
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
	LIVE_NOT,			/* no running program is shown; the profile does not
					 * change */
	LIVE_RUNS,			/* calls and samples are recorded */
	LIVE_HALTED,			/* the program runs, but nothing is recorded */
	LIVE_EXITED, LIVE_KILLED,	/* the program has ended; its last figures are shown */
	LIVE_EXECUTED,			/* the process has executed another program; the last
					 * figures of the recorded program are shown */
	LIVE_LEFT,			/* likewise, but the program goes on and is not recorded any
					 * more */
	LIVE_REMOVED,			/* the files of the recording are gone, so the figures do
					 * not change any more; the program may still run */
};

/* The span of time whose calls and samples are shown. */
enum live_span {
	LIVE_SINCE_START,		/* all that was recorded */
	LIVE_SINCE_RESET,
	LIVE_LAST,			/* between the last two reads of the profile */
};

struct live {
	enum live_state state;
	enum live_span span;		/* the span that the user has chosen */
	bool is_frozen;			/* the user does not want to see new figures */
	bool has_reset;			/* the recording was reset at least once */
	uint32_t pid;			/* ID of the process that was started */
	bool was_replaced;		/* another recording replaced the recording that was
					 * shown */
	enum live_span read;		/* the span that was read last: .span, or the one before */
	double seconds;			/* length of .read; 0 if no program runs */
	enum live_span kept;		/* the span that is compared with what is shown */
	double kept_seconds;		/* length of .kept; 0: nothing was kept, or its program had
					 * ended */
	uint32_t kept_pid;		/* .pid when it was kept */
	double cpus;			/* processors that the program used on average between the
					 * last two reads; -1 if this is not known, or if only a
					 * part of the profile is shown */
	double rate;			/* counted calls per second between the last two reads; -1
					 * if this is not known, or if only a part of the profile is
					 * shown */
	enum action verb;		/* argument of REQUEST_CONTROL: ACT_BEGIN, ACT_HALT,
					 * ACT_RESET or ACT_DUMP */
};

/* Does ACTION: ACT_SPAN, ACT_FREEZE, ACT_BEGIN, ACT_HALT, ACT_RESET or ACT_DUMP. */
void live_do(struct app *a, enum action action);

/* Decides by the whole profile of A->read whether there are times and calls: columns and the order
 * of rows must not change when the span that is shown has no times or no calls.  Does nothing if no
 * program runs. */
void live_measure(struct app *a);

/* Adds the state of the program to the title T, unless the state is LIVE_NOT. */
void live_title(const struct app *a, struct title *t);

/* Must new figures wait?  They wait while a prompt is open, while calls are proposed for exclusion,
 * while matches are counted, and while the user reads a page of text. */
bool live_is_busy(const struct app *a);

/* Notes in L the span that is shown, with which later ones are compared. */
void live_keep(struct live *l);

/* Sets SECONDS to the length of the span that was kept and of the one that is shown.  Both are 0 if
 * they are of two runs, or if the program had ended: then whole runs are compared. */
void live_spans(const struct live *l, double seconds[2]);

/* Tells the user if another recording is shown now, or if the program has ended.  BEFORE is the
 * state at the previous read. */
void live_say_change(struct app *a, enum live_state before);

#endif

/* outside.h - records the processor time of processes from outside
 *
 * Nothing is loaded into the processes, so calls are not counted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OUTSIDE_H
#define OUTSIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

enum outside_clock {
	OUTSIDE_AUTO,			/* the first that is possible */
	OUTSIDE_PERF,			/* perf_clock.h */
	OUTSIDE_STOPS,			/* stop_clock.h, for processes that have run only */
};

struct outside_options {
	int directory;			/* borrowed; a descriptor of the directory of the
					 * recording */
	const uint8_t *session;		/* borrowed; 16 bytes, as in rec_head */
	uint32_t hz;			/* samples per second of processor time; not 0 */
	enum outside_clock clock;
	const char *name;		/* borrowed; of the program, for the case that it has ended
					 * when it is looked at; NULL: not known */
	bool is_flat;			/* callers are not recorded */
	bool is_off;			/* recordings begin halted */
	bool is_only;			/* programs that load the recorder are recorded, too: the
					 * recorder only counts their calls */
	bool has_run;			/* the process runs a program already; false: it is going to
					 * execute a program */
	bool is_single;			/* the children of the process are not recorded */
};

struct outside;

/* Does the system allow the perf clock?  If not, E says why. */
bool outside_has_perf(struct err *e);

/* Can threads be stopped for samples on this kind of processor?  If not, E says so. */
bool outside_has_stops(struct err *e);

/* Begins to record process PID.  Unless O->is_only is set, a program that loads the recorder is
 * left to the recorder.  Returns NULL if this is not possible, as E says. */
struct outside *outside_begin(const struct outside_options *o, pid_t pid, struct err *e);

/* Ends it, and writes what is left to be written.  HAS_ENDED: the process has ended. */
void outside_end(struct outside *o, bool has_ended);

#endif

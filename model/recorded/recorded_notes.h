/* recorded_notes.h - the title of recordings, and notes about what was lost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_NOTES_H
#define RECORDED_NOTES_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "measured/measured.h"
#include "measured/recording.h"
#include "measured/stackroots.h"
#include "profile/open_options.h"
#include "recorded/recorded_images.h"
#include "recorded/recorded_parts.h"
#include "recorded/recorded_tasks.h"

enum { RECORDED_MOST_NAMED = 5 };	/* at most this many processes, threads or images are named
					 * in one text */

/* A process that has ended. */
struct recorded_end {
	uint32_t pid;
	uint64_t start;			/* ns since 1970; when the recording began */
	bool gone;			/* as in struct recording */
	const char *name;		/* "NAME PID" */
};

/* Short threads.  The samples of one also stand for others; see record/accounts.c. */
struct recorded_short {
	uint32_t n;
	double used;			/* seconds of processor time */
	double sampled;			/* seconds for which their samples stand */
	double ticks;			/* by how many ticks the two differ; may be negative */
};

/* Sums over the processes that are shown.  All zero at the beginning. */
struct recorded_totals {
	uint32_t seen;			/* processes of the recordings, also those that --pid
					 * excludes */
	const char *names;		/* recorded_list() of the processes .seen; NULL: none */
	struct recorded_tasks tasks;	/* owned; the processes and threads that are shown */
	struct recorded_task_numbers numbers;	/* of .tasks; set by recorded_notes_add() */
	uint32_t beside;		/* threads of files beside those of the recorder */
	uint32_t sampled;		/* processes that have samples */
	uint32_t stackless;		/* how many of .sampled have stacks of one frame */
	uint32_t by_pointers;		/* how many have stacks by frame pointers */
	struct stack_roots roots;	/* of their samples */
	uint32_t unended;		/* processes whose end is not recorded: they still run, or
					 * were killed */
	const char *unended_names;
	struct recorded_end *ends;	/* owned; the processes that have ended */
	size_t nends, ends_room;
	uint64_t reset;			/* the last reset of a process, in ns since 1970; 0: none */
	uint32_t outside;		/* processes that were recorded from outside */
	const char *outside_names;
	uint64_t missed;		/* processor time in ms of processes that were not found */
	uint32_t foreign;		/* files of another session */
	uint32_t wait_hz, real_wait_hz;	/* of the file of waits with the least real rate: looks per
					 * second that were asked for, and that there were */
	uint32_t idle;			/* idle threads: see recorded_idle.h */
	uint32_t damaged;		/* files that could not be read completely */
	uint32_t hz, most_hz;		/* least and greatest sampling rate that was asked for */
	uint32_t slow_hz, fast_hz;	/* least and greatest rate that the clocks allow:
					 * recording_rate() */
	uint32_t tick;			/* ns between two ticks of the kernel, at which the system
					 * looks at timers; the greatest; 0: not known */
	uint64_t ticks, samples, calls, cpu;	/* .ticks: ticks of the clock for which all samples
						 * stand; .cpu: processor time in ns */
	uint64_t lost_calls, lost_samples, truncated, unsampled;
	uint32_t problems;		/* enum rec_problem, as bits */
	uint32_t profiling;		/* processes that made a profile of themselves with
					 * profil(2) */
	const char *profiling_names;
	uint64_t saturated, uncounted;	/* samples that the histograms of profil(2) lack: see struct
					 * rec_control */
	uint32_t unequal;		/* threads whose samples do not fit their processor time */
	const char *unequal_text;	/* text about the thread whose samples and processor time
					 * differ most */
	double unequal_by;		/* the difference for the thread of .unequal_text, in
					 * ticks */
	struct recorded_short briefs;	/* all short threads together */
	const char *program, *name;	/* as in struct recording; of the first process */
	uint64_t program_start;		/* when the process of .program began, in ns since 1970 */
	struct arena text;
};

/* Adds 1 to .seen and the name of R to .names, even if --pid excludes R; but not if R is beside
 * another file of its process. */
void recorded_totals_see(struct recorded_totals *t, const struct recording *r);

/* Returns LIST with NAME added at its end.  LIST already has N names; it is NULL if N is 0.  ", .."
 * stands for all names after the first RECORDED_MOST_NAMED. */
const char *recorded_list(struct arena *text, const char *list, uint32_t n, const char *name);

/* Adds to T the process of R, and its children that have no file of their own.  PARTS has the
 * threads of all these processes. */
void recorded_totals_add(struct recorded_totals *t, struct measured *m, const struct recording *r,
	const struct recorded_parts *parts);

/* Adds to T the file of waits R. */
void recorded_totals_add_waits(struct recorded_totals *t, const struct recording *r);

/* Counts the file PATH in .damaged: it could not be read completely, because of E.  If it is the
 * first such file, sets M->damaged_file and M->damage. */
void recorded_totals_damage(struct recorded_totals *t, struct measured *m, const char *path,
	const struct err *e);

/* Releases T and sets it to a copy of FROM.  Texts are borrowed from FROM. */
void recorded_totals_copy(struct recorded_totals *t, const struct recorded_totals *from);

void recorded_totals_release(struct recorded_totals *t);

/* Returns a sentence about what kept T from being complete, or NULL. */
const char *recorded_notes_problem(const struct recorded_totals *t);

/* Sets the title of M, and adds notes about what was lost and about images without names.  If
 * IS_LIVE is set, the title does not name the reset from which on calls and samples are included:
 * the browser adds the span of time to the title. */
void recorded_notes_add(struct recorded_totals *t, struct measured *m,
	const struct recorded_images *images, const struct open_options *options, bool is_live);

#endif

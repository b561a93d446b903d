/* perf_choice.h - which samples of perf the user has chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERF_CHOICE_H
#define PERF_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "measured/reader.h"

/* What is known of a sample. */
struct perf_facts {
	bool has_pid, has_tid, has_cpu, has_time;
	uint32_t pid, tid, cpu;
	uint64_t time;			/* in ns */
	const char *comm;		/* name of the thread; it has .ncomm bytes */
	size_t ncomm;
	const char *process;		/* name of the first thread of the process, NUL-terminated;
					 * NULL: not known, unless this is the first thread */
};

/* A struct that is all zero, but for .options, is ready. */
struct perf_choice {
	const struct measured_options *options;
	bool has_first;
	uint64_t first;			/* time of the first sample, if .has_first */
	uint64_t from, to;		/* times of the first and the last chosen sample, if
					 * .has_first */
	uint64_t nomitted;		/* samples that were not chosen */
	uint64_t nblind;		/* of which the processor or time was needed, and is not
					 * known */
};

/* Is the sample F chosen?  Samples must come in the order of the file. */
bool perf_choice_has(struct perf_choice *c, const struct perf_facts *f);

/* Sets M->title to what O chooses, such as "only comm cc1, 1.5 to 3 s".  Does nothing if
 * all samples are chosen. */
void perf_choice_title(const struct measured_options *o, struct measured *m);

/* Notes in M the time from the first to the last sample that was chosen. */
void perf_choice_elapsed(const struct perf_choice *c, struct measured *m);

/* Says in E that no sample was chosen.  Returns false. */
bool perf_choice_none(const struct perf_choice *c, struct err *e);

#endif

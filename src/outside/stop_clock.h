/* stop_clock.h - samples of the processor time of processes, whose threads are stopped for them
 *
 * This is for systems that do not allow perf_clock.h.  A thread that runs is stopped for some ten
 * microseconds (ptrace(2)), and goes on as if nothing had happened.  Threads that wait are not
 * stopped.  If a thread enters a system call at the moment in which it is stopped, the call begins
 * again and does not fail with EINTR.  A process is not traced between samples: making a child does
 * not stop it, and children are looked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STOP_CLOCK_H
#define STOP_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "outside/perf_clock.h"

struct stop_clock;

/* Are there such clocks on this kind of processor?  If not, E says so. */
bool stop_clock_is_possible(struct err *e);

/* Makes a clock that takes HZ samples per second of processor time, or fewer, of the threads of
 * process PID, which is no child of this process, and if HAS_CHILDREN is set, of its children and
 * theirs that do not end too soon.  Returns NULL if the system does not allow it, as E says. */
struct stop_clock *stop_clock_new(uint32_t hz, pid_t pid, bool has_children, struct err *e);

/* Waits until the next samples are due, then takes them.  All calls must be in one thread.
 * USES->wanted() is asked before each sample. */
void stop_clock_read(struct stop_clock *c, const struct perf_clock_uses *uses, void *with);

/* Lets all threads go.  Must be called in the thread of stop_clock_read(). */
void stop_clock_free(struct stop_clock *c);

#endif

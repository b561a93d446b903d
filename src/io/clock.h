/* clock.h - the present time of a clock of the system
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* Returns the present time of CLOCK in ns. */
uint64_t clock_now(clockid_t clock);

/* Returns the present time of CLOCK in seconds. */
double clock_seconds(clockid_t clock);

/* Sets *NS to the processor time that process PID has used.  False: there is no such process. */
bool clock_process(pid_t pid, uint64_t *ns);

#endif

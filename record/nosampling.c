/* nosampling.c - what sampling.c and threads.c define, in a library without them: no samples
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/recorder.h"

#define WEAK __attribute__((weak))

WEAK void sampling_start(void)
{
}

WEAK int sampling_signal(void)
{
	return 0;
}

WEAK enum rec_unwind sampling_unwind(void)
{
	return REC_UNWIND_NONE;
}

WEAK void thread_begin(struct thread *t)
{
	(void)t;
}

WEAK void threads_forget(struct thread *t)
{
	(void)t;
}

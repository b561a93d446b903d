/* countonly.c - the recorder of a static program: it counts calls, and takes no samples
 *
 * In a static program, the recorder cannot replace functions of libc and call them.  So
 * libgprowse.a has this file instead of the files that take samples or replace such functions.
 * Because it does not see when a child gives rights away, each child makes its file at once.
 * Because it cannot pass SIGBUS on to the program, it leaves this signal alone.
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/recorder.h"

void
sampling_start(void)
{
	rec_settings.hz = 0;
}

void
sampling_end(void)
{
}

int
sampling_signal(void)
{
	return 0;
}

uint32_t
sampling_tick(void)
{
	return 0;
}

enum rec_unwind
sampling_unwind(void)
{
	return REC_UNWIND_NONE;
}

void
thread_begin(struct thread *t)
{
	(void)t;
}

void
threads_forget(struct thread *t)
{
	(void)t;
	file_open();
}

void
signals_retake(void)
{
}

void
faults_start(void)
{
}

void
faults_forget(void)
{
}

bool
faults_replace(uintptr_t low, uintptr_t high)
{
	(void)low;
	(void)high;
	return false;
}

void
accounts_open(int directory)
{
	(void)directory;
}

void
accounts_note_child(uint32_t pid)
{
	(void)pid;
}

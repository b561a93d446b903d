/* sandbox.c - programs for which the kernel filters system calls (seccomp)
 *
 * A program may restrict its system calls and then execute another, as bwrap and minijail do.  If
 * the executed program makes a call that is not allowed, the kernel may end it.  So the recorder,
 * which makes calls that few programs make, first looks how many filters there are.  To do so it
 * opens and reads a file, as the loader has just done.
 *
 * gprowse record may itself have been started with filters, as in most containers.  It then tries
 * all system calls of the recorder, in a child process.
 *
 * SPDX-License-Identifier: ISC
 */
#include <fcntl.h>
#include <sys/prctl.h>

#include "record/syscalls.h"

#define MOST_FILTERS 1000000u

/* Returns the value of the line "NAME NUMBER" if LINE is this line, otherwise BEFORE. */
static uint64_t
value_of(const char *line, const char *name, uint64_t before)
{
	if (!text_begins(line, name))
		return before;
	line += text_length(name);
	while (*line == ' ' || *line == '\t')
		line++;
	return text_number(line, MOST_FILTERS);
}

/* Returns how many filters this process has.  If the kernel does not count filters (before Linux
 * 5.9), returns their mode, which is 0 if there are none.  Returns MOST_FILTERS if this is not
 * known. */
static uint64_t
count_filters(void)
{
	uint64_t mode = 0, filters = MOST_FILTERS;
	char block[512], line[64];
	size_t length = 0;
	long fd = sys_openat(AT_FDCWD, "/proc/self/status", O_RDONLY | O_CLOEXEC, 0);
	long n;

	if (sys_failed(fd))
		return MOST_FILTERS;
	while ((n = sys_read(fd, block, sizeof block)) > 0) {
		for (long i = 0; i < n; i++) {
			if (block[i] != '\n') {
				if (length < sizeof line - 1)
					line[length++] = block[i];
				continue;
			}
			line[length] = '\0';
			length = 0;
			mode = value_of(line, "Seccomp:", mode);
			filters = value_of(line, "Seccomp_filters:", filters);
		}
	}
	sys_close(fd);
	return mode == 0 || filters == MOST_FILTERS ? mode : filters;
}

bool
sandbox_is_narrower(void)
{
	const char *allowed = rec_environment(REC_ENV_FILTERS);

	return allowed != NULL && count_filters() > text_number(allowed, MOST_FILTERS - 1);
}

/* The system calls of the recorder.  tests/test_record_unharmed.sh compares this list with the
 * calls in all files. */
static const long numbers[] = {
	SYS_clock_getres, SYS_clock_gettime, SYS_close, SYS_faccessat, SYS_fstat, SYS_fstatfs,
	SYS_ftruncate, SYS_futex, SYS_getcpu, SYS_geteuid, SYS_getpid, SYS_getppid, SYS_getrusage,
	SYS_gettid, SYS_ioctl, SYS_madvise, SYS_mincore, SYS_mlockall, SYS_mmap, SYS_mprotect,
	SYS_mremap, SYS_munlock, SYS_munmap, SYS_nanosleep, SYS_newfstatat, SYS_openat,
	SYS_pread64, SYS_prlimit64, SYS_process_vm_readv, SYS_process_vm_writev, SYS_pwrite64,
	SYS_read, SYS_readlinkat, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigqueueinfo,
	SYS_rt_tgsigqueueinfo, SYS_sigaltstack, SYS_tgkill, SYS_timer_create, SYS_timer_delete,
	SYS_timer_settime, SYS_unlinkat, SYS_waitid,
};

void
sandbox_try(void)
{
	char name[16];

	/* Each of these calls fails, because -1 is not a valid argument. */
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sys_call_always(numbers[i], -1, -1, -1, -1, -1, -1);
	sys_call_always(SYS_prctl, PR_GET_NAME, (long)name, 0, 0, 0, 0);
	sys_call_always(SYS_kill, sys_getpid(), 0, 0, 0, 0, 0);
	for (;;)
		sys_call_always(SYS_exit_group, REC_TRIED, 0, 0, 0, 0, 0);
}

/* limits.c - functions of libc that limit or lock the memory of the process
 *
 * The recorder replaces these functions, because they also affect the mapping of its file, which is
 * memory of the process and much larger than the used part of the file.  If the program limits its
 * address space, the mapping could leave no memory for the program itself.  mlockall() could fail,
 * or could lock the whole mapping.
 *
 * SPDX-License-Identifier: ISC
 */
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "record/sampling.h"
#include "record/syscalls.h"

EXPORT int
mlockall(int flags)
{
	bool is_small = rec_started && !rec_quiet && (flags & MCL_CURRENT) != 0;
	uint64_t signals = block_signals();
	long result;

	if (is_small)
		file_resize(true);
	result = sys_call_always(SYS_mlockall, flags, 0, 0, 0, 0, 0);
	if (result == 0 && rec_started) {
		file_unlock();
		workspaces_unlock();
	}
	if (is_small)
		file_resize(false);
	unblock_signals(signals);
	if (result == 0)
		return 0;
	errno = (int)-result;
	return -1;
}

/* RESULT is the result of the function of libc that has limited RESOURCE.  If RESULT is 0 and
 * RESOURCE is RLIMIT_AS, adapts the mapping of the file to the new limit, unless rec_quiet.
 * Returns RESULT. */
static int
limited(int result, int resource)
{
	uint64_t signals;

	if (result != 0 || resource != RLIMIT_AS || !rec_started || rec_quiet)
		return result;
	signals = block_signals();
	file_resize(false);
	unblock_signals(signals);
	return result;
}

/* Called before the program limits RESOURCE: after that, it may be impossible to make or open
 * files. */
static void
before_limit(int resource)
{
	if (resource == RLIMIT_AS || resource == RLIMIT_FSIZE || resource == RLIMIT_NOFILE)
		file_keep(resource == RLIMIT_NOFILE);
}

EXPORT int
setrlimit(__rlimit_resource_t resource, const struct rlimit *new)
{
	before_limit((int)resource);
	return limited(NEXT(setrlimit)(resource, new), (int)resource);
}

EXPORT int
setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *new)
{
	before_limit((int)resource);
	return limited(NEXT(setrlimit64)(resource, new), (int)resource);
}

EXPORT int
prlimit(pid_t pid, enum __rlimit_resource resource, const struct rlimit *new, struct rlimit *old)
{
	before_limit((int)resource);
	return limited(NEXT(prlimit)(pid, resource, new, old), (int)resource);
}

EXPORT int
prlimit64(pid_t pid, enum __rlimit_resource resource, const struct rlimit64 *new,
	struct rlimit64 *old)
{
	before_limit((int)resource);
	return limited(NEXT(prlimit64)(pid, resource, new, old), (int)resource);
}

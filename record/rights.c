/* rights.c - functions of libc with which a process gives rights away, or loses sight of files
 *
 * A child of fork() makes its file when it first counts something.  If the child gives rights away
 * before, it may not be able to make the file any more.  So these functions make the file first.
 * After that, the process may do what others want, so it no longer shares the accounts of young
 * threads.
 *
 * SPDX-License-Identifier: ISC
 */
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "record/sampling.h"
#include "record/syscalls.h"

#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446	/* Linux 5.13 */
#endif

/* Called before the program gives rights away.  HIDES_FILES: after that, it may see other files. */
static void
before(bool hides_files)
{
	process_check();
	/* A child of vfork() has the memory of its parent, whose rights do not change. */
	if (!rec_started || rec_quiet || sys_getpid() != process_number())
		return;
	file_keep(hides_files);
	accounts_leave();
}

void
rights_before_call(long number, unsigned long first)
{
	switch (number) {
	case SYS_chroot:
	case SYS_landlock_restrict_self:
	case SYS_pivot_root:
	case SYS_seccomp:
	case SYS_setns:
	case SYS_unshare:
		before(true);
		break;
	case SYS_capset:
	case SYS_setfsgid:
	case SYS_setfsuid:
	case SYS_setgid:
	case SYS_setgroups:
	case SYS_setregid:
	case SYS_setresgid:
	case SYS_setresuid:
	case SYS_setreuid:
	case SYS_setuid:
		before(false);
		break;
	case SYS_prctl:
		if (first == PR_SET_SECCOMP)
			before(true);
		else if (first == PR_SET_SECUREBITS || first == PR_CAPBSET_DROP
			|| first == PR_CAP_AMBIENT)
			before(false);
		break;
	default:
		break;
	}
}

/* Defines the function NAME of libc, which has these PARAMETERS, and calls it with ARGUMENTS.  It
 * makes the system call CALL. */
#define GIVES_RIGHTS_AWAY(name, call, parameters, arguments) \
	EXPORT int \
	name parameters \
	{ \
		rights_before_call(call, 0); \
		return NEXT(name) arguments;	/* NOLINT(bugprone-macro-parentheses) */ \
	}

EXPORT int capset(cap_user_header_t header, cap_user_data_t data);

GIVES_RIGHTS_AWAY(capset, SYS_capset, (cap_user_header_t header, cap_user_data_t data),
	(header, data))
GIVES_RIGHTS_AWAY(chroot, SYS_chroot, (const char *path), (path))
GIVES_RIGHTS_AWAY(initgroups, SYS_setgroups, (const char *user, gid_t group), (user, group))
GIVES_RIGHTS_AWAY(setegid, SYS_setresgid, (gid_t effective), (effective))
GIVES_RIGHTS_AWAY(seteuid, SYS_setresuid, (uid_t effective), (effective))
GIVES_RIGHTS_AWAY(setfsgid, SYS_setfsgid, (gid_t group), (group))
GIVES_RIGHTS_AWAY(setfsuid, SYS_setfsuid, (uid_t user), (user))
GIVES_RIGHTS_AWAY(setgid, SYS_setgid, (gid_t group), (group))
GIVES_RIGHTS_AWAY(setgroups, SYS_setgroups, (size_t n, const gid_t *groups), (n, groups))
GIVES_RIGHTS_AWAY(setns, SYS_setns, (int fd, int type), (fd, type))
GIVES_RIGHTS_AWAY(setregid, SYS_setregid, (gid_t real, gid_t effective), (real, effective))
GIVES_RIGHTS_AWAY(setresgid, SYS_setresgid, (gid_t real, gid_t effective, gid_t saved),
	(real, effective, saved))
GIVES_RIGHTS_AWAY(setresuid, SYS_setresuid, (uid_t real, uid_t effective, uid_t saved),
	(real, effective, saved))
GIVES_RIGHTS_AWAY(setreuid, SYS_setreuid, (uid_t real, uid_t effective), (real, effective))
GIVES_RIGHTS_AWAY(setuid, SYS_setuid, (uid_t user), (user))
GIVES_RIGHTS_AWAY(unshare, SYS_unshare, (int flags), (flags))

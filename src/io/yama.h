/* yama.h - the setting of Yama, a part of Linux that restricts who may look into processes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef YAMA_H
#define YAMA_H

/* Returns kernel.yama.ptrace_scope, or '0' if the kernel has no Yama.  0: a process may look into
 * all processes of the same user; 1: only into those that it has started, directly or indirectly,
 * and those that have allowed it (PR_SET_PTRACER); 2: into none, without CAP_SYS_PTRACE; 3: into
 * none at all.  Source: Documentation/admin-guide/LSM/Yama.rst of Linux. */
char yama_scope(void);

#endif

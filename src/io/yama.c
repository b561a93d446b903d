/* yama.c - the setting of Yama, a part of Linux that restricts who may look into processes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/yama.h"

#include "io/procfile.h"

char
yama_scope(void)
{
	char scope = '0';

	(void)procfile_read("/proc/sys/kernel/yama/ptrace_scope", &scope, 1);
	return (char)(scope < '0' || scope > '9' ? '0' : scope);
}

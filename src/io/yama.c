/* yama.c - the setting of Yama, a part of Linux that restricts who may look into processes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/yama.h"

#include <fcntl.h>
#include <unistd.h>

char
yama_scope(void)
{
	int fd = open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY | O_CLOEXEC);
	char scope = '0';

	if (fd >= 0) {
		if (read(fd, &scope, 1) != 1 || scope < '0' || scope > '9')
			scope = '0';
		close(fd);
	}
	return scope;
}

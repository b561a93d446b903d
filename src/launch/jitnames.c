/* jitnames.c - keeps the names of code that recorded processes made while they ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/jitnames.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/recording.h"

static const off_t most_bytes = (off_t)1 << 28;	/* longer files are not copied */

/* Opens the file of names that process R wrote.  In /tmp, another user could have made the file, or
 * an earlier process of the same number.  Returns -1 if there is none. */
static int
open_names(const struct recording *r)
{
	char path[64];
	struct stat st;
	int fd;

	snprintf(path, sizeof(path), "/tmp/perf-%u.map", r->pid);
	fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid()
	    && st.st_size <= most_bytes
	    && (uint64_t)st.st_mtim.tv_sec >= r->start_real / 1000000000)
		return fd;
	close(fd);
	return -1;
}

void
jitnames_keep(const struct directory *d, const char *name, const struct recording *r)
{
	size_t n = strlen(name) - (sizeof(REC_SUFFIX) - 1);
	int from = open_names(r);
	char *copy;

	if (from < 0)
		return;
	copy = mem_new(n + sizeof(REC_JIT_SUFFIX), 1);
	memcpy(copy, name, n);
	memcpy(copy + n, REC_JIT_SUFFIX, sizeof(REC_JIT_SUFFIX));
	(void)directory_copy(d, from, copy, most_bytes);
	close(from);
	free(copy);
}

/* brief.c - the file of a process that has recorded nothing but its processor time
 *
 * Most children of fork() end before they are sampled.  Such a child does not map a file: it writes
 * a short one when it ends.
 *
 * SPDX-License-Identifier: ISC
 */
#include <sys/prctl.h>

#include "record/newfile.h"
#include "record/sampling.h"
#include "record/syscalls.h"

#define LENGTH (NEWFILE_FIRST + REC_ALIGN)

/* Writes the file, whose name contains NUMBER, to FD.  The magic is written last. */
static bool
write_all(long fd, uint32_t number, uint64_t cpu, uint64_t unsampled)
{
	struct rec_head head = { .magic = "" };
	struct rec_control c = { .state = REC_OFF };
	struct rec_segment s = { .magic = REC_SEGMENT_MAGIC, .type = REC_STACKS,
		.bytes = REC_ALIGN, .pid = sys_getpid(), .tid = sys_gettid(), .epoch = rec_epoch,
		.state = REC_THREAD_ENDED, .table = { .cpu = cpu, .threads = 1 } };

	newfile_fill(&head, &c, LENGTH, number);
	head.used = LENGTH;
	c.ended = REC_EXITED;
	c.unsampled = unsampled;
	s.table.start = head.start;
	sys_call(SYS_prctl, PR_GET_NAME, (long)s.table.name, 0, 0, 0, 0);
	return newfile_allowed_size() >= LENGTH && sys_ftruncate(fd, LENGTH) == 0
		&& sys_pwrite(fd, &s, sizeof(s), NEWFILE_FIRST) == (long)sizeof(s)
		&& sys_pwrite(fd, &c, sizeof(c), REC_PAGE) == (long)sizeof(c)
		&& sys_pwrite(fd, &head, sizeof(head), 0) == (long)sizeof(head);
}

void
brief_write(uint64_t cpu, uint64_t unsampled)
{
	char name[NEWFILE_NAME];
	uint32_t number;
	long fd, directory;

	if (newfile_allowed_size() < LENGTH)
		return;
	directory = newfile_directory();
	if (sys_failed(directory))
		return;
	fd = newfile_create(directory, name, &number);
	if (!sys_failed(fd)) {
		if (!write_all(fd, number, cpu, unsampled))
			sys_unlinkat(directory, name);
		sys_close(fd);
	}
	sys_close(directory);
}

/* newfile.c - makes new files of processes: their names, their lengths, their heads
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/newfile.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>

#include "record/syscalls.h"

#if defined __x86_64__
#define MACHINE EM_X86_64
#elif defined __aarch64__
#define MACHINE EM_AARCH64
#elif defined __riscv
#define MACHINE EM_RISCV
#else
#define MACHINE EM_NONE
#endif

#define FILE_SIZE ((uint64_t)256 << 20)	/* greatest length of a file; the unused part is a hole */

/* May the recorder write into DIRECTORY, a descriptor?  If the environment has a session number,
 * the marker in DIRECTORY must have the same number.  If the environment has none, DIRECTORY must
 * have no marker. */
static bool
is_our_session(long directory)
{
	char text[512] = "";
	uint8_t session[sizeof(rec_settings.session)];
	long size;
	long fd = sys_openat((int)directory, REC_MARKER,
		O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
	const char *at = text;

	if (sys_failed(fd))
		return fd == -ENOENT && !rec_settings.has_session;
	size = sys_read(fd, text, sizeof(text) - 1);
	sys_close(fd);
	text[size < 0 ? 0 : size] = '\0';
	while (!text_begins(at, "\nsession ")) {
		if (*at == '\0')
			return false;
		at++;
	}
	at += sizeof("\nsession ") - 1;
	at = text_hex(at, session, sizeof(session));
	return rec_settings.has_session && at != NULL && *at == '\n'
		&& memcmp(session, rec_settings.session, sizeof(session)) == 0;
}

long
newfile_directory(void)
{
	long directory = sys_openat(AT_FDCWD, rec_settings.directory,
		O_PATH | O_DIRECTORY | O_CLOEXEC, 0);

	if (sys_failed(directory) || is_our_session(directory))
		return directory;
	sys_close(directory);
	return -ENOENT;
}

long
newfile_create(long directory, char name[NEWFILE_NAME], uint32_t *number)
{
	const char *end = name + NEWFILE_NAME;
	char *at = text_append(name, name + 200, rec_settings.name);
	char *after_pid;
	long fd = -EEXIST;

	at = text_append(at, end, ".");
	at = text_append_number(at, end, sys_getpid());
	after_pid = text_append(at, end, ".");
	for (*number = 0; fd == -EEXIST && *number < 10000; ++*number) {
		at = text_append_number(after_pid, end, *number);
		text_append(at, end, REC_SUFFIX);
		fd = sys_openat((int)directory, name,
			O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	}
	--*number;
	return fd;
}

/* Returns the soft limit of this process for RESOURCE.  All bits are set if there is none, or it is
 * not known. */
static uint64_t
limit_of(int resource)
{
	struct { uint64_t now, most; } limit = {~(uint64_t)0, ~(uint64_t)0};

	sys_call(SYS_prlimit64, 0, resource, 0, (long)&limit, 0, 0);
	return limit.now;
}

uint64_t
newfile_mapped_size(void)
{
	uint64_t size = limit_of(RLIMIT_AS) / 8;

	return (size < FILE_SIZE ? size : FILE_SIZE) / REC_PAGE * REC_PAGE;
}

uint64_t
newfile_allowed_size(void)
{
	uint64_t size = limit_of(RLIMIT_FSIZE) / REC_PAGE * REC_PAGE;
	uint64_t mapped = newfile_mapped_size();

	return size < mapped ? size : mapped;
}

void
newfile_fill(struct rec_head *head, struct rec_control *c, uint64_t length, uint32_t number)
{
	head->order = REC_ORDER;
	head->version = REC_VERSION;
	head->address_size = sizeof(void *);
	head->slot_size = sizeof(struct rec_slot);
	head->machine = MACHINE;
	head->first = (uint32_t)NEWFILE_FIRST;
	head->limit = length;
	head->used = NEWFILE_FIRST;
	head->pid = sys_getpid();
	head->ppid = (uint32_t)sys_call(SYS_getppid, 0, 0, 0, 0, 0, 0);
	head->uid = (uint32_t)sys_call(SYS_geteuid, 0, 0, 0, 0, 0, 0);
	head->number = number;
	head->start_real = sys_time(CLOCK_REALTIME);
	head->start = sys_time(CLOCK_MONOTONIC);
	head->hz = rec_settings.hz;
	head->unwind = (uint32_t)sampling_unwind();
	head->signal = (uint32_t)sampling_signal();
	head->tick = sampling_tick();
	head->page_size = rec_settings.page_size;
	head->forked = process_was_forked();
	memcpy(head->session, rec_settings.session, sizeof(head->session));
	memcpy(head->program, rec_settings.program, sizeof(head->program));
	c->state = control_state() == REC_ON ? REC_ON : REC_OFF;
	c->hz = rec_settings.hz;
	c->epoch = rec_epoch;
	c->changed = head->start;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	memcpy(head->magic, REC_MAGIC, sizeof(head->magic));
}

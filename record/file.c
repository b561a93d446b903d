/* file.c - makes the file, its control page and its segments
 *
 * SPDX-License-Identifier: ISC
 */
#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "record/syscalls.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23		/* Linux 5.14 */
#endif

#if defined __x86_64__
#define MACHINE EM_X86_64
#elif defined __aarch64__
#define MACHINE EM_AARCH64
#elif defined __riscv
#define MACHINE EM_RISCV
#else
#define MACHINE EM_NONE
#endif

#define FILE_SIZE ((uint64_t)256 << 20)	/* greatest length of the file; the unused part is a hole */
#define LITTLE ((uint64_t)1 << 20)	/* how many unused bytes file_resize(true) maps */
#define FIRST (2 * (uint64_t)REC_PAGE)	/* offset of the first segment */
#define WRITTEN ((uint64_t)REC_PAGE)	/* how many bytes map_file() writes from FIRST on */

union control_page rec_control_page __attribute__((aligned(REC_PAGE))) = {
	.control = {.state = REC_OFF},
};

/* A mapped file. */
struct mapping {
	char *base;			/* NULL: none */
	uint64_t size;			/* mapped bytes */
	uint64_t length;		/* bytes of the file */
};

static struct mapping file;		/* the file of this process or, if that cannot be made, of
					 * its parent */
static struct mapping parents;		/* after fork(), the file of the parent.  It stays mapped:
					 * if the signal handler that called fork() has interrupted
					 * mcount, mcount continues in this file */
static bool is_refused;			/* the file of this process cannot be made */
static uint64_t too_large;		/* there is no room for segments of this size or larger;
					 * 0: not known */

/* Makes M the file into which segments are written.  Other threads read .base without the lock, so
 * .base is set last. */
static void
use(const struct mapping *m)
{
	file.size = m->size;
	file.length = m->length;
	__atomic_store_n(&file.base, m->base, __ATOMIC_RELEASE);
}

struct rec_head *
file_head(void)
{
	return (struct rec_head *)(void *)file.base;
}

uint64_t
file_offset(const void *p)
{
	return (uint64_t)((const char *)p - file.base);
}

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

/* Creates PROGRAM.PID.NUMBER.gprec with the first free NUMBER below 10000 in DIRECTORY, a
 * descriptor.  Writes the name to [NAME, END), and sets *NUMBER.  Returns a descriptor or an
 * error. */
static long
create(long directory, char *name, const char *end, uint32_t *number)
{
	char *at = text_append(name, name + 200 < end ? name + 200 : end, rec_settings.name);
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

/* Returns how many bytes of the file may be mapped: FILE_SIZE or an eighth of the limit of the
 * address space, whichever is less. */
static uint64_t
mapped_size(void)
{
	uint64_t size = limit_of(RLIMIT_AS) / 8;

	return (size < FILE_SIZE ? size : FILE_SIZE) / REC_PAGE * REC_PAGE;
}

/* Returns the maximum length of the file in bytes: mapped_size() or the limit of the size of files,
 * whichever is less. */
static uint64_t
allowed_size(void)
{
	uint64_t size = limit_of(RLIMIT_FSIZE) / REC_PAGE * REC_PAGE;
	uint64_t mapped = mapped_size();

	return size < mapped ? size : mapped;
}

bool
pages_populate(char *p, uint64_t size)
{
	long result = sys_madvise(p, size, MADV_POPULATE_WRITE);

	if (result != -EINVAL)
		return result == 0;
	/* In older kernels, a system call that writes to a page fails if there is no room. */
	for (uint64_t i = 0; i < size; i += REC_ALIGN) {
		if (sys_call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)(p + i), 0, 0, 0, 0) != 0)
			return false;
		memset(p + i, 0, sizeof(struct timespec));
	}
	return true;
}

/* Fills in the head, without its magic, and the control page of the new file M.  The name of the
 * file contains NUMBER. */
static void
begin_file(const struct mapping *m, uint32_t number)
{
	struct rec_head *head = (struct rec_head *)(void *)m->base;
	struct rec_control *control = (struct rec_control *)(void *)(m->base + REC_PAGE);

	head->order = REC_ORDER;
	head->version = REC_VERSION;
	head->address_size = sizeof(void *);
	head->slot_size = sizeof(struct rec_slot);
	head->machine = MACHINE;
	head->first = (uint32_t)FIRST;
	head->limit = m->length;
	head->used = FIRST;
	head->pid = sys_getpid();
	head->ppid = (uint32_t)sys_call(SYS_getppid, 0, 0, 0, 0, 0, 0);
	head->uid = (uint32_t)sys_call(SYS_geteuid, 0, 0, 0, 0, 0, 0);
	head->number = number;
	head->start_real = sys_time(CLOCK_REALTIME);
	head->start = sys_time(CLOCK_MONOTONIC);
	head->hz = rec_settings.hz;
	head->unwind = (uint32_t)sampling_unwind();
	head->signal = (uint32_t)sampling_signal();
	head->page_size = rec_settings.page_size;
	memcpy(head->session, rec_settings.session, sizeof(head->session));
	text_append(head->program, head->program + sizeof(head->program), rec_settings.program);
	control->state = CONTROL->state;
	control->hz = rec_settings.hz;
	control->epoch = CONTROL->epoch;
	control->changed = head->start;
}

/* Gives the file FD its length, writes its first pages, and maps it as *M.  The pages are written
 * because the first access to a hole through a mapping takes milliseconds on some file systems.
 * False: there is no room; M->base is NULL. */
static bool
map_file(long fd, struct mapping *m)
{
	static const char zeros[WRITTEN];
	long address;

	m->size = m->length = allowed_size();
	if (m->size < FIRST + WRITTEN || sys_ftruncate(fd, m->size) != 0 ||
			sys_pwrite(fd, zeros, REC_ALIGN, 0) != REC_ALIGN ||
			sys_pwrite(fd, zeros, REC_ALIGN, REC_PAGE) != REC_ALIGN ||
			sys_pwrite(fd, zeros, WRITTEN, FIRST) != (long)WRITTEN)
		return false;
	address = sys_mmap(NULL, m->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (sys_failed(address))
		return false;
	m->base = (char *)address;
	if (pages_populate(m->base, REC_ALIGN) && pages_populate(m->base + REC_PAGE, REC_ALIGN))
		return true;
	sys_munmap(m->base, m->size);
	m->base = NULL;
	return false;
}

/* Sets the state of the recorder to that in the file of the parent.  begin_file() has copied this
 * state.  But after that, gprowse control may have changed the state of the parent, before it could
 * find the file of this process. */
static void
inherit_state(void)
{
	const struct rec_control *control;
	uint32_t state;

	if (parents.base == NULL || parents.base == file.base)
		return;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	control = (const struct rec_control *)(const void *)(parents.base + REC_PAGE);
	state = __atomic_load_n(&control->state, __ATOMIC_ACQUIRE);
	if ((state != REC_ON && state != REC_OFF) || state == CONTROL->state)
		return;
	CONTROL->changed = control->changed;
	__atomic_store_n(&CONTROL->state, state, __ATOMIC_RELEASE);
}

/* Makes the file of this process.  The caller holds the lock.  False: it cannot be made. */
static bool
make_file(void)
{
	char name[256];
	uint32_t number = 0;
	struct mapping m = {NULL, 0, 0};
	long fd = -ENOENT;
	long directory = sys_openat(AT_FDCWD, rec_settings.directory,
		O_PATH | O_DIRECTORY | O_CLOEXEC, 0);

	if (sys_failed(directory))
		return false;
	if (is_our_session(directory))
		fd = create(directory, name, name + sizeof(name), &number);
	if (!sys_failed(fd)) {
		accounts_open((int)directory);
		if (map_file(fd, &m)) {
			begin_file(&m, number);
			if (sys_failed(sys_mmap(&rec_control_page, REC_PAGE, PROT_READ | PROT_WRITE,
					MAP_SHARED | MAP_FIXED, fd, REC_PAGE))) {
				sys_munmap(m.base, m.size);
				m.base = NULL;
			}
		}
		if (m.base == NULL)
			sys_unlinkat(directory, name);
		sys_close(fd);
	}
	sys_close(directory);
	if (m.base == NULL)
		return false;
	memcpy(m.base, REC_MAGIC, sizeof(file_head()->magic));
	use(&m);
	inherit_state();
	return true;
}

static void
note_problem(enum rec_problem problem)
{
	__atomic_fetch_or(&CONTROL->problems, (uint32_t)problem, __ATOMIC_RELAXED);
}

bool
file_open(void)
{
	bool is_open, is_locked;

	if (__atomic_load_n(&file.base, __ATOMIC_ACQUIRE) != NULL)
		return true;
	is_locked = lock_take();
	if (!is_locked && !rec_quiet)
		return false;
	if (file.base == NULL && !is_refused) {
		too_large = 0;
		if (!make_file()) {
			is_refused = true;
			use(&parents);
			if (file.base != NULL)
				note_problem(REC_IN_PARENT);
		}
	}
	is_open = file.base != NULL;
	if (is_locked)
		lock_give();
	return is_open;
}

void
file_forget(void)
{
	if (file.base == NULL)
		return;
	if (parents.base != NULL && parents.base != file.base)
		sys_munmap(parents.base, parents.size);
	parents = file;
	file.base = NULL;
	is_refused = false;
}

/* Changes the size of the mapping M to SIZE bytes, or to the nearest size that has all used bytes
 * and at most M->length bytes.  If the kernel refuses, the mapping stays as it is.  The caller
 * holds the lock. */
static void
resize(struct mapping *m, uint64_t size)
{
	const struct rec_head *head = (const struct rec_head *)(void *)m->base;
	uint64_t before = m->size;
	uint64_t used;

	if (size < before)	/* from now on, no thread reserves bytes after SIZE */
		__atomic_store_n(&m->size, size, __ATOMIC_SEQ_CST);
	used = __atomic_load_n(&head->used, __ATOMIC_SEQ_CST) + REC_PAGE - 1;
	used -= used % REC_PAGE;
	if (size < used)
		size = used;
	if (size > m->length)
		size = m->length;
	if (sys_failed(sys_call(SYS_mremap, (long)m->base, (long)before, (long)size, 0, 0, 0)))
		size = before;
	__atomic_store_n(&m->size, size, __ATOMIC_SEQ_CST);
	too_large = 0;
}

void
file_resize(bool is_little)
{
	bool is_own;

	if (!lock_take())
		return;
	/* In a child of vfork(), the files are those of its parent. */
	is_own = file.base == NULL || file.base == parents.base
		|| file_head()->pid == sys_getpid();
	if (is_own && file.base != NULL)
		resize(&file, is_little ? file_head()->used + LITTLE : mapped_size());
	if (is_own && parents.base != NULL && parents.base != file.base)
		resize(&parents, is_little ? 0 : mapped_size());
	if (file.base == parents.base)
		parents.size = file.size;
	lock_give();
}

void
file_unlock(void)
{
	if (file.base != NULL)
		sys_call(SYS_munlock, (long)file.base, (long)file.size, 0, 0, 0, 0);
	if (parents.base != NULL)
		sys_call(SYS_munlock, (long)parents.base, (long)parents.size, 0, 0, 0, 0);
}

/* Returns how far the file may be used, in bytes.  0: another program cuts the file. */
static uint64_t
room(void)
{
	uint64_t limit = __atomic_load_n(&file_head()->limit, __ATOMIC_SEQ_CST);
	uint64_t size = __atomic_load_n(&file.size, __ATOMIC_SEQ_CST);

	return limit < size ? limit : size;
}

/* Adds SIZE bytes to the used part of the file, and returns the address of these bytes, which are
 * 0.  Returns NULL if there is no room. */
static char *
reserve(uint64_t size)
{
	struct rec_head *head = file_head();
	uint64_t at = __atomic_load_n(&head->used, __ATOMIC_SEQ_CST);
	uint64_t end;

	do {
		uint64_t most = room();

		if (at > most || size > most - at)
			return NULL;
		end = at + size;
	} while (!__atomic_compare_exchange_n(&head->used, &at, end, false, __ATOMIC_SEQ_CST,
			__ATOMIC_SEQ_CST));
	if (end <= room()) {
		if (pages_populate(file.base + at, size))
			return file.base + at;
		sys_madvise(file.base + at, size, MADV_REMOVE);
	}
	__atomic_compare_exchange_n(&head->used, &end, at, false, __ATOMIC_SEQ_CST,
		__ATOMIC_SEQ_CST);
	return NULL;
}

struct rec_segment *
segment_new(enum rec_segment_type type, uint64_t bytes)
{
	struct rec_segment *s;
	uint64_t size = (bytes + REC_ALIGN - 1) / REC_ALIGN * REC_ALIGN;

	if (rec_quiet || file.base == NULL || (too_large != 0 && size >= too_large))
		return NULL;
	s = (struct rec_segment *)(void *)reserve(size);
	if (s == NULL) {
		note_problem(REC_NO_ROOM);
		too_large = size;
		return NULL;
	}
	s->type = type;
	s->bytes = size;
	s->pid = sys_getpid();
	s->tid = sys_gettid();
	s->epoch = CONTROL->epoch;
	return s;
}

void
segment_publish(struct rec_segment *s)
{
	__atomic_store_n(&s->magic, REC_SEGMENT_MAGIC, __ATOMIC_RELEASE);
}

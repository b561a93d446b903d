/* file.c - the file of this process, and its control page
 *
 * The file is mapped twice: all of it (mapping.h), and the control page once more for reading only,
 * over rec_control_page.  A child of fork() has only the latter, so that it can follow the state of
 * its parent until it has a file.  It cannot make this memory writable, because the descriptor with
 * which it was mapped was open for reading only.
 *
 * A child that cannot make a file adds up what it has lost in a page that it shares with its
 * parent.  From this page, the parent takes sums for its own file, and relies on nothing.
 *
 * SPDX-License-Identifier: ISC
 */
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>

#include "record/mapping.h"
#include "record/newfile.h"
#include "record/syscalls.h"

#define LITTLE ((uint64_t)1 << 20)	/* how many unused bytes file_resize(true) maps */
#define WRITTEN ((uint64_t)4 * REC_ALIGN)	/* bytes of segments that map_file() writes */
#define MOST_LOST ((uint64_t)1 << 48)	/* no child can lose so many calls or samples */

union control_page rec_control_page __attribute__((aligned(REC_PAGE))) = {
	.control = {.state = REC_OFF},
};

struct mapping rec_file;
static char name[NEWFILE_NAME];	/* of the file that was made last */
static uint32_t maker;			/* number of the process that made the file; 0: none */
static bool is_refused;			/* the file of this process cannot be made */

static struct mapping hidden;		/* after fork(), what was rec_file of the parent */

static bool has_own_page;		/* rec_control_page is memory of this process, because the
					 * file cannot be used */
static enum rec_state last_state;	/* that this process has set */

static struct rec_control nowhere;
static struct rec_control *control = &nowhere;	/* see file_control() */

/* The page in which children without a file add up what they have lost.  In such a child, it is
 * that of its parent.  NULL: there is none. */
static struct rec_control *children;
static struct rec_control *parents;	/* .children of the parent, when this process has its own */

/* Is ADDRESS in the SIZE bytes at BASE?  If so, sets [*LOW, *HIGH) to these bytes. */
static bool
is_in(uintptr_t address, const void *base, uint64_t size, uintptr_t *low, uintptr_t *high)
{
	*low = (uintptr_t)base;
	*high = *low + size;
	return base != NULL && address >= *low && address < *high;
}

bool
file_range(uintptr_t address, uintptr_t *low, uintptr_t *high)
{
	return is_in(address, &rec_control_page, REC_PAGE, low, high)
		|| is_in(address, rec_file.base, rec_file.size, low, high);
}

void
file_keep_in_place(long fd)
{
	struct statfs system;
	int flags;

	if (sys_call(SYS_fstatfs, fd, (long)&system, 0, 0, 0, 0) != 0
	    || system.f_type != BTRFS_SUPER_MAGIC
	    || sys_call(SYS_ioctl, fd, FS_IOC_GETFLAGS, (long)&flags, 0, 0, 0) != 0)
		return;
	flags |= FS_NOCOW_FL;
	sys_call(SYS_ioctl, fd, FS_IOC_SETFLAGS, (long)&flags, 0, 0, 0);
}

/* Gives the file FD its length, writes its first pages, and maps it as *M.  The pages are written
 * because the first access to a hole through a mapping takes milliseconds on some file systems.
 * False: there is no room. */
static bool
map_file(long fd, struct mapping *m)
{
	static const char zeros[WRITTEN];
	uint64_t size = newfile_allowed_size();

	if (size < NEWFILE_FIRST + WRITTEN || sys_ftruncate(fd, size) != 0 ||
			sys_pwrite(fd, zeros, REC_ALIGN, 0) != REC_ALIGN ||
			sys_pwrite(fd, zeros, REC_ALIGN, REC_PAGE) != REC_ALIGN ||
			sys_pwrite(fd, zeros, WRITTEN, NEWFILE_FIRST) != (long)WRITTEN ||
			!mapping_make(m, fd, size))
		return false;
	m->used = NEWFILE_FIRST;
	if (pages_populate(m->base, REC_ALIGN) && pages_populate(m->base + REC_PAGE, REC_ALIGN))
		return true;
	mapping_remove(m);
	return false;
}

/* Maps the control page of the file `name` in DIRECTORY, a descriptor, over rec_control_page, for
 * reading only.  *C is the same page.  Between newfile_fill() and this function, gprowse control
 * may have changed the state of the parent, when it could not yet find the file of this process.
 * So sets the state to that of the parent once more.  False: the page cannot be mapped. */
static bool
map_control(long directory, struct rec_control *c)
{
	long fd = sys_openat((int)directory, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0);
	uint32_t state;
	long address;

	if (sys_failed(fd))
		return false;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	state = control_state();
	if (state != c->state && (state == REC_ON || state == REC_OFF)) {
		c->changed = rec_control_page.control.changed;
		__atomic_store_n(&c->state, state, __ATOMIC_RELEASE);
	}
	address = sys_mmap(&rec_control_page, REC_PAGE, PROT_READ, MAP_SHARED | MAP_FIXED, fd,
		REC_PAGE);
	sys_close(fd);
	has_own_page = false;
	return !sys_failed(address);
}

/* Makes M the file of this process.  Other threads read .base without the lock, so it is set
 * last. */
static void
use(const struct mapping *m)
{
	long page = sys_mmap(NULL, rec_settings.page_size, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	parents = children;		/* another thread may use it */
	children = sys_failed(page) ? NULL : (struct rec_control *)page;
	maker = sys_getpid();
	control = (struct rec_control *)(void *)(m->base + REC_PAGE);
	last_state = (enum rec_state)control->state;
	rec_file = (struct mapping){ .size = m->size, .length = m->length, .used = m->used,
		.room = m->room, .ntables = m->ntables, .is_private = m->is_private };
	__atomic_store_n(&rec_file.base, m->base, __ATOMIC_RELEASE);
}

/* Makes the file of this process.  The caller holds the lock.  False: it cannot be made. */
static bool
make_file(void)
{
	uint32_t number = 0;
	struct mapping m = { .base = NULL };
	bool is_made = false;
	long fd, directory = newfile_directory();

	if (sys_failed(directory))
		return false;
	fd = newfile_create(directory, name, &number);
	if (!sys_failed(fd)) {
		file_keep_in_place(fd);
		accounts_open((int)directory);
		is_made = map_file(fd, &m);
		sys_close(fd);
		if (is_made) {
			struct rec_control *c = (struct rec_control *)(void *)(m.base + REC_PAGE);

			newfile_fill((struct rec_head *)(void *)m.base, c, m.length, number);
			is_made = map_control(directory, c);
			if (!is_made)
				mapping_remove(&m);
		}
		if (!is_made)
			sys_unlinkat(directory, name);
	}
	sys_close(directory);
	if (is_made)
		use(&m);
	return is_made;
}

/* Writes VALUE to the offset AT of the file, if it still exists and was not cut. */
static void
write_word(uint64_t at, uint32_t value)
{
	uint32_t old;
	long directory, fd;

	directory = newfile_directory();
	if (sys_failed(directory))
		return;
	fd = sys_openat((int)directory, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
	if (!sys_failed(fd)) {
		if (sys_call(SYS_pread64, fd, (long)&old, sizeof(old), (long)at, 0, 0)
		    == (long)sizeof(old))
			sys_pwrite(fd, &value, sizeof(value), at);
		sys_close(fd);
	}
	sys_close(directory);
}

void
file_note_unsaved(void)
{
	file_note(REC_UNSAVED);
	write_word(REC_CONTROL_AT(problems), file_control()->problems);
}

bool
file_open(void)
{
	bool is_open;

	process_check();
	if (__atomic_load_n(&rec_file.base, __ATOMIC_ACQUIRE) != NULL)
		return true;
	if (is_refused || !lock_take())
		return false;
	if (rec_file.base == NULL && !is_refused)
		is_refused = !make_file();
	is_open = rec_file.base != NULL;
	lock_give();
	return is_open;
}

void
file_keep(bool hides_files)
{
	uint64_t signals;

	process_check();
	if (!rec_started || rec_quiet || (maker != 0 && !hides_files))
		return;
	signals = block_signals();
	if (file_open() && hides_files)
		objects_note_all();
	unblock_signals(signals);
}

void
file_forget(void)
{
	is_refused = false;
	if (rec_file.base == NULL)
		return;
	if (hidden.base != NULL)
		mapping_remove(&hidden);
	if (parents != NULL)
		sys_munmap(parents, rec_settings.page_size);
	parents = NULL;
	hidden = rec_file;
	rec_file.base = NULL;
	maker = 0;
	control = children != NULL ? children : &nowhere;
	mapping_hide(&hidden);
}

bool
file_is_of_parent(void)
{
	return mapping_is_of_parent(&rec_file);
}

struct rec_control *
file_control(void)
{
	process_check();
	return control;
}

uint32_t
file_process(void)
{
	return maker;
}

void
file_replaced(uintptr_t low, uintptr_t high)
{
	uintptr_t page = (uintptr_t)&rec_control_page;

	if (page < low || page >= high)
		return;
	has_own_page = true;
	if (rec_control_page.control.changed == 0)
		__atomic_store_n(&rec_control_page.control.state, (uint32_t)last_state,
			__ATOMIC_RELEASE);
}

/* Sets the state that mcount reads, if the file_control() is no longer the same memory. */
static void
set_read_state(uint32_t state)
{
	uintptr_t page = (uintptr_t)&rec_control_page;

	if (!has_own_page)
		write_word(REC_CONTROL_AT(state), state);
	if (control_state() != state
	    && (has_own_page || faults_replace(page, page + rec_settings.page_size)))
		__atomic_store_n(&rec_control_page.control.state, state, __ATOMIC_RELEASE);
}

void
file_set_state(enum rec_state state)
{
	struct rec_control *c = file_control();

	last_state = state;
	c->changed = sys_time(CLOCK_MONOTONIC);
	__atomic_store_n(&c->state, (uint32_t)state, __ATOMIC_RELEASE);
	if (control_state() != (uint32_t)state)
		set_read_state((uint32_t)state);
}

void
file_note(enum rec_problem problem)
{
	__atomic_fetch_or(&file_control()->problems, (uint32_t)problem, __ATOMIC_RELAXED);
}

void
file_unnote(enum rec_problem problem)
{
	__atomic_fetch_and(&file_control()->problems, ~(uint32_t)problem, __ATOMIC_RELAXED);
}

void
file_gather(void)
{
	uint64_t calls, samples;

	if (maker == 0 || children == NULL)
		return;
	if ((__atomic_load_n(&children->problems, __ATOMIC_RELAXED) & REC_UNRECORDED) != 0) {
		__atomic_store_n(&children->problems, 0, __ATOMIC_RELAXED);
		file_note(REC_UNRECORDED);
	}
	if (children->lost_calls == 0 && children->lost_samples == 0)
		return;
	calls = __atomic_exchange_n(&children->lost_calls, 0, __ATOMIC_RELAXED);
	samples = __atomic_exchange_n(&children->lost_samples, 0, __ATOMIC_RELAXED);
	CONTROL_ADD(child_calls, calls < MOST_LOST ? calls : 0);
	CONTROL_ADD(child_samples, samples < MOST_LOST ? samples : 0);
	file_note(REC_LOST_CHILD);
}

void
file_resize(bool is_little)
{
	uint64_t size = newfile_mapped_size();

	process_check();
	if (!lock_take())
		return;
	if (is_little)
		size = rec_file.used + LITTLE;
	if (size < rec_file.used)
		size = rec_file.used;
	size = (size + REC_PAGE - 1) / REC_PAGE * REC_PAGE;
	if (size > rec_file.length)
		size = rec_file.length;
	/* A child of vfork() has the file of its parent. */
	if (rec_file.base != NULL && maker == sys_getpid())
		mapping_resize(&rec_file, size);
	segments_retry();
	lock_give();
}

void
file_unlock(void)
{
	if (rec_file.base != NULL)
		mapping_unlock(&rec_file);
	if (hidden.base != NULL)
		mapping_unlock(&hidden);
}

/* perf_clock.c - samples of the processor time of other processes, which the kernel takes
 *
 * The layout of records is that of perf_event_open(2).  Each thread has an event for each
 * processor, because threads that it makes inherit only such events.  All events of a processor
 * write to one ring.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/perf_clock.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "io/procfile.h"
#include "unwind/unwind_frame.h"

#ifdef CFI_RETURN_ADDRESS

enum {
	RING_MOST = 1 << 21,		/* bytes of a ring; a power of two */
	RING_LEAST = 1 << 17,		/* of a ring if the user may not lock more memory */
	FULL = 4,			/* a ring is read when a quarter of it is full */
	STACK = 1 << 15,		/* bytes of the stack that are copied */
	MOST_CPUS = 4096,
	ROUNDS = 8,			/* greatest number of lists of threads until none is new */
};

/* The registers of a sample, as bits by the numbers that the kernel gives them. */
#if defined __x86_64__
/* ax bx cx dx si di bp sp ip, r8 to r15 */
static const uint64_t register_mask = 0xff01ff;
enum { REGISTERS = 17 };
#else
/* x0 to x30, sp, pc */
static const uint64_t register_mask = 0x1ffffffff;
enum { REGISTERS = 33 };
#endif

/* The ring of a processor. */
struct ring {
	int cpu;
	int fd;				/* an event without samples, which owns the ring; -1: the
					 * processor is off */
	struct perf_event_mmap_page *page;	/* owned; the ring begins a page after it */
	uint64_t head;			/* up to which it is read: as data_head */
};

struct perf_clock {
	struct perf_event_attr attr;
	struct ring *rings;		/* owned */
	struct pollfd *polled;		/* owned; one for each ring */
	int nrings;
	int *events;			/* owned; descriptors of all events */
	size_t nevents, room;
	size_t page, ring;		/* bytes of a page, and of a ring */
	unsigned char *record;		/* owned; room for the longest record */
	uint64_t *chain;		/* owned; room for the addresses in the longest record */
};

static int
open_event(struct perf_event_attr *attr, pid_t tid, int cpu)
{
	return (int)syscall(SYS_perf_event_open, attr, tid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Says in E why events are not allowed; ERROR is an errno. */
static bool
explain(struct err *e, int error)
{
	FILE *f = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
	int level = 0;
	bool is_known = f != NULL && fscanf(f, "%d", &level) == 1;

	if (f != NULL)
		fclose(f);
	if (f == NULL || error == ENOSYS)
		return err_set(e, ERR_IO, "this system has no perf_event_open");
	if ((error == EACCES || error == EPERM) && is_known && level > 2 && geteuid() != 0)
		return err_set(e, ERR_IO, "kernel.perf_event_paranoid is %d; with 2 or less, the perf "
			"clock is allowed", level);
	if (error == EACCES || error == EPERM)
		return err_set(e, ERR_IO, "perf_event_open is not allowed here (%s), as in many "
			"containers", strerror(error));
	return err_set(e, ERR_IO, "perf_event_open: %s", strerror(error));
}

/* Makes the ring of processor CPU.  Returns 0, or the errno that says why this is not possible. */
static int
make_ring(struct perf_clock *c, int cpu)
{
	struct perf_event_attr nothing = { .size = sizeof(nothing), .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY, .exclude_kernel = 1, .watermark = 1,
		.wakeup_watermark = (uint32_t)(c->ring / FULL) };
	struct ring *r = &c->rings[cpu];
	void *page;

	r->cpu = cpu;
	r->fd = open_event(&nothing, 0, cpu);
	if (r->fd < 0)
		return errno == ENODEV ? 0 : errno;
	page = mmap(NULL, c->page + c->ring, PROT_READ | PROT_WRITE, MAP_SHARED, r->fd, 0);
	if (page == MAP_FAILED)
		return errno;
	r->page = page;
	c->polled[cpu].fd = r->fd;
	return 0;
}

static void
remove_rings(struct perf_clock *c)
{
	for (int i = 0; i < c->nrings; i++) {
		if (c->rings[i].page != NULL)
			munmap(c->rings[i].page, c->page + c->ring);
		if (c->rings[i].fd >= 0)
			close(c->rings[i].fd);
	}
}

/* Makes a ring for each processor.  Returns 0, or an errno. */
static int
make_rings(struct perf_clock *c)
{
	int error = 0;

	for (int i = 0; i < c->nrings; i++) {
		c->rings[i] = (struct ring){ .fd = -1 };
		c->polled[i] = (struct pollfd){ .fd = -1, .events = POLLIN };
	}
	for (int i = 0; i < c->nrings && error == 0; i++)
		error = make_ring(c, i);
	if (error != 0)
		remove_rings(c);
	return error;
}

/* Can events of this process be made?  Sets C->attr.exclude_kernel if only others than the
 * kernel's can.  Otherwise, samples have the stack of the kernel, if that is possible.  Returns 0,
 * or an errno. */
static int
try_event(struct perf_clock *c)
{
	int fd;

	c->attr.sample_type |= PERF_SAMPLE_CALLCHAIN;
	c->attr.exclude_callchain_user = 1;
	fd = open_event(&c->attr, 0, -1);
	if (fd < 0) {
		c->attr.sample_type &= ~(uint64_t)PERF_SAMPLE_CALLCHAIN;
		c->attr.exclude_callchain_user = 0;
		fd = open_event(&c->attr, 0, -1);
	}
	if (fd < 0 && (errno == EACCES || errno == EPERM)) {
		c->attr.exclude_kernel = 1;
		fd = open_event(&c->attr, 0, -1);
	}
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

struct perf_clock *
perf_clock_new(uint32_t hz, bool on_exec, struct err *e)
{
	struct perf_clock *c = mem_new(1, sizeof(*c));
	long n = sysconf(_SC_NPROCESSORS_CONF);
	int error;

	c->attr = (struct perf_event_attr){ .size = sizeof(c->attr), .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_TASK_CLOCK, .sample_period = (1000000000 + hz / 2) / hz,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
		.sample_regs_user = register_mask, .sample_stack_user = STACK, .comm = 1,
		.comm_exec = 1, .mmap = 1, .watermark = 1 };
	error = try_event(c);
	c->attr.inherit = 1;
	c->attr.disabled = c->attr.enable_on_exec = on_exec;
	c->page = (size_t)sysconf(_SC_PAGESIZE);
	c->record = mem_uncleared(UINT16_MAX + 1, 1);
	c->chain = mem_uncleared((UINT16_MAX + 1) / sizeof(*c->chain), sizeof(*c->chain));
	c->nrings = n < 1 ? 1 : n > MOST_CPUS ? MOST_CPUS : (int)n;
	c->rings = mem_new((size_t)c->nrings, sizeof(*c->rings));
	c->polled = mem_new((size_t)c->nrings, sizeof(*c->polled));
	for (c->ring = RING_MOST; error == 0; c->ring /= 2) {
		c->attr.wakeup_watermark = (uint32_t)(c->ring / FULL);
		error = make_rings(c);
		if (error == 0)
			return c;
		if (error == EPERM && c->ring > RING_LEAST)
			error = 0;
	}
	c->nrings = 0;
	(void)explain(e, error);
	perf_clock_free(c);
	return NULL;
}

bool
perf_clock_is_blind(const struct perf_clock *c)
{
	return c->attr.exclude_kernel;
}

/* Adds the events of thread TID.  False: errno says why this is not possible. */
static bool
add_thread(struct perf_clock *c, pid_t tid)
{
	for (int i = 0; i < c->nrings; i++) {
		const struct ring *r = &c->rings[i];
		int fd = r->page != NULL ? open_event(&c->attr, tid, r->cpu) : -1, error;

		if (r->page == NULL || (fd < 0 && errno == ENODEV))
			continue;		/* the processor is off */
		if (fd < 0)
			return false;
		if (ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, r->fd) != 0) {
			error = errno;
			close(fd);
			errno = error;
			return false;
		}
		c->events = mem_grow(c->events, c->nevents + 1, &c->room, sizeof(*c->events));
		c->events[c->nevents++] = fd;
	}
	return true;
}

/* The threads that have events, sorted by number. */
struct thread_list {
	pid_t *v;			/* owned */
	size_t n, room;
};

/* Adds TID to LIST.  False: it has TID already. */
static bool
list_thread(struct thread_list *list, pid_t tid)
{
	size_t i;

	BISECT(i, list->n, list->v[i] >= tid);
	if (i < list->n && list->v[i] == tid)
		return false;
	list->v = mem_grow(list->v, list->n + 1, &list->room, sizeof(*list->v));
	memmove(list->v + i + 1, list->v + i, (list->n - i) * sizeof(*list->v));
	list->v[i] = tid;
	list->n++;
	return true;
}

/* Adds the threads of process PID that are not in LIST.  Returns how many there were; -1: errno
 * says why no events could be made. */
static int
add_new_threads(struct perf_clock *c, pid_t pid, struct thread_list *list)
{
	DIR *d = procfile_threads(pid);
	int n = 0;

	for (pid_t tid; (tid = procfile_next(d)) != 0;) {
		if (!list_thread(list, tid))
			continue;
		if (add_thread(c, tid)) {
			n++;
		} else if (errno != ESRCH) {
			closedir(d);
			return -1;
		}
	}
	return n;
}

bool
perf_clock_add(struct perf_clock *c, pid_t pid, struct err *e)
{
	struct thread_list list = { 0 };
	int n = 1;

	/* A thread that begins before its parent has events does not inherit any. */
	for (int i = 0; i < ROUNDS && n > 0; i++)
		n = add_new_threads(c, pid, &list);
	free(list.v);
	if (n < 0)
		return explain(e, errno);
	return list.n > 0 || err_set(e, ERR_MISSING, "process %d has ended", (int)pid);
}

void
perf_clock_wait(struct perf_clock *c, int timeout)
{
	(void)poll(c->polled, (nfds_t)c->nrings, timeout);
}

/* The bytes of a record that are still to be read. */
struct bytes {
	const unsigned char *at;
	size_t left;
};

/* Returns the next word of B; 0: there is none. */
static uint64_t
word(struct bytes *b)
{
	uint64_t value;

	if (b->left < sizeof(value)) {
		b->left = 0;
		return 0;
	}
	memcpy(&value, b->at, sizeof(value));
	b->at += sizeof(value);
	b->left -= sizeof(value);
	return value;
}

/* Reads the registers in B. */
static void
read_registers(struct perf_sample *s, struct bytes *b)
{
	uint64_t values[REGISTERS];

	if (word(b) == PERF_SAMPLE_REGS_ABI_NONE)
		return;
	for (int i = 0; i < REGISTERS; i++)
		values[i] = word(b);
	s->has_frame = unwind_frame_sampled(&s->frame, CFI_OWN, register_mask, values);
}

/* Reads the callers in B into C->chain.  Those before another context than the kernel are the
 * kernel's. */
static void
read_chain(struct perf_clock *c, struct perf_sample *s, struct bytes *b)
{
	uint64_t n = word(b), address;
	bool is_kernel = false;

	s->kernel = c->chain;
	for (uint64_t i = 0; i < n && b->left > 0; i++) {
		address = word(b);
		if (address >= (uint64_t)PERF_CONTEXT_MAX)
			is_kernel = address == (uint64_t)PERF_CONTEXT_KERNEL;
		else if (is_kernel)
			c->chain[s->nkernel++] = address;
	}
}

static void
read_sample(struct perf_clock *c, struct bytes b, bool is_kernel,
	const struct perf_clock_uses *uses, void *with)
{
	struct perf_sample s = { .is_kernel = is_kernel };
	uint64_t ids = word(&b), room, have;

	s.pid = (pid_t)(ids & UINT32_MAX);
	s.tid = (pid_t)(ids >> 32);
	if ((c->attr.sample_type & PERF_SAMPLE_CALLCHAIN) != 0)
		read_chain(c, &s, &b);
	read_registers(&s, &b);
	room = word(&b);
	if (room > 0 && b.left >= room) {
		s.stack = b.at;
		b.at += room;
		b.left -= room;
		have = word(&b);
		s.size = have < room ? (size_t)have : (size_t)room;
	}
	uses->sample(with, &s);
}

static void
read_execution(struct bytes b, const struct perf_clock_uses *uses, void *with)
{
	pid_t pid = (pid_t)(word(&b) & UINT32_MAX);
	char name[16] = "";

	memcpy(name, b.at, b.left < sizeof(name) - 1 ? b.left : sizeof(name) - 1);
	uses->executed(with, pid, name);
}

/* Reads RECORD, of SIZE bytes, with its header. */
static void
read_record(struct perf_clock *c, const unsigned char *record, size_t size,
	const struct perf_clock_uses *uses, void *with)
{
	struct perf_event_header h;
	struct bytes b = { record + sizeof(h), size - sizeof(h) };

	memcpy(&h, record, sizeof(h));
	switch (h.type) {
	case PERF_RECORD_SAMPLE:
		read_sample(c, b, (h.misc & PERF_RECORD_MISC_CPUMODE_MASK)
			!= PERF_RECORD_MISC_USER, uses, with);
		break;
	case PERF_RECORD_COMM:
		if ((h.misc & PERF_RECORD_MISC_COMM_EXEC) != 0)
			read_execution(b, uses, with);
		break;
	case PERF_RECORD_MMAP:
		uses->mapped(with, (pid_t)(word(&b) & UINT32_MAX));
		break;
	default:
		break;
	}
}

/* Copies N bytes at offset AT of the ring R to BYTES. */
static void
copy_from(const struct perf_clock *c, const struct ring *r, uint64_t at, void *bytes, size_t n)
{
	const unsigned char *ring = (const unsigned char *)r->page + c->page;
	size_t from = (size_t)(at % c->ring), part = c->ring - from < n ? c->ring - from : n;

	memcpy(bytes, ring + from, part);
	memcpy((unsigned char *)bytes + part, ring, n - part);
}

/* Returns up to where the kernel has written the ring R. */
static uint64_t
data_head(const struct ring *r)
{
	return __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
}

/* Reads what R says of forks, and leaves all records there. */
static void
read_forks(struct perf_clock *c, const struct ring *r, const struct perf_clock_uses *uses,
	void *with)
{
	uint64_t head = data_head(r);
	struct { struct perf_event_header h; uint32_t pid, parent; } record;

	for (uint64_t at = r->page->data_tail; head - at >= sizeof(record); at += record.h.size) {
		copy_from(c, r, at, &record, sizeof(record));
		if (record.h.size < sizeof(record.h) || record.h.size > head - at)
			break;
		if (record.h.type == PERF_RECORD_FORK && record.pid != record.parent)
			uses->forked(with, (pid_t)record.pid, (pid_t)record.parent);
	}
}

static void
read_ring(struct perf_clock *c, struct ring *r, const struct perf_clock_uses *uses, void *with)
{
	uint64_t at = r->page->data_tail;
	struct perf_event_header h;

	while (r->head - at >= sizeof(h)) {
		copy_from(c, r, at, &h, sizeof(h));
		if (h.size < sizeof(h) || h.size > r->head - at)
			break;
		copy_from(c, r, at, c->record, h.size);
		at += h.size;
		__atomic_store_n(&r->page->data_tail, at, __ATOMIC_RELEASE);
		read_record(c, c->record, h.size, uses, with);
	}
}

void
perf_clock_read(struct perf_clock *c, const struct perf_clock_uses *uses, void *with)
{
	/* A child that runs on another processor has its samples in another ring than the fork.
	 * Forks are read up to a later time than the rest. */
	for (int i = 0; i < c->nrings; i++)
		if (c->rings[i].page != NULL)
			c->rings[i].head = data_head(&c->rings[i]);
	for (int i = 0; i < c->nrings; i++)
		if (c->rings[i].page != NULL)
			read_forks(c, &c->rings[i], uses, with);
	for (int i = 0; i < c->nrings; i++)
		if (c->rings[i].page != NULL)
			read_ring(c, &c->rings[i], uses, with);
}

void
perf_clock_free(struct perf_clock *c)
{
	for (size_t i = 0; i < c->nevents; i++)
		close(c->events[i]);
	remove_rings(c);
	free(c->rings);
	free(c->polled);
	free(c->events);
	free(c->record);
	free(c->chain);
	free(c);
}

#else

struct perf_clock *
perf_clock_new(uint32_t hz, bool on_exec, struct err *e)
{
	(void)hz;
	(void)on_exec;
	(void)err_set(e, ERR_IO, "stacks cannot be followed on this kind of processor");
	return NULL;
}

bool
perf_clock_add(struct perf_clock *c, pid_t pid, struct err *e)
{
	(void)c;
	(void)pid;
	(void)e;
	return false;
}

bool
perf_clock_is_blind(const struct perf_clock *c)
{
	(void)c;
	return false;
}

void
perf_clock_wait(struct perf_clock *c, int timeout)
{
	(void)c;
	(void)timeout;
}

void
perf_clock_read(struct perf_clock *c, const struct perf_clock_uses *uses, void *with)
{
	(void)c;
	(void)uses;
	(void)with;
}

void
perf_clock_free(struct perf_clock *c)
{
	(void)c;
}

#endif

/* accounts.c - the processor time of young threads, which many of them account for together
 *
 * A young thread (timers.c) may end before a tick of the kernel interrupts it.  It then pays the
 * time that it has used into an account.  The next thread that is interrupted takes the time out
 * of the account, and counts it with its own.  So no time is lost, even if the kernel starts
 * threads mostly just after a tick, as it does when others also want the processor.
 *
 * Threads that share an account run the same program, began with the same function, and used the
 * same processor.  They probably do similar work, and the same ticks may interrupt them.  All
 * processes of a session share the accounts, in a file in the directory of the recording.  If the
 * file cannot be used, or after it has given rights away, a process has accounts of its own.
 *
 * Threads and processes that use an account at the same time may lose a little of it.  What
 * another process wrote is not trusted: it only changes how many ticks a sample stands for, and not
 * without limit.
 *
 * The file also has the numbers of new children of fork(), which have no files of their own yet, so
 * that gprowse record can look at where they wait.
 *
 * SPDX-License-Identifier: ISC
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "record/newfile.h"
#include "record/sampling.h"
#include "record/syscalls.h"

#define ACCOUNTS 512u			/* accounts of different threads may have the same place */
#define BYTES (REC_FORKS_AT + sizeof(struct rec_forks))

/* As long as an account has less than NEW ticks of the kernel, each signal stands for one tick, so
 * that a single short process has the right expected number of samples.  If threads often sleep, it
 * is chance how many ticks interrupt them: what the signals stand for may differ by SLACK ticks
 * from the time that was used. */
#define NEW 16u
#define SLACK 4u
#define MOST 50				/* how many ticks of the kernel a signal stands for at
					 * most; the rest stays in the account */

/* All times are in ns. */
struct account {
	uint64_t used;			/* by all threads */
	uint64_t counted;		/* of this, what signals stood for */
	uint64_t rest;			/* of this, what is less than one tick of the wanted rate */
};

_Static_assert(ACCOUNTS * sizeof(struct account) <= REC_FORKS_AT, "layout of the accounts");

static struct account own[ACCOUNTS];
static struct account *accounts = own;

/* Gives the new file FD its length. */
static bool
make_room(long fd)
{
	file_keep_in_place(fd);
	return newfile_allowed_size() >= BYTES && sys_ftruncate(fd, BYTES) == 0;
}

/* Opens the file of the accounts in DIRECTORY, or makes it.  Returns a descriptor or an error. */
static long
open_file(int directory)
{
	struct stat status;
	long fd = sys_openat(directory, REC_ACCOUNTS,
		O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);

	if (sys_failed(fd))
		return fd;
	if (sys_call(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) == 0 && S_ISREG(status.st_mode)
	    && status.st_uid == (uid_t)sys_call(SYS_geteuid, 0, 0, 0, 0, 0, 0)
	    && ((uint64_t)status.st_size >= BYTES || make_room(fd)))
		return fd;
	sys_close(fd);
	return -EACCES;
}

void
accounts_open(int directory)
{
	long fd, address;

	if (accounts != own || sys_failed(fd = open_file(directory)))
		return;
	address = sys_mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	sys_close(fd);
	if (sys_failed(address))
		return;
	if (pages_populate((char *)address, BYTES))
		accounts = (struct account *)address;
	else
		sys_munmap((void *)address, BYTES);
}

void
accounts_note_child(uint32_t pid)
{
	struct account *shared = __atomic_load_n(&accounts, __ATOMIC_RELAXED);
	struct rec_forks *forks = (struct rec_forks *)(void *)((char *)shared + REC_FORKS_AT);
	uint64_t n;

	if (shared == own || pid == 0)
		return;
	n = __atomic_add_fetch(&forks->n, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&forks->last[(n - 1) % REC_FORKS], n << 32 | pid, __ATOMIC_RELEASE);
}

void
accounts_leave(void)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	struct account *shared = accounts;

	/* Another thread may use the accounts: it then finds others at the same address. */
	if (shared == own || !sys_failed(sys_mmap(shared, BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)))
		return;
	/* A limit leaves no memory.  Other threads soon see that the accounts are elsewhere. */
	__atomic_store_n(&accounts, own, __ATOMIC_SEQ_CST);
	sys_call(SYS_nanosleep, (long)&moment, 0, 0, 0, 0, 0);
	sys_munmap(shared, BYTES);
}

bool
accounts_range(uintptr_t address, uintptr_t *low, uintptr_t *high)
{
	const struct account *shared = __atomic_load_n(&accounts, __ATOMIC_RELAXED);

	*low = (uintptr_t)shared;
	*high = *low + (BYTES + REC_ALIGN - 1) / REC_ALIGN * REC_ALIGN;
	return shared != own && address >= *low && address < *high;
}

/* Returns the account of threads of this KIND on the current processor. */
static struct account *
account_of(uint32_t kind)
{
	unsigned processor = 0;

	sys_call(SYS_getcpu, (long)&processor, 0, 0, 0, 0, 0);
	return __atomic_load_n(&accounts, __ATOMIC_RELAXED) +
		((kind * 0x9e3779b1u + processor * 0x85ebca6bu) >> 7 & (ACCOUNTS - 1));
}

void
account_pay(uint32_t kind, uint64_t time)
{
	__atomic_fetch_add(&account_of(kind)->used, time, __ATOMIC_RELAXED);
}

/* Returns how much of USED, the time in the account A, the signals should stand for, with a new
 * signal, which stands for at least LEAST. */
static uint64_t
wanted(const struct account *a, uint64_t used, uint64_t least)
{
	uint64_t slack = SLACK * timer_tick;
	uint64_t time = a->counted + least;

	if (used >= NEW * timer_tick)
		return used;
	if (time > used + slack)
		return used + slack;
	return time + slack < used ? used - slack : time;
}

uint64_t
account_count(uint32_t kind, uint64_t time, uint64_t least)
{
	struct account *a = account_of(kind);
	uint64_t used = __atomic_add_fetch(&a->used, time, __ATOMIC_RELAXED);
	uint64_t rest = used == time ? timer_random(kind) : a->rest % timer_interval();
	const int64_t most = MOST * (int64_t)timer_tick;
	int64_t counted = (int64_t)(wanted(a, used, least) - a->counted);

	if (counted > most)
		counted = most;
	if (counted > 0) {
		a->counted += (uint64_t)counted;
		rest += (uint64_t)counted;
	}
	a->rest = rest % timer_interval();
	return rest / timer_interval();
}

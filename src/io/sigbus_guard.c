/* sigbus_guard.c - keeps the program running when a mapped file becomes shorter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/sigbus_guard.h"

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile sig_atomic_t happened;
static uintptr_t page_size;

const char sigbus_guard_message[] = "the program or its debug information has become shorter while it "
	"was read, so figures may be wrong; start gprowse again";

/* Maps a page of zeros where the read failed.  When this handler returns, the read is repeated and
 * succeeds.  mmap() is only a system call, so it is safe in a signal handler. */
static void
on_bus(int number, siginfo_t *info, void *context)
{
	void *start = (void *)((uintptr_t)info->si_addr & ~(page_size - 1));

	(void)number;
	(void)context;
	if (info->si_code != BUS_ADRERR || mmap(start, page_size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
		raise(SIGSEGV);
	happened = 1;
}

void
sigbus_guard_install(void)
{
	struct sigaction action = { .sa_flags = SA_SIGINFO };

	page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
	action.sa_sigaction = on_bus;
	sigemptyset(&action.sa_mask);
	sigaction(SIGBUS, &action, NULL);
}

bool
sigbus_guard_happened(void)
{
	bool answer = happened != 0;

	happened = 0;
	return answer;
}

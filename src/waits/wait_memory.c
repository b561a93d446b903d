/* wait_memory.c - the memory of another process, which goes on running
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_memory.h"

#include <sys/uio.h>

size_t
wait_memory_copy(int pid, uint64_t address, void *bytes, size_t n)
{
	struct iovec to = { bytes, n };
	struct iovec from = { (void *)(uintptr_t)address, n };
	ssize_t got;

	if (address > UINTPTR_MAX - n)
		return 0;
	got = process_vm_readv(pid, &to, 1, &from, 1, 0);
	return got > 0 ? (size_t)got : 0;
}

/* cell.c - adds to a cell of a buffer of profil(), which may no longer be writable
 *
 * The program may unmap the buffer or make it read-only at any moment, and then a direct access to
 * the cell would end the program.  So system calls read and write the cell.  If a sandbox forbids
 * them, another system call tests whether the memory can be written, just before a direct access.
 *
 * SPDX-License-Identifier: ISC
 */
#include <linux/futex.h>
#include <sys/uio.h>

#include "record/profil.h"
#include "record/syscalls.h"

/* Makes the system call NUMBER: SYS_process_vm_readv copies the cell of SIZE bytes at AT to BYTES,
 * SYS_process_vm_writev copies BYTES to the cell.  Returns how many bytes were copied, or an
 * error. */
static long
copy(long number, void *bytes, uint64_t at, uint64_t size)
{
	struct iovec ours = { bytes, size };
	struct iovec its = { (void *)(uintptr_t)at, size };

	return sys_call(number, sys_getpid(), (long)&ours, 1, (long)&its, 1, 0);
}

/* Can the byte at AT be written?  To find out, makes the kernel add 0 to the word that contains
 * it. */
static bool
is_writable(uint64_t at)
{
	static int no_waiters;
	const long add = FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_LT, 0);

	return sys_call(SYS_futex, (long)&no_waiters, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 0, 0,
		(long)(at & ~(uint64_t)3), add) >= 0;
}

/* Returns VALUE, the number in a cell of SIZE bytes, plus TICKS, but at most the maximum of the
 * cell.  Sets *LOST to the ticks that do not fit. */
static uint64_t
add_up(uint64_t value, uint64_t size, uint64_t ticks, uint64_t *lost)
{
	uint64_t most = size == sizeof(uint16_t) ? UINT16_MAX : UINT32_MAX;
	uint64_t room = most - value;

	*lost = ticks > room ? ticks - room : 0;
	return value + ticks - *lost;
}

bool
cell_add(uint64_t at, uint32_t size, uint64_t ticks, uint64_t *lost)
{
	union { uint16_t half; uint32_t word; } cell = { .word = 0 };
	long copied = copy(SYS_process_vm_readv, &cell, at, size);
	bool is_copied = copied != -ENOSYS && copied != -EPERM;

	if (!is_copied) {
		if (!is_writable(at) || !is_writable(at + size - 1))
			return false;
		__builtin_memcpy(&cell, (const void *)(uintptr_t)at, size);
	} else if (copied != (long)size) {
		return false;
	}
	if (size == sizeof(cell.half))
		cell.half = (uint16_t)add_up(cell.half, size, ticks, lost);
	else
		cell.word = (uint32_t)add_up(cell.word, size, ticks, lost);
	if (is_copied)
		return copy(SYS_process_vm_writev, &cell, at, size) == (long)size;
	__builtin_memcpy((void *)(uintptr_t)at, &cell, size);
	return true;
}

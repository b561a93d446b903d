/* wait_memory.h - the memory of another process, which goes on running
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_MEMORY_H
#define WAIT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Copies N bytes at ADDRESS of process PID to BYTES.  Returns how many bytes could be read from
 * ADDRESS on. */
size_t wait_memory_copy(int pid, uint64_t address, void *bytes, size_t n);

#endif

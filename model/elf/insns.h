/* insns.h - the addresses at which instructions begin
 *
 * Code is decoded when a caller first asks about it, and normally only once.  Decoding starts at
 * addresses where an instruction certainly begins: the caller knows them from symbols and line
 * tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INSNS_H
#define INSNS_H

#include <stdbool.h>
#include <stdint.h>

#include "elf/image.h"

/* Sets *N to the number of instructions of IM that begin in [LO, HI).  The caller knows that an
 * instruction begins at FROM <= LO; decoding starts at FROM.  Addresses outside the code of IM have
 * no instructions.  Returns false if the number is not known, because some code is not in the file
 * or cannot be decoded, or because too much code was decoded again. */
bool insns_count(struct image *im, uint64_t from, uint64_t lo, uint64_t hi, uint64_t *n);

/* Frees what was decoded; INSNS may be NULL. */
void insns_close(struct insns *insns);

#endif

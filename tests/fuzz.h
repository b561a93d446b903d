/* fuzz.h - what the fuzzers have in common
 *
 * A fuzzer is one file fuzz_NAME.c with LLVMFuzzerTestOneInput().  With --enable-fuzz it is
 * linked with libFuzzer; else fuzz_main.c feeds it what is in corpus/NAME.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "samples/samples.h"
#include "screen/grid.h"

/* Called with each input; returns 0, or does not return when there is something to find. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Change the SIZE bytes at BYTES, where there is room for MOST; returns how many they are now.
 * A fuzzer that knows what its bytes mean has a Custom one. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

/* The path of a file that is not on any disk and holds these bytes until the next call with
 * the same NUMBER, 0 to 3. */
const char *fuzz_file(unsigned number, const void *bytes, size_t size);

/* The same with the bytes of the file PATH of make_elf(), which is removed. */
const char *fuzz_elf_file(unsigned number, char *path);

/* Look at everything that S holds; returns some sum of it. */
uint64_t fuzz_check_samples(const struct samples *s);

/* Is there nothing in any cell of G that a terminal does not show as what it is? */
void fuzz_check_grid(const struct grid *g);

/* What must be so. */
#define FUZZ_ASSERT(x) ((x) ? (void)0 : fuzz_fail(#x, __FILE__, __LINE__))
_Noreturn void fuzz_fail(const char *what, const char *file, int line);

#endif

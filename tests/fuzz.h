/* fuzz.h - files in memory and checks for the fuzzers
 *
 * A fuzzer is one file fuzz_NAME.c with LLVMFuzzerTestOneInput().  With --enable-fuzz it is
 * linked with libFuzzer, otherwise with fuzz_main.c, which runs it on the files of corpus/NAME.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figures/graph.h"
#include "profile/profile.h"
#include "samples/samples.h"
#include "screen/grid.h"

/* Called with each input; returns 0, or aborts if a check fails. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* LLVMFuzzerMutate() changes the SIZE bytes at BYTES and returns the new number of bytes, at most
 * MOST.  A fuzzer that knows the format of its input defines LLVMFuzzerCustomMutator(). */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

/* Writes the SIZE BYTES to a file in memory, and returns its path.  NUMBER, from 0 to 3, says which
 * file: the next call with the same number overwrites it. */
const char *fuzz_file(unsigned number, const void *bytes, size_t size);

/* Moves the file PATH, which make_elf() wrote, to file NUMBER in memory.  Frees PATH, and returns
 * the new path. */
const char *fuzz_elf_file(unsigned number, char *path);

/* Reads all of S, and aborts if a histogram is wrong.  Returns the sum of all counts and lengths
 * that were read. */
uint64_t fuzz_check_samples(const struct samples *s);

/* Opens the browser over P, presses KEYS, and draws every second screen.  ASCII says that the
 * locale is not UTF-8.  CHECK, unless it is NULL, is called after each key with the graph that is
 * shown. */
void fuzz_browse(const struct profile *p, const char *keys, bool ascii,
	void (*check)(const struct graph *g));

/* Aborts unless every cell of G holds printable text. */
void fuzz_check_grid(const struct grid *g);

/* Aborts unless X holds. */
#define FUZZ_ASSERT(x) ((x) ? (void)0 : fuzz_fail(#x, __FILE__, __LINE__))
_Noreturn void fuzz_fail(const char *what, const char *file, int line);

#endif

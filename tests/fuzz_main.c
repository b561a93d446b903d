/* fuzz_main.c - main() of a fuzzer without libFuzzer
 *
 * It runs the fuzzer on the files and directories of the command line, and on random changes of
 * each file.  The number of changes is in the environment, FUZZ_RUNS.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "bytes.h"
#include "fuzz.h"

enum {
	LONGER = 64,			/* bytes by which an input may grow */
	MEMORY = 10 << 20,		/* bytes of memory that a small file may need */
};

__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most,
	unsigned seed);

static uint64_t seed = 1;
static unsigned nruns, nfiles;

/* Changes, removes or inserts a few bytes. */
size_t
LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most)
{
	size_t at = size > 0 ? random_below(&seed, (uint32_t)size) : 0;
	size_t n = 1 + random_below(&seed, 8);

	switch (size > 0 ? random_below(&seed, 4) : 3) {
	case 0:
		bytes[at] ^= (uint8_t)(1u << random_below(&seed, 8));
		return size;
	case 1:
		n = n < size - at ? n : size - at;
		memset(bytes + at, random_below(&seed, 2) ? 0xff : 0, n);
		return size;
	case 2:
		n = n < size - at ? n : size - at;
		memmove(bytes + at, bytes + at + n, size - at - n);
		return size - n;
	default:
		if (size + n > most)
			return size;
		memmove(bytes + at + n, bytes + at, size - at);
		for (size_t i = 0; i < n; i++)
			bytes[at + i] = (uint8_t)random_below(&seed, 256);
		return size + n;
	}
}

/* Runs the fuzzer on a buffer of exactly SIZE bytes, so that sanitizers see reads beyond its
 * end. */
static void
feed_bytes(const uint8_t *bytes, size_t size)
{
	uint8_t *exact = malloc(size > 0 ? size : 1);

	if (exact == NULL)
		abort();
	if (size > 0)
		memcpy(exact, bytes, size);
	LLVMFuzzerTestOneInput(exact, size);
	free(exact);
}

/* Limits the memory that can still be allocated to MEMORY bytes, except under sanitizers, which
 * need much memory themselves. */
static void
limit_memory(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	struct rlimit limit;
	size_t pages = 0;

	if (f == NULL)
		return;
	if (getenv("SANITIZE") == NULL && fscanf(f, "%zu", &pages) == 1) {
		limit.rlim_cur = limit.rlim_max = pages * (size_t)sysconf(_SC_PAGESIZE) + MEMORY;
		(void)setrlimit(RLIMIT_AS, &limit);
	}
	fclose(f);
}

static void
feed_file(const char *path)
{
	struct file f;
	struct err e;
	uint8_t *copy;

	if (!file_read(&f, path, FILE_REGULAR, NULL, &e)) {
		fprintf(stderr, "%s: %s\n", path, e.text);
		exit(1);
	}
	feed_bytes(f.bytes, f.size);
	copy = mem_new(f.size + LONGER, 1);
	for (unsigned i = 0; i < nruns; i++) {
		size_t n = f.size, times = 1 + random_below(&seed, 4);

		memcpy(copy, f.bytes, n);
		while (times-- > 0)
			n = LLVMFuzzerCustomMutator != NULL
				? LLVMFuzzerCustomMutator(copy, n, f.size + LONGER,
					random_below(&seed, 1u << 31))
				: LLVMFuzzerMutate(copy, n, f.size + LONGER);
		feed_bytes(copy, n);
	}
	free(copy);
	file_release(&f);
	nfiles++;
}

static int
is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void
feed_path(const char *path)
{
	struct dirent **names;
	struct stat st;
	int n;

	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
		feed_file(path);
		return;
	}
	n = scandir(path, &names, is_visible, alphasort);
	for (int i = 0; i < n; i++) {
		char name[4096];

		snprintf(name, sizeof(name), "%s/%s", path, names[i]->d_name);
		feed_file(name);
		free(names[i]);
	}
	free(names);
}

int
main(int argc, char **argv)
{
	const char *runs = getenv("FUZZ_RUNS");

	feed_bytes(NULL, 0);		/* before memory is limited, allocate the memory that is
					 * kept from one run to the next */
	limit_memory();
	nruns = runs != NULL ? (unsigned)atoi(runs) : 0;
	for (int i = 1; i < argc; i++)
		feed_path(argv[i]);
	printf("%u inputs\n", nfiles);
	return nfiles > 0 ? 0 : 1;
}

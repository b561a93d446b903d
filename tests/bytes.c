/* bytes.c - buffers and files that tests write, and random numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bytes.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"

void
put_bytes(struct bytes *b, const void *from, size_t n)
{
	b->v = mem_grow(b->v, b->n + n, &b->room, 1);
	if (n > 0)
		memcpy(b->v + b->n, from, n);
	b->n += n;
}

void
put_number(struct bytes *b, uint64_t value, unsigned width)
{
	for (unsigned i = 0; i < width; i++) {
		unsigned shift = 8 * (b->big_endian ? width - 1 - i : i);
		unsigned char byte = (unsigned char)(value >> shift);

		put_bytes(b, &byte, 1);
	}
}

void
put_addr(struct bytes *b, uint64_t value)
{
	put_number(b, value, b->address_size);
}

void
put_zeros(struct bytes *b, size_t n)
{
	while (n-- > 0)
		put_number(b, 0, 1);
}

void
bytes_release(struct bytes *b)
{
	free(b->v);
	*b = (struct bytes){ 0 };
}

void
put_gmon_header(struct bytes *b, uint32_t version)
{
	put_bytes(b, "gmon", 4);
	put_number(b, version, 4);
	put_zeros(b, 12);
}

void
put_histogram(struct bytes *b, uint64_t lo, uint64_t hi, uint32_t rate,
	const uint16_t *bins, uint32_t nbins)
{
	put_number(b, 0, 1);
	put_addr(b, lo);
	put_addr(b, hi);
	put_number(b, nbins, 4);
	put_number(b, rate, 4);
	put_bytes(b, "seconds\0\0\0\0\0\0\0\0s", 16);
	for (uint32_t i = 0; i < nbins; i++)
		put_number(b, bins[i], 2);
}

void
put_arc(struct bytes *b, uint64_t from, uint64_t self, uint32_t count)
{
	put_number(b, 1, 1);
	put_addr(b, from);
	put_addr(b, self);
	put_number(b, count, 4);
}

char *
write_file(const struct bytes *b)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/gprowse-XXXXXX", dir != NULL ? dir : "/tmp");
	fd = mkstemp(path);
	if (fd < 0 || write(fd, b->v, b->n) != (ssize_t)b->n || close(fd) != 0) {
		perror(path);
		abort();
	}
	return strdup(path);
}

void
remove_file(char *path)
{
	unlink(path);
	free(path);
}

void
move_file(char *from, const char *to)
{
	char bytes[4096];
	FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
	size_t n;

	if (in == NULL || out == NULL) {
		perror(to);
		exit(EXIT_FAILURE);
	}
	while ((n = fread(bytes, 1, sizeof(bytes), in)) > 0)
		fwrite(bytes, 1, n, out);
	fclose(in);
	if (fclose(out) != 0)
		exit(EXIT_FAILURE);
	remove_file(from);
}

void
watch_for_hangs(void)
{
	alarm(getenv("SANITIZE") != NULL ? 600 : 60);
}

uint32_t
random_below(uint64_t *seed, uint32_t n)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*seed >> 33) % n);
}

size_t
allocated(void)
{
#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
	struct mallinfo2 m = mallinfo2();

	return m.uordblks + m.hblkhd;
#else
	return 0;
#endif
}

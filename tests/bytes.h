/* bytes.h - files that tests make up: numbers in any byte order, and chance
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
	unsigned char *v;		/* owned */
	size_t n, room;
	bool big_endian;
	unsigned address_size;		/* 4 or 8, for put_addr() */
};

/* Append VALUE as a number of WIDTH bytes. */
void put_number(struct bytes *b, uint64_t value, unsigned width);
void put_addr(struct bytes *b, uint64_t value);
void put_bytes(struct bytes *b, const void *from, size_t n);
void put_zeros(struct bytes *b, size_t n);
void bytes_release(struct bytes *b);

/* GNU profiles: the header and each kind of record. */
void put_gmon_header(struct bytes *b, uint32_t version);
void put_histogram(struct bytes *b, uint64_t lo, uint64_t hi, uint32_t rate,
	const uint16_t *bins, uint32_t nbins);
void put_arc(struct bytes *b, uint64_t from, uint64_t self, uint32_t count);

/* Write B to a file of its own; remove_file() takes it away and frees the path. */
char *write_file(const struct bytes *b);
void remove_file(char *path);

/* What follows, up to alarm(0), comes to an end: if not, the test does after a minute, or, where
 * SANITIZE says that programs are slow, after ten. */
void watch_for_hangs(void);

/* A number below N; the same row of them for the same seed, which is changed. */
uint32_t random_below(uint64_t *seed, uint32_t n);

#endif

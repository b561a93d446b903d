/* bytes.h - buffers and files that tests write, and random numbers
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

/* put_number() appends VALUE as a number of WIDTH bytes, at most 8, in the byte order of B.
 * put_addr() does the same with .address_size bytes. */
void put_number(struct bytes *b, uint64_t value, unsigned width);
void put_addr(struct bytes *b, uint64_t value);
void put_bytes(struct bytes *b, const void *from, size_t n);
void put_zeros(struct bytes *b, size_t n);
void bytes_release(struct bytes *b);

/* Appends the header or a record of a GNU profile. */
void put_gmon_header(struct bytes *b, uint32_t version);
void put_histogram(struct bytes *b, uint64_t lo, uint64_t hi, uint32_t rate,
	const uint16_t *bins, uint32_t nbins);
void put_arc(struct bytes *b, uint64_t from, uint64_t self, uint32_t count);

/* Writes B to a new file and returns its path; remove_file() removes the file and frees the
 * path. */
char *write_file(const struct bytes *b);
void remove_file(char *path);

/* Copies the file FROM to TO, removes the file FROM, and frees its path. */
void move_file(char *from, const char *to);

/* Kills the test after a minute, or after ten minutes if SANITIZE is set in the environment, unless
 * the test calls alarm(0) before. */
void watch_for_hangs(void);

/* Returns how many bytes are allocated; 0: not known. */
size_t allocated(void);

/* Returns a random number below N and advances SEED.  Equal seeds give equal numbers. */
uint32_t random_below(uint64_t *seed, uint32_t n);

#endif

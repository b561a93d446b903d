/* unpack.h - compressed profile files: gzip, xz, zstd
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef UNPACK_H
#define UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compression.h"
#include "base/err.h"
#include "base/file.h"
#include "base/stop.h"

/* Set OUT to the contents of the file IN, which is compressed as HOW says.  False: the compressed
 * data is damaged or becomes too large, as E says, and OUT is what was before the damage at byte
 * *DAMAGED of IN; or nothing could be unpacked, and OUT is empty.  STOP can stop it (ERR_STOPPED),
 * or is NULL. */
bool unpack_file(const struct compression *how, const struct file *in, struct file *out,
	struct stop *stop, size_t *damaged, struct err *e);

/* Most bytes to which a compressed file of SIZE bytes is unpacked. */
uint64_t unpack_limit(uint64_t size);

/* The rest is for the files that call the libraries. */

enum unpack_step { UNPACK_MORE, UNPACK_END, UNPACK_FAILED };

/* The state of unpacking one file. */
struct unpacking {
	const unsigned char *in;	/* borrowed */
	size_t size, at;		/* bytes of IN; number of bytes that were used */
	unsigned char *out;		/* owned */
	size_t n, room;			/* bytes that were unpacked; bytes that OUT has room for */
	void *state;			/* owned; state of the library */
	const char *why;		/* UNPACK_FAILED: what is wrong with the data; constant */
};

enum { UNPACK_CHUNK = 1 << 20 };	/* most bytes of IN that one step uses */

/* How to unpack with one library. */
struct packing_ops {
	bool (*open)(struct unpacking *u);	/* false: there is too little memory */
	/* Use some bytes of IN, or fill some of OUT. */
	enum unpack_step (*step)(struct unpacking *u);
	void (*close)(struct unpacking *u);
};

extern const struct packing_ops unpack_gzip, unpack_xz, unpack_zstd;

#endif

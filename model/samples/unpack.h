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

/* Sets OUT to the contents of the file IN, which is compressed as HOW says.  STOP, which may be
 * NULL, can stop the work (ERR_STOPPED).  *DAMAGED becomes the byte of IN where unpacking ended.
 * Returns false if unpacking ended early; E says why.  If the data is damaged or becomes too large,
 * OUT has what was unpacked before; after other failures OUT is empty.  OUT must be released in any
 * case. */
bool unpack_file(const struct compression *how, const struct file *in, struct file *out,
	struct stop *stop, size_t *damaged, struct err *e);

/* The N bytes at BYTES were unpacked from a file.  If they are compressed again, returns how, and E
 * says so.  Otherwise returns NULL. */
const struct compression *unpack_again(const unsigned char *bytes, size_t n, struct err *e);

/* Returns the greatest size, in bytes, that a compressed file of SIZE bytes may have after it is
 * unpacked. */
uint64_t unpack_limit(uint64_t size);

/* The rest of this header is for the files that call the libraries, such as unpack_gzip.c. */

enum unpack_step {
	UNPACK_MORE,
	UNPACK_END,
	UNPACK_FAILED,			/* the data is damaged */
	UNPACK_UNABLE,			/* the data may be valid, but cannot be unpacked here */
	UNPACK_NO_MEMORY,		/* there is too little memory */
};

/* The state of unpacking one file. */
struct unpacking {
	const unsigned char *in;	/* borrowed */
	size_t size, at;		/* number of bytes of .in; number of these bytes that were
					 * used */
	unsigned char *out;		/* owned */
	size_t n, room;			/* number of bytes unpacked to .out; number of bytes for
					 * which .out has room */
	void *state;			/* owned; what the library needs between two steps */
	const char *why;		/* after UNPACK_FAILED: what is wrong with the data; after
					 * UNPACK_UNABLE: what it needs; not owned */
};

enum { UNPACK_CHUNK = 1 << 20 };	/* greatest number of bytes of .in that one step uses, and
					 * of bytes of .out that it fills */

/* The functions that unpack with one library. */
struct packing_ops {
	bool (*open)(struct unpacking *u);	/* returns false if there is too little memory */
	/* Uses some bytes of .in, or fills some bytes of .out.  Returns UNPACK_END at the end of
	 * the data, and sets .why if it returns UNPACK_FAILED or UNPACK_UNABLE. */
	enum unpack_step (*step)(struct unpacking *u);
	void (*close)(struct unpacking *u);
};

extern const struct packing_ops unpack_gzip, unpack_xz, unpack_zstd;

#endif

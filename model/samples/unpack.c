/* unpack.c - compressed profile files: gzip, xz, zstd
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/unpack.h"

#include "config.h"

#include <errno.h>
#include <stdlib.h>

/* The functions of each library, or NULL if gprowse was built without it. */
#ifdef HAVE_ZLIB
#define GZIP_OPS &unpack_gzip
#else
#define GZIP_OPS NULL
#endif
#ifdef HAVE_LZMA
#define XZ_OPS &unpack_xz
#else
#define XZ_OPS NULL
#endif
#ifdef HAVE_ZSTD
#define ZSTD_OPS &unpack_zstd
#else
#define ZSTD_OPS NULL
#endif

/* A file of N bytes may have this many bytes after it is unpacked: max(min(SPARE + RATIO * N,
 * LARGE), RATIO_LARGE * N).  RATIO is large, because profiles consist mostly of zeros: xz can make
 * them a thousand times smaller. */
enum {
	SPARE = 2 << 20,
	RATIO = 4096,
	LARGE = 256 << 20,
	RATIO_LARGE = 16,
};

/* How to unpack each kind of compression. */
static const struct unpacker {
	const char *library;
	const struct packing_ops *ops;	/* NULL if gprowse was built without the library */
} unpackers[NCOMPRESSIONS] = {
	[COMPRESSION_GZIP] = { "zlib", GZIP_OPS },
	[COMPRESSION_XZ] = { "liblzma", XZ_OPS },
	[COMPRESSION_ZSTD] = { "libzstd", ZSTD_OPS },
};

uint64_t
unpack_limit(uint64_t size)
{
	uint64_t usual = size < LARGE ? SPARE + RATIO * size : LARGE;

	if (usual > LARGE)
		usual = LARGE;
	return RATIO_LARGE * size > usual ? RATIO_LARGE * size : usual;
}

/* If U has no room for more unpacked bytes, makes room, for at most MOST bytes in all.  Returns
 * false if there is too little memory. */
static bool
make_room(struct unpacking *u, size_t most)
{
	enum { LEAST = 1 << 16 };
	size_t room = u->room + u->room / 2 + LEAST;
	unsigned char *bytes;

	if (u->n < u->room)
		return true;
	if (room > most)
		room = most;
	bytes = realloc(u->out, room);
	if (bytes == NULL)
		return false;
	u->out = bytes;
	u->room = room;
	return true;
}

/* Fails because a step of U returned RESULT. */
static bool
fail_step(const struct unpacking *u, const struct compression *how, enum unpack_step result,
	struct err *e)
{
	if (result == UNPACK_NO_MEMORY)
		return err_file(e, ENOMEM);
	if (result == UNPACK_UNABLE)
		return err_set(e, ERR_FORMAT, "is compressed with %s, but %s; %s it first", how->name,
			u->why, how->program);
	return err_set(e, ERR_FORMAT, "is damaged at byte %zu of its %s data: %s; copy it again", u->at,
		how->name, result == UNPACK_MORE ? "the file is cut short" : u->why);
}

/* Unpacks all of U.  Returns false if this fails; E says why. */
static bool
unpack_all(struct unpacking *u, const struct compression *how, struct stop *stop, struct err *e)
{
	const struct packing_ops *ops = unpackers[how->kind].ops;
	uint64_t limit = unpack_limit(u->size);
	size_t most = limit < SIZE_MAX ? (size_t)limit + 1 : SIZE_MAX;

	for (;;) {
		size_t at = u->at, n = u->n;
		enum unpack_step step;

		if (stop_asked(stop, stop != NULL ? stop->done : 0))
			return err_set(e, ERR_STOPPED, "stopped");
		if (u->n == most)
			return err_set(e, ERR_FORMAT, "is compressed with %s and becomes longer than "
				"%zu megabytes, the most for a file of this size; %s it first",
				how->name, (most - 1) >> 20, how->program);
		if (!make_room(u, most))
			return err_file(e, ENOMEM);
		step = ops->step(u);
		if (step == UNPACK_END)
			return true;
		if (step == UNPACK_MORE && (u->at > at || u->n > n))
			continue;
		return fail_step(u, how, step, e);
	}
}

const struct compression *
unpack_again(const unsigned char *bytes, size_t n, struct err *e)
{
	const struct compression *again = compression_of(bytes, n);

	if (again != NULL)
		(void)err_set(e, ERR_FORMAT, "is compressed twice, inside with %s; unpack it once",
			again->name);
	return again;
}

bool
unpack_file(const struct compression *how, const struct file *in, struct file *out,
	struct stop *stop, size_t *damaged, struct err *e)
{
	const struct unpacker *unpacker = &unpackers[how->kind];
	struct unpacking u = { .in = in->bytes, .size = in->size };
	bool ok;

	*out = (struct file){ NULL, 0 };
	*damaged = 0;
	if (unpacker->ops == NULL)
		return err_set(e, ERR_FORMAT, "is compressed with %s, which this gprowse cannot read, "
			"as it was built without %s; %s it first", how->name, unpacker->library,
			how->program);
	if (!unpacker->ops->open(&u))
		return err_file(e, ENOMEM);
	ok = unpack_all(&u, how, stop, e);
	unpacker->ops->close(&u);
	*damaged = u.at;
	if (u.n == 0 || (!ok && e->kind != ERR_FORMAT))
		free(u.out);
	else
		*out = (struct file){ u.out, u.n };
	return ok;
}

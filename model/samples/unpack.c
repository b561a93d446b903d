/* unpack.c - compressed profile files: gzip, xz, zstd
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/unpack.h"

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The libraries that gprowse was built with. */
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

/* Limits: a file may be unpacked to SPARE + RATIO * size bytes, but only up to LARGE; to
 * RATIO_LARGE * size bytes in any case.  A profile consists mostly of zeros, so that xz may make it
 * a thousand times smaller. */
enum {
	SPARE = 2 << 20,
	RATIO = 4096,
	LARGE = 256 << 20,
	RATIO_LARGE = 16,
};

/* A kind of compression. */
struct packing {
	const char *magic;
	size_t length;			/* of MAGIC */
	const char *name, *library, *program;	/* PROGRAM unpacks it */
	const struct packing_ops *ops;	/* NULL: gprowse was built without the library */
};

static const struct packing packings[] = {
	{ "\037\213", 2, "gzip", "zlib", "gunzip", GZIP_OPS },
	{ "\xfd" "7zXZ", 6, "xz", "liblzma", "unxz", XZ_OPS },
	{ "\x28\xb5\x2f\xfd", 4, "zstd", "libzstd", "unzstd", ZSTD_OPS },
};

const struct packing *
unpack_recognise(const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < sizeof(packings) / sizeof(*packings); i++)
		if (size >= packings[i].length
		    && memcmp(bytes, packings[i].magic, packings[i].length) == 0)
			return &packings[i];
	return NULL;
}

uint64_t
unpack_limit(uint64_t size)
{
	uint64_t usual = size < LARGE ? SPARE + RATIO * size : LARGE;

	if (usual > LARGE)
		usual = LARGE;
	return RATIO_LARGE * size > usual ? RATIO_LARGE * size : usual;
}

/* Make room behind the bytes that were unpacked, but for at most MOST bytes in all.  False: there
 * is too little memory. */
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

/* Unpack everything.  False: E says why not. */
static bool
unpack_all(struct unpacking *u, const struct packing *how, struct stop *stop, struct err *e)
{
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
		step = how->ops->step(u);
		if (step == UNPACK_END)
			return true;
		if (step == UNPACK_MORE && (u->at > at || u->n > n))
			continue;
		return err_set(e, ERR_FORMAT, "is damaged at byte %zu of its %s data: %s; "
			"copy it again", u->at, how->name,
			step == UNPACK_MORE ? "the file is cut short" : u->why);
	}
}

bool
unpack_file(const struct packing *how, const struct file *in, struct file *out, struct stop *stop,
	size_t *damaged, struct err *e)
{
	struct unpacking u = { .in = in->bytes, .size = in->size };
	bool ok;

	*out = (struct file){ NULL, 0 };
	*damaged = 0;
	if (how->ops == NULL)
		return err_set(e, ERR_FORMAT, "is compressed with %s, which this gprowse cannot read, "
			"as it was built without %s; %s it first", how->name, how->library,
			how->program);
	if (!how->ops->open(&u))
		return err_file(e, ENOMEM);
	ok = unpack_all(&u, how, stop, e);
	how->ops->close(&u);
	*damaged = u.at;
	if (u.n == 0 || (!ok && e->kind != ERR_FORMAT))
		free(u.out);
	else
		*out = (struct file){ u.out, u.n };
	return ok;
}

/* format.h - recognizing and reading profile files
 *
 * Each format has one file in formats/ and one row in formats.def.  Its struct format can tell
 * whether a file is of this format, and decode the file into struct samples.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/file.h"
#include "samples/samples.h"

/* The layout of a bare buffer of profil(2), which the user gives with --raw. */
struct raw_buffer {
	bool given;
	uint64_t offset;		/* address where the first counter begins */
	uint32_t scale;			/* 65536 * bytes of the buffer / bytes of code */
	unsigned width;			/* bits of a counter: 8, 16, 32, 64 */
	bool big_endian;
	uint32_t hz;			/* samples per second; 0: unknown */
};

/* Facts that the user gives, instead of those in the file.  A member is 0 if the user does not give
 * it. */
struct format_options {
	enum format_kind format;	/* the only format to try; FORMAT_NONE: try all */
	unsigned address_size;		/* bytes of an address: 4 or 8; 0: as the image or the file
					 * says */
	uint32_t rate;			/* samples per second; 0: as the file says */
	bool slide_given;
	uint64_t slide;			/* load offset in bytes, if slide_given; not used by readers
					 * of formats */
	struct raw_buffer buffer;
};

/* The files of the profiling arrays of a BSD kernel.  They are in one directory. */
enum kernel_array { PART_PARAM, PART_KCOUNT, PART_FROMS, PART_TOS, NPARTS };

/* The bytes of a file, and facts about the program that wrote it. */
struct raw {
	const unsigned char *bytes;
	size_t size;
	unsigned address_size;		/* bytes of an address of the image: 4 or 8; 0: unknown */
	bool big_endian;		/* byte order of the image, if address_size is known */
	bool short_counts;		/* the image is a program of Windows, which writes only 4 of
					 * the 8 bytes of a count */
	const struct format_options *options;	/* the user's options; or NULL */
	const struct file *parts;	/* instead of .bytes: the NPARTS files with the arrays of a
					 * kernel; or NULL */
	struct stop *stop;		/* lets the user stop format_read(); or NULL */
};

/* Returns the size of an address of RAW in bytes: the size in the user's options or, if they have
 * none, the size of the image.  Returns 0 if it is not known. */
static inline unsigned
raw_address_size(const struct raw *raw)
{
	return raw->options != NULL && raw->options->address_size != 0 ? raw->options->address_size
		: raw->address_size;
}

struct format {
	enum format_kind kind;

	/* Is RAW of this format?  The function may set S->big_endian and S->address_size. */
	bool (*recognise)(const struct raw *raw, struct samples *s);

	/* Decodes RAW into S.  RAW was recognized, or the user has named this format.  Returns
	 * false if RAW is damaged.  Then S holds everything before the damage, and S->damage and E
	 * say what is wrong and where. */
	bool (*decode)(const struct raw *raw, struct samples *s, struct err *e);
};

/* Declares the struct format of each reader in formats/. */
#define FORMAT(kind, name, reader) extern const struct format reader;
#define READER(reader) extern const struct format reader;
#include "samples/formats.def"
#undef FORMAT
#undef READER

/* Finds the format of RAW and decodes RAW into S.  Returns false if RAW is damaged or not a profile
 * of the image: E says what is wrong, and S holds what could be decoded.  S must be released in any
 * case. */
bool format_decode(const struct raw *raw, struct samples *s, struct err *e);

/* Reads the file or directory PATH and decodes it as format_decode() does; "-" means standard
 * input.  KNOWN has facts about the file; its .bytes, .size and .parts are ignored.  *SIZE becomes
 * the number of bytes read, before they are unpacked. */
bool format_read(const char *path, const struct raw *known, struct samples *s,
	uint64_t *size, struct err *e);

/* Returns the name of format KIND, as people and JSON files see it; NULL for FORMAT_NONE and
 * FORMAT_BSD. */
const char *format_name(enum format_kind kind);

/* Returns the format called NAME, or FORMAT_NONE if there is none. */
enum format_kind format_named(const char *name);

#endif

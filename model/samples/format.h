/* format.h - the formats of profile files
 *
 * One file in formats/ and one row of a table each.  A format says whether a file looks
 * like its own and decodes it into the same struct samples.
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

/* A buffer of profil(2), which says nothing about itself. */
struct raw_buffer {
	bool given;
	uint64_t offset;		/* address that the first counter begins at */
	uint32_t scale;			/* 0x10000: one byte of text for each of the buffer */
	unsigned width;			/* bits of a counter: 8, 16, 32, 64 */
	bool big_endian;
	uint32_t hz;			/* samples per second; 0: not known */
};

/* What the user knows better than the file.  All zero: nothing. */
struct format_options {
	enum format_kind format;	/* the only one to try; FORMAT_NONE: all */
	unsigned address_size;		/* 4 or 8 bytes; 0: see the image and the file */
	uint32_t rate;			/* samples per second; 0: as the file says */
	bool slide_given;		/* what readers do not see: */
	uint64_t slide;			/* code ran so many bytes above where it was linked for */
	struct raw_buffer buffer;
};

/* The files of a directory that hold the arrays of a kernel. */
enum kernel_array { PART_PARAM, PART_KCOUNT, PART_FROMS, PART_TOS, NPARTS };

/* A file as it was read, and what is known about the process that wrote it. */
struct raw {
	const unsigned char *bytes;
	size_t size;
	unsigned address_size;		/* of the image: 4 or 8; 0: unknown */
	bool big_endian;		/* of the image, if address_size is known */
	const struct format_options *options;	/* or NULL */
	const struct file *parts;	/* NPARTS of them instead of bytes: a directory; or NULL */
	struct stop *stop;		/* can stop format_read(); or NULL */
};

struct format {
	enum format_kind kind;

	/* Does RAW look like this format?  Sets S->big_endian, S->address_size. */
	bool (*recognise)(const struct raw *raw, struct samples *s);

	/* Read RAW, which was recognised (or the user says it is this), into S.  On false S
	 * holds what came before the damage, S->damage and E say what and at which byte. */
	bool (*decode)(const struct raw *raw, struct samples *s, struct err *e);
};

/* The formats there are; format.c says in which order they are tried. */
extern const struct format apple_format, bsd44_format, gnu_embedded_format, gnu_format,
	kmem_format, ldprofile_format, monout_format, oldbsd_format, rawprofil_format,
	solaris_prof_format, solaris_rtld_format;

/* Find the format of RAW and read it.  On false S holds what could be read; release it. */
bool format_decode(const struct raw *raw, struct samples *s, struct err *e);

/* Read the file or directory PATH ("-": standard input).  KNOWN says what is known about it: its
 * bytes are not used.  *SIZE becomes the number of bytes read.  On false as
 * format_decode(). */
bool format_read(const char *path, const struct raw *known, struct samples *s,
	uint64_t *size, struct err *e);

/* What a format is called, by people and in JSON; NULL for FORMAT_NONE.  The format called
 * NAME, or FORMAT_NONE: there is none. */
const char *format_name(enum format_kind kind);
enum format_kind format_named(const char *name);

#endif

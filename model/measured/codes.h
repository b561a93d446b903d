/* codes.h - what a reader of addresses needs from the images that a profile names
 *
 * Some formats have only addresses, and say which file was mapped there.  The reader asks for the
 * functions at these addresses.  Images are opened in rooms above, which this struct hides.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CODES_H
#define CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measured/recording.h"

/* Where code is. */
enum codes_kind {
	CODE_IN_FILE,			/* in a program or library */
	CODE_IN_KERNEL,			/* in the kernel or its modules */
	CODE_IN_OWN_KERNEL,		/* likewise, and the kernel was that of this machine */
	CODE_NAMED,			/* a function of the kernel that has the name of its image:
					 * a BPF program */
	CODE_IN_MEMORY,			/* in memory that the process filled itself */
};

struct unwind_tables;

/* A function of an image, as the profile says. */
struct code_symbol {
	uint64_t address, size;		/* .size 0: not known */
	const char *name;
};

/* The functions of an image that the profile knows. */
struct code_symbols {
	const struct code_symbol *v;	/* sorted by address */
	size_t n;
	uint64_t bias;			/* address minus offset in the file */
	const struct code_symbol *kept;	/* a copy of .v by who keeps it for longer, or NULL */
};

/* Where code is. */
struct code_place {
	uint32_t image;			/* number of the image; NOBODY: it is in no image */
	uint32_t pid;			/* number of the process that has executed it */
	uint32_t maker;			/* of the process that has mapped it, perhaps a parent */
	uint64_t address;		/* in the process */
	uint64_t offset;		/* in the file of the image */
};

struct codes {
	void *with;			/* the first argument of the functions below */

	/* Returns the number of the image with the path and the build-id of O. */
	uint32_t (*image)(void *with, const struct recording_object *o, enum codes_kind kind);

	/* Sets *FRAMES to the frames of the code at PLACE, the outermost first, and returns how
	 * many there are: several if functions are inlined.  *FRAMES is valid until the next
	 * call. */
	uint32_t (*frames)(void *with, const struct code_place *place, const uint32_t **frames);

	/* Prefetch what .frames() reads for the code at OFFSET of image IMAGE.  The first function
	 * returns a number for the second, which is to be called some time later, or 0 if that one
	 * need not be called.  Both may be NULL. */
	uint64_t (*prefetch)(void *with, uint32_t image, uint64_t offset);
	void (*prefetch_next)(void *with, uint64_t hash);

	/* Sets *OFFSET to the offset in the file of image IMAGE of the code that is DISTANCE bytes
	 * behind the first byte that is loaded.  Returns false if the file is not there, or has no
	 * such code.  May be NULL. */
	bool (*offset)(void *with, uint32_t image, uint64_t distance, uint64_t *offset);

	/* Returns the unwind tables of image IMAGE, and sets *AT to the address in the image of the
	 * byte at OFFSET of its file.  NULL: there are none, or stacks of its kind of processor
	 * cannot be unwound on this machine.  May be NULL: then no stacks are unwound. */
	struct unwind_tables *(*tables)(void *with, uint32_t image, uint64_t offset, uint64_t *at);
};

#endif

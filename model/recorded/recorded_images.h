/* recorded_images.h - the functions of the programs and libraries of recordings, by address
 *
 * Each image is opened once, even if many processes had it mapped.  Its names are used only if it
 * is the build that was recorded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_IMAGES_H
#define RECORDED_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/numbering.h"
#include "elf/image.h"
#include "elf/plt.h"
#include "measured/codes.h"
#include "measured/measured.h"
#include "measured/recording.h"
#include "recorded/recorded_kernel.h"
#include "symbols/symbols_near.h"
#include "unwind/unwind_tables.h"

struct lines;

/* A program or library of a certain build. */
struct recorded_image {
	const char *path;		/* path of the image, as in the recording */
	const char *name;		/* last part of .path */
	const unsigned char *id;	/* build-id, as in the recording */
	uint32_t id_size;
	enum codes_kind kind;
	uint64_t low;			/* where the first process had the image mapped */
	const char *symbol, *list;	/* as in struct recording_object */
	uint64_t symbol_at;
	bool was_tried;			/* to open the image */
	bool is_open;			/* .image is open; false: only addresses are known */
	const char *why;		/* reason why the names in the file are not used; "": there
					 * is no file; NULL: the names are used */
	bool has_names;			/* .functions is open */
	bool is_stripped;		/* only exported functions have names */
	struct image image;
	struct code_symbols given;	/* those that the profile has, in recorded_images.text;
					 * used if .has_names is not set */
	struct symbols_near functions;
	struct budget names;		/* limits the bytes of the names of functions: in a crafted
					 * file, many may share one long name */
	uint32_t *func_of;		/* owned; indexed by number of a function in .functions:
					 * its number in the measured profile; NOBODY: not looked
					 * up yet */
	uint32_t nfunc_of;
	size_t func_of_room;
	struct named_func {
		const char *name;
		uint64_t address;
	} *by_name;			/* owned; all functions, sorted by name; NULL: not made
					 * yet */
	size_t nby_name;
	uint32_t object;		/* number of .path in measured.texts, or NOBODY */
	uint32_t whole;			/* number of the function to which all code without a name
					 * belongs; NOBODY: not made yet */
	uint64_t unnamed;		/* samples in code without a name */
	uint64_t unnamed_kept;		/* how many of .unnamed come from kept files, see
					 * recorded_load.kept */
	struct lines *lines;
	struct recorded_kernel module;	/* of a module of the kernel: what the list of symbols of
					 * the kernel does not have */
	struct plt plt;			/* if .has_plt */
	bool has_plt;
	struct unwind_tables tables;	/* if .has_tables */
	bool has_tables;
};

/* What is at an address of an image: a function, and the functions that are inlined there. */
struct recorded_code {
	uint32_t image;			/* index of the image, or NOBODY */
	uint64_t address;		/* address in the image */
	uint32_t func;			/* number of the function in the measured profile; inlined
					 * functions are only in .frames */
	uint32_t first, n;		/* the frames are recorded_images.frames[first] to [first +
					 * n - 1], the outermost first */
};

struct recorded_images {
	struct measured *m;		/* borrowed; gets functions and frames */
	const char *program;		/* path of the program that the user named, or NULL; its
					 * file replaces the recorded image of the same build or, if
					 * build-ids are not known, of the same name */
	bool program_used;
	const char *recording;		/* path of the file that is being read, which may have
					 * images beside it; or NULL */
	bool saves_time;		/* read lines and inlined functions only if that is fast:
					 * if the image itself has them, in files that are small */
	size_t debug_read;		/* bytes of the images whose debug information is used */
	struct image_places places;	/* where images are looked for */
	struct recorded_kernel kernel;	/* symbols of all images of the kernel */
	struct recorded_image **v;	/* owned, also the elements */
	uint32_t n;
	size_t room;
	struct numbering numbers;
	struct recorded_code *codes;	/* owned; the code at each address that was looked up */
	uint32_t ncodes;
	size_t codes_room;
	struct numbering code_numbers;
	uint32_t *frames;		/* owned; frames of .codes: numbers in measured.frames */
	size_t nframes, frames_room;
	struct arena text;
};

void recorded_images_release(struct recorded_images *r);

/* Returns the index of the image of O.  Opens the image if this is its first object. */
uint32_t recorded_images_of(struct recorded_images *r, const struct recording_object *o);

/* Returns the index of the image of O, which is code of KIND, but does not open it: a profile may
 * name hundreds of libraries of which it has no samples. */
uint32_t recorded_images_add(struct recorded_images *r, const struct recording_object *o,
	enum codes_kind kind);

/* Returns image IM, after an attempt to open it. */
struct recorded_image *recorded_images_open(struct recorded_images *r, uint32_t im);

/* Converts ADDRESS, which is in O, an object of image IM, to an address in the image.  If neither
 * the bias of O nor the segments of IM give this address, returns an offset in the file. */
uint64_t recorded_images_address(const struct recorded_images *r, uint32_t im,
	const struct recording_object *o, uint64_t address);

/* Returns the index in R->codes of the code at ADDRESS of image IM.  If IM is NOBODY, ADDRESS is in
 * no object: then the code is that of "[unknown]". */
uint32_t recorded_images_code(struct recorded_images *r, uint32_t im, uint64_t address);

/* Prefetch what recorded_images_code() reads for code in an image.  The first function returns HASH
 * for the second, which is to be called some time later. */
uint64_t recorded_images_prefetch(struct recorded_images *r, uint32_t im, uint64_t address);
void recorded_images_prefetch_next(const struct recorded_images *r, uint64_t hash);

/* Likewise for code in no image that has a NAME of LENGTH bytes. */
uint32_t recorded_images_jit(struct recorded_images *r, const char *name, size_t length);

/* Returns the frame of a function NAME that is in no image, such as "[truncated]". */
uint32_t recorded_images_other(struct recorded_images *r, const char *name);

/* The function that stands for callers that were not recorded. */
#define RECORDED_TRUNCATED "[truncated]"

/* The function of the kernel that stands for all system calls. */
#define RECORDED_SYSTEM_CALL "[kernel: system call]"

/* Returns the frame that stands for the kernel, which was entered as KERNEL says or, if FUNCTION is
 * not NULL, the frame of this function of the kernel, "NAME" or "NAME [MODULE]". */
uint32_t recorded_images_kernel(struct recorded_images *r, enum rec_kernel kernel,
	const char *function);

#endif

/* wait_images.h - the unwind tables of programs and libraries, copied from processes that run them
 *
 * Everything is read from the memory of a process, where the image is mapped.  So it is the build
 * that runs, even if its file was removed or is in another container.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_IMAGES_H
#define WAIT_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "record/cfi.h"
#include "waits/wait_go.h"
#include "waits/wait_maps.h"

enum { WAIT_IMAGE_ID = 32, WAIT_IMAGE_ROWS = 512 };

/* A row of the unwind tables, and the code that its entry describes. */
struct wait_row {
	struct cfi_row row;		/* .pc is an address in the image; 0: the row is not used */
	uint64_t start, bytes;		/* the code of the entry, by addresses in the image */
	bool is_known;			/* false: the tables say nothing about .pc */
	bool changes_stack;		/* the callers of the code are on another stack */
};

struct wait_image {
	char *path;			/* owned; these four members identify the image */
	char *device;			/* owned */
	uint64_t inode;
	unsigned char id[WAIT_IMAGE_ID];	/* build-id */
	uint32_t id_size;		/* 0: there is none */
	uint64_t first;			/* address of the begin of the file, in the image */
	unsigned char *copy;		/* owned; the copied tables; NULL: there are none */
	size_t size;
	uint64_t copied;		/* address of .copy[0] in the image */
	uint64_t header;		/* address of .eh_frame_hdr in the image */
	struct wait_go go;
	struct wait_row *rows;		/* owned; a cache, NULL if nothing was looked up */
	struct wait_image *next;
};

struct wait_images {
	struct wait_image *list;	/* owned */
	size_t copied;			/* bytes of all copies */
};

/* Sets MAP->image and MAP->bias.  MAP is in M, the mappings of process PID. */
void wait_images_of(struct wait_images *images, const struct wait_maps *m, struct wait_map *map,
	pid_t pid);

/* Returns what the tables of IMAGE say about the code at PC, an address in the image; NULL:
 * nothing.  The result is valid until the next call. */
const struct wait_row *wait_image_row(struct wait_image *image, uint64_t pc);

void wait_images_release(struct wait_images *images);

#endif

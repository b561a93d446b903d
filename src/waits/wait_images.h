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

#include "unwind/unwind_tables.h"
#include "waits/wait_maps.h"

enum { WAIT_IMAGE_ID = 32 };

struct wait_image {
	char *path;			/* owned; these four members identify the image */
	char *device;			/* owned */
	uint64_t inode;
	unsigned char id[WAIT_IMAGE_ID];	/* build-id */
	uint32_t id_size;		/* 0: there is none */
	uint64_t first;			/* address of the begin of the file, in the image */
	struct unwind_tables tables;
	struct wait_image *next;
};

struct wait_images {
	struct wait_image *list;	/* owned */
	size_t copied;			/* bytes of all copies */
};

/* Sets MAP->image and MAP->bias.  MAP is in M, the mappings of process PID. */
void wait_images_of(struct wait_images *images, const struct wait_maps *m, struct wait_map *map,
	pid_t pid);

void wait_images_release(struct wait_images *images);

#endif

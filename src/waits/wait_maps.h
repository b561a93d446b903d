/* wait_maps.h - what a process has mapped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_MAPS_H
#define WAIT_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/arena.h"

struct wait_image;

struct wait_map {
	uint64_t low, high;		/* [low, high) is mapped */
	uint64_t offset;		/* of .low in the file */
	uint64_t inode;			/* 0: no file */
	const char *device;		/* "08:01"; of the file */
	const char *path;		/* path of the file, or a name as "[vdso]", or "" */
	bool can_read, is_code;
	bool was_opened;		/* wait_images_of() was called */
	struct wait_image *image;	/* borrowed; the program or library; NULL: not known */
	uint64_t bias;			/* address in memory minus address in the image */
	bool is_written;		/* the mapping is an object in the file of waits */
};

/* Sorted by address. */
struct wait_maps {
	struct wait_map *list;		/* owned */
	size_t n, room;
	struct arena text;
};

/* Reads the mappings of process PID.  False: they cannot be read, as errno says; M is empty.
 * Release M before it is read again. */
bool wait_maps_read(struct wait_maps *m, pid_t pid);
void wait_maps_release(struct wait_maps *m);

/* Makes TO, which is empty, the mappings of a child whose parent has the mappings FROM. */
void wait_maps_copy(struct wait_maps *to, const struct wait_maps *from);

/* Returns the mapping at ADDRESS, or NULL. */
struct wait_map *wait_maps_at(const struct wait_maps *m, uint64_t address);

/* Returns the mapping that begins at the begin of the file of MAP; or NULL. */
const struct wait_map *wait_maps_first(const struct wait_maps *m, const struct wait_map *map);

/* Is a file mapped whose name, the last part of its path, is NAME? */
bool wait_maps_has(const struct wait_maps *m, const char *name);

#endif

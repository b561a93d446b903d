/* filelist.h - a list of source files that gives each path a number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FILELIST_H
#define FILELIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum { FILELIST_RECENT = 64 };

struct file_list {
	const char **v;			/* owned; paths, whose text is in TEXT */
	uint32_t n;
	size_t room;
	struct arena *text;		/* borrowed */
	bool normalize;			/* paths are normalized with pathname_normalize() */
	char *name;			/* owned; the normalized path that is being looked up */
	size_t name_room;
	uint32_t *table;		/* owned; hash table: number of a path + 1; 0: a free
					 * slot */
	size_t slots;			/* number of slots of TABLE; a power of two */
	struct {
		const char *path;	/* argument of a recent call; only the address is
					 * compared */
		uint32_t number;
	} recent[FILELIST_RECENT];
};

/* Returns the number of PATH; a new PATH gets the next number.  The text at PATH must not change
 * until the list is finished. */
uint32_t filelist_number(struct file_list *list, const char *path);

/* Frees everything but LIST->v; no path can be added any more. */
void filelist_finish(struct file_list *list);

#endif

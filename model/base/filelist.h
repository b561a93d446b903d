/* filelist.h - a list of source files that gives each path a number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FILELIST_H
#define FILELIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/numbering.h"

struct arena;

enum { FILELIST_RECENT = 64 };

struct file_list {
	const char **v;			/* owned; the paths, indexed by number; their texts are in
					 * .text */
	uint32_t n;
	size_t room;
	struct arena *text;		/* borrowed */
	bool normalize;			/* paths are normalized with pathname_normalize() */
	char *name;			/* owned; room for the normalized form of one path */
	size_t name_room;
	struct numbering numbering;	/* owned; gives each path its number */
	struct {
		const char *path;	/* argument of a recent call; its address is compared, not
					 * its text */
		uint32_t number;
	} recent[FILELIST_RECENT];
};

/* Returns the number of PATH; a new PATH gets the next number.  The text at PATH must not change
 * before filelist_finish(). */
uint32_t filelist_number(struct file_list *list, const char *path);

/* Frees everything but LIST->v.  No path can be added afterwards. */
void filelist_finish(struct file_list *list);

#endif

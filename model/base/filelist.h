/* filelist.h - source files, numbered in the order in which they turn up
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
	const char **v;			/* owned; paths, in TEXT */
	uint32_t n;
	size_t room;
	struct arena *text;		/* borrowed */
	bool normalize;			/* paths that name one file are one: pathname.h */
	char *name;			/* owned; a path that is looked up, so made one */
	size_t name_room;
	uint32_t *table;		/* owned; hash of paths: number + 1 */
	size_t slots;			/* in it; a power of two */
	struct {
		const char *path;	/* as it was given */
		uint32_t number;
	} recent[FILELIST_RECENT];
};

/* The number of PATH; it gets the next one if it has none.  Until the list is finished the
 * text at PATH must stay as it is. */
uint32_t filelist_number(struct file_list *list, const char *path);

/* No path will be added: free everything but LIST->v. */
void filelist_finish(struct file_list *list);

#endif

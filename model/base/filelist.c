/* filelist.c - a numbered list of source files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/filelist.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"

static bool
is_path(const void *of, uint32_t number, const void *key)
{
	const char *const *v = of;

	return strcmp(v[number], key) == 0;
}

static uint32_t
find_path(struct file_list *list, const char *path)
{
	uint64_t hash;
	uint32_t number;

	assert(list->text != NULL);
	if (list->normalize) {
		list->name = mem_grow(list->name, strlen(path) + 2, &list->name_room, 1);
		pathname_normalize(list->name, path);
		path = list->name;
	}
	hash = numbering_hash(&list->numbering, path, strlen(path));
	number = numbering_of(&list->numbering, hash, is_path, list->v, path);
	if (number == list->n) {
		list->v = mem_grow(list->v, (size_t)list->n + 1, &list->room, sizeof(*list->v));
		list->v[list->n++] = arena_text(list->text, path, strlen(path));
	}
	return number;
}

/* Most calls are for the same few paths.  So the number of a recent PATH is found by the address of
 * its text, without a hash of the text. */
uint32_t
filelist_number(struct file_list *list, const char *path)
{
	size_t i = ((uintptr_t)path >> 3) % FILELIST_RECENT;

	if (list->recent[i].path != path) {
		list->recent[i].number = find_path(list, path);
		list->recent[i].path = path;
	}
	return list->recent[i].number;
}

void
filelist_finish(struct file_list *list)
{
	numbering_release(&list->numbering);
	free(list->name);
	list->name = NULL;
}

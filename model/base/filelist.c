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

/* Returns the slot of PATH in the hash table, or the free slot where PATH belongs.  The table's
 * address seeds the hash, and all 64 bits of the hash decide the slot, so that crafted debug
 * information cannot force collisions. */
static uint32_t *
path_slot(struct file_list *list, const char *path)
{
	uint64_t hash = (uintptr_t)list->table * UINT64_C(0x9e3779b97f4a7c15) >> 16;
	size_t i;

	for (const char *p = path; *p != '\0'; p++)
		hash = (hash ^ (unsigned char)*p) * 0x100000001b3u;
	hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
	hash ^= hash >> 32;
	for (i = hash & (list->slots - 1); list->table[i] != 0; i = (i + 1) & (list->slots - 1))
		if (strcmp(list->v[list->table[i] - 1], path) == 0)
			break;
	return &list->table[i];
}

static void
grow_table(struct file_list *list)
{
	free(list->table);
	list->slots = list->slots > 0 ? 2 * list->slots : 256;
	list->table = mem_new(list->slots, sizeof(*list->table));
	for (uint32_t i = 0; i < list->n; i++)
		*path_slot(list, list->v[i]) = i + 1;
}

static uint32_t
find_path(struct file_list *list, const char *path)
{
	uint32_t *at;

	assert(list->text != NULL);
	if (list->normalize) {
		list->name = mem_grow(list->name, strlen(path) + 2, &list->name_room, 1);
		pathname_normalize(list->name, path);
		path = list->name;
	}
	if (list->slots / 2 <= list->n)
		grow_table(list);
	at = path_slot(list, path);
	if (*at == 0) {
		list->v = mem_grow(list->v, (size_t)list->n + 1, &list->room, sizeof(*list->v));
		list->v[list->n++] = arena_text(list->text, path, strlen(path));
		*at = list->n;
	}
	return *at - 1;
}

/* Finds the number of a PATH that was an argument recently by its address, without a hash of its
 * text, because most calls are for the same few paths. */
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
	free(list->table);
	free(list->name);
	list->table = NULL;
	list->name = NULL;
	list->slots = 0;
}

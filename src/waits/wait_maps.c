/* wait_maps.c - what a process has mapped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_maps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/pathname.h"

/* Adds the mapping that LINE of /proc/PID/maps describes. */
static void
add_line(struct wait_maps *m, char *line)
{
	struct wait_map map = { 0 };
	char access[5], device[24];
	int path = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %23s %" SCNu64 " %n", &map.low,
	    &map.high, access, &map.offset, device, &map.inode, &path) < 6 || map.low >= map.high)
		return;
	line[strcspn(line, "\n")] = '\0';
	map.can_read = access[0] == 'r';
	map.is_code = strlen(access) > 2 && access[2] == 'x';
	map.device = arena_text(&m->text, device, strlen(device));
	map.path = path > 0 ? arena_text(&m->text, line + path, strlen(line + path)) : "";
	m->list = mem_grow(m->list, m->n + 1, &m->room, sizeof(*m->list));
	m->list[m->n++] = map;
}

bool
wait_maps_read(struct wait_maps *m, pid_t pid)
{
	char path[40], *line = NULL;
	size_t room = 0;
	FILE *f;

	*m = (struct wait_maps){ 0 };
	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	f = fopen(path, "re");
	if (f == NULL)
		return false;
	while (getline(&line, &room, f) > 0)
		add_line(m, line);
	free(line);
	fclose(f);
	return m->n > 0;
}

void
wait_maps_release(struct wait_maps *m)
{
	free(m->list);
	arena_release(&m->text);
	*m = (struct wait_maps){ 0 };
}

void
wait_maps_copy(struct wait_maps *to, const struct wait_maps *from)
{
	to->list = mem_copy(from->list, from->n, sizeof(*from->list));
	to->n = to->room = from->n;
	for (size_t i = 0; i < to->n; i++) {
		struct wait_map *map = &to->list[i];

		map->is_written = false;
		map->path = arena_text(&to->text, map->path, strlen(map->path));
		map->device = arena_text(&to->text, map->device, strlen(map->device));
	}
}

struct wait_map *
wait_maps_at(const struct wait_maps *m, uint64_t address)
{
	size_t i;

	BISECT(i, m->n, m->list[i].high > address);
	return i < m->n && m->list[i].low <= address ? &m->list[i] : NULL;
}

const struct wait_map *
wait_maps_first(const struct wait_maps *m, const struct wait_map *map)
{
	for (const struct wait_map *at = map; at >= m->list; at--)
		if (at->offset == 0 && at->inode == map->inode
		    && strcmp(at->device, map->device) == 0 && strcmp(at->path, map->path) == 0)
			return at;
	return NULL;
}

bool
wait_maps_has(const struct wait_maps *m, const char *name)
{
	for (size_t i = 0; i < m->n; i++)
		if (strcmp(pathname_base(m->list[i].path), name) == 0)
			return true;
	return false;
}

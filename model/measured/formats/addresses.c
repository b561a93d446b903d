/* addresses.c - for readers of stacks of addresses, with the list of mappings in the same file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/addresses.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"

/* Removes the offset from the path T with an offset, as "/bin/true (@2f000)", and returns it. */
static uint64_t
take_offset(char *t)
{
	char *at = strstr(t, " (@");

	if (at == NULL)
		return 0;
	*at = '\0';
	return strtoull(at + strlen(" (@"), NULL, 16);
}

/* Adds the mapping of the line T, which ends with a NUL. */
static void
read_map(struct addresses *a, char *t)
{
	uint64_t lo, hi, offset;
	char rights[8];
	int at = 0;
	struct addresses_map *map;

	if (sscanf(t, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*x:%*x %*d %n", &lo, &hi, rights,
		&offset, &at) < 4 || at == 0) {
		at = 0;
		if (sscanf(t, "%" SCNx64 "-%" SCNx64 ": %n", &lo, &hi, &at) < 2 || at == 0)
			return;
		offset = take_offset(t + at);
	} else if (strlen(rights) < 3 || rights[2] != 'x') {
		return;
	}
	if (lo >= hi)
		return;
	a->maps = mem_grow(a->maps, (size_t)a->nmaps + 1, &a->maps_room, sizeof(*a->maps));
	map = &a->maps[a->nmaps++];
	*map = (struct addresses_map){ lo, hi, offset, NOBODY };
	if (t[at] == '/' && a->codes != NULL) {
		const struct recording_object o = { .low = lo, .high = hi, .offset = offset,
			.path = arena_text(&a->m->text, t + at, strlen(t + at)) };

		map->image = a->codes->image(a->codes->with, &o, CODE_IN_FILE);
	}
}

/* Sorts the mappings by address. */
static void
sort_maps(struct addresses *a)
{
	uint32_t *order = mem_new(a->nmaps, sizeof(*order));
	uint64_t *keys = mem_new(a->nmaps, sizeof(*keys));
	struct addresses_map *sorted = mem_new(a->nmaps, sizeof(*sorted));

	for (uint32_t i = 0; i < a->nmaps; i++) {
		order[i] = i;
		keys[i] = a->maps[i].lo;
	}
	sort_by_keys(order, keys, a->nmaps);
	for (uint32_t i = 0; i < a->nmaps; i++)
		sorted[i] = a->maps[order[i]];
	free(a->maps);
	free(order);
	free(keys);
	a->maps = sorted;
	a->maps_room = a->nmaps;
}

void
addresses_read_maps(struct addresses *a, const char *s, size_t n)
{
	const char *end = s + n;

	while (s < end) {
		const char *next = memchr(s, '\n', (size_t)(end - s));
		size_t length = (size_t)((next != NULL ? next : end) - s);
		char *line = mem_text(s, length);

		read_map(a, line);
		free(line);
		s = next != NULL ? next + 1 : end;
	}
	sort_maps(a);
}

/* Returns the mapping of ADDRESS, or NULL. */
static const struct addresses_map *
map_of(const struct addresses *a, uint64_t address)
{
	uint32_t lo = 0, hi = a->nmaps;

	while (lo < hi) {
		uint32_t middle = lo + (hi - lo) / 2;

		if (a->maps[middle].lo <= address)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo > 0 && address < a->maps[lo - 1].hi ? &a->maps[lo - 1] : NULL;
}

uint32_t
addresses_path(struct addresses *a, const uint64_t *pcs, size_t n, size_t first)
{
	size_t nframes = 0;

	for (size_t i = n; i-- > 0;) {
		uint64_t at = pcs[i] - (i >= first && pcs[i] > 0);
		const struct addresses_map *map = map_of(a, at);
		const struct code_place place = { .image = map != NULL ? map->image : NOBODY,
			.address = at, .offset = map != NULL ? at - map->lo + map->offset : at };
		const uint32_t *frames;
		uint32_t some = a->codes == NULL ? 0 : a->codes->frames(a->codes->with, &place,
			&frames);

		a->frames = mem_grow(a->frames, nframes + some, &a->frames_room,
			sizeof(*a->frames));
		for (uint32_t k = 0; k < some; k++)
			a->frames[nframes++] = frames[k];
	}
	a->is_full |= !measured_has_room(a->m, nframes);
	if (a->is_full || nframes == 0)
		return NOBODY;
	return measured_stack(a->m, NOBODY, a->frames, nframes, NULL);
}

void
addresses_release(struct addresses *a)
{
	free(a->maps);
	free(a->frames);
}

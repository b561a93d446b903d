/* measured_paths.c - the paths of measured profiles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>

#include "base/mem.h"
#include "measured/measured.h"

enum { AHEAD = 32 };			/* number of paths that are prefetched together */

static bool
is_path(const void *of, uint32_t number, const void *key)
{
	const struct measured_path *a = (const struct measured_path *)of + number, *b = key;

	return a->parent == b->parent && a->frame == b->frame;
}

/* Returns the hash of PATH from which the hashes of longer paths are computed; 0 for NOBODY. */
static uint64_t
path_hash(const struct measured *m, uint32_t path)
{
	return path != NOBODY ? m->path_hashes[path] : 0;
}

/* Appends the path of FRAME whose caller has the path PARENT.  HASH is the hash of the new path. */
static void
append_path(struct measured *m, uint32_t parent, uint32_t frame, uint64_t hash)
{
	m->paths = mem_grow(m->paths, (size_t)m->npaths + 1, &m->paths_room, sizeof(*m->paths));
	m->path_hashes = mem_grow(m->path_hashes, (size_t)m->npaths + 1, &m->path_hashes_room,
		sizeof(*m->path_hashes));
	m->path_hashes[m->npaths] = hash;
	m->paths[m->npaths++] = (struct measured_path){ parent, frame };
}

/* Returns the number of the path of FRAME whose caller has the path PARENT.  Adds this path if
 * there is none.  HASH is the hash of this path. */
static uint32_t
path_hashed(struct measured *m, uint32_t parent, uint32_t frame, uint64_t hash)
{
	struct measured_path path = { parent, frame };
	uint32_t number = numbering_of(&m->path_numbers, hash, is_path, m->paths, &path);

	if (number == m->npaths)
		append_path(m, parent, frame, hash);
	return number;
}

uint32_t
measured_path(struct measured *m, uint32_t parent, uint32_t frame)
{
	assert(parent == NOBODY || parent < m->npaths);
	return path_hashed(m, parent, frame,
		numbering_hash_next(&m->path_numbers, path_hash(m, parent), frame));
}

/* For each i less than N, sets HASHES[i] to the hash of the path of FRAMES[0] to FRAMES[i], and
 * prefetches this path.  PARENT is the path_hash() of the caller of FRAMES[0].  Returns the
 * path_hash() of the last path. */
static uint64_t
hash_stack(struct measured *m, uint64_t parent, const uint32_t *frames, size_t n, uint64_t *hashes)
{
	uint32_t number;

	for (size_t i = 0; i < n; i++) {
		parent = hashes[i] = numbering_hash_next(&m->path_numbers, parent, frames[i]);
		numbering_prefetch(&m->path_numbers, hashes[i]);
	}
	for (size_t i = 0; i < n; i++)
		if (numbering_guess(&m->path_numbers, hashes[i], &number))
			__builtin_prefetch(&m->paths[number]);
	return parent;
}

uint32_t
measured_stack(struct measured *m, uint32_t parent, const uint32_t *frames, size_t n,
	uint32_t *paths)
{
	uint64_t hash = path_hash(m, parent), hashes[AHEAD];
	uint32_t before = m->npaths;

	for (size_t i = 0; i < n; i++) {
		uint32_t frame = frames[i];

		if (i % AHEAD == 0)
			hash = hash_stack(m, hash, frames + i, n - i < AHEAD ? n - i : AHEAD,
				hashes);
		if (m->npaths == before) {
			parent = path_hashed(m, parent, frame, hashes[i % AHEAD]);
		} else {
			/* If the path of a caller is new, the paths of its callees are new, too. */
			(void)numbering_new(&m->path_numbers, hashes[i % AHEAD]);
			append_path(m, parent, frame, hashes[i % AHEAD]);
			parent = m->npaths - 1;
		}
		if (paths != NULL)
			paths[i] = parent;
	}
	return parent;
}

uint32_t
measured_stack_inward(struct measured *m, uint32_t *frames, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		uint32_t frame = frames[i];

		frames[i] = frames[n - 1 - i];
		frames[n - 1 - i] = frame;
	}
	return measured_stack(m, NOBODY, frames, n, NULL);
}

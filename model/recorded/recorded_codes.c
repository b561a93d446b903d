/* recorded_codes.c - the functions at the addresses of a profile that names images
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_codes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "dwarf/debugfile.h"
#include "elf/image.h"
#include "recorded/recorded_tables.h"
#include "recorded/recorded_unnamed.h"

static uint32_t
image_of(void *with, const struct recording_object *o, enum codes_kind kind)
{
	struct recorded_codes *c = with;

	return recorded_images_add(&c->images, o, kind);
}

/* Returns image IMAGE, which is open if that is possible; NULL if IMAGE is NOBODY. */
static struct recorded_image *
opened(struct recorded_codes *c, uint32_t image)
{
	return image != NOBODY ? recorded_images_open(&c->images, image) : NULL;
}

static bool
is_process(const void *of, uint32_t number, const void *key)
{
	return ((const struct recorded_process *)of)[number].pid == *(const uint32_t *)key;
}

/* Returns the name that process PID has given to its code at ADDRESS, and sets *LENGTH; or NULL. */
static const char *
jit_name(struct recorded_codes *c, uint32_t pid, uint64_t address, size_t *length)
{
	uint32_t i = numbering_of(&c->pids, numbering_hash_pair(&c->pids, pid, 0), is_process,
		c->processes, &pid);

	if (i == c->nprocesses) {
		if (!c->maps.is_listed)
			recorded_jit_list(&c->maps);
		c->processes = mem_grow(c->processes, (size_t)i + 1, &c->processes_room,
			sizeof(*c->processes));
		c->processes[c->nprocesses].pid = pid;
		recorded_jit_open_process(&c->processes[c->nprocesses++].jit, &c->maps, pid);
	}
	return recorded_jit_name(&c->processes[i].jit, address, length);
}

static uint32_t
frames_at(void *with, const struct code_place *place, const uint32_t **frames)
{
	struct recorded_codes *c = with;
	const struct recorded_image *im = opened(c, place->image);
	const struct recorded_code *code;
	uint64_t at = place->address;
	const char *name = NULL;
	uint32_t number;
	size_t length;

	if (im == NULL || im->kind == CODE_IN_MEMORY) {
		name = jit_name(c, place->pid, place->address, &length);
		if (name == NULL && place->maker != place->pid)
			name = jit_name(c, place->maker, place->address, &length);
	}
	if (im != NULL && (!im->is_open || !image_address_of(&im->image, place->offset, &at)))
		at = place->offset;
	number = name != NULL ? recorded_images_jit(&c->images, name, length)
		: recorded_images_code(&c->images, place->image, at);
	code = &c->images.codes[number];
	*frames = &c->images.frames[code->first];
	return code->n;
}

static uint64_t
prefetch(void *with, uint32_t image, uint64_t offset)
{
	struct recorded_codes *c = with;
	const struct recorded_image *im = opened(c, image);
	uint64_t at;

	if (im == NULL || im->kind == CODE_IN_MEMORY)
		return 0;
	if (!im->is_open || !image_address_of(&im->image, offset, &at))
		at = offset;
	return recorded_images_prefetch(&c->images, image, at);
}

static void
prefetch_next(void *with, uint64_t hash)
{
	const struct recorded_codes *c = with;

	recorded_images_prefetch_next(&c->images, hash);
}

static bool
offset_of(void *with, uint32_t image, uint64_t distance, uint64_t *offset)
{
	const struct recorded_image *im = opened(with, image);

	return im != NULL && im->is_open && image_offset_of(&im->image, distance, offset);
}

static struct unwind_tables *
tables_of(void *with, uint32_t image, uint64_t offset, uint64_t *at)
{
	struct recorded_image *im = opened(with, image);

	return im != NULL && im->is_open && image_address_of(&im->image, offset, at)
		? recorded_tables_of(im) : NULL;
}

void
recorded_codes_open(struct recorded_codes *c, struct measured *m,
	const struct open_options *options)
{
	*c = (struct recorded_codes){ .codes = { c, image_of, frames_at, prefetch,
			prefetch_next, offset_of, tables_of },
		.images = { .m = m, .places = options->where,
			.saves_time = !options->inlined } };
}

/* Adds notes about images with samples in their own code, as USED says: about those that have no
 * build-id in the profile, so that any build was accepted, and those whose debug information was
 * not read.  perf writes no build-ids of images that only call code with samples. */
static void
note_unverified(struct recorded_codes *c, const bool *used)
{
	struct measured *m = c->images.m;
	uint32_t n = 0, nunread = 0;
	const char *first = NULL, *newer = NULL;

	for (uint32_t i = 0; i < c->images.n; i++) {
		const struct recorded_image *im = c->images.v[i];

		if (!used[i] || !im->is_open)
			continue;
		if (im->id_size == 0 && n++ == 0)
			first = im->path;
		if (im->id_size == 0 && m->written != 0 && im->image.modified > m->written)
			newer = im->path;
		nunread += im->lines == NULL && (im->image.has_lines || im->image.debug != NULL
			|| debugfile_is_near(&im->image));
	}
	if (n > 0)
		measured_add_note(m, arena_printf(&m->text, "The profile does not say which build%s of "
			"%u program%s recorded, such as %s%s.", n == 1 ? "" : "s", n,
			n == 1 ? " or library was" : "s and libraries were",
			newer != NULL ? newer : first,
			newer != NULL ? ", which is newer than the profile" : ""),
			"Names are those of the files that are there now. perf record writes build-ids of "
			"files that have samples, unless it is told not to, or compresses (-z).");
	m->lacks_lines |= nunread > 0;
	if (nunread > 0)
		measured_add_note(m, arena_printf(&m->text, "Lines and inlined functions of %u program%s "
			"are not shown.", nunread, nunread == 1 ? " or library" : "s and libraries"),
			"To read their debug information takes time: --inlined reads it.");
}

/* Sets SAMPLES[f] to the number of samples in the own code of function f of M.  Returns their
 * sum. */
static uint64_t
count_samples(const struct measured *m, uint64_t *samples)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < m->nsamples; i++) {
		uint32_t func = m->frames[m->paths[m->samples[i].path].frame].func;

		for (uint32_t k = 0; k < m->nevents; k++) {
			samples[func] += m->weights[(size_t)i * m->nevents + k].samples;
			all += m->weights[(size_t)i * m->nevents + k].samples;
		}
	}
	return all;
}

/* Returns an array indexed by image, to be free()d: has the own code of the image SAMPLES? */
static bool *
find_used(struct recorded_codes *c, const uint64_t *samples)
{
	struct measured *m = c->images.m;
	bool *used = mem_new(c->images.n, sizeof(*used)), *has = mem_new(m->ntexts, sizeof(*has));
	uint32_t ntexts = m->ntexts;

	for (uint32_t f = 0; f < m->nfuncs; f++)
		if (samples[f] > 0 && m->funcs[f].object != NOBODY)
			has[m->funcs[f].object] = true;
	for (uint32_t i = 0; i < c->images.n; i++) {
		const char *path = c->images.v[i]->path;
		uint32_t text = measured_text(m, path, strlen(path));

		used[i] = text < ntexts && has[text];
	}
	free(has);
	return used;
}

void
recorded_codes_finish(struct recorded_codes *c)
{
	struct measured *m = c->images.m;
	uint64_t *samples = mem_new(m->nfuncs, sizeof(*samples)), all = count_samples(m, samples);
	bool *used = find_used(c, samples);

	recorded_unnamed_note_code(m, &c->images, samples, all);
	note_unverified(c, used);
	free(samples);
	free(used);
}

void
recorded_codes_release(struct recorded_codes *c)
{
	recorded_images_release(&c->images);
	for (uint32_t i = 0; i < c->nprocesses; i++)
		recorded_jit_release(&c->processes[i].jit);
	free(c->processes);
	free(c->maps.pids);
	numbering_release(&c->pids);
}

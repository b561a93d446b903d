/* recorded_codes.c - the functions at the addresses of a profile that names images
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_codes.h"

#include "elf/image.h"

static uint32_t
image_of(void *with, const struct recording_object *o, enum codes_kind kind)
{
	struct recorded_codes *c = with;

	return recorded_images_find(&c->images, o, kind);
}

static uint32_t
frames_at(void *with, uint32_t image, uint32_t pid, uint64_t address, uint64_t offset,
	const uint32_t **frames)
{
	struct recorded_codes *c = with;
	const struct recorded_code *code;
	uint64_t at = address;
	uint32_t number;

	(void)pid;
	if (image != NOBODY && (!c->images.v[image]->is_open
	    || !image_address_of(&c->images.v[image]->image, offset, &at)))
		at = offset;
	number = recorded_images_code(&c->images, image, at);
	code = &c->images.codes[number];
	*frames = &c->images.frames[code->first];
	return code->n;
}

void
recorded_codes_open(struct recorded_codes *c, struct measured *m)
{
	*c = (struct recorded_codes){ .codes = { c, image_of, frames_at }, .images = { .m = m } };
}

void
recorded_codes_release(struct recorded_codes *c)
{
	recorded_images_release(&c->images);
}

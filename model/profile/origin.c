/* origin.c - where a profile is from: its program, its files, and what they say of themselves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/origin.h"

#include "elf/image.h"
#include "profile/profile.h"

struct origin
origin_of(const struct profile *p)
{
	const struct measured *m = p->measured;
	struct origin o = { .path = "" };

	if (m != NULL) {
		o = (struct origin){ .path = "", .program = m->program, .name = m->name, .format = m->format,
			.title = m->title, .title_rest = m->title_rest, .lost = m->lost };
		if (m->nfiles > 0) {
			o.path = o.file = m->files[0];
			o.nmore = m->nfiles - 1;
		}
		return o;
	}
	if (p->nimages == 0)
		return o;
	o.path = o.program = p->images[0].path;
	o.nlibraries = p->nimages - 1;
	if (p->samples != NULL && p->samples[0].nfiles > 0)
		o.file = p->samples[0].files[0].path;
	return o;
}

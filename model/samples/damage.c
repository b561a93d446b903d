/* damage.c - damage and warnings of profile files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/damage.h"

#include <assert.h>

static const char *const damage_names[] = {
#define DAMAGE(name) #name,
#define WARNING(name)
#include "samples/damage.def"
#undef DAMAGE
#undef WARNING
};

static const char *const warning_names[] = {
#define DAMAGE(name)
#define WARNING(name) #name,
#include "samples/damage.def"
#undef DAMAGE
#undef WARNING
};

void
damage_set(struct damage *d, enum damage_kind kind, uint64_t offset)
{
	*d = (struct damage){ .kind = kind, .has_offset = true, .offset = offset };
}

void
damage_fact(struct damage *d, const char *name, uint64_t number)
{
	assert(d->nfacts < sizeof(d->facts) / sizeof(*d->facts));
	d->facts[d->nfacts++] = (struct fact){ .name = name, .number = number };
}

const char *
damage_name(enum damage_kind kind)
{
	return damage_names[kind];
}

const char *
damage_warning_name(enum warning w)
{
	return warning_names[w];
}

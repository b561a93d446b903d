/* plt.h - stubs that call functions of other images, through the procedure linkage table (PLT)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PLT_H
#define PLT_H

#include <stddef.h>
#include <stdint.h>

struct image;

struct plt_stub {
	uint64_t address;
	const char *name;		/* of the function that is called; borrowed from the
					 * image */
};

/* The stubs of an image.  A struct that is all zero has none. */
struct plt {
	struct plt_stub *v;		/* owned; sorted by address */
	size_t n, room;
};

/* Finds the stubs of IM. */
void plt_read(struct plt *plt, const struct image *im);

/* Returns the stub that contains ADDRESS, which is in a section of stubs; NULL: it is in none. */
const struct plt_stub *plt_at(const struct plt *plt, uint64_t address);

void plt_release(struct plt *plt);

#endif

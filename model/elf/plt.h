/* plt.h - stubs that call functions of other images, through the procedure linkage table (PLT)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PLT_H
#define PLT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;

struct plt_stub {
	uint64_t address;
	const char *name;		/* of the function that is called; borrowed from the
					 * image */
};

/* The stubs of an image.  They are found where an address is asked for.  A struct that is all zero
 * has none. */
struct plt {
	const struct image *im;		/* borrowed; NULL: stubs of its machine are not known */
	struct plt_slots {
		struct plt_slot *v;	/* owned; sorted by address */
		size_t n, room;
		bool is_read;
	} slots[2];			/* those that only calls use, and the others, which are read
					 * if a slot is not among the first */
};

/* Opens PLT for the stubs of IM. */
void plt_open(struct plt *plt, const struct image *im);

/* Sets *STUB to the stub that contains ADDRESS, which is in a section of stubs.  False: it is in
 * none. */
bool plt_at(struct plt *plt, uint64_t address, struct plt_stub *stub);

void plt_release(struct plt *plt);

#endif

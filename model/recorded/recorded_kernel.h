/* recorded_kernel.h - the functions of the kernel and its modules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_KERNEL_H
#define RECORDED_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "profile/open_options.h"

struct recorded_image;

struct kernel_symbol {
	uint64_t address;
	const char *name;		/* of .length bytes, without a NUL; in
					 * recorded_kernel.text */
	uint32_t length;
	uint8_t rank;			/* of several symbols at an address, the one with the lowest
					 * rank names the function */
};

/* A struct that is all zero is not read yet. */
struct recorded_kernel {
	bool is_read;
	const char *why;		/* reason why there are no symbols; NULL: there are */
	struct kernel_symbol *v;	/* owned; sorted by address; one for each */
	size_t n, room;
	struct file text;		/* owned; names */
};

/* Reads the symbols of the kernel IM: from the copy that perf record made, from the kernel of this
 * machine if it is the same, or from the ELF file of the kernel. */
void recorded_kernel_read(struct recorded_kernel *k, const struct image_places *places,
	const struct recorded_image *im);

/* Returns the symbol of the function at ADDRESS, or NULL. */
const struct kernel_symbol *recorded_kernel_at(const struct recorded_kernel *k, uint64_t address);

void recorded_kernel_release(struct recorded_kernel *k);

#endif

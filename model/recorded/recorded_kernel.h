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
	struct file text;		/* owned, unless it is .mapped; names */
	void *mapped;			/* owned; the mapping of the list of symbols, or NULL */
};

/* Reads the symbols of the kernel IM: from the copy that perf record made, from the kernel of this
 * machine if it is the same, or from the ELF file of the kernel. */
void recorded_kernel_read(struct recorded_kernel *k, const struct image_places *places,
	const struct recorded_image *im);

/* Reads the symbols of the module IM from its own file, if it is of the build that was recorded. */
void recorded_kernel_read_module(struct recorded_kernel *k, const struct image_places *places,
	const struct recorded_image *im);

/* Returns the symbol of the function at ADDRESS, or NULL. */
const struct kernel_symbol *recorded_kernel_at(const struct recorded_kernel *k, uint64_t address);

void recorded_kernel_release(struct recorded_kernel *k);

/* For recorded_kernel_elf.c: what makes the rank of a symbol higher. */
enum { KERNEL_WEAK = 32, KERNEL_LOCAL = 64, KERNEL_LABEL = 96 };

/* Adds a symbol with a name of LENGTH bytes in K->text.  RANK is the sum of what makes it
 * higher. */
void recorded_kernel_add(struct recorded_kernel *k, uint64_t address, const char *name,
	size_t length, unsigned rank);

/* Moves the symbols of K to where the kernel IM was.  Those from index NCORE on are of modules,
 * which do not move with the kernel.  False: there are none. */
bool recorded_kernel_move(struct recorded_kernel *k, const struct recorded_image *im,
	size_t ncore);

/* Reads the symbols of the ELF file PATH.  False: it is not IM, the kernel or a module. */
bool recorded_kernel_read_elf(struct recorded_kernel *k, const char *path,
	const struct recorded_image *im);

#endif

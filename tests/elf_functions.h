/* elf_functions.h - the functions found in a synthetic image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ELF_FUNCTIONS_H
#define ELF_FUNCTIONS_H

#include "base/arena.h"
#include "load/open.h"
#include "make_elf.h"
#include "symbols/symbols.h"

/* Section numbers for symbols.  The sections are .init from 0x1000 to 0x1020, .plt.got from 0x1020
 * to 0x1050, .text from 0x1100 to 0x1300, .fini from 0x1300 to 0x1310, and .data from 0x2000 on. */
enum { INIT = 1, PLT, TEXT, FINI, DATA, NSECTIONS = DATA };

extern const struct elf_section usual_sections[NSECTIONS];

/* An image and the functions found in it. */
struct result {
	struct image im;
	struct functions fs;
	struct arena names;
	char *path;
	struct err e;
	bool ok, dynamic;
};

/* read_elf() finds the functions of the image F by RULES.  R->ok says whether this succeeded.
 * read_symbols() does the same for the image usual_file(SYMBOLS, N), with N at least 1, and asserts
 * success.  OPTIONS may be NULL. */
void read_elf(struct result *r, const struct elf_file *f, enum rules rules,
	const struct open_options *options);
void read_symbols(struct result *r, const struct elf_sym *symbols, size_t n, enum rules rules,
	const struct open_options *options);

#define READ(r, symbols, rules, options) \
	read_symbols(r, symbols, sizeof(symbols) / sizeof(*(symbols)), rules, options)

/* Returns an image with the usual sections and the N SYMBOLS, which it borrows. */
struct elf_file usual_file(const struct elf_sym *symbols, size_t n);

void result_release(struct result *r);

/* Asserts that the spans of R that begin in [LO, HI) are WANT, a list such as "1100 main, 1180 -":
 * the hexadecimal address of each span and the name of its function.  "-" means no function, and
 * '+' after a name means padding.  assert_text() checks all spans of .text. */
void assert_spans(const struct result *r, uint64_t lo, uint64_t hi, const char *want);
void assert_text(const struct result *r, const char *want);

/* Returns the function NAME, which must exist. */
const struct func *find_func(const struct result *r, const char *name);

/* Asserts that the functions of R are sorted by address, that no two of them have the same address,
 * and that the function of each span is a function of R or NOBODY. */
void check_order(const struct result *r);

#endif

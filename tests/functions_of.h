/* functions_of.h - what becomes of the symbols of a made-up image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FUNCTIONS_OF_H
#define FUNCTIONS_OF_H

#include "base/arena.h"
#include "load/open.h"
#include "load/symbols.h"
#include "make_elf.h"

/* The sections of an image, as their numbers in symbols: .init from 0x1000 to 0x1020,
 * .plt.got to 0x1050, .text from 0x1100 to 0x1300, .fini to 0x1310, .data from 0x2000. */
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

/* Find the functions of the image F, or of one with the usual sections and the symbols
 * in the array SYMBOLS, which must have some.  OPTIONS may be NULL. */
void read_elf(struct result *r, const struct elf_file *f, enum rules rules,
	const struct open_options *options);
void read_symbols(struct result *r, const struct elf_sym *symbols, size_t n, enum rules rules,
	const struct open_options *options);

#define READ(r, symbols, rules, options) \
	read_symbols(r, symbols, sizeof(symbols) / sizeof(*(symbols)), rules, options)

/* The image that read_symbols() would make. */
struct elf_file usual_file(const struct elf_sym *symbols, size_t n);

void result_release(struct result *r);

/* What R holds between LO and HI is WANT: "ADDRESS NAME", a span each; '+' after the name
 * of padding, "-" for nobody.  assert_text() is about .text. */
void assert_spans(const struct result *r, uint64_t lo, uint64_t hi, const char *want);
void assert_text(const struct result *r, const char *want);

/* The function NAME; there must be one. */
const struct func *find_func(const struct result *r, const char *name);

/* Functions are by address, and each span is that of a function or of nobody. */
void check_order(const struct result *r);

#endif

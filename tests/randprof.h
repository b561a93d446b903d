/* randprof.h - random programs and random profiles of them, from a seed
 *
 * The programs are assembler text.  Their symbol tables are hard to read, with aliases, weak,
 * static and untyped symbols, dotted names, and code outside .text.  The programs are not run:
 * histograms and arcs of the profiles are random, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RANDPROF_H
#define RANDPROF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A state of the random numbers.  Equal states give equal numbers on every machine. */
struct rng {
	uint64_t state;
};

uint64_t rng_next(struct rng *r);

/* Returns a number from 0 to N - 1; 0 if N is 0. */
uint64_t rng_below(struct rng *r, uint64_t n);

/* Returns true in PERCENT percent of all cases. */
bool rng_chance(struct rng *r, unsigned percent);

/* Properties of a random program. */
struct recipe {
	bool is_64;			/* x86-64; otherwise i386 */
	bool is_pie;
	bool keep_locals;		/* .L symbols stay in the symbol table */
	bool other_sections;		/* code before and after .text */
	unsigned nfuncs;		/* functions in each of two object files */
	uint64_t base;			/* load address unless is_pie; 0: the linker's default */
};

/* Sets RECIPE to random properties.  Equal seeds give equal properties. */
void recipe_make(struct recipe *recipe, uint64_t seed);

/* Writes object file PART, 0 or 1, of the program as assembler text. */
void program_write(FILE *out, const struct recipe *recipe, uint64_t seed, unsigned part);

/* The linked program. */
struct target {
	bool is_64;
	bool is_pe;			/* a program of Windows */
	uint64_t text_lo, text_hi;	/* addresses of .text */
	uint64_t code_lo, code_hi;	/* from the start of the first code section to the end of
					 * the last */
	uint64_t *addrs;		/* owned; addresses of the symbols in code, ascending */
	char **names;			/* owned; names of the symbols in code, in the order of the
					 * file.  .addrs is sorted, so .names[i] need not be the
					 * name of the symbol at .addrs[i] */
	size_t n;
};

/* Reads the linked program PATH.  Returns false if it cannot be read or has no symbols in code. */
bool target_read(struct target *t, const char *path);
void target_release(struct target *t);

/* Layout of a profile.  Profiles can be added up if their layouts are equal. */
struct profile_layout {
	uint64_t lo, hi;		/* addresses of the first histogram */
	unsigned nhistograms;		/* number of histograms; all have the same size and scale */
	uint64_t step;			/* bytes from one histogram to the next */
	bool backward;			/* the last histogram is written first */
	uint32_t nbins;
	uint32_t rate;
	const char *dimension;
	char abbreviation;
	bool inside_text;		/* all histograms are inside .text */
};

void layout_make(struct profile_layout *l, const struct target *t, struct rng *r);

/* Writes a gmon.out in GNU's format to PATH.  Returns false if writing fails. */
bool profile_write(const char *path, const struct profile_layout *l, const struct target *t,
	struct rng *r);

/* Random options of gprof: an argument vector that ends in NULL, without program name, image and
 * profiles. */
struct gprof_options {
	char *argv[24];			/* owned */
	unsigned n;
};

/* Sets O to random options.  They can name the files "symbols" and "map" in DIR, which the caller
 * must write. */
void gprof_options_make(struct gprof_options *o, const struct target *t,
	const struct profile_layout *l, const char *dir, struct rng *r);
void gprof_options_release(struct gprof_options *o);

/* Writes a symbol list for -S or an object map for -R.  Returns false if writing fails. */
bool symbol_list_write(const char *path, const struct target *t, struct rng *r);
bool map_write(const char *path, const struct target *t, struct rng *r);

#endif

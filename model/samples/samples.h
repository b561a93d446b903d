/* samples.h - what profile files hold, before anybody looks at an image
 *
 * Every format is decoded into this; several files are summed into one of them.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "samples/damage.h"

/* Which addresses a bin stands for. */
enum bin_map {
	MAP_GLIBC,			/* equal shares of the range, or what glibc makes of it */
	MAP_EVEN,			/* equal shares of the range */
	MAP_PROFIL,			/* profil(2): byte (pc - lo) *
					 * scale / 65536 of the buffer */
};

/* How often the program counter was found in each of NBINS pieces of [lo, hi).  Of a file
 * that was cut short only the first NREAD of them are there. */
struct histogram {
	uint64_t lo, hi;
	size_t nbins, nread;
	uint64_t *bins;			/* owned; samples; nread of them */
	unsigned bin_bits;		/* width of a counter in the file: 8, 16, 32, 64 */
	enum bin_map map;
	uint32_t scale;			/* MAP_PROFIL */
	uint32_t rate;			/* samples per second; 0: unknown */
	char dimension[16];		/* normally "seconds" */
	char abbreviation;		/* normally 's' */
	uint32_t image;			/* number of the image the addresses belong to */
	uint32_t file;			/* number of the file that it, or the first such, is from */
};

/* Instead of an address: the caller is not known, or not part of the image. */
#define ARC_OUTSIDE UINT64_MAX

/* A call count: from an instruction, to a function. */
struct arc_record {
	uint64_t from;			/* return address in the caller, rounded down */
	uint64_t self;			/* some address inside the callee, near its entry */
	uint64_t count;
};

/* How often the basic block at ADDR was executed. */
struct block_record {
	uint64_t addr, count;
};

/* A program or library that was in memory. */
struct module {
	uint64_t address, end;
	bool has_end;			/* the file gives the end, too */
	const char *path;		/* bytes of the file: may hold anything */
};

/* The head of a kernel's arrays: struct gmonparam. */
struct gmonparam {
	int32_t state;
	uint64_t kcountsize, fromssize, tossize, tolimit;
	uint64_t lowpc, highpc, textsize, hashfraction;
};

/* The formats of profile files; see format_name(). */
enum format_kind {
	FORMAT_NONE,			/* it is not known */
	FORMAT_APPLE, FORMAT_BSD44, FORMAT_GNU, FORMAT_KMEM, FORMAT_LDPROFILE, FORMAT_MONOUT,
	FORMAT_OLDBSD, FORMAT_RAWPROFIL, FORMAT_SOLARIS_PROF, FORMAT_SOLARIS_RTLD,
	NFORMATS,
	FORMAT_BSD = NFORMATS,		/* asked for: FORMAT_BSD44 or FORMAT_OLDBSD */
};

/* One file that was read, for summaries and messages. */
struct profile_file {
	const char *path;		/* borrowed from the caller */
	enum format_kind format;
	uint32_t version;		/* GNU format */
	size_t nhistograms, narcs, nblocks;	/* records in this file */
	bool is_full;			/* its table of calls is, as far as the file says so */
};

struct samples {
	enum format_kind format;	/* of the first file; FORMAT_NONE: there is none */
	bool big_endian;
	unsigned address_size;		/* 4 or 8; 0: there are no addresses */
	bool size_unknown;		/* the file does not say whether 4 or 8 */
	bool size_fixed;		/* 8 bytes in files of 32-bit programs, too */
	unsigned counter_bits;		/* of bins in the file */
	bool counter_signed;		/* bins may be negative: the sum of 64-bit words */
	int32_t rate;			/* as in the file; the unit of time as well, or "" */
	char dimension[16], abbreviation;
	uint32_t image;			/* number of the image everything here belongs to */
	struct histogram *histograms;	/* owned */
	struct arc_record *arcs;	/* owned; in the order of the files */
	struct block_record *blocks;	/* owned */
	struct profile_file *files;	/* owned */
	size_t nhistograms, narcs, nblocks, nfiles;
	size_t nempty;			/* histograms without bins before the first with some */
	bool has_blocks;		/* a block record was there, even an empty one */

	/* What only some formats have. */
	struct block_record *counts;	/* owned; mon.out: calls of functions, by anybody */
	struct block_record *pcs;	/* owned; Solaris: sampled addresses, each once per sample
					 * until files are summed */
	struct module *modules;		/* owned; Apple, Solaris */
	struct gmonparam *param;	/* owned; kernel arrays, or NULL */
	size_t ncounts, npcs, nmodules;
	bool has_counts, has_pcs, has_modules;	/* the file has such a list, even an empty one */
	uint64_t totarc;		/* OpenBSD: bytes of arcs, if the file says so */
	bool has_outside;		/* ARC_OUTSIDE is not the highest address */
	bool many_images;		/* histograms are of several images: they may overlap,
					 * and have bins of different widths */
	struct arena texts;		/* owns paths of modules */

	uint32_t other_rate;		/* number of the first file with another rate than
					 * that of those before, which counts for all;
					 * 0: none */
	uint32_t other_hz;		/* that rate */
	uint32_t warnings;		/* bits, numbered by enum warning */
	struct damage damage;		/* why decoding ended early, for programs */

	/* How it grows. */
	size_t histograms_room, arcs_room, blocks_room, files_room, by_lo_room;
	size_t counts_room, pcs_room, modules_room, nby_lo;
	size_t blocks_once, counts_once, pcs_once;	/* addresses after the last summing up */
	uint32_t *by_lo;		/* owned; numbers of histograms, one a range, by address */
	uint32_t *table;		/* owned; hash of arcs, once files are summed: number + 1 */
	size_t slots;			/* in table; a power of two */
};

/* Why H cannot be added to S, which E says in words; or E_NONE. */
enum damage_kind samples_check_histogram(const struct samples *s, const struct histogram *h,
	struct err *e);

/* The same for those of MORE; *WITH becomes the histogram of S that one does not go with. */
enum damage_kind samples_check_all(const struct samples *s, const struct samples *more,
	const struct histogram **with, struct err *e);

/* Add a histogram to S: to the bins of the one with the same range, or as another one.
 * S takes over H->bins.  False: it does not belong with the others; H is as it was. */
bool samples_add_histogram(struct samples *s, struct histogram *h, struct err *e);

/* Note that W holds of a file in S. */
void samples_warn(struct samples *s, enum warning w);

/* N arcs will be added at most: when these are the first ones, get the room for them at once. */
void samples_expect_arcs(struct samples *s, size_t n);

/* Add a record. */
void samples_add_arc(struct samples *s, uint64_t from, uint64_t self, uint64_t count);
void samples_add_count(struct samples *s, uint64_t addr, uint64_t count);
void samples_add_pc(struct samples *s, uint64_t addr, uint64_t count);
void samples_add_block(struct samples *s, uint64_t addr, uint64_t count);
void samples_add_module(struct samples *s, const struct module *module);
void samples_add_file(struct samples *s, const struct profile_file *file);

/* Is there anything in S to be shown, though it may be cut short? */
bool samples_hold_any(const struct samples *s);

void samples_release(struct samples *s);

/* histogram.c */

/* The addresses [*LO, *HI) whose samples were counted in bin I of H, exactly: the inverse of
 * the map the writer used.  None if there are more bins than bytes. */
void histogram_map(const struct histogram *h, size_t i, uint64_t *lo, uint64_t *hi);

/* The same, but never empty. */
void histogram_bin(const struct histogram *h, size_t i, uint64_t *lo, uint64_t *hi);

/* Samples in all bins of H. */
uint64_t histogram_total(const struct histogram *h);

/* 2-byte units per bin, as gprof counts them; infinite or no number without bins. */
double histogram_scale(const struct histogram *h);

/* samples_fit.c */

/* Was S written by a BSD, old or 4.4? */
bool samples_are_bsd(const struct samples *s);

/* Does MORE, another file, go together with those summed in S?  They must be of one
 * program: histograms that fit, BSD ones (as with gprof) of the same range, and one rate
 * unless ANY_RATE.  False: E names the file of S that MORE does not go with, and says why
 * not. */
bool samples_are_compatible(const struct samples *s, const struct samples *more,
	bool any_rate, struct err *e);

/* samples_sum.c: adding up. */

/* Is there a record of these two addresses? */
bool samples_has_arc(struct samples *s, uint64_t from, uint64_t self);

/* Add to the record of the same two addresses; false: there was none, it is a new one. */
bool samples_sum_arc(struct samples *s, uint64_t from, uint64_t self, uint64_t count);

/* N arcs will be summed at most: get the room for them at once. */
void samples_expect_sums(struct samples *s, size_t n);

/* This one is summed soon: have the memory ready that is looked at for it. */
void samples_prefetch_arc(const struct samples *s, uint64_t from, uint64_t self);

/* Add what MORE holds to S and leave MORE empty.  What S needs does not depend on how many files
 * are added, only on how many addresses are in them.  False: histograms do not fit, and S is as
 * it was. */
bool samples_add(struct samples *s, struct samples *more, struct err *e);

/* Make records of the same addresses one, where the first of them stood. */
void samples_sum_up(struct samples *s);

/* The last step before S is used with an image: negative bins become 0, sampled addresses
 * histograms with bins of WIDTH bytes, counts arcs from outside.  E as in
 * samples_add_histogram(). */
bool samples_finish(struct samples *s, unsigned width, struct err *e);

#endif

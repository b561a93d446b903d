/* samples.h - the contents of profile files: histograms, arcs, blocks
 *
 * Files of every format are decoded into struct samples, and several struct samples can be summed
 * into one.
 *
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

/* How bins are mapped to addresses. */
enum bin_map {
	MAP_GLIBC,			/* as MAP_EVEN, unless glibc rounded up the size of its
					 * buffer of bins: see histogram_map() */
	MAP_EVEN,			/* each bin stands for an equal part of [lo, hi) */
	MAP_PROFIL,			/* address pc is counted at byte (pc - lo) * scale / 65536
					 * of the buffer */
};

/* A part of the addresses of a histogram, with its samples. */
struct bin {
	uint64_t number;		/* the bin with the lowest addresses is number 0 */
	uint64_t count;			/* samples */
};

/* The samples in each of .nbins parts of the addresses [.lo, .hi).  Of a truncated file, only the
 * first .nread bins are known. */
struct histogram {
	uint64_t lo, hi;
	size_t nbins, nread;
	struct bin *bins;		/* owned; the bins with samples, sorted by number.  In a
					 * large program, they are few */
	size_t nused, bins_room;	/* number of elements of .bins, and how many have room */
	unsigned bin_bits;		/* bits of a counter in the file: 8, 16, 32, 64 */
	enum bin_map map;
	uint32_t scale;			/* the scale in the formula of MAP_PROFIL */
	uint32_t rate;			/* samples per second; 0: unknown */
	char dimension[16];		/* normally "seconds" */
	char abbreviation;		/* normally 's' */
	uint32_t image;			/* number of the image that the addresses are in */
	uint32_t file;			/* index in samples.files of the first file with a histogram
					 * of this range */
};

/* The address of a caller that is unknown or not in the image; see samples.has_outside. */
#define ARC_OUTSIDE UINT64_MAX

/* An arc: calls from one instruction to one function. */
struct arc_record {
	uint64_t from;			/* the return address in the caller, or a lower address if
					 * the writer rounded it down */
	uint64_t self;			/* an address in the callee, near its entry */
	uint64_t count;
};

/* An arc record of half the size; samples_arc() makes an arc record of it. */
struct short_arc {
	int32_t from, self;		/* distances from samples.arc_base */
	uint32_t count;
};

/* A count for one address: executions of a basic block in samples.blocks, calls of a function in
 * samples.counts, samples in samples.pcs. */
struct addr_count {
	uint64_t addr, count;
};

/* A program or library that the process had in memory. */
struct module {
	uint64_t address, end;
	bool has_end;			/* the file contains .end */
	const char *path;		/* as in the file; can contain any bytes except NUL */
};

/* The header of the profiling arrays of a kernel, struct gmonparam in BSD. */
struct gmonparam {
	int32_t state;
	uint64_t kcountsize, fromssize, tossize, tolimit;
	uint64_t lowpc, highpc, textsize, hashfraction;
};

/* The formats of profile files. */
enum format_kind {
	FORMAT_NONE,			/* no format, or an unknown one */
#define FORMAT(kind, name, reader) kind,
#define READER(reader)
#include "samples/formats.def"
#undef FORMAT
#undef READER
	NFORMATS,
	FORMAT_BSD = NFORMATS,		/* FORMAT_BSD44 or FORMAT_OLDBSD, whichever fits the file;
					 * only in format_options */
};

/* A file that was read. */
struct profile_file {
	const char *path;		/* borrowed from the caller */
	enum format_kind format;
	uint32_t version;		/* format version in the file, if the format is GNU */
	size_t nhistograms, narcs, nblocks;	/* numbers of records in the file */
	bool is_full;			/* the table of calls in the program was full, so calls may
					 * be missing */
};

struct samples {
	enum format_kind format;	/* format of the first file; FORMAT_NONE: no file was
					 * read */
	bool big_endian;
	unsigned address_size;		/* bytes of an address: 4 or 8; 0: there are no addresses */
	bool size_unknown;		/* the file does not show whether addresses have 4 or 8
					 * bytes */
	bool size_fixed;		/* in this format, addresses have 8 bytes even for 32-bit
					 * programs */
	unsigned counter_bits;		/* bits of a counter in the file */
	bool counter_signed;		/* counters in a file can be negative */
	int32_t rate;			/* samples per second, as in the file */
	char dimension[16], abbreviation;	/* unit of time as in the file, or "" */
	uint32_t image;			/* number of the image that all addresses are in */
	struct histogram *histograms;	/* owned */
	struct short_arc *short_arcs;	/* owned; arcs in the order in which the files have them,
					 * with addresses less .arc_base; NULL: .long_arcs has
					 * them */
	struct arc_record *long_arcs;	/* owned; the arcs, if an address or a count needs more than
					 * 32 bits; otherwise NULL */
	uint64_t arc_base;
	struct addr_count *blocks;	/* owned */
	struct profile_file *files;	/* owned */
	size_t nhistograms, narcs, nblocks, nfiles;
	size_t nempty;			/* number of histograms without bins, before the first one
					 * with bins */
	bool has_blocks;		/* a file has a record of blocks, which may be empty */

	/* Members that only some formats set. */
	struct addr_count *counts;	/* owned; mon.out: numbers of calls of functions */
	struct addr_count *pcs;	/* owned; Solaris: sampled addresses; an address can occur
					 * several times */
	struct module *modules;		/* owned; Apple, Solaris */
	struct gmonparam *param;	/* owned; header of kernel arrays, or NULL */
	size_t ncounts, npcs, nmodules;
	bool has_counts, has_pcs;	/* the first file has a list of counts or pcs, which may be
					 * empty */
	uint64_t totarc;		/* OpenBSD: size of all arcs in bytes; 0: unknown */
	bool has_outside;		/* ARC_OUTSIDE in an arc means an unknown caller; false:
					 * ARC_OUTSIDE is an ordinary address */
	bool many_images;		/* histograms may be of different images, so they may
					 * overlap, with bins of different sizes */
	struct arena texts;		/* owns paths of modules */

	uint32_t other_rate;		/* index of the first file whose rate differs from the rate
					 * of the first histogram; 0: there is none.  All files are
					 * shown with the rate of the first histogram */
	uint32_t other_hz;		/* rate of file .other_rate */
	uint32_t warnings;		/* bits, numbered by enum warning */
	struct damage damage;		/* why decoding ended early, for scripts */

	/* The members below are changed only by the functions that add records. */
	size_t histograms_room, arcs_room, blocks_room, files_room, by_lo_room;
	size_t counts_room, pcs_room, modules_room, nby_lo;
	size_t blocks_once, counts_once, pcs_once;	/* numbers of records that were left when
							 * records with equal addresses were last
							 * summed up */
	uint32_t *by_lo;		/* owned; indices of histograms, sorted by address; of
					 * several histograms with the same range, only one */
	uint32_t *table;		/* owned; hash table of arcs: a slot has the index of an arc
					 * + 1, or 0 if the slot is free; NULL until it is needed */
	size_t slots;			/* number of slots of .table, a power of two; 0: the table
					 * must be made before it is used */
};

/* Returns E_NONE if H can be added to S.  Otherwise returns the kind of damage, and E says what is
 * wrong. */
enum damage_kind samples_check_histogram(const struct samples *s, const struct histogram *h,
	struct err *e);

/* As samples_check_histogram(), but tests all histograms of MORE.  If a histogram of MORE and one
 * of S do not match, *WITH becomes the one of S. */
enum damage_kind samples_check_all(const struct samples *s, const struct samples *more,
	const struct histogram **with, struct err *e);

/* Returns arc record I of S. */
static inline struct arc_record
samples_arc(const struct samples *s, size_t i)
{
	const struct short_arc *a;

	if (s->long_arcs != NULL)
		return s->long_arcs[i];
	a = &s->short_arcs[i];
	return (struct arc_record){ s->arc_base + (uint64_t)(int64_t)a->from,
		s->arc_base + (uint64_t)(int64_t)a->self, a->count };
}

/* Adds H to S.  If S has a histogram with the same range and number of bins, the bins of H are
 * added to its bins.  S becomes the owner of H->bins.  Returns false if H does not match the
 * histograms of S: E says why, and H is unchanged. */
bool samples_add_histogram(struct samples *s, struct histogram *h, struct err *e);

/* Adds W to the warnings of S. */
void samples_warn(struct samples *s, enum warning w);

/* Allocates memory for N arcs, unless S has memory for arcs already. */
void samples_expect_arcs(struct samples *s, size_t n);

/* Changes arc record I of S. */
void samples_set_arc(struct samples *s, size_t i, struct arc_record a);

/* Each of these functions adds one record to S. */
void samples_add_arc(struct samples *s, uint64_t from, uint64_t self, uint64_t count);
void samples_add_count(struct samples *s, uint64_t addr, uint64_t count);
void samples_add_pc(struct samples *s, uint64_t addr, uint64_t count);
void samples_add_block(struct samples *s, uint64_t addr, uint64_t count);
void samples_add_module(struct samples *s, const struct module *module);
void samples_add_file(struct samples *s, const struct profile_file *file);

/* Does S have any histograms, arcs or other counts? */
bool samples_hold_any(const struct samples *s);

void samples_release(struct samples *s);

/* The next functions are in histogram.c. */

/* Sets [*LO, *HI) to the addresses whose samples were counted in bin I of H.  I must be less than
 * H->nbins.  The function exactly inverts the formula by which the writer of the file chose the bin
 * of an address.  If H has more bins than bytes, the span can be empty. */
void histogram_map(const struct histogram *h, size_t i, uint64_t *lo, uint64_t *hi);

/* As histogram_map(), but the span [*LO, *HI) is never empty. */
void histogram_bin(const struct histogram *h, size_t i, uint64_t *lo, uint64_t *hi);

/* Appends bins to H: bin FIRST gets COUNTS[0] samples, the next bin COUNTS[1], and so on, for N
 * bins.  H must not have bins from FIRST on yet.  Bins without samples need no memory. */
void histogram_append(struct histogram *h, size_t first, const uint64_t *counts, size_t n);

/* Adds the samples in the bins of FROM to H, and frees the bins of FROM. */
void histogram_add(struct histogram *h, struct histogram *from);

/* Returns the samples in bin I of H. */
uint64_t histogram_count(const struct histogram *h, size_t i);

/* Returns the samples in all bins of H. */
uint64_t histogram_total(const struct histogram *h);

/* Returns the size of a bin in units of 2 bytes, as gprof does; infinite or NaN if H has no
 * bins. */
double histogram_scale(const struct histogram *h);

/* The next functions are in samples_fit.c. */

/* Is S of FORMAT_BSD44 or FORMAT_OLDBSD? */
bool samples_are_bsd(const struct samples *s);

/* Can MORE, another file, be added to S?  Histograms must match.  The histogram of a BSD file must
 * have the same range and bins, as with gprof.  Rates that are known must be equal, unless ANY_RATE
 * is set and MORE is not of BSD.  If not, E says why, and names the file of S that does not match
 * MORE. */
bool samples_are_compatible(const struct samples *s, const struct samples *more,
	bool any_rate, struct err *e);

/* The next functions are in samples_sum.c. */

/* Does S have an arc with the addresses FROM and SELF? */
bool samples_has_arc(struct samples *s, uint64_t from, uint64_t self);

/* Adds COUNT to the arc of S with the addresses FROM and SELF.  If S has no such arc, adds it and
 * returns false. */
bool samples_sum_arc(struct samples *s, uint64_t from, uint64_t self, uint64_t count);

/* Prepares S for N sums: makes its hash table large enough for N arcs, and allocates memory for N
 * arcs, unless S has memory for arcs already. */
void samples_expect_sums(struct samples *s, size_t n);

/* Prefetches what samples_sum_arc() will read for FROM and SELF.  To be called a few arcs before
 * samples_sum_arc(). */
void samples_prefetch_arc(const struct samples *s, uint64_t from, uint64_t self);

/* Adds MORE to S and empties MORE.  The memory for S grows with the number of different addresses,
 * not with the number of files.  Returns false if histograms do not match: E says why, and S is
 * unchanged. */
bool samples_add(struct samples *s, struct samples *more, struct err *e);

/* Replaces arcs of S that have equal addresses by one arc with the sum of their counts.  The sum
 * stands at the place of the first of these arcs.  Does the same with blocks, counts and sampled
 * addresses. */
void samples_sum_up(struct samples *s);

/* Prepares S for use with an image: negative bins become 0, sampled addresses become histograms
 * with bins of WIDTH bytes, and S->counts become arcs whose caller is unknown.  Returns false if a
 * new histogram does not fit; E says why. */
bool samples_finish(struct samples *s, unsigned width, struct err *e);

#endif

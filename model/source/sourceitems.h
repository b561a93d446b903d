/* sourceitems.h - what a profile says about lines of the source, one item for each fact
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCEITEMS_H
#define SOURCEITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/filelist.h"
#include "base/stop.h"
#include "profile/callsites.h"

struct graph;
struct line_count;
struct variance;

struct source_item {
	uint32_t file, line;		/* number in source_items.files; number of the line */
	enum source_item_kind {
		ITEM_FUNC,		/* function number .number begins on the line */
		ITEM_HITS,		/* .hits samples on the line, at address .addr of image
					 * number .number; in a measured profile, .addr is as in
					 * struct func_line, and .number is not used */
		ITEM_CALL,		/* .count calls on the line, of arc number .number; .sure is
					 * as in struct source_place; in a measured profile, .total
					 * is their known time, and .count is 0 if their number is
					 * not known */
		ITEM_TOTAL,		/* .total samples are in stacks that have the line; .number
					 * is the index of the line in source_items.variances */
		ITEM_COUNT,		/* the line, one of its branches or one of its basic blocks
					 * was executed .count times */
	} kind;
	bool sure;
	uint32_t number;
	uint32_t func;			/* ITEM_HITS: the function that was sampled, or NOBODY;
					 * ITEM_CALL: the caller */
	union {
		uint64_t count;
		uint64_t hits64;	/* ITEM_HITS: .hits (sum64.h) */
	};
	uint64_t addr;
	union {
		double hits;
		uint64_t total64;	/* ITEM_CALL, ITEM_TOTAL: .total (sum64.h) */
	};
	double total;			/* ITEM_HITS: .total is the number of samples in stacks in
					 * which the function is on the line; 0: there are no
					 * stacks */
};

struct source_items {
	struct source_item *v;		/* owned */
	size_t n, room;
	struct file_list files;		/* owned */
	struct variance *variances;	/* owned; variances of lines; NULL: they follow from
					 * measure.weight */
	double unplaced;		/* samples whose line is not known */
	uint64_t unplaced64;		/* .unplaced (sum64.h) */
	double *unplaced_of;		/* owned; indexed by function: its samples whose line is not
					 * known; NULL: there are none */
	uint64_t *unplaced64_of;	/* owned; .unplaced_of (sum64.h) */
};

/* Collects the samples and calls that G shows, the functions and basic-block records of the profile
 * that PLACES belongs to, and the N line counts MORE.  G is a graph of this profile or of the
 * folded profile.  MORE may be NULL if N is 0.  Before the call, ITEMS must be zero except
 * .files.text and .files.normalize.  False: the user stopped the work.  ITEMS must be released in
 * any case. */
bool sourceitems_collect(struct source_items *items, const struct graph *g,
	struct callsites *places, const struct line_count *more, size_t n, struct stop *stop);

/* Like sourceitems_collect(), but collects only samples and calls. */
bool sourceitems_collect_figures(struct source_items *items, const struct graph *g,
	struct callsites *places, struct stop *stop);

/* Adds an item about LINE of the file PATH to ITEMS and returns it; its other members are zero.
 * The pointer is valid until the next item is added. */
struct source_item *sourceitems_add(struct source_items *items, enum source_item_kind kind,
	const char *path, unsigned line);

/* Adds to ITEMS HITS samples, which are HITS64 modulo 2^64 (sum64.h), whose line is not known.
 * FUNC is the function of P that was sampled, or NOBODY. */
void sourceitems_add_unplaced(struct source_items *items, const struct profile *p, uint32_t func,
	double hits, uint64_t hits64);

/* Frees everything in ITEMS except the paths of files, which are in .files.text. */
void sourceitems_release(struct source_items *items);

#endif

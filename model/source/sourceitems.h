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

struct line_count;

struct source_item {
	uint32_t file, line;		/* file: number in source_items.files */
	enum source_item_kind {
		ITEM_FUNC,		/* function .number begins on the line */
		ITEM_HITS,		/* .hits samples are at .addr of image .number */
		ITEM_CALL,		/* .count calls of arc .number; .sure as in source_place */
		ITEM_COUNT,		/* the line, or one of its branches, ran .count times */
	} kind;
	bool sure;
	uint32_t number;
	uint32_t func;			/* ITEM_HITS: whose samples they are; ITEM_CALL: the
					 * caller; NOBODY: not known */
	union {
		double hits;
		uint64_t count;
	};
	uint64_t addr;
};

struct source_items {
	struct source_item *v;		/* owned */
	size_t n, room;
	struct file_list files;		/* owned */
	double unplaced;		/* samples whose line is not known */
	double *unplaced_of;		/* owned; of each function; NULL: there are none */
};

/* Collect the items of the profile of PLACES, including its basic-block records, and the N line
 * counts MORE (NULL if N is 0).  Before, ITEMS is zero but for .files.text and .files.normalize;
 * it is to be released in any case.  False: STOP was asked for. */
bool sourceitems_collect(struct source_items *items, struct callsites *places,
	const struct line_count *more, size_t n, struct stop *stop);

/* Free everything but the paths of the files. */
void sourceitems_release(struct source_items *items);

#endif

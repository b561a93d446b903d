/* recorded_codes.h - the functions at the addresses of a profile that names images
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_CODES_H
#define RECORDED_CODES_H

#include "measured/codes.h"
#include "measured/measured.h"
#include "profile/open_options.h"
#include "recorded/recorded_images.h"
#include "recorded/recorded_jit.h"

struct recorded_codes {
	struct codes codes;		/* for the reader of the profile */
	struct recorded_images images;
	struct recorded_process {
		uint32_t pid;
		struct recorded_jit jit;	/* names of code that the process made */
	} *processes;			/* owned */
	uint32_t nprocesses;
	size_t processes_room;
	struct numbering pids;
	struct jit_maps maps;
};

/* Prepares C for a reader that adds to M. */
void recorded_codes_open(struct recorded_codes *c, struct measured *m,
	const struct open_options *options);

/* Adds notes about code without names to M, after all samples were added. */
void recorded_codes_finish(struct recorded_codes *c);
void recorded_codes_release(struct recorded_codes *c);

#endif

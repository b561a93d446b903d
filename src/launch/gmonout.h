/* gmonout.h - the gmon.out of a recorded program, for gprof
 *
 * A gmon.out describes one image.  It contains the calls and samples of all processes and threads
 * of the recording, as far as they are in this image.  Addresses are those in the file of the
 * image.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GMONOUT_H
#define GMONOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "launch/program.h"
#include "measured/recording.h"
#include "samples/samples.h"

struct gmonout {
	const struct program *program;	/* borrowed */
	uint32_t hz;			/* samples per second of processor time; 0: no samples were
					 * taken */
	struct histogram histogram;	/* .bins is NULL until the file is written */
	uint64_t *ticks;		/* owned; indexed by bin of .histogram: samples */
	struct samples samples;		/* the arcs; gmonout_write() adds .histogram */
};

/* Begins the gmon.out of the image of P; P must stay valid as long as G is used.  HZ is the rate of
 * samples, or 0 if no samples were taken.  False: the image is no ELF file, or has no code.
 * Release G in any case. */
bool gmonout_open(struct gmonout *g, const struct program *p, uint32_t hz);

/* Adds the calls and samples of R that are in the image. */
void gmonout_add(struct gmonout *g, const struct recording *r);

/* Writes G to the file PATH. */
bool gmonout_write(struct gmonout *g, const char *path, struct err *e);

/* Writes S, the calls and samples of a program with the linkage L, to the file PATH. */
bool gmonout_save(const struct samples *s, const struct linkage *l, const char *path,
	struct err *e);

void gmonout_release(struct gmonout *g);

#endif

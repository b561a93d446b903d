/* gmonfile.h - writes gmon.out files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GMONFILE_H
#define GMONFILE_H

#include <stdbool.h>

#include "base/err.h"
#include "io/out.h"
#include "samples/samples.h"

/* The formats that gprof -s writes. */
enum gmon_format { GMON_GNU, GMON_BSD, GMON_BSD44 };

struct gmon_layout {
	enum gmon_format format;
	unsigned address_size;		/* bytes of an address in the program: 4 or 8 */
	bool big_endian;
};

/* Can S be written in LAYOUT without loss, and with a reasonable number of records?  If not, E says
 * why. */
bool gmonfile_fits(const struct samples *s, const struct gmon_layout *layout, struct err *e);

/* Writes S in LAYOUT.  gmonfile_fits() must have returned true.  Counts that do not fit are split,
 * since readers add counts up: bins into several histograms of the same span, calls into several
 * arcs between the same addresses, executions into several blocks at the same address.  GMON_BSD
 * has no field for the sampling rate.  So the layout of GMON_BSD44 is written instead if the rate
 * is known and is not the rate of this system. */
void gmonfile_write(struct out *o, const struct samples *s, const struct gmon_layout *layout);

#endif

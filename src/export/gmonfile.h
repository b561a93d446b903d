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

/* Can S be written in LAYOUT without loss?  If not, E says what would be lost. */
bool gmonfile_fits(const struct samples *s, const struct gmon_layout *layout, struct err *e);

/* Write S in LAYOUT.  Counts that do not fit are split, since readers add counts up: bins into
 * several histograms of the same span, calls into several arcs between the same addresses.
 * gmonfile_fits() must have returned true.  For GMON_BSD, which has no field for the sampling rate,
 * the layout of GMON_BSD44 is written if the rate is known and is not that of this system. */
void gmonfile_write(struct out *o, const struct samples *s, const struct gmon_layout *layout);

#endif

/* gmon.h - counts calls and samples in programs without an operating system, and in kernels
 *
 * Compile gmon.c with -ffreestanding and without -pg, and the code to be profiled with -pg.  gmon.c
 * needs no library.  gprowse-embed(7) shows the steps for a board, from the linker script on.
 *
 * All functions are for one processor.  For several, see GMON_ENTER in gmon.c.  Interrupt handlers
 * may call gmon_tick(), gmon_control(), gmon_dump(), and functions that are compiled with -pg.
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef GMON_H
#define GMON_H

#include <stddef.h>
#include <stdint.h>

/* Values of gmonparam.state, as in sys/gmon.h of 4.4BSD. */
enum {
	GMON_PROF_ON = 0,		/* calls and samples are counted */
	GMON_PROF_BUSY = 1,		/* a call is being counted */
	GMON_PROF_ERROR = 2,		/* the table of arcs is full, so nothing is counted until a
					 * reset; or there are no tables: see gmon_init() */
	GMON_PROF_OFF = 3		/* halted */
};

/* An arc: the calls of one callee from one part of the code.  The layout is that of 4.4BSD: 12
 * bytes with 4-byte pointers, 24 with 8-byte pointers. */
struct tostruct {
	unsigned long selfpc;		/* an address in the callee: where it calls mcount */
	long count;			/* calls */
	unsigned short link;		/* index of the next arc from the same part, or 0 */
	unsigned short pad;
};

/* The profile.  The layout is that of 4.4BSD: 48 bytes with 4-byte pointers, 96 with 8-byte
 * pointers.  Sizes are in bytes. */
struct gmonparam {
	int state;
	unsigned short *kcount;		/* the histogram: a bin for each 4 bytes of code */
	unsigned long kcountsize;
	unsigned short *froms;		/* for each 4 bytes of code, the index in .tos of the first
					 * arc from these bytes; 0: there is none */
	unsigned long fromssize;
	struct tostruct *tos;		/* arcs; tos[0] is no arc, its .link is their number */
	unsigned long tossize;
	long tolimit;			/* number of elements of .tos, with tos[0] */
	unsigned long lowpc;		/* the code that is profiled: [lowpc, highpc) */
	unsigned long highpc;
	unsigned long textsize;		/* highpc - lowpc */
	unsigned long hashfraction;	/* bytes of code for each byte of .froms: 2 */
};

/* How many calls and samples since the last reset are not in the profile.  A counter at its maximum
 * stays there. */
struct gmonlost {
	unsigned long busy_calls;	/* calls in a handler that had interrupted the counting of a
					 * call */
	unsigned long error_calls;	/* calls in state GMON_PROF_ERROR */
	unsigned long outside_calls;	/* calls from code that is not profiled */
	unsigned long saturated_calls;	/* calls that an arc did not count because its
					 * count was at its maximum */
	unsigned long error_ticks;	/* samples in state GMON_PROF_ERROR */
	unsigned long outside_ticks;	/* samples in code that is not profiled */
	unsigned long saturated_ticks;	/* samples that a bin did not count because it was
					 * at its maximum, 65535 */
};

/* Debuggers and other tools look for the two names below.
 * NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
extern struct gmonparam _gmonparam;
extern struct gmonlost _gmonlost;
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

/* How many bytes of memory gmon_init() needs for TEXT bytes of code and at least ARCS arcs.
 * Rounding the code to whole bins can add 6 bytes to it.  Alignment can take sizeof(long) - 1 bytes
 * before the histogram, and 4 bytes before the arcs. */
#define GMON_SIZE(text, arcs) \
	((size_t)(text) + 9 + ((size_t)(arcs) + 1) * sizeof(struct tostruct) + sizeof(long))

/* Results of gmon_init(). */
enum {
	GMON_OK = 0,
	GMON_BAD_RANGE = 1,		/* LOW is not below HIGH, or HIGH is among the last 3
					 * addresses, or the code has some 4 GB or more */
	GMON_BAD_MEMORY = 2		/* MEMORY is NULL, or too small for the code and one arc */
};

/* Prepares a profile of the code [LOW, HIGH) in SIZE bytes of MEMORY, which the caller owns and
 * must not touch while the profile is used.  The histogram and .froms together take as many bytes
 * as the code has.  The rest is for arcs, at most 65534.  HZ is the number of calls of gmon_tick()
 * in a second, or 0 if it is not known.  Only gmon_dump() uses HZ.
 *
 * Returns GMON_OK, and the state is GMON_PROF_OFF.  If there is no profile, returns the reason, and
 * the state is GMON_PROF_ERROR.  During gmon_init(), no interrupt handler may call gmon_control()
 * or gmon_dump(). */
int gmon_init(void *memory, size_t size, const void *low, const void *high, unsigned hz);

/* Counts a sample at PC, the address at which code was interrupted.  The handler of the profiling
 * timer calls gmon_tick().  Such a handler must not interrupt a call of gmon_tick(). */
void gmon_tick(unsigned long pc);

/* Does what kgmon(8) does for its options: 'b' begins or continues, 'h' halts, 'r' (a reset) sets
 * all counts to 0 and keeps the state.  Any other VERB does nothing.  Returns the new state.
 *
 * In the state GMON_PROF_ERROR, 'b' and 'h' do nothing, and 'r' also halts the profile.  Without
 * tables, no VERB does anything.  If the caller is an interrupt handler that has interrupted the
 * counting of a call, a reset or gmon_dump(), 'b' and 'h' take effect when the interrupted function
 * ends, and 'r' does nothing and returns GMON_PROF_BUSY. */
int gmon_control(char verb);

/* Writes the profile as a gmon.out in the format of 4.4BSD: calls PUT with ARG for each byte.
 * Nothing is counted during gmon_dump().  Returns the state after gmon_dump().  This is the state
 * before gmon_dump(), unless an interrupt handler has called gmon_control() meanwhile.
 * GMON_PROF_ERROR means that the table of arcs was full, or that there are no tables.  If there are
 * no tables, nothing is written. */
int gmon_dump(void (*put)(unsigned char byte, void *arg), void *arg);

/* Counts a call of the function that contains the address SELF from the code at FROM.  mcount calls
 * this function.  If gmon.c has no mcount for your processor, write an mcount that calls this
 * function. */
/* The name is that of glibc and 4.4BSD.
 * NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
void __mcount_internal(unsigned long from, unsigned long self);

#endif

/* recorded_jit.h - names of code that a process made while it ran
 *
 * Virtual machines write such names for perf into a file perf-PID.map, if they are asked to: a line
 * "START SIZE NAME" for each function, with START and SIZE in hexadecimal
 * (tools/perf/Documentation/jit-interface.txt of Linux).  gprowse record keeps a copy of this file
 * beside that of the process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_JIT_H
#define RECORDED_JIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "measured/recording.h"

struct jit_code {
	uint64_t lo, hi;		/* the code is from .lo to .hi - 1 */
	uint64_t farthest;		/* the greatest .hi of this element and all before it */
	size_t name, length;		/* the name is at this offset in the text */
};

/* A struct that is all zero has no names. */
struct recorded_jit {
	struct jit_code *v;		/* owned; sorted by .lo; of equal .lo, in the order of the
					 * file */
	size_t n, room;
	struct file text;		/* owned */
};

/* Reads the names of the code of process R: the copy beside the file of R or, if the process still
 * runs, its own file.  If there is none, or if another user or an earlier process wrote it, J has
 * no names. */
void recorded_jit_open(struct recorded_jit *j, const struct recording *r);

/* The processes that have a file /tmp/perf-PID.map.  A struct that is all zero is not listed. */
struct jit_maps {
	bool is_listed;
	bool is_whole;			/* false: /tmp has too many files, so others may have one */
	uint32_t *pids;			/* owned; sorted */
	size_t n, room;
};

/* Lists the processes, so that files of the others need not be sought one by one. */
void recorded_jit_list(struct jit_maps *maps);

/* As recorded_jit_open(), for process PID of a profile of perf, which has no copy.  An earlier
 * process may have written a file of the same name. */
void recorded_jit_open_process(struct recorded_jit *j, const struct jit_maps *maps, uint32_t pid);

/* Is PATH, as Linux shows it for a mapping, memory that a process can have filled with code? */
bool recorded_jit_is_memory(const char *path);

/* Returns the name of the code at ADDRESS, and sets *LENGTH.  If several lines have the address,
 * the last one is right: the code before it was freed.  NULL: no line has it.  The name is any text
 * of the file. */
const char *recorded_jit_name(const struct recorded_jit *j, uint64_t address, size_t *length);

void recorded_jit_release(struct recorded_jit *j);

#endif

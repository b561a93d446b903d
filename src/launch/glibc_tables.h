/* glibc_tables.h - the calls and samples that glibc counts in a program compiled with -pg
 *
 * glibc describes its tables in _gmonparam, a structure with the members of struct gmonparam in
 * <sys/gmon.h>.  The symbol is local, and most programs and libraries have no local symbols, so the
 * structure is searched for in the data of the program and of libc.  It is recognized by the
 * relations between its members: glibc allocates all tables in one piece, and computes their sizes
 * from the size of the code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GLIBC_TABLES_H
#define GLIBC_TABLES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "elf/linkage.h"
#include "samples/samples.h"

/* Values of the state, as in <sys/gmon.h>. */
enum glibc_state { GLIBC_ON = 0, GLIBC_BUSY = 1, GLIBC_ERROR = 2, GLIBC_OFF = 3 };

/* The tables of a process, at addresses of the process. */
struct glibc_tables {
	int memory;			/* /proc/PID/mem, open for reading and writing */
	unsigned word;			/* bytes of a long in the process: 4 or 8 */
	uint64_t at;			/* address of _gmonparam */
	uint64_t kcount, kcountsize;	/* address of the histogram, and its size in bytes */
	uint64_t froms, fromssize;	/* address, and size in bytes, of the table with the first
					 * arc of each part of the code */
	uint64_t tos, tossize;		/* address, and size in bytes, of the table of arcs */
	uint64_t lowpc, highpc;		/* first address of the code, and the address after it */
	uint64_t hashfraction;		/* number of words of code that share an entry of froms */
	uint64_t profil_at;		/* address of the variable of profil(3) with the number of
					 * bins; 0 if it was not found: then the program takes no
					 * samples */
	uint64_t bias;			/* addresses in the process minus addresses in the file */
	char *program;			/* owned; path of the ELF file */
	struct linkage linkage;		/* linkage of .program */
};

/* Returns word number I of the words at BYTES, which have T->word bytes each. */
uint64_t glibc_word_at(const struct glibc_tables *t, const void *bytes, uint64_t i);

/* Finds the tables of process PID.  Release T in any case.  Returns false, and E says why, if
 *	ERR_EMPTY	the process has none
 *	ERR_IO		the system does not allow reading its memory, or the process has ended */
bool glibc_tables_find(struct glibc_tables *t, pid_t pid, struct err *e);

void glibc_tables_release(struct glibc_tables *t);

/* Sets *STATE to the state, and *SAMPLING to whether samples are taken. */
bool glibc_tables_state(const struct glibc_tables *t, enum glibc_state *state, bool *sampling,
	struct err *e);

/* Begins (ON) or halts the counting of calls and samples.  After this function has returned true,
 * all calls that begin are counted or, if ON is false, none. */
bool glibc_tables_switch(const struct glibc_tables *t, bool on, struct err *e);

/* Adds the calls and samples that were counted until now to S, which is empty.  Addresses in S are
 * those of the ELF file.  The process may count while the tables are read, so the counts may be of
 * different moments.  *LOST becomes the number of calls that are not in S, because their callers
 * were not found. */
bool glibc_tables_read(const struct glibc_tables *t, struct samples *s, uint64_t *lost,
	struct err *e);

#endif

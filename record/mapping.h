/* mapping.h - a recording in memory: the file, and what is known about its tables
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef MAPPING_H
#define MAPPING_H

#include "record/recorder.h"

/* A mapped file.  In the memory before it are the struct tables of its tables, the first one just
 * before .base.
 *
 * Children of fork() have neither.  The file is not mapped in a child, so that the child cannot
 * change what its parent has recorded.  The memory before it is 0 in a child, so that mcount finds
 * no slots.  But if a signal handler that calls fork() has interrupted mcount, mcount continues in
 * the child with addresses in the file.  So mapping_hide() maps other memory there. */
struct mapping {
	char *base;			/* of the file; NULL: none */
	uint64_t size;			/* mapped bytes of the file */
	uint64_t length;		/* bytes of the file */
	uint64_t used;			/* as .used in the head */
	uint64_t room;			/* mapped bytes before .base */
	uint64_t ntables;		/* how many struct tables were given out */
	bool is_private;		/* children do not have it.  In old kernels, this is false:
					 * then children have it until mapping_hide() */
};

/* Maps SIZE bytes of the file FD as *M.  False: the kernel refuses. */
bool mapping_make(struct mapping *m, long fd, uint64_t size) HIDDEN;

void mapping_remove(struct mapping *m) HIDDEN;

/* Changes how many bytes of the file M has to SIZE, a multiple of REC_PAGE.  If the kernel refuses,
 * M stays as it is. */
void mapping_resize(struct mapping *m, uint64_t size) HIDDEN;

/* In the child of fork(), maps memory of the child in the place of the used part of M, which is
 * that of the parent. */
void mapping_hide(struct mapping *m) HIDDEN;

/* Is M that of the parent, in a child that has not called mapping_hide()? */
bool mapping_is_of_parent(const struct mapping *m) HIDDEN;

/* Returns a new struct table of M.  NULL: there is no room. */
struct table *mapping_add_table(struct mapping *m) HIDDEN;

void mapping_unlock(const struct mapping *m) HIDDEN;	/* munlock(2) */

/* The file of this process.  Changed only by file.c and segments.c.  .base is read without the
 * lock. */
extern HIDDEN struct mapping rec_file;

#endif

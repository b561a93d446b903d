/* newfile.h - makes new files of processes: their names, their lengths, their heads
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef NEWFILE_H
#define NEWFILE_H

#include "record/recorder.h"

#define NEWFILE_FIRST (2 * (uint64_t)REC_PAGE)	/* offset of the first segment */

enum { NEWFILE_NAME = 256 };		/* bytes of a file's name at most */

/* Opens the directory of the recording.  Returns a descriptor, or an error, also if the directory
 * belongs to another session. */
long newfile_directory(void) HIDDEN;

/* Creates PROGRAM.PID.NUMBER.gprec with the first free NUMBER below 10000 in DIRECTORY, a
 * descriptor.  Sets NAME and *NUMBER.  Returns a descriptor or an error. */
long newfile_create(long directory, char name[NEWFILE_NAME], uint32_t *number) HIDDEN;

/* Returns how many bytes of a file may be mapped: 256 MB or an eighth of the limit of the address
 * space, whichever is less. */
uint64_t newfile_mapped_size(void) HIDDEN;

/* Returns the maximum length of a file in bytes: newfile_mapped_size() or the limit of the size of
 * files, whichever is less. */
uint64_t newfile_allowed_size(void) HIDDEN;

/* Fills in HEAD and C, the control page, of a new file of LENGTH bytes, whose name contains NUMBER.
 * Both are 0 before. */
void newfile_fill(struct rec_head *head, struct rec_control *c, uint64_t length, uint32_t number)
	HIDDEN;

#endif

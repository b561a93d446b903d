/* execute.h - declarations that the files about executed programs share
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef EXECUTE_H
#define EXECUTE_H

#include "record/recorder.h"

/* execute_environment.c */

/* How an environment is changed. */
struct change {
	bool removes_library;		/* our library is removed from LD_PRELOAD */
	bool sets_off;			/* REC_ENV_OFF is removed and, if .off, added */
	bool off;			/* the recorder starts halted */
};

/* Can the string TEXT be read?  If not, a system call with TEXT fails with EFAULT. */
bool text_can_be_read(const char *text) HIDDEN;

/* Can the strings of ENVIRONMENT, which may be NULL, be read? */
bool environment_can_be_read(char *const *environment) HIDDEN;

/* Returns the path of our library in the variable LD_PRELOAD of ENVIRONMENT, which may be NULL, and
 * sets *LENGTH to the length of the path.  NULL: ENVIRONMENT does not load our library. */
const char *environment_library(char *const *environment, size_t *length) HIDDEN;

/* Does ENVIRONMENT have a variable REC_ENV_OFF that is not empty? */
bool environment_is_off(char *const *environment) HIDDEN;

/* Returns how many bytes environment_copy() needs for ENVIRONMENT. */
size_t environment_bytes(char *const *environment) HIDDEN;

/* Makes the changes C to a copy of ENVIRONMENT in MEMORY, which has environment_bytes() bytes and
 * the alignment of a pointer.  Returns the copy.  Unchanged variables are not copied. */
char **environment_copy(char *const *environment, const struct change *c, void *memory) HIDDEN;

/* Removes our library from LD_PRELOAD in ENVIRONMENT, in the memory of the variable. */
void environment_clean(char **environment) HIDDEN;

/* execute_file.c: the child of vfork() may call these functions. */

/* Does the program or script PATH fail to start if our library is preloaded?  A relative PATH
 * begins at the descriptor DIRECTORY.  Returns false if PATH cannot be read. */
bool file_refuses_recorder(int directory, const char *path) HIDDEN;

/* Can a program that this process executes load the library PATH? */
bool file_can_be_loaded(const char *path) HIDDEN;

/* Can a program that this process executes make its recording? */
bool file_can_be_made(void) HIDDEN;

#endif

/* vectors.h - the files in vectors/ and their expected contents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "samples/format.h"

struct vector {
	const char *name;		/* path of the JSON file with the expected contents,
					 * relative to vectors/ */
	const char *file;		/* the profile, or a directory of kernel arrays */
	bool is_directory;
	json_t *expected;
	struct format_options options;	/* options needed to read the file */
};

/* Returns the path of FILE in vectors/, which the caller frees. */
char *vectors_path(const char *file);

/* Calls VISIT for each vector that is one file or directory: first for those of the JSON files in
 * vectors/, then for those of the JSON files in its folders, both sorted by name.  V is valid until
 * VISIT returns.  Returns the number of these vectors. */
size_t vectors_each(void (*visit)(const struct vector *v, void *arg), void *arg);

#endif

/* lined.h - a program with known lines, compiled by the test, and its profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINED_H
#define LINED_H

#include <stdbool.h>
#include <stdint.h>

#include "bytes.h"
#include "elf/image.h"
#include "figures/graph.h"
#include "profile/callsites.h"
#include "profile/profile.h"

struct lined {
	char place[32];			/* directory of the program */
	char program[64], data[64];	/* paths of the program and of its profile */
	struct image image;
	struct bytes gmon;		/* the profile under construction */
	bool is_open;
	struct profile profile;
	struct graph graph;
	struct callsites places;
};

/* Compiles the C program TEXT, which may have "#line" directives, with "gcc FLAGS" in a new
 * directory, which becomes the current directory.  Then runs the shell command COMMAND there
 * unless it is NULL.  The program itself is not run.  Returns false if there is no gcc or no
 * directory can be made. */
bool lined_compile(struct lined *l, const char *text, const char *flags, const char *command);

/* Returns the address of symbol NAME, which must exist. */
uint64_t lined_at(const struct lined *l, const char *name);

/* Writes the profile in L->gmon to a file, and opens it. */
void lined_open(struct lined *l);

/* Releases L and removes its directory.  The current directory becomes "/". */
void lined_close(struct lined *l);

#endif

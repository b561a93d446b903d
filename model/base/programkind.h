/* programkind.h - whether a file is a program, and for which system
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROGRAMKIND_H
#define PROGRAMKIND_H

#include <stddef.h>

enum program_kind {
	PROGRAM_NONE,			/* not a program, or a script */
	PROGRAM_ELF,
	PROGRAM_PE,			/* Windows */
	PROGRAM_MACHO,			/* macOS; not read */
};

/* Returns what the file is that begins with the N bytes HEAD. */
enum program_kind programkind_of(const unsigned char *head, size_t n);

/* What is wrong with a PROGRAM_MACHO, and what to do. */
extern const char programkind_macho[];

#endif

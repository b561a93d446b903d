/* damage.h - what is wrong with a profile file, for programs
 *
 * A struct err says it in words to people; this says it to scripts and tests.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <stdbool.h>
#include <stdint.h>

enum damage_kind {
#define DAMAGE(name) name,
#define WARNING(name)
#include "samples/damage.def"
#undef DAMAGE
#undef WARNING
};

/* Numbers of bits. */
enum warning {
#define DAMAGE(name)
#define WARNING(name) name,
#include "samples/damage.def"
#undef DAMAGE
#undef WARNING
	NWARNINGS
};

/* NAME is what a fact is about; its value is TEXT or, if that is NULL, NUMBER. */
struct fact {
	const char *name, *text;
	uint64_t number;
	bool is_signed;			/* NUMBER is an int64_t */
};

struct damage {
	enum damage_kind kind;		/* E_NONE: the file is fine */
	bool has_offset;
	uint64_t offset;		/* byte of the file */
	struct fact facts[2];
	unsigned nfacts;
	const char *candidates[8];	/* E_AMBIGUOUS: what the file may be */
	unsigned ncandidates;
};

/* Make D damage of this kind at byte OFFSET. */
void damage_set(struct damage *d, enum damage_kind kind, uint64_t offset);

/* Add a fact, a number. */
void damage_fact(struct damage *d, const char *name, uint64_t number);

/* What they are called in JSON: "E_EMPTY". */
const char *damage_name(enum damage_kind kind);
const char *damage_warning_name(enum warning w);

#endif

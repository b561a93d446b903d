/* damage.h - damage and warnings of a profile file, for scripts
 *
 * Scripts and tests read these names and numbers.  People read the message in struct err.
 *
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

/* Warning W is bit number W of samples.warnings. */
enum warning {
#define DAMAGE(name)
#define WARNING(name) name,
#include "samples/damage.def"
#undef DAMAGE
#undef WARNING
	NWARNINGS
};

/* A named value that describes damage: .text or, if .text is NULL, .number. */
struct fact {
	const char *name, *text;
	uint64_t number;
	bool is_signed;			/* .number is an int64_t */
};

struct damage {
	enum damage_kind kind;		/* E_NONE: the file is fine */
	bool has_offset;
	uint64_t offset;		/* if .has_offset: the byte of the file where the damage
					 * is */
	struct fact facts[2];
	unsigned nfacts;
	const char *candidates[8];	/* E_AMBIGUOUS: the layouts that the file fits */
	unsigned ncandidates;
};

/* Sets D to damage of KIND at byte OFFSET of the file, without facts. */
void damage_set(struct damage *d, enum damage_kind kind, uint64_t offset);

/* Adds the fact NAME with the value NUMBER to D. */
void damage_fact(struct damage *d, const char *name, uint64_t number);

/* Each returns a name as it is in JSON, such as "E_EMPTY" or "W_NO_ARCS". */
const char *damage_name(enum damage_kind kind);
const char *damage_warning_name(enum warning w);

#endif

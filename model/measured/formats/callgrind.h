/* callgrind.h - the state of reading a file of callgrind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CALLGRIND_H
#define CALLGRIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "measured/formats/callgrind_names.h"
#include "measured/input.h"
#include "measured/measured.h"

enum { CALLGRIND_MOST_EVENTS = 32 };	/* greatest number of events in one file; callgrind itself
					 * has at most 24 */

enum { CALLGRIND_RECENT = 512 };	/* elements of .recent; a power of two */

/* What the next line with costs is about. */
enum callgrind_costs {
	OWN_COSTS,
	COSTS_OF_CALLS,			/* after "calls=" */
	PLACE_OF_JUMP,			/* after "jump=" or "jcnd=": the line has no costs */
};

/* Header lines whose values distinguish parts: "pid:", "thread:" and "part:". */
enum callgrind_part_line { PART_PROCESS, PART_THREAD, PART_NUMBER, PART_LINES };

/* Where a function is: numbers of texts, or .unknown of struct callgrind. */
struct callgrind_place {
	uint32_t object, file;
	bool is_said;			/* a line names the file for this function */
};

struct callgrind {
	struct measured *m;
	const struct input *in;
	struct callgrind_names objects, files, funcs;
	uint32_t unknown;		/* number of the text "???" */

	bool has_addresses, has_lines;	/* lines with costs begin with an address, a line number, or
					 * both */
	bool has_instr;			/* some part had addresses */
	uint32_t nevents;		/* number of costs in a line; 0: no line "events:" was read
					 * yet */
	uint32_t events[CALLGRIND_MOST_EVENTS];	/* numbers in .m of the events of a line; NOBODY: .m
						 * had no room for the event */
	int64_t sums[CALLGRIND_MOST_EVENTS];	/* for each event: sum of the own costs of this
						 * part */
	int64_t stated[CALLGRIND_MOST_EVENTS];	/* for each event: the total of this part that the
						 * file states, in the last line "summary:" or
						 * "totals:" */
	bool has_stated;
	uint64_t stated_line;		/* number of this line */
	bool has_costs;			/* this part has costs */
	bool has_end;			/* this part has a line "totals:" */
	bool by_callgrind, by_gprowse;	/* callgrind itself, or an export of gprowse, wrote the
					 * file */
	bool is_outermost;		/* the next costs belong to no function, but to the caller
					 * of the functions with which stacks begin */
	bool ends_in_line;		/* the file has ended without an end of line */

	uint32_t object, file, func;	/* object, file and function of the next costs: numbers of
					 * texts or .unknown, and the number of the function; .func
					 * is NOBODY if no function was named since the last "ob="
					 * or the beginning of the part */
	uint32_t func_file;		/* file of the next function that "fn=" names: the file of
					 * the last "fl=" or, if this part has no "fl=", of the last
					 * "fi=" */
	bool has_fl;			/* this part has a line "fl=" */
	bool is_said;			/* a line "fl=" came after the last line "fn=" */
	struct callgrind_declared *declared;	/* owned; functions that "fn=" named and numbered */
	size_t ndeclared, declared_room;
	struct callgrind_names declared_of;	/* for each number, the last element of .declared */
	uint32_t named;			/* element of .declared, which becomes .func if costs
					 * follow; NOBODY: .func is known, or not named */
	uint32_t called_object, called_file;	/* object and file of the next callee: numbers of
						 * the texts after "cob=" and after "cfi=" or
						 * "cfl="; NOBODY: not named, so the callee is in
						 * .object or .file */
	char *callee;			/* owned; the text after "cfn=", until the function is
					 * looked up: its file and object may be named after it */
	size_t callee_length, callee_room;
	bool has_callee;		/* the function of .callee was not looked up yet */
	bool by_xdebug2;		/* the version is that of xdebug 2, without a creator */
	uint32_t *defined;		/* owned; indexed by text: the function of this name that
					 * "fn=" has named last, or NOBODY; empty unless
					 * .by_xdebug2 is set */
	size_t ndefined, defined_room;
	uint32_t called_func;		/* the function after "cfn="; NOBODY: not named yet */
	uint64_t address, line;		/* position of the last line with costs */
	enum callgrind_costs next;
	uint64_t count;			/* number of the calls whose costs are in the next line; 0:
					 * not known */
	bool is_uncounted;		/* the next number of calls is not known */

	struct measured_frame frame;	/* the frame that has the costs .own */
	int64_t own[CALLGRIND_MOST_EVENTS];	/* own costs of the last lines, which all have the
						 * frame .frame; these costs are not in .m yet */
	bool has_own;

	char origin[64];		/* text after "desc: Costs:", which gprowse writes: whether
					 * the costs are sampled or counted; "": no such line */
	const char *command;		/* the first word of "cmd:", or NULL */
	/* Frames that were used recently; index: line of the frame modulo CALLGRIND_RECENT. */
	struct callgrind_recent {
		struct measured_frame frame;
		uint32_t number;	/* number of the frame + 1; 0: there is none */
	} recent[CALLGRIND_RECENT];

	char part_lines[PART_LINES][24];	/* value of the last line of each kind, cut to this
						 * size; "": no such line yet */
	uint32_t part;			/* number of the part; NOBODY: the part is not in .m yet */

	struct err first;		/* what is wrong with the first bad line */
	uint64_t nbad;			/* number of bad lines */
};

/* Counts line number LINE as bad.  For the first bad line, keeps the reason: WHY, with its
 * arguments as for printf(). */
void callgrind_bad(struct callgrind *c, uint64_t line, const char *why, ...)
	__attribute__((format(printf, 3, 4)));

/* Adds the costs in the N bytes at S, which begin with a position. */
void callgrind_add_costs(struct callgrind *c, const char *s, size_t n);

/* Sets *LINE to the line in the N bytes at S, a position that may be relative to the last line with
 * costs.  Returns false if the position has no line. */
bool callgrind_line(const struct callgrind *c, const char *s, size_t n, uint64_t *line);

/* Returns the number of the function that the N bytes at S name.  If they contain a name, or a
 * number that only was declared, the function is at PLACE.  Other numbers stand for a function that
 * was named before. */
uint32_t callgrind_func(struct callgrind *c, const char *s, size_t n,
	const struct callgrind_place *place);

/* The N bytes at S name the function of the next costs: they follow "fn=". */
void callgrind_name_func(struct callgrind *c, const char *s, size_t n);

/* Sets C->func to the function C->named, which has costs. */
void callgrind_find_func(struct callgrind *c);

/* Adds functions that were declared and have no costs, and frees what the functions above use. */
void callgrind_end_funcs(struct callgrind *c);

/* What is wrong with a line whose number of a name cannot be used. */
extern const char callgrind_bad_number[];

/* Looks up the function of C->callee, if this was not done yet. */
void callgrind_find_callee(struct callgrind *c);

/* Adds the own costs that are not in C->m yet. */
void callgrind_add_own(struct callgrind *c);

/* Sets VALUES to the C->nevents numbers from S to END; numbers that are missing at the end become
 * 0.  Returns false if there are more numbers or other texts, or if a number is greater than
 * INT64_MAX. */
bool callgrind_numbers(const struct callgrind *c, const char *s, const char *end, int64_t *values);

/* Ends the current part of the file and begins the next one.  Does nothing if the current part has
 * no line "events:" yet. */
void callgrind_begin_part(struct callgrind *c);

/* Returns the number of the current part, to which the costs belong.  Adds the part to C->m if it
 * is not there yet. */
uint32_t callgrind_part(struct callgrind *c);

/* Merges functions of M that are nodes of a call tree, such as "f [1/2]" and "f [2/2]", with the
 * function "f" that has their costs.  pprof -call_tree names callees so, but not callers. */
void callgrind_merge_tree(struct measured *m);

/* Removes the parts of M that stand for whole files, and names the other parts by what differs
 * between them. */
void callgrind_name_parts(struct measured *m);

#endif

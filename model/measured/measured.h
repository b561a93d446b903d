/* measured.h - the contents of profiles whose totals are known: stacks, or costs of calls
 *
 * Such a profile is written by a profiler that records call stacks (folded stacks, pprof), or the
 * cost of every call (callgrind).  Nothing in it refers to an image: it has the names of functions
 * itself.  A reader adds the contents of files with the functions below.  They merge equal
 * elements, so memory grows with the number of distinct stacks, not with the size of the file.
 *
 *	event		what was counted or sampled: time, instructions, bytes
 *	part		a file, a process, a thread, or a label of the samples
 *	function	a name, in an object (program or library) and a source file
 *	frame		a function at a line of the source
 *	path		a stack: a frame and the path of its caller
 *
 * Elements are known by their numbers, the indices into the arrays below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MEASURED_H
#define MEASURED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/numbering.h"
#include "base/rules.h"

struct measured_event {
	const char *name;		/* as in the file: "cpu", "Ir" */
	const char *type;		/* the type in the file.  If several events have one type,
					 * .name is the type and the unit.  NULL: the type is
					 * .name */
	const char *unit;		/* as in the file: "nanoseconds", "bytes"; "": none */
	const char *title;		/* a description, or NULL */
	const char *formula;		/* how the event was computed from other events; NULL: the
					 * file has the event */
	bool is_sampled;		/* the values are sums over samples; false: the values were
					 * counted */
	bool favours_large;		/* the larger an object is, the more likely is a sample of
					 * it */
};

struct measured_part {
	const char *kind;		/* constant or in TEXT: "file", "process", "thread", or the
					 * key of a label */
	const char *name;
	uint64_t id;			/* identifies the part among the parts of its kind, if its
					 * name can change, as the name of a thread can; 0: .name
					 * identifies the part */
	uint32_t whole;			/* the part that contains this part, as a process contains a
					 * thread; NOBODY: none */
	bool is_divided;		/* the part contains other parts: it is their .whole */
};

/* A title or a formula for an event; see derived.h. */
struct measured_formula {
	const char *name;		/* name of the event */
	const char *title;		/* description of the event, or NULL */
	const char *formula;		/* sum of events, as "Ir + 10 L1m", or NULL */
	unsigned least;			/* .formula is used only if the profile has at least this
					 * many of its events */
};

/* .name, .object and .file are numbers in measured.texts, or NOBODY.  Two functions are the same if
 * all members are equal, except those that are "not compared". */
struct measured_func {
	uint32_t name;			/* mangled, if the file has the mangled name */
	uint32_t object;		/* path of the program or library */
	uint32_t file;			/* path of the source file */
	uint32_t line;			/* line of .file on which the function begins; 0: not known;
					 * not compared */
	uint64_t address;		/* address in the object, which distinguishes functions of
					 * one name; 0: not known */
	bool is_profiler;		/* the function belongs to the profiler; not compared */
};

enum measured_frame_flags {
	MEASURED_INLINED = 1,		/* inlined into the frame of the caller */
	MEASURED_KERNEL = 2,
	MEASURED_JIT = 4,		/* compiled while the program ran */
};

struct measured_frame {
	uint32_t func;			/* number of the function */
	uint32_t file;			/* number in measured.texts: the source file of .line;
					 * NOBODY: the file of the function */
	uint32_t line;			/* the line that was executed, or that made the call; 0:
					 * unknown */
	uint32_t flags;			/* enum measured_frame_flags */
};

struct measured_path {
	uint32_t parent;		/* path of the caller, which has a smaller number; NOBODY:
					 * .frame is outermost */
	uint32_t frame;
};

/* A value of one event. */
struct measured_weight {
	int64_t value;			/* less than 0 only in a difference of two profiles */
	uint64_t samples;		/* number of samples whose sum is .value; 0: unknown */
	double squares;			/* variance of .value: the sum of the squares of the values
					 * of these samples; in a pprof profile of memory it is
					 * less, see pprof_set_weights() */
};

/* In a profile of stacks: the samples of one stack in one part. */
struct measured_sample {
	uint32_t path;
	uint32_t part;			/* NOBODY: in no part */
};

/* In a profile of costs: the own cost of one frame in one part. */
struct measured_cost {
	uint32_t frame, part;
};

/* Calls of the function .callee by the frame .caller, in one part.  In a profile of costs, the
 * calls have costs.  In a profile of stacks, they were counted separately from the stacks and have
 * no costs. */
struct measured_call {
	uint32_t caller, callee, part;
	uint32_t inlined;		/* in a profile of stacks: frame of the innermost function
					 * that is inlined into .caller at the call, or NOBODY; in a
					 * profile of costs: 0 */
	uint64_t count;			/* number of calls; 0: unknown */
};

/* A finding that a reader made. */
struct measured_note {
	const char *text, *advice;	/* constants or in measured.text; see struct note */
};

/* What is shown of a measured profile. */
struct measured_choice {
	uint32_t event;
	uint32_t part;			/* the only part that counts; NOBODY: all parts count */
	bool inlined;			/* inlined functions are functions of their own; false: they
					 * belong to the function into which they were inlined */
};

struct measured {
	unsigned users;			/* number of profiles that use this struct; see
					 * measured_release() */
	const char *format;		/* constant: the name of the format */
	bool has_costs;			/* the profile has costs of calls; false: it has stacks */
	const char *program;		/* path of the object that is the program itself, one of
					 * .texts; or NULL */
	bool has_instructions;		/* the files also have the costs of each instruction, which
					 * were added up by line */
	bool is_other_build;		/* of a recording: the program that the user named is not
					 * the build that was recorded */
	bool propagate;			/* stacks have one frame, so totals are estimated from the
					 * counted calls */
	bool rounded;			/* the files have fractions, which were rounded */
	bool estimated;			/* the file says that its totals are estimates */
	const char *estimated_why;	/* if .estimated: what the totals were estimated from; or
					 * NULL */

	struct {
		int64_t value;		/* mean distance between two samples, in .unit; 0: not
					 * known */
		const char *name;	/* name of the event that is counted between samples; need
					 * not be one of .events */
		const char *unit;
	} period;

	struct measured_event *events;	/* owned */
	uint32_t nevents, event;	/* .event: the event that is shown first */
	struct measured_formula *formulas;	/* owned */
	uint32_t nformulas;
	struct measured_part *parts;	/* owned */
	uint32_t nparts;
	const char **texts;		/* owned; names and paths, each once */
	uint32_t ntexts;
	struct measured_func *funcs;	/* owned */
	uint32_t nfuncs;
	struct measured_frame *frames;	/* owned */
	uint32_t nframes;
	struct measured_path *paths;	/* owned */
	uint32_t npaths;

	/* Each array of samples, costs or calls has an array of values: element i has the values [i
	 * * nevents] to [(i + 1) * nevents - 1]. */
	struct measured_sample *samples;	/* owned */
	struct measured_weight *weights;	/* owned; values of .samples */
	double *amounts;		/* owned; amounts of .samples, in the order of .weights:
					 * sums of values without their signs; NULL: no value is
					 * less than 0, and the amounts are the values */
	uint32_t nsamples;
	struct measured_cost *costs;	/* owned */
	int64_t *cost_values;		/* owned; values of .costs */
	uint32_t ncosts;
	struct measured_call *calls;	/* owned */
	int64_t *call_values;		/* owned; values of .calls: the cost of the calls until they
					 * return; 0 in a profile of stacks */
	uint32_t ncalls;

	struct measured_note *notes;	/* owned; what the reader found */
	uint32_t nnotes;
	const char *title;		/* what was recorded, such as "3 processes, 5 threads"; or
					 * NULL */
	const char *lost;		/* what was lost, such as "12 calls lost"; NULL: nothing */

	const char **files;		/* owned; paths of the files that were read; borrowed
					 * texts */
	uint32_t nfiles;

	bool lacks_amount;		/* samples that are added now do not count in .amounts: in a
					 * difference of two profiles, only samples of the base
					 * count there, and their sum is 100 % */
	uint32_t file_part;		/* the part of the file that is being read; NOBODY: files
					 * are no parts */
	const char *damaged_file;	/* path of the first file that could not be read completely;
					 * NULL: there is none */
	struct err damage;		/* the error in this file */

	struct arena text;		/* owns all texts */

	/* State of the functions that add elements. */
	uint32_t *cost_of;		/* owned; indexed by frame: number of its cost, or NOBODY;
					 * only used while all costs are of one part */
	uint32_t ncost_of;
	size_t cost_of_room;
	uint32_t *path_hashes;		/* owned; indexed by path: its hash, which depends on all of
					 * its frames, not on the numbers of paths.  So the hashes
					 * of a whole stack are known before its paths are found */
	size_t path_hashes_room;
	struct numbering text_numbers, func_numbers, frame_numbers, path_numbers, sample_numbers,
		cost_numbers, call_numbers, part_numbers;
	size_t events_room, formulas_room, parts_room, texts_room, funcs_room, frames_room,
		paths_room, samples_room, weights_room, amounts_room, costs_room, cost_values_room,
		calls_room, call_values_room, files_room, notes_room;
};

/* Returns a measured profile with one user and nothing in it. */
struct measured *measured_new(void);

/* Drops one user of M; the last one frees it. */
void measured_release(struct measured *m);

/* Frees the hash tables that find equal elements.  No elements can be added afterwards. */
void measured_end(struct measured *m);

/* Adds an event, and returns its number.  The elements that were added before have the value 0 for
 * it. */
uint32_t measured_add_event(struct measured *m, const char *name, size_t length, const char *unit);

/* Each returns the number of an element, which is added unless M has an equal one.  The text of
 * LENGTH bytes at S or NAME ends before its first NUL.  If a function equal to FUNC has no line, it
 * gets the line of FUNC. */
uint32_t measured_text(struct measured *m, const char *s, size_t length);
uint32_t measured_part(struct measured *m, const char *kind, const char *name, size_t length);
uint32_t measured_func(struct measured *m, const struct measured_func *func);
uint32_t measured_frame(struct measured *m, const struct measured_frame *frame);
uint32_t measured_path(struct measured *m, uint32_t parent, uint32_t frame);

/* Like measured_part(), but parts of the same KIND are equal if they have the same ID, which is not
 * 0.  The name of the part becomes NAME. */
uint32_t measured_part_with_id(struct measured *m, const char *kind, uint64_t id, const char *name,
	size_t length);

/* Are A and B, of one profile or of two profiles of the same program, the same part? */
bool measured_is_same_part(const struct measured_part *a, const struct measured_part *b);

/* Sets PATHS[i] to the path of the frames FRAMES[0] to FRAMES[i], the outermost first, for each i
 * less than N.  Their caller is PARENT, or NOBODY.  This is faster than calls of
 * measured_path(). */
void measured_stack(struct measured *m, uint32_t parent, const uint32_t *frames, size_t n,
	uint32_t *paths);

/* Returns the number of the samples of PATH in PART.  If M has none, adds them with the value 0.
 * If PART is NOBODY, uses M->file_part. */
uint32_t measured_sample(struct measured *m, uint32_t path, uint32_t part);

/* Adds WEIGHTS, one for each event, to the samples with number NUMBER. */
void measured_add_weights(struct measured *m, uint32_t number,
	const struct measured_weight *weights);

/* Adds WEIGHTS to the samples of PATH and PART, as the two functions above. */
void measured_add_sample(struct measured *m, uint32_t path, uint32_t part,
	const struct measured_weight *weights);

/* Adds VALUES, one for each event, to the own cost of FRAME in PART. */
void measured_add_cost(struct measured *m, uint32_t frame, uint32_t part, const int64_t *values);

/* Adds CALL->count calls, with the costs VALUES, to the element that is equal to CALL. */
void measured_add_call(struct measured *m, const struct measured_call *call,
	const int64_t *values);

/* measured_call() returns the number of the element that is equal to CALL; a new element is added
 * with 0 calls, whatever CALL->count is.  measured_add_count() adds COUNT calls without costs to
 * element NUMBER. */
uint32_t measured_call(struct measured *m, const struct measured_call *call);
void measured_add_count(struct measured *m, uint32_t number, uint64_t count);

/* Makes PART one of the parts of WHOLE.  Neither may be a part of another yet, and PART may not
 * have parts. */
void measured_divide(struct measured *m, uint32_t whole, uint32_t part);

/* Is PART the part WHOLE, or one of its parts?  False if PART is NOBODY. */
bool measured_is_in(const struct measured *m, uint32_t part, uint32_t whole);

/* Adds a note.  TEXT and ADVICE are constants or in M->text. */
void measured_add_note(struct measured *m, const char *text, const char *advice);

/* Is the text of N bytes at S the mark of stacks that were estimated, not recorded?  Exports write
 * the mark as the outermost frame. */
bool measured_is_mark(const char *s, size_t n);

extern const char measured_mark[];

/* Returns text NUMBER, or "" for NOBODY. */
const char *measured_text_of(const struct measured *m, uint32_t number);

/* Returns the number of the event called NAME, or NOBODY. */
uint32_t measured_event_named(const struct measured *m, const char *name);

/* Returns the number of the first part that TEXT names, as NAME or KIND=NAME.  NOBODY: there is
 * none. */
uint32_t measured_part_named(const struct measured *m, const char *text);

/* Returns how many units of EVENT make one second; 0: the event is no time. */
double measured_event_rate(const struct measured_event *event);

/* Returns the sum A + B, or the nearest number that 64 bits can hold. */
int64_t measured_sum(int64_t a, int64_t b);

/* Sets M->event: the first event that counts time or cycles, else the first event. */
void measured_choose_event(struct measured *m);

#endif

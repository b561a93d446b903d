/* measured.h - the contents of profiles whose totals are known: stacks, or costs of calls
 *
 * Such a profile is written by a profiler that records call stacks (folded stacks, pprof), or the
 * cost of every call (callgrind).  The profile has the names of functions, so it needs no image.  A
 * reader adds the contents of files with the functions below.  These functions merge equal
 * elements, so memory grows with the number of distinct stacks, not with the size of the file.
 *
 *	event		what was counted or sampled: time, instructions, bytes
 *	part		a file, a process, a thread, or a label of the samples
 *	function	a name, in an object (program or library) and a source file
 *	frame		a function at a line of the source
 *	path		a stack: a frame and the path of its caller
 *
 * The number of an element is its index in one of the arrays below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MEASURED_H
#define MEASURED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/numbering.h"
#include "base/rules.h"

/* What is known of the stacks of a format: may they lack their outermost frames? */
enum measured_stacks {
	STACKS_WHOLE,			/* no: the program that runs the functions wrote them, as an
					 * interpreter does, or each call and return was written.
					 * Or they were unwound here, and a note says how many do */
	STACKS_LIMITED,			/* yes, if they have too many for the profiler */
	STACKS_UNWOUND,			/* likewise, or if a frame could not be unwound */
	STACKS_UNSAID,			/* any of these: many profilers write the format */
};

struct measured_event {
	const char *name;		/* as in the file: "cpu", "Ir" */
	const char *type;		/* type of the event in the file.  NULL: .name is the type.
					 * If several events have one type, .name is the type and
					 * the unit */
	const char *unit;		/* as in the file: "nanoseconds", "bytes"; "": no unit */
	uint32_t per_unit;		/* values are in 1 / .per_unit of .unit: 1 or, if the file
					 * has fractions, a power of 1000 */
	const char *title;		/* a description, or NULL */
	const char *formula;		/* the formula by which the event was computed from other
					 * events; NULL: the event is in the file */
	double step;			/* distance between two samples in .unit: the values are
					 * not more accurate; 0: not known */
	bool is_sampled;		/* the values are sums over samples; false: everything was
					 * counted */
	bool is_unsaid;			/* the files do not say whether .is_sampled is right */
	bool is_difference;		/* the values are of one profile less those of another */
	bool favours_large;		/* large objects are more likely to be sampled than small
					 * ones */
	int64_t stated;			/* the total that the files state.  The values may add up to
					 * another total */
	bool has_stated;		/* all files with the event state a total */
};

struct measured_part {
	const char *kind;		/* constant or in TEXT: "file", "process", "thread", or the
					 * key of a label */
	const char *name;
	uint64_t id;			/* number that identifies the part among the parts of its
					 * kind, if the name can change, as the name of a thread
					 * can; 0: .name identifies the part */
	uint32_t whole;			/* number of the part that contains this part, for example
					 * the process of a thread; NOBODY: there is none */
	uint32_t run;			/* the same number in all parts of a file or recording, of
					 * several that were read: each is of one run of the
					 * program; 0: it is not known */
	bool is_divided;		/* the part contains other parts, whose .whole is this
					 * part */
};

/* A title or a formula for an event; see derived.h. */
struct measured_formula {
	const char *name;		/* name of the event */
	const char *title;		/* description of the event, or NULL */
	const char *formula;		/* formula: a sum of events, as "Ir + 10 L1m"; or NULL */
	unsigned least;			/* the profile must have at least this many events of
					 * .formula; otherwise, the formula is not used */
};

/* Two functions are the same if all members are equal, except the members marked "not compared".
 * .name, .object and .file are numbers in measured.texts, or NOBODY. */
struct measured_func {
	uint32_t name;			/* the mangled name, if it is in the file */
	uint32_t object;		/* path of the program or library */
	uint32_t file;			/* path of the source file */
	uint32_t line;			/* line of .file on which the function begins; 0: not known;
					 * not compared */
	uint64_t address;		/* address in the object; distinguishes functions that have
					 * the same name; 0: not known */
	bool is_profiler;		/* the function belongs to the profiler; not compared */
	bool is_unnamed;		/* the function is all code of .object, or of all objects,
					 * that has no names; not compared */
	bool is_nowhere;		/* the function is all addresses at which the profile knows
					 * no program or library; not compared */
};

enum measured_frame_flags {
	MEASURED_INLINED = 1,		/* inlined into the frame of the caller */
	MEASURED_KERNEL = 2,
	MEASURED_JIT = 4,		/* compiled while the program ran */
};

struct measured_frame {
	uint32_t func;			/* number of the function */
	uint32_t file;			/* number in measured.texts of the source file of .line;
					 * NOBODY: it is the source file of the function */
	uint32_t line;			/* the line that was executed, or that made the call; 0: not
					 * known */
	uint32_t flags;			/* enum measured_frame_flags */
	uint64_t address;		/* address of the code, as in the file; only if the code has
					 * no name, otherwise 0 */
};

struct measured_path {
	uint32_t parent;		/* number of the caller's path, which is less than the
					 * number of this path; NOBODY: .frame is outermost */
	uint32_t frame;
};

/* A value of one event. */
struct measured_weight {
	int64_t value;			/* less than 0 only in a difference of two profiles */
	uint64_t samples;		/* how many samples were added up to .value; 0: not known */
	double squares;			/* variance of .value: the sum of the squares of the samples
					 * that were added up to .value.  In a pprof profile of
					 * memory, the variance is smaller: see
					 * pprof_set_weights() */
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

/* What a file states of a function beside its own costs. */
struct measured_total {
	uint32_t frame, part;		/* .frame: any frame of the function */
	uint64_t outside;		/* its calls by no function of the file */
};

/* Calls of the function .callee by the frame .caller, in one part.  In a profile of costs, calls
 * have costs.  In a profile of stacks, calls were counted apart from the stacks, and have no
 * costs. */
struct measured_call {
	uint32_t caller, callee, part;
	uint32_t inlined;		/* in a profile of stacks: frame of the innermost inlined
					 * function that makes the call, or NOBODY if the code of
					 * .caller itself does; in a profile of costs: 0 */
	uint64_t count;			/* number of calls; 0: unknown */
};

/* A finding that a reader made. */
struct measured_note {
	const char *text, *advice;	/* constants or in measured.text; see struct note */
};

/* What is shown of a measured profile. */
struct measured_choice {
	uint32_t event;
	uint32_t part;			/* the only part that is included; NOBODY: all parts are
					 * included */
	bool inlined;			/* inlined functions are functions of their own; false:
					 * their time belongs to the function into which they were
					 * inlined */
	bool no_profiler;		/* the time of the profiler's own functions is omitted */
	bool folds_kernel;		/* time in the kernel is part of the function that entered
					 * it */
};

struct measured {
	unsigned users;			/* number of profiles that use this struct; see
					 * measured_release() */
	uint64_t shape;			/* snapshots of a growing profile that have the same number
					 * differ only in values, names of parts, and what is said
					 * about the files; 0: no other profile has this shape */
	const char *format;		/* constant: the name of the format */
	enum measured_stacks stacks;	/* likewise: whether the stacks may be cut */
	bool has_costs;			/* the profile has costs of calls; false: it has stacks */
	bool costs_count_once;		/* the cost of a call is the time from its begin to its end,
					 * also inside a cycle: time during which several calls of
					 * one function by the same one run counts once */
	const char *program;		/* path of the object that is the program itself, an element
					 * of .texts; or NULL */
	const char *name;		/* by which the program was executed, an element of .texts;
					 * NULL: not known */
	bool has_instructions;		/* the files have the costs of each instruction, which were
					 * added up to costs of lines */
	bool is_other_build;		/* in a recording: the program that the user named is
					 * another build than the recorded one */
	bool propagate;			/* stacks have only one frame, so totals are estimated from
					 * the counted calls */
	bool rounded;			/* the files have fractions, which were rounded so much
					 * that it can be seen */
	bool estimated;			/* the file says that its totals are estimates */
	const char *estimated_why;	/* if .estimated: what the totals were estimated from; or
					 * NULL */

	struct {
		int64_t value;		/* mean distance between two samples, in .unit, as the file
					 * says; 0: not known */
		const char *name;	/* name of the event in which this distance is measured; it
					 * may be missing in .events */
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

	/* The values of samples, costs and calls are in separate arrays: the values of element i
	 * are those from index i * nevents to (i + 1) * nevents - 1. */
	struct measured_sample *samples;	/* owned */
	struct measured_weight *weights;	/* owned; values of .samples */
	uint64_t *amounts;		/* owned; amounts of .samples, in the order of .weights:
					 * sums of absolute values; NULL: no value is less than 0,
					 * so the amounts are equal to the values */
	uint32_t nsamples;
	struct measured_cost *costs;	/* owned */
	int64_t *cost_values;		/* owned; values of .costs */
	uint32_t ncosts;
	struct measured_total *totals;	/* owned; functions of which the files state more than their
					 * own costs: .total_values are those of the function and
					 * all that it called, each counted once */
	int64_t *total_values;		/* owned; values of .totals */
	uint32_t ntotals;
	struct measured_call *calls;	/* owned */
	int64_t *call_values;		/* owned; values of .calls: the costs from the calls to
					 * their returns; 0 in a profile of stacks */
	uint32_t ncalls;

	struct measured_note *notes;	/* owned; findings of the reader */
	uint32_t nnotes;
	const char *title;		/* what was recorded, such as "3 processes, 5 threads"; or
					 * NULL */
	const char *title_rest;		/* more of .title, if there is room for it; NULL: nothing */
	const char *lost;		/* what was lost, such as "12 calls lost"; NULL: nothing was
					 * lost */
	bool lacks_lines;		/* lines of some images were not read, as that takes time */
	uint64_t nlost;			/* how much; only the reader of perf.data sets it */

	const char **files;		/* owned; paths of the files that were read; the texts are
					 * borrowed */
	uint64_t *file_events;		/* owned; indexed like .files: the events that the file has,
					 * as in .events_read; NULL: all files have all events */
	uint32_t nfiles;
	uint64_t events_read;		/* the events of the file that is being read: bit k for
					 * event k; 0: all events */

	bool lacks_amount;		/* samples that are added now get no amounts.  In a
					 * difference of two profiles, only samples of the base have
					 * amounts, whose sum is 100 % */
	uint32_t base_part;		/* in a difference of costs: the part that is the base; the
					 * sum of its costs is 100 %.  NOBODY: there is none */
	uint32_t file_part;		/* the part that stands for the file that is being read;
					 * NOBODY: there is no such part */
	uint64_t elapsed;		/* how long the program was measured, in ns, which the files
					 * say; of several files, the sum; 0: not known */
	bool elapsed_unknown;		/* some file does not say it */
	time_t written;			/* when the oldest file was last written; 0: not known */
	const char *damaged_file;	/* path of the first file that could not be read completely;
					 * NULL: all could */
	struct err damage;		/* the error in this file */

	uint64_t limit;			/* how many bytes of memory may be needed for all that is
					 * made from the files; see measured_has_room() */

	struct arena text;		/* owns all texts */

	/* State of the functions that add elements. */
	uint32_t *cost_of;		/* owned; indexed by frame: number of the frame's cost, or
					 * NOBODY; only used while all costs are of one part */
	uint32_t ncost_of;
	size_t cost_of_room;
	uint64_t *path_hashes;		/* owned; indexed by path: hash of the path.  It depends on
					 * all frames of the path, but not on the numbers of paths.
					 * So the hashes of all paths of a stack are known before
					 * these paths are looked up */
	size_t path_hashes_room;
	struct numbering text_numbers, func_numbers, frame_numbers, path_numbers, sample_numbers,
		cost_numbers, call_numbers, part_numbers;
	size_t events_room, formulas_room, parts_room, texts_room, funcs_room, frames_room,
		paths_room, samples_room, weights_room, amounts_room, costs_room, cost_values_room,
		totals_room, total_values_room,
		calls_room, call_values_room, files_room, file_events_room, notes_room;
};

/* Returns a new, empty measured profile, which has one user. */
struct measured *measured_new(void);

/* Ends the use of M by one user.  M is freed if it has no other user. */
void measured_release(struct measured *m);

/* Frees the hash tables that find equal elements.  No elements can be added afterwards. */
void measured_end(struct measured *m);

/* Readers call measured_allow() for the BYTES of a file, as soon as they are known.  They ask
 * measured_has_room() before they add NPATHS paths, and also, with 0, after they added some other
 * elements.  It returns false if all that is made from M would need more memory than 256 MB and
 * eight times these bytes.  Reading then ends with measured_no_room(), which sets E and
 * returns false. */
void measured_allow(struct measured *m, uint64_t bytes);
bool measured_has_room(const struct measured *m, uint64_t npaths);
bool measured_no_room(const struct measured *m, struct err *e);

/* Adds an event, and returns its number.  The value of this event is 0 for elements that were added
 * before. */
uint32_t measured_add_event(struct measured *m, const char *name, size_t length, const char *unit);

/* Each function returns the number of an element.  If M has no equal element, adds the element.
 * In the text of LENGTH bytes at S or NAME, each NUL becomes "^@".  For the URL of a
 * file, measured_file_text() has the text of its path.  If a function equal to FUNC has no line, it
 * gets the line of FUNC. */
uint32_t measured_text(struct measured *m, const char *s, size_t length);
uint32_t measured_file_text(struct measured *m, const char *url, size_t length);
uint32_t measured_part(struct measured *m, const char *kind, const char *name, size_t length);
uint32_t measured_func(struct measured *m, const struct measured_func *func);
uint32_t measured_frame(struct measured *m, const struct measured_frame *frame);
uint32_t measured_path(struct measured *m, uint32_t parent, uint32_t frame);

/* Like measured_part(), but parts of the same KIND are equal if they have the same ID, which is not
 * 0.  The name of the part becomes NAME. */
uint32_t measured_part_with_id(struct measured *m, const char *kind, uint64_t id, const char *name,
	size_t length);

/* Returns the part KIND with ID, or NOBODY. */
uint32_t measured_part_by_id(struct measured *m, const char *kind, uint64_t id);

/* Are A and B the same part?  They are from one profile, or from two profiles of the same
 * program. */
bool measured_is_same_part(const struct measured_part *a, const struct measured_part *b);

/* PART is a part of another profile.  Returns the number of the same part in M, or NOBODY. */
uint32_t measured_find_part(const struct measured *m, const struct measured_part *part);

/* Returns the path of the N FRAMES, the outermost first; PARENT is the path of the caller of
 * FRAMES[0], or NOBODY.  If N is 0, returns PARENT.  If PATHS is not NULL, sets PATHS[i] to the
 * path of FRAMES[0] to FRAMES[i].  Calls of measured_path() would do the same, but slower.
 * measured_stack_inward(): FRAMES are the innermost first, and are reversed. */
uint32_t measured_stack(struct measured *m, uint32_t parent, const uint32_t *frames, size_t n,
	uint32_t *paths);
uint32_t measured_stack_inward(struct measured *m, uint32_t *frames, size_t n);

/* Returns the number of the samples of PATH in PART.  If M has none, adds samples with the value 0.
 * If PART is NOBODY, uses M->file_part instead. */
uint32_t measured_sample(struct measured *m, uint32_t path, uint32_t part);

/* Adds WEIGHTS, one for each event, to the samples with number NUMBER. */
void measured_add_weights(struct measured *m, uint32_t number,
	const struct measured_weight *weights);

/* Adds WEIGHTS to the samples of PATH in PART: calls the two functions above. */
void measured_add_sample(struct measured *m, uint32_t path, uint32_t part,
	const struct measured_weight *weights);

/* Adds VALUES, one for each event, to the own cost of FRAME in PART. */
void measured_add_cost(struct measured *m, uint32_t frame, uint32_t part, const int64_t *values);

/* The function of FRAME and all that it called have the costs VALUES in PART.  Those of several
 * calls are added up.  No function of the file made OUTSIDE of its calls. */
void measured_add_total(struct measured *m, uint32_t frame, uint32_t part, const int64_t *values,
	uint64_t outside);

/* Adds CALL->count calls, with the costs VALUES, to the element of M that is equal to CALL.  If
 * there is none, adds an element. */
void measured_add_call(struct measured *m, const struct measured_call *call,
	const int64_t *values);

/* measured_call() returns the number of the element that is equal to CALL.  If there is none, it
 * adds an element with 0 calls; CALL->count is ignored.  The function measured_add_count() adds
 * COUNT calls without costs to element NUMBER. */
uint32_t measured_call(struct measured *m, const struct measured_call *call);
void measured_add_count(struct measured *m, uint32_t number, uint64_t count);

/* Notes that the file was measured for ELAPSED ns.  0: the file does not say for how long. */
void measured_ran(struct measured *m, uint64_t elapsed);

/* Makes PART a part of WHOLE.  Before the call, neither PART nor WHOLE may be a part of another
 * part, and PART may not have parts. */
void measured_divide(struct measured *m, uint32_t whole, uint32_t part);

/* PART is of the run that PATH, a file or recording, stands for. */
void measured_set_run(struct measured *m, uint32_t part, const char *path);

/* Is PART equal to WHOLE, or a part of WHOLE?  Always false if PART is NOBODY. */
bool measured_is_in(const struct measured *m, uint32_t part, uint32_t whole);

/* measured_origin() returns text that says whether the values of EVENT are sampled or counted.
 * measured_set_origin() sets EVENT as the text of N bytes at S says, which begins with such a text.
 * Returns false if it does not. */
const char *measured_origin(const struct measured_event *event);
bool measured_set_origin(struct measured_event *event, const char *s, size_t n);

/* Adds a note.  TEXT and ADVICE are constants or in M->text. */
void measured_add_note(struct measured *m, const char *text, const char *advice);

/* Is the text of N bytes at S the mark of estimated stacks?  Exports write this mark as the
 * outermost frame of stacks that were not recorded. */
bool measured_is_mark(const char *s, size_t n);

extern const char measured_mark[];

/* The comment of an export to pprof that says where its values come from: the prefix, then a text
 * that measured_origin() returns. */
extern const char measured_values_are[];

/* The caller of the functions with which stacks begin.  Exports to callgrind have it as a
 * function. */
extern const char measured_outermost[];

/* A line of the format of callgrind that exports write before calls whose number is not known.
 * Other programs skip the line, and need a number of at least 1. */
extern const char measured_uncounted[];

/* Returns the path of the source file of FRAME, or NULL if its file or its line is not known. */
const char *measured_frame_file(const struct measured *m, const struct measured_frame *frame);

/* Has M a frame with one of FLAGS? */
bool measured_has_frames(const struct measured *m, uint32_t flags);

/* Returns text NUMBER, or "" for NOBODY. */
const char *measured_text_of(const struct measured *m, uint32_t number);

/* Returns the number of the event called NAME, or NOBODY.  If there is none, NAME may be that of an
 * event of perf without its modifiers: "cycles" for "cycles:u". */
uint32_t measured_event_named(const struct measured *m, const char *name);

/* Returns the number of the first part that TEXT names: "NAME", "KIND=NAME" or, as screens show it,
 * "KIND NAME".  NOBODY: there is no such part. */
uint32_t measured_part_named(const struct measured *m, const char *text);

/* Returns how many units of EVENT make one second; 0: the event is no time. */
double measured_event_rate(const struct measured_event *event);

/* Does EVENT count time or cycles, by its unit or by its name? */
bool measured_is_time(const struct measured_event *event);

/* Returns how many units called UNIT make one second; 0: it is no unit of time. */
double measured_unit_rate(const char *unit);

/* Returns the probability that a sampler of memory takes an object of SIZE bytes, if the distances
 * between its samples are distributed exponentially with the mean DISTANCE in bytes, as those of Go
 * and gperftools. */
double measured_memory_chance(double size, double distance);

/* Returns A + B or A - B or, if 64 bits cannot hold this, the nearest number that they can hold. */
int64_t measured_sum(int64_t a, int64_t b);
int64_t measured_difference(int64_t a, int64_t b);

/* Sets M->event to the first event that counts time or cycles.  If there is none, sets it to the
 * first event. */
void measured_choose_event(struct measured *m);

/* Does EVENT have a value that is not 0? */
bool measured_has_values(const struct measured *m, uint32_t event);

/* If M->event has no values, sets it to the first event with the same unit that has values or, if
 * there is none, to the first event that has values.  A note says so. */
void measured_prefer_values(struct measured *m);

#endif

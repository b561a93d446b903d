/* perfdata.h - a perf.data file while it is read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERFDATA_H
#define PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cursor.h"
#include "base/err.h"
#include "base/numbering.h"
#include "measured/codes.h"
#include "measured/formats/perf_choice.h"
#include "measured/formats/perfdata_order.h"
#include "measured/formats/perfdata_tasks.h"
#include "measured/input.h"
#include "measured/known_stacks.h"
#include "measured/measured.h"
#include "measured/reader.h"
#include "measured/stackroots.h"
#include "record/cfi.h"

/* The name of the kernel; perf adds the name of its first symbol. */
#define PERFDATA_KERNEL "[kernel.kallsyms]"

/* Types of records.  Those from 64 on are made by perf, those from 32769 on by simpleperf, the
 * others by the kernel. */
enum perfdata_type {
	PERFDATA_MMAP = 1, PERFDATA_LOST, PERFDATA_COMM, PERFDATA_EXIT, PERFDATA_THROTTLE,
	PERFDATA_UNTHROTTLE, PERFDATA_FORK, PERFDATA_READ, PERFDATA_SAMPLE, PERFDATA_MMAP2,
	PERFDATA_LOST_SAMPLES = 13, PERFDATA_SYMBOL = 17, PERFDATA_DEFERRED = 22,
	PERFDATA_KERNEL_LAST = 22,
	PERFDATA_BY_PERF = 64, PERFDATA_ATTR = 64, PERFDATA_TRACING = 66, PERFDATA_BUILD_ID,
	PERFDATA_ROUND, PERFDATA_AUXTRACE = 71, PERFDATA_UPDATE = 78, PERFDATA_FEATURE = 80,
	PERFDATA_COMPRESSED, PERFDATA_INIT, PERFDATA_COMPRESSED2, PERFDATA_PERF_LAST = 84,
	PERFDATA_SIMPLEPERF = 32768, PERFDATA_KALLSYMS, PERFDATA_IDS = 32774,
	PERFDATA_LARGE_TRACING = 32777,
};

/* Bits of perfdata_attr.sample_type, in the order of the fields of a sample. */
enum perfdata_field {
	FIELD_IP = 1 << 0, FIELD_TID = 1 << 1, FIELD_TIME = 1 << 2, FIELD_ADDR = 1 << 3,
	FIELD_READ = 1 << 4, FIELD_CALLCHAIN = 1 << 5, FIELD_ID = 1 << 6, FIELD_CPU = 1 << 7,
	FIELD_PERIOD = 1 << 8, FIELD_STREAM = 1 << 9, FIELD_RAW = 1 << 10,
	FIELD_BRANCHES = 1 << 11, FIELD_REGS = 1 << 12, FIELD_STACK = 1 << 13,
	FIELD_IDENTIFIER = 1 << 16,
};

/* Marks in a list of addresses: what is behind such a mark is code of the kernel, or of the user.
 * If the stack of the user comes in a record of its own, later, a number that identifies this
 * record is behind the mark. */
#define PERFDATA_MARK_LEAST ((uint64_t)-4095)
#define PERFDATA_MARK_KERNEL ((uint64_t)-128)
#define PERFDATA_MARK_USER ((uint64_t)-512)
#define PERFDATA_MARK_DEFERRED ((uint64_t)-640)

/* Bits of perfdata_attr.flags. */
enum perfdata_flag { FLAG_INHERIT = 1 << 1, FLAG_FREQUENCY = 1 << 10, FLAG_ID_ALL = 1 << 18 };

/* Bits of the word .misc of a record. */
enum perfdata_misc {
	MISC_CPU_MODE = 7, MODE_KERNEL = 1, MODE_USER = 2, MODE_GUEST_KERNEL = 4,
	MODE_GUEST_USER = 5,
	MISC_FORK_EXEC = 1 << 13, MISC_MMAP_BUILD_ID = 1 << 14, MISC_ID_SIZE = 1 << 15,
	MISC_FILTERED = 1 << 15,	/* of lost samples: a filter of the user has dropped them */
};

/* Bits of perfdata_attr.read_format. */
enum perfdata_read {
	READ_ENABLED = 1, READ_RUNNING = 2, READ_ID = 4, READ_GROUP = 8, READ_LOST = 16,
};

/* An event, as perf opened it. */
struct perfdata_attr {
	uint32_t type;
	uint64_t config, period, sample_type, read_format, flags, branch_type, regs;
	uint32_t stack;			/* bytes of the stack that are copied */
	const char *name;		/* as the file says, or NULL */
	uint32_t copy;			/* how many events of the same name come before it; set if
					 * perfdata.knows_copies is */
	uint32_t event;			/* number of the event in the profile; NOBODY: none yet */
};

/* Which event an id belongs to. */
struct perfdata_id {
	uint64_t id;
	uint32_t attr;			/* index in perfdata.attrs */
};

/* The last count of an event. */
struct perfdata_count {
	uint64_t id;
	uint32_t tid;			/* 0: of all threads */
	uint64_t count;
};

/* What a sample adds to an event. */
struct perfdata_value {
	uint32_t attr;			/* index in perfdata.attrs */
	uint64_t period;
};

/* The build-id of a file, from the header. */
struct perfdata_build {
	const char *path;
	unsigned char id[20];
	uint32_t size;
};

/* A record without its header. */
struct perfdata_record {
	uint32_t type;			/* enum perfdata_type, or a type that is not known */
	uint32_t misc;
	struct cursor c;		/* the bytes behind the header of the record */
};

struct perfdata_sample {
	uint32_t attr;			/* index in perfdata.attrs of the event that says which
					 * fields the sample has */
	uint32_t mode;			/* in which mode the processor was: MISC_CPU_MODE */
	uint64_t ip, time, period;
	uint32_t cpu;
	uint32_t pid, tid;
	struct cursor counts;		/* of the events of the group, with their ids; empty if
					 * .period is all that is known */
	struct cursor chain;		/* the addresses of the stack, the innermost first, with
					 * marks between them */
	struct cursor branches;		/* the calls that are in progress, as the processor has
					 * recorded them, the last one first; empty if it has not */
	struct cursor registers, stack;	/* of the program: values of registers, in the order of
					 * perfdata_attr.regs, and a copy of the stack */
	bool is_narrow;			/* .registers have 32 bits */
	bool is_full;			/* all of .stack was filled: there may be more */
};

/* Whose code an address is.  That of guests, which are virtual machines, has no names. */
enum perfdata_where { WHERE_USER, WHERE_KERNEL, WHERE_GUEST };

/* The frame of an address that was looked up. */
struct perfdata_seen {
	uint64_t address, maps;		/* .maps: perfdata_maps.number */
	uint32_t process;		/* index in perfdata_tasks.processes; NOBODY: code of the
					 * kernel, which is the same in all processes */
	uint32_t frame;
	enum perfdata_where where;
	bool is_used;
};

/* The question which frames the code at an address has. */
struct perfdata_query {
	uint64_t at, maps;		/* as in struct perfdata_seen */
	const struct perfdata_maps *in;	/* in which mappings it is */
	uint32_t process;
	enum perfdata_where where;
	bool has_place;			/* .place is set */
	struct code_place place;	/* for codes.frames() */
	uint64_t hash;			/* of codes.prefetch(); 0: not prefetched */
};

/* A sample in the batch of perfdata_batch.c. */
struct perfdata_batched {
	size_t key, n;			/* its key is perfdata.key[.key] to [.key + .n - 1]:
					 * PERFDATA_KEY_HEAD numbers, then the addresses */
	uint64_t hash;
	uint32_t process;		/* index in perfdata_tasks.processes */
	struct perfdata_maps maps;	/* owned; of the process, when the sample was taken;
					 * perfdata_batch_put() sets it */
	uint32_t part, mode;
	size_t value, nvalues;		/* its values: perfdata.values[.value] and so on */
	uint32_t sample;		/* number of the samples of the stack, or NOBODY */
	size_t first, nqueries;		/* its addresses, in perfdata.queries, if .sample is
					 * NOBODY */
};

/* A file that was mapped. */
struct perfdata_object {
	unsigned char *bytes;		/* owned; how a record MMAP2 describes it */
	size_t n;			/* of .bytes; 0: not known */
	bool has_id;			/* .bytes has a build-id */
	uint32_t image;
};

enum {
	PERFDATA_OBJECTS = 256,		/* elements of perfdata.objects; a power of two */
	PERFDATA_SEEN = 1 << 14,	/* elements of perfdata.seen; a power of two */
	PERFDATA_BATCH = 32,		/* elements of perfdata.batch */
	PERFDATA_MOST_KEYS = 16 << 20,	/* bytes of the stacks that are remembered; a batch may add
					 * more */
	PERFDATA_KEY_HEAD = 4,		/* numbers in a key before the addresses: what else the
					 * stack depends on */
};

/* A file of records, and where it is read. */
struct perfdata_source {
	struct input *in;
	unsigned char *window;		/* owned; bytes of the file from .window_at on */
	uint64_t window_at;
	size_t nwindow, window_room;
	uint64_t at, end;		/* place of the next record, and of the end of all */
	bool is_cut;			/* what belongs to a record is behind the end of the file */
	void *stream;			/* owned; the state of libzstd, or NULL */
	bool is_stream_damaged;
	unsigned char *unpacked;	/* owned; what was unpacked, and is no whole record yet */
	size_t nunpacked, unpacked_room;
};

/* The symbols of a file, by simpleperf. */
struct perfdata_symbols {
	const char *path;
	struct code_symbols list;	/* .v is owned */
	bool in_memory;			/* they have addresses in memory, not in the file */
	uint64_t moved_to;		/* of a module of the kernel: where it was when its symbols
					 * became .in_memory; else 0 */
	uint64_t least;			/* the least address of code in the file, if its offset is
					 * not known; 0: it is */
};

struct perfdata {
	struct perfdata_source from;	/* the file that is being read */
	bool is_parted;			/* there are files with the records of one processor each */
	struct measured *m;
	const struct measured_options *options;
	bool big;			/* the file is of a big-endian machine */
	bool is_pipe;			/* the file was written to a pipe: its header is in
					 * records */

	bool was_killed;		/* perf record did not complete the header */
	uint64_t data_at, data_end;	/* where the records are in the file */
	uint64_t at;			/* place of the record that is being read */
	uint64_t attrs_at, attrs_size, attr_size;
	uint64_t features[4];		/* bit i: the header has feature i */

	struct perfdata_attr *attrs;	/* owned */
	uint32_t nattrs;
	bool attrs_differ;		/* their records have different fields */
	bool knows_copies;		/* .copy of .attrs is set */
	struct perfdata_id *ids;	/* owned */
	uint32_t nids;
	uint32_t last_id;		/* index in .ids of the id that was last looked for */
	struct perfdata_build *builds;	/* owned */
	uint32_t nbuilds;
	struct perfdata_symbols *symbols;	/* owned; numbered by .symbols_numbers */
	bool has_tracing;		/* descriptions of tracepoints were read */
	size_t symbols_room;
	uint64_t nsymbols;		/* in all files */
	struct numbering symbols_numbers;
	struct perfdata_count *counts;	/* owned */
	uint32_t ncounts;
	size_t attrs_room, ids_room, builds_room, counts_room;
	struct numbering id_numbers, build_numbers, count_numbers;

	struct perfdata_order order;
	struct perfdata_tasks tasks;
	struct perfdata_object objects[PERFDATA_OBJECTS];	/* a cache */

	struct perfdata_seen *seen;	/* owned; a cache: the index of an element is made from its
					 * address; NULL: not made yet */
	struct perfdata_batched batch[PERFDATA_BATCH];
	uint32_t nbatch;		/* elements of .batch that are used */
	uint64_t *key;			/* owned; what identifies the stacks of .batch */
	struct perfdata_query *queries;	/* owned; addresses of the stacks of .batch */
	uint32_t *frames;		/* owned; frames of a stack */
	struct perfdata_value *values;	/* owned; of the samples of .batch */
	size_t key_used, nqueries, nframes, nvalues, key_room, queries_room, frames_room,
		values_room;
	struct perfdata_value *grown;	/* owned; the values of one sample */
	size_t grown_room;
	uint32_t kernel;		/* number of its image; NOBODY: not known yet */
	uint64_t kernel_end;		/* where its code ends; 0: the file does not say */
	uint64_t *chain;		/* owned; addresses of a stack that was unwound */
	size_t nchain, chain_room;
	struct perfdata_step *steps;	/* owned; a cache of perfdata_stacks.c, or NULL */
	struct perfdata_held *held;	/* owned; samples that wait for a part of their stacks */
	uint32_t nheld;			/* elements of .held, used or free */
	uint32_t nwaiting;		/* elements that are used */
	uint64_t held_bytes;		/* of the parts of stacks in them */
	uint32_t held_free;		/* index of a free element, from which others follow; valid
					 * if .nwaiting < .nheld */
	size_t held_room;
	struct known_stacks known;
	struct arena known_keys;	/* the keys of .known */
	size_t nkeys;			/* bytes in .known_keys */
	struct arena texts;		/* of the header */
	struct measured_weight *weights;	/* owned; indexed by event; all 0 between two
						 * samples */
	size_t weights_room;

	/* What the header says about the recording; in .texts, or NULL. */
	const char *host, *release, *version, *command;

	struct perf_choice choice;
	uint64_t nsamples;		/* samples that were added */
	uint64_t lost, lost_samples, throttled;
	uint64_t unknown;		/* records of unknown types */
	uint32_t unknown_type;		/* type of the first of them */
	uint64_t damaged;		/* records that are too short */
	const struct cfi_machine *machine;	/* that was recorded; NULL: stacks of its kind are
						 * not unwound on this machine */
	struct {
		uint64_t n;		/* samples with a copy of the stack */
		uint64_t complete;	/* of which the outermost function was found */
		uint64_t cut;		/* whose stack goes on behind the end of the copy */
		uint64_t elsewhere;	/* whose callers are on another stack, which perf does not
					 * copy */
		uint64_t unread;	/* samples with a copy that cannot be unwound here */
	} dumps;
	uint64_t branched;		/* samples with calls that the processor has recorded */
	struct stack_roots roots;	/* of the samples of the files that were read before */
	uint64_t deferred;		/* stacks whose part of the user did not come */
	bool is_full;			/* there was no room for a stack */
};

/* Returns the record of SIZE bytes at BYTES. */
struct perfdata_record perfdata_record(const struct perfdata *p, const unsigned char *bytes,
	size_t size);

/* Adds the record of SIZE bytes at BYTES, and returns how many bytes that belong to it follow it in
 * the file.  IS_UNPACKED: the record was compressed. */
uint64_t perfdata_add(struct perfdata *p, const unsigned char *bytes, size_t size,
	bool is_unpacked);

/* Reads the next record of P->from.  False: there is none, or it is damaged, as E says. */
bool perfdata_step(struct perfdata *p, struct err *e);

/* Was P->from read to its end?  If not, E says why. */
bool perfdata_has_ended(struct perfdata *p, struct err *e);

/* Hands out records in the order of time, those until TIME. */
void perfdata_until(struct perfdata *p, uint64_t time);

/* perfdata_directory.c */

/* Adds the records of the files "data.N" in the directory DIR.  False: not all can be read, as E
 * says. */
bool perfdata_read_directory(struct perfdata *p, const char *dir, struct err *e);

/* perfdata_android.c */

/* Reads the symbols of files from the feature at C, 128 or, if ARE_MESSAGES is set, 132. */
void perfdata_read_android(struct perfdata *p, struct cursor c, bool are_messages);

/* Returns the symbols of the file PATH, valid until P is released, or NULL. */
struct perfdata_symbols *perfdata_symbols_of(struct perfdata *p, const char *path);

/* Likewise for the module PATH of the kernel, which is at the address LOW.  If it has none, returns
 * those of the kernel, which may have symbols of modules. */
struct perfdata_symbols *perfdata_module_symbols(struct perfdata *p, const char *path,
	uint64_t low);

/* Reads the symbols of the kernel at C, as /proc/kallsyms shows them. */
void perfdata_read_kallsyms(struct perfdata *p, struct cursor c);

/* Names the events that have no name, from the information of simpleperf at C. */
void perfdata_read_android_info(struct perfdata *p, struct cursor c);

void perfdata_release_android(struct perfdata *p);

/* perfdata_tracing.c */

/* Names the events that are tracepoints and have no name, from the descriptions of tracepoints at
 * C. */
void perfdata_read_tracing(struct perfdata *p, struct cursor c);

/* perfdata_source.c */

/* Returns the N bytes at OFFSET of the file, which are valid until the next call, or NULL if the
 * file ends before.  In a pipe, OFFSET must not decrease. */
const unsigned char *perfdata_at(struct perfdata *p, uint64_t offset, size_t n);

/* Frees what FROM owns. */
void perfdata_source_release(struct perfdata_source *from);

/* perfdata_header.c */

/* Reads the header, the events, and the features that are needed.  False: the file cannot be used,
 * as E says. */
bool perfdata_read_header(struct perfdata *p, struct err *e);

/* Adds an event from the bytes of C.  Returns its index, or NOBODY if C is damaged. */
uint32_t perfdata_add_attr(struct perfdata *p, struct cursor c);
void perfdata_add_id(struct perfdata *p, uint64_t id, uint32_t attr);

/* Returns the index of the event with this ID; NOBODY: there is none. */
uint32_t perfdata_attr_of(struct perfdata *p, uint64_t id);

/* Reads the feature NUMBER of the header from C. */
void perfdata_read_feature(struct perfdata *p, uint32_t number, struct cursor c);

/* Adds an event, or changes its name, as the record R says. */
void perfdata_read_attr(struct perfdata *p, const struct perfdata_record *r);
void perfdata_read_update(struct perfdata *p, const struct perfdata_record *r);

/* Adds the record R of a file with a build-id. */
void perfdata_add_build(struct perfdata *p, const struct perfdata_record *r);

/* Returns the build-id that the header has for PATH, or NULL. */
const struct perfdata_build *perfdata_build_of(struct perfdata *p, const char *path);

/* perfdata_records.c */

/* Handles the record of SIZE bytes at BYTES, which has a header of 8 bytes, and whose time has
 * come. */
void perfdata_handle(struct perfdata *p, const unsigned char *bytes, size_t size);

/* Returns the number of the image of the kernel if the code at ADDRESS, which is in no mapping, may
 * belong to it: its first functions are behind the end of its mapping, and some files do not say
 * where it is.  Else returns NOBODY. */
uint32_t perfdata_kernel_at(struct perfdata *p, uint64_t address);

/* Sets *TIME to the time of the record R of the kernel.  False: it has none. */
bool perfdata_time(struct perfdata *p, const struct perfdata_record *r, uint64_t *time);

/* Sets *COUNT and *ID to the next of the counts of a sample, C, whose event has the read_format
 * FORMAT.  False: there are no more. */
bool perfdata_next_count(struct cursor *c, uint64_t format, uint64_t *count, uint64_t *id);

/* Splits the sample R.  False: it is damaged, or of no known event. */
bool perfdata_split(struct perfdata *p, const struct perfdata_record *r,
	struct perfdata_sample *s);

/* perfdata_unpack.c */

/* Adds the records that are compressed in C.  False: C is damaged, or gprowse was built without
 * libzstd. */
bool perfdata_unpack(struct perfdata *p, struct cursor c);
void perfdata_unpack_end(struct perfdata_source *from);

/* perfdata_notes.c */

/* Adds notes to the profile, after all records were read. */
void perfdata_note(struct perfdata *p);

/* Returns how many samples of M have stacks with each root. */
struct stack_roots perfdata_roots(const struct measured *m);

/* perfdata_stacks.c */

/* Appends ADDRESS to P->chain. */
void perfdata_chain_add(struct perfdata *p, uint64_t address);

/* Sets P->chain to the stack of the program in the sample S of PROCESS, as in struct
 * perfdata_sample without marks.  False: S has no copy of the stack, or it cannot be unwound. */
bool perfdata_unwind(struct perfdata *p, const struct perfdata_sample *s,
	const struct perfdata_process *process);

/* Likewise, if perf has found the callers by frame pointers, but has skipped that of the innermost
 * function, which has stored nothing on the stack.  perf then records the register with the return
 * address (on arm64, since Linux 5.18).  False: none is skipped. */
bool perfdata_chain_link(struct perfdata *p, const struct perfdata_sample *s,
	const struct perfdata_process *process);

/* perfdata_branches.c */

/* Moves C behind the branches of a sample of ATTR.  If they are the calls in progress, they become
 * S->branches. */
void perfdata_read_branches(struct cursor *c, const struct perfdata_attr *attr,
	struct perfdata_sample *s);

/* Sets P->chain to the stack of the program that S->branches show, as perfdata_unwind() does.
 * False: S has none, or has no code of the program. */
bool perfdata_chain_branches(struct perfdata *p, const struct perfdata_sample *s);

/* perfdata_samples.c */

void perfdata_add_sample(struct perfdata *p, const struct perfdata_sample *s);

/* Adds the sample S of THREAD, which is chosen, with its N VALUES to the batch. */
void perfdata_add_stack(struct perfdata *p, const struct perfdata_sample *s, uint32_t thread,
	const struct perfdata_value *values, size_t n);

/* perfdata_batch.c */

/* Puts the sample B into the batch.  Its key is at the end of P->key. */
void perfdata_batch_put(struct perfdata *p, const struct perfdata_batched *b);

/* Adds the samples of the batch to the profile.  To be called before mappings of the kernel or
 * symbols change, and at the end. */
void perfdata_batch_end(struct perfdata *p);

/* perfdata_deferred.c */

/* Keeps the sample S of THREAD with its N VALUES for later, if the stack of the program comes
 * later.  False: it does not. */
bool perfdata_hold(struct perfdata *p, const struct perfdata_sample *s, uint32_t thread,
	const struct perfdata_value *values, size_t n);

/* The stack of the program with NUMBER has come: adds the samples of THREAD that wait for it. */
void perfdata_join(struct perfdata *p, uint32_t thread, uint64_t number, struct cursor stack);

/* Adds all samples that wait.  There are no more records. */
void perfdata_join_rest(struct perfdata *p);

#endif

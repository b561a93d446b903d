/* perfdata_file.h - perf.data files that tests write, record by record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERFDATA_FILE_H
#define PERFDATA_FILE_H

#include "bytes.h"
#include "measured/formats/perfdata.h"

/* The file has two events, cpu-clock with the id 71, and page-faults with the id 72.  Samples have
 * an identifier, address, thread, time, processor, period and stack. */
struct perfdata_file {
	struct bytes records;
	bool big_endian;
	bool is_pipe;			/* the header is in records */
	bool is_same_event;		/* both events are the clock */
	bool lacks_ip;			/* samples of page-faults have no address of their own */
	bool is_before_prot;		/* MMAP2 as before Linux 3.16 */
	uint32_t mode_as_prot;		/* in MMAP2, instead of the protection; 0: the protection */
	uint32_t cpu;			/* processor of the samples that are added */
	bool has_branches;		/* samples also have the calls in progress; only
					 * put_branches() adds them */
	uint64_t read_format;		/* not 0: samples also have counts; only put_counts() adds
					 * them */
	const struct bytes *tracing;	/* not NULL: descriptions of tracepoints, which the events
					 * are, with the numbers 300 and 302 */
	bool is_tracepoints;		/* the events are tracepoints without .tracing */
	const struct bytes *feature;	/* not NULL: a feature of the file, and its number */
	unsigned feature_number;
	bool inherits;			/* each thread has its own counts */
	uint64_t registers;		/* not 0: samples also have these registers of the
					 * program, as bits, and a copy of the stack; only
					 * put_copy() adds them */
};

/* Begins a record.  The result is for end_record(). */
size_t begin_record(struct perfdata_file *f, unsigned type, unsigned misc);
void end_record(struct perfdata_file *f, size_t begin);

/* Adds what is at the end of each record of the kernel. */
void put_trailer(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid);

/* Each function adds a record, with the thread and the time at its end as the kernel does. */
void put_comm(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid, const char *name,
	bool is_exec);
void put_mmap(struct perfdata_file *f, uint64_t time, uint32_t pid, uint64_t address,
	uint64_t size, uint64_t offset, const char *path);
void put_mmap2(struct perfdata_file *f, uint64_t time, uint32_t pid, uint64_t address,
	uint64_t size, uint64_t offset, const char *path);
void put_fork(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t parent, uint32_t tid);
void put_lost(struct perfdata_file *f, uint64_t time, uint64_t lost);
void put_round(struct perfdata_file *f);

/* The stack has N addresses and marks. */
void put_stack(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid, uint64_t event,
	uint64_t period, const uint64_t *stack, size_t n);

/* The same with the counts of both events; only the clock is sampled. */
void put_counts(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid, uint64_t clock,
	uint64_t faults, const uint64_t *stack, size_t n);

/* The same with the N COUNTS, pairs of a count and the id of its event.  F->read_format is
 * READ_GROUP | READ_ID. */
void put_count_list(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid,
	uint64_t counts[][2], size_t ncounts, const uint64_t *stack, size_t n);

/* Adds a sample with the values of F->registers, and a copy of the SIZE bytes at STACK, of which
 * USED are filled. */
void put_copy(struct perfdata_file *f, uint64_t time, uint32_t pid, uint64_t ip,
	const uint64_t *values, const void *stack, size_t size, size_t used);

/* Adds a sample with a stack as put_stack() does, and NBRANCHES calls: pairs of the addresses from
 * which and to which the program called, the last one first.  MODE is 1 for the kernel, 2 for the
 * program. */
void put_branches(struct perfdata_file *f, uint64_t time, uint32_t pid, unsigned mode,
	const uint64_t *stack, size_t n, const uint64_t *branches, size_t nbranches);

/* Appends the whole file to B. */
void put_perfdata(struct bytes *b, const struct perfdata_file *f);

enum { MARK_KERNEL = -128, MARK_USER = -512, MARK_DEFERRED = -640, MARK_GUEST_USER = -2560 };
enum { ID_CLOCK = 71, ID_FAULTS = 72 };

#endif

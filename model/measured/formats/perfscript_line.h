/* perfscript_line.h - lines of the output of perf script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERFSCRIPT_LINE_H
#define PERFSCRIPT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measured/formats/perf_object.h"

/* The first line of a sample.  Which fields it has depends on the options of perf script. */
struct perf_header {
	struct perf_text comm;
	uint32_t pid, tid;		/* valid if .has_pid, .has_tid */
	bool has_pid, has_tid;
	bool has_cpu, has_time;
	uint32_t cpu;
	uint64_t time;			/* in ns */
	bool has_period;
	int64_t period;			/* 1 unless .has_period is set */
	struct perf_text event;		/* .n 0: the line names no event */
	struct perf_text rest;		/* behind the event: the frame of a sample without a stack,
					 * or the fields of a tracepoint */
};

/* One line of a stack. */
struct perf_frame {
	bool has_address;
	uint64_t address;
	struct perf_text name;		/* without the offset in the function */
	struct perf_text object;	/* .n 0: not known */
	bool is_inlined;		/* into the function of the next line */
};

/* Each function splits the N bytes at S, and returns false if they are no such line.
 * perfscript_bare_header(): a first line with few fields, as only the name of the thread.  Almost
 * any text is one, so the line behind it must be a frame. */
bool perfscript_header(struct perf_header *h, const char *s, size_t n);
bool perfscript_bare_header(struct perf_header *h, const char *s, size_t n);
bool perfscript_frame(struct perf_frame *f, const char *s, size_t n);

/* Reads the frame in the first line of a sample.  REST: perf_header.rest.  The address of the data
 * that was used may stand in front of the frame (field addr). */
bool perfscript_header_frame(struct perf_frame *f, struct perf_text rest);

/* Is F no frame, but the mark behind a copied stack whose next caller perf did not find?  The
 * address is then 0, less the one that perf subtracts to look up the call.  Source: unwind-libdw.c
 * and unwind-libunwind-local.c in tools/perf/util of Linux. */
bool perfscript_is_end(const struct perf_frame *f);

/* Are the N bytes at S a record that is no sample?  Options as --show-mmap-events print them. */
bool perfscript_is_record(const char *s, size_t n);

/* Do the N bytes at S begin as perf writes a frame with its address? */
bool perfscript_is_aligned(const char *s, size_t n);

#endif

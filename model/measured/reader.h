/* reader.h - recognizing and reading profiles whose totals are known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/stop.h"
#include "measured/codes.h"
#include "measured/input.h"
#include "measured/measured.h"

/* By what the samples of perf are divided into parts. */
enum measured_division { BY_THREAD, BY_COMM, BY_CPU };

/* Facts that the user gives. */
struct measured_options {
	const char *format;		/* name of the format that the user gave; NULL: recognize
					 * the format */
	const char *counts;		/* what the numbers of folded stacks count: "samples", or a
					 * unit, such as "nanoseconds" or "bytes"; NULL: it is not
					 * known */
	const struct codes *codes;	/* names the code of formats that have only addresses; NULL:
					 * such code is not named */
	const char *pid, *thread, *comm;	/* in formats that say so: only samples of this
						 * process, of threads with this name or number,
						 * of threads with this name; NULL: all */
	const char *cpus;		/* likewise: only samples on these processors, as
					 * base/numberlist.h; NULL: all */
	bool has_between;		/* likewise: only samples from .from up to before .to */
	uint64_t from, to;		/* ns since the first sample */
	enum measured_division division;
	bool waits;			/* wait for the writer of a pipe; false: a pipe without a
					 * writer is empty */
	struct stop *stop;		/* receives progress, and may stop the reading; or NULL */
};

struct measured_format {
	bool is_certain;		/* .recognise is asked before it is known that the file is
					 * none of the kinds of otherkinds_find() */
	enum measured_stacks stacks;	/* may its stacks be cut?  In a format of costs, unused */

	/* Does a file have this format?  HEAD has the first N bytes of the file. */
	bool (*recognise)(const unsigned char *head, size_t n);

	/* No format recognizes the file that begins with HEAD.  If the file seems to be meant to
	 * have this format, says in E what is wrong with it.  NULL: there is nothing to say. */
	void (*explain)(const unsigned char *head, size_t n, struct err *e);

	/* Adds the contents of IN to M, which has the contents of earlier files.  Returns false if
	 * IN is damaged or has faults; then M has everything that could be read, and E says what is
	 * wrong, without the name of the file. */
	bool (*read)(struct input *in, struct measured *m, const struct measured_options *options,
		struct err *e);

	/* Completes M after all files have been read; or NULL. */
	void (*finish)(struct measured *m);
};

/* The readers in formats/. */
#define MEASURED(name, reader) extern const struct measured_format reader;
#include "measured/formats.def"
#undef MEASURED

enum measured_result {
	MEASURED_OTHER,			/* the file has none of the formats, and M is unchanged.  If
					 * the file is no program either, E may say what it is.  If
					 * E does not say this, E->kind is ERR_NONE */
	MEASURED_FAILED,		/* the file cannot be read, as E says; M is unchanged,
					 * unless the user stopped the work */
	MEASURED_DAMAGED,		/* only a part of the file could be added, as E says */
	MEASURED_ADDED,
};

/* Adds the file PATH ("-": standard input) to M if the file has one of the formats in formats.def;
 * all files of M have the same format.  The string PATH must live as long as M.  E does not name
 * PATH. */
enum measured_result measured_read(struct measured *m, const char *path,
	const struct measured_options *options, struct err *e);

/* Completes M, to which at least one file was added. */
void measured_finish(struct measured *m);

/* Returns the name of the format of the file PATH, a constant.  NULL: PATH is no regular file, has
 * none of the formats in formats.def, or cannot be read. */
const char *measured_format_of(const char *path);

/* Returns the name of format number I of formats.def, a constant.  NULL: there is no format I. */
const char *measured_format_name(size_t i);

#endif

/* perfdata_file.c - perf.data files that tests write, record by record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "perfdata_file.h"

#include <string.h>

enum { ATTR_SIZE = 112 };

/* IP, TID, TIME, CALLCHAIN, CPU, PERIOD, IDENTIFIER */
static const uint64_t sample_type = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 16;

enum { READ = 1 << 4, BRANCHES = 1 << 11, REGISTERS = 1 << 12, STACK = 1 << 13 };

/* perf_event_attr.branch_sample_type: of the program, calls in progress, with an index. */
enum { BRANCH_TYPE = 1 << 0 | 1 << 11 | 1 << 17 };

size_t
begin_record(struct perfdata_file *f, unsigned type, unsigned misc)
{
	size_t begin = f->records.n;

	f->records.big_endian = f->big_endian;
	put_number(&f->records, type, 4);
	put_number(&f->records, misc, 2);
	put_number(&f->records, 0, 2);
	return begin;
}

void
end_record(struct perfdata_file *f, size_t begin)
{
	struct bytes size = { .big_endian = f->big_endian };

	put_number(&size, f->records.n - begin, 2);
	memcpy(f->records.v + begin + 6, size.v, 2);
	bytes_release(&size);
}

void
put_trailer(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid)
{
	put_number(&f->records, pid, 4);
	put_number(&f->records, tid, 4);
	put_number(&f->records, time, 8);
	put_number(&f->records, 0, 8);		/* processor */
	put_number(&f->records, ID_CLOCK, 8);
}

/* Adds TEXT and a NUL, up to a multiple of 8 bytes. */
static void
put_text(struct bytes *b, const char *text)
{
	size_t n = strlen(text) + 1;

	put_bytes(b, text, n);
	put_zeros(b, (8 - n % 8) % 8);
}

void
put_comm(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid, const char *name,
	bool is_exec)
{
	size_t begin = begin_record(f, 3, is_exec ? 1 << 13 : 0);

	put_number(&f->records, pid, 4);
	put_number(&f->records, tid, 4);
	put_text(&f->records, name);
	put_trailer(f, time, pid, tid);
	end_record(f, begin);
}

void
put_mmap(struct perfdata_file *f, uint64_t time, uint32_t pid, uint64_t address, uint64_t size,
	uint64_t offset, const char *path)
{
	size_t begin = begin_record(f, 1, *path == '[' ? 1 : 2);

	put_number(&f->records, pid, 4);
	put_number(&f->records, pid, 4);
	put_number(&f->records, address, 8);
	put_number(&f->records, size, 8);
	put_number(&f->records, offset, 8);
	put_text(&f->records, path);
	put_trailer(f, time, pid, pid);
	end_record(f, begin);
}

void
put_mmap2(struct perfdata_file *f, uint64_t time, uint32_t pid, uint64_t address, uint64_t size,
	uint64_t offset, const char *path)
{
	enum { PROT_READ_EXEC = 5 };
	size_t begin = begin_record(f, 10, 2);

	put_number(&f->records, pid, 4);
	put_number(&f->records, pid, 4);
	put_number(&f->records, address, 8);
	put_number(&f->records, size, 8);
	put_number(&f->records, offset, 8);
	put_zeros(&f->records, 24);
	if (!f->is_before_prot) {
		put_number(&f->records, f->mode_as_prot != 0 ? f->mode_as_prot
			: PROT_READ_EXEC, 4);
		put_number(&f->records, 2, 4);		/* MAP_PRIVATE */
	}
	put_text(&f->records, path);
	put_trailer(f, time, pid, pid);
	end_record(f, begin);
}

void
put_fork(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t parent, uint32_t tid)
{
	size_t begin = begin_record(f, 7, 0);

	put_number(&f->records, pid, 4);
	put_number(&f->records, parent, 4);
	put_number(&f->records, tid, 4);
	put_number(&f->records, parent, 4);
	put_number(&f->records, time, 8);
	put_trailer(f, time, pid, tid);
	end_record(f, begin);
}

void
put_lost(struct perfdata_file *f, uint64_t time, uint64_t lost)
{
	size_t begin = begin_record(f, 2, 0);

	put_number(&f->records, ID_CLOCK, 8);
	put_number(&f->records, lost, 8);
	put_trailer(f, time, 0, 0);
	end_record(f, begin);
}

void
put_round(struct perfdata_file *f)
{
	end_record(f, begin_record(f, 68, 0));
}

static void
put_chain(struct perfdata_file *f, const uint64_t *stack, size_t n)
{
	put_number(&f->records, n, 8);
	for (size_t i = 0; i < n; i++)
		put_number(&f->records, stack[i], 8);
}

/* Begins a sample, up to its period. */
static size_t
begin_fields(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid, uint64_t event,
	uint64_t period, uint64_t ip, unsigned mode)
{
	size_t begin = begin_record(f, 9, mode);

	put_number(&f->records, event, 8);
	if (event != ID_FAULTS || !f->lacks_ip)
		put_number(&f->records, ip, 8);
	put_number(&f->records, pid, 4);
	put_number(&f->records, tid, 4);
	put_number(&f->records, time, 8);
	put_number(&f->records, f->cpu, 4);
	put_number(&f->records, 0, 4);
	put_number(&f->records, period, 8);
	return begin;
}

/* Begins a sample with a stack of N addresses and marks. */
static size_t
begin_sample(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid, uint64_t event,
	uint64_t period, uint64_t ip, const uint64_t *stack, size_t n, unsigned mode)
{
	size_t begin = begin_fields(f, time, pid, tid, event, period, ip, mode);

	put_chain(f, stack, n);
	return begin;
}

void
put_counts(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid, uint64_t clock,
	uint64_t faults, const uint64_t *stack, size_t n)
{
	size_t begin = begin_fields(f, time, pid, tid, ID_CLOCK, 1000, stack[1], 2);
	const uint64_t counts[2][2] = { { clock, ID_CLOCK }, { faults, ID_FAULTS } };
	bool is_group = (f->read_format & READ_GROUP) != 0;

	if (is_group)
		put_number(&f->records, 2, 8);
	if (is_group && (f->read_format & READ_ENABLED) != 0)
		put_number(&f->records, time, 8);
	for (int i = 0; i < (is_group ? 2 : 1); i++) {
		put_number(&f->records, counts[i][0], 8);
		if (!is_group && (f->read_format & READ_ENABLED) != 0)
			put_number(&f->records, time, 8);
		if ((f->read_format & READ_ID) != 0)
			put_number(&f->records, counts[i][1], 8);
		if ((f->read_format & READ_LOST) != 0)
			put_number(&f->records, 0, 8);
	}
	put_chain(f, stack, n);
	end_record(f, begin);
}

void
put_stack(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid, uint64_t event,
	uint64_t period, const uint64_t *stack, size_t n)
{
	end_record(f, begin_sample(f, time, pid, tid, event, period, n > 1 ? stack[1] : 0x1234,
		stack, n, 2));
}

void
put_branches(struct perfdata_file *f, uint64_t time, uint32_t pid, unsigned mode,
	const uint64_t *stack, size_t n, const uint64_t *branches, size_t nbranches)
{
	size_t begin = begin_sample(f, time, pid, pid, ID_CLOCK, 1, stack[1], stack, n, mode);

	put_number(&f->records, nbranches, 8);
	put_number(&f->records, 0, 8);		/* index */
	for (size_t i = 0; i < nbranches; i++) {
		put_number(&f->records, branches[2 * i], 8);
		put_number(&f->records, branches[2 * i + 1], 8);
		put_number(&f->records, 0, 8);
	}
	end_record(f, begin);
}

void
put_copy(struct perfdata_file *f, uint64_t time, uint32_t pid, uint64_t ip,
	const uint64_t *values, const void *stack, size_t size, size_t used)
{
	size_t begin = begin_sample(f, time, pid, pid, ID_CLOCK, 1, ip, NULL, 0, 2);

	put_number(&f->records, 2, 8);		/* registers of 64 bits */
	for (uint64_t bits = f->registers; bits != 0; bits &= bits - 1)
		put_number(&f->records, *values++, 8);
	put_number(&f->records, size, 8);
	put_bytes(&f->records, stack, size);
	put_number(&f->records, used, 8);
	end_record(f, begin);
}

void
put_count_list(struct perfdata_file *f, uint64_t time, uint32_t pid, uint32_t tid,
	uint64_t counts[][2], size_t ncounts, const uint64_t *stack, size_t n)
{
	size_t begin = begin_fields(f, time, pid, tid, ID_CLOCK, 1000, stack[1], 1);

	put_number(&f->records, ncounts, 8);
	for (size_t i = 0; i < ncounts; i++) {
		put_number(&f->records, counts[i][0], 8);
		put_number(&f->records, counts[i][1], 8);
	}
	put_chain(f, stack, n);
	end_record(f, begin);
}

/* Adds the event NUMBER of the software events. */
static void
put_attr(struct bytes *b, const struct perfdata_file *f, uint64_t number)
{
	/* sample_id_all, inherit */
	uint64_t flags = UINT64_C(1) << 18 | (f->inherits ? 1 << 1 : 0);
	bool is_tracepoint = f->tracing != NULL || f->is_tracepoints;
	uint64_t lacking = f->lacks_ip && number != 0 ? FIELD_IP : 0;

	/* The flags are bits of one number, from its highest bit down on such machines. */
	if (b->big_endian)
		flags = UINT64_C(1) << 45 | (f->inherits ? UINT64_C(1) << 62 : 0);

	put_number(b, is_tracepoint ? 2 : 1, 4);
	put_number(b, ATTR_SIZE, 4);
	put_number(b, is_tracepoint ? 300 + number : number, 8);
	put_number(b, 1000, 8);
	put_number(b, (sample_type & ~lacking) | (f->registers != 0 ? REGISTERS | STACK : 0)
		| (f->has_branches ? BRANCHES : 0) | (f->read_format != 0 ? READ : 0), 8);
	put_number(b, f->read_format, 8);
	put_number(b, flags, 8);
	put_zeros(b, 24);
	put_number(b, f->has_branches ? BRANCH_TYPE : 0, 8);
	put_number(b, f->registers, 8);
	put_number(b, 8192, 4);
	put_zeros(b, ATTR_SIZE - 92);
}

static void
put_pipe(struct bytes *b, const struct perfdata_file *f)
{
	struct perfdata_file header = { .big_endian = f->big_endian };

	put_number(b, 16, 8);
	for (uint64_t i = 0; i < 2; i++) {
		size_t begin = begin_record(&header, 64, 0);

		put_attr(&header.records, f, f->is_same_event ? 0 : 2 * i);
		put_number(&header.records, ID_CLOCK + i, 8);
		end_record(&header, begin);
	}
	if (f->tracing != NULL) {
		size_t begin = begin_record(&header, 66, 0);

		put_number(&header.records, f->tracing->n, 4);
		end_record(&header, begin);
		put_bytes(&header.records, f->tracing->v, f->tracing->n);
		put_zeros(&header.records, (8 - f->tracing->n % 8) % 8);
	}
	put_bytes(b, header.records.v, header.records.n);
	put_bytes(b, f->records.v, f->records.n);
	bytes_release(&header.records);
}

void
put_perfdata(struct bytes *b, const struct perfdata_file *f)
{
	enum { HEADER = 104, ATTRS = HEADER, IDS = ATTRS + 2 * (ATTR_SIZE + 16), DATA = IDS + 16 };

	const struct bytes *feature = f->tracing != NULL ? f->tracing : f->feature;

	b->big_endian = f->big_endian;
	put_bytes(b, f->big_endian ? "PERFILE2" : "PERFILE2", 8);
	if (f->big_endian)
		memcpy(b->v + b->n - 8, "2ELIFREP", 8);
	if (f->is_pipe) {
		put_pipe(b, f);
		return;
	}
	put_number(b, HEADER, 8);
	put_number(b, ATTR_SIZE + 16, 8);
	put_number(b, ATTRS, 8);
	put_number(b, (uint64_t)2 * (ATTR_SIZE + 16), 8);
	put_number(b, DATA, 8);
	put_number(b, f->records.n, 8);
	put_zeros(b, 16);
	for (unsigned i = 0; i < 256; i += 64)
		put_number(b, (i == 0 && f->tracing != NULL ? 1 << 1 : 0)
			| (f->feature != NULL && f->feature_number / 64 == i / 64
			? UINT64_C(1) << f->feature_number % 64 : 0), 8);
	for (uint64_t i = 0; i < 2; i++) {
		put_attr(b, f, f->is_same_event ? 0 : 2 * i);
		put_number(b, IDS + 8 * i, 8);
		put_number(b, 8, 8);
	}
	put_number(b, ID_CLOCK, 8);
	put_number(b, ID_FAULTS, 8);
	put_bytes(b, f->records.v, f->records.n);
	/* One feature: the table of features has one row. */
	if (feature != NULL) {
		put_number(b, DATA + f->records.n + 16, 8);
		put_number(b, feature->n, 8);
		put_bytes(b, feature->v, feature->n);
	}
}

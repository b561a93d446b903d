/* test_perfdata.c - perf.data files: order in time, mappings, threads, both byte orders, damage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "measured/codes.h"
#include "measured/measured.h"
#include "measured/reader.h"
#include "perfdata_file.h"

/* Images without files: the function at an address has the name PATH+OFFSET, or PATH#ID+OFFSET with
 * the first byte of its build-id; in memory that is no file, MAKER/PID+ADDRESS. */
struct images {
	struct measured *m;
	char paths[16][64];
	uint32_t n;
	uint32_t frame;
};

static uint32_t
image_of(void *with, const struct recording_object *o, enum codes_kind kind)
{
	struct images *images = with;
	uint32_t i = 0;

	char path[sizeof(images->paths[0])];

	snprintf(path, sizeof(path), o->id_size > 0 ? "%s#%02x" : "%s", o->path, o->id[0]);
	while (i < images->n && strcmp(images->paths[i], path) != 0)
		i++;
	if (i == images->n && i < 15)
		memcpy(images->paths[images->n++], path, sizeof(path));
	(void)kind;
	return i;
}

static uint32_t
frames_at(void *with, const struct code_place *place, const uint32_t **frames)
{
	struct images *images = with;
	char name[128];
	uint32_t image = place->image;
	struct measured_func func = { .object = NOBODY, .file = NOBODY };

	if (image != NOBODY && strcmp(images->paths[image], "//anon") == 0)
		snprintf(name, sizeof(name), "%u/%u+%llx", place->maker, place->pid,
			(unsigned long long)place->address);
	else
		snprintf(name, sizeof(name), "%s+%llx", image == NOBODY ? "?" : images->paths[image],
			(unsigned long long)(image == NOBODY ? place->address : place->offset));
	func.name = measured_text(images->m, name, strlen(name));
	images->frame = measured_frame(images->m, &(struct measured_frame){
		.func = measured_func(images->m, &func), .file = NOBODY });
	*frames = &images->frame;
	return 1;
}

/* Reads B into M as measured_read() does, with the choice in OPTIONS. */
static enum measured_result
read_chosen(struct measured *m, const struct bytes *b, struct measured_options options,
	struct err *e)
{
	struct images images = { .m = m };
	const struct codes codes = { .with = &images, .image = image_of, .frames = frames_at };
	char *path = write_file(b);
	enum measured_result result;

	options.codes = &codes;
	result = measured_read(m, path, &options, e);
	remove_file(path);
	return result;
}

static enum measured_result
read_bytes(struct measured *m, const struct bytes *b, struct err *e)
{
	const struct measured_options options = { 0 };

	return read_chosen(m, b, options, e);
}

/* Appends to TEXT the samples of M, one in each line: stack, part, and the values of its events. */
static void
print_samples(const struct measured *m, FILE *out)
{
	for (uint32_t i = 0; i < m->nsamples; i++) {
		uint32_t path = m->samples[i].path, part = m->samples[i].part;

		for (; path != NOBODY; path = m->paths[path].parent) {
			uint32_t func = m->frames[m->paths[path].frame].func;

			fprintf(out, "%s ", measured_text_of(m, m->funcs[func].name));
		}
		fprintf(out, "(%s", m->parts[part].name);
		if (m->parts[part].whole != NOBODY)
			fprintf(out, " in %s", m->parts[m->parts[part].whole].name);
		fprintf(out, ")");
		for (uint32_t k = 0; k < m->nevents; k++)
			fprintf(out, " %lld/%llu",
				(long long)m->weights[(size_t)i * m->nevents + k].value,
				(unsigned long long)m->weights[(size_t)i * m->nevents + k].samples);
		fprintf(out, "\n");
	}
}

/* Checks that F is read with RESULT if it is divided as DIVISION says, and has the samples
 * WANTED. */
static void
check_divided(const struct perfdata_file *f, enum measured_division division,
	enum measured_result result, const char *wanted)
{
	const struct measured_options options = { .division = division };
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	struct err e;
	char *text;
	size_t n;
	FILE *out = mem_stream(&text, &n);

	put_perfdata(&b, f);
	assert_int_equal(read_chosen(m, &b, options, &e), result);
	print_samples(m, out);
	mem_close(out);
	assert_string_equal(text, wanted);
	free(text);
	bytes_release(&b);
	measured_release(m);
}

static void
check_file(const struct perfdata_file *f, enum measured_result result, const char *wanted)
{
	check_divided(f, BY_THREAD, result, wanted);
}

#define STACK(...) (const uint64_t[]){ __VA_ARGS__ }, \
	sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t)

/* A process with a thread and a child, code of the kernel, and two events. */
static void
put_usual(struct perfdata_file *f)
{
	put_mmap(f, 0, UINT32_MAX, 0xffff000000000000, 0x1000, 0, "[kernel.kallsyms]_text");
	put_comm(f, 0, 10, 10, "sh", false);
	put_mmap2(f, 0, 10, 0x1000, 0x1000, 0x400, "/bin/sh");
	/* The second processor comes after the first one, though its records are older. */
	put_stack(f, 50, 10, 10, ID_CLOCK, 1000, STACK(MARK_USER, 0x5010, 0x5101));
	put_stack(f, 60, 10, 11, ID_FAULTS, 1, STACK(MARK_KERNEL, 0xffff000000000020,
		0xffff000000000031, MARK_USER, 0x5010));
	put_comm(f, 30, 10, 10, "prog", true);
	put_mmap(f, 40, 10, 0x5000, 0x2000, 0x200, "/bin/prog");
	put_fork(f, 45, 10, 10, 11);
	put_round(f);
	put_stack(f, 20, 10, 10, ID_CLOCK, 2000, STACK(MARK_USER, 0x1010));
	put_fork(f, 70, 12, 10, 12);
	put_mmap2(f, 75, 12, 0x5800, 0x100, 0, "/lib/new.so");
	put_stack(f, 80, 12, 12, ID_CLOCK, 1000, STACK(MARK_USER, 0x5810, 0x5901, 0x9000));
	put_round(f);
	put_stack(f, 90, 10, 10, ID_CLOCK, 1000, STACK(MARK_USER, 0x5810));
	put_stack(f, 91, 10, 10, ID_CLOCK, 1000, STACK(MARK_USER, 0x5810));
	put_lost(f, 92, 3);
	put_round(f);
}

static const char usual[] =
	"/bin/sh+410 (prog 10 in prog 10) 2000/1 0/0\n"
	"/bin/prog+210 /bin/prog+300 (prog 10 in prog 10) 1000/1 0/0\n"
	"[kernel.kallsyms]+ffff000000000020 [kernel.kallsyms]+ffff000000000030 "
		"/bin/prog+210 (prog 11 in prog 10) 0/0 1/1\n"
	"/lib/new.so+10 /bin/prog+b00 ?+8fff (prog 12 in prog 12) 1000/1 0/0\n"
	"/bin/prog+a10 (prog 10 in prog 10) 2000/2 0/0\n";

/* Records are handled in the order of time; each thread has the mappings and the name that it had
 * at that moment. */
static void
test_usual(void **state)
{
	for (int i = 0; i < 4; i++) {
		struct perfdata_file f = { .big_endian = (i & 1) != 0, .is_pipe = (i & 2) != 0 };

		put_usual(&f);
		check_file(&f, MEASURED_ADDED, usual);
		bytes_release(&f.records);
	}
	(void)state;
}

/* Code of guests has no name.  Code of the kernel is in the kernel, though no record says where it
 * is.  The number behind the mark of a deferred stack is no address. */
static void
test_marks(void **state)
{
	struct perfdata_file f = { 0 };

	put_comm(&f, 0, 10, 10, "vm", false);
	put_mmap(&f, 0, 10, 0x1000, 0x1000, 0, "/bin/vm");
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_GUEST_USER, 0x1010));
	put_stack(&f, 2, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	put_stack(&f, 3, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, 0x20, MARK_DEFERRED, 0x1010));
	check_file(&f, MEASURED_ADDED, "?+1010 (vm 10 in vm 10) 1/1\n"
		"/bin/vm+10 (vm 10 in vm 10) 1/1\n[kernel.kallsyms]+20 (vm 10 in vm 10) 1/1\n");
	bytes_release(&f.records);
	(void)state;
}

/* A process has the name of its first thread, though another thread has the last sample.  The
 * kernel gives the number -1 to threads that have ended, in any process. */
static void
test_names(void **state)
{
	const uint32_t ended = UINT32_MAX;
	struct perfdata_file f = { 0 };

	put_comm(&f, 0, 10, 10, "prog", true);
	put_comm(&f, 1, 10, 11, "worker", false);
	put_comm(&f, 1, 20, 21, "alone", false);
	put_comm(&f, 1, 20, 22, "other", false);
	put_stack(&f, 2, 10, 11, ID_CLOCK, 1, STACK(MARK_USER, 0x10));
	put_stack(&f, 3, 20, 21, ID_CLOCK, 1, STACK(MARK_USER, 0x20));
	put_stack(&f, 4, 20, 22, ID_CLOCK, 1, STACK(MARK_USER, 0x30));
	put_stack(&f, 5, 10, ended, ID_CLOCK, 1, STACK(MARK_USER, 0x40));
	put_stack(&f, 6, 20, ended, ID_CLOCK, 1, STACK(MARK_USER, 0x50));
	put_stack(&f, 7, ended, ended, ID_CLOCK, 1, STACK(MARK_USER, 0x60));
	put_stack(&f, 8, 10, ended, ID_CLOCK, 1, STACK(MARK_USER, 0x40));
	put_stack(&f, 9, 0, ended, ID_CLOCK, 1, STACK(MARK_USER, 0x70));
	check_file(&f, MEASURED_ADDED, "?+10 (worker 11 in prog 10) 1/1\n"
		"?+20 (alone 21 in alone 20) 1/1\n?+30 (other 22 in alone 20) 1/1\n"
		"?+40 (:-1 -1 in prog 10) 2/2\n?+50 (:-1 -1 in alone 20) 1/1\n"
		"?+60 (:-1 -1 in :-1 -1) 1/1\n?+70 (:-1 -1 in :-1 0) 1/1\n");
	bytes_release(&f.records);
	(void)state;
}

static void
put_deferred(struct perfdata_file *f, uint64_t time, uint32_t tid, uint64_t number,
	const uint64_t *stack, size_t n)
{
	size_t begin = begin_record(f, 22, 2);

	put_number(&f->records, number, 8);
	put_number(&f->records, n, 8);
	for (size_t i = 0; i < n; i++)
		put_number(&f->records, stack[i], 8);
	put_trailer(f, time, 10, tid);
	end_record(f, begin);
}

/* Stacks of programs that come in records of their own belong to the samples with their number. */
static void
test_deferred(void **state)
{
	for (int i = 0; i < 2; i++) {
		struct perfdata_file f = { .big_endian = i == 1 };

		put_comm(&f, 0, 10, 10, "a", false);
		put_comm(&f, 0, 10, 11, "b", false);
		put_mmap(&f, 0, 10, 0x1000, 0x1000, 0, "/bin/a");
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, 0x20, MARK_DEFERRED, 77));
		put_stack(&f, 2, 10, 11, ID_CLOCK, 1, STACK(MARK_KERNEL, 0x21, MARK_DEFERRED, 78));
		put_stack(&f, 3, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, 0x22, MARK_DEFERRED, 77));
		put_deferred(&f, 4, 11, 77, STACK(MARK_USER, 0x1900));
		put_deferred(&f, 5, 10, 77, STACK(MARK_USER, 0x1010, 0x1021));
		put_stack(&f, 6, 10, 11, ID_CLOCK, 1, STACK(MARK_KERNEL, 0x23, MARK_DEFERRED, 79));
		put_deferred(&f, 7, 11, 79, STACK(MARK_USER, 0x1030));
		put_stack(&f, 8, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, 0x24, MARK_DEFERRED, 80));
		check_file(&f, MEASURED_ADDED, "[kernel.kallsyms]+21 (b 11 in a 10) 1/1\n"
			"[kernel.kallsyms]+22 /bin/a+10 /bin/a+20 (a 10 in a 10) 1/1\n"
			"[kernel.kallsyms]+20 /bin/a+10 /bin/a+20 (a 10 in a 10) 1/1\n"
			"[kernel.kallsyms]+23 /bin/a+30 (b 11 in a 10) 1/1\n"
			"[kernel.kallsyms]+24 (a 10 in a 10) 1/1\n");
		bytes_release(&f.records);
	}
	(void)state;
}

/* A thread that stays in a system call holds one sample, while others get their stacks again and
 * again: all of them do. */
static void
test_many_deferred(void **state)
{
	enum { TURNS = 70000 };
	struct perfdata_file f = { 0 };
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	struct err e;
	uint64_t with = 0;

	put_comm(&f, 0, 10, 10, "a", false);
	put_comm(&f, 0, 10, 11, "b", false);
	put_mmap(&f, 0, 10, 0x1000, 0x1000, 0, "/bin/a");
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t tid = 10 + i % 2;

		/* At each moment, the sample of one of the threads waits behind that of the
		 * other. */
		put_stack(&f, 2 * i + 1, 10, tid, ID_CLOCK, 1,
			STACK(MARK_KERNEL, 0x20, MARK_DEFERRED, i));
		if (i > 0)
			put_deferred(&f, 2 * i + 2, 10 + (i - 1) % 2, i - 1,
				STACK(MARK_USER, 0x1010));
	}
	put_deferred(&f, 2 * TURNS + 2, 10 + (TURNS - 1) % 2, TURNS - 1,
		STACK(MARK_USER, 0x1010));
	put_perfdata(&b, &f);
	assert_int_equal(read_bytes(m, &b, &e), MEASURED_ADDED);
	for (uint32_t i = 0; i < m->nsamples; i++)
		if (m->paths[m->samples[i].path].parent != NOBODY)
			with += m->weights[(size_t)i * m->nevents].samples;
	assert_int_equal(with, TURNS);
	measured_release(m);
	bytes_release(&b);
	bytes_release(&f.records);
	(void)state;
}

/* A file that is cut short, or damaged anywhere, is read without a fault. */
static void
test_damage(void **state)
{
	struct perfdata_file f = { 0 };
	struct bytes b = { 0 };
	uint64_t seed = 1;

	put_usual(&f);
	put_perfdata(&b, &f);
	for (size_t n = 16; n < b.n; n += 8) {
		struct bytes cut = { .v = b.v, .n = n };
		struct measured *m = measured_new();
		struct err e;

		assert_int_not_equal(read_bytes(m, &cut, &e), MEASURED_ADDED);
		assert_int_equal(e.kind, ERR_FORMAT);
		measured_release(m);
	}
	for (int i = 0; i < 2000; i++) {
		size_t at = random_below(&seed, (uint32_t)b.n);
		unsigned char old = b.v[at];
		struct measured *m = measured_new();
		struct err e;

		b.v[at] = (unsigned char)random_below(&seed, 256);
		(void)read_bytes(m, &b, &e);
		measured_release(m);
		b.v[at] = old;
	}
	bytes_release(&b);
	bytes_release(&f.records);
	(void)state;
}

/* What follows a record is longer than the file: no place is computed from this length, at which
 * records would be read again. */
static void
test_long_record(void **state)
{
	static const uint64_t lengths[] = { -(uint64_t)16, -(uint64_t)17, UINT64_MAX / 2, 4096 };
	const char *samples = "/bin/a+10 (a 10 in a 10) 1/1\n";

	for (size_t i = 0; i < 2 * sizeof(lengths) / sizeof(*lengths); i++) {
		struct perfdata_file f = { .is_pipe = i % 2 == 1 };
		size_t begin;

		put_comm(&f, 0, 10, 10, "a", false);
		put_mmap(&f, 0, 10, 0x1000, 0x1000, 0, "/bin/a");
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
		begin = begin_record(&f, 71, 0);
		put_number(&f.records, lengths[i / 2], 8);
		end_record(&f, begin);
		put_stack(&f, 2, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1020));
		check_file(&f, MEASURED_DAMAGED, samples);
		bytes_release(&f.records);
	}
	(void)state;
}

/* A process and its child have the same mappings, and each has made code at the same address. */
static void
test_made_code(void **state)
{
	struct perfdata_file f = { 0 };

	put_comm(&f, 0, 10, 10, "a", false);
	put_mmap(&f, 0, 10, 0x5000, 0x1000, 0, "//anon");
	put_fork(&f, 1, 20, 10, 20);
	for (uint32_t i = 0; i < 4; i++)
		put_stack(&f, 2 + i, i % 2 == 0 ? 10 : 20, i % 2 == 0 ? 10 : 20, ID_CLOCK, 1,
			STACK(MARK_USER, 0x5010));
	check_divided(&f, BY_COMM, MEASURED_ADDED, "10/10+5010 (a) 2/2\n10/20+5010 (a) 2/2\n");
	bytes_release(&f.records);
	(void)state;
}

/* A process that ran before perf did has the mappings that perf found, not its parent's. */
static void
test_running(void **state)
{
	static const char *const wanted[] = { "/bin/other+10 /bin/sh+10 (:20 20 in :20 20) 1/1\n",
		"/bin/other+10 ?+1010 (:20 20 in :20 20) 1/1\n" };

	for (unsigned has_executed = 0; has_executed < 2; has_executed++) {
		struct perfdata_file f = { 0 };
		size_t fork;

		put_mmap2(&f, 0, 10, 0x1000, 0x1000, 0, "/bin/sh");
		fork = begin_record(&f, PERFDATA_FORK, has_executed != 0 ? MISC_FORK_EXEC : 0);
		put_number(&f.records, 20, 4);
		put_number(&f.records, 10, 4);
		put_number(&f.records, 20, 4);
		put_number(&f.records, 10, 4);
		put_number(&f.records, 0, 8);
		put_trailer(&f, 0, 20, 20);
		end_record(&f, fork);
		put_mmap2(&f, 0, 20, 0x9000, 0x1000, 0, "/bin/other");
		put_stack(&f, 1, 20, 20, ID_CLOCK, 1, STACK(MARK_USER, 0x9010, 0x1011));
		check_file(&f, MEASURED_ADDED, wanted[has_executed]);
		bytes_release(&f.records);
	}
	(void)state;
}

/* Adds a symbol of the kernel, which is made at TIME. */
static void
put_symbol(struct perfdata_file *f, uint64_t time, uint64_t address, const char *name)
{
	size_t begin = begin_record(f, PERFDATA_SYMBOL, 0);

	put_number(&f->records, address, 8);
	put_number(&f->records, 0x100, 4);
	put_number(&f->records, 1, 2);
	put_number(&f->records, 0, 2);
	put_bytes(&f->records, name, strlen(name) + 1);
	put_zeros(&f->records, 7 - strlen(name) % 8);
	put_trailer(f, time, 0, 0);
	end_record(f, begin);
}

/* Code of the kernel has the names that it had at the time of the sample. */
static void
test_kernel(void **state)
{
	const uint64_t made = 0xffff200000000000;
	struct perfdata_file f = { 0 };

	put_comm(&f, 0, 10, 10, "a", false);
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, 0xffff100000000010));
	put_mmap(&f, 2, UINT32_MAX, 0xffff000000000000, 0x1000, 0, "[kernel.kallsyms]_text");
	put_stack(&f, 3, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, 0xffff100000000020));
	put_stack(&f, 4, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, made + 0x10));
	put_symbol(&f, 5, made, "bpf_prog");
	put_stack(&f, 6, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, made + 0x20));
	check_divided(&f, BY_COMM, MEASURED_ADDED,
		"[kernel.kallsyms]+ffff100000000010 (a) 1/1\n"
		"?+ffff100000000020 (a) 1/1\n"
		"?+ffff200000000010 (a) 1/1\n"
		"bpf_prog+ffff200000000020 (a) 1/1\n");
	bytes_release(&f.records);
	(void)state;
}

/* A build-id that comes later is that of the files that are mapped from then on. */
static void
test_late_build(void **state)
{
	struct perfdata_file f = { .is_pipe = true };
	size_t build;

	put_comm(&f, 0, 10, 10, "a", false);
	put_mmap2(&f, 0, 10, 0x1000, 0x1000, 0, "/lib/x.so");
	put_round(&f);
	put_round(&f);
	build = begin_record(&f, PERFDATA_BUILD_ID, 2);
	put_number(&f.records, UINT32_MAX, 4);
	put_bytes(&f.records, "\x12\x34" "567890123456789012", 20);
	put_number(&f.records, 0, 4);
	put_bytes(&f.records, "/lib/x.so\0\0\0\0\0\0", 16);
	end_record(&f, build);
	put_mmap2(&f, 1, 20, 0x1000, 0x1000, 0, "/lib/x.so");
	put_comm(&f, 1, 20, 20, "b", false);
	put_stack(&f, 2, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	put_stack(&f, 2, 20, 20, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	check_divided(&f, BY_COMM, MEASURED_ADDED,
		"/lib/x.so+10 (a) 1/1\n/lib/x.so#12+10 (b) 1/1\n");
	bytes_release(&f.records);
	(void)state;
}

/* Samples of two events have different fields, so their times are at different places. */
static void
test_fields(void **state)
{
	struct perfdata_file f = { .lacks_ip = true };

	put_comm(&f, 0, 10, 10, "a", false);
	put_stack(&f, 60, 10, 10, ID_FAULTS, 1, STACK(MARK_USER, 0x1010));
	put_stack(&f, 70, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1020));
	put_mmap2(&f, 50, 10, 0x1000, 0x1000, 0, "/bin/sh");
	check_divided(&f, BY_COMM, MEASURED_ADDED,
		"/bin/sh+10 (a) 1/1 0/0\n/bin/sh+20 (a) 0/0 1/1\n");
	bytes_release(&f.records);
	(void)state;
}

/* Adds the count of lost samples of the clock that perf asks for at the end. */
static void
put_lost_samples(struct perfdata_file *f, uint64_t time, uint64_t lost, unsigned misc)
{
	size_t begin = begin_record(f, PERFDATA_LOST_SAMPLES, misc);

	put_number(&f->records, lost, 8);
	put_trailer(f, time, 0, 0);
	end_record(f, begin);
}

/* Lost samples that perf asks for are also among the records that the kernel has lost. */
static void
test_lost(void **state)
{
	static const struct {
		uint64_t format, samples;
		const char *lost, *note;
	} cases[] = {
		{ READ_ID, 0, "60 records lost", "perf record lost 60 records." },
		{ READ_ID, 7, "67 records lost", "perf record lost 67 records." },
		{ READ_ID | READ_LOST, 57, "57 samples lost",
			"perf record lost 57 samples, 95.0 % of all." },
		{ READ_ID | READ_LOST, 0, "60 records lost", "perf record lost 60 records." },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct perfdata_file f = { .read_format = cases[i].format };
		struct measured *m = measured_new();
		struct bytes b = { 0 };
		struct err e;

		put_comm(&f, 0, 10, 10, "sh", false);
		for (uint64_t k = 1; k <= 3; k++)
			put_counts(&f, k, 10, 10, 1000 * k, 0, STACK(MARK_USER, 0x5320));
		put_lost(&f, 4, 60);
		if (cases[i].samples > 0)
			put_lost_samples(&f, 5, cases[i].samples, 0);
		put_lost_samples(&f, 6, 1000, MISC_FILTERED);	/* the user did not want them */
		put_perfdata(&b, &f);
		assert_int_equal(read_bytes(m, &b, &e), MEASURED_ADDED);
		assert_string_equal(m->lost, cases[i].lost);
		assert_string_equal(m->notes[0].text, cases[i].note);
		if (i == 0) {
			assert_int_equal(read_bytes(m, &b, &e), MEASURED_ADDED);
			assert_string_equal(m->lost, "120 records lost");
		}
		bytes_release(&b);
		bytes_release(&f.records);
		measured_release(m);
	}
	(void)state;
}

/* A long command line is cut, so that a note is not as long as the file. */
static void
test_long_command(void **state)
{
	enum { COMMAND = 11, WORDS = 64, LENGTH = 2000 };
	struct bytes feature = { 0 }, b = { 0 };
	struct perfdata_file f = { .feature = &feature, .feature_number = COMMAND };
	struct measured *m = measured_new();
	const char *note = "";
	char word[LENGTH];
	struct err e;

	memset(word, 'w', LENGTH - 1);
	word[LENGTH - 1] = '\0';
	put_number(&feature, WORDS, 4);
	for (int i = 0; i < WORDS; i++) {
		put_number(&feature, LENGTH, 4);
		put_bytes(&feature, word, LENGTH);
	}
	put_comm(&f, 0, 10, 10, "a", false);
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	put_perfdata(&b, &f);
	assert_int_equal(read_bytes(m, &b, &e), MEASURED_ADDED);
	for (uint32_t i = 0; i < m->nnotes; i++)
		if (strncmp(m->notes[i].text, "www", 3) == 0)
			note = m->notes[i].text;
	assert_in_range(strlen(note), 2 * LENGTH, 16 * LENGTH);
	assert_non_null(strstr(note, "w .."));
	bytes_release(&feature);
	bytes_release(&b);
	bytes_release(&f.records);
	measured_release(m);
	(void)state;
}

/* Returns how many samples of F are read with OPTIONS; 0: E says why there are none. */
static uint64_t
count_chosen(const struct perfdata_file *f, struct measured_options options, struct err *e)
{
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	uint64_t n = 0;

	put_perfdata(&b, f);
	(void)read_chosen(m, &b, options, e);
	for (uint32_t i = 0; i < m->nsamples; i++)
		for (uint32_t k = 0; k < m->nevents; k++)
			n += m->weights[(size_t)i * m->nevents + k].samples;
	bytes_release(&b);
	measured_release(m);
	return n;
}

/* Options choose samples by process, thread, processor and time. */
static void
test_choice(void **state)
{
	const uint64_t second = 1000000000;
	struct perfdata_file f = { 0 };
	struct err e;

	put_comm(&f, 0, 10, 10, "prog", false);
	put_comm(&f, 0, 20, 20, "other", false);
	for (uint32_t i = 0; i < 8; i++) {
		f.cpu = i % 4;
		put_stack(&f, (100 + i) * second, i < 6 ? 10 : 20, i < 6 ? 10 : 20, ID_CLOCK, 1,
			STACK(MARK_USER, 0x10 + i));
	}
#define COUNT(...) count_chosen(&f, (struct measured_options){ __VA_ARGS__ }, &e)
	assert_int_equal(COUNT(.pid = NULL), 8);
	assert_int_equal(COUNT(.cpus = "1"), 2);
	assert_int_equal(COUNT(.cpus = "0,2-3"), 6);
	assert_int_equal(COUNT(.cpus = "0,2-3", .comm = "other"), 2);
	assert_int_equal(COUNT(.has_between = true, .to = UINT64_MAX), 8);
	assert_int_equal(COUNT(.has_between = true, .from = second, .to = 3 * second), 2);
	assert_int_equal(COUNT(.has_between = true, .from = second, .to = UINT64_MAX,
		.pid = "20"), 2);
	assert_int_equal(COUNT(.has_between = true, .from = 9 * second, .to = UINT64_MAX), 0);
	assert_non_null(strstr(e.text, "none of its 8 samples"));
	assert_int_equal(COUNT(.cpus = "4"), 0);
	assert_non_null(strstr(e.text, "none of its 8 samples"));
#undef COUNT
	bytes_release(&f.records);
	(void)state;
}

/* A process with very many mappings, of which each new one hides a part of an older one. */
static void
test_mappings(void **state)
{
	struct perfdata_file f = { 0 };
	char wanted[128];
	uint64_t n = 20000;

	put_comm(&f, 0, 10, 10, "jit", false);
	put_mmap(&f, 0, 10, 0x100000, 0x10000000, 0, "/old");
	for (uint64_t i = 0; i < n; i++)
		put_mmap(&f, 1 + i, 10, 0x100000 + i * 7919 % n * 16, 8, i, "/new");
	put_stack(&f, n + 2, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x100000 + 7919 * 16 + 4,
		0x100000 + 7919 * 16 + 9));
	snprintf(wanted, sizeof(wanted), "/new+5 /old+%x (jit 10 in jit 10) 1/1\n", 7919 * 16 + 8);
	check_file(&f, MEASURED_ADDED, wanted);
	bytes_release(&f.records);
	(void)state;
}

static void
put_description(struct bytes *b, const char *text)
{
	put_number(b, strlen(text), 8);
	put_bytes(b, text, strlen(text));
}

/* Sets B to descriptions of three tracepoints in two systems. */
static void
put_tracing(struct bytes *b, bool big_endian)
{
	b->big_endian = big_endian;
	put_bytes(b, "\027\010\104tracing0.6", 14);
	put_number(b, big_endian, 1);
	put_number(b, 8, 1);
	put_number(b, 4096, 4);
	put_bytes(b, "header_page", 12);
	put_description(b, "\tfield: u64 timestamp;\n");
	put_bytes(b, "header_event", 13);
	put_description(b, "# compressed entry header\n");
	put_number(b, 1, 4);
	put_description(b, "name: kernel_stack\nID: 300\n");
	put_number(b, 2, 4);
	put_bytes(b, "sched", 6);
	put_number(b, 3, 4);
	put_description(b, "name: sched_wakeup\nID: 301\nformat:\n");
	put_description(b, "name: sched_switch\nID: 302\nformat:\n\tfield:int a;\n\nprint fmt: \"\"");
	put_description(b, "name: sched_again\nID: 302\n");	/* the first one counts */
	put_bytes(b, "irq", 4);
	put_number(b, 1, 4);
	put_description(b, "name: irq_entry\nID: 300");
}

/* Tracepoints that have no names in the file have those in the descriptions of the kernel.  If
 * these are cut short, they have the names that are left. */
static void
test_tracepoints(void **state)
{
	enum { LAST = 39 };		/* bytes of the last system */
	struct bytes tracing = { 0 };
	size_t all;

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct perfdata_file f = { .big_endian = (i & 1) != 0, .is_pipe = (i & 2) != 0,
			.tracing = &tracing };

		put_tracing(&tracing, f.big_endian);
		all = tracing.n;
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x10));
		put_stack(&f, 2, 10, 10, ID_FAULTS, 1, STACK(MARK_USER, 0x10));
		for (; tracing.n > 0; tracing.n--) {
			struct measured *m = measured_new();
			struct bytes b = { 0 };
			struct err e;

			put_perfdata(&b, &f);
			assert_int_equal(read_bytes(m, &b, &e), MEASURED_ADDED);
			if (tracing.n == all)
				assert_string_equal(m->events[0].name, "irq:irq_entry");
			if (tracing.n >= all - LAST)
				assert_string_equal(m->events[m->nevents - 1].name,
					"sched:sched_switch");
			if (tracing.n < all)
				assert_string_equal(m->events[0].name, "tracepoint");
			bytes_release(&b);
			measured_release(m);
		}
		bytes_release(&f.records);
		bytes_release(&tracing);
	}
}

/* Events have the names in the information of simpleperf, which may be cut short.  Its descriptions
 * of tracepoints are in a record. */
static void
test_simpleperf_events(void **state)
{
	enum { INFO = 129 };
	static const char info[] = "simpleperf_version\0001.0\0event_type_info\0a,b,1,0\nx,1,9\n"
		"faults,1,2\0end\0";
	struct bytes feature = { 0 };
	struct perfdata_file f = { .feature = &feature, .feature_number = INFO };

	(void)state;
	put_bytes(&feature, info, sizeof(info) - 1);
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x10));
	put_stack(&f, 2, 10, 10, ID_FAULTS, 1, STACK(MARK_USER, 0x10));
	for (bool is_whole = true; feature.n > 0; feature.n--, is_whole = false) {
		struct measured *m = measured_new();
		struct bytes b = { 0 };
		struct err e;

		put_perfdata(&b, &f);
		assert_int_equal(read_bytes(m, &b, &e), MEASURED_ADDED);
		assert_int_equal(m->nevents, 2);
		if (is_whole) {
			assert_string_equal(m->events[0].name, "a,b");
			assert_string_equal(m->events[1].name, "faults");
		}
		bytes_release(&b);
		measured_release(m);
	}
	bytes_release(&f.records);
	bytes_release(&feature);
}

static void
test_simpleperf_tracing(void **state)
{
	static const unsigned types[] = { 66, 32777 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct perfdata_file f = { .is_tracepoints = true };
		struct measured *m = measured_new();
		struct bytes tracing = { 0 }, b = { 0 };
		struct err e;
		size_t begin = begin_record(&f, types[i], 0);

		put_tracing(&tracing, false);
		put_number(&f.records, tracing.n, 4);
		put_bytes(&f.records, tracing.v, tracing.n);
		end_record(&f, begin);
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x10));
		put_stack(&f, 2, 10, 10, ID_FAULTS, 1, STACK(MARK_USER, 0x10));
		put_perfdata(&b, &f);
		assert_int_equal(read_bytes(m, &b, &e), MEASURED_ADDED);
		assert_int_equal(m->nevents, 2);
		assert_string_equal(m->events[0].name, "irq:irq_entry");
		assert_string_equal(m->events[1].name, "sched:sched_switch");
		bytes_release(&b);
		bytes_release(&tracing);
		bytes_release(&f.records);
		measured_release(m);
	}
}

/* Before Linux 3.16, mappings do not say how they are protected. */
static void
test_before_protection(void **state)
{
	for (int i = 0; i < 4; i++) {
		struct perfdata_file f = { .big_endian = (i & 1) != 0, .is_pipe = true,
			.is_before_prot = (i & 2) != 0 };

		put_comm(&f, 0, 10, 10, "old", false);
		put_mmap2(&f, 0, 10, 0x1000, 0x1000, 0, "/bin/true");
		put_mmap2(&f, 0, 10, 0x2000, 0x1000, 0, "/a");
		put_mmap2(&f, 0, 10, 0x3000, 0x1000, 0, "[vdso]");
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010, 0x2011, 0x3012));
		check_file(&f, MEASURED_ADDED, "/bin/true+10 /a+10 [vdso]+11 (old 10 in old 10) "
			"1/1\n");
		bytes_release(&f.records);
	}
	(void)state;
}

/* Events of the same name are not added up (perf record -e cpu-clock -e cpu-clock). */
static void
test_same_events(void **state)
{
	for (int i = 0; i < 2; i++) {
		struct perfdata_file f = { .is_pipe = i != 0, .is_same_event = true };
		struct measured *m = measured_new();
		struct bytes b = { 0 };
		struct err e;

		put_comm(&f, 0, 10, 10, "two", false);
		put_mmap2(&f, 0, 10, 0x1000, 0x1000, 0, "/bin/two");
		put_stack(&f, 1, 10, 10, ID_FAULTS, 30, STACK(MARK_USER, 0x1020));
		put_stack(&f, 2, 10, 10, ID_CLOCK, 10, STACK(MARK_USER, 0x1010));
		put_stack(&f, 3, 10, 10, ID_CLOCK, 10, STACK(MARK_USER, 0x1010));
		check_file(&f, MEASURED_ADDED, "/bin/two+20 (two 10 in two 10) 30/1 0/0\n"
			"/bin/two+10 (two 10 in two 10) 0/0 20/2\n");
		put_perfdata(&b, &f);
		assert_int_equal(read_bytes(m, &b, &e), MEASURED_ADDED);
		assert_string_equal(m->events[0].name, "cpu-clock#2");
		assert_string_equal(m->events[1].name, "cpu-clock");
		assert_int_equal(measured_event_named(m, "cpu-clock"), 1);
		assert_true(measured_is_time(&m->events[0]));
		measured_release(m);
		bytes_release(&b);
		bytes_release(&f.records);
	}
	(void)state;
}

/* "perf inject --jit" writes the mode of a file where the protection of its mapping belongs. */
static void
test_mode_as_protection(void **state)
{
	static const uint32_t modes[] = { 0100644, 0100755, 0100000, 0104755, 0060141, 0027457 };

	for (size_t i = 0; i < 2 * sizeof(modes) / sizeof(*modes); i++) {
		struct perfdata_file f = { .big_endian = (i & 1) != 0, .is_pipe = true,
			.mode_as_prot = modes[i / 2] };

		put_comm(&f, 0, 10, 10, "jit", false);
		put_mmap2(&f, 0, 10, 0x1000, 0x1000, 0x40, "jitted-10-1.so");
		put_mmap2(&f, 0, 10, 0x2000, 0x1000, 0, "a");
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010, 0x2011));
		check_file(&f, MEASURED_ADDED, "jitted-10-1.so+50 a+10 (jit 10 in jit 10) 1/1\n");
		bytes_release(&f.records);
	}
	(void)state;
}

/* Calls that the processor has recorded (--call-graph lbr) are the stack of the program; the kernel
 * gives its own part. */
static void
test_branches(void **state)
{
	static const uint64_t calls[] = { 0x5210, 0x5300, 0x5110, 0x5200, 0x5010, 0x5100 };
	struct perfdata_file f = { .has_branches = true };
	const char wanted[] =
		"/bin/sh+320 /bin/sh+210 /bin/sh+110 /bin/sh+10 (sh 10 in sh 10) 1/1\n"
		"[kernel.kallsyms]+ffff000000000010 [kernel.kallsyms]+ffff000000000021 "
		"/bin/sh+300 /bin/sh+210 /bin/sh+110 (sh 10 in sh 10) 1/1\n"
		"[kernel.kallsyms]+ffff000000000010 (sh 10 in sh 10) 1/1\n"
		"/bin/sh+320 /bin/sh+43f (sh 10 in sh 10) 1/1\n";

	put_mmap(&f, 0, UINT32_MAX, 0xffff000000000000, 0x1000, 0, "[kernel.kallsyms]_text");
	put_comm(&f, 0, 10, 10, "sh", false);
	put_mmap2(&f, 0, 10, 0x5000, 0x1000, 0, "/bin/sh");
	put_branches(&f, 1, 10, 2, STACK(MARK_USER, 0x5320), calls, 3);
	put_branches(&f, 2, 10, 1, STACK(MARK_KERNEL, 0xffff000000000010, 0xffff000000000022,
		MARK_USER), calls, 2);
	/* A thread of the kernel, and a program that has not called yet. */
	put_branches(&f, 3, 10, 1, STACK(MARK_KERNEL, 0xffff000000000010), calls, 3);
	put_branches(&f, 4, 10, 2, STACK(MARK_USER, 0x5320, 0x5440), calls, 0);
	check_file(&f, MEASURED_ADDED, wanted);
	bytes_release(&f.records);
	(void)state;
}

/* The counts of a group are those of all its events, from the beginning on: each event has a sample
 * if it has grown. */
static void
test_counts(void **state)
{
	static const struct {
		uint64_t format;
		bool inherits;
		const char *a, *b;	/* values of the first and the second stack */
	} cases[] = {
		{ READ_GROUP | READ_ID, false, "1800/2 5/2", "400/1 0/0" },
		{ READ_GROUP | READ_ID | READ_ENABLED | READ_LOST, false, "1800/2 5/2",
			"400/1 0/0" },
		{ READ_GROUP | READ_ID, true, "1000/1 3/1", "1400/1 3/1" },
		{ READ_ID | READ_ENABLED | READ_LOST, false, "1800/2", "400/1" },
		/* Without ids, the periods of the clock count. */
		{ READ_GROUP | READ_ENABLED, false, "3000/3", "1000/1" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (int big = 0; big < 2; big++) {
			struct perfdata_file f = { .read_format = cases[i].format,
				.big_endian = big, .inherits = cases[i].inherits };
			char wanted[200];

			put_comm(&f, 0, 10, 10, "sh", false);
			put_comm(&f, 0, 10, 11, "sh", false);
			put_mmap2(&f, 0, 10, 0x5000, 0x1000, 0, "/bin/sh");
			put_counts(&f, 1, 10, 10, 1000, 3, STACK(MARK_USER, 0x5320));
			put_counts(&f, 2, 10, 11, 1400, 3, STACK(MARK_USER, 0x5440));
			put_counts(&f, 3, 10, 10, cases[i].inherits ? 1000 : 2200,
				cases[i].inherits ? 3 : 5, STACK(MARK_USER, 0x5320));
			/* A count does not become less. */
			put_counts(&f, 4, 10, 10, 7, 0, STACK(MARK_USER, 0x5320));
			snprintf(wanted, sizeof(wanted), "/bin/sh+320 (sh 10 in sh 10) %s\n"
				"/bin/sh+440 (sh 11 in sh 10) %s\n", cases[i].a, cases[i].b);
			check_file(&f, MEASURED_ADDED, wanted);
			bytes_release(&f.records);
		}
	(void)state;
}

/* A record may have thousands of counts, of which each has grown.  They are values of one sample,
 * whose stack is kept and added once, also if the rest of it comes later. */
static void
test_many_counts(void **state)
{
	enum { COUNTS = 3000 };
	struct perfdata_file f = { .read_format = READ_GROUP | READ_ID };
	uint64_t counts[COUNTS][2];

	for (uint64_t i = 0; i < COUNTS; i++) {
		counts[i][0] = i + 1;
		counts[i][1] = ID_CLOCK;
	}
	put_comm(&f, 0, 10, 10, "a", false);
	put_mmap2(&f, 0, 10, 0x1000, 0x1000, 0, "/bin/a");
	put_count_list(&f, 1, 10, 10, counts, COUNTS, STACK(MARK_KERNEL, 0x20, MARK_DEFERRED, 77));
	put_deferred(&f, 2, 10, 77, STACK(MARK_USER, 0x1010));
	check_file(&f, MEASURED_ADDED, "[kernel.kallsyms]+20 /bin/a+10 (a 10 in a 10) 3000/3000\n");
	bytes_release(&f.records);
	(void)state;
}

/* Moves what was written to B to the file NAME in the directory DIR, without its last CUT bytes. */
static void
put_part(struct bytes *b, const char *dir, const char *name, size_t cut)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	b->n -= cut;
	move_file(write_file(b), path);
	bytes_release(b);
	*b = (struct bytes){ 0 };
}

/* Removes the directory DIR of perf record. */
static void
remove_directory(const char *dir)
{
	static const char *const names[] = { "data", "data.0", "data.2", "data.10", "data.old" };
	char path[128];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, names[i]);
		unlink(path);
	}
	assert_int_equal(rmdir(dir), 0);
}

/* Checks that the directory DIR is read with RESULT and has the samples WANTED. */
static void
check_directory(const char *dir, enum measured_result result, const char *why, const char *wanted)
{
	struct measured *m = measured_new();
	struct images images = { .m = m };
	const struct codes codes = { .with = &images, .image = image_of, .frames = frames_at };
	const struct measured_options options = { .codes = &codes };
	struct err e;
	char *text;
	size_t n;
	FILE *out = mem_stream(&text, &n);

	assert_int_equal(measured_read(m, dir, &options, &e), result);
	if (why != NULL)
		assert_non_null(strstr(e.text, why));
	assert_int_equal(m->nfiles, 1);
	print_samples(m, out);
	mem_close(out);
	assert_string_equal(text, wanted);
	free(text);
	measured_release(m);
}

/* perf record --threads writes a file for each processor: each is in the order of time, and all are
 * handled in this order, even if the files have many records. */
static void
test_directory(void **state)
{
	enum { N = 1000, EACH = 10 };
	static const char wanted[] = "/bin/a+10 (prog 10 in prog 10) 1500/1500\n"
		"/bin/b+10 (prog 10 in prog 10) 1500/1500\n";
	struct perfdata_file all = { 0 }, part = { 0 };
	struct bytes whole = { 0 };
	char dir[64];

	snprintf(dir, sizeof(dir), "perfdata.%ld", (long)getpid());
	assert_int_equal(mkdir(dir, 0700), 0);
	put_comm(&all, 0, 10, 10, "prog", false);
	put_mmap(&all, 0, 10, 0x1000, 0x1000, 0, "/bin/a");
	put_perfdata(&whole, &all);
	put_part(&whole, dir, "data", 0);
	for (uint64_t i = 0; i < N; i++)
		put_stack(&part, i * EACH + 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	put_part(&part.records, dir, "data.0", 0);
	for (uint64_t i = 0; i < N; i++)
		put_stack(&part, i * EACH + 2, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	put_part(&part.records, dir, "data.2", 0);
	for (uint64_t i = 0; i < N; i++) {
		if (i == N / 2)
			put_mmap(&part, i * EACH, 10, 0x1000, 0x1000, 0, "/bin/b");
		put_stack(&part, i * EACH + 3, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	}
	put_part(&part.records, dir, "data.10", 0);
	put_stack(&part, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	put_part(&part.records, dir, "data.old", 0);
	check_directory(dir, MEASURED_ADDED, NULL, wanted);

	/* A file that is cut short does not keep the others from being read. */
	for (uint64_t i = 0; i < 2; i++)
		put_stack(&part, i + 2, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	put_part(&part.records, dir, "data.2", 5);
	check_directory(dir, MEASURED_DAMAGED, "data.2: is cut short",
		"/bin/a+10 (prog 10 in prog 10) 1001/1001\n"
		"/bin/b+10 (prog 10 in prog 10) 1000/1000\n");
	remove_directory(dir);
	bytes_release(&all.records);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_usual),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_branches),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_many_counts),
		cmocka_unit_test(test_deferred),
		cmocka_unit_test(test_many_deferred),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_long_record),
		cmocka_unit_test(test_made_code),
		cmocka_unit_test(test_running),
		cmocka_unit_test(test_kernel),
		cmocka_unit_test(test_late_build),
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_lost),
		cmocka_unit_test(test_long_command),
		cmocka_unit_test(test_choice),
		cmocka_unit_test(test_mappings),
		cmocka_unit_test(test_tracepoints),
		cmocka_unit_test(test_simpleperf_events),
		cmocka_unit_test(test_simpleperf_tracing),
		cmocka_unit_test(test_before_protection),
		cmocka_unit_test(test_mode_as_protection),
		cmocka_unit_test(test_same_events),
		cmocka_unit_test(test_directory),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

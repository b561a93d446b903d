/* test_recorded_live.c - recordings that are read again: differences, threads, ended files
 *
 * make_recording writes the files.
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

#include "bytes.h"
#include "figures/graph_solve.h"
#include "load/open_measured.h"
#include "profile/paths.h"
#include "record/recording.h"
#include "recorded/recorded_live.h"

#define SESSION "000102030405060708090a0b0c0d0e0f"
#define OTHER "100102030405060708090a0b0c0d0e0f"

static char folder[] = "/tmp/gprowse-XXXXXX";

/* Writes the recording of process PID.  LINES is input for make_recording. */
static void
write_session(const char *session, unsigned pid, const char *lines)
{
	char command[128];
	FILE *f;

	snprintf(command, sizeof(command), "tests/make_recording %s/prog.%u.0.gprec", folder, pid);
	f = popen(command, "w");
	assert_non_null(f);
	fprintf(f, "set pid %u\nset hz 1000\nsession %s\nprogram /prog\n%s", pid, session, lines);
	assert_int_equal(pclose(f), 0);
}

static void
write_process(unsigned pid, const char *lines)
{
	write_session(SESSION, pid, lines);
}

/* Resets the recording of process PID, at TIME in ns since 1970. */
static void
reset_process(unsigned pid, uint64_t time)
{
	char command[160], path[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/prog.%u.0.gprec", folder, pid);
	snprintf(command, sizeof(command), "cp %s %s.base", path, path);
	assert_int_equal(system(command), 0);
	strcat(path, ".base");
	f = fopen(path, "r+");
	assert_non_null(f);
	assert_int_equal(fseek(f, offsetof(struct rec_head, base), SEEK_SET), 0);
	assert_int_equal(fwrite(&time, sizeof(time), 1, f), 1);
	assert_int_equal(fclose(f), 0);
}

/* Writes the file that marks the directory as the recording of SESSION. */
static void
write_marker(const char *session)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/gprowse-session", folder);
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "gprowse-session 1\nsession %s\n", session);
	assert_int_equal(fclose(f), 0);
}

static int
make_folder(void **state)
{
	(void)state;
	strcpy(folder + sizeof(folder) - 7, "XXXXXX");
	if (mkdtemp(folder) == NULL)
		return -1;
	write_marker(SESSION);
	return 0;
}

static int
remove_folder(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -r %s", folder);
	return system(command);
}

static struct recorded_live *
open_folder(struct open_options *o)
{
	struct recorded_live *l;

	*o = (struct open_options){ .image = folder };
	l = recorded_live_open(o);
	assert_non_null(l);
	return l;
}

/* Reads the recording again, and returns its contents.  If DIFFERENCE, subtracts the contents that
 * were read just before the last call of recorded_live_taken(). */
static struct measured *
read_again(struct recorded_live *l, bool difference)
{
	struct recorded_files files;
	struct recorded_moment now;
	struct measured *m;
	struct err e = { 0 };

	recorded_live_files(l, &files);
	m = recorded_live_read(l, &files, SINCE_RESET, difference, &now, NULL, &e);
	recorded_files_release(&files);
	assert_non_null(m);
	return m;
}

/* Asserts that the part NAME of M has CALLS calls, and samples of MILLISECONDS in all. */
static void
assert_part(const struct measured *m, const char *name, uint64_t calls, int64_t milliseconds)
{
	uint32_t part = measured_part_named(m, name);
	uint64_t count = 0;
	int64_t value = 0;

	if (part == NOBODY)
		fail_msg("no part %s", name);
	for (uint32_t i = 0; i < m->ncalls; i++)
		if (m->calls[i].part == part)
			count += m->calls[i].count;
	for (uint32_t i = 0; i < m->nsamples; i++)
		if (m->samples[i].part == part)
			value += m->weights[(size_t)i * m->nevents].value;
	assert_int_equal(count, calls);
	assert_int_equal(value, milliseconds * 1000000);
}

/* Reads the difference, and asserts that the part NAME has CALLS calls and samples of MILLISECONDS
 * in it.  Then calls recorded_live_taken(), so that the next difference begins here. */
static void
assert_added(struct recorded_live *l, const char *name, uint64_t calls, int64_t milliseconds)
{
	struct measured *m = read_again(l, true);

	assert_part(m, name, calls, milliseconds);
	recorded_live_taken(l);
	measured_release(m);
}

static void
take(struct recorded_live *l)
{
	measured_release(read_again(l, false));
	recorded_live_taken(l);
}

#define MAIN(calls, ticks) \
	"arcs 7 prog 1 0 1 0\narc 0x1000 0x2000 " #calls "\n" \
	"stacks 7 prog 1 0 1 0\nstack " #ticks " " #ticks " 0x1000 0x2000\n"
#define WORKER(threads, tid, name, calls, ticks) \
	"arcs " #tid " " #name " " #threads " 0 1 0\narc 0x1000 0x2000 " #calls "\n" \
	"stacks " #tid " " #name " " #threads " 0 1 0\nstack " #ticks " " #ticks " 0x1000 0x2000\n"

/* A process with one thread is one part.  When a second thread begins, each thread is a part. */
static void
test_second_thread(void **state)
{
	struct open_options o;
	struct recorded_live *l = open_folder(&o);
	struct measured *m;

	(void)state;
	write_process(7, "set ended 0\n" MAIN(10, 100));
	take(l);
	write_process(7, "set ended 0\n" MAIN(13, 104) WORKER(1, 8, worker, 5, 6));
	m = read_again(l, true);
	assert_part(m, "thread=prog 7", 3, 4);
	assert_part(m, "worker 8", 5, 6);
	measured_release(m);
	m = read_again(l, false);
	assert_part(m, "worker 8", 5, 6);
	assert_int_equal(m->parts[measured_part_named(m, "worker 8")].whole,
		measured_part_named(m, "process=prog 7"));
	measured_release(m);
	recorded_live_close(l);
}

static void
test_renamed_thread(void **state)
{
	struct open_options o;
	struct recorded_live *l = open_folder(&o);
	struct measured *m;
	uint32_t part;

	(void)state;
	write_process(7, "set ended 0\n" MAIN(10, 100) WORKER(1, 8, worker, 5, 6));
	m = read_again(l, false);
	part = measured_part_named(m, "worker 8");
	assert_int_not_equal(part, NOBODY);
	recorded_live_taken(l);
	measured_release(m);
	write_process(7, "set ended 0\n" MAIN(10, 100) WORKER(1, 8, writer, 7, 9));
	assert_added(l, "writer 8", 2, 3);
	/* The renamed thread is the same part, so a view of this part stays open. */
	m = read_again(l, false);
	assert_int_equal(measured_part_named(m, "writer 8"), part);
	assert_int_equal(measured_part_named(m, "worker 8"), NOBODY);
	assert_part(m, "writer 8", 7, 9);
	measured_release(m);
	recorded_live_close(l);
}

/* If a thread gets the tables of a thread that has ended, the difference contains only what the new
 * thread adds to the tables.  The difference is in the part for short threads of the process. */
static void
test_table_of_another_thread(void **state)
{
	struct open_options o;
	struct recorded_live *l = open_folder(&o);

	(void)state;
	write_process(7, "set ended 0\n" MAIN(10, 100) WORKER(1, 8, worker, 5, 6));
	take(l);
	write_process(7, "set ended 0\n" MAIN(10, 100) WORKER(2, 9, worker, 9, 8));
	assert_added(l, "short threads of prog 7", 4, 2);
	recorded_live_close(l);
}

/* If a difference was read, but recorded_live_taken() was not called, the next difference contains
 * the first difference, too. */
static void
test_not_taken(void **state)
{
	struct open_options o;
	struct recorded_live *l = open_folder(&o);

	(void)state;
	write_process(7, "set ended 0\n" MAIN(10, 100));
	take(l);
	write_process(7, "set ended 0\n" MAIN(12, 103));
	measured_release(read_again(l, true));
	write_process(7, "set ended 0\n" MAIN(17, 104));
	assert_added(l, "prog 7", 7, 4);
	assert_added(l, "prog 7", 0, 0);
	recorded_live_close(l);
}

/* If a file was reset, its earlier values are not subtracted.  For other files, the earlier values
 * are subtracted. */
static void
test_one_is_reset(void **state)
{
	struct open_options o;
	struct recorded_live *l = open_folder(&o);
	struct measured *m;

	(void)state;
	write_process(7, "set ended 0\n" MAIN(10, 100));
	write_process(17, "set ended 0\n" MAIN(20, 200));
	take(l);
	reset_process(7, 5);
	write_process(7, "set ended 0\n" MAIN(24, 230));
	write_process(17, "set ended 0\n" MAIN(21, 203));
	m = read_again(l, true);
	assert_part(m, "prog 7", 14, 130);
	assert_part(m, "prog 17", 1, 3);
	measured_release(m);
	/* The last difference was not taken, so the next one contains it. */
	write_process(7, "set ended 0\n" MAIN(25, 232));
	m = read_again(l, true);
	assert_part(m, "prog 7", 15, 132);
	assert_part(m, "prog 17", 1, 3);
	recorded_live_taken(l);
	measured_release(m);
	write_process(7, "set ended 0\n" MAIN(28, 234));
	assert_added(l, "prog 7", 3, 2);
	/* The file is reset twice.  Nothing is written after the second reset. */
	reset_process(7, 6);
	write_process(7, "set ended 0\n" MAIN(30, 240));
	assert_added(l, "prog 7", 2, 6);
	reset_process(7, 7);
	assert_added(l, "prog 7", 0, 0);
	recorded_live_close(l);
}

/* The file of a process that has ended is read until two reads are equal.  Later changes are
 * ignored. */
static void
test_ended(void **state)
{
	struct open_options o;
	struct recorded_live *l = open_folder(&o);
	struct measured *m;

	(void)state;
	write_process(7, "set ended 0\n" MAIN(10, 100));
	write_process(17, "set ended 1\n" MAIN(20, 200));
	take(l);
	write_process(17, "set ended 1\n" MAIN(21, 202));
	assert_added(l, "prog 17", 1, 2);
	assert_added(l, "prog 17", 0, 0);
	write_process(17, "set ended 1\n" MAIN(1000, 1000));
	write_process(7, "set ended 0\n" MAIN(11, 101));
	m = read_again(l, true);
	assert_part(m, "prog 17", 0, 0);
	assert_part(m, "prog 7", 1, 1);
	measured_release(m);
	m = read_again(l, false);
	assert_part(m, "prog 17", 21, 202);
	assert_part(m, "prog 7", 11, 101);
	assert_string_equal(m->title, "2 processes, 1000 Hz");
	measured_release(m);
	recorded_live_close(l);
}

/* The contents of a new recording replace those of the recording that was in the directory
 * before. */
static void
test_replaced(void **state)
{
	struct open_options o;
	struct recorded_live *l = open_folder(&o);
	struct measured *m;

	(void)state;
	write_process(17, "set ended 1\n" MAIN(20, 200));
	for (int i = 0; i < 3; i++)
		take(l);
	write_marker(OTHER);
	write_session(OTHER, 17, "set ended 1\n" MAIN(3, 4));
	m = read_again(l, false);
	assert_part(m, "prog 17", 3, 4);
	measured_release(m);
	recorded_live_close(l);
}

enum { OBJECTS = 6, STACKS = 20, THREADS = 2, READS = 60 };

/* A program that is recorded: counts of calls between its objects, and samples of its stacks. */
struct story {
	unsigned calls[THREADS][OBJECTS][OBJECTS];
	unsigned ticks[THREADS][STACKS];
	char stacks[STACKS][80];	/* addresses of the frames, as text */
	unsigned threads;
};

static unsigned
address_in(unsigned object, unsigned offset)
{
	return 0x1000 * (object + 1) + offset;
}

static void
begin_story(struct story *s, uint64_t *seed)
{
	*s = (struct story){ .threads = 1 };
	for (unsigned i = 0; i < STACKS; i++) {
		unsigned n = 1 + random_below(seed, 6);
		size_t at = 0;

		for (unsigned k = 0; k < n; k++)
			at += (size_t)snprintf(s->stacks[i] + at, sizeof(s->stacks[i]) - at, " %#x",
				address_in(random_below(seed, OBJECTS), 8 * random_below(seed, 3)));
	}
}

/* The program runs on: counters grow and, if NEW, calls and stacks happen for the first time. */
static void
run_on(struct story *s, bool new, uint64_t *seed)
{
	for (unsigned i = 0; i < 30; i++) {
		unsigned t = random_below(seed, s->threads);
		unsigned from = random_below(seed, OBJECTS), to = random_below(seed, OBJECTS);
		unsigned *c = &s->calls[t][from][to];
		unsigned *k = &s->ticks[t][random_below(seed, STACKS)];

		*c += *c > 0 || new ? random_below(seed, 100) : 0;
		*k += *k > 0 || new ? random_below(seed, 10) : 0;
		new = new && random_below(seed, 4) > 0;
	}
}

static void
write_story(const struct story *s)
{
	char text[1 << 15];
	size_t n = (size_t)snprintf(text, sizeof(text), "set ended 0\n");

#define ADD(...) n += (size_t)snprintf(text + n, sizeof(text) - n, __VA_ARGS__)
	for (unsigned o = 0; o < OBJECTS; o++)
		ADD("object %#x %#x 0 0 - 1 /lib%u.so\n", address_in(o, 0), address_in(o, 0x800), o);
	for (unsigned t = 0; t < s->threads; t++) {
		ADD("arcs %u thread%u %u 0 1 0\n", 7 + t, t, s->threads);
		for (unsigned i = 0; i < OBJECTS * OBJECTS; i++)
			if (s->calls[t][i / OBJECTS][i % OBJECTS] > 0)
				ADD("arc %#x %#x %u\n", address_in(i / OBJECTS, 16),
					address_in(i % OBJECTS, 0),
					s->calls[t][i / OBJECTS][i % OBJECTS]);
		ADD("stacks %u thread%u %u 0 1 0\n", 7 + t, t, s->threads);
		for (unsigned i = 0; i < STACKS; i++)
			if (s->ticks[t][i] > 0)
				ADD("stack %u %u%s\n", s->ticks[t][i], s->ticks[t][i],
					s->stacks[i]);
	}
#undef ADD
	assert_true(n < sizeof(text));
	write_process(7, text);
}

static uint32_t
func_named(const struct profile *p, const char *name)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (strcmp(p->funcs[f].name, name) == 0)
			return f;
	fail_msg("no function %s", name);
	return NOBODY;
}

/* Asserts that the figures of P are those of Q, which has the same functions, perhaps with other
 * numbers. */
static void
assert_same_figures(const struct profile *p, const struct profile *q)
{
	struct graph *g = graph_new(p, NULL, NULL), *h = graph_new(q, NULL, NULL);
	uint32_t to[OBJECTS + 1];

	assert_int_equal(p->nfuncs, q->nfuncs);
	assert_int_equal(p->narcs, q->narcs);
	assert_int_equal(p->paths->n, q->paths->n);
	assert_true(p->nfuncs <= OBJECTS + 1);
	assert_true(g->total == h->total);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		const struct node *x = &g->nodes[f], *y;

		to[f] = func_named(q, p->funcs[f].name);
		y = &h->nodes[to[f]];
		assert_true(x->self == y->self && x->children == y->children);
		assert_int_equal(x->calls, y->calls);
		assert_int_equal(graph_self_calls(g, f), graph_self_calls(h, to[f]));
	}
	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t b = 0;

		while (b < q->narcs && (q->arcs[b].caller != to[p->arcs[a].caller]
				|| q->arcs[b].callee != to[p->arcs[a].callee]))
			b++;
		assert_true(b < q->narcs);
		assert_int_equal(profile_arc_calls(p, a), profile_arc_calls(q, b));
		assert_true(graph_whole_share(g, a).self == graph_whole_share(h, b).self
			&& graph_whole_share(g, a).children == graph_whole_share(h, b).children);
	}
	graph_free(g);
	graph_free(h);
}

/* Reads again and lets P have what was read.  Returns true if only values had to be changed. */
static bool
follow(struct recorded_live *l, struct profile *p)
{
	struct measured *m = read_again(l, false);
	bool is_like = open_measured_is_like(p, m);

	recorded_live_taken(l);
	if (is_like) {
		measured_release(open_measured_values(p, m));
		return true;
	}
	profile_release(p);
	open_measured(p, m, false);
	measured_release(m);
	return false;
}

/* Whatever a program does, reading its recording again gives the figures of a fresh load.  If the
 * program does nothing new, only values are changed. */
static void
test_as_fresh(void **state)
{
	struct profile p = { 0 }, fresh = { 0 };
	struct recorded_live *l, *other;
	struct open_options o, again;
	int nvalues = 0, nothing = 0;
	struct story s;
	uint64_t seed = 3;

	(void)state;
	begin_story(&s, &seed);
	run_on(&s, true, &seed);
	write_story(&s);
	l = open_folder(&o);
	(void)follow(l, &p);
	for (int i = 0; i < READS; i++) {
		bool new = random_below(&seed, 3) == 0;

		if (i == READS / 2)
			s.threads = THREADS;
		run_on(&s, new, &seed);
		write_story(&s);
		nvalues += follow(l, &p);
		nothing += !new && i != READS / 2;
		other = open_folder(&again);
		(void)follow(other, &fresh);
		assert_same_figures(&p, &fresh);
		profile_release(&fresh);
		recorded_live_close(other);
	}
	assert_true(nvalues >= nothing && nothing > READS / 3);
	profile_release(&p);
	recorded_live_close(l);
}

/* However often values are read, they are kept once. */
static void
test_memory(void **state)
{
	enum { TIMES = 1000, LEAST = 32 };	/* no allocation has fewer bytes than LEAST */
	struct profile p = { 0 };
	struct recorded_live *l;
	struct open_options o;
	size_t before = 0;
	struct story s;
	uint64_t seed = 5;

	(void)state;
	begin_story(&s, &seed);
	run_on(&s, true, &seed);
	write_story(&s);
	l = open_folder(&o);
	(void)follow(l, &p);
	(void)follow(l, &p);		/* the first read added the name of the program */
	for (int i = 0; i < TIMES; i++) {
		assert_true(follow(l, &p));
		if (i == TIMES / 2)
			before = allocated();
	}
	assert_true(allocated() < before + LEAST * TIMES / 2 || before == 0);
	profile_release(&p);
	recorded_live_close(l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_second_thread, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_renamed_thread, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_table_of_another_thread, make_folder,
			remove_folder),
		cmocka_unit_test_setup_teardown(test_not_taken, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_one_is_reset, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_ended, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_replaced, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_as_fresh, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_memory, make_folder, remove_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

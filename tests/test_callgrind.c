/* test_callgrind.c - files of callgrind: every line of the format, parts, derived events, damage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "elf/image.h"
#include "figures/graph_solve.h"
#include "load/open.h"
#include "measured/measured.h"
#include "measured/reader.h"

/* Reads the N bytes of TEXT into M.  Returns the result and sets E as measured_read() does. */
static enum measured_result
read_text(struct measured *m, const char *text, size_t n, struct err *e)
{
	const struct measured_options options = { 0 };
	struct bytes b = { 0 };
	enum measured_result result;
	char *path;

	put_bytes(&b, text, n);
	path = write_file(&b);
	result = measured_read(m, path, &options, e);
	remove_file(path);
	bytes_release(&b);
	return result;
}

/* Returns the number of the function called NAME, which must be in OBJECT and FILE. */
static uint32_t
func_of(const struct measured *m, const char *name, const char *object, const char *file)
{
	uint32_t f;

	for (f = 0; f < m->nfuncs; f++)
		if (strcmp(measured_text_of(m, m->funcs[f].name), name) == 0
		    && strcmp(measured_text_of(m, m->funcs[f].object), object) == 0
		    && strcmp(measured_text_of(m, m->funcs[f].file), file) == 0)
			return f;
	fail_msg("no function %s in %s, %s", name, object, file);
	return NOBODY;
}

static bool
is_frame(const struct measured *m, uint32_t frame, uint32_t func, const char *file, uint32_t line)
{
	const struct measured_frame *at = &m->frames[frame];

	return at->func == func && at->line == line
		&& strcmp(measured_text_of(m, at->file), file) == 0;
}

/* Returns the cost of event K in FUNC's own code at LINE of FILE.  FILE is "" for the file of
 * FUNC. */
static int64_t
own(const struct measured *m, uint32_t func, const char *file, uint32_t line, uint32_t k)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < m->ncosts; i++)
		if (is_frame(m, m->costs[i].frame, func, file, line))
			sum += m->cost_values[i * m->nevents + k];
	return sum;
}

/* Returns the cost of event K of the calls of CALLEE by FUNC at LINE of FILE, and sets *COUNT to
 * the number of these calls. */
static int64_t
called(const struct measured *m, uint32_t func, const char *file, uint32_t line, uint32_t callee,
	uint32_t k, uint64_t *count)
{
	int64_t sum = 0;

	*count = 0;
	for (uint32_t i = 0; i < m->ncalls; i++)
		if (m->calls[i].callee == callee
		    && is_frame(m, m->calls[i].caller, func, file, line)) {
			sum += m->call_values[i * m->nevents + k];
			*count += m->calls[i].count;
		}
	return sum;
}

/* Every line that a file may have. */
static const char all_lines[] =
	"# callgrind format\n"
	"version: 1\n"
	"creator: callgrind-3.19.0\n"
	"pid: 77\n"
	"cmd:  ./prog with arguments\n"
	"part: 1\n"
	"\n"
	"desc: I1 cache: \n"
	"desc: Trigger: Program termination\n"
	"arch: arm\n"
	"timeframe (BB): 12\n"
	"positions: instr line\n"
	"event: Ir : Instructions\n"
	"event: Dr\n"
	"event: Twice = 2 Ir + Dr : Twice as much\n"
	"events: Ir Dr\n"
	"summary: 0x53 12\n"
	"\n"
	"ob=(1) /bin/prog\n"
	"fl=(1) main.c\n"
	"fn=(1) main\n"
	"0x1000 16 20 5\n"		/* hexadecimal */
	"+4 +2 10\n"			/* line 18, without the cost of Dr */
	"* * 1 1\n"			/* line 18 */
	"-0x4 -2 2\n"			/* line 16 */
	"fi=(2) list.h\n"
	"+8 7 3\n"
	"fe=(1)\n"
	"+8+4 16-19 5\n"		/* spans */
	"cfn=(2) helper function\n"	/* in the file and object of main */
	"calls=3 0x2000 50\n"
	"* 20 7 1\n"
	"cob=(2) /lib/libc.so.6\n"
	"cfi=(3) ???\n"
	"cfn=(3) operator new[](unsigned long)\n"
	"calls=2 0 0\n"
	"* 21 9 2\n"
	"jfi=(4) other.h\n"
	"jfn=(4) jumped to\n"
	"jcnd=3/7 0x1010 19\n"
	"* 18\n"
	"jump=7 +4 +1\n"
	"* 16\n"
	"\n"
	"fn=(2)\n"			/* in main.c, without fl= */
	"0x2000 50 7 1\n"
	"cfl=(2)\n"
	"cfn=inline list<T>\n"
	"rcalls=1 0 0\n"
	"+4 +1 0 0\n"
	"ob=(2)\n"
	"fl=(3)\n"
	"fn=(3)\n"
	"0x30 0 9 2\n"
	"ob=???\n"
	"fl=???\n"
	"fn=???\n"
	"0x40 0 26 3\n"
	"totals: 83 12\n";

static void
test_all_lines(void **state)
{
	struct measured *m = measured_new();
	uint32_t start, helper, new, list;
	uint64_t count;
	struct err e = { 0 };

	(void)state;
	assert_int_equal(read_text(m, all_lines, strlen(all_lines), &e), MEASURED_ADDED);
	measured_finish(m);
	assert_true(m->has_costs && m->has_instructions && !m->estimated);
	assert_string_equal(m->format, "callgrind");
	assert_int_equal(m->nevents, 3);
	assert_int_equal(m->event, 0);
	assert_string_equal(m->events[0].title, "Instructions");
	assert_string_equal(m->events[1].title, "Data Read Access");
	assert_string_equal(m->events[2].name, "Twice");
	assert_string_equal(m->events[2].formula, "2 Ir + Dr");
	start = func_of(m, "main", "/bin/prog", "main.c");
	helper = func_of(m, "helper function", "/bin/prog", "main.c");
	new = func_of(m, "operator new[](unsigned long)", "/lib/libc.so.6", "");
	list = func_of(m, "inline list<T>", "/bin/prog", "list.h");
	assert_int_equal(own(m, start, "", 16, 0), 20 + 2 + 5);
	assert_int_equal(own(m, start, "", 16, 1), 5);
	assert_int_equal(own(m, start, "", 18, 0), 11);
	assert_int_equal(own(m, start, "list.h", 7, 0), 3);
	assert_int_equal(own(m, start, "list.h", 7, 2), 6);
	assert_int_equal(own(m, start, "", 18, 2), 2 * 11 + 1);
	assert_int_equal(m->funcs[helper].line, 50);
	assert_int_equal(m->funcs[start].line, 0);
	assert_int_equal(called(m, start, "", 20, helper, 0, &count), 7);
	assert_int_equal(count, 3);
	assert_int_equal(called(m, start, "", 21, new, 2, &count), 20);
	assert_int_equal(count, 2);
	assert_int_equal(called(m, helper, "", 51, list, 0, &count), 0);
	assert_int_equal(count, 1);
	assert_int_equal(own(m, func_of(m, "???", "", ""), "", 0, 1), 3);
	measured_release(m);
}

/* Files of one run are added up.  Each file has its own compressed names, and one has two parts. */
static void
test_parts(void **state)
{
	static const char first[] =
		"version: 1\npid: 5\npart: 1\nthread: 1\npositions: line\nevents: Ir\n"
		"fl=(1) a.c\nfn=(1) f\n1 10\ntotals: 10\n\n"
		"part: 2\nthread: 1\nevents: Ir\nfl=(1)\nfn=(1)\n1 20\ntotals: 20\n";
	static const char second[] =
		"version: 1\npid: 5\npart: 1\nthread: 2\nevents: Dr Ir\n"
		"fl=(1) b.c\nfn=(1) g\n2 7 30\ncfi=a.c\ncfn=(2) f\ncalls=4 1\n3 6 8\n";
	struct measured *m = measured_new();
	uint32_t f, g;
	uint64_t count;
	struct err e;

	(void)state;
	assert_int_equal(read_text(m, first, strlen(first), &e), MEASURED_ADDED);
	assert_int_equal(read_text(m, second, strlen(second), &e), MEASURED_ADDED);
	measured_finish(m);
	f = func_of(m, "f", "", "a.c");
	g = func_of(m, "g", "", "b.c");
	assert_int_equal(own(m, f, "", 1, 0), 30);
	assert_int_equal(own(m, f, "", 1, 1), 0);
	assert_int_equal(own(m, g, "", 2, 0), 30);
	assert_int_equal(own(m, g, "", 2, 1), 7);
	assert_int_equal(called(m, g, "", 3, f, 1, &count), 6);
	assert_int_equal(count, 4);
	assert_int_equal(m->nparts, 3);
	assert_string_equal(m->parts[0].kind, "thread");
	assert_string_equal(m->parts[0].name, "1, part 1");
	assert_string_equal(m->parts[1].name, "1, part 2");
	assert_string_equal(m->parts[2].name, "2, part 1");
	assert_int_equal(m->costs[0].part, 0);
	assert_int_equal(m->calls[0].part, 2);
	measured_release(m);
}

/* Parts with equal header lines are told apart by the paths of their files. */
static void
test_parts_of_equal_threads(void **state)
{
	static const char text[] = "thread: 1\nevents: Ir\nfn=f\n1 10\n"
		"thread: 2\nevents: Ir\nfn=f\n1 20\n";
	const struct measured_options options = { 0 };
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	char *paths[2], name[256];
	struct err e;

	(void)state;
	put_bytes(&b, text, strlen(text));
	for (int i = 0; i < 2; i++) {
		paths[i] = write_file(&b);
		assert_int_equal(measured_read(m, paths[i], &options, &e), MEASURED_ADDED);
	}
	measured_finish(m);
	assert_int_equal(m->nparts, 4);
	for (uint32_t p = 0; p < 4; p++) {
		snprintf(name, sizeof(name), "%u, file %s", p % 2 + 1, paths[p / 2]);
		assert_string_equal(m->parts[p].kind, "thread");
		assert_string_equal(m->parts[p].name, name);
	}
	measured_release(m);
	remove_file(paths[0]);
	remove_file(paths[1]);
	bytes_release(&b);
}

/* Events are derived as by KCachegrind: sums of misses, and an estimate of cycles. */
static void
test_derived_events(void **state)
{
	static const char text[] =
		"event: EstCycles = Ir + 10 * L1m - 2 Dr\nevent: None = Foo + 3 Bar\n"
		"event: Broken = Ir + + Dr\n"
		"events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n"
		"fn=f\n1 1000 300 200 4 3 2 1 0 1\n";
	static const char plain[] = "events: Ir Dr\nfn=f\n1 2\n";
	struct measured *m = measured_new();
	struct err e;

	(void)state;
	assert_int_equal(read_text(m, text, strlen(text), &e), MEASURED_ADDED);
	measured_finish(m);
	assert_int_equal(m->nevents, 9 + 4);
	assert_int_equal(own(m, 0, "", 1, measured_event_named(m, "L1m")), 9);
	assert_int_equal(own(m, 0, "", 1, measured_event_named(m, "LLm")), 2);
	assert_int_equal(own(m, 0, "", 1, measured_event_named(m, "CEst")), 1000 + 90 + 200);
	assert_int_equal(own(m, 0, "", 1, measured_event_named(m, "EstCycles")), 1000 + 90 - 600);
	assert_int_equal(measured_event_named(m, "None"), NOBODY);
	assert_int_equal(measured_event_named(m, "Broken"), NOBODY);
	measured_release(m);

	m = measured_new();
	assert_int_equal(read_text(m, plain, strlen(plain), &e), MEASURED_ADDED);
	measured_finish(m);
	assert_int_equal(m->nevents, 2);
	measured_release(m);
}

/* A bad line is reported with its number.  All other lines are used. */
static void
test_bad_lines(void **state)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{ "events: Ir\nfn=f\n1 2\nfoo\n", "line 4: is no line that callgrind writes" },
		{ "events: Ir\nfn=f\n1 2\n1 2 3\n", "line 4: expected a position and 1 numbers" },
		{ "events: Ir\nfn=f\n1 2\n1 9300000000000000000\n", "line 4: expected a position" },
		{ "events: Ir\nfn=f\n1 2\n1 99999999999999999999\n", "line 4: expected a position" },
		{ "events: Ir\nfn=f\n1 2\n1 -9223372036854775808\n", "line 4: expected a position" },
		{ "creator: callgrind-3.19.0\nsummary: 2\nevents: Ir\nfn=f\n1 2\n",
			"line 2: totals, but no \"events:\"" },
		{ "creator: callgrind-3.19.0\nevents: Ir\nsummary: x\nfn=f\n1 2\n",
			"line 3: the totals are no numbers, or too many" },
		{ "events: Ir\nfn=f\n1 2\nfn=(7)\n1 0\n", "line 4: function 7 has no name" },
		{ "events: Ir\nfl=(7)\nfn=f\n1 2\n", "line 2: number 7 has no name" },
		{ "events: Ir\nfn=f\n1 2\ncalls=1 1\n1 1\n", "line 5: costs of calls" },
		{ "events: Ir\nfn=f\n1 2\ncfn=g\ncalls=x 1\n1 1\n", "line 5: no number of calls" },
		{ "events: Ir\n1 2\n", "line 2: costs, but no \"fn=\"" },
		{ "events: Ir\nsummary: 9\nfn=f\n1 2", "line 2: the total is 9 Ir, but the costs add "
			"up to 2" },
		{ "creator: callgrind-3.19.0\nevents: Ir\nsummary: 9\nfn=f\n1 2\n", "line 3: the "
			"total is 9 Ir, but the costs add up to 2" },
		{ "events: Ir\nfn=f\n1 2\npart: 2\nevents: Dr\nsummary: 9\n", "line 6: the total "
			"is 9 Dr, but the costs add up to 0" },
		{ "events: Ir\nfn=(9999999999999) f\n1 2\n", "line 2: the number of a name is too large" },
		{ "events: Ir\nfn=(12 f\n1 2\n", "line 2: the number of a name is too large" },
		{ "events: Ir\nfn=f\n1 2\nfoo\nbar\n",
			"2 lines cannot be used; the first is: line 4" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct measured *m = measured_new();
		int64_t sum = 0;
		struct err e;

		assert_int_equal(read_text(m, cases[i].text, strlen(cases[i].text), &e),
			MEASURED_DAMAGED);
		if (strncmp(e.text, cases[i].why, strlen(cases[i].why)) != 0)
			fail_msg("%s: %s", cases[i].text, e.text);
		for (uint32_t k = 0; k < m->ncosts; k++)
			sum += m->cost_values[k];
		assert_int_equal(sum, 2);
		measured_release(m);
	}
}

/* A file may be cut at any byte.  If it has a summary but not all costs, it is reported as
 * damaged. */
static void
test_truncated(void **state)
{
	size_t summary = (size_t)(strstr(all_lines, "12\n\nob=") - all_lines) + 2;
	size_t totals = (size_t)(strstr(all_lines, "\ntotals:") - all_lines);

	(void)state;
	for (size_t n = 0; n < strlen(all_lines); n++) {
		struct measured *m = measured_new();
		struct err e = { 0 };
		enum measured_result result = read_text(m, all_lines, n, &e);

		assert_true(result == MEASURED_ADDED || result == MEASURED_OTHER
			|| strncmp(e.text, "line ", 5) == 0 || strstr(e.text, ": line ") != NULL);
		if (n >= summary && n < totals)
			assert_int_equal(result, MEASURED_DAMAGED);
		measured_finish(m);
		measured_release(m);
	}
}

/* The total of a recursive function or of a cycle is its own cost and the cost of the calls that
 * leave it. */
static void
test_totals(void **state)
{
	static const char text[] =
		"events: Ir\nfn=main\n1 10\ncfn=fib\ncalls=1 1\n1 100\ncfn=even\ncalls=1 1\n2 60\n"
		"fn=fib\n1 70\ncfn=fib\ncalls=9 1\n1 300\ncfn=leaf\ncalls=3 1\n1 30\n"
		"fn=even\n1 20\ncfn=odd\ncalls=5 1\n1 90\ncfn=leaf\ncalls=1 1\n1 10\n"
		"fn=odd\n1 30\ncfn=even\ncalls=5 1\n1 90\n"
		"fn=leaf\n1 40\n";
	struct bytes b = { 0 };
	struct profile p;
	struct graph g;
	struct err e;
	char *path;

	(void)state;
	put_bytes(&b, text, strlen(text));
	path = write_file(&b);
	assert_true(open_profile(&p, &(struct open_options){ .image = path,
		.rules = RULES_EXACT }, &e));
	assert_true(graph_solve(&g, &p, NULL, NULL));
	assert_true(g.measure.total == 170 && g.total == 170);
	assert_int_equal(g.ncycles, 1);
	for (uint32_t n = 0; n < g.nnodes; n++) {
		double total = g.nodes[n].self + g.nodes[n].children;

		if (n >= p.nfuncs)
			assert_true(total == 20 + 30 + 10);
		else if (strcmp(p.funcs[n].name, "main") == 0)
			assert_true(total == 170);
		else if (strcmp(p.funcs[n].name, "fib") == 0)
			assert_true(total == 100);
		else if (strcmp(p.funcs[n].name, "leaf") == 0)
			assert_true(total == 40);
	}
	graph_release(&g);
	profile_release(&p);
	remove_file(path);
	bytes_release(&b);
}

/* Returns the total of the function called NAME. */
static double
total_of(const struct graph *g, const char *name)
{
	const struct profile *p = g->profile;

	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (strcmp(p->funcs[f].name, name) == 0)
			return g->nodes[f].self + g->nodes[f].children;
	fail_msg("no function %s", name);
	return 0;
}

static void
exclude(const struct profile *p, bool *funcs, const char *name)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		funcs[f] = funcs[f] || strcmp(p->funcs[f].name, name) == 0;
}

/* If functions are excluded, the time of a callee is divided among its callers in proportion to the
 * costs of their calls, not to the numbers of calls. */
static void
test_exclusions(void **state)
{
	static const char text[] =
		"events: Ir\nfn=main\n1 10\ncfn=often\ncalls=1 1\n1 140\n"
		"cfn=seldom\ncalls=1 1\n2 950\n"
		"fn=often\n1 40\ncfn=leaf\ncalls=100 1\n1 100\n"
		"fn=seldom\n1 50\ncfn=leaf\ncalls=1 1\n1 900\n"
		"fn=leaf\n1 600\ncfn=deep\ncalls=1 1\n1 400\nfn=deep\n1 400\n";
	struct bytes b = { 0 };
	struct profile p;
	struct graph g;
	struct err e;
	bool *funcs, *arcs;
	char *path;

	(void)state;
	put_bytes(&b, text, strlen(text));
	path = write_file(&b);
	assert_true(open_profile(&p, &(struct open_options){ .image = path,
		.rules = RULES_EXACT }, &e));
	funcs = mem_new(p.nfuncs, sizeof(*funcs));
	arcs = mem_new(p.narcs, sizeof(*arcs));
	exclude(&p, funcs, "often");
	assert_true(graph_solve(&g, &p, &(struct selection){ .part = NOBODY,
		.no_func = funcs }, NULL));
	assert_true(fabs(g.total - 960) < 1e-9);
	assert_true(fabs(total_of(&g, "main") - 960) < 1e-9);
	assert_true(fabs(total_of(&g, "leaf") - 900) < 1e-9);
	assert_true(fabs(total_of(&g, "deep") - 360) < 1e-9);
	assert_true(fabs(total_of(&g, "often") - 0) < 1e-9);
	assert_true(fabs(total_of(&g, "seldom") - 950) < 1e-9);
	for (uint32_t f = 0; f < p.nfuncs; f++)
		if (strcmp(p.funcs[f].name, "seldom") == 0)
			assert_int_equal(g.bounds[f].certainty, CERTAIN);
		else if (strcmp(p.funcs[f].name, "often") != 0)
			assert_int_equal(g.bounds[f].certainty, SHARED);
	graph_release(&g);

	/* If a call is excluded, the costs of its callee do not change. */
	funcs = memset(funcs, 0, p.nfuncs);
	for (uint32_t a = 0; a < p.narcs; a++)
		arcs[a] = strcmp(p.funcs[p.arcs[a].caller].name, "seldom") == 0;
	exclude(&p, funcs, "deep");
	assert_true(graph_solve(&g, &p, &(struct selection){ .part = NOBODY, .no_func = funcs,
			.no_arc = arcs }, NULL));
	assert_true(fabs(total_of(&g, "leaf") - 600) < 1e-9);
	assert_true(fabs(total_of(&g, "seldom") - 50) < 1e-9);
	assert_true(fabs(total_of(&g, "often") - (40 + 60)) < 1e-9);
	assert_true(fabs(total_of(&g, "main") - (10 + 100 + 50)) < 1e-9);
	graph_release(&g);
	profile_release(&p);
	free(funcs);
	free(arcs);
	remove_file(path);
	bytes_release(&b);
}

/* The program is the first image.  Files of threads may be empty. */
static void
test_program_and_empty_files(void **state)
{
	static const char text[] = "cmd: bin/prog -x\npositions: instr line\nevents: Ir\n"
		"ob=/lib/ld.so\nfn=f\n0x1 1 1\nob=/opt/bin/prog\nfn=main\n0x2 1 2\n";
	struct bytes b = { 0 }, none = { 0 };
	char *empty = write_file(&none), *path;
	const char *files[2];
	struct graph g;
	struct profile p;
	struct err e;

	(void)state;
	put_bytes(&b, text, strlen(text));
	path = write_file(&b);
	files[0] = path;
	files[1] = empty;
	assert_true(open_profile(&p, &(struct open_options){ .image = empty, .files = files,
		.nfiles = 2, .has_files = true, .rules = RULES_EXACT }, &e));
	assert_true(graph_solve(&g, &p, NULL, NULL));
	assert_true(g.measure.total == 3 && !p.damaged && p.measured->nfiles == 1);
	graph_release(&g);
	assert_int_equal(p.measured->nparts, 1);
	assert_string_equal(p.measured->parts[0].name, path);
	assert_string_equal(p.images[0].path, "/opt/bin/prog");
	assert_string_equal(p.images[1].path, "/lib/ld.so");
	assert_int_equal(p.nnotes, 1);		/* a note about costs of instructions */
	profile_release(&p);
	assert_false(open_profile(&p, &(struct open_options){ .image = empty, .files = &files[1],
		.nfiles = 1, .has_files = true, .rules = RULES_EXACT }, &e));
	remove_file(path);
	remove_file(empty);
	bytes_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_lines),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_parts_of_equal_threads),
		cmocka_unit_test(test_derived_events),
		cmocka_unit_test(test_bad_lines),
		cmocka_unit_test(test_truncated),
		cmocka_unit_test(test_totals),
		cmocka_unit_test(test_exclusions),
		cmocka_unit_test(test_program_and_empty_files),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

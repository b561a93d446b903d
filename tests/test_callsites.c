/* test_callsites.c - the call instructions that arc records stand for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lined.h"
#include "load/open.h"

/* In this code, each label is at a multiple of 16 bytes. */
static const char calls[] =
	"void f(void) { }\n"
	"void g(void) { }\n"
	"#define AT(label, code) \\\n\tasm volatile (\".balign 16\\n.globl \" #label \"\\n\" "
		"#label \":\\n\" code)\n"
	"__attribute__((aligned(1024))) void caller(void)\n{\n"
	"#line 10\n\tAT(one, \"call f\");\n"
	"#line 20\n\tAT(two_lines, \"call f\");\n"
	"#line 21\n\tasm volatile (\"call f\");\n"
	"#line 30\n\tAT(one_line, \"call f; call f\");\n"
	"#line 40\n\tAT(indirect, \"call *%rax\");\n"
	"#line 50\n\tAT(mixed, \"call *%rax\");\n"
	"#line 51\n\tasm volatile (\"call g\");\n"
	"#line 60\n\tAT(jumps_on, \"nop; call g\");\n"
	"#line 70\n\tAT(nothing, \"nop\");\n"
	"#line 80\n\tAT(before, \".fill 11, 1, 0x90; call f\");\n"
	"#line 81\n\tAT(exactly, \"nop\");\n"
	"#line 90\n\tAT(too_far, \".fill 12, 1, 0x90; call f\");\n"
	"#line 95\n\tasm volatile (\".balign 1024; nop\");\n"
	"#line 96\n\tAT(one_again, \"call f\");\n"
	"}\n"
	"#line 100\nint main(void) { caller(); return 0; }\n";

/* A call of CALLEE from label FROM, and the line of the call.  If SURE is false, the call may also
 * be on a line nearby. */
struct site {
	const char *from, *callee;
	unsigned line;
	bool sure;
};

static const struct site sites[] = {
	{ "one", "f", 10, true },
	{ "two_lines", "f", 20, false },
	{ "one_line", "f", 30, true },
	{ "indirect", "f", 40, true },
	{ "mixed", "f", 50, false },
	{ "mixed", "g", 51, true },
	{ "jumps_on", "f", 60, true },
	{ "nothing", "f", 70, false },
	{ "exactly", "f", 80, true },
	{ "too_far", "f", 81, false },		/* the row of line 90 begins with the call */
	{ "one_again", "f", 96, true },
};

enum { NSITES = sizeof(sites) / sizeof(*sites) };

/* Adds the N calls V to the profile of L, and a histogram that begins at LOW.  Call sites are
 * rounded down to LOW plus a multiple of GRANULARITY. */
static void
put_calls(struct lined *l, const struct site *v, size_t n, uint64_t low, unsigned granularity)
{
	static const uint16_t bins[64];

	put_gmon_header(&l->gmon, 1);
	put_histogram(&l->gmon, low, low + 0x1000, 100, bins, 64);
	for (size_t i = 0; i < n; i++) {
		uint64_t from = lined_at(l, v[i].from);

		from -= (from - low) % granularity;
		put_arc(&l->gmon, from, lined_at(l, v[i].callee) + 1, 1 + (uint32_t)i);
	}
}

/* Asserts that each of the N calls V is on the line that V says. */
static void
check_calls_once(struct lined *l, const struct site *v, size_t n)
{
	const struct profile *p = &l->profile;
	size_t seen = 0;

	for (uint32_t a = 0; a < p->narcs; a++) {
		const struct arc_sites of = profile_sites(p, a);

		for (uint32_t i = of.first; i < of.end; i++) {
			const struct arc_record site = profile_site(p, &of, i);
			const struct site *want = &v[site.count - 1];
			struct source_place place = callsites_call_place(&l->places, a, &site);

			assert_in_range(site.count, 1, n);
			assert_string_equal(p->funcs[p->arcs[a].callee].name, want->callee);
			assert_non_null(place.file);
			if (place.line != want->line || place.sure != want->sure)
				fail_msg("%s: %s from line %u%s, not %u%s", want->from,
					want->callee, place.line, place.sure ? "" : "?",
					want->line, want->sure ? "" : "?");
			seen++;
		}
	}
	assert_int_equal(seen, n);
}

/* Checks the N calls V twice, because callsites_call_place() keeps the places that it finds. */
static void
check_calls(struct lined *l, const struct site *v, size_t n)
{
	check_calls_once(l, v, n);
	check_calls_once(l, v, n);
}

/* Asserts that a profile opened with --exact and -l has exact call addresses, and the same samples
 * as without -l. */
static void
check_lines(const struct lined *l)
{
	const char *files[] = { l->data };
	const struct open_options options = { .image = l->program, .files = files, .nfiles = 1,
		.lines = true };
	const struct samples *s = l->profile.samples;
	struct profile p;
	struct err e;

	assert_null(l->profile.exact_records);
	assert_true(open_profile(&p, &options, &e));
	assert_int_equal(p.samples->narcs, s->narcs);
	for (size_t i = 0; i < s->narcs; i++) {
		uint64_t from = samples_arc(s, i).from, exact = profile_record(&p, 0, i).from;

		assert_true(samples_arc(p.samples, i).from == from);
		assert_true(exact + 1 >= from && exact + 1 < from + 16);
		assert_true(profile_record(&p, 0, i).count == samples_arc(s, i).count);
	}
	profile_release(&p);
}

static void
test_decoded_calls(void **state)
{
	struct lined l;

	(void)state;
#ifndef __x86_64__
	skip();
#endif
	if (!lined_compile(&l, calls, "-g -O0", NULL))
		skip();
	put_calls(&l, sites, NSITES, lined_at(&l, "caller") - 64, 16);
	lined_open(&l);
	assert_int_equal(l.places.granularity[0], 16);
	/* callsites_call_place() keeps the places of these two calls in one element. */
	assert_int_equal(lined_at(&l, "one_again") - lined_at(&l, "one"), 1024);
	check_calls(&l, sites, NSITES);
	check_lines(&l);
	lined_close(&l);
}

/* Without debug information no line of a call is known. */
static void
test_no_debug_info(void **state)
{
	struct lined l;
	struct arc_sites of;
	struct arc_record site;

	(void)state;
#ifndef __x86_64__
	skip();
#endif
	if (!lined_compile(&l, calls, "-O0", NULL))
		skip();
	put_calls(&l, sites, 1, lined_at(&l, "caller") - 64, 16);
	lined_open(&l);
	assert_int_equal(l.profile.narcs, 1);
	of = profile_sites(&l.profile, 0);
	site = profile_site(&l.profile, &of, 0);
	assert_null(callsites_call_place(&l.places, 0, &site).file);
	assert_null(callsites_func_place(&l.places, 0).file);
	lined_close(&l);
}

/* Recorded call sites are multiples of a granularity, counted from the start of the histogram.  The
 * granularity found is the largest one that fits all call sites inside the code. */
static void
test_granularity(void **state)
{
	static const struct {
		uint64_t from[3];
		unsigned granularity;
	} v[] = {
		{ { 0x1010, 0x1020, 0x1100 }, 16 },
		{ { 0x1010, 0x1028, 0x1100 }, 8 },
		{ { 0x1010, 0x1024, 0x1100 }, 4 },
		{ { 0x1010, 0x1023, 0x1100 }, 1 },
		{ { 0x1010, 0x1020, 0 }, 16 },
		{ { 0x1010, 0x1020, 0x13 }, 16 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(v) / sizeof(*v); i++)
		for (uint64_t low = 0x1000; low < 0x1004; low++) {
			struct histogram h = { .lo = low, .hi = low + 0x1000 };
			struct arc_record arcs[3] = { { 0 } };
			struct samples s = { .histograms = &h, .nhistograms = 1, .long_arcs = arcs,
				.narcs = 3 };
			struct image im = { .fd = -1 };
			struct profile p = { .images = &im, .samples = &s, .nimages = 1 };
			struct callsites pl;

			for (int k = 0; k < 3; k++)
				arcs[k].from = v[i].from[k] > 0x1000 ? v[i].from[k] - 0x1000 + low
					: v[i].from[k];
			callsites_open(&pl, &p);
			assert_int_equal(pl.granularity[0], v[i].granularity);
			callsites_release(&pl);
		}
}

/* In this code, an indirect call and a call of another function follow each other.  Only the calls
 * in the debug information tell which of the two calls was executed.  The labels are return
 * addresses. */
static const char optimized[] =
	"#define RETURNS(label) asm volatile (\".globl \" #label \"\\n\" #label \":\")\n"
	"__attribute__((noinline)) void f(int x) { asm volatile (\"\" : : \"r\"(x)); }\n"
	"__attribute__((noinline)) void g(void) { asm volatile (\"\"); }\n"
	"static inline __attribute__((always_inline)) void inner(void)\n{\n"
	"#line 30\n\tasm volatile (\"nop; .globl inlined\\ninlined: nop\");\n}\n"
	"__attribute__((noinline)) void caller(void (*volatile *p)(int))\n{\n\t"
	"void (*q)(int) = *p;\n"
	"#line 10\n\tq(5);\n"
	"\tRETURNS(by_pointer);\n"
	"#line 12\n\tg();\n"
	"\tRETURNS(by_name);\n"
	"#line 14\n\tinner();\n"
	"}\n"
	"void (*volatile h)(int) = f;\n"
	"#line 100\nint main(void) { caller(&h); return 0; }\n";

static const struct site recorded[] = {
	{ "by_pointer", "f", 10, true },
	{ "by_name", "g", 12, true },
};

static void
check_optimized(const char *flags, const char *command, bool knows)
{
	struct site want[2] = { recorded[0], recorded[1] };
	struct lined l;
	const char *name;

	if (!lined_compile(&l, optimized, flags, command))
		skip();
	want[0].sure = knows;
	/* The recorded address of the first call is one byte before the return address of the
	 * call. */
	put_calls(&l, want, 2, lined_at(&l, "by_pointer") - 0x201, 16);
	lined_open(&l);
	check_calls(&l, want, 2);
	name = lines_inlined(callsites_lines(&l.places, 0), lined_at(&l, "inlined"));
	if (knows)
		assert_string_equal(name, "inner");
	assert_null(lines_inlined(callsites_lines(&l.places, 0), lined_at(&l, "caller")));
	assert_null(lines_inlined(callsites_lines(&l.places, 0), 1));
	lined_close(&l);
}

static void
test_recorded_calls(void **state)
{
	(void)state;
#ifndef __x86_64__
	skip();
#endif
	check_optimized("-O2 -gdwarf-5", NULL, true);
	check_optimized("-O2 -gdwarf-4", NULL, true);
	check_optimized("-O2 -gdwarf-2 -gno-strict-dwarf", NULL, true);
	check_optimized("-O2 -g1", NULL, false);
}

/* Recorded calls are also found in compressed, split and separate debug information. */
static void
test_recorded_calls_elsewhere(void **state)
{
	(void)state;
#ifndef __x86_64__
	skip();
#endif
	check_optimized("-O2 -gdwarf-5 -gz=zlib", NULL, true);
	check_optimized("-O2 -gdwarf-5 -gsplit-dwarf", NULL, true);
	check_optimized("-O2 -gdwarf-4 -gsplit-dwarf", NULL, true);
	check_optimized("-O2 -g", "objcopy --only-keep-debug prog prog.debug && objcopy -g "
		"--add-gnu-debuglink=prog.debug prog", true);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_decoded_calls),
		cmocka_unit_test(test_no_debug_info),
		cmocka_unit_test(test_granularity),
		cmocka_unit_test(test_recorded_calls),
		cmocka_unit_test(test_recorded_calls_elsewhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

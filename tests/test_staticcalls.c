/* test_staticcalls.c - calls found in code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <elf.h>

#include "base/arena.h"
#include "base/mem.h"
#include "elf/image.h"
#include "figures/graph_solve.h"
#include "load/staticcalls.h"
#include "profile/spans.h"
#include "samples/samples.h"

/* Three functions of 32 bytes each; A begins at LO. */
enum { A, B, C, NFUNCS, SIZE = 32, LO = 0x1000 };

struct code_fixture {
	struct profile p;
	struct image image;
	struct samples samples;
	struct spans spans;
	struct code_section code;
	struct histogram histograms[2];
	struct func funcs[NFUNCS];
	unsigned char bytes[NFUNCS * SIZE];
};

static void
make_code(struct code_fixture *m, enum rules rules, uint16_t machine)
{
	static const char *const names[] = { "a", "b", "c" };

	memset(m, 0, sizeof(*m));
	memset(m->bytes, 0x90, sizeof(m->bytes));
	m->code = (struct code_section){ ".text", LO, LO + sizeof(m->bytes), m->bytes };
	m->image = (struct image){ .machine = machine, .address_size = 8, .code = &m->code,
		.ncode = 1, .text = &m->code };
	m->histograms[0] = (struct histogram){ .lo = LO, .hi = LO + sizeof(m->bytes) };
	m->samples = (struct samples){ .histograms = m->histograms, .nhistograms = 1 };
	for (uint32_t f = 0; f < NFUNCS; f++) {
		m->funcs[f] = (struct func){ .name = names[f], .lo = LO + f * SIZE,
			.hi = LO + (f + 1) * SIZE, .is_func = true };
		if (f == 0)
			spans_add(&m->spans, 0, NOBODY, false);
		spans_add(&m->spans, m->funcs[f].lo, f, false);
	}
	spans_add(&m->spans, m->code.hi, NOBODY, false);
	spans_index(&m->spans);
	m->p = (struct profile){ .rules = rules, .images = &m->image, .samples = &m->samples,
		.nimages = 1, .funcs = m->funcs, .nfuncs = NFUNCS, .spans = &m->spans };
}

/* Puts a call at offset AT of function F.  The target of the call is OFF bytes after the start of
 * function TO. */
static void
x86_call(struct code_fixture *m, uint32_t f, uint32_t at, uint32_t to, int off)
{
	uint32_t from = f * SIZE + at;
	uint32_t displacement = (uint32_t)((int)(to * SIZE) + off - (int)from - 5);

	m->bytes[from] = 0xe8;
	for (int i = 0; i < 4; i++)
		m->bytes[from + 1 + (uint32_t)i] = (unsigned char)(displacement >> 8 * i);
}

static void
arm_branch(struct code_fixture *m, uint32_t f, uint32_t at, uint32_t to, uint32_t opcode)
{
	uint32_t from = f * SIZE + at;
	uint32_t word = opcode | (((to * SIZE - from) / 4) & 0x03ffffff);

	for (uint32_t i = 0; i < 4; i++)
		m->bytes[from + i] = (unsigned char)(word >> 8 * i);
}

/* Asserts that the calls found in M are WANT.  For example, WANT is "ab ac " if a calls b and c. */
static void
assert_arcs(struct code_fixture *m, const char *want)
{
	char got[64] = "";

	profile_link(&m->p);
	staticcalls_add(&m->p, true);
	for (uint32_t a = 0; a < m->p.narcs; a++) {
		const struct arc *arc = &m->p.arcs[a];
		char text[] = { (char)('a' + arc->caller), (char)('a' + arc->callee), ' ', '\0' };

		strcat(got, text);
		assert_int_equal(m->p.in.at[NFUNCS], m->p.narcs);
	}
	assert_string_equal(got, want);
}

static void
release_code(struct code_fixture *m)
{
	free(m->p.arcs);
	free(m->p.out.v);
	free(m->p.out.at);
	free(m->p.in.v);
	free(m->p.in.at);
	free(m->p.site_at);
	free(m->p.sites);
	free(m->p.possible);
	codekinds_release(&m->image.kinds);
	free(m->p.notes);
	arena_release(&m->p.names);
	spans_release(&m->spans);
}

static void
fill_x86(struct code_fixture *m)
{
	x86_call(m, B, 0, A, 0);
	x86_call(m, A, 3, C, 0);
	x86_call(m, A, 10, B, 0);
	x86_call(m, A, 16, B, 1);
	x86_call(m, A, 27, C, 0);
	x86_call(m, C, 4, C, 0);
}

static void
test_calls_in_both_directions(void **state)
{
	struct code_fixture m;

	(void)state;
	make_code(&m, RULES_EXACT, EM_X86_64);
	fill_x86(&m);
	assert_arcs(&m, "ac ab ba cc ");
	release_code(&m);
}

static void
test_forward_only(void **state)
{
	struct code_fixture m;

	(void)state;
	make_code(&m, RULES_GPROF, EM_X86_64);
	fill_x86(&m);
	assert_arcs(&m, "ac ab ");
	release_code(&m);
}

static void
test_32_bits_wrap(void **state)
{
	struct code_fixture m;

	(void)state;
	make_code(&m, RULES_EXACT, EM_386);
	m.image.address_size = 4;
	fill_x86(&m);
	assert_arcs(&m, "ac ab ba cc ");
	release_code(&m);
}

static void
test_counted_calls_stay(void **state)
{
	struct code_fixture m;

	(void)state;
	make_code(&m, RULES_EXACT, EM_X86_64);
	fill_x86(&m);
	m.p.arcs = mem_new(2, sizeof(*m.p.arcs));
	m.p.arcs[0] = (struct arc){ C, A, 3 };
	m.p.arcs[1] = (struct arc){ A, B, 7 };
	m.p.narcs = 2;
	m.p.site_at = mem_new(3, sizeof(*m.p.site_at));
	m.p.site_at[1] = 1;
	m.p.site_at[2] = 2;
	assert_arcs(&m, "ca ab ac ba cc ");
	assert_int_equal(profile_arc_calls(&m.p, 1), 7);
	assert_int_equal(profile_arc_calls(&m.p, 2), 0);
	assert_int_equal(m.p.site_at[5], 6);
	release_code(&m);
}

static void
test_code_inside_histograms_only(void **state)
{
	struct code_fixture m;

	(void)state;
	make_code(&m, RULES_GPROF, EM_X86_64);
	fill_x86(&m);
	m.histograms[0].lo = LO + 8;
	assert_arcs(&m, "ab ac ");
	release_code(&m);
	make_code(&m, RULES_GPROF, EM_X86_64);
	fill_x86(&m);
	m.histograms[0].hi = LO + 2 * SIZE;
	assert_arcs(&m, "ab ");
	release_code(&m);
	make_code(&m, RULES_GPROF, EM_X86_64);
	fill_x86(&m);
	m.samples.nhistograms = 0;
	assert_arcs(&m, "");
	release_code(&m);
	/* If a function is in several histograms, its calls are looked for in the one that was read
	 * first. */
	make_code(&m, RULES_GPROF, EM_X86_64);
	fill_x86(&m);
	m.samples.nhistograms = 2;
	m.histograms[1] = (struct histogram){ .lo = LO, .hi = LO + 8 };
	m.histograms[0].lo = LO + 8;
	assert_arcs(&m, "ab ac ");
	release_code(&m);
}

static void
test_aarch64(void **state)
{
	struct code_fixture m;

	(void)state;
	for (int gprof = 0; gprof < 2; gprof++) {
		make_code(&m, gprof ? RULES_GPROF : RULES_EXACT, EM_AARCH64);
		arm_branch(&m, A, 4, B, 0x94000000);
		arm_branch(&m, B, 0, A, 0x94000000);
		arm_branch(&m, B, 8, C, 0x14000000);
		assert_arcs(&m, gprof ? "ab ba bc " : "ab ba ");
		release_code(&m);
	}
}

static void
put_code(struct code_fixture *m, uint32_t f, uint32_t at, const void *bytes, size_t n)
{
	memcpy(m->bytes + f * SIZE + at, bytes, n);
}

/* Mapping symbols say where ARM code and where Thumb code begins. */
static void
test_arm(void **state)
{
	struct code_fixture m;

	(void)state;
	for (int thumb = 0; thumb < 2; thumb++) {
		make_code(&m, RULES_EXACT, EM_ARM);
		m.image.address_size = 4;
		memset(m.bytes, 0, sizeof(m.bytes));
		m.image.kinds.v = mem_new(2, sizeof(*m.image.kinds.v));
		m.image.kinds.v[0] = (struct kind_mark){ LO, thumb ? CODE_THUMB : CODE_PLAIN, 1 };
		m.image.kinds.v[1] = (struct kind_mark){ LO + 2 * SIZE, CODE_DATA, 1 };
		m.image.kinds.n = 2;
		/* A call of c as ARM code and a call of b as Thumb code. */
		arm_branch(&m, A, 4, C, 0xeb000000);
		m.bytes[4] -= 2;
		put_code(&m, A, 12, "\x00\xf0\x08\xf8", 4);
		arm_branch(&m, C, 4, A, 0xeb000000);
		m.bytes[2 * SIZE + 4] -= 2;
		assert_arcs(&m, thumb ? "ab " : "ac ");
		release_code(&m);
	}
}

static void
test_riscv(void **state)
{
	struct code_fixture m;

	(void)state;
	make_code(&m, RULES_EXACT, EM_RISCV);
	memset(m.bytes, 0, sizeof(m.bytes));
	put_code(&m, A, 2, "\xef\x00\xe0\x01", 4);		/* jal ra, 30 */
	/* auipc ra, 0; jalr 56(ra) */
	put_code(&m, A, 8, "\x97\x00\x00\x00\xe7\x80\x80\x03", 8);
	put_code(&m, B, 0, "\xef\xf0\x1f\xfe", 4);		/* jal ra, -32 */
	assert_arcs(&m, "ab ac ba ");
	release_code(&m);
}

static void
test_other_machine_is_noted(void **state)
{
	struct code_fixture m;

	(void)state;
	for (int gprof = 0; gprof < 2; gprof++) {
		make_code(&m, gprof ? RULES_GPROF : RULES_EXACT, gprof ? EM_RISCV : EM_S390);
		fill_x86(&m);
		assert_arcs(&m, "");
		assert_int_equal(m.p.nnotes, 1);
		release_code(&m);
	}
}

/* Each arc has its call sites, of which there can be several. */
static void
test_call_sites(void **state)
{
	static const uint64_t ends[] = { LO + 8, LO + SIZE, LO + 15, LO + SIZE + 5,
		LO + 2 * SIZE + 9 };
	struct code_fixture m;
	size_t n = 0;

	(void)state;
	make_code(&m, RULES_EXACT, EM_X86_64);
	fill_x86(&m);
	assert_arcs(&m, "ac ab ba cc ");
	assert_int_equal(m.p.npossible, 4);
	for (uint32_t a = 0; a < m.p.narcs; a++) {
		const struct arc_sites of = profile_sites(&m.p, a);

		assert_true(profile_is_possible(&m.p, a));
		for (uint32_t i = of.first; i < of.end; i++) {
			const struct arc_record site = profile_site(&m.p, &of, i);

			assert_true(site.from == ends[n++]);
			assert_true(site.self == m.funcs[m.p.arcs[a].callee].lo);
			assert_int_equal(site.count, 0);
		}
	}
	assert_int_equal(n, 5);
	release_code(&m);
}

/* Calls of the profiler's functions, which the compiler inserts, are not found. */
static void
test_no_calls_of_the_profiler(void **state)
{
	struct code_fixture m;

	(void)state;
	make_code(&m, RULES_EXACT, EM_X86_64);
	fill_x86(&m);
	m.funcs[C].is_profiler = true;
	assert_arcs(&m, "ab ba ");
	release_code(&m);
}

/* Calls that are in the code but were not counted make cycles by gprof's rules, but not with
 * --exact. */
static void
test_cycles_by_gprof_only(void **state)
{
	struct code_fixture m;
	struct graph g;

	(void)state;
	for (int gprof = 0; gprof < 2; gprof++) {
		make_code(&m, gprof ? RULES_GPROF : RULES_EXACT, EM_AARCH64);
		arm_branch(&m, A, 4, B, 0x94000000);
		arm_branch(&m, B, 0, A, 0x94000000);
		assert_arcs(&m, "ab ba ");
		m.p.ticks = mem_new(NFUNCS, sizeof(*m.p.ticks));
		m.p.nticks = NFUNCS;
		graph_solve(&g, &m.p, NULL, NULL);
		assert_int_equal(g.ncycles, gprof);
		graph_release(&g);
		free(m.p.ticks);
		release_code(&m);
	}
}

/* A call instruction is not found if the section ends inside it. */
static void
test_call_cut_by_end_of_code(void **state)
{
	struct code_fixture m;

	(void)state;
	make_code(&m, RULES_EXACT, EM_X86_64);
	m.bytes[sizeof(m.bytes) - 1] = 0xe8;
	m.bytes[sizeof(m.bytes) - 4] = 0xe8;
	assert_arcs(&m, "");
	m.code.bytes = NULL;
	release_code(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_calls_in_both_directions),
		cmocka_unit_test(test_forward_only),
		cmocka_unit_test(test_32_bits_wrap),
		cmocka_unit_test(test_counted_calls_stay),
		cmocka_unit_test(test_code_inside_histograms_only),
		cmocka_unit_test(test_aarch64),
		cmocka_unit_test(test_arm),
		cmocka_unit_test(test_riscv),
		cmocka_unit_test(test_other_machine_is_noted),
		cmocka_unit_test(test_call_sites),
		cmocka_unit_test(test_no_calls_of_the_profiler),
		cmocka_unit_test(test_cycles_by_gprof_only),
		cmocka_unit_test(test_call_cut_by_end_of_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

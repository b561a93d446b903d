/* test_insns.c - the addresses at which instructions begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <elf.h>

#include "bytes.h"
#include "elf/insn_length.h"
#include "elf/insns.h"

enum { LO = 0x1000, MOST = 4096 };

/* An image with one section of code. */
struct example {
	struct image im;
	struct code_section code;
};

static void
open_example(struct example *x, uint16_t machine, const void *bytes, size_t n)
{
	*x = (struct example){ .im = { .machine = machine, .address_size = 8 },
		.code = { ".text", LO, LO + n, bytes } };
	x->im.code = &x->code;
	x->im.ncode = 1;
}

static void
close_example(struct example *x)
{
	insns_close(x->im.insns);
}

/* Asserts that N instructions begin at the offsets [LO, HI), decoded from offset FROM. */
static void
assert_count(struct example *x, uint64_t from, uint64_t lo, uint64_t hi, uint64_t n)
{
	uint64_t got;

	assert_true(insns_count(&x->im, LO + from, LO + lo, LO + hi, &got));
	if (got != n)
		fail_msg("%llu, not %llu instructions begin in [%#llx, %#llx)",
			(unsigned long long)got, (unsigned long long)n, (unsigned long long)lo,
			(unsigned long long)hi);
}

static void
assert_unknown(struct example *x, uint64_t from, uint64_t lo, uint64_t hi)
{
	uint64_t n;

	assert_false(insns_count(&x->im, LO + from, LO + lo, LO + hi, &n));
}

/* Asserts that the instructions of X have the LENGTHS, which end with 0. */
static void
assert_lengths(struct example *x, const unsigned char *lengths)
{
	uint64_t at = 0;

	for (; *lengths != 0; lengths++) {
		assert_count(x, 0, at, at + 1, 1);
		for (unsigned i = 1; i < *lengths; i++)
			assert_count(x, 0, at + i, at + i + 1, 0);
		at += *lengths;
	}
	assert_int_equal(at, x->code.hi - x->code.lo);
}

#define CHECK_LENGTHS(machine, bytes, ...) \
	do { \
		struct example x_; \
		open_example(&x_, machine, bytes, sizeof(bytes) - 1); \
		assert_lengths(&x_, (const unsigned char []){ __VA_ARGS__, 0 }); \
		close_example(&x_); \
	} while (0)

static void
need_x86(void)
{
	if (!insn_length_has_x86())
		skip();
}

static void
test_x86_64(void **state)
{
	(void)state;
	need_x86();
	CHECK_LENGTHS(EM_X86_64, "\x90" "\x89\xc8" "\x48\x89\xc8" "\x48\x83\xc0\x01"
		"\xe8\x01\x02\x03\x04" "\xff\x15\x01\x02\x03\x04" "\x48\x8b\x05\x01\x02\x03\x04"
		"\x48\x8b\x84\x24\x01\x02\x03\x04" "\x66\x0f\x1f\x84\0\0\0\0\0"
		"\x48\xb8\1\2\3\4\5\6\7\10" "\x66\x66\x2e\x0f\x1f\x84\0\0\0\0\0"
		"\x48\xc7\x84\x24\1\2\3\4\1\2\3\4" "\x64\x48\xc7\x84\x24\1\2\3\4\1\2\3\4"
		"\x66\x66\x66\x66\x66\x2e\x0f\x1f\x84\0\0\0\0\0"
		"\x66\x66\x66\x66\x66\x66\x2e\x0f\x1f\x84\0\0\0\0\0",
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	/* vzeroupper; vmovups (%rax),%zmm0; endbr64; movabs;
	 * vpcmpeqb (%rdi),%ymm16,%k0 */
	CHECK_LENGTHS(EM_X86_64, "\xc5\xf8\x77" "\x62\xf1\x7c\x48\x10\x00" "\xf3\x0f\x1e\xfa"
		"\xa1\1\2\3\4\5\6\7\10" "\x62\xf3\x7d\x20\x3f\x07\x00", 3, 6, 4, 9, 7);
}

static void
test_i386(void **state)
{
	(void)state;
	need_x86();
	/* push %es; inc %eax; mov moffs,%eax; call */
	CHECK_LENGTHS(EM_386, "\x06" "\x40" "\xa1\1\2\3\4" "\xe8\1\2\3\4", 1, 1, 5, 5);
}

static void
test_other_processors(void **state)
{
	static const uint16_t fixed[] = { EM_AARCH64, EM_ALPHA, EM_MIPS, EM_PARISC, EM_PPC,
		EM_PPC64, EM_SPARC, EM_SPARC32PLUS, EM_SPARCV9 };
	struct example x;

	(void)state;
	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		CHECK_LENGTHS(fixed[i], "\0\0\0\0\0\0\0\0\xff\xff\xff\xff", 4, 4, 4);
	CHECK_LENGTHS(EM_RISCV, "\x01\x00" "\x13\x00\x00\x00" "\x02\x90" "\x1f\0\0\0\0\0"
		"\x3f\0\0\0\0\0\0\0", 2, 4, 2, 6, 8);
	CHECK_LENGTHS(EM_S390, "\x07\x07" "\x47\0\0\0" "\xb9\x04\0\x21" "\xc0\x10\0\0\0\0" "\xeb\0\0\0\0\0",
		2, 4, 4, 6, 6);
	/* Power10 has instructions of 8 bytes, which begin with a prefix. */
	open_example(&x, EM_PPC64, "\x04\0\0\0\0\0\0\0\x38\0\0\0", 12);
	x.im.big_endian = true;
	assert_lengths(&x, (const unsigned char []){ 8, 4, 0 });
	close_example(&x);
	open_example(&x, EM_68K, "\0\0\0\0", 4);
	assert_false(insn_length_is_known(&x.im));
	assert_unknown(&x, 0, 0, 4);
	close_example(&x);
}

static void
test_arm(void **state)
{
	static const unsigned char bytes[] = "\0\0\0\0" "\xff\xff\xff\xff" "\x70\x47" "\x00\xf0\x01\xf8"
		"\x1e\xff\x2f\xe1\x00\x00";
	struct kind_mark marks[] = { { LO, CODE_PLAIN, 1 }, { LO + 4, CODE_DATA, 1 },
		{ LO + 8, CODE_THUMB, 1 }, { LO + 14, CODE_UNKNOWN, 1 } };
	struct example x;

	(void)state;
	open_example(&x, EM_ARM, bytes, sizeof(bytes) - 1);
	x.im.kinds = (struct code_kinds){ marks, 4, 4 };
	assert_count(&x, 0, 0, 4, 1);
	assert_count(&x, 0, 4, 8, 0);
	assert_count(&x, 0, 8, 10, 1);
	assert_count(&x, 0, 10, 14, 1);
	assert_count(&x, 0, 6, 14, 2);
	assert_unknown(&x, 0, 12, 16);
	close_example(&x);
	/* Big-endian Thumb code */
	open_example(&x, EM_ARM, "\x47\x70\xf0\x00\xf8\x01", 6);
	marks[0].kind = CODE_THUMB;
	x.im.kinds = (struct code_kinds){ marks, 1, 1 };
	x.im.big_endian = true;
	assert_lengths(&x, (const unsigned char []){ 2, 4, 0 });
	close_example(&x);
}

/* After bytes that are not an instruction, decoding goes on at an address at which the caller knows
 * that an instruction begins. */
static void
test_undecodable(void **state)
{
	/* two instructions; 4 bytes that are not an instruction; two instructions */
	static const unsigned char bytes[] = "\x13\0\0\0\x13\0\0\0" "\x7f\0\0\0" "\x13\0\0\0\x01\0";
	struct example x;

	(void)state;
	open_example(&x, EM_RISCV, bytes, sizeof(bytes) - 1);
	assert_unknown(&x, 0, 6, 10);
	assert_count(&x, 0, 0, 8, 2);
	assert_unknown(&x, 0, 12, 18);
	assert_count(&x, 12, 12, 18, 2);
	assert_count(&x, 12, 13, 18, 1);
	assert_count(&x, 0, 12, 18, 2);
	assert_unknown(&x, 0, 0, 18);
	close_example(&x);
	/* The last instruction is cut off. */
	open_example(&x, EM_RISCV, bytes, 6);
	assert_count(&x, 0, 0, 4, 1);
	assert_unknown(&x, 0, 2, 6);
	close_example(&x);
}

/* If a caller knows that an instruction begins inside another instruction, both are counted. */
static void
test_contradiction(void **state)
{
	static const unsigned char bytes[] = "\x13\0\x01\0\x01\0\x13\0\x01\0";
	struct example x;

	(void)state;
	open_example(&x, EM_RISCV, bytes, sizeof(bytes) - 1);
	assert_lengths(&x, (const unsigned char []){ 4, 2, 4, 0 });
	assert_count(&x, 2, 2, 6, 2);
	assert_count(&x, 0, 0, 2, 1);
	assert_count(&x, 0, 0, 10, 4);
	assert_count(&x, 8, 8, 10, 1);
	assert_count(&x, 6, 6, 10, 2);
	close_example(&x);
}

static void
test_sections(void **state)
{
	static const unsigned char bytes[16] = { 0 };
	struct code_section code[] = { { ".init", LO, LO + 8, bytes }, { ".none", LO + 8, LO + 16, NULL },
		{ ".text", LO + 24, LO + 40, bytes } };
	struct example x;

	(void)state;
	open_example(&x, EM_AARCH64, bytes, 8);
	x.im.code = code;
	x.im.ncode = 3;
	assert_count(&x, 0, 0, 8, 2);
	assert_unknown(&x, 0, 4, 12);
	assert_unknown(&x, 8, 8, 16);
	assert_count(&x, 16, 16, 24, 0);
	assert_count(&x, 0, 16, 32, 2);
	assert_count(&x, 24, 30, 100, 2);
	assert_count(&x, 100, 100, 200, 0);
	/* No instruction begins at an address that is not aligned. */
	assert_unknown(&x, 25, 25, 28);
	close_example(&x);
}

/* Whatever the order of calls of insns_count(), the results are those of one walk through the
 * code. */
static void
test_any_order(void **state)
{
	unsigned char bytes[MOST];
	bool start[MOST];
	uint64_t seed = 3;

	(void)state;
	for (int round = 0; round < 30; round++) {
		struct example x;

		open_example(&x, round % 2 != 0 ? EM_S390 : EM_RISCV, bytes, MOST);
		memset(start, 0, sizeof(start));
		for (unsigned i = 0; i < MOST; i++)
			bytes[i] = (unsigned char)(random_below(&seed, 31)
				* (round % 2 != 0 ? 8 : 1));
		for (unsigned at = 0; at < MOST;) {
			unsigned n = insn_length(&x.im, bytes + at, MOST - at, LO + at);

			start[at] = true;
			at += n;
			if (n == 0)
				break;
		}
		for (int i = 0; i < 500; i++) {
			uint32_t from = random_below(&seed, MOST - 100);
			uint32_t lo, hi;
			uint64_t n = 0;

			while (!start[from])
				from--;
			lo = from + random_below(&seed, 50);
			hi = lo + 1 + random_below(&seed, i % 10 == 0 ? 2000 : 8);
			hi = hi < MOST - 16 ? hi : MOST - 16;
			if (lo >= hi)
				continue;
			for (uint32_t at = lo; at < hi; at++)
				n += start[at];
			assert_count(&x, from, lo, hi, n);
		}
		close_example(&x);
	}
}

/* For random bytes and starts, a count of instructions is at most the number of bytes. */
static void
test_garbage(void **state)
{
	static const uint16_t machines[] = { EM_X86_64, EM_386, EM_RISCV, EM_S390, EM_PPC };
	unsigned char bytes[MOST];
	uint64_t seed = 5, n;

	(void)state;
	for (size_t m = 0; m < sizeof(machines) / sizeof(*machines); m++) {
		struct example x;
		unsigned known = 0;

		for (unsigned i = 0; i < MOST; i++)
			bytes[i] = (unsigned char)random_below(&seed, 256);
		open_example(&x, machines[m], bytes, MOST);
		for (int i = 0; i < 20000; i++) {
			uint32_t from = random_below(&seed, MOST);
			uint32_t lo = from + random_below(&seed, MOST - from);
			uint32_t hi = lo + 1 + random_below(&seed, MOST - lo);

			if (insns_count(&x.im, LO + from, LO + lo, LO + hi, &n)) {
				assert_true(n <= hi - lo);
				known++;
			}
		}
		assert_true(known < 20000);
		close_example(&x);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_x86_64),
		cmocka_unit_test(test_i386),
		cmocka_unit_test(test_other_processors),
		cmocka_unit_test(test_arm),
		cmocka_unit_test(test_undecodable),
		cmocka_unit_test(test_contradiction),
		cmocka_unit_test(test_sections),
		cmocka_unit_test(test_any_order),
		cmocka_unit_test(test_garbage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

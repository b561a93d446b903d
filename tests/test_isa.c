/* test_isa.c - call instructions are decoded as an assembler encodes them
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

#include "elf/insn_length.h"
#include "elf/isa.h"

enum { LO = 0x10000 };

struct example {
	const char *text;
	unsigned char bytes[8];
	unsigned n;
	enum call_kind kind;
	uint64_t target;		/* relative to the address of the bytes */
};

/* Asserts that the bytes of E, placed at address LO, end in a call of the expected kind and target,
 * or in no call. */
static void
check_example(struct image *im, const struct example *e)
{
	struct code_section c = { ".text", LO, LO + e->n, e->bytes };
	uint64_t target = 0, want = LO + e->target;
	enum call_kind kind;

	if (im->address_size == 4)
		want &= UINT32_MAX;
	im->code = &c;
	im->text = &c;
	im->ncode = 1;
	kind = isa_call_before(im, &c, LO + e->n, &target);
	if (kind != e->kind || (kind == CALL_DIRECT && target != want))
		fail_msg("%s: kind %d, target %#llx instead of %d, %#llx", e->text, kind,
			(unsigned long long)target, e->kind, (unsigned long long)want);
	/* Bytes outside the section are not read. */
	c.lo = LO + e->n - 1;
	c.bytes = e->bytes + e->n - 1;
	assert_int_equal(isa_call_before(im, &c, LO + e->n, &target), CALL_NONE);
	c.bytes = NULL;
	assert_int_equal(isa_call_before(im, &c, LO + e->n, &target), CALL_NONE);
}

static void
check_all(uint16_t machine, unsigned address_size, unsigned step, const struct example *v,
	size_t n)
{
	struct image im = { .machine = machine, .address_size = address_size };

	assert_true(isa_is_known(&im));
	assert_int_equal(insn_length_step(&im), step);
	for (size_t i = 0; i < n; i++)
		check_example(&im, &v[i]);
}

#define CHECK(machine, size, step, v) check_all(machine, size, step, v, sizeof(v) / sizeof(*v))

static const struct example x86[] = {
	{ "call 0x1234", { 0xe8, 0x2f, 0x12, 0, 0 }, 5, CALL_DIRECT, 0x1234 },
	{ "call -0x100", { 0xe8, 0xfb, 0xfe, 0xff, 0xff }, 5, CALL_DIRECT, (uint64_t)-0x100 },
	{ "call *%rax", { 0xff, 0xd0 }, 2, CALL_INDIRECT, 0 },
	{ "call *%r11", { 0x41, 0xff, 0xd3 }, 3, CALL_INDIRECT, 0 },
	{ "call *(%rbx)", { 0xff, 0x13 }, 2, CALL_INDIRECT, 0 },
	{ "call *8(%rbx)", { 0xff, 0x53, 8 }, 3, CALL_INDIRECT, 0 },
	{ "call *0x1000(%rip)", { 0xff, 0x15, 0, 0x10, 0, 0 }, 6, CALL_INDIRECT, 0 },
	{ "call *(%rax,%rcx,8)", { 0xff, 0x14, 0xc8 }, 3, CALL_INDIRECT, 0 },
	{ "call *0x1234(%rsp)", { 0xff, 0x94, 0x24, 0x34, 0x12, 0, 0 }, 7, CALL_INDIRECT, 0 },
	{ "call *8(%rsp)", { 0xff, 0x54, 0x24, 8 }, 4, CALL_INDIRECT, 0 },
	{ "call *0x5000", { 0xff, 0x14, 0x25, 0, 0x50, 0, 0 }, 7, CALL_INDIRECT, 0 },
	{ "jmp 0x44", { 0xeb, 0x42 }, 2, CALL_NONE, 0 },
	{ "jmp *%rax", { 0xff, 0xe0 }, 2, CALL_NONE, 0 },
	{ "push (%rbx)", { 0xff, 0x33 }, 2, CALL_NONE, 0 },
	{ "nop", { 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90 }, 7, CALL_NONE, 0 },
};

static void
test_x86(void **state)
{
	(void)state;
	CHECK(EM_X86_64, 8, 1, x86);
	CHECK(EM_386, 4, 1, x86);
}

static const struct example aarch64[] = {
	{ "bl 0x100", { 0x40, 0, 0, 0x94 }, 4, CALL_DIRECT, 0x100 },
	{ "bl -0x100", { 0xc0, 0xff, 0xff, 0x97 }, 4, CALL_DIRECT, (uint64_t)-0x100 },
	{ "blr x3", { 0x60, 0, 0x3f, 0xd6 }, 4, CALL_INDIRECT, 0 },
	{ "blr x30", { 0xc0, 0x03, 0x3f, 0xd6 }, 4, CALL_INDIRECT, 0 },
	{ "b 4", { 1, 0, 0, 0x14 }, 4, CALL_NONE, 0 },
	{ "br x3", { 0x60, 0, 0x1f, 0xd6 }, 4, CALL_NONE, 0 },
	{ "ret", { 0xc0, 0x03, 0x5f, 0xd6 }, 4, CALL_NONE, 0 },
};

static void
test_aarch64(void **state)
{
	(void)state;
	CHECK(EM_AARCH64, 8, 4, aarch64);
}

static const struct example arm[] = {
	{ "bl #0x100", { 0x40, 0, 0, 0xeb }, 4, CALL_DIRECT, 0x108 },
	{ "bl #-0x100", { 0xc0, 0xff, 0xff, 0xeb }, 4, CALL_DIRECT, (uint64_t)-0xf8 },
	{ "blne #8", { 2, 0, 0, 0x1b }, 4, CALL_DIRECT, 0x10 },
	{ "blx #0x100", { 0x40, 0, 0, 0xfa }, 4, CALL_DIRECT, 0x108 },
	{ "blx #0x102", { 0x40, 0, 0, 0xfb }, 4, CALL_DIRECT, 0x10a },
	{ "blx r3", { 0x33, 0xff, 0x2f, 0xe1 }, 4, CALL_INDIRECT, 0 },
	{ "b #8", { 2, 0, 0, 0xea }, 4, CALL_NONE, 0 },
	{ "bx r3", { 0x13, 0xff, 0x2f, 0xe1 }, 4, CALL_NONE, 0 },
};

static const struct example thumb[] = {
	{ "bl #0x100", { 0x00, 0xf0, 0x80, 0xf8 }, 4, CALL_DIRECT, 0x104 },
	{ "bl #-0x100", { 0xff, 0xf7, 0x80, 0xff }, 4, CALL_DIRECT, (uint64_t)-0xfc },
	{ "bl #0x800000", { 0x00, 0xf0, 0x00, 0xd8 }, 4, CALL_DIRECT, 0x800004 },
	{ "blx #0x100", { 0x00, 0xf0, 0x80, 0xe8 }, 4, CALL_DIRECT, 0x104 },
	{ "blx #-0x20000", { 0xe0, 0xf7, 0x00, 0xe8 }, 4, CALL_DIRECT, (uint64_t)-0x1fffc },
	{ "blx r3", { 0x98, 0x47 }, 2, CALL_INDIRECT, 0 },
	{ "b.w #0x100", { 0x00, 0xf0, 0x80, 0xb8 }, 4, CALL_NONE, 0 },
	{ "bx r3", { 0x18, 0x47 }, 2, CALL_NONE, 0 },
	{ "nop; bl at an odd half word", { 0x00, 0xbf, 0x00, 0xf0, 0x80, 0xf8 }, 6, CALL_DIRECT,
		0x106 },
	{ "nop; blx is to a whole word", { 0x00, 0xbf, 0x00, 0xf0, 0x80, 0xe8 }, 6, CALL_DIRECT,
		0x104 },
};

static void
test_arm(void **state)
{
	(void)state;
	CHECK(EM_ARM, 4, 2, arm);
	CHECK(EM_ARM, 4, 2, thumb);
}

/* Big-endian ARM processors before BE8 have big-endian instructions, too. */
static void
test_arm_big_endian(void **state)
{
	static const struct example e = { "bl #0x100", { 0xeb, 0, 0, 0x40 }, 4,
		CALL_DIRECT, 0x108 };
	struct image im = { .machine = EM_ARM, .address_size = 4, .big_endian = true };

	(void)state;
	check_example(&im, &e);
}

/* In BE8 images of ARM, data is big-endian and instructions are little-endian. */
static void
test_arm_little_code(void **state)
{
	static const struct example e = { "bl #0x100", { 0x40, 0, 0, 0xeb }, 4,
		CALL_DIRECT, 0x108 };
	struct image im = { .machine = EM_ARM, .address_size = 4, .big_endian = true,
		.little_code = true };

	(void)state;
	check_example(&im, &e);
}

/* The same bytes can be an ARM call, a Thumb call or data. */
static void
test_arm_or_thumb(void **state)
{
	static const struct example both[] = {
		{ "bl #0x404, of Thumb", { 0x00, 0xf0, 0x02, 0xfa }, 4, CALL_DIRECT, 0x408 },
		{ "blx #0x8bc008, of ARM", { 0x00, 0xf0, 0x02, 0xfa }, 4, CALL_DIRECT, 0xbc008 },
		{ "neither", { 0x00, 0xf0, 0x02, 0xfa }, 4, CALL_NONE, 0 },
	};
	static const enum code_kind kinds[] = { CODE_THUMB, CODE_PLAIN, CODE_DATA };

	(void)state;
	for (size_t i = 0; i < sizeof(both) / sizeof(*both); i++) {
		struct kind_mark mark = { .addr = LO, .kind = (uint8_t)kinds[i] };
		struct image im = { .machine = EM_ARM, .address_size = 4,
			.kinds = { .v = &mark, .n = 1 } };

		check_example(&im, &both[i]);
	}
}

static const struct example riscv[] = {
	{ "jal ra, 0x100", { 0xef, 0, 0, 0x10 }, 4, CALL_DIRECT, 0x100 },
	{ "jal ra, -0x100", { 0xef, 0xf0, 0x1f, 0xf0 }, 4, CALL_DIRECT, (uint64_t)-0x100 },
	{ "jal t0, 64", { 0xef, 0x02, 0, 0x04 }, 4, CALL_DIRECT, 64 },
	{ "auipc ra, 1; jalr -16(ra)", { 0x97, 0x10, 0, 0, 0xe7, 0x80, 0, 0xff }, 8, CALL_DIRECT,
		0xff0 },
	{ "auipc t1, -1; jalr 8(t1)", { 0x17, 0xf3, 0xff, 0xff, 0xe7, 0, 0x83, 0 }, 8, CALL_DIRECT,
		(uint64_t)-0xff8 },
	{ "auipc ra, 1; jalr 8(t1)", { 0x97, 0x10, 0, 0, 0xe7, 0, 0x83, 0 }, 8, CALL_INDIRECT, 0 },
	{ "c.jalr a0", { 0x02, 0x95 }, 2, CALL_INDIRECT, 0 },
	{ "jalr ra, 8(t1)", { 0xe7, 0, 0x83, 0 }, 4, CALL_INDIRECT, 0 },
	{ "c.jr a0", { 0x02, 0x85 }, 2, CALL_NONE, 0 },
	{ "c.j 0x100", { 0x01, 0xa2 }, 2, CALL_NONE, 0 },
	{ "c.ebreak", { 0x02, 0x90 }, 2, CALL_NONE, 0 },
};

static const struct example riscv32[] = {
	{ "c.jal 0x100", { 0x01, 0x22 }, 2, CALL_DIRECT, 0x100 },
	{ "c.jal -0x100", { 0x01, 0x37 }, 2, CALL_DIRECT, (uint64_t)-0x100 },
	{ "c.jal 0x7fe", { 0xfd, 0x2f }, 2, CALL_DIRECT, 0x7fe },
	{ "c.jal -0x800", { 0x01, 0x30 }, 2, CALL_DIRECT, (uint64_t)-0x800 },
	{ "c.jalr a5", { 0x82, 0x97 }, 2, CALL_INDIRECT, 0 },
};

/* The same bytes are c.jal in 32-bit code and an addition in 64-bit code. */
static void
test_riscv(void **state)
{
	static const struct example add = { "c.addiw tp, -32", { 0x01, 0x32 }, 2, CALL_NONE, 0 };
	struct image im = { .machine = EM_RISCV, .address_size = 8 };

	(void)state;
	CHECK(EM_RISCV, 8, 2, riscv);
	CHECK(EM_RISCV, 4, 2, riscv);
	CHECK(EM_RISCV, 4, 2, riscv32);
	check_example(&im, &add);
}

static void
test_unknown(void **state)
{
	static const struct example e = { "?", { 0xe8, 0, 0, 0, 0, 0, 0, 0 }, 8, CALL_NONE, 0 };
	struct image im = { .machine = EM_S390, .address_size = 8 };

	(void)state;
	assert_false(isa_is_known(&im) || isa_gprof_knows(&im));
	check_example(&im, &e);
}

/* The bytes of calls may overlap.  A call that the end of the section truncates is not found. */
static void
test_next_x86(void **state)
{
	static const unsigned char bytes[] = {
		0xe8, 0xe8, 0xff, 0xff, 0xff, 0xff, 0x90, 0xe8, 1, 0, 0 };
	struct code_section c = { ".text", LO, LO + sizeof(bytes), bytes };
	struct image im = { .machine = EM_X86_64, .address_size = 8 };
	uint64_t end = LO, addr = LO, target;

	(void)state;
	assert_true(isa_next_direct_call(&im, &c, &end, &target));
	assert_true(end == LO + 5 && target == LO + 5 - 24);
	assert_true(isa_next_direct_call(&im, &c, &end, &target));
	assert_true(end == LO + 6 && target == LO + 6 - 1);
	assert_false(isa_next_direct_call(&im, &c, &end, &target));
	assert_true(isa_gprof_knows(&im));
	assert_true(isa_next_gprof_call(&im, &c, &addr, c.hi, &target));
	assert_true(addr == LO + 1 && target == LO + 5 + UINT64_C(0xffffffe8));
	assert_true(isa_next_gprof_call(&im, &c, &addr, c.hi, &target));
	assert_true(addr == LO + 2 && target == LO + 6 + UINT64_C(0xffffffff));
	assert_false(isa_next_gprof_call(&im, &c, &addr, c.hi, &target));
	for (size_t n = 0; n < 5; n++) {
		c.hi = LO + n;
		addr = end = LO;
		assert_false(isa_next_direct_call(&im, &c, &end, &target));
		assert_false(isa_next_gprof_call(&im, &c, &addr, c.hi, &target));
	}
}

/* gprof counts the jump B as a call, like BL. */
static void
test_next_aarch64(void **state)
{
	static const unsigned char bytes[] = {
		0x1f, 0x20, 0x03, 0xd5,			/* nop */
		0xff, 0xff, 0xff, 0x97,			/* bl .-4 */
		0x04, 0x00, 0x00, 0x14,			/* b .+16 */
	};
	struct code_section c = { ".text", LO, LO + sizeof(bytes), bytes };
	struct image im = { .machine = EM_AARCH64, .address_size = 8 };
	uint64_t end = LO, addr = LO, target;

	(void)state;
	assert_true(isa_next_direct_call(&im, &c, &end, &target));
	assert_true(end == LO + 8 && target == LO);
	assert_false(isa_next_direct_call(&im, &c, &end, &target));
	assert_true(isa_next_gprof_call(&im, &c, &addr, c.hi, &target));
	assert_true(addr == LO + 8 && target == LO);
	assert_false(isa_next_gprof_call(&im, &c, &addr, LO + 8, &target));
	assert_true(isa_next_gprof_call(&im, &c, &addr, c.hi, &target));
	assert_true(addr == LO + 12 && target == LO + 24);
	assert_false(isa_next_gprof_call(&im, &c, &addr, c.hi, &target));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_x86),
		cmocka_unit_test(test_aarch64),
		cmocka_unit_test(test_arm),
		cmocka_unit_test(test_arm_big_endian),
		cmocka_unit_test(test_arm_little_code),
		cmocka_unit_test(test_arm_or_thumb),
		cmocka_unit_test(test_riscv),
		cmocka_unit_test(test_next_x86),
		cmocka_unit_test(test_next_aarch64),
		cmocka_unit_test(test_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

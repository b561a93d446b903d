/* arm64stack.c - a program for arm64 that writes a perf.data file of itself
 *
 *	arm64stack MODE PATH >perf.data
 *
 * It stores its registers in two functions and copies its stack, as Linux does for perf record
 * --call-graph dwarf (MODE dwarf), or follows its frame pointers, as for --call-graph fp (MODE fp).
 * PATH is the path of the program in the file.  Which functions have called each other follows from
 * this text.  It uses no libc, so that it also runs where none is installed for arm64.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <elf.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PC = 32, SP = 31, LR = 30, FP = 29, REGISTERS = 33,
	COPY = 2048,			/* bytes of the stack that perf copies */
	ATTR = 112, HEADER = 104, RECORDS = HEADER + ATTR + 16,
	PID = 10,
};

static struct {
	unsigned char v[64 << 10];
	size_t n;
} out;

uint64_t registers[REGISTERS];		/* not static: the assembler below names it */
static uint64_t top;			/* end of the stack */
static int is_by_pointer;
static volatile int depth, calls = 2;

extern const char __ehdr_start[];

/* Stores the registers in REGISTERS, without a call, so that a function that only does this has no
 * frame. */
#define STORE() __asm__ volatile( \
	"adrp x16, registers\n" \
	"add x16, x16, :lo12:registers\n" \
	"stp x0, x1, [x16]\n"		"stp x2, x3, [x16, 16]\n" \
	"stp x4, x5, [x16, 32]\n"	"stp x6, x7, [x16, 48]\n" \
	"stp x8, x9, [x16, 64]\n"	"stp x10, x11, [x16, 80]\n" \
	"stp x12, x13, [x16, 96]\n"	"stp x14, x15, [x16, 112]\n" \
	"stp x16, x17, [x16, 128]\n"	"stp x18, x19, [x16, 144]\n" \
	"stp x20, x21, [x16, 160]\n"	"stp x22, x23, [x16, 176]\n" \
	"stp x24, x25, [x16, 192]\n"	"stp x26, x27, [x16, 208]\n" \
	"stp x28, x29, [x16, 224]\n"	"mov x17, sp\n" \
	"stp x30, x17, [x16, 240]\n"	"adr x17, .\n" \
	"str x17, [x16, 256]\n" : : : "x16", "x17", "memory")

static long
call(long number, long a, long b, long c)
{
	register long x8 __asm__("x8") = number, x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b, x2 __asm__("x2") = c;

	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
	return x0;
}

static void
put(uint64_t value, unsigned n)
{
	for (; n > 0; n--, value >>= 8)
		out.v[out.n++] = (unsigned char)value;
}

/* Adds TEXT and at least one NUL, up to a multiple of 8 bytes. */
static void
put_text(const char *text)
{
	do
		put((unsigned char)*text, 1);
	while (*text++ != '\0');
	while (out.n % 8 != 0)
		put(0, 1);
}

static size_t
begin(unsigned type)
{
	put(type, 4);
	put(2, 2);
	put(0, 2);
	return out.n - 8;
}

static void
end(size_t at)
{
	size_t n = out.n;

	out.n = at + 6;
	put(n - at, 2);
	out.n = n;
}

/* Adds the addresses that Linux finds by the frame pointers. */
static void
put_chain(void)
{
	size_t at = out.n, n = 2;

	put(0, 8);
	put((uint64_t)-512, 8);
	put(registers[PC], 8);
	for (uint64_t fp = registers[FP]; fp != 0; n++) {
		const uint64_t *frame = (const uint64_t *)fp;

		put(frame[1] & 0xffffffffffff, 8);
		fp = frame[0];
	}
	for (unsigned i = 0; i < 8; i++)
		out.v[at + i] = (unsigned char)(n >> 8 * i);
}

/* Adds a sample of the REGISTERS.  Functions that have returned since had no frame, so the stack is
 * still that of the sample. */
static __attribute__((noinline)) void
put_sample(void)
{
	const volatile unsigned char *stack = (const unsigned char *)registers[SP];
	size_t at = begin(9);

	put(registers[PC], 8);
	put(PID, 4);
	put(PID, 4);
	put(1, 8);			/* period */
	if (is_by_pointer)
		put_chain();
	else
		put(0, 8);
	put(2, 8);			/* registers of 64 bits */
	for (int i = is_by_pointer ? LR : 0; i < (is_by_pointer ? LR + 1 : REGISTERS); i++)
		put(registers[i], 8);
	if (!is_by_pointer) {
		put(COPY, 8);
		for (size_t i = 0; i < COPY; i++)
			put(registers[SP] + i < top ? stack[i] : 0, 1);
		put(top - registers[SP] < COPY ? top - registers[SP] : COPY, 8);
	}
	end(at);
}

__attribute__((noinline)) int
leaf_function(int n)
{
	STORE();
	return n + 1;
}

/* Its frame has no fixed size: only the frame pointer says where it is. */
__attribute__((noinline)) int
inner_function(int n)
{
	volatile char room[16 * n + 16];

	room[n] = 1;
	STORE();
	put_sample();
	depth += leaf_function(n);
	put_sample();
	return room[n] + depth;
}

__attribute__((noinline)) int
middle_function(int n, int a, int b, int c)
{
	int result = n > 0 ? middle_function(n - 1, b, c, a) : inner_function(3);

	return result + a * 3 + b * 5 + c * 7;
}

__attribute__((noinline)) int
outer_function(void)
{
	return middle_function(calls, depth, calls, depth + calls) + 1;
}

static void
put_head(void)
{
	static const char magic[] = "PERFILE2";

	for (int i = 0; i < 8; i++)
		put((unsigned char)magic[i], 1);
	put(HEADER, 8);
	put(ATTR + 16, 8);
	put(HEADER, 8);			/* events */
	put(ATTR + 16, 8);
	put(RECORDS, 8);
	put(0, 8);			/* bytes of records: put_tail() */
	put(0, 8);
	put(0, 8);
	put(1 << 3 | 1 << 6, 8);	/* features: host, machine */
	for (int i = 0; i < 3; i++)
		put(0, 8);
	put(1, 4);			/* an event of software, cpu-clock */
	put(ATTR, 4);
	put(0, 8);
	put(1, 8);
	put(1 | 2 | 1 << 5 | 1 << 8 | 1 << 12 | (is_by_pointer ? 0 : 1 << 13), 8);
	for (int i = 0; i < 6; i++)
		put(0, 8);
	put(is_by_pointer ? UINT64_C(1) << LR : (UINT64_C(1) << REGISTERS) - 1, 8);
	put(COPY, 4);
	while (out.n < RECORDS)
		put(0, 1);
}

static void
put_maps(const char *path)
{
	const Elf64_Ehdr *elf = (const Elf64_Ehdr *)__ehdr_start;
	const Elf64_Phdr *segments = (const Elf64_Phdr *)(__ehdr_start + elf->e_phoff);
	size_t at = begin(3);

	put(PID, 4);
	put(PID, 4);
	put_text("arm64stack");
	end(at);
	for (int i = 0; i < elf->e_phnum; i++) {
		if (segments[i].p_type != PT_LOAD || (segments[i].p_flags & PF_X) == 0)
			continue;
		at = begin(1);
		put(PID, 4);
		put(PID, 4);
		put(segments[i].p_vaddr & ~UINT64_C(4095), 8);
		put(segments[i].p_memsz + (segments[i].p_vaddr & 4095), 8);
		put(segments[i].p_offset & ~UINT64_C(4095), 8);
		put_text(path);
		end(at);
	}
}

static void
put_tail(void)
{
	size_t n = out.n, at = n + 32;

	out.n = 48;
	put(n - RECORDS, 8);
	out.n = n;
	put(at, 8);
	put(12, 8);
	put(at + 16, 8);
	put(12, 8);
	put(8, 4);
	put_text("phone");
	out.n = at + 16;
	put(8, 4);
	put_text("aarch64");
}

/* STACK: the number of arguments, and pointers to them. */
__attribute__((noinline)) int
main_function(const uint64_t *stack)
{
	const char *const *arguments = (const char *const *)(stack + 1);

	if (stack[0] != 3)
		return 2;
	top = (uint64_t)stack;
	is_by_pointer = arguments[1][0] == 'f';
	put_head();
	put_maps(arguments[2]);
	outer_function();
	put_tail();
	return call(64, 1, (long)out.v, (long)out.n) != (long)out.n;
}

void run(const uint64_t *stack);

void
run(const uint64_t *stack)
{
	call(93, main_function(stack), 0, 0);
}

__asm__(".text\n"
	".globl _start\n"
	".type _start, %function\n"
	"_start:\n"
	"	.cfi_startproc\n"
	"	.cfi_undefined x30\n"
	"	mov x29, 0\n"
	"	mov x30, 0\n"
	"	mov x0, sp\n"
	"	bl run\n"
	"	nop\n"
	"	.cfi_endproc\n"
	".size _start, .-_start\n");

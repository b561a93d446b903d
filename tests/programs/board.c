/* board.c - a program without libc, profiled by record/embed/gmon.c
 *
 * It does what the letters on its standard input say; see obey().  It has no division and no
 * floating-point arithmetic, so it needs no function of libgcc.
 */
#include "gmon.h"

extern const char __executable_start[], etext[];

long call_system(long number, long a, long b, long c);
void board(void);

/* Entry and system calls, in assembler: only the C functions below are compiled with -pg. */
#if defined __x86_64__
enum { SYS_READ = 0, SYS_WRITE = 1, SYS_EXIT = 60 };
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tcall board\n\thlt\n"
	".globl call_system\ncall_system:\n\tmov %rdi, %rax\n\tmov %rsi, %rdi\n\t"
	"mov %rdx, %rsi\n\tmov %rcx, %rdx\n\tsyscall\n\tret\n");
#elif defined __arm__
enum { SYS_READ = 3, SYS_WRITE = 4, SYS_EXIT = 1 };
__asm__(".syntax unified\n"
#ifdef __thumb__
	".thumb_func\n"
#endif
	".globl _start\n.type _start, %function\n_start:\n\tbl board\n"
#ifdef __thumb__
	".thumb_func\n"
#endif
	".globl call_system\n.type call_system, %function\ncall_system:\n\tpush {r4, r7}\n\t"
	"mov r7, r0\n\tmov r0, r1\n\tmov r1, r2\n\tmov r2, r3\n\tsvc #0\n\t"
	"pop {r4, r7}\n\tbx lr\n");
#elif defined __aarch64__
enum { SYS_READ = 63, SYS_WRITE = 64, SYS_EXIT = 93 };
__asm__(".globl _start\n_start:\n\tmov x29, xzr\n\tbl board\n"
	".globl call_system\ncall_system:\n\tmov x8, x0\n\tmov x0, x1\n\tmov x1, x2\n\t"
	"mov x2, x3\n\tsvc #0\n\tret\n");
#elif defined __riscv
enum { SYS_READ = 63, SYS_WRITE = 64, SYS_EXIT = 93 };
__asm__(".globl _start\n_start:\n\t.option push\n\t.option norelax\n\tla gp, __global_pointer$\n\t"
	".option pop\n\tcall board\n"
	".globl call_system\ncall_system:\n\tmv a7, a0\n\tmv a0, a1\n\tmv a1, a2\n\tmv a2, a3\n\t"
	"ecall\n\tret\n");
#endif

#define NOT_COUNTED __attribute__((no_instrument_function, noinline))
#define COUNTED __attribute__((noinline))

static volatile int sum;
static volatile int wrong;		/* did mcount change a register, or store a wrong address? */

/* The profiled functions.  Each letter 'c' makes these calls:
 *	work -> leaf 1000, work -> sums 10, sums -> leaf 30, sums -> mixed 10 */
COUNTED static int
leaf(int a, int b, int c, int d, int e, int f)
{
	sum++;
	if (a != 1 || b != 2 || c != 3 || d != 4 || e != 5 || f != 6)
		wrong = 1;
	return a + f;
}

/* Is D the number with these BITS? */
NOT_COUNTED static int
is_number(double d, unsigned long long bits)
{
	const union {
		double d;
		unsigned long long bits;
	} number = { d };

	return number.bits == bits;
}

COUNTED static double
mixed(double a, double b, double c, long d)
{
	if (!is_number(a, 0x3ff8000000000000) || !is_number(b, 0x4004000000000000)
			|| !is_number(c, 0x400c000000000000) || d != 7)
		wrong = 1;
	return b;
}

COUNTED static void
sums(void)
{
	for (int i = 0; i < 3; i++)
		if (leaf(1, 2, 3, 4, 5, 6) != 7)
			wrong = 1;
	if (!is_number(mixed(1.5, 2.5, 3.5, 7), 0x4004000000000000))
		wrong = 1;
}

COUNTED static void
work(void)
{
	for (int i = 0; i < 1000; i++)
		leaf(1, 2, 3, 4, 5, 6);
	for (int i = 0; i < 10; i++)
		sums();
}

/* Functions that are called in turn from one call site. */
COUNTED static void one(void) { sum++; }
COUNTED static void two(void) { sum++; }
COUNTED static void three(void) { sum++; }
COUNTED static void four(void) { sum++; }

static void (*const callees[])(void) = { one, two, three, four };

COUNTED static void
dispatch(void)
{
	for (int i = 0; i < 40; i++)
		callees[i % 4]();
}

static unsigned char memory[262144];
static unsigned char buffer[65536];
static size_t buffered;

NOT_COUNTED static void
flush(int fd)
{
	call_system(SYS_WRITE, fd, (long)buffer, (long)buffered);
	buffered = 0;
}

NOT_COUNTED static void
put(unsigned char byte, void *fd)
{
	buffer[buffered++] = byte;
	if (buffered == sizeof(buffer))
		flush(*(int *)fd);
}

/* Does what put() does, but its calls are counted, unless the profile is halted. */
COUNTED static void
put_counted(unsigned char byte, void *fd)
{
	put(byte, fd);
}

NOT_COUNTED static void
put_number(const char *name, unsigned long n)
{
	static const unsigned powers[] = { 1000000000, 100000000, 10000000, 1000000, 100000, 10000,
		1000, 100, 10, 1 };
	int fd = 1, begun = 0;

	while (*name != 0)
		put((unsigned char)*name++, &fd);
	for (int i = 0; i < 10; i++) {
		unsigned char digit = '0';

		for (; n >= powers[i]; n -= powers[i])
			digit++;
		begun |= digit != '0' || i == 9;
		if (begun)
			put(digit, &fd);
	}
}

NOT_COUNTED static void
print_state(void)
{
#ifdef __arm__			/* bit 0 of selfpc must be cleared: it only marks Thumb code */
	for (int i = 1; _gmonparam.kcount != NULL && i <= _gmonparam.tos[0].link; i++)
		wrong |= _gmonparam.tos[i].selfpc & 1;
#endif
	put_number("state ", (unsigned long)_gmonparam.state);
	put_number(" busy ", _gmonlost.busy_calls);
	put_number(" error ", _gmonlost.error_calls);
	put_number(" outside ", _gmonlost.outside_calls);
	put_number(" saturated ", _gmonlost.saturated_calls);
	put_number(" ticks: error ", _gmonlost.error_ticks);
	put_number(" outside ", _gmonlost.outside_ticks);
	put_number(" saturated ", _gmonlost.saturated_ticks);
	put_number(" wrong ", (unsigned long)wrong);
	put('\n', NULL);
	flush(1);
}

NOT_COUNTED static void
prepare(size_t size, const void *low, const void *high)
{
	put_number("init ", (unsigned long)gmon_init(memory, size, low, high, 100));
	put('\n', NULL);
	flush(1);
}

/* Writes the tables as a debugger would save them, to the descriptors 3 to 6. */
NOT_COUNTED static void
save_tables(void)
{
	const struct gmonparam *p = &_gmonparam;

	call_system(SYS_WRITE, 3, (long)p, sizeof(*p));
	call_system(SYS_WRITE, 4, (long)p->kcount, (long)p->kcountsize);
	call_system(SYS_WRITE, 5, (long)p->froms, (long)p->fromssize);
	call_system(SYS_WRITE, 6, (long)p->tos, (long)p->tossize);
}

NOT_COUNTED static void
dump(void (*function)(unsigned char, void *), int fd)
{
	gmon_dump(function, &fd);
	flush(fd);
}

NOT_COUNTED static void
tick(unsigned n, const void *function)
{
	while (n-- > 0)
		gmon_tick(((unsigned long)function & ~1ul) + 8);
}

/* A debugger stops here. */
NOT_COUNTED static void
stop_here(void)
{
	__asm__ volatile("");
}

NOT_COUNTED static void
obey(char letter)
{
	const size_t code = (size_t)(etext - __executable_start);

	switch (letter) {
	case 'I':			/* memory for many arcs */
		prepare(sizeof(memory), __executable_start, etext);
		break;
	case 'i':			/* memory for three arcs; it is not aligned */
		put_number("init ", (unsigned long)gmon_init(memory + 1, GMON_SIZE(code, 3),
			__executable_start, etext, 100));
		put('\n', NULL);
		flush(1);
		break;
	case 'O':			/* the profiled range has no code */
		prepare(sizeof(memory), memory, memory + 4096);
		break;
	case 'M':			/* sizes that are refused */
		prepare(code, __executable_start, etext);
		prepare(0, __executable_start, etext);
		prepare(sizeof(memory), etext, __executable_start);
		prepare(sizeof(memory), etext, (const char *)-1);
		break;
	case 'b': case 'h': case 'r':
		gmon_control(letter);
		break;
	case 'B':			/* calls and verbs in the state busy, as by a handler */
		_gmonparam.state = GMON_PROF_BUSY;
		work();
		put_number("begin ", (unsigned long)gmon_control('b'));
		put_number(" halt ", (unsigned long)gmon_control('h'));
		put_number(" reset ", (unsigned long)gmon_control('r'));
		gmon_control('b');
		_gmonparam.state = GMON_PROF_ON;
		put('\n', NULL);
		flush(1);
		break;
	case 'c':
		work();
		break;
	case 'C':			/* add LONG_MAX - 1005 to the count of each arc */
		for (long i = 1; i <= _gmonparam.tos[0].link; i++)
			_gmonparam.tos[i].count += (long)(-1ul >> 1) - 1005;
		break;
	case 'f':
		dispatch();
		break;
	case 't':
		tick(100, (const void *)leaf);
		tick(20, (const void *)work);
		tick(3, memory);
		break;
	case 'T':
		tick(65530, (const void *)leaf);
		break;
	case 's':
		print_state();
		break;
	case 'd':
		dump(put, 7);
		break;
	case 'D':
		dump(put_counted, 8);
		break;
	case 'a':
		save_tables();
		break;
	case 'x':
		stop_here();
		break;
	}
}

NOT_COUNTED void
board(void)
{
	char letter;

	while (call_system(SYS_READ, 0, (long)&letter, 1) == 1)
		obey(letter);
	call_system(SYS_EXIT, 0, 0, 0);
}

/* test_perfstacks.c - copies of stacks in a perf.data file are unwound
 *
 * The program copies its own stack and registers, as the kernel does for perf record --call-graph
 * dwarf, and writes a perf.data file with them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "measured/measured.h"
#include "measured/reader.h"
#include "perfdata_file.h"
#include "profile/open_options.h"
#include "record/cfi.h"
#include "recorded/recorded_codes.h"
#include "unwind/unwind_tables.h"

#if defined CFI_RETURN_ADDRESS && UINTPTR_MAX > UINT32_MAX

enum { SIZE = 32768, PID = 10 };

/* A copy of the stack. */
struct copy {
	uint64_t values[33], stack, pc;
	unsigned char bytes[SIZE];
	size_t used;
};

static struct copy copied;
static uint64_t top;			/* end of the stack of this thread */
static volatile int depth, calls = 2;	/* CALLS: not known to the compiler, which would make a
					 * copy of the function that gets it */

/* Fills COPIED with the registers in C, and the stack of this thread. */
static __attribute__((no_sanitize("address", "undefined"))) void
copy_stack(const ucontext_t *c)
{
	volatile const unsigned char *from;

#if defined __x86_64__
	/* ax bx cx dx si di bp sp ip, r8 to r15 */
	static const int order[] = { REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP,
		REG_RSP, REG_RIP, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14,
		REG_R15 };

	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++)
		copied.values[i] = (uint64_t)c->uc_mcontext.gregs[order[i]];
	copied.stack = copied.values[7];
	copied.pc = copied.values[8];
#else
	for (size_t i = 0; i < 31; i++)
		copied.values[i] = c->uc_mcontext.regs[i];
	copied.values[31] = copied.stack = c->uc_mcontext.sp;
	copied.values[32] = copied.pc = c->uc_mcontext.pc;
#endif
	from = (volatile const unsigned char *)(uintptr_t)copied.stack;
	copied.used = top - copied.stack < SIZE ? top - copied.stack : SIZE;
	for (size_t i = 0; i < copied.used; i++)
		copied.bytes[i] = from[i];
}

static __attribute__((noinline, no_sanitize("address", "undefined"))) void
inner_function(void)
{
	ucontext_t c;

	getcontext(&c);
	copy_stack(&c);
	depth++;
}

static __attribute__((noinline)) void
middle_function(int n)
{
	volatile char room[64] = { 0 };

	if (n > 0)
		middle_function(n - 1);
	else
		inner_function();
	room[n & 63] = 1;
	depth += room[0];
}

static __attribute__((noinline)) void
outer_function(void)
{
	middle_function(calls);
	depth++;
}

static const void *interrupted;		/* where the kernel has stored the registers */

static void
on_signal(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	interrupted = context;
	inner_function();
	depth++;
}

static __attribute__((noinline)) void
signal_function(void)
{
	const struct sigaction act = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };

	sigaction(SIGUSR1, &act, NULL);
	raise(SIGUSR1);
	signal(SIGUSR1, SIG_DFL);
	depth++;
}

/* Adds the mappings of code of this process to F, if it is not NULL, and sets TOP. */
static void
read_maps(struct perfdata_file *f)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[4400], path[4200];
	uint64_t low, high, offset;
	char access[5];

	assert_non_null(maps);
	while (fgets(line, sizeof(line), maps) != NULL) {
		int n = sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %4199s", &low,
			&high, access, &offset, path);

		if (n == 5 && f != NULL && access[2] == 'x' && *path == '/')
			put_mmap2(f, 0, PID, low, high - low, offset, path);
		if (n >= 4 && (uintptr_t)line >= low && (uintptr_t)line < high)
			top = high;
	}
	fclose(maps);
}

/* Begins a file: one process, which is this one. */
static struct perfdata_file
new_file(void)
{
	struct perfdata_file f = { 0 };

#if defined __x86_64__
	f.registers = 0xff01ff;
#else
	f.registers = 0x1ffffffff;
#endif
	put_comm(&f, 0, PID, PID, "prog", false);
	read_maps(&f);
	return f;
}

/* What codes.tables does, and then says that the callers of the code are on another stack. */
static struct unwind_tables *(*found)(void *with, uint32_t image, uint64_t offset, uint64_t *at);

static struct unwind_tables *
found_elsewhere(void *with, uint32_t image, uint64_t offset, uint64_t *at)
{
	struct unwind_tables *t = found(with, image, offset, at);
	const struct unwind_row *row = t != NULL ? unwind_tables_row(t, *at) : NULL;

	for (size_t i = 0; row != NULL; i++)
		if (&t->rows[i] == row) {
			t->rows[i].changes_stack = true;
			break;
		}
	return t;
}

static bool is_elsewhere;		/* functions_of() uses found_elsewhere() */

/* Reads B.  Returns the functions of its only sample, the innermost first, as a text to be free()d;
 * *NOTES becomes the text of the notes, to be free()d. */
static char *
functions_of(const struct bytes *b, char **notes)
{
	static const struct open_options none;
	struct measured *m = measured_new();
	struct recorded_codes codes;
	struct measured_options options = { 0 };
	char *path = write_file(b), *text;
	size_t n, nnotes;
	FILE *out = mem_stream(&text, &n), *said = mem_stream(notes, &nnotes);
	struct err e;

	recorded_codes_open(&codes, m, &none);
	options.codes = &codes.codes;
	found = codes.codes.tables;
	if (is_elsewhere)
		codes.codes.tables = found_elsewhere;
	(void)measured_read(m, path, &options, &e);
	for (uint32_t at = m->nsamples > 0 ? m->samples[0].path : NOBODY; at != NOBODY;
	     at = m->paths[at].parent)
		fprintf(out, "%s ", measured_text_of(m,
			m->funcs[m->frames[m->paths[at].frame].func].name));
	for (uint32_t i = 0; i < m->nnotes; i++)
		fprintf(said, "%s %s\n", m->notes[i].text, m->notes[i].advice);
	mem_close(out);
	mem_close(said);
	recorded_codes_release(&codes);
	measured_release(m);
	remove_file(path);
	return text;
}

/* Returns the functions of COPIED as functions_of() does, with SIZE bytes of the stack, of which
 * USED are filled. */
static char *
functions_copied(size_t size, size_t used, char **notes)
{
	struct perfdata_file f = new_file();
	struct bytes b = { 0 };
	char *text;

	put_copy(&f, 1, PID, copied.pc, copied.values, copied.bytes, size, used);
	put_perfdata(&b, &f);
	text = functions_of(&b, notes);
	bytes_release(&b);
	bytes_release(&f.records);
	return text;
}

static void
check_copy(const char *begin, const char *end)
{
	char *notes, *text = functions_copied(SIZE, copied.used, &notes), *at = strstr(text, begin);

	assert_non_null(at);
	assert_non_null(strstr(at, end));
	assert_null(strstr(notes, "stacks are complete"));
	free(text);
	free(notes);
}

static void
test_calls(void **state)
{
	outer_function();
	check_copy("inner_function middle_function middle_function middle_function outer_function "
		"test_calls ", "main ");
	(void)state;
}

/* A signal handler is called by the kernel, and the code it interrupts need not be at a call. */
static void
test_signal(void **state)
{
	signal_function();
	check_copy("inner_function on_signal ", "signal_function test_signal ");
	(void)state;
}

#if defined __x86_64__
/* A stack that was made up: the signal handler was interrupted by a signal, whose handler is the
 * same call. */
static void
test_endless(void **state)
{
	uint64_t handler = (uintptr_t)on_signal, word = 0, inner;
	char *notes, *text;
	size_t at = 0, n = 0;

	signal_function();
	for (; at < SIZE - 8 && (word <= handler || word >= handler + 100); at += 8)
		memcpy(&word, copied.bytes + at, 8);
	inner = copied.stack + at;	/* the stack pointer after the call of inner_function() */
	at = (size_t)((uintptr_t)interrupted + offsetof(ucontext_t, uc_mcontext.gregs)
		- copied.stack);
	memcpy(copied.bytes + at + REG_RIP * sizeof(greg_t), &word, 8);
	memcpy(copied.bytes + at + REG_RSP * sizeof(greg_t), &inner, 8);
	text = functions_copied(SIZE, copied.used, &notes);
	for (const char *s = text; (s = strstr(s, "on_signal ")) != NULL; s++)
		n++;
	assert_in_range(n, 2, 16);
	free(text);
	free(notes);
	(void)state;
}
#endif

/* A stack that is longer than its copy ends where the copy ends, and this is said. */
static void
test_cut(void **state)
{
	char *notes, *text, *whole;
	size_t reached = 0;

	outer_function();
	whole = functions_copied(SIZE, copied.used, &notes);
	free(notes);
	for (size_t size = 8; reached < strlen("inner_function middle_function"); size += 8) {
		text = functions_copied(size, size, &notes);
		assert_int_equal(strncmp(text, whole, strlen(text)), 0);
		assert_true(strlen(text) >= reached);
		assert_non_null(strstr(notes, "100.0 % end where the copy of the stack ends"));
		assert_non_null(strstr(notes, "--call-graph dwarf,16384"));
		reached = strlen(text);
		free(text);
		free(notes);
	}
	/* The kernel could not copy more: the stack itself ends here. */
	text = functions_copied(SIZE, 8, &notes);
	assert_non_null(strstr(notes, "0.0 % end where the copy of the stack ends"));
	free(text);
	free(notes);
	free(whole);
	/* Its callers are on another stack: to copy more would not help. */
	is_elsewhere = true;
	text = functions_copied(8, 8, &notes);
	is_elsewhere = false;
	assert_non_null(strstr(notes, "0.0 % end where the copy of the stack ends"));
	assert_non_null(strstr(notes, "100.0 % continue on another stack"));
	assert_null(strstr(notes, "--call-graph dwarf,"));
	free(text);
	free(notes);
	(void)state;
}

/* Code between two symbols that would fit into the padding of the first. */
void gap_before(void);
__asm__(".text\n"
	".globl gap_before\n"
	".type gap_before, %function\n"
	".p2align 6\n"
	"gap_before:\n"
	"	nop\n"
	"	nop\n"
	".size gap_before, .-gap_before\n"
	".p2align 4\n"
	"	nop\n"
	".p2align 6\n"
	".globl gap_behind\n"
	".type gap_behind, %function\n"
	"gap_behind:\n"
	"	nop\n"
	".size gap_behind, .-gap_behind\n");

/* Code that has no symbol is not of the function before it, even if it is short. */
static void
test_gap(void **state)
{
	const uint64_t at = (uintptr_t)gap_before;

	for (uint64_t i = 0; i <= 16; i += 16) {
		struct perfdata_file f = new_file();
		struct bytes b = { 0 };
		char *notes, *text;

		f.registers = 0;
		put_stack(&f, 1, PID, PID, ID_CLOCK, 1, (const uint64_t[]){ MARK_USER, at + i }, 2);
		put_perfdata(&b, &f);
		text = functions_of(&b, &notes);
		assert_int_equal(strcmp(text, "gap_before ") == 0, i == 0);
		assert_int_equal(strncmp(text, "[test_perfstacks", 16) == 0, i > 0);
		free(text);
		free(notes);
		bytes_release(&b);
		bytes_release(&f.records);
	}
	(void)state;
}

/* Registers and stacks may contain anything. */
static void
test_random(void **state)
{
	struct perfdata_file f = new_file();
	struct bytes b = { 0 };
	char *text, *notes;
	uint64_t seed = 1;

	put_copy(&f, 1, PID, copied.pc, copied.values, copied.bytes, 1024, 1024);
	for (uint64_t i = 0; i < 1000; i++) {
		struct copy c = copied;

		for (uint32_t k = random_below(&seed, 4); k > 0; k--)
			c.values[random_below(&seed, 17)] = random_below(&seed, 2) == 0
				? c.stack + random_below(&seed, 64) * 8 : c.pc
				+ random_below(&seed, 1000);
		for (uint32_t k = random_below(&seed, 32); k > 0; k--)
			memcpy(c.bytes + (size_t)8 * random_below(&seed, 64), c.values
				+ random_below(&seed, 17), 8);
		put_copy(&f, 2 + i, PID, c.pc, c.values, c.bytes, 1024, 1024);
	}
	put_copy(&f, 1002, PID, copied.pc, copied.values, copied.bytes, 1024, 1032);
	put_copy(&f, 1003, PID, copied.pc, copied.values, copied.bytes, 0, 0);
	put_copy(&f, 1004, PID, copied.pc, copied.values, copied.bytes, 1001, 1001);
	put_perfdata(&b, &f);
	text = functions_of(&b, &notes);
	assert_non_null(strstr(text, "inner_function"));
	free(text);
	free(notes);
	bytes_release(&b);
	bytes_release(&f.records);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_signal),
#if defined __x86_64__
		cmocka_unit_test(test_endless),
#endif
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_gap),
		cmocka_unit_test(test_random),
	};

	if (getenv("MEMCHECK") != NULL) {
		puts("1..0 # SKIP memcheck reports the unused bytes of the stack that is copied");
		return 77;
	}
	watch_for_hangs();
	read_maps(NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int
main(void)
{
	puts("1..0 # SKIP stacks of this kind of processor are not unwound");
	return 0;
}

#endif

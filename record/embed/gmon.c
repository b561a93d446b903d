/* gmon.c - counts calls and samples in programs without an operating system, and in kernels
 *
 * Tables and states are those of 4.4BSD (sys/gmon.h, gmon.c, mcount.c), so programs that read the
 * tables of a BSD kernel can read these.  Compile this file without -pg.
 *
 * An interrupt handler that has interrupted a function of this file may call the functions that
 * gmon.h allows.  In the state GMON_PROF_BUSY, only the interrupted function changes the table of
 * arcs.  An arc is complete before it is linked into a chain: the arcs of one entry of .froms.
 *
 * SPDX-License-Identifier: ISC
 */
#include "gmon.h"

/* GMON_ENTER(SAVED) and GMON_LEAVE(SAVED) surround the counting of a call.  SAVED is an unsigned
 * long.  By default, a call in an interrupt handler that has interrupted the counting of another
 * call is lost, and counted as lost.  -DGMON_MASK_INTERRUPTS masks interrupts while a call is
 * counted.
 *
 * For several processors, define both macros: GMON_ENTER masks interrupts and takes a lock,
 * GMON_LEAVE undoes this.  A reset and gmon_dump() also use them, to wait until no processor counts
 * a call.  Only one processor at a time may call gmon_tick(), gmon_control() or gmon_dump(). */
#if !defined GMON_ENTER && defined GMON_MASK_INTERRUPTS
#if defined __ARM_ARCH_PROFILE && __ARM_ARCH_PROFILE == 'M'
#define GMON_ENTER(saved) \
	__asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(saved) : : "memory")
#define GMON_LEAVE(saved) __asm__ volatile("msr primask, %0" : : "r"(saved) : "memory")
#else
#error "GMON_MASK_INTERRUPTS is for Cortex-M: define GMON_ENTER and GMON_LEAVE instead"
#endif
#elif !defined GMON_ENTER
#define GMON_ENTER(saved) ((saved) = 0)
#define GMON_LEAVE(saved) ((void)(saved))
#endif

/* mcount does not save the registers of floating-point arguments, so this file must not use them.
 * For other compilers and processors, compile with -mgeneral-regs-only. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#pragma GCC target("general-regs-only")
#endif

/* Makes the compiler write atomic additions in line, because they must not call libgcc. */
#if defined __aarch64__ && __GNUC__ >= 10 && !defined __clang__
#pragma GCC target("no-outline-atomics")
#endif

/* The greatest count of lost calls or samples, and the greatest count of an arc. */
#define MOST_LOST (-1ul)
#define MOST_CALLS ((long)(-1ul >> 1))

enum {
	BIN_SIZE = 4,			/* bytes of code for a bin, and for an entry of .froms */
	HASH_FRACTION = BIN_SIZE / sizeof(unsigned short),
	MOST_ENTRIES = 65535,		/* greatest number of entries of .tos: a link has 16 bits */
	MOST_SAMPLES = 65535,		/* greatest number of samples in a bin */
	VERSION = 0x00051879,		/* GMONVERSION of 4.4BSD */
	HEADER_SIZE = 2 * sizeof(long) + 24	/* of a gmon.out, in bytes */
};

_Static_assert(sizeof(struct gmonparam) == 12 * sizeof(void *), "the layout of 4.4BSD");
_Static_assert(sizeof(struct tostruct) == 3 * sizeof(void *), "the layout of 4.4BSD");

struct gmonparam _gmonparam = { .state = GMON_PROF_ERROR };
struct gmonlost _gmonlost;

static unsigned rate;		/* samples per second; 0: not known */

/* The state that gmon_control() was last asked for, or GMON_PROF_ERROR.  *state becomes this state
 * when the counting of a call ends, and when a reset or a dump ends. */
static volatile int next_state = GMON_PROF_ERROR;

/* Is a reset or a dump in progress?  Meanwhile, *state is GMON_PROF_OFF. */
static volatile int holding;

/* While find_arc() moves an arc to the front of its chain: the index of the arc, and the entry of
 * .froms where the chain begins.  Otherwise, the index is 0.  During the move, the arc is in no
 * chain for a moment.  If an interrupt handler calls gmon_dump() then, gmon_dump() finds the arc by
 * these variables. */
static volatile unsigned moving;
static unsigned short *volatile moving_head;

/* The state.  Interrupt handlers read and change it, so this file accesses it only through this
 * pointer. */
static volatile int *const state = &_gmonparam.state;

/* The compiler moves no access to memory from before this macro to after it, or back. */
#define KEEP_ORDER() __asm__ volatile("" : : : "memory")

/* Adds 1 to *COUNTER, unless it has its maximum.  On processors without atomic addition, if a call
 * of lose() interrupts another call for the same counter, only 1 may be added instead of 2. */
static void
lose(unsigned long *counter)	/* NOLINT: it is written through the parameter */
{
	if (*(volatile unsigned long *)counter == MOST_LOST)
		return;
#if __GCC_ATOMIC_LONG_LOCK_FREE == 2
	__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
#else
	++*counter;
#endif
}

/* Sets the SIZE bytes at MEMORY to 0.  The pointer is volatile, to keep the compiler from calling
 * memset(), which may not exist. */
static void
clear(void *memory, unsigned long size)
{
	volatile unsigned char *p = memory;

	while (size-- > 0)
		*p++ = 0;
}

static void
clear_all(void)
{
	clear(_gmonparam.kcount, _gmonparam.kcountsize);
	clear(_gmonparam.froms, _gmonparam.fromssize);
	clear(_gmonparam.tos, _gmonparam.tossize);
	clear(&_gmonlost, sizeof(_gmonlost));
}

/* Uses the SIZE bytes at MEMORY, which is aligned, for .tos.  False: there is no room for an
 * arc. */
static int
place_arcs(char *memory, size_t size)
{
	struct gmonparam *p = &_gmonparam;

	p->tos = (struct tostruct *)(void *)memory;
	p->tolimit = 0;
	p->tossize = 0;
	while (p->tolimit < MOST_ENTRIES && size - p->tossize >= sizeof(*p->tos)) {
		p->tolimit++;
		p->tossize += sizeof(*p->tos);
	}
	return p->tolimit >= 2;
}

/* Divides SIZE bytes of MEMORY among the histogram, .froms and .tos.  False: they are too few. */
static int
place_tables(char *memory, size_t size)
{
	struct gmonparam *p = &_gmonparam;
	size_t unaligned = (size_t)(-(uintptr_t)memory & (sizeof(long) - 1));

	if (size < unaligned || (size - unaligned) / 2 < p->kcountsize)
		return 0;
	memory += unaligned;
	size -= unaligned;
	p->kcount = (unsigned short *)(void *)memory;
	p->froms = p->kcount + p->kcountsize / sizeof(*p->kcount);
	memory += p->textsize;
	size -= p->textsize;
	unaligned = (size_t)(-(uintptr_t)memory & (sizeof(long) - 1));
	return size >= unaligned && place_arcs(memory + unaligned, size - unaligned);
}

int
gmon_init(void *memory, size_t size, const void *low, const void *high, unsigned hz)
{
	struct gmonparam *p = &_gmonparam;
	uintptr_t top = (uintptr_t)high;

	*state = next_state = GMON_PROF_ERROR;
	p->kcount = NULL;
	if ((uintptr_t)low >= top || top > UINTPTR_MAX - (BIN_SIZE - 1))
		return GMON_BAD_RANGE;
	p->lowpc = (uintptr_t)low & ~(uintptr_t)(BIN_SIZE - 1);
	p->highpc = (top + BIN_SIZE - 1) & ~(uintptr_t)(BIN_SIZE - 1);
	p->textsize = p->highpc - p->lowpc;
	p->hashfraction = HASH_FRACTION;
	p->kcountsize = p->fromssize = p->textsize / HASH_FRACTION;
	if (p->kcountsize > INT32_MAX - HEADER_SIZE)
		return GMON_BAD_RANGE;
	if (memory == NULL || !place_tables(memory, size)) {
		p->kcount = NULL;
		return GMON_BAD_MEMORY;
	}
	rate = hz <= INT32_MAX ? hz : 0;
	clear_all();
	*state = next_state = GMON_PROF_OFF;
	return GMON_OK;
}

void
gmon_tick(unsigned long pc)
{
	struct gmonparam *p = &_gmonparam;
	unsigned short *bin;

	if (*state == GMON_PROF_OFF)
		return;
	if (*state == GMON_PROF_ERROR) {
		lose(&_gmonlost.error_ticks);
		return;
	}
	if (pc - p->lowpc >= p->textsize) {
		lose(&_gmonlost.outside_ticks);
		return;
	}
	bin = &p->kcount[(pc - p->lowpc) / BIN_SIZE];
	if (*bin < MOST_SAMPLES)
		++*bin;
	else
		lose(&_gmonlost.saturated_ticks);
}

/* Returns the arc to SELF in the chain that begins at *HEAD, an entry of .froms, and moves the arc
 * to the front of the chain.  NULL: there is no such arc. */
static struct tostruct *
find_arc(unsigned short *head, unsigned long self)
{
	struct tostruct *tos = _gmonparam.tos, *before = NULL;

	for (unsigned i = *head; i != 0; i = before->link) {
		if (tos[i].selfpc == self) {
			if (before != NULL) {
				moving_head = head;
				moving = i;
				KEEP_ORDER();
				before->link = tos[i].link;
				KEEP_ORDER();
				tos[i].link = *head;
				KEEP_ORDER();
				*head = (unsigned short)i;
				KEEP_ORDER();
				moving = 0;
			}
			return &tos[i];
		}
		before = &tos[i];
	}
	return NULL;
}

/* Adds an arc to SELF to the chain that begins at *HEAD.  Returns NULL if the table is full. */
static struct tostruct *
add_arc(unsigned short *head, unsigned long self)
{
	struct gmonparam *p = &_gmonparam;
	unsigned i = p->tos[0].link + 1u;
	struct tostruct *arc = &p->tos[i];

	if (i >= (unsigned long)p->tolimit)
		return NULL;
	p->tos[0].link = (unsigned short)i;
	arc->selfpc = self;
	arc->count = 0;
	arc->link = *head;
	KEEP_ORDER();
	*head = (unsigned short)i;
	return arc;
}

/* Counts a call.  False: the table of arcs is full. */
static int
count_call(unsigned long from, unsigned long self)
{
	struct gmonparam *p = &_gmonparam;
	unsigned short *head;
	struct tostruct *arc;

	if (from - p->lowpc >= p->textsize) {
		lose(&_gmonlost.outside_calls);
		return 1;
	}
	head = &p->froms[(from - p->lowpc) / BIN_SIZE];
	arc = find_arc(head, self);
	if (arc == NULL)
		arc = add_arc(head, self);
	if (arc == NULL) {
		lose(&_gmonlost.error_calls);
		return 0;
	}
	if (arc->count < MOST_CALLS)
		arc->count++;
	else
		lose(&_gmonlost.saturated_calls);
	return 1;
}

/* Sets *state to next_state.  If an interrupt handler changes next_state between the two
 * assignments, the loop is repeated. */
static void
begin_next_state(void)
{
	int next;

	do {
		next = next_state;
		*state = next;
	} while (next != next_state);
}

__attribute__((used)) void
__mcount_internal(unsigned long from, unsigned long self)
{
	unsigned long saved;

	if (*state == GMON_PROF_OFF)
		return;
	GMON_ENTER(saved);
	if (*state == GMON_PROF_ON) {
		*state = GMON_PROF_BUSY;
		KEEP_ORDER();
		if (!count_call(from, self))
			next_state = GMON_PROF_ERROR;
		KEEP_ORDER();
		begin_next_state();
	} else if (*state == GMON_PROF_BUSY) {
		lose(&_gmonlost.busy_calls);
	} else if (*state == GMON_PROF_ERROR) {
		lose(&_gmonlost.error_calls);
	}
	GMON_LEAVE(saved);
}

/* Begins the state NEXT.  If the caller has interrupted the counting of a call, a reset or a dump,
 * the state begins when the interrupted function ends. */
static void
change_state(int next)
{
	next_state = next;
	if (*state != GMON_PROF_BUSY && !holding)
		*state = next;
}

/* Halts the counting of calls, for a reset or a dump.  Returns the state before.  If this is
 * GMON_PROF_BUSY, the caller has interrupted the counting of a call. */
static int
hold(void)
{
	unsigned long saved;
	int before;

	GMON_ENTER(saved);
	before = *state;
	holding = 1;
	*state = GMON_PROF_OFF;
	KEEP_ORDER();
	GMON_LEAVE(saved);
	return before;
}

/* Sets all counts to 0 and returns the state after that.  If the caller has interrupted the
 * counting of a call, a reset or a dump, does nothing and returns GMON_PROF_BUSY. */
static int
reset(void)
{
	if (holding)
		return GMON_PROF_BUSY;
	if (hold() == GMON_PROF_BUSY) {
		holding = 0;
		*state = GMON_PROF_BUSY;
		return GMON_PROF_BUSY;
	}
	if (next_state == GMON_PROF_ERROR)
		next_state = GMON_PROF_OFF;
	clear_all();
	holding = 0;
	begin_next_state();
	return *state;
}

int
gmon_control(char verb)
{
	if (_gmonparam.kcount == NULL)
		return *state;
	if (verb == 'r')
		return reset();
	if (next_state != GMON_PROF_ERROR) {
		if (verb == 'b')
			change_state(GMON_PROF_ON);
		else if (verb == 'h')
			change_state(GMON_PROF_OFF);
	}
	return *state;
}

/* A function that is called with each byte, and its last argument. */
struct output {
	void (*put)(unsigned char byte, void *arg);
	void *arg;
};

static void
put_bytes(const struct output *out, const void *data, unsigned long size)
{
	const unsigned char *p = data;

	while (size-- > 0)
		out->put(*p++, out->arg);
}

/* Writes VALUE as a number of 4 bytes, in the byte order of this processor. */
static void
put_word(const struct output *out, unsigned long value)
{
	uint32_t word = (uint32_t)value;

	put_bytes(out, &word, sizeof(word));
}

/* Writes the header of a gmon.out: addresses of the code, size of header and histogram, version,
 * rate, and three words that are 0. */
static void
put_header(const struct output *out)
{
	const struct gmonparam *p = &_gmonparam;

	put_bytes(out, &p->lowpc, sizeof(p->lowpc));
	put_bytes(out, &p->highpc, sizeof(p->highpc));
	put_word(out, HEADER_SIZE + p->kcountsize);
	put_word(out, VERSION);
	put_word(out, rate);
	for (int i = 0; i < 3; i++)
		put_word(out, 0);
}

/* Writes the arc tos[I], whose calls come from the code of the entry K of .froms. */
static void
put_arc(const struct output *out, unsigned long k, unsigned i)
{
	const struct gmonparam *p = &_gmonparam;
	struct {
		unsigned long from, self;
		long count;
	} arc = { p->lowpc + k * BIN_SIZE, p->tos[i].selfpc, p->tos[i].count };

	put_bytes(out, &arc, sizeof(arc));
}

/* Writes the arcs.  A fault of the program may have damaged the chains, so at most as many arcs are
 * written as were added. */
static void
put_arcs(const struct output *out)
{
	const struct gmonparam *p = &_gmonparam;
	unsigned long left = p->tos[0].link;
	unsigned missing = moving;

	for (unsigned long k = 0; k < p->fromssize / sizeof(*p->froms); k++) {
		unsigned i = p->froms[k];

		for (; i != 0 && i < (unsigned long)p->tolimit && left > 0; i = p->tos[i].link) {
			put_arc(out, k, i);
			left--;
			if (i == missing)
				missing = 0;
		}
	}
	if (missing != 0 && left > 0)
		put_arc(out, (unsigned long)(moving_head - p->froms), missing);
}

int
gmon_dump(void (*put)(unsigned char byte, void *arg), void *arg)
{
	const struct gmonparam *p = &_gmonparam;
	const struct output out = { put, arg };
	int before, held = holding;

	if (p->kcount == NULL)
		return *state;
	before = hold();
	put_header(&out);
	put_bytes(&out, p->kcount, p->kcountsize);
	put_arcs(&out);
	KEEP_ORDER();
	holding = held;
	if (held || before == GMON_PROF_BUSY)
		*state = before;
	else
		begin_next_state();
	return *state;
}

/* The functions that compilers call for -pg.  Those for x86-64 and ARM keep all registers in which
 * arguments can be.  If the profile is halted, each returns after one comparison. */
#if defined __x86_64__

/* Defines the function NAME.  FROM is an assembler operand: the place where the return address of
 * the counted function is, after nine registers have been pushed. */
#define ENTRY(name, from) \
	__asm__(".text\n.globl " name "\n.type " name ", @function\n" name ":\n\t" \
		"endbr64\n\tcmpl $3, _gmonparam(%rip)\n\tje 1f\n\t" \
		"push %rax\n\tpush %rcx\n\tpush %rdx\n\tpush %rsi\n\tpush %rdi\n\t" \
		"push %r8\n\tpush %r9\n\tpush %r10\n\tpush %r11\n\t" \
		"mov " from ", %rdi\n\tmov 72(%rsp), %rsi\n\tcall __mcount_internal\n\t" \
		"pop %r11\n\tpop %r10\n\tpop %r9\n\tpop %r8\n\t" \
		"pop %rdi\n\tpop %rsi\n\tpop %rdx\n\tpop %rcx\n\tpop %rax\n" \
		"1:\tret\n.size " name ", . - " name "\n")

ENTRY("mcount", "8(%rbp)");
ENTRY("__fentry__", "80(%rsp)");

#elif defined __arm__

/* The caller of __gnu_mcount_nc() has pushed lr, which contains FROM.  __gnu_mcount_nc() removes it
 * from the stack, and restores lr.  Thumb-1, Thumb-2 and ARM have all instructions used here.  Bit
 * 0 of an address of code, which is set for Thumb code, is cleared before the call is counted. */
__asm__(".text\n.syntax unified\n.balign 4\n"
#ifdef __thumb__
	".thumb_func\n"
#endif
	".globl __gnu_mcount_nc\n.type __gnu_mcount_nc, %function\n__gnu_mcount_nc:\n\t"
	"push {r0, r1, r2, r3, lr}\n\tldr r2, 2f\n\tldr r2, [r2]\n\tcmp r2, #3\n\tbeq 1f\n\t"
	"ldr r0, [sp, #20]\n\tmov r1, lr\n\tmovs r2, #1\n\tbics r0, r0, r2\n\t"
	"bics r1, r1, r2\n\tbl __mcount_internal\n"
	"1:\tldr r0, [sp, #16]\n\tmov ip, r0\n\tldr r0, [sp, #20]\n\tmov lr, r0\n\t"
	"pop {r0, r1, r2, r3}\n\tadd sp, sp, #8\n\tbx ip\n\t"
	".balign 4\n2:\t.word _gmonparam\n.size __gnu_mcount_nc, . - __gnu_mcount_nc\n");

#elif defined __aarch64__ || defined __riscv

/* The compiler calls _mcount() like any other function, so _mcount() may change the registers that
 * any function may change. */
void _mcount(unsigned long from);

void
_mcount(unsigned long from)
{
	__mcount_internal(from, (unsigned long)__builtin_return_address(0));
}

#endif

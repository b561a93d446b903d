/* cortexm.c - a program for a board with a Cortex-M, mps2-an385 of qemu
 *
 * handlers.c, copied from the manual by the test, has SysTick_Handler(), semihost() and put().  A
 * second timer interrupts the program, too, and its handler calls a function that is counted.
 */
#include "gmon.h"

#include "handlers.c"

#define NOT_COUNTED __attribute__((no_instrument_function, noinline))
#define COUNTED __attribute__((noinline))
#define REGISTER(address) (*(volatile unsigned *)(address))

enum { TICKS = 200, ROUNDS = 100 };

extern char _stext[], _etext[], _sgmon[], _egmon[];
extern char _sdata[], _edata[], _ldata[], _sbss[], _ebss[], _estack[];

void Reset_Handler(void);
NOT_COUNTED int main(void);

static volatile unsigned sum, handled;

COUNTED static void
spin(void)
{
	for (int i = 0; i < 1000; i++)
		sum++;
}

COUNTED static void
leaf(void)
{
	sum++;
}

COUNTED static void
work(void)
{
	spin();
	for (int i = 0; i < ROUNDS; i++)
		leaf();
}

COUNTED static void
in_handler(void)
{
	sum++;
}

NOT_COUNTED static void
timer_handler(void)
{
	REGISTER(0x4000000c) = 1;	/* the interrupt is handled */
	if (handled % 2 == 0)
		in_handler();		/* each call is counted, or is among the lost calls */
	handled++;
}

NOT_COUNTED static void
stop(void)
{
	semihost(0x18, (const void *)0x20026);	/* the program has ended */
}

NOT_COUNTED void
Reset_Handler(void)
{
	const volatile char *from = _ldata;

	for (volatile char *to = _sdata; to < (volatile char *)_edata; to++)
		*to = *from++;
	for (volatile char *to = _sbss; to < (volatile char *)_ebss; to++)
		*to = 0;
	main();
	stop();
}

__attribute__((section(".isr_vector"), used)) static void (*const vectors[16 + 32])(void) = {
	[0] = (void (*)(void))_estack,
	[1] = Reset_Handler,
	[2] = stop, [3] = stop, [4] = stop, [5] = stop, [6] = stop,
	[15] = SysTick_Handler,
	[16 + 8] = timer_handler,
};

NOT_COUNTED static unsigned
samples(void)
{
	unsigned n = 0;

	for (unsigned long i = 0; i < _gmonparam.kcountsize / 2; i++)
		n += _gmonparam.kcount[i];
	return n;
}

/* Returns the sum of the counts of all arcs to FUNCTION. */
NOT_COUNTED static unsigned
calls(void (*function)(void))
{
	unsigned long begin = (unsigned long)function & ~1ul;
	unsigned n = 0;

	for (unsigned i = 1; i <= _gmonparam.tos[0].link; i++)
		if (_gmonparam.tos[i].selfpc - begin < 16)
			n += (unsigned)_gmonparam.tos[i].count;
	return n;
}

/* Interrupts are masked while the profile and the counter HANDLED begin or end, so that both count
 * the same interrupts. */
NOT_COUNTED static void
mask_interrupts(void)
{
	__asm__ volatile("cpsid i" : : : "memory");
}

NOT_COUNTED static void
allow_interrupts(void)
{
	__asm__ volatile("cpsie i" : : : "memory");
}

NOT_COUNTED int
main(void)
{
	unsigned works = 0;
	const unsigned name[] = { (unsigned)"gmon.out", 5, 8 };
	int file = semihost(1, name);

	gmon_init(_sgmon, (size_t)(_egmon - _sgmon), _stext, _etext, 1000);
	mask_interrupts();
	REGISTER(0xe000e014) = 25000 - 1;	/* SysTick: 1000 interrupts in a second */
	REGISTER(0xe000e018) = 0;
	REGISTER(0xe000e010) = 7;
	REGISTER(0x40000008) = 3000;		/* the timer of the board: timer_handler() */
	REGISTER(0x40000000) = 9;
	REGISTER(0xe000e100) = 1 << 8;
	gmon_control('b');
	allow_interrupts();
	while (samples() < TICKS) {
		work();
		works++;
	}
	mask_interrupts();
	REGISTER(0x40000000) = 0;
	REGISTER(0xe000e010) = 0;
	gmon_control('h');
	if (calls(work) == works && calls(spin) == works && calls(leaf) == works * ROUNDS)
		semihost(4, "the calls of the program are exact\n");
	if (calls(in_handler) + _gmonlost.busy_calls == (handled + 1) / 2)
		semihost(4, "each call in a handler was counted, or is known to be lost\n");
	semihost(4, _gmonlost.busy_calls == 0 ? "none was lost\n" : "calls were lost\n");
	gmon_dump(put, &file);
	semihost(2, &file);
	return 0;
}

/* frame.h - moves the frame of a signal, which the kernel has written, to another stack
 *
 * The frame consists of the interrupted registers, the siginfo, and the state of the vector
 * registers.  When the handler returns, the kernel reads the frame at the stack pointer.
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef FRAME_H
#define FRAME_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

#if defined __x86_64__ || defined __aarch64__
#define CAN_MOVE true
#else
#define CAN_MOVE false			/* frame_move() returns false */
#endif

/* A frame: the last two arguments of the handler point into it. */
struct frame {
	siginfo_t *info;
	ucontext_t *context;
	uintptr_t pair;			/* on aarch64, set by frame_move(): the address after the
					 * frame, where the frame pointer and the return address are
					 * saved */
};

/* Returns the stack pointer of the interrupted code.  0: it is not known. */
uintptr_t frame_stack_pointer(const struct frame *f) __attribute__((visibility("hidden")));

/* Two signals can come at once: then the second interrupts the handler of the first, before its
 * first instruction.  If the registers in CONTEXT are those with which a handler begins, returns
 * the address of the context that the first signal, *SIGNAL, has interrupted; otherwise 0.  A
 * program may have such registers elsewhere, too. */
uintptr_t frame_below(const ucontext_t *context, int *signal)
	__attribute__((visibility("hidden")));

/* Copies the frame F to the highest addresses in [LOW, HIGH), and makes F refer to the copy.  The
 * copy must not overlap the old frame.  False: there is no room, or the frame is not as
 * expected. */
bool frame_move(struct frame *f, uintptr_t low, uintptr_t high)
	__attribute__((visibility("hidden")));

/* Calls HANDLER for SIGNAL as the kernel does, on the stack of the frame F, which frame_move() has
 * copied, and with only the signals in MASK blocked.  The caller has blocked all signals.  The
 * stack of the caller is no longer used. */
_Noreturn void frame_run(const struct frame *f, void (*handler)(int, siginfo_t *, void *),
	int signal, uint64_t mask) __attribute__((visibility("hidden")));

#endif

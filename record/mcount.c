/* mcount.c - counts a call, on machines without mcount-*.S
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/recorder.h"

#if !defined __x86_64__ && !defined __aarch64__

#pragma GCC visibility push(default)
void _mcount(void *from);
void mcount(void *from) __attribute__((alias("_mcount")));
void __cyg_profile_func_enter(void *self, void *from);
void __cyg_profile_func_exit(void *self, void *from);
#pragma GCC visibility pop

/* Counts a call as mcount-x86_64.S does.  The addition is atomic, because on these machines a
 * signal handler can interrupt an addition in memory, and count calls of its own. */
static void
count(uint64_t from, uint64_t self)
{
	const struct table *table;
	struct rec_slot *slot;

	if (control_state() != REC_ON)
		return;
	table = __atomic_load_n(&rec_thread.arcs.table, __ATOMIC_RELAXED);
	slot = table_slots(table) + table_place(table, from, self) / sizeof(*slot);
	while (slot->from != 0) {
		if (slot->from == from && slot->self == self) {
			__atomic_fetch_add(&slot->count, 1, __ATOMIC_RELAXED);
			return;
		}
		slot++;
		if ((uintptr_t)slot >= table->end)
			break;
	}
	mcount_slow(from, self);
}

/* Counts a call of the function that calls _mcount().  FROM is the return address of the calling
 * function.  On RISC-V, gcc calls _mcount() like any other function. */
void
_mcount(void *from)
{
	count((uintptr_t)from, (uintptr_t)__builtin_return_address(0));
}

void
__cyg_profile_func_enter(void *self, void *from)
{
	count((uintptr_t)from, (uintptr_t)self);
}

void
__cyg_profile_func_exit(void *self, void *from)
{
	(void)self;
	(void)from;
}

#endif

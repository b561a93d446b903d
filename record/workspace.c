/* workspace.c - the memory of threads for their samples, and their alternate signal stacks
 *
 * SPDX-License-Identifier: ISC
 */
#include <signal.h>
#include <sys/mman.h>

#include "record/sampling.h"
#include "record/syscalls.h"

struct workspace *workspace_list;

static size_t
guard_bytes(void)
{
	return (size_t)getpagesize();
}

char *
workspace_alternate(struct workspace *w)
{
	return (char *)w - HANDLER_BYTES - ALTERNATE_BYTES;
}

/* Maps a workspace that is used. */
static struct workspace *
workspace_map(void)
{
	size_t guard = guard_bytes();
	size_t bytes = guard + ALTERNATE_BYTES + HANDLER_BYTES + sizeof(struct workspace);
	long low = sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct workspace *w;

	if (sys_failed(low))
		return NULL;
	sys_call(SYS_mprotect, low, (long)guard, PROT_NONE, 0, 0, 0);
	w = (struct workspace *)(low + (long)(guard + ALTERNATE_BYTES + HANDLER_BYTES));
	w->is_used = true;
	do
		w->next = __atomic_load_n(&workspace_list, __ATOMIC_ACQUIRE);
	while (!__atomic_compare_exchange_n(&workspace_list, &w->next, w, false, __ATOMIC_ACQ_REL,
			__ATOMIC_ACQUIRE));
	return w;
}

struct workspace *
workspace_take(void)
{
	for (struct workspace *w = workspace_list; w != NULL; w = w->next) {
		if (!w->is_used && !__atomic_exchange_n(&w->is_used, true, __ATOMIC_ACQUIRE)) {
			w->tid = 0;
			return w;
		}
	}
	return workspace_map();
}

void
workspace_give(struct workspace *w)
{
	__atomic_store_n(&w->is_used, false, __ATOMIC_RELEASE);
}

static long
alternate_call(const stack_t *new, stack_t *old)
{
	return sys_call(SYS_sigaltstack, (long)new, (long)old, 0, 0, 0, 0);
}

void
alternate_set(struct workspace *w)
{
	stack_t ours = { .ss_sp = workspace_alternate(w), .ss_size = ALTERNATE_BYTES };
	stack_t old = { .ss_flags = SS_DISABLE };

	if (alternate_call(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE) != 0)
		w->alternate_is_ours = alternate_call(&ours, NULL) == 0;
	w->alternate = old;
}

bool
alternate_remove(struct workspace *w)
{
	const stack_t none = { .ss_flags = SS_DISABLE };

	if (w->alternate_is_ours && alternate_call(&none, NULL) != 0)
		return false;
	w->alternate_is_ours = false;
	return true;
}

/* workspace.c - memory for the samples of a thread
 *
 * SPDX-License-Identifier: ISC
 */
#include <sys/mman.h>

#include "record/sampling.h"
#include "record/syscalls.h"

struct workspace *workspace_list;
static struct workspace *unused;	/* workspaces that no thread uses.  The lock protects it */
static bool are_unlocked;		/* mlockall() was called; new workspaces are unlocked */

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

static void
unlock(struct workspace *w)
{
	sys_call(SYS_munlock, (long)workspace_alternate(w),
		(long)(ALTERNATE_BYTES + HANDLER_BYTES + sizeof *w), 0, 0, 0, 0);
}

void
workspaces_unlock(void)
{
	are_unlocked = true;
	for (struct workspace *w = workspace_list; w != NULL; w = w->next)
		unlock(w);
}

/* Maps a new workspace, marks it as used, and adds it to the list.  NULL: there is no memory. */
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
	if (are_unlocked)
		unlock(w);
	do
		w->next = __atomic_load_n(&workspace_list, __ATOMIC_ACQUIRE);
	while (!__atomic_compare_exchange_n(&workspace_list, &w->next, w, false, __ATOMIC_ACQ_REL,
			__ATOMIC_ACQUIRE));
	return w;
}

struct workspace *
workspace_take(void)
{
	uint64_t signals = block_signals();
	struct workspace *w = NULL;

	if (lock_take()) {
		w = unused;
		if (w != NULL)
			unused = w->next_unused;
		lock_give();
	}
	unblock_signals(signals);
	if (w == NULL)
		return workspace_map();
	w->tid = 0;
	w->is_used = true;
	return w;
}

/* Adds W to the unused workspaces.  A child of vfork() may be killed after any of these stores. */
static void
put(struct workspace *w)
{
	w->is_used = false;
	w->next_unused = unused;
	__atomic_store_n(&unused, w, __ATOMIC_RELEASE);
}

void
workspace_give(struct workspace *w)
{
	uint64_t signals = block_signals();

	if (lock_take()) {
		put(w);
		lock_give();
	}
	unblock_signals(signals);
}

void
workspaces_forget(const struct workspace *own)
{
	unused = NULL;
	for (struct workspace *w = workspace_list; w != NULL; w = w->next) {
		w->has_timer = false;
		if (w != own)
			put(w);
	}
}

/* tables.c - tables of arcs and of stacks, one of each for each thread
 *
 * SPDX-License-Identifier: ISC
 */
#include <string.h>
#include <sys/prctl.h>

#include "record/syscalls.h"

enum {
	FEWEST_SLOTS = 256,		/* a thread's first table is made for so many keys */
	GROWTH = 4,			/* a thread's next table has GROWTH times as many slots */
	OWN_TABLES = 64,		/* if a queue has fewer tables than this, each new thread
					 * gets a new table, so that readers can tell threads apart;
					 * otherwise, a new thread may get the table of a thread
					 * that no longer exists */
	TRIES = 8,			/* how many tables of the queue a search looks at, at
					 * most */
};

struct empty_table rec_no_table;
__thread struct thread rec_thread = {
	.arcs = {.slots = rec_no_table.slots},
	.stacks = {.slots = rec_no_table.slots},
};

/* A queue of the tables of one type that a later thread may use.  The lock protects it. */
struct table_list {
	struct rec_segment *first, *last;
	uint32_t count;
};
static struct table_list lists[REC_STACKS + 1];

static struct thread_table *
table_of(struct thread *t, enum rec_segment_type type)
{
	return type == REC_ARCS ? &t->arcs : &t->stacks;
}

/* Returns the table after S in the queue, or NULL.  An offset beyond the used part is not
 * trusted. */
static struct rec_segment *
next_table(const struct rec_segment *s)
{
	char *base = (char *)file_head();

	if (s->table.next == 0 || s->table.next >= file_head()->used)
		return NULL;
	return (struct rec_segment *)(void *)(base + s->table.next);
}

/* Adds S to the end of LIST.  A child of vfork() may be killed after any of these stores: then S is
 * perhaps not in LIST. */
static void
put_last(struct table_list *list, struct rec_segment *s)
{
	s->table.next = 0;
	if (list->first == NULL) {
		list->last = s;
		__atomic_store_n(&list->first, s, __ATOMIC_RELEASE);
	} else {
		list->last->table.next = file_offset(s);
		__atomic_store_n(&list->last, s, __ATOMIC_RELEASE);
	}
	list->count++;
}

/* Returns a table of LIST whose thread no longer exists, or NULL.  Looks at the first tables of
 * LIST.  Moves them to the end of LIST, or removes them if they cannot be used again.  A table that
 * a child of vfork() has begun is not free when the child has ended, because the parent fills
 * it. */
static struct rec_segment *
find_free(struct table_list *list)
{
	for (int i = 0; i < TRIES && list->first != NULL; i++) {
		struct rec_segment *s = list->first;

		list->first = next_table(s);
		list->count--;
		if (s->epoch != CONTROL->epoch || s->table.is_left != 0)
			continue;
		put_last(list, s);
		if (s->pid == sys_getpid()
				&& sys_call(SYS_tgkill, s->pid, s->tid, 0, 0, 0, 0) == -ESRCH)
			return s;
	}
	return NULL;
}

void
tables_rename(struct thread *t)
{
	char name[sizeof(table_segment(&t->arcs)->table.name)] = "";

	if (sys_call(SYS_prctl, PR_GET_NAME, (long)name, 0, 0, 0, 0) != 0)
		return;
	for (enum rec_segment_type type = REC_ARCS; type <= REC_STACKS; type++)
		if (table_is_made(table_of(t, type)))
			memcpy(table_segment(table_of(t, type))->table.name, name, sizeof(name));
}

void
tables_release(struct thread *t)
{
	tables_rename(t);
	t->ended = true;
	for (enum rec_segment_type type = REC_ARCS; type <= REC_STACKS; type++)
		if (table_is_made(table_of(t, type)))
			table_segment(table_of(t, type))->state = REC_THREAD_ENDED;
}

void
tables_forget(void)
{
	rec_thread.arcs = (struct thread_table){.slots = rec_no_table.slots};
	rec_thread.stacks = (struct thread_table){.slots = rec_no_table.slots};
	rec_thread.ended = false;
	rec_thread.busy = false;
	memset(lists, 0, sizeof(lists));
}

/* Must T, the calling thread, have tables that no other thread has used?  In a table with several
 * threads, readers cannot tell which thread has counted what.  So the first thread of the process
 * gets only new tables.  A thread that has a table that no other thread has used also gets
 * only new tables. */
static bool
needs_own_tables(struct thread *t)
{
	for (enum rec_segment_type type = REC_ARCS; type <= REC_STACKS; type++)
		if (table_is_made(table_of(t, type))
				&& table_segment(table_of(t, type))->table.threads == 1)
			return true;
	return sys_gettid() == sys_getpid();
}

/* Sets *TABLE to a table of this TYPE whose thread no longer exists.  False: find_free() does not
 * find one, or the queue has fewer than OWN_TABLES tables. */
static bool
use_again(struct thread_table *table, enum rec_segment_type type)
{
	struct rec_segment *s = NULL;

	if (!lock_take())
		return false;
	if (lists[type].count >= OWN_TABLES)
		s = find_free(&lists[type]);
	if (s != NULL) {
		s->tid = sys_gettid();
		s->table.threads++;
		s->state = REC_THREAD_LIVE;
		sys_call(SYS_prctl, PR_GET_NAME, (long)s->table.name, 0, 0, 0, 0);
	}
	lock_give();
	if (s == NULL)
		return false;
	table->number++;
	__atomic_store_n(&table->slots, (struct rec_slot *)(void *)(s + 1), __ATOMIC_RELEASE);
	return true;
}

/* Sets *TABLE to a new table of this TYPE for SLOTS keys, a power of two.  False: there is no
 * room. */
static bool
begin_table(struct thread_table *table, enum rec_segment_type type, uint64_t slots)
{
	/* There are more than SLOTS slots: a search that reaches the last place of a key continues
	 * in the slots after it, not in the first slots. */
	uint64_t size = sizeof(struct rec_segment) +
		(slots + slots / 8 + 64) * sizeof(struct rec_slot);
	struct rec_segment *s = segment_new(type, size);

	if (s == NULL)
		return false;
	s->table.mask = (slots - 1) * sizeof(struct rec_slot);
	s->table.slots = (s->bytes - sizeof(*s)) / sizeof(struct rec_slot);
	s->table.start = sys_time(CLOCK_MONOTONIC);
	s->table.threads = 1;
	s->table.generation = table->number++;
	if (table_is_made(table) && table_segment(table)->epoch == s->epoch)
		table_segment(table)->table.is_left = 1;
	s->state = REC_THREAD_LIVE;
	sys_call(SYS_prctl, PR_GET_NAME, (long)s->table.name, 0, 0, 0, 0);
	segment_publish(s);
	if (lock_take()) {
		put_last(&lists[type], s);
		lock_give();
	}
	__atomic_store_n(&table->slots, (struct rec_slot *)(void *)(s + 1), __ATOMIC_RELEASE);
	return true;
}

/* Returns the slot of the key FROM, SELF in the table, or the empty slot for it.  Sets *IS_FOUND to
 * whether the slot has the key.  Returns NULL if all slots to the end of the table have other
 * keys. */
static struct rec_slot *
search(struct thread_table *table, uint64_t from, uint64_t self,
	bool *is_found)
{
	const struct rec_segment *s = table_segment(table);
	struct rec_slot *slot = table->slots + table_place(s, from, self) / sizeof(*slot);
	const struct rec_slot *end = table->slots + s->table.slots - 1;	/* this slot stays empty */

	for (; slot < end; slot++) {
		*is_found = slot->from == from && slot->self == self;
		if (*is_found || slot->from == 0)
			return slot;
	}
	return NULL;
}

/* May another slot of S be used?  At most half of the slots may be used.  If there is no room for
 * another table (IS_LAST), 7 of 8 slots may be used. */
static bool
has_space(const struct rec_segment *s, bool is_last)
{
	uint64_t slots = s->table.mask / sizeof(struct rec_slot) + 1;

	return s->table.used < (is_last ? slots / 8 * 7 : slots / 2);
}

/* Begins the next table of the thread, with GROWTH times the slots, or fewer if there is little
 * room.  False: there is not even room for FEWEST_SLOTS slots. */
static bool
begin_next(struct thread_table *table, enum rec_segment_type type)
{
	uint64_t slots = table_segment(table)->table.mask / sizeof(struct rec_slot) + 1;

	for (uint64_t next = slots * GROWTH; next >= FEWEST_SLOTS; next /= 2)
		if (begin_table(table, type, next))
			return true;
	return false;
}

/* Like table_slot(), but the caller has set T->busy. */
static struct rec_slot *
find_or_add(struct thread *t, enum rec_segment_type type, uint64_t from,
	uint64_t self)
{
	struct thread_table *table = table_of(t, type);
	bool is_last = false;

	if (!table_is_made(table) || table_segment(table)->epoch != CONTROL->epoch) {
		if (!file_open())
			return NULL;
		if ((needs_own_tables(t) || !use_again(table, type))
				&& !begin_table(table, type, FEWEST_SLOTS))
			return NULL;
	}
	for (;;) {
		struct rec_segment *s = table_segment(table);
		bool is_found = false;
		struct rec_slot *slot = search(table, from, self, &is_found);

		if (is_found)
			return slot;
		if (slot != NULL && has_space(s, is_last)) {
			slot->self = self;
			__atomic_store_n(&slot->from, from, __ATOMIC_RELEASE);
			s->table.used++;
			object_note(self);
			if (type == REC_ARCS)
				object_note(from);
			return slot;
		}
		if (is_last)
			return NULL;
		is_last = !begin_next(table, type);
	}
}

struct rec_slot *
table_slot(struct thread *t, enum rec_segment_type type, uint64_t from,
	uint64_t self)
{
	struct rec_slot *slot;

	/* If signals are blocked, no handler can interrupt this function. */
	if (rec_quiet) {
		if (t->busy)
			return NULL;
		t->busy = true;
	}
	if (type == REC_ARCS && from < REC_LEAST_ADDRESS)
		from = REC_LEAST_ADDRESS;
	slot = find_or_add(t, type, from, self);
	t->busy = false;
	return slot;
}

void
mcount_slow(uint64_t from, uint64_t self)
{
	uint64_t signals = block_signals();
	struct rec_slot *slot = table_slot(&rec_thread, REC_ARCS, from, self);

	if (slot != NULL)
		__atomic_fetch_add(&slot->count, 1, __ATOMIC_RELAXED);
	else
		__atomic_fetch_add(&CONTROL->lost_calls, 1, __ATOMIC_RELAXED);
	unblock_signals(signals);
}

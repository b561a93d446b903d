/* tables.c - tables of arcs and of stacks, one of each for each thread
 *
 * SPDX-License-Identifier: ISC
 */
#include <string.h>
#include <sys/prctl.h>

#include "record/mapping.h"
#include "record/syscalls.h"

enum {
	FEWEST_SLOTS = 256,		/* a thread's first table is made for so many keys */
	GROWTH = 4,			/* a thread's next table has GROWTH times as many slots */
	OWN_TABLES = 64,		/* if a queue has fewer tables than this, each new thread
					 * gets a new table, so that readers can tell threads apart;
					 * otherwise, a new thread may get the table of a thread
					 * that no longer exists */
	SKIPPED = 1000,			/* after a call for which there was no room, so many calls
					 * are lost before a thread looks for room again */
	TRIES = 8,			/* how many tables of the queue a search looks at, at
					 * most */
};

struct table rec_no_table;
__thread struct thread rec_thread = {
	.arcs = {.table = &rec_no_table},
	.stacks = {.table = &rec_no_table},
};

/* A queue of the tables of one type that a later thread may use.  The lock protects it. */
struct table_list {
	struct table *first, *last;
	uint32_t count;
};
static struct table_list lists[REC_STACKS + 1];

static struct thread_table *
table_of(struct thread *t, enum rec_segment_type type)
{
	if (type == REC_STACKS)
		return &t->stacks;
	return t->shared.table != NULL ? &t->shared : &t->arcs;
}

/* Adds TABLE to the end of LIST.  A child of vfork() may be killed after any of these stores:
 * then TABLE is perhaps not in LIST. */
static void
put_last(struct table_list *list, struct table *table)
{
	table->next = NULL;
	if (list->first == NULL) {
		list->last = table;
		__atomic_store_n(&list->first, table, __ATOMIC_RELEASE);
	} else {
		list->last->next = table;
		__atomic_store_n(&list->last, table, __ATOMIC_RELEASE);
	}
	list->count++;
}

/* Returns a table of LIST whose thread no longer exists, or NULL.  Looks at the first tables of
 * LIST.  Moves them to the end of LIST, or removes them if they cannot be used again.  A table that
 * a child of vfork() has begun is not free when the child has ended, because the parent fills
 * it. */
static struct table *
find_free(struct table_list *list)
{
	for (int i = 0; i < TRIES && list->first != NULL; i++) {
		struct table *table = list->first;

		list->first = table->next;
		list->count--;
		if (table->epoch != rec_epoch || table->is_left != 0)
			continue;
		put_last(list, table);
		if (table->pid == sys_getpid() && sys_call(SYS_tgkill, table->pid, table->tid, 0, 0,
				0, 0) == -ESRCH)
			return table;
	}
	return NULL;
}

void
tables_rename(struct thread *t)
{
	char name[sizeof(table_segment(t->arcs.table)->table.name)] = "";

	if (sys_call(SYS_prctl, PR_GET_NAME, (long)name, 0, 0, 0, 0) != 0)
		return;
	for (enum rec_segment_type type = REC_ARCS; type <= REC_STACKS; type++)
		if (table_is_made(table_of(t, type)))
			memcpy(table_segment(table_of(t, type)->table)->table.name, name,
				sizeof(name));
}

void
tables_release(struct thread *t)
{
	tables_rename(t);
	t->ended = true;
	for (enum rec_segment_type type = REC_ARCS; type <= REC_STACKS; type++)
		if (table_is_made(table_of(t, type)))
			table_segment(table_of(t, type)->table)->state = REC_THREAD_ENDED;
}

void
tables_forget(void)
{
	rec_thread.arcs = (struct thread_table){.table = &rec_no_table};
	rec_thread.stacks = (struct thread_table){.table = &rec_no_table};
	rec_thread.shared = (struct thread_table){.table = NULL};
	rec_thread.ended = false;
	rec_thread.busy = false;
	rec_thread.skip = 0;
	memset(lists, 0, sizeof(lists));
}

void
tables_leave(struct thread *t)
{
	for (enum rec_segment_type type = REC_ARCS; type <= REC_STACKS; type++)
		table_of(t, type)->table = &rec_no_table;
}

bool
tables_share(struct thread *t)
{
	if (t->shared.table != NULL)
		return false;
	t->shared = t->arcs;
	__atomic_store_n(&t->arcs.table, &rec_no_table, __ATOMIC_RELEASE);
	return true;
}

void
tables_unshare(struct thread *t)
{
	t->arcs = t->shared;
	t->shared.table = NULL;
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
				&& table_of(t, type)->table->threads == 1)
			return true;
	return sys_gettid() == sys_getpid();
}

/* Makes TABLE the table of T. */
static void
use(struct thread_table *t, struct table *table)
{
	t->number++;
	__atomic_store_n(&t->table, table, __ATOMIC_RELEASE);
}

/* Sets T->table to a table of this TYPE whose thread no longer exists.  False: find_free() does not
 * find one, or the queue has fewer than OWN_TABLES tables. */
static bool
use_again(struct thread_table *t, enum rec_segment_type type)
{
	struct table *table = NULL;
	struct rec_segment *s;

	if (!lock_take())
		return false;
	if (lists[type].count >= OWN_TABLES)
		table = find_free(&lists[type]);
	if (table != NULL) {
		table->tid = sys_gettid();
		table->threads++;
		s = table_segment(table);
		s->tid = table->tid;
		s->table.threads = table->threads;
		s->state = REC_THREAD_LIVE;
		sys_call(SYS_prctl, PR_GET_NAME, (long)s->table.name, 0, 0, 0, 0);
	}
	lock_give();
	if (table != NULL)
		use(t, table);
	return table != NULL;
}

/* Returns the length of the segment of a table for SLOTS keys.  The table has more than SLOTS
 * slots: a search that reaches the last place of a key continues in the slots after it, not in the
 * first slots. */
static uint64_t
table_bytes(uint64_t slots)
{
	return segment_bytes(sizeof(struct rec_segment)
		+ (slots + slots / 8 + 64) * sizeof(struct rec_slot));
}

/* Makes a table of this TYPE for SLOTS keys, a power of two, as number NUMBER of its thread.  The
 * caller holds the lock.  NULL: there is no room. */
static struct table *
table_new(enum rec_segment_type type, uint64_t slots, uint32_t number)
{
	uint64_t bytes = table_bytes(slots);
	struct rec_segment *s = segment_new(type, bytes);
	struct rec_slot *first = (struct rec_slot *)(void *)(s + 1);
	struct table *table = s != NULL ? mapping_add_table(&rec_file) : NULL;

	if (table == NULL)
		return NULL;
	*table = (struct table){ .pid = sys_getpid(), .tid = sys_gettid(), .epoch = rec_epoch,
		.threads = 1, .mask = (slots - 1) * sizeof(*first) };
	table->slots = (uintptr_t)first - (uintptr_t)table;
	table->end = (uintptr_t)s + bytes - sizeof(*first);
	s->table.mask = table->mask;
	s->table.slots = (bytes - sizeof(*s)) / sizeof(*first);
	s->table.start = sys_time(CLOCK_MONOTONIC);
	s->table.threads = 1;
	s->table.generation = number;
	s->state = REC_THREAD_LIVE;
	sys_call(SYS_prctl, PR_GET_NAME, (long)s->table.name, 0, 0, 0, 0);
	segment_publish(s);
	return table;
}

/* Sets T->table to a new table of this TYPE for SLOTS keys, a power of two.  False: there is no
 * room. */
static bool
begin_table(struct thread_table *t, enum rec_segment_type type, uint64_t slots)
{
	struct table *table;

	if (!lock_take())
		return false;
	table = table_new(type, slots, t->number);
	if (table != NULL) {
		if (table_is_made(t) && t->table->epoch == rec_epoch)
			t->table->is_left = 1;
		put_last(&lists[type], table);
	}
	lock_give();
	if (table != NULL)
		use(t, table);
	return table != NULL;
}

/* Returns the slot of the key FROM, SELF in TABLE, or the empty slot for it.  Sets *IS_FOUND to
 * whether the slot has the key.  Returns NULL if all slots to the end of TABLE have other keys. */
static struct rec_slot *
search(const struct table *table, uint64_t from, uint64_t self, bool *is_found)
{
	struct rec_slot *slot = table_slots(table)
		+ table_place(table, from, self) / sizeof(*slot);

	for (; (uintptr_t)slot < table->end; slot++) {
		*is_found = slot->from == from && slot->self == self;
		if (*is_found || slot->from == 0)
			return slot;
	}
	return NULL;
}

/* May another slot of TABLE be used?  At most half of the slots may be used.  If there is no room
 * for another table (IS_LAST), 7 of 8 slots may be used. */
static bool
has_space(const struct table *table, bool is_last)
{
	uint64_t slots = table->mask / sizeof(struct rec_slot) + 1;

	return table->used < (is_last ? slots / 8 * 7 : slots / 2);
}

/* Begins the next table of the thread, with GROWTH times the slots, or fewer if there is little
 * room.  False: there is not even room for FEWEST_SLOTS slots. */
static bool
begin_next(struct thread_table *t, enum rec_segment_type type)
{
	uint64_t slots = t->table->mask / sizeof(struct rec_slot) + 1;

	for (uint64_t next = slots * GROWTH; next >= FEWEST_SLOTS; next /= 2)
		if (begin_table(t, type, next))
			return true;
	return false;
}

/* Fills the empty SLOT of TABLE, which is of this TYPE. */
static void
add(struct table *table, enum rec_segment_type type, struct rec_slot *slot, uint64_t from,
	uint64_t self)
{
	slot->self = self;
	__atomic_store_n(&slot->from, from, __ATOMIC_RELEASE);
	table->used++;
	table_segment(table)->table.used = table->used;
	object_note(self);
	if (type == REC_ARCS)
		object_note(from);
}

/* Like table_slot(), but the caller has set T->busy. */
static struct rec_slot *
find_or_add(struct thread *thread, enum rec_segment_type type, uint64_t from,
	uint64_t self)
{
	struct thread_table *t = table_of(thread, type);
	bool is_last = false;

	if (!table_is_made(t) || t->table->epoch != rec_epoch) {
		if (!file_open())
			return NULL;
		if ((needs_own_tables(thread) || !use_again(t, type))
				&& !begin_table(t, type, FEWEST_SLOTS))
			return NULL;
	}
	for (;;) {
		bool is_found = false;
		struct rec_slot *slot = search(t->table, from, self, &is_found);

		if (is_found)
			return slot;
		if (slot != NULL && has_space(t->table, is_last)) {
			add(t->table, type, slot, from, self);
			return slot;
		}
		if (is_last)
			return NULL;
		is_last = !begin_next(t, type);
	}
}

struct rec_slot *
table_slot(struct thread *t, enum rec_segment_type type, uint64_t from,
	uint64_t self)
{
	struct rec_slot *slot;

	/* If signals are blocked, no handler can interrupt this function.  But a child with the
	 * same T may call it. */
	if ((rec_quiet || t->shared.table != NULL)
			&& __atomic_exchange_n(&t->busy, true, __ATOMIC_ACQUIRE))
		return NULL;
	if (type == REC_ARCS && from < REC_LEAST_ADDRESS)
		from = REC_LEAST_ADDRESS;
	slot = find_or_add(t, type, from, self);
	__atomic_store_n(&t->busy, false, __ATOMIC_RELEASE);
	return slot;
}

/* mcount-*.S adds to a count with two accesses to memory, so it must not count in a table that a
 * child uses, too.  This function counts, if the arc FROM, SELF has a slot in *SHARED. */
static bool
count_shared(const struct thread_table *shared, uint64_t from, uint64_t self)
{
	const struct table *table = __atomic_load_n(&shared->table, __ATOMIC_ACQUIRE);
	bool is_found = false;
	struct rec_slot *slot = search(table, from, self, &is_found);

	if (is_found)
		__atomic_fetch_add(&slot->count, 1, __ATOMIC_RELAXED);
	return is_found;
}

void
mcount_slow(uint64_t from, uint64_t self)
{
	uint64_t signals;
	struct rec_slot *slot;

	if (rec_thread.shared.table != NULL && count_shared(&rec_thread.shared, from, self))
		return;
	if (rec_thread.skip > 0 && segments_are_full(table_bytes(FEWEST_SLOTS))
	    && !file_is_of_parent()) {
		rec_thread.skip--;
		CONTROL_ADD(lost_calls, 1);
		return;
	}
	signals = block_signals();
	process_check();
	slot = table_slot(&rec_thread, REC_ARCS, from, self);
	if (slot != NULL) {
		__atomic_fetch_add(&slot->count, 1, __ATOMIC_RELAXED);
	} else {
		CONTROL_ADD(lost_calls, 1);
		rec_thread.skip = SKIPPED;
	}
	file_gather();
	unblock_signals(signals);
}

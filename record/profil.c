/* profil.c - the functions profil() and sprofil(), which count samples in buffers of the program
 *
 * They replace the functions of libc, so that the samples of all threads are counted, and the
 * program's buffers agree with the recording.  The samples are those of the recorder.  If the
 * recorder takes no samples, the functions of libc are called.  Samples are counted in buffers also
 * while the recorder is halted.
 *
 * A handler never waits.  One thread at a time counts: it holds the flag `counting`.  Meanwhile,
 * the handler of another thread adds its sample to the list `waiting`, and the thread that holds
 * `counting` counts the sample.  A thread that changes the table waits until no other thread
 * counts.  So no buffer is written after profil() has switched it off.  All signals are blocked
 * while `counting` is held, also the signal with which libc cancels threads.
 *
 * SPDX-License-Identifier: ISC
 */
#include <sys/mman.h>
#include <sys/profil.h>
#include <unistd.h>

#include "record/profil.h"
#include "record/regions.h"
#include "record/sampling.h"
#include "record/syscalls.h"

#define MOST_RECORDED 64u		/* how many regions are in the file at most; other regions
					 * are used, but not in the file */
#define MICROSECONDS 1000000u

/* The regions that the program has asked for. */
struct region_table {
	uint64_t bytes;			/* length of this table, for munmap() */
	uint32_t n;
	bool has_overflow;
	bool is_recorded;		/* the regions are in the file */
	struct region overflow;		/* its first cell counts samples outside all regions */
	struct region regions[];	/* in the order of regions_arrange() */
};

static struct region_table *table;	/* may be NULL */
static bool is_on;			/* samples are counted in the regions of `table` */
static bool counting;			/* a thread counts, or changes `table` */
static struct tick *waiting;		/* samples that the thread that counts will count */

/* The regions that are in the file.  `counting` protects them. */
static struct {
	struct region region;
	struct rec_segment *segment;
} recorded[MOST_RECORDED];
static uint32_t nrecorded;

/* Takes `counting`.  False: another thread holds it. */
static bool
try_to_hold(void)
{
	return !__atomic_exchange_n(&counting, true, __ATOMIC_SEQ_CST);
}

/* Waits until no other thread holds `counting`, and takes it.  A handler of samples must not call
 * this. */
static void
hold(void)
{
	const struct timespec pause = { .tv_nsec = 20000 };

	while (!try_to_hold())
		sys_call_always(SYS_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
}

/* Notes in the file that no region counts samples. */
static void
recorded_off(void)
{
	for (uint32_t i = 0; i < nrecorded; i++)
		recorded[i].segment->state = REC_REGION_OFF;
}

static bool
is_same(const struct region *a, const struct region *b)
{
	return a->buffer == b->buffer && a->size == b->size && a->offset == b->offset
		&& a->scale == b->scale && a->cell == b->cell;
}

/* Adds a segment for the region R to the file, and returns it.  NULL: there is no room. */
static struct rec_segment *
region_new(const struct region *r)
{
	struct rec_segment *s;

	if (!lock_take())
		return NULL;
	s = segment_new(REC_REGION, sizeof(*s));
	if (s != NULL) {
		s->region.buffer = r->buffer;
		s->region.size = r->size;
		s->region.offset = r->offset;
		s->region.scale = r->scale;
		s->region.cell = r->cell;
		s->state = REC_REGION_ON;
		segment_publish(s);
	}
	lock_give();
	return s;
}

/* Notes in the file that the region R counts samples. */
static void
recorded_on(const struct region *r)
{
	struct rec_segment *s;

	for (uint32_t i = 0; i < nrecorded; i++) {
		if (is_same(&recorded[i].region, r)) {
			recorded[i].segment->state = REC_REGION_ON;
			return;
		}
	}
	if (nrecorded == MOST_RECORDED || (s = region_new(r)) == NULL)
		return;
	recorded[nrecorded].region = *r;
	recorded[nrecorded++].segment = s;
}

/* Notes in the file that the regions of `table`, at most MOST_RECORDED, and its overflow region
 * count samples. */
static void
record_table(void)
{
	table->is_recorded = true;
	if (!file_open())
		return;
	for (uint32_t i = 0; i < table->n && i < MOST_RECORDED; i++)
		recorded_on(&table->regions[i]);
	if (table->has_overflow)
		recorded_on(&table->overflow);
}

/* Switches profil() off, because a buffer cannot be written. */
static void
switch_off(void)
{
	__atomic_store_n(&is_on, false, __ATOMIC_RELAXED);
	recorded_off();
	file_note(REC_NO_BUFFER);
}

/* Counts a sample at PC.  The caller holds `counting`. */
static void
count(uint64_t pc, uint64_t ticks)
{
	const struct region *r;
	uint64_t cell = 0;
	uint64_t lost = 0;
	uint32_t i;

	if (!is_on || rec_quiet)
		return;
	if (!table->is_recorded)
		record_table();
	i = regions_find(table->regions, table->n, pc);
	if (i == NO_REGION) {
		CONTROL_ADD(outside, ticks);
		if (!table->has_overflow)
			return;
	}
	r = i != NO_REGION ? &table->regions[i] : &table->overflow;
	if (i != NO_REGION)
		cell = region_cell(r, pc);
	if (cell_add(r->buffer + cell * r->cell, r->cell, ticks, &lost))
		CONTROL_ADD(saturated, lost);
	else if (!rec_quiet)
		switch_off();
}

/* Counts the samples in `waiting`.  The caller holds `counting`. */
static void
count_waiting(void)
{
	struct tick *tick = __atomic_exchange_n(&waiting, NULL, __ATOMIC_SEQ_CST);

	while (tick != NULL) {
		struct tick *next = tick->next;

		count(tick->pc, tick->ticks);
		__atomic_store_n(&tick->is_waiting, false, __ATOMIC_RELEASE);
		tick = next;
	}
}

/* Gives `counting` back.  If `waiting` has a sample then, takes `counting` again and counts the
 * sample.  If another thread has taken `counting`, that thread counts the sample. */
static void
give_back(void)
{
	do {
		__atomic_store_n(&counting, false, __ATOMIC_SEQ_CST);
		if (__atomic_load_n(&waiting, __ATOMIC_SEQ_CST) == NULL || !try_to_hold())
			return;
		count_waiting();
	} while (true);
}

bool
profil_is_on(void)
{
	return __atomic_load_n(&is_on, __ATOMIC_RELAXED);
}

void
profil_count(struct tick *tick, uint64_t pc, uint64_t ticks)
{
	uint64_t signals = block_signals();

	if (__atomic_load_n(&tick->is_waiting, __ATOMIC_ACQUIRE)) {
		/* TICK still has the last sample, because the thread that counts samples has not
		 * run meanwhile.  So the new sample is not counted. */
		CONTROL_ADD(uncounted, ticks);
		unblock_signals(signals);
		return;
	}
	tick->pc = pc;
	tick->ticks = ticks;
	tick->is_waiting = true;
	tick->next = __atomic_load_n(&waiting, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&waiting, &tick->next, tick, false, __ATOMIC_SEQ_CST,
			__ATOMIC_RELAXED))
		;
	if (try_to_hold()) {
		count_waiting();
		give_back();
	}
	unblock_signals(signals);
}

void
profil_forget(void)
{
	counting = false;
	waiting = NULL;
	for (struct workspace *w = workspace_list; w != NULL; w = w->next)
		w->tick.is_waiting = false;
	nrecorded = 0;
	if (table != NULL)
		table->is_recorded = false;
}

/* Does the recorder take samples that profil() can count? */
static bool
has_clock(void)
{
	return rec_started && !rec_quiet && rec_settings.hz > 0 && sampling_signal() != 0;
}

/* Maps a table for N regions.  NULL: there is no memory, and errno is set. */
static struct region_table *
table_new(uint64_t n)
{
	uint64_t bytes = sizeof(struct region_table) + n * sizeof(struct region);
	long address = sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct region_table *new;

	if (sys_failed(address)) {
		errno = ENOMEM;
		return NULL;
	}
	new = (struct region_table *)address;
	new->bytes = bytes;
	return new;
}

/* Adds the region R to the table TO, unless R counts nothing.  IS_OVERFLOW: R counts the samples
 * outside all other regions.  If R is not the first region with IS_OVERFLOW, R is not added. */
static void
table_add(struct region_table *to, struct region r, bool is_overflow)
{
	if (!region_measure(&r))
		return;
	r.number = to->n;
	if (!is_overflow)
		to->regions[to->n++] = r;
	else if (!to->has_overflow)
		to->overflow = r;
	to->has_overflow |= is_overflow;
}

/* Counts samples in the regions of NEW from now on, and no longer in those of the old table.  The
 * table NEW now belongs to profil.c. */
static void
table_use(struct region_table *new)
{
	struct region_table *old;
	uint64_t signals = block_signals();

	process_check();
	regions_arrange(new->regions, new->n);
	hold();
	count_waiting();
	old = table;
	table = new;
	recorded_off();
	__atomic_store_n(&is_on, new->n > 0 || new->has_overflow, __ATOMIC_RELAXED);
	if (is_on)
		record_table();
	give_back();
	if (old != NULL)
		sys_munmap(old, old->bytes);
	unblock_signals(signals);
}

/* <unistd.h> declares that the buffer of profil() is not NULL.  Here it may be NULL, which switches
 * profil() off. */
EXPORT int interposed_profil(unsigned short *buffer, size_t size, size_t offset, unsigned scale)
	__asm__("profil");

typedef __typeof__(&interposed_profil) profil_function;

int
interposed_profil(unsigned short *buffer, size_t size, size_t offset, unsigned scale)
{
	struct region r = { .buffer = (uintptr_t)buffer, .size = size, .offset = offset,
		.scale = scale, .cell = sizeof(*buffer) };
	struct region_table *new;

	if (!has_clock())
		return ((profil_function)interpose_next(NEXT_profil))(buffer, size, offset, scale);
	new = table_new(1);
	if (new == NULL)
		return -1;
	if (buffer != NULL)
		table_add(new, r, false);
	table_use(new);
	return 0;
}

EXPORT int
sprofil(struct prof *regions, int n, struct timeval *tick, unsigned flags)
{
	uint32_t cell = (flags & PROF_UINT) != 0 ? sizeof(uint32_t) : sizeof(uint16_t);
	struct region_table *new;

	if (!has_clock())
		return NEXT(sprofil)(regions, n, tick, flags);
	if (tick != NULL) {
		tick->tv_sec = MICROSECONDS / rec_settings.hz / MICROSECONDS;
		tick->tv_usec = MICROSECONDS / rec_settings.hz % MICROSECONDS;
	}
	new = table_new(n > 0 ? (uint64_t)n : 0);
	if (new == NULL)
		return -1;
	for (int i = 0; i < n; i++) {
		const struct prof *p = &regions[i];
		struct region r = { .buffer = (uintptr_t)p->pr_base, .size = p->pr_size,
			.offset = p->pr_off, .cell = cell };

		r.scale = p->pr_scale > UINT32_MAX ? UINT32_MAX : (uint32_t)p->pr_scale;
		table_add(new, r, r.offset == 0 && r.scale == 2);
	}
	table_use(new);
	return 0;
}

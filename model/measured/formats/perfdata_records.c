/* perfdata_records.c - the records of a perf.data file
 *
 * A record of the kernel ends, if its event has the flag sample_id_all, with the thread, the time
 * and the id of the event: the fields of a sample that say so, in another order.  Source: the
 * comments at enum perf_event_type in include/uapi/linux/perf_event.h of Linux.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/hash.h"
#include "base/mem.h"
#include "measured/formats/perfdata.h"

enum { FILE_BYTES = 24 };		/* bytes of a record MMAP2 that say which file is mapped */

static const uint64_t trailer = FIELD_TID | FIELD_TIME | FIELD_ID | FIELD_STREAM | FIELD_CPU
	| FIELD_IDENTIFIER;

/* Returns how many bytes the fields MASK of 8 bytes each have in TYPE. */
static unsigned
bytes_of(uint64_t type, uint64_t mask)
{
	unsigned n = 0;

	/* Few bits are set: this takes less time than to count them in all bytes of the number. */
	for (uint64_t bits = type & mask; bits != 0; bits &= bits - 1)
		n += 8;
	return n;
}

/* Returns the number at C->p + AT, without moving C.  0: it is behind the end. */
static uint64_t
peek(const struct cursor *c, uint64_t at)
{
	struct cursor copy = *c;

	(void)cursor_bytes(&copy, at);
	return cursor_uint(&copy, 8);
}

/* Returns the number that is AT bytes before the end of C; 0: it is before the beginning. */
static uint64_t
peek_back(const struct cursor *c, uint64_t at)
{
	return cursor_left(c) >= at ? peek(c, cursor_left(c) - at) : 0;
}

/* Returns the event of R, a record of the kernel.  All events have their ids at the same place. */
static uint32_t
find_attr(struct perfdata *p, const struct perfdata_record *r)
{
	uint64_t type = p->nattrs > 0 ? p->attrs[0].sample_type : 0, id;

	if (p->nattrs <= 1)
		return p->nattrs == 1 ? 0 : NOBODY;
	if ((type & FIELD_IDENTIFIER) != 0)
		id = r->type == PERFDATA_SAMPLE ? peek(&r->c, 0) : peek_back(&r->c, 8);
	else if ((type & FIELD_ID) == 0)
		return 0;
	else if (r->type == PERFDATA_SAMPLE)
		id = peek(&r->c, bytes_of(type, FIELD_IP | FIELD_TID | FIELD_TIME | FIELD_ADDR));
	else
		id = peek_back(&r->c, 8 + bytes_of(type, FIELD_STREAM | FIELD_CPU));
	/* Records that perf itself makes have the id 0. */
	return id == 0 ? 0 : perfdata_attr_of(p, id);
}

/* Returns an event whose records have the same fields as R, a record of the kernel. */
static uint32_t
find_fields(struct perfdata *p, const struct perfdata_record *r)
{
	return p->attrs_differ || p->nattrs == 0 ? find_attr(p, r) : 0;
}

/* Returns how many bytes at the end of R, a record of the kernel, are not its own fields. */
static unsigned
trailer_of(struct perfdata *p, const struct perfdata_record *r)
{
	uint32_t attr = find_fields(p, r);

	if (attr == NOBODY && p->nattrs > 0)
		attr = 0;
	return attr != NOBODY && (p->attrs[attr].flags & FLAG_ID_ALL) != 0
		? bytes_of(p->attrs[attr].sample_type, trailer) : 0;
}

bool
perfdata_time(struct perfdata *p, const struct perfdata_record *r, uint64_t *time)
{
	uint32_t attr = find_fields(p, r);
	uint64_t type;

	if (attr == NOBODY || (p->attrs[attr].sample_type & FIELD_TIME) == 0)
		return false;
	type = p->attrs[attr].sample_type;
	if (r->type == PERFDATA_SAMPLE)
		*time = peek(&r->c, bytes_of(type, FIELD_IDENTIFIER | FIELD_IP | FIELD_TID));
	else if ((p->attrs[attr].flags & FLAG_ID_ALL) != 0)
		*time = peek_back(&r->c, 8 + bytes_of(type, FIELD_ID | FIELD_STREAM | FIELD_CPU
			| FIELD_IDENTIFIER));
	else
		return false;
	return *time != 0 && *time != UINT64_MAX;
}

/* Returns the N bytes at C, and moves C behind them. */
static struct cursor
take(struct cursor *c, uint64_t n)
{
	struct cursor part = *c;

	if (cursor_bytes(c, n) == NULL)
		return (struct cursor){ .p = c->p, .end = c->p };
	part.end = part.p + n;
	return part;
}

/* Returns the counts of the sample at C, for perfdata_next_count(), and moves C behind them.  If
 * they do not say which events they are of, returns none. */
static struct cursor
take_counts(struct cursor *c, uint64_t format)
{
	uint64_t n = (format & READ_GROUP) != 0 ? cursor_uint(c, 8) : 1, size;
	struct cursor counts;

	if ((format & READ_GROUP) != 0)
		(void)cursor_bytes(c, bytes_of(format, READ_ENABLED | READ_RUNNING));
	size = 8 + bytes_of(format, READ_ID | READ_LOST | ((format & READ_GROUP) != 0 ? 0
		: READ_ENABLED | READ_RUNNING));
	if (n > cursor_left(c) / size)
		c->past = true;
	counts = take(c, c->past ? 0 : n * size);
	if ((format & READ_ID) == 0)
		counts.end = counts.p;
	return counts;
}

bool
perfdata_next_count(struct cursor *c, uint64_t format, uint64_t *count, uint64_t *id)
{
	if (cursor_left(c) == 0)
		return false;
	*count = cursor_uint(c, 8);
	if ((format & READ_GROUP) == 0)
		(void)cursor_bytes(c, bytes_of(format, READ_ENABLED | READ_RUNNING));
	*id = cursor_uint(c, 8);
	(void)cursor_bytes(c, bytes_of(format, READ_LOST));
	return !c->past;
}

/* Reads the fields of a sample of ATTR that come after its stack: from C, up to the copy of the
 * stack of the thread. */
static void
read_rest(struct cursor *c, const struct perfdata_attr *attr, struct perfdata_sample *s)
{
	enum { NARROW = 1 };
	uint64_t n, used;

	if ((attr->sample_type & FIELD_RAW) != 0)
		(void)cursor_bytes(c, cursor_u32(c));
	if ((attr->sample_type & FIELD_BRANCHES) != 0)
		perfdata_read_branches(c, attr, s);
	n = (attr->sample_type & FIELD_REGS) != 0 ? cursor_uint(c, 8) : 0;
	s->is_narrow = n == NARROW;
	if (n != 0)
		s->registers = take(c, bytes_of(attr->regs, UINT64_MAX));
	n = (attr->sample_type & FIELD_STACK) != 0 ? cursor_uint(c, 8) : 0;
	if (n > 0 && !c->past) {
		s->stack = take(c, n);
		used = cursor_uint(c, 8);	/* the rest was not copied */
		s->stack.end = s->stack.p + (c->past || used > n ? 0 : used);
		s->is_full = used == n;
	}
}

bool
perfdata_split(struct perfdata *p, const struct perfdata_record *r, struct perfdata_sample *s)
{
	struct cursor c = r->c;
	uint32_t number = find_attr(p, r);
	const struct perfdata_attr *attr;
	uint64_t type, n;

	*s = (struct perfdata_sample){ .attr = number,
		.mode = r->misc & MISC_CPU_MODE };
	if (number == NOBODY)
		return false;
	attr = &p->attrs[number];
	type = attr->sample_type;
	(void)cursor_bytes(&c, bytes_of(type, FIELD_IDENTIFIER));
	s->ip = (type & FIELD_IP) != 0 ? cursor_uint(&c, 8) : 0;
	if ((type & FIELD_TID) != 0) {
		s->pid = cursor_u32(&c);
		s->tid = cursor_u32(&c);
	}
	s->time = (type & FIELD_TIME) != 0 ? cursor_uint(&c, 8) : 0;
	(void)cursor_bytes(&c, bytes_of(type, FIELD_ADDR | FIELD_ID | FIELD_STREAM));
	s->cpu = (type & FIELD_CPU) != 0 ? (uint32_t)cursor_u32(&c) : 0;
	(void)cursor_bytes(&c, bytes_of(type, FIELD_CPU) / 2);
	s->period = (type & FIELD_PERIOD) != 0 ? cursor_uint(&c, 8) : attr->period;
	if ((type & FIELD_READ) != 0)
		s->counts = take_counts(&c, attr->read_format);
	if ((type & FIELD_CALLCHAIN) != 0) {
		n = cursor_uint(&c, 8);
		if (c.past || n > cursor_left(&c) / 8)
			return false;
		s->chain = c;
		s->chain.end = c.p + n * 8;
		(void)cursor_bytes(&c, n * 8);
	}
	if (c.past)
		return false;
	read_rest(&c, attr, s);
	return true;
}

/* Returns the image of O, of which .path and addresses are set.  ID is its build-id, or NULL. */
static uint32_t
image_of(struct perfdata *p, struct recording_object o, const unsigned char *id, size_t id_size,
	enum codes_kind kind)
{
	const struct perfdata_build *build = id == NULL ? perfdata_build_of(p, o.path) : NULL;
	const struct codes *codes = p->options->codes;

	if (build != NULL) {
		id = build->id;
		id_size = build->size;
	}
	if (id != NULL && id_size <= sizeof(o.id)) {
		memcpy(o.id, id, id_size);
		o.id_size = (uint32_t)id_size;
	}
	return codes != NULL ? codes->image(codes->with, &o, kind) : NOBODY;
}

/* Gives the object O, which is mapped, SYMBOLS, which may be NULL. */
static void
give_symbols(struct recording_object *o, struct perfdata_symbols *symbols)
{
	o->symbols = symbols != NULL ? &symbols->list : NULL;
}

/* Is NAME, as Linux shows it for a mapping, memory and no file? */
static bool
is_memory(const char *name)
{
	return strcmp(name, "//anon") == 0 || strncmp(name, "[heap]", 6) == 0
		|| strncmp(name, "[stack", 6) == 0 || strncmp(name, "[anon", 5) == 0
		|| strncmp(name, "/memfd:", 7) == 0 || strncmp(name, "/anon_hugepage", 14) == 0
		|| strncmp(name, "/dev/zero", 9) == 0 || strncmp(name, "/dev/ashmem/", 12) == 0
		|| strncmp(name, "/SYSV", 5) == 0;
}

/* Is the kernel that was recorded of the same release as that of this machine, and had the machine
 * the same name? */
static bool
is_own_kernel(const struct perfdata *p)
{
	struct utsname own;

	return p->host != NULL && p->release != NULL && uname(&own) == 0
		&& strcmp(own.nodename, p->host) == 0 && strcmp(own.release, p->release) == 0;
}

/* Adds a mapping of the kernel, of the object O. */
static void
add_kernel_map(struct perfdata *p, struct recording_object o, const unsigned char *id,
	size_t id_size)
{
	const size_t n = sizeof(PERFDATA_KERNEL) - 1;
	struct perfdata_map map = { .lo = o.low, .hi = o.high };
	struct perfdata_symbols *symbols;
	bool is_kernel = false;

	perfdata_batch_end(p);
	if (strncmp(o.path, PERFDATA_KERNEL, n) == 0) {
		o.symbol = o.path[n] != '\0' && o.offset != 0 ? o.path + n : NULL;
		o.symbol_at = o.offset;
		o.path = PERFDATA_KERNEL;
		is_kernel = true;
		if (p->from.in->directory != NULL)
			o.list = arena_printf(&p->texts, "%s/kcore_dir/kallsyms",
				p->from.in->directory);
	}
	symbols = perfdata_module_symbols(p, o.path, o.low);
	give_symbols(&o, symbols);
	/* Symbols of the kernel have addresses.  Those of a module that was loaded again are where
	 * it was before. */
	map.offset = symbols != NULL && symbols->moved_to != 0 ? symbols->moved_to : map.lo;
	o.offset = map.offset;
	map.image = image_of(p, o, id, id_size, is_own_kernel(p) ? CODE_IN_OWN_KERNEL
		: CODE_IN_KERNEL);
	if (is_kernel) {
		p->kernel = map.image;
		p->kernel_end = map.hi;
	}
	perfdata_maps_add(&p->tasks, &p->tasks.kernel, &map);
}

uint32_t
perfdata_kernel_at(struct perfdata *p, uint64_t address)
{
	/* Data, and code that is for the start of the kernel, follow the code that is mapped. */
	enum { MOST_DATA = 64 << 20 };
	/* The kernel may have moved since, so that its build-id does not help. */
	static const unsigned char no_id[1];

	if (p->kernel_end != 0)
		return address - p->kernel_end < MOST_DATA ? p->kernel : NOBODY;
	if (p->kernel == NOBODY) {
		struct recording_object o = { .path = PERFDATA_KERNEL };

		give_symbols(&o, perfdata_symbols_of(p, o.path));
		p->kernel = image_of(p, o, no_id, 0, CODE_IN_KERNEL);
	}
	return p->kernel;
}

/* Is the name of a file at C, the end of a record MMAP2?  The protection and the flags of the
 * mapping are there, each a number of 32 bits, but Linux did not write them before 3.16.  Only the
 * lowest bits of the protection are used, but "perf inject --jit" writes the mode of the file, as
 * 0100644, in its place.  Other than such numbers, a name that ends within 4 bytes has nothing
 * behind it but NULs up to 8 bytes. */
static bool
is_name(const struct cursor *c)
{
	enum { SPACE = ' ', NUMBERS = 8 };

	if (cursor_left(c) < 2 || c->p[0] < SPACE || c->p[1] < SPACE)
		return false;
	return cursor_left(c) <= NUMBERS || c->p[2] != '\0' || c->p[3] != '\0'
		|| c->p[NUMBERS] == '\0';
}

/* Returns the symbols of the object O, which process PID has mapped, or NULL.  Those that a virtual
 * machine has written about its code in memory are of a file "perf-PID.map". */
static struct perfdata_symbols *
symbols_of_process(struct perfdata *p, uint32_t pid, const struct recording_object *o)
{
	struct perfdata_symbols *symbols = perfdata_symbols_of(p, o->path);
	char name[32];

	if (symbols != NULL || p->symbols == NULL || !is_memory(o->path))
		return symbols;
	snprintf(name, sizeof(name), "perf-%u.map", pid);
	return perfdata_symbols_of(p, name);
}

/* Adds a mapping of process PID, of the object O.  IS_JIT: the addresses of its code in the file,
 * which a virtual machine made, are those in memory.  Returns the number of its image. */
static uint32_t
add_process_map(struct perfdata *p, uint32_t pid, struct recording_object o,
	const unsigned char *id, size_t id_size, bool is_jit)
{
	uint32_t process = perfdata_process(&p->tasks, pid);
	struct perfdata_symbols *symbols = symbols_of_process(p, pid, &o);
	struct perfdata_map map = { .lo = o.low, .hi = o.high, .pid = pid };

	if (symbols != NULL)
		perfdata_batch_end(p);
	/* The code is in the last mapping that can begin with the least address. */
	if (symbols != NULL && symbols->least > 0 && o.offset <= symbols->least
	    && symbols->least - o.offset < symbols->list.bias)
		symbols->list.bias = symbols->least - o.offset;
	give_symbols(&o, symbols);
	if (symbols != NULL && (is_jit || symbols->in_memory))
		o.offset = o.low - symbols->list.bias;
	map.offset = o.offset;
	map.image = image_of(p, o, id, id_size, is_memory(o.path) ? CODE_IN_MEMORY : CODE_IN_FILE);
	perfdata_maps_add(&p->tasks, &p->tasks.processes[process].maps, &map);
	return map.image;
}

/* Adds a mapping of process PID, of the object O without symbols, whose N bytes in the record are
 * at BYTES.  The same objects are mapped again and again, so their images are remembered. */
static void
add_file_map(struct perfdata *p, uint32_t pid, const struct recording_object *o,
	const unsigned char *bytes, size_t n, bool has_id)
{
	struct perfdata_object *known = &p->objects[hash_bytes(n, bytes, FILE_BYTES)
		& (PERFDATA_OBJECTS - 1)];
	struct perfdata_map map = { .lo = o->low, .hi = o->high, .offset = o->offset, .pid = pid };
	uint32_t process;

	if (known->n == n && known->has_id == has_id && memcmp(known->bytes, bytes, n) == 0) {
		map.image = known->image;
		process = perfdata_process(&p->tasks, pid);
		perfdata_maps_add(&p->tasks, &p->tasks.processes[process].maps, &map);
		return;
	}
	known->image = add_process_map(p, pid, *o, has_id ? bytes + 4 : NULL, has_id ? *bytes : 0,
		false);
	known->bytes = mem_resize(known->bytes, n, 1);
	memcpy(known->bytes, bytes, n);
	known->n = n;
	known->has_id = has_id;
}

/* Adds a mapping: R is of the type MMAP or MMAP2. */
static void
add_map(struct perfdata *p, const struct perfdata_record *r, struct cursor c)
{
	enum { SIMPLEPERF_JIT = 0x4000 };	/* a bit of the protection */
	uint32_t mode = r->misc & MISC_CPU_MODE, pid = cursor_u32(&c), protection = 0;
	struct recording_object o = { 0 };
	const unsigned char *file, *id = NULL;
	size_t id_size = 0;
	uint64_t length;

	(void)cursor_u32(&c);
	o.low = cursor_uint(&c, 8);
	length = cursor_uint(&c, 8);
	o.offset = cursor_uint(&c, 8);
	file = c.p;
	if (r->type == PERFDATA_MMAP2) {
		id = cursor_bytes(&c, FILE_BYTES);
		if (!is_name(&c)) {
			protection = cursor_u32(&c);
			(void)cursor_u32(&c);
		}
		if (id != NULL && (r->misc & MISC_MMAP_BUILD_ID) != 0 && *id <= 20)
			id_size = *id;
		id = id_size > 0 ? id + 4 : NULL;
	}
	o.path = cursor_text(&c);
	if (c.past || length == 0 || o.low > UINT64_MAX - length) {
		p->damaged += c.past;
		return;
	}
	o.high = o.low + length;
	if (mode == MODE_KERNEL || pid == UINT32_MAX)
		add_kernel_map(p, o, id, id_size);
	else if (r->type == PERFDATA_MMAP2 && p->symbols == NULL)
		add_file_map(p, pid, &o, file, (size_t)(c.p - file), id_size > 0);
	else
		(void)add_process_map(p, pid, o, id, id_size, (protection & SIMPLEPERF_JIT) != 0);
}

/* Adds a function that the kernel made while it ran, such as a BPF program. */
static void
add_symbol(struct perfdata *p, struct cursor c)
{
	enum { REMOVED = 1 };
	struct recording_object o = { .low = cursor_uint(&c, 8) };
	uint32_t length = cursor_u32(&c);
	unsigned flags;
	struct perfdata_map map;

	(void)cursor_uint(&c, 2);
	flags = (unsigned)cursor_uint(&c, 2);
	o.path = cursor_text(&c);
	if (c.past || o.low > UINT64_MAX - length) {
		p->damaged++;
		return;
	}
	if ((flags & REMOVED) != 0 || *o.path == '\0')
		return;
	perfdata_batch_end(p);
	o.high = o.low + length;
	map = (struct perfdata_map){ .lo = o.low, .hi = o.high, .offset = o.low,
		.image = image_of(p, o, NULL, 0, CODE_NAMED) };
	perfdata_maps_add(&p->tasks, &p->tasks.kernel, &map);
}

/* Names a thread.  If it executes a program, its old mappings are kept: until the program begins,
 * stacks end in the code that called execve(). */
static void
add_comm(struct perfdata *p, struct cursor c)
{
	uint32_t pid = cursor_u32(&c), tid = cursor_u32(&c), thread;
	const char *name = cursor_text(&c);

	if (c.past) {
		p->damaged++;
		return;
	}
	thread = perfdata_thread(&p->tasks, pid, tid);
	p->tasks.threads[thread].comm = measured_text(p->m, name, strlen(name));
	p->tasks.threads[thread].part = NOBODY;
}

/* Adds a process or a thread, which is a copy of its parent.  Of a process that ran before perf
 * did, MISC says that its parent's mappings are not its own: those follow. */
static void
add_fork(struct perfdata *p, struct cursor c, uint32_t misc)
{
	uint32_t pid = cursor_u32(&c), parent = cursor_u32(&c), tid = cursor_u32(&c);
	uint32_t parent_tid = cursor_u32(&c), thread, from, comm;
	struct perfdata_tasks *t = &p->tasks;

	if (c.past) {
		p->damaged++;
		return;
	}
	from = perfdata_thread(t, parent, parent_tid);
	comm = t->threads[from].comm;
	thread = perfdata_thread(t, pid, tid);
	t->threads[thread].comm = comm;
	t->threads[thread].part = NOBODY;
	if (pid != parent && (misc & MISC_FORK_EXEC) == 0)
		perfdata_maps_copy(t, &t->processes[t->threads[thread].process].maps,
			&t->processes[t->threads[from].process].maps);
}

/* Adds the samples that have waited for the stack in C.  TASK begins with the thread. */
static void
add_deferred(struct perfdata *p, struct cursor c, struct cursor task)
{
	uint64_t number = cursor_uint(&c, 8), n = cursor_uint(&c, 8);
	uint32_t pid = cursor_u32(&task), tid = cursor_u32(&task);

	if (c.past || task.past || n > cursor_left(&c) / 8) {
		p->damaged += c.past || n > cursor_left(&c) / 8;
		return;
	}
	c.end = c.p + 8 * n;
	perfdata_join(p, perfdata_thread(&p->tasks, pid, tid), number, c);
}

static void
add_lost(uint64_t *sum, uint64_t lost)
{
	*sum = lost <= UINT64_MAX / 4 - *sum ? *sum + lost : UINT64_MAX / 4;
}

void
perfdata_handle(struct perfdata *p, const unsigned char *bytes, size_t size)
{
	struct perfdata_record r = perfdata_record(p, bytes, size);
	struct perfdata_sample s;
	struct cursor c = r.c, task = r.c;

	if (r.type == PERFDATA_SAMPLE) {
		if (perfdata_split(p, &r, &s))
			perfdata_add_sample(p, &s);
		else
			p->damaged++;
		return;
	}
	c.end -= trailer_of(p, &r) <= cursor_left(&c) ? trailer_of(p, &r) : 0;
	task.p = c.end;
	if (r.type == PERFDATA_MMAP || r.type == PERFDATA_MMAP2) {
		add_map(p, &r, c);
	} else if (r.type == PERFDATA_SYMBOL) {
		add_symbol(p, c);
	} else if (r.type == PERFDATA_COMM) {
		add_comm(p, c);
	} else if (r.type == PERFDATA_FORK) {
		add_fork(p, c, r.misc);
	} else if (r.type == PERFDATA_DEFERRED) {
		add_deferred(p, c, task);
	} else if (r.type == PERFDATA_LOST) {
		add_lost(&p->lost, peek(&c, 8));
	} else if (r.type == PERFDATA_LOST_SAMPLES) {
		if ((r.misc & MISC_FILTERED) == 0)
			add_lost(&p->lost_samples, peek(&c, 0));
	} else if (r.type == PERFDATA_THROTTLE) {
		p->throttled++;
	}
}

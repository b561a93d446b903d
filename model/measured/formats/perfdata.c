/* perfdata.c - perf.data, which perf record writes
 *
 * The file begins with "PERFILE2", or "2ELIFREP" if the machine that made it is big-endian.  All
 * numbers are those of this machine.  Places in the file are pairs of offset and size.
 *
 *	u64	magic, size of this header (104)
 *	u64	size of an event (struct perf_event_attr, and the place of its ids)
 *	place	events: what was counted or sampled, and which fields its samples have
 *	place	data: the records
 *	place	(no longer used)
 *	256 bit	which features there are: their places are a table behind the data
 *
 * A record has a header of 8 bytes: type (4 bytes), flags (2), its size (2).  Types below 64 are
 * those of the kernel (perfdata_records.c); perf makes the others.  Instead of flags, records of
 * simpleperf (perfdata_android.c) have the upper half of their size.  In a file that was written to
 * a pipe, the header has only 16 bytes, and everything else is in records.
 *
 * Sources: tools/perf/Documentation/perf.data-file-format.txt and
 * include/uapi/linux/perf_event.h of Linux.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/perf_parts.h"
#include "measured/formats/perfdata.h"

enum { RECORD_HEADER = 8 };

struct perfdata_record
perfdata_record(const struct perfdata *p, const unsigned char *bytes, size_t size)
{
	struct perfdata_record r = { .c = { .p = bytes, .end = bytes + size, .big = p->big } };

	r.type = cursor_u32(&r.c);
	r.misc = (uint32_t)cursor_uint(&r.c, 2);
	(void)cursor_uint(&r.c, 2);
	return r;
}

static void
take_record(void *with, const unsigned char *bytes, size_t size)
{
	perfdata_handle(with, bytes, size);
}

/* Adds the records that R has compressed. */
static void
unpack(struct perfdata *p, const struct perfdata_record *r)
{
	struct cursor c = r->c;
	uint64_t size;

	if (r->type == PERFDATA_COMPRESSED2) {
		size = cursor_uint(&c, 8);
		if (size < cursor_left(&c))
			c.end = c.p + size;
	}
	if (!p->from.is_stream_damaged && !perfdata_unpack(p, c))
		p->from.is_stream_damaged = true;
}

/* Handles a record with descriptions of tracepoints, which are in it, if simpleperf wrote it, or
 * follow.  Returns how many bytes follow. */
static uint64_t
handle_tracing(struct perfdata *p, struct cursor c)
{
	uint32_t size = cursor_u32(&c);

	if (size == 0 || size > cursor_left(&c))
		return ((uint64_t)size + 7) / 8 * 8;
	c.end = c.p + size;
	perfdata_read_tracing(p, c);
	return 0;
}

/* Adds ids of events, which became known while simpleperf recorded. */
static void
add_ids(struct perfdata *p, struct cursor c)
{
	(void)cursor_uint(&c, 8);		/* how many there are */
	while (cursor_left(&c) >= 16) {
		uint64_t attr = cursor_uint(&c, 8), id = cursor_uint(&c, 8);

		if (attr < p->nattrs)
			perfdata_add_id(p, id, (uint32_t)attr);
	}
}

/* Handles a record of perf.  Returns how many bytes that belong to it follow. */
static uint64_t
handle_own(struct perfdata *p, const struct perfdata_record *r)
{
	struct cursor c = r->c;

	switch (r->type) {
	case PERFDATA_ROUND:
		perfdata_order_round(&p->order, take_record, p);
		break;
	case PERFDATA_TRACING:
	case PERFDATA_LARGE_TRACING:
		return handle_tracing(p, c);
	case PERFDATA_AUXTRACE:
		return cursor_uint(&c, 8);
	case PERFDATA_BUILD_ID:
		perfdata_add_build(p, r);
		break;
	case PERFDATA_ATTR:
		perfdata_read_attr(p, r);
		break;
	case PERFDATA_UPDATE:
		perfdata_read_update(p, r);
		break;
	case PERFDATA_FEATURE:
		perfdata_batch_end(p);
		perfdata_read_feature(p, (uint32_t)cursor_uint(&c, 8), c);
		break;
	case PERFDATA_COMPRESSED2:
	case PERFDATA_COMPRESSED:
		unpack(p, r);
		break;
	case PERFDATA_KALLSYMS:
		perfdata_batch_end(p);
		(void)cursor_u32(&c);		/* the length of the text */
		perfdata_read_kallsyms(p, c);
		break;
	case PERFDATA_IDS:
		add_ids(p, c);
		break;
	default:
		if (r->type > PERFDATA_PERF_LAST && r->type <= PERFDATA_SIMPLEPERF
		    && p->unknown++ == 0)
			p->unknown_type = r->type;
	}
	return 0;
}

uint64_t
perfdata_add(struct perfdata *p, const unsigned char *bytes, size_t size, bool is_unpacked)
{
	struct perfdata_record r = perfdata_record(p, bytes, size);
	uint64_t time;

	if (is_unpacked && (r.type == PERFDATA_COMPRESSED || r.type == PERFDATA_COMPRESSED2)) {
		p->damaged++;
		return 0;
	}
	if (r.type >= PERFDATA_BY_PERF)
		return handle_own(p, &r);
	if (r.type > PERFDATA_KERNEL_LAST && p->unknown++ == 0)
		p->unknown_type = r.type;
	if (perfdata_time(p, &r, &time))
		perfdata_order_add(&p->order, time, bytes, size, take_record, p);
	else
		perfdata_handle(p, bytes, size);
	return 0;
}

/* Reads the N bytes at byte AT of the file that belong to the record of TYPE before them.  False:
 * they are cut short. */
static bool
read_more(struct perfdata *p, uint32_t type, uint64_t at, uint64_t n)
{
	enum { MOST_TRACING = 64 << 20 };
	const unsigned char *bytes;

	if (n > UINT64_MAX - at)
		return false;
	if (type == PERFDATA_TRACING && n <= MOST_TRACING) {
		bytes = perfdata_at(p, at, (size_t)n);
		if (bytes != NULL)
			perfdata_read_tracing(p, (struct cursor){ .p = bytes, .end = bytes + n,
				.big = p->big });
	}
	return perfdata_at(p, at + n - 1, 1) != NULL;
}

bool
perfdata_step(struct perfdata *p, struct err *e)
{
	struct perfdata_source *from = &p->from;
	const unsigned char *bytes = from->at < from->end && !from->is_cut
		? perfdata_at(p, from->at, RECORD_HEADER) : NULL;
	struct cursor c = { .big = p->big };
	uint64_t more;
	uint32_t type;
	size_t size, flags;

	if (bytes == NULL)
		return false;
	c.p = bytes;
	c.end = bytes + RECORD_HEADER;
	type = cursor_u32(&c);
	flags = (size_t)cursor_uint(&c, 2);
	size = (size_t)cursor_uint(&c, 2) + (type > PERFDATA_SIMPLEPERF ? flags << 16 : 0);
	if (size < RECORD_HEADER)
		return err_set(e, ERR_FORMAT, "is damaged: the record at byte %" PRIu64
			" has an impossible length", from->at);
	bytes = perfdata_at(p, from->at, size);
	if (bytes == NULL)
		return false;
	p->at = from->at;
	more = perfdata_add(p, bytes, size, false);
	from->is_cut = more > 0 && !read_more(p, type, from->at + size, more);
	from->at += size + more;
	return true;
}

bool
perfdata_has_ended(struct perfdata *p, struct err *e)
{
	const struct perfdata_source *from = &p->from;

	if (from->in->stop != NULL && from->in->stop->asked)
		return err_set(e, ERR_STOPPED, "stopped");
	if (input_why(from->in, e))
		return false;
	if (from->is_cut || (from->at < from->end && !p->is_full
	    && (!p->is_pipe || perfdata_at(p, from->at, 1) != NULL)))
		return err_set(e, ERR_FORMAT, p->was_killed
			? "was not completed: perf record was killed"
			: "is cut short");
	return true;
}

void
perfdata_until(struct perfdata *p, uint64_t time)
{
	perfdata_order_until(&p->order, time, take_record, p);
}

/* Reads all records.  False: the file ends before, as E says. */
static bool
read_records(struct perfdata *p, struct err *e)
{
	p->from.at = p->data_at;
	p->from.end = p->data_end;
	e->kind = ERR_NONE;
	while (!p->is_full && perfdata_step(p, e))
		;
	return e->kind == ERR_NONE && perfdata_has_ended(p, e);
}

static void
release(struct perfdata *p)
{
	perfdata_source_release(&p->from);
	free(p->attrs);
	free(p->ids);
	free(p->builds);
	numbering_release(&p->id_numbers);
	numbering_release(&p->build_numbers);
	numbering_release(&p->count_numbers);
	free(p->counts);
	free(p->values);
	free(p->grown);
	perfdata_order_release(&p->order);
	perfdata_tasks_release(&p->tasks);
	for (size_t i = 0; i < PERFDATA_OBJECTS; i++)
		free(p->objects[i].bytes);
	free(p->seen);
	free(p->key);
	free(p->queries);
	free(p->frames);
	free(p->chain);
	free(p->steps);
	known_stacks_release(&p->known);
	arena_release(&p->known_keys);
	perfdata_release_android(p);
	arena_release(&p->texts);
	free(p->weights);
}

static bool
read_perf_data(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct perfdata p = { .from.in = in, .m = m, .options = options,
		.kernel = NOBODY, .choice = { .options = options } };
	bool ok;

	measured_allow(m, input_length(in));
	p.roots = perfdata_roots(m);
	ok = perfdata_read_header(&p, e) && read_records(&p, e)
		&& (in->directory == NULL || perfdata_read_directory(&p, in->directory, e));
	perfdata_order_end(&p.order, take_record, &p);
	perfdata_join_rest(&p);
	perfdata_batch_end(&p);
	if (p.is_full)
		ok = measured_no_room(m, e);
	else if (ok && p.damaged > 0)
		ok = err_set(e, ERR_FORMAT, "%" PRIu64 " record%s damaged, and omitted", p.damaged,
			p.damaged == 1 ? " is" : "s are");
	else if (ok && p.from.is_stream_damaged)
		ok = err_set(e, ERR_FORMAT, "has compressed records that are damaged, or gprowse was "
			"built without libzstd");
	else if (ok && p.nsamples == 0 && p.choice.nomitted > 0)
		ok = perf_choice_none(&p.choice, e);
	if (p.nsamples > 0)
		perfdata_note(&p);
	perf_parts_note(m, options->division);
	perf_choice_title(options, m);
	perf_choice_elapsed(&p.choice, m);
	release(&p);
	return ok;
}

static bool
recognise(const unsigned char *head, size_t n)
{
	return n >= 8 && (memcmp(head, "PERFILE2", 8) == 0 || memcmp(head, "2ELIFREP", 8) == 0);
}

const struct measured_format perf_data_format = {
	.stacks = STACKS_UNWOUND, .recognise = recognise, .read = read_perf_data,
	.finish = measured_choose_event };

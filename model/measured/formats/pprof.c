/* pprof.c - the profiles of pprof, as Go programs and many other profilers write them
 *
 * A message in the encoding of protocol buffers, mostly compressed with gzip:
 *
 *	Profile		1 sample_type (ValueType), 2 sample (Sample), 3 mapping, 4 location,
 *			5 function, 6 string_table, 7 drop_frames, 8 keep_frames, 9 time_nanos,
 *			10 duration_nanos, 11 period_type (ValueType), 12 period, 13 comment,
 *			14 default_sample_type
 *	ValueType	1 type, 2 unit
 *	Sample		1 location_id, the innermost first; 2 value, one for each sample_type;
 *			3 label (Label)
 *	Label		1 key, 2 str, 3 num, 4 num_unit
 *	Mapping		1 id, 2 memory_start, 3 memory_limit, 4 file_offset, 5 filename, 6 build_id
 *	Location	1 id, 2 mapping_id, 3 address, 4 line (Line), the innermost inlined function
 *			first
 *	Line		1 function_id, 2 line
 *	Function	1 id, 2 name, 3 system_name, 4 filename, 5 start_line
 *
 * Texts are indices into string_table, whose first text is empty.  Source: proto/profile.proto of
 * github.com/google/pprof.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/pprof.h"
#include "measured/formats/protobuf.h"
#include "measured/reader.h"

void
pprof_append_number(struct pprof_numbers *to, uint64_t value)
{
	to->v = mem_grow(to->v, to->n + 1, &to->room, sizeof(*to->v));
	to->v[to->n++] = value;
}

void
pprof_append_numbers(struct pprof *p, struct pprof_numbers *to, struct protobuf_field *f)
{
	if (f->type != PROTOBUF_BYTES)
		pprof_append_number(to, f->value);
	/* A number has at least one byte. */
	to->v = mem_grow(to->v, to->n + cursor_left(&f->bytes), &to->room, sizeof(*to->v));
	while (cursor_left(&f->bytes) > 0)
		to->v[to->n++] = protobuf_varint(&f->bytes);
	if (f->bytes.past)
		pprof_fault(&p->t, "a list of numbers ends inside a number");
}

static struct pprof_type
read_type(struct cursor message)
{
	struct pprof_type type = { .count = NOBODY, .bytes = NOBODY };
	struct protobuf_field f;

	while (protobuf_next(&message, &f))
		if (f.number == 1)
			type.type = f.value;
		else if (f.number == 2)
			type.unit = f.value;
	return type;
}

/* Adds field F of the profile, unless it is a sample. */
static void
read_field(struct pprof *p, struct protobuf_field *f)
{
	switch (f->number) {
	case SAMPLE_TYPE:
		p->types = mem_grow(p->types, p->ntypes + 1, &p->types_room, sizeof(*p->types));
		p->types[p->ntypes++] = read_type(f->bytes);
		break;
	case MAPPING:
		pprof_add_mapping(&p->t, f->bytes);
		break;
	case LOCATION:
		pprof_add_location(&p->t, f->bytes);
		break;
	case FUNCTION:
		pprof_add_func(&p->t, f->bytes);
		break;
	case STRING:
		pprof_add_text(&p->t, f->bytes);
		break;
	case DROP_FRAMES:
		p->drop = f->value;
		break;
	case KEEP_FRAMES:
		p->keep = f->value;
		break;
	case PERIOD_TYPE:
		p->period_type = read_type(f->bytes);
		break;
	case PERIOD:
		p->period = (int64_t)f->value;
		break;
	case DURATION_NANOS:
		p->duration = (int64_t)f->value;
		break;
	case COMMENT:
		pprof_append_numbers(p, &p->comments, f);
		break;
	case DEFAULT_SAMPLE_TYPE:
		p->default_type = f->value;
		break;
	default:
		break;
	}
}

/* Reads everything except samples.  Returns false if the file ends inside a field. */
static bool
read_tables(struct pprof *p)
{
	struct cursor c = p->file;
	struct protobuf_field f;

	while (protobuf_next(&c, &f)) {
		if (!pprof_tables_have_room(&p->t, cursor_left(&p->file))) {
			pprof_fault(&p->t, "byte %zu: has more names, functions and locations than a file "
				"of this length can have", (size_t)(c.p - p->file.p));
			break;
		}
		read_field(p, &f);
	}
	pprof_tables_complete(&p->t);
	return !c.past;
}

/* Opens the patterns of the profile.  If they cannot be used, reports a fault; then no functions
 * are dropped. */
static void
open_drop(struct pprof *p)
{
	const struct pprof_text *drop = pprof_text(&p->t, p->drop), *keep;
	struct err e;

	keep = pprof_text(&p->t, p->keep);
	if (!pprof_drop_open(&p->t.drop, drop->s, drop->n, keep->s, keep->n,
	    cursor_left(&p->file), &e))
		pprof_fault(&p->t, "%s", e.text);
}

static void
read_comments(struct pprof *p)
{
	for (size_t i = 0; i < p->comments.n; i++) {
		const struct pprof_text *comment = pprof_text(&p->t, p->comments.v[i]);

		if (measured_is_mark(comment->s, comment->n)) {
			p->m->estimated = true;
			p->m->estimated_why = "a call graph";
		}
	}
}

/* Does the message C only have fields 1 to MOST?  A field may only be bytes if its bit is set in
 * MESSAGES. */
static bool
is_message(struct cursor c, unsigned most, unsigned messages)
{
	struct protobuf_field f;

	while (protobuf_next(&c, &f))
		if (f.number > most
		    || (f.type == PROTOBUF_BYTES && (messages >> f.number & 1) == 0))
			return false;
	return !c.past;
}

/* Can F be a field of a profile?  Sets *HAS_MESSAGE if F is a sample, a location or a type.  Also
 * checks the fields inside F. */
static bool
is_plausible(const struct protobuf_field *f, bool *has_message)
{
	bool is_bytes = f->type == PROTOBUF_BYTES;

	if (f->number >= FIELDS || f->type == PROTOBUF_FIXED64 || f->type == PROTOBUF_FIXED32)
		return false;
	switch (f->number) {
	case SAMPLE_TYPE: case PERIOD_TYPE:
		*has_message = true;
		return is_bytes && is_message(f->bytes, 2, 0);
	case SAMPLE:
		*has_message = true;
		return is_bytes && is_message(f->bytes, 3, 1 << 1 | 1 << 2 | 1 << 3);
	case MAPPING:
		return is_bytes && is_message(f->bytes, 10, 0);
	case LOCATION:
		*has_message = true;
		return is_bytes && is_message(f->bytes, 5, 1 << 4);
	case FUNCTION:
		return is_bytes && is_message(f->bytes, 5, 0);
	case STRING:
		return is_bytes;
	case COMMENT:
		return true;
	default:
		return !is_bytes;
	}
}

/* Does HEAD look like a profile?  All whole fields must be fields of a profile, and at least one
 * must be a sample, a location or a type.  Only the last field may be cut off. */
static bool
recognise(const unsigned char *head, size_t n)
{
	struct cursor c = { .p = head, .end = head + (n < INPUT_HEAD ? n : INPUT_HEAD) };
	bool has_message = false;
	struct protobuf_field f;

	while (protobuf_next(&c, &f))
		if (!is_plausible(&f, &has_message))
			return false;
	return has_message && c.p == c.end;
}

static void
release(struct pprof *p)
{
	pprof_tables_release(&p->t);
	free(p->types);
	free(p->comments.v);
	free(p->ranks);
	free(p->ids.v);
	free(p->values.v);
	free(p->weights);
	free(p->rounding);
	free(p->last.v);
	free(p->paths);
	free(p->frames);
	free(p->frame_paths);
	free(p->parts);
	known_stacks_release(&p->known);
}

/* Reads the profile P.  Returns false if the profile is faulty or the user stopped the work, as E
 * says. */
static bool
read_profile(struct pprof *p, struct stop *stop, struct err *e)
{
	bool whole = read_tables(p);

	if (p->ntypes == 0)
		return err_set(e, ERR_FORMAT, whole ? "is a pprof profile without types of samples"
			: "is a pprof profile that is cut short before the types of its samples");
	if (p->t.ntexts == 0)
		return err_set(e, ERR_FORMAT, whole ? "is a pprof profile without a table of names"
			: "is a pprof profile that is cut short before its table of names");
	if (!pprof_open_events(p, e))
		return false;
	open_drop(p);
	read_comments(p);
	if (!pprof_read_samples(p, stop, e))
		return false;
	measured_ran(p->m, p->duration > 0 && !p->has_base ? (uint64_t)p->duration : 0);
	*e = p->t.fault;
	if (!whole)
		return err_set(e, ERR_FORMAT, "is cut short or damaged");
	if (p->t.nfaults > 1)
		return err_in(e, "has %" PRIu64 " faults; the first is", p->t.nfaults);
	return p->t.nfaults == 0;
}

static bool
read_pprof(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct pprof p = { .t.m = m, .m = m };
	struct err damage;
	bool whole, ok;

	whole = input_all(in, &damage);
	if (!whole && damage.kind == ERR_STOPPED) {
		*e = damage;
		return false;
	}
	measured_allow(m, in->n);
	p.file = (struct cursor){ .p = in->bytes, .end = in->bytes + in->n };
	ok = read_profile(&p, options->stop, e);
	release(&p);
	if (!whole && (ok || e->kind != ERR_STOPPED))
		*e = damage;
	return ok && whole;
}

const struct measured_format pprof_format = {
	.stacks = STACKS_LIMITED, .recognise = recognise, .read = read_pprof };

/* gperftools.c - CPU profiles of gperftools
 *
 * Words of 4 or 8 bytes, of either byte order: 0, the number of header words that follow (3), 0,
 * the period in microseconds, 0.  Then a record for each stack: how often it was sampled, the
 * number of addresses, and the addresses, the innermost first.  The record 0, 1, 0 is the last;
 * behind it are the mappings of the process, as text.  Source: docs/cpuprofile-fileformat.html of
 * gperftools.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"
#include "base/mem.h"
#include "measured/formats/addresses.h"
#include "samples/otherkinds.h"

struct gperftools {
	struct addresses a;
	struct cursor c;
	unsigned word;			/* bytes of a word */
	uint64_t period;		/* nanoseconds */
	uint32_t event;
	uint64_t *pcs;			/* owned; of one stack */
	size_t pcs_room;
};

/* Sets the byte order and the size of words of P, and skips the header. */
static bool
read_header(struct gperftools *p)
{
	static const unsigned words[] = { 8, 4 };
	const unsigned char *begin = p->c.p;

	for (int i = 0; i < 4; i++) {
		uint64_t zero, n, period;

		p->word = words[i / 2];
		p->c.p = begin;
		p->c.past = false;
		p->c.big = i % 2 != 0;
		zero = cursor_uint(&p->c, p->word);
		n = cursor_uint(&p->c, p->word);
		(void)cursor_uint(&p->c, p->word);
		period = cursor_uint(&p->c, p->word);
		if (p->c.past || zero != 0 || n < 3 || n > 1000 || period == 0
		    || period > 10000000)
			continue;
		(void)cursor_bytes(&p->c, (n - 2) * p->word);
		p->period = 1000 * period;
		return !p->c.past;
	}
	return false;
}

/* Reads the next record.  Returns false at the last one, or if it is damaged; then P->c.past is
 * set. */
static bool
read_record(struct gperftools *p, bool is_counted)
{
	uint64_t count = cursor_uint(&p->c, p->word), n = cursor_uint(&p->c, p->word);
	struct namedstacks_value value = { .event = p->event, .samples = count };
	uint32_t path;

	if (n > cursor_left(&p->c) / p->word || count > INT64_MAX / p->period)
		p->c.past = true;
	if (p->c.past)
		return false;
	p->pcs = mem_grow(p->pcs, n, &p->pcs_room, sizeof(*p->pcs));
	for (uint64_t i = 0; i < n; i++)
		p->pcs[i] = cursor_uint(&p->c, p->word);
	if (count == 0 && n == 1 && p->pcs[0] == 0)
		return false;
	if (!is_counted || n == 0 || count == 0)
		return true;
	path = addresses_path(&p->a, p->pcs, n, 1);
	value.value = (int64_t)(count * p->period);
	value.squares = (double)count * (double)p->period * (double)p->period;
	if (path != NOBODY)
		namedstacks_add(&p->a.stacks, path, NOBODY, &value);
	return !p->a.is_full;
}

static bool
read_gperftools(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct gperftools p = { .a = { .m = m, .codes = options->codes, .stacks.m = m } };
	bool is_whole = input_all(in, e), is_ended;
	struct cursor records;

	measured_allow(m, in->n);
	p.c = (struct cursor){ .p = in->bytes + in->at, .end = in->bytes + in->n };
	if (!read_header(&p))
		return err_set(e, ERR_FORMAT, "ends within its header");
	p.event = namedstacks_event(m, "cpu", 3, "nanoseconds");
	if (p.event == NOBODY)
		return err_set(e, ERR_FORMAT, "too many events");
	m->events[p.event].is_sampled = true;
	m->period.value = (int64_t)p.period;
	m->period.name = "cpu";
	m->period.unit = "nanoseconds";
	/* The mappings are behind the records. */
	records = p.c;
	while (read_record(&p, false))
		;
	is_ended = !p.c.past;
	if (is_ended)
		addresses_read_maps(&p.a, (const char *)p.c.p, cursor_left(&p.c));
	p.c = records;
	while (read_record(&p, true))
		;
	free(p.pcs);
	addresses_release(&p.a);
	if (p.a.is_full)
		return measured_no_room(m, e);
	return is_whole && (is_ended || err_set(e, ERR_FORMAT, "ends early, before the list of libraries: "
		"functions have no names"));
}

const struct measured_format gperftools_format = {
	.is_certain = true, .stacks = STACKS_UNWOUND,
	.recognise = otherkinds_is_gperftools, .read = read_gperftools };

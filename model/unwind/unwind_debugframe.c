/* unwind_debugframe.c - unwind tables of debug information, for code that has no others
 *
 * The section .debug_frame has what .eh_frame has, in another layout (DWARF 4, 6.4.1): its entries
 * are found by offsets in the section, and its addresses are absolute.  Compilers write it for
 * machines whose programs have no .eh_frame, and with -g -fno-asynchronous-unwind-tables.  Here, it
 * becomes a section .eh_frame, which record/cfi_entry.c reads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "unwind/unwind_tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"

#ifdef CFI_RETURN_ADDRESS

enum {
	ALIGN = 4,
	LONGEST = 1 << 16,		/* bytes of an entry that is not damaged */
	POINTERS = 0x1c,		/* addresses have 8 bytes, relative to their own place */
};

/* A CIE, which other entries refer to. */
struct common {
	uint64_t from;			/* offset in .debug_frame */
	size_t to;			/* offset in the new section */
};

struct conversion {
	const uint8_t *in;		/* .debug_frame */
	size_t nin;
	unsigned char *out;		/* owned; the new section */
	size_t nout, room;
	struct common *commons;		/* owned; sorted by .from */
	size_t ncommons, commons_room;
};

static void
put(struct conversion *c, const void *bytes, size_t n)
{
	c->out = mem_grow(c->out, c->nout + n, &c->room, 1);
	if (n > 0)
		memcpy(c->out + c->nout, bytes, n);
	c->nout += n;
}

static void
put_u32(struct conversion *c, uint32_t value)
{
	put(c, &value, sizeof(value));
}

/* Adds the rest of an entry, the instructions in B.  Completes the entry that begins at BEGIN. */
static void
put_rest(struct conversion *c, size_t begin, const struct cfi_bytes *b)
{
	static const unsigned char nothing[ALIGN];	/* instructions: DW_CFA_nop */
	uint32_t length;

	put(c, b->at, (size_t)(b->end - b->at));
	put(c, nothing, -c->nout % ALIGN);
	length = (uint32_t)(c->nout - begin - sizeof(length));
	memcpy(c->out + begin, &length, sizeof(length));
}

/* Adds the CIE at offset FROM, of which B is what follows its id. */
static void
put_common(struct conversion *c, uint64_t from, struct cfi_bytes *b)
{
	static const unsigned char form[] = { 1, POINTERS };
	uint64_t version = cfi_number(b, 1);
	bool is_plain = cfi_number(b, 1) == '\0';
	const unsigned char head[] = { version == 1 ? 1 : 3, 'z', 'R', '\0' };
	const uint8_t *factors;
	size_t begin = c->nout;

	if (version == 4) {
		is_plain &= cfi_number(b, 1) == sizeof(void *);	/* size of addresses */
		is_plain &= cfi_number(b, 1) == 0;		/* size of segment selectors */
	}
	factors = b->at;
	(void)cfi_uleb(b);
	(void)cfi_sleb(b);
	(void)(version == 1 ? cfi_number(b, 1) : cfi_uleb(b));
	if (b->is_bad || !is_plain || (version != 1 && version != 3 && version != 4))
		return;
	put_u32(c, 0);
	put_u32(c, 0);
	put(c, head, sizeof(head));
	put(c, factors, (size_t)(b->at - factors));
	put(c, form, sizeof(form));
	put_rest(c, begin, b);
	c->commons = mem_grow(c->commons, c->ncommons + 1, &c->commons_room, sizeof(*c->commons));
	c->commons[c->ncommons++] = (struct common){ from, begin };
}

/* Adds the entry of a function whose CIE is at offset FROM.  B is what follows. */
static void
put_function(struct conversion *c, uint64_t from, struct cfi_bytes *b)
{
	uint64_t low = cfi_number(b, sizeof(void *)), bytes = cfi_number(b, sizeof(void *));
	static const unsigned char no_data[1];
	size_t begin = c->nout, i;

	BISECT(i, c->ncommons, c->commons[i].from >= from);
	if (b->is_bad || low == 0 || bytes == 0 || i == c->ncommons || c->commons[i].from != from)
		return;
	put_u32(c, 0);
	put_u32(c, (uint32_t)(c->nout - c->commons[i].to));
	low -= c->nout;
	put(c, &low, sizeof(low));
	put(c, &bytes, sizeof(bytes));
	put(c, no_data, sizeof(no_data));
	put_rest(c, begin, b);
}

/* Adds all CIEs, or all other entries. */
static void
convert(struct conversion *c, bool is_common)
{
	const uint32_t mark = UINT32_MAX;
	size_t at = 0;

	while (c->nin - at >= 2 * sizeof(uint32_t)) {
		struct cfi_bytes b = { c->in + at, c->in + c->nin, false };
		uint64_t length = cfi_number(&b, sizeof(mark)), from = at, id;

		/* The 64-bit form of DWARF is for sections of more than 4 GB. */
		if (length < sizeof(mark) || length > (uint64_t)(b.end - b.at))
			return;
		b.end = b.at + length;
		at += sizeof(mark) + (size_t)length;
		id = cfi_number(&b, sizeof(mark));
		if (length > LONGEST || (id == mark) != is_common)
			continue;
		if (is_common)
			put_common(c, from, &b);
		else
			put_function(c, id, &b);
	}
}

struct unwind_tables *
unwind_tables_of_debug(const struct cfi_machine *machine, const void *bytes, size_t n)
{
	struct conversion c = { .in = bytes, .nin = n };
	struct unwind_tables *t = mem_new(1, sizeof(*t));

	if (n > INT32_MAX / 4)
		return t;
	t->machine = machine;
	convert(&c, true);
	convert(&c, false);
	free(c.commons);
	t->bytes = t->owned = c.out;
	t->size = c.nout;
	if (c.nout > 0)
		unwind_tables_index(t);
	return t;
}

#else

struct unwind_tables *
unwind_tables_of_debug(const struct cfi_machine *machine, const void *bytes, size_t n)
{
	(void)machine;
	(void)bytes;
	(void)n;
	return mem_new(1, sizeof(struct unwind_tables));
}

#endif

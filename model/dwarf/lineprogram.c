/* lineprogram.c - decoding the line table of a unit into rows and sequences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/lineprogram.h"

#include <dwarf.h>
#include <stdlib.h>

#include "base/mem.h"

/* The state machine that the DWARF standard describes. */
struct machine {
	struct line_program *p;
	struct line_header h;
	struct cursor c;		/* position of the next opcode */
	unsigned address_size;
	uint64_t addr;
	unsigned op;			/* op_index of the standard, for machines whose instructions
					 * hold several operations */
	uint32_t file, line;
	bool initial;			/* no opcode has set the file in this sequence */
	bool ascending;			/* the addresses of this sequence have ascended so far */
	size_t first;			/* index of the first row of this sequence */
};

/* A row with its index.  Rows at one address are sorted by index, so that they keep their order. */
struct numbered_row {
	struct line_row row;
	size_t number;
};

static void
begin_sequence(struct machine *m)
{
	m->addr = 0;
	m->op = 0;
	m->file = 1;
	m->line = 1;
	m->initial = true;
	m->ascending = true;
	m->first = m->p->nrows;
}

/* Advances the address by COUNT operations. */
static void
advance(struct machine *m, uint64_t count)
{
	uint64_t op;

	if (m->h.max_ops <= 1) {
		m->addr += m->h.min_length * count;
		return;
	}
	op = m->op + count;
	m->addr += m->h.min_length * (op / m->h.max_ops);
	m->op = (unsigned)(op % m->h.max_ops);
}

/* Adds a row for the current address.  If the previous row has the same address, no code belongs to
 * that row, and the new row replaces it. */
static void
add_row(struct machine *m)
{
	struct line_program *p = m->p;
	struct line_row row = { m->addr, m->line,
		(m->file & ~LINE_INITIAL) | (m->initial ? LINE_INITIAL : 0) };

	if (row.file == LINE_END)
		row.file = 0;
	if (p->nrows > m->first && p->rows[p->nrows - 1].addr == row.addr)
		p->nrows--;
	else if (p->nrows > m->first && p->rows[p->nrows - 1].addr > row.addr)
		m->ascending = false;
	p->rows = mem_grow(p->rows, p->nrows + 1, &p->rows_room, sizeof(*p->rows));
	p->rows[p->nrows++] = row;
}

static int
by_addr(const void *a, const void *b)
{
	const struct numbered_row *x = a, *y = b;

	if (x->row.addr != y->row.addr)
		return x->row.addr < y->row.addr ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Sorts the rows of the current sequence by address.  Of several rows at one address, keeps the
 * last. */
static void
sort_rows(struct machine *m)
{
	struct line_program *p = m->p;
	size_t n = p->nrows - m->first, kept = m->first;
	struct numbered_row *v = mem_new(n, sizeof(*v));

	for (size_t i = 0; i < n; i++)
		v[i] = (struct numbered_row){ p->rows[m->first + i], i };
	qsort(v, n, sizeof(*v), by_addr);
	for (size_t i = 0; i < n; i++) {
		if (kept > m->first && p->rows[kept - 1].addr == v[i].row.addr)
			kept--;
		p->rows[kept++] = v[i].row;
	}
	p->nrows = kept;
	free(v);
}

/* Ends the current sequence at the current address; drops it if it has no code. */
static void
end_sequence(struct machine *m)
{
	struct line_program *p = m->p;

	if (p->nrows > m->first && !m->ascending)
		sort_rows(m);
	/* A damaged table can have rows behind the end: drop them. */
	while (p->nrows > m->first && p->rows[p->nrows - 1].addr >= m->addr)
		p->nrows--;
	if (p->nrows > m->first) {
		p->sequences = mem_grow(p->sequences, p->nsequences + 1,
			&p->sequences_room, sizeof(*p->sequences));
		p->sequences[p->nsequences++] = (struct line_sequence){
			p->rows[m->first].addr, m->addr, m->first, p->nrows - m->first };
	}
	begin_sequence(m);
}

static void
run_extended(struct machine *m)
{
	uint64_t length = cursor_uleb(&m->c);
	const unsigned char *start = m->c.p;
	const char *name;

	if (length == 0 || length > cursor_left(&m->c)) {
		m->c.p = m->c.end;
		return;
	}
	switch (cursor_u8(&m->c)) {
	case DW_LNE_end_sequence:
		end_sequence(m);
		break;
	case DW_LNE_set_address:
		m->addr = cursor_uint(&m->c, length == 9 ? 8 : length == 5 ? 4 : m->address_size);
		m->op = 0;
		break;
	case DW_LNE_define_file:
		name = cursor_text(&m->c);
		lineheader_add_file(m->p, name, cursor_uleb(&m->c));
		break;
	default:
		break;
	}
	m->c.p = start + length;
	m->c.past = false;
}

static void
run_standard(struct machine *m, unsigned opcode)
{
	switch (opcode) {
	case DW_LNS_copy:
		add_row(m);
		break;
	case DW_LNS_advance_pc:
		advance(m, cursor_uleb(&m->c));
		break;
	case DW_LNS_advance_line:
		m->line += (uint32_t)cursor_sleb(&m->c);
		break;
	case DW_LNS_set_file:
		m->file = (uint32_t)cursor_uleb(&m->c);
		m->initial = false;
		break;
	case DW_LNS_const_add_pc:
		advance(m, (UINT8_MAX - m->h.opcode_base) / m->h.line_range);
		break;
	case DW_LNS_fixed_advance_pc:
		m->addr += cursor_u16(&m->c);
		m->op = 0;
		break;
	default:			/* skip an opcode that is unknown or has no effect here */
		for (unsigned i = m->h.operands[opcode - 1]; i > 0 && !m->c.past; i--)
			cursor_uleb(&m->c);
		break;
	}
}

static void
run_program(struct machine *m)
{
	begin_sequence(m);
	while (m->c.p < m->c.end) {
		unsigned opcode = cursor_u8(&m->c);

		if (opcode >= m->h.opcode_base) {
			opcode -= m->h.opcode_base;
			advance(m, opcode / m->h.line_range);
			m->line += (uint32_t)(m->h.line_base + (int)(opcode % m->h.line_range));
			add_row(m);
		} else if (opcode == 0) {
			run_extended(m);
		} else {
			run_standard(m, opcode);
		}
	}
	m->p->nrows = m->first;		/* drop the last sequence, which lacks an end_sequence */
}

void
lineprogram_read(struct line_program *p, struct debug_sections *s, uint64_t offset,
	unsigned address_size)
{
	struct machine m = { .p = p, .address_size = address_size };

	*p = (struct line_program){ 0 };
	if (offset >= s->line.size)
		return;
	m.c = (struct cursor){ s->line.bytes + offset, s->line.bytes + s->line.size,
		s->big_endian, false };
	if (lineheader_read(p, &m.h, s, &m.c))
		run_program(&m);
}

void
lineprogram_release(struct line_program *p)
{
	free(p->dirs);
	free(p->files);
	free(p->rows);
	free(p->sequences);
	*p = (struct line_program){ 0 };
}

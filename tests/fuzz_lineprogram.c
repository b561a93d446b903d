/* fuzz_lineprogram.c - fuzzer: the line table of a unit, without an ELF file around it
 *
 * The input begins with one byte for the byte order, two for the size of the table, and two for the
 * size of the strings of DWARF 5.  The table and the strings follow.  Addresses have four bytes if
 * the size of the table is odd, otherwise eight.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "dwarf/lineprogram.h"
#include "fuzz.h"

static struct section_bytes
split_off(const uint8_t **bytes, size_t *size, size_t n)
{
	struct section_bytes s = { *bytes, n < *size ? n : *size };

	*bytes += s.size;
	*size -= s.size;
	return s;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct debug_sections s = { .big_endian = size > 0 && bytes[0] & 1 };
	struct line_program p;
	size_t nline, nline_str, sum = 0;

	if (size < 5)
		return 0;
	nline = bytes[1] + 256u * bytes[2];
	nline_str = bytes[3] + 256u * bytes[4];
	size -= 5;
	s.line.bytes = bytes + 5;
	bytes += 5;
	s.line = split_off(&bytes, &size, nline);
	s.line_str = split_off(&bytes, &size, nline_str);
	s.str = split_off(&bytes, &size, size);
	lineprogram_read(&p, &s, 0, s.line.size % 2 ? 4 : 8);
	for (size_t i = 0; i < p.nfiles; i++)
		sum += p.files[i].name != NULL ? strlen(p.files[i].name) : 0;
	for (size_t i = 0; i < p.ndirs; i++)
		sum += p.dirs[i] != NULL ? strlen(p.dirs[i]) : 0;
	for (size_t i = 0; i < p.nsequences; i++) {
		const struct line_sequence *q = &p.sequences[i];

		FUZZ_ASSERT(q->n > 0 && q->first + q->n <= p.nrows);
		FUZZ_ASSERT(q->lo == p.rows[q->first].addr);
		FUZZ_ASSERT(p.rows[q->first + q->n - 1].addr < q->hi);
		for (size_t k = 1; k < q->n; k++)
			FUZZ_ASSERT(p.rows[q->first + k - 1].addr < p.rows[q->first + k].addr);
	}
	FUZZ_ASSERT(sum < SIZE_MAX / 2);
	lineprogram_release(&p);
	return 0;
}

/* test_dwarflimits.c - debug information that costs far more to read than its size
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <dwarf.h>

#include "base/arena.h"
#include "base/mem.h"
#include "bytes.h"
#include "dwarf/lines.h"
#include "dwarf/lineunits.h"
#include "elf/image.h"
#include "gprof/gprof_linemode.h"
#include "gprof/gprof_linespans.h"
#include "make_elf.h"

enum {
	TEXT = 0x1000, TEXT_SIZE = 0x1000, ROWS = 500, UNITS = 500,
	MANY = 200000,			/* number of units in the largest test */
	SPARE = 1 << 16,		/* SPARE_RANGES of dwarflimits.c */
};

/* The sections of debug information under construction. */
struct info {
	struct bytes abbrev, info, line, ranges, rnglists, str, packed, alt;
	char *path;			/* of the ELF file */
	struct image im;
	struct lines *lines;
};

static void
put_text(struct bytes *b, const char *text)
{
	put_bytes(b, text, strlen(text) + 1);
}

/* Appends N, a number below 2^14, as LEB128. */
static void
put_uleb(struct bytes *b, unsigned n)
{
	if (n < 0x80)
		put_number(b, n, 1);
	else
		put_number(b, (n & 0x7f) | 0x80 | n >> 7 << 8, 2);
}

/* Appends abbreviation CODE.  PAIRS has attributes and their forms, and ends with 0. */
static void
put_abbrev(struct bytes *b, unsigned code, unsigned tag, bool children, const uint16_t *pairs)
{
	put_uleb(b, code);
	put_uleb(b, tag);
	put_number(b, children, 1);
	for (; *pairs != 0; pairs++)
		put_uleb(b, *pairs);
	put_number(b, 0, 2);
}

/* Appends a unit of DWARF 4 with the entries BODY. */
static void
put_unit(struct bytes *b, const struct bytes *body)
{
	put_number(b, body->n + 7, 4);
	put_number(b, 4, 2);
	put_number(b, 0, 4);
	put_number(b, 8, 1);
	put_bytes(b, body->v, body->n);
}

/* Appends the header of a line table without files.  BEHIND bytes of the table follow this header.
 * The line program begins after the first SKIPPED of these bytes. */
static void
put_line_header(struct bytes *b, size_t skipped, size_t behind)
{
	static const unsigned char rest[] = { 1, 1, (uint8_t)-5, 14, 13,
		0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0 };

	put_number(b, 2 + 4 + sizeof(rest) + behind, 4);
	put_number(b, 2, 2);
	put_number(b, sizeof(rest) + skipped, 4);
	put_bytes(b, rest, sizeof(rest));
}

/* Appends a line program that emits ROWS rows. */
static void
put_program(struct bytes *b)
{
	put_bytes(b, (unsigned char[]){ 0, 9, DW_LNE_set_address }, 3);
	put_number(b, TEXT, 8);
	for (unsigned i = 0; i < ROWS; i++)
		put_number(b, 13 + 14 + 6, 1);	/* advance to the next address and the next line,
						 * and emit a row */
	put_bytes(b, (unsigned char[]){ 0, 1, DW_LNE_end_sequence }, 3);
}

static void
open_info(struct info *in)
{
	static const unsigned char code[TEXT_SIZE];
	const struct elf_sym f = { "f", TEXT, TEXT_SIZE, 2, 1, 1 };
	const struct elf_section sections[] = {
		{ ".text", TEXT, sizeof(code), true, code },
		{ ".debug_abbrev", 0, in->abbrev.n, false, in->abbrev.v },
		{ ".debug_info", 0, in->info.n, false, in->info.v },
		{ ".debug_line", 0, in->line.n, false, in->line.v },
		{ ".debug_ranges", 0, in->ranges.n, false, in->ranges.v },
		{ ".debug_rnglists", 0, in->rnglists.n, false, in->rnglists.v },
		{ ".debug_str", 0, in->str.n, false, in->str.v },
		{ ".zdebug_str", 0, in->packed.n, false, in->packed.v },
		{ ".gnu_debugaltlink", 0, in->alt.n, false, in->alt.v },
	};
	const struct elf_file file = { .address_size = 8, .machine = EM_X86_64, .type = ET_EXEC,
		.sections = sections, .nsections = 8 + (in->alt.n > 0), .symbols = &f,
		.nsymbols = 1 };
	struct err e;

	in->path = make_elf(&file);
	assert_true(image_open(&in->im, in->path, &e));
	in->lines = lines_open(&in->im);
	watch_for_hangs();
}

static void
close_info(struct info *in)
{
	alarm(0);
	lines_close(in->lines);
	image_release(&in->im);
	remove_file(in->path);
	bytes_release(&in->abbrev);
	bytes_release(&in->info);
	bytes_release(&in->line);
	bytes_release(&in->ranges);
	bytes_release(&in->rnglists);
	bytes_release(&in->str);
	bytes_release(&in->packed);
	bytes_release(&in->alt);
}

/* Appends a unit that has only a line table, at OFFSET in .debug_line. */
static void
put_bare_unit(struct bytes *b, size_t offset)
{
	struct bytes body = { 0 };

	put_number(&body, 1, 1);
	put_number(&body, offset, 4);
	put_unit(b, &body);
	bytes_release(&body);
}

static const uint16_t bare[] = { DW_AT_stmt_list, DW_FORM_sec_offset, 0 };

/* Returns the number of rows of all units, and sets *LINE to the line of the last row. */
static size_t
rows_of_all(struct info *in, unsigned *line)
{
	const char *file;
	struct line_units *us = lines_units(in->lines);
	size_t n = 0;

	assert_int_equal(us->n, UNITS);
	for (size_t i = 0; i < UNITS; i++)
		n += lineunits_own_rows(us, &us->v[i], RULES_GPROF)->n;
	*line = 0;
	lines_at(in->lines, RULES_GPROF, TEXT + ROWS - 1, &file, line);
	return n;
}

/* A line table that several units share is read once.  The first unit gets all rows of the table,
 * although the unit covers only a part of the code. */
static void
test_same_table(void **state)
{
	static const uint16_t small[] = { DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_low_pc,
		DW_FORM_addr, DW_AT_high_pc, DW_FORM_data1, 0 };
	struct info in = { 0 };
	struct bytes program = { 0 }, body = { 0 };
	struct line_units *us;
	unsigned line;

	(void)state;
	put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, bare);
	put_abbrev(&in.abbrev, 2, DW_TAG_compile_unit, false, small);
	put_number(&in.abbrev, 0, 1);
	put_program(&program);
	put_line_header(&in.line, 0, program.n);
	put_bytes(&in.line, program.v, program.n);
	put_number(&body, 2, 1);
	put_number(&body, 0, 4);
	put_number(&body, TEXT, 8);
	put_number(&body, 1, 1);
	put_unit(&in.info, &body);
	for (unsigned i = 1; i < UNITS; i++)
		put_bare_unit(&in.info, 0);
	open_info(&in);
	assert_in_range(rows_of_all(&in, &line), 1, ROWS + 1);
	assert_int_equal(line, ROWS);
	us = lines_units(in.lines);
	assert_int_equal(lineunits_own_rows(us, us->v, RULES_GPROF)->n, ROWS);
	close_info(&in);
	bytes_release(&program);
	bytes_release(&body);
}

/* If many line tables share one line program, the rows of the program are not read again for each
 * table. */
static void
test_overlapping_tables(void **state)
{
	enum { HEADER = 29 };
	struct info in = { 0 };
	struct bytes program = { 0 };
	unsigned line;

	(void)state;
	put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, bare);
	put_number(&in.abbrev, 0, 1);
	put_program(&program);
	for (unsigned i = 0; i < UNITS; i++) {
		size_t others = HEADER * (UNITS - 1 - i);

		put_bare_unit(&in.info, in.line.n);
		put_line_header(&in.line, others, others + program.n);
	}
	assert_int_equal(in.line.n, HEADER * UNITS);
	put_bytes(&in.line, program.v, program.n);
	open_info(&in);
	assert_in_range(rows_of_all(&in, &line), 1, ROWS + 1);
	assert_true(lines_truncated(in.lines));
	close_info(&in);
	bytes_release(&program);
}

/* All units claim all code and have no rows.  A search for an address does not try all these
 * units. */
static void
test_same_code(void **state)
{
	static const uint16_t whole[] = { DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_low_pc,
		DW_FORM_addr, DW_AT_high_pc, DW_FORM_data8, 0 };
	struct info in = { 0 };
	struct bytes body = { 0 };
	struct line_span span;
	unsigned rounds = getenv("CHECK_BRIEF") == NULL ? 30 : 3;

	(void)state;
	put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, whole);
	put_number(&in.abbrev, 0, 1);
	put_line_header(&in.line, 0, 0);
	put_number(&body, 1, 1);
	put_number(&body, 0, 4);
	put_number(&body, TEXT, 8);
	put_number(&body, TEXT_SIZE, 8);
	for (unsigned i = 0; i < MANY; i++)
		put_unit(&in.info, &body);
	open_info(&in);
	for (unsigned i = 0; i < rounds * TEXT_SIZE; i++)
		assert_false(lines_span(in.lines, TEXT + i % TEXT_SIZE, &span));
	assert_true(lines_truncated(in.lines));
	close_info(&in);
	bytes_release(&body);
}

/* Appends a sequence with rows for two instructions from ADDR on. */
static void
put_sequence(struct bytes *b, uint64_t addr)
{
	put_bytes(b, (unsigned char[]){ 0, 9, DW_LNE_set_address }, 3);
	put_number(b, addr, 8);
	put_bytes(b, (unsigned char[]){ DW_LNS_copy, DW_LNS_advance_pc, 2, 0, 1,
		DW_LNE_end_sequence }, 6);
}

/* Each of many units has code at two distant addresses, and the code of the other units is in
 * between.  All rows are found. */
static void
test_code_far_apart(void **state)
{
	struct info in = { 0 };
	struct bytes program = { 0 };
	struct gprof_linespans s;

	(void)state;
	put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, bare);
	put_number(&in.abbrev, 0, 1);
	for (unsigned i = 0; i < MANY; i++) {
		put_bare_unit(&in.info, in.line.n);
		program.n = 0;
		put_sequence(&program, TEXT + 2 * i);
		put_sequence(&program, TEXT + 2 * (2 * MANY - i));
		put_line_header(&in.line, 0, program.n);
		put_bytes(&in.line, program.v, program.n);
	}
	open_info(&in);
	gprof_linespans_open(&s, lines_units(in.lines));
	for (unsigned i = 0; i < MANY; i++) {
		assert_int_equal(gprof_linespans_at(&s, TEXT + 2 * i)->unit, i);
		assert_int_equal(gprof_linespans_at(&s, TEXT + 2 * (2 * MANY - i))->unit, i);
	}
	assert_false(lines_truncated(in.lines));
	gprof_linespans_release(&s);
	close_info(&in);
	bytes_release(&program);
}

/* If many units share a large table of abbreviations, the file is refused, because libdw would read
 * the table again for each unit. */
static void
test_same_abbreviations(void **state)
{
	struct info in = { 0 };
	struct bytes program = { 0 };

	(void)state;
	for (unsigned i = 0; i < 5 * UNITS; i++)
		put_abbrev(&in.abbrev, i + 2, DW_TAG_variable, false, bare);
	put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, bare);
	put_number(&in.abbrev, 0, 1);
	put_program(&program);
	put_line_header(&in.line, 0, program.n);
	put_bytes(&in.line, program.v, program.n);
	for (unsigned i = 0; i < UNITS; i++)
		put_bare_unit(&in.info, 0);
	open_info(&in);
	assert_false(lines_exist(in.lines));
	assert_non_null(lines_refused(in.lines));
	close_info(&in);
	bytes_release(&program);
}

/* Appends abbreviation CODE with N attributes, at most UNITS, that take no bytes in an entry. */
static void
put_flags(struct bytes *b, unsigned code, unsigned tag, unsigned n)
{
	uint16_t flags[2 * UNITS + 1] = { 0 };

	for (size_t i = 0; i < n; i++) {
		flags[2 * i] = DW_AT_external;
		flags[2 * i + 1] = DW_FORM_flag_present;
	}
	put_abbrev(b, code, tag, false, flags);
}

/* The number of attributes in an abbreviation is limited. */
static void
test_long_abbreviation(void **state)
{
	(void)state;
	for (unsigned n = 100; n <= UNITS; n += UNITS - 100) {
		struct info in = { 0 };

		put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, bare);
		put_flags(&in.abbrev, 2, DW_TAG_variable, n);
		put_number(&in.abbrev, 0, 1);
		put_line_header(&in.line, 0, 0);
		put_bare_unit(&in.info, 0);
		open_info(&in);
		assert_int_equal(lines_exist(in.lines), n == 100);
		assert_int_equal(lines_refused(in.lines) == NULL, n == 100);
		close_info(&in);
	}
}

/* A file is refused if a compressed section claims to expand to a gigabyte. */
static void
test_compressed_section(void **state)
{
	(void)state;
	for (unsigned bits = 10; bits <= 30; bits += 20) {
		struct info in = { .packed.big_endian = true };

		put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, bare);
		put_number(&in.abbrev, 0, 1);
		put_line_header(&in.line, 0, 0);
		put_bare_unit(&in.info, 0);
		put_bytes(&in.packed, "ZLIB", 4);
		put_number(&in.packed, UINT64_C(1) << bits, 8);
		open_info(&in);
		assert_int_equal(lines_exist(in.lines), bits == 10);
		assert_int_equal(lines_refused(in.lines) == NULL, bits == 10);
		close_info(&in);
	}
}

/* A unit with functions, and the functions read from it. */
struct unit {
	struct info in;
	struct bytes body;
	struct dwarf_funcs funcs;
};

enum { FIRST_FUNCTION = 24 };		/* offset of the first function in .debug_info */

/* Begins a unit.  Each function of the unit has abbreviation 2, with the attributes TWO, or
 * abbreviation 3, with the attributes THREE.  If THREE is NULL, there is no abbreviation 3.  Only
 * entries of abbreviation 3 can have children. */
static void
begin_unit(struct unit *u, const uint16_t *two, const uint16_t *three)
{
	static const uint16_t unit[] = { DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_low_pc,
		DW_FORM_addr, 0 };

	put_abbrev(&u->in.abbrev, 1, DW_TAG_compile_unit, true, unit);
	put_abbrev(&u->in.abbrev, 2, DW_TAG_subprogram, false, two);
	if (three != NULL)
		put_abbrev(&u->in.abbrev, 3, DW_TAG_subprogram, true, three);
	put_number(&u->in.abbrev, 0, 1);
	put_number(&u->body, 1, 1);
	put_number(&u->body, 0, 4);
	put_number(&u->body, 0, 8);
}

/* Appends to .debug_ranges a list of N ranges of SIZE bytes, which begin STEP bytes apart. */
static void
put_ranges(struct unit *u, unsigned n, unsigned step, unsigned size)
{
	for (unsigned i = 0; i < n; i++) {
		put_number(&u->in.ranges, TEXT + step * i, 8);
		put_number(&u->in.ranges, TEXT + step * i + size, 8);
	}
	put_zeros(&u->in.ranges, 16);
}

static void
read_unit(struct unit *u)
{
	put_number(&u->body, 0, 1);
	put_unit(&u->in.info, &u->body);
	put_line_header(&u->in.line, 0, 0);
	open_info(&u->in);
	assert_int_equal(lines_units(u->in.lines)->n, 1);
	gprof_dwarffuncs_read(&u->funcs, lines_units(u->in.lines), 0);
}

static void
close_unit(struct unit *u)
{
	gprof_dwarffuncs_release(&u->funcs);
	close_info(&u->in);
	bytes_release(&u->body);
}

static const uint16_t listed[] = { DW_AT_ranges, DW_FORM_sec_offset, 0 };

/* If functions share one long list of ranges, not all of their ranges are read. */
static void
test_same_ranges(void **state)
{
	struct unit u = { 0 };

	(void)state;
	begin_unit(&u, listed, NULL);
	for (unsigned i = 0; i < UNITS; i++) {
		put_number(&u.body, 2, 1);
		put_number(&u.body, 0, 4);
	}
	put_ranges(&u, UNITS, 4, 1);
	read_unit(&u);
	assert_int_equal(u.funcs.n, UNITS);
	/* All ranges of the first function are read. */
	assert_int_equal(u.funcs.ranges[UNITS - 1].func, 0);
	assert_in_range(u.funcs.nranges, 2 * UNITS - 1, u.in.ranges.n + SPARE + UNITS);
	assert_int_equal(lines_truncated(u.in.lines), u.funcs.nranges < UNITS * UNITS);
	close_unit(&u);
}

static void
put_function(struct unit *u, unsigned code, uint64_t addr)
{
	put_number(&u->body, code, 1);
	put_number(&u->body, addr, 8);
	put_number(&u->body, 1, 1);
}

static const uint16_t plain[] = { DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data1, 0 };

/* If functions share one list of ranges, looking up the functions inlined at an address ends
 * soon. */
static void
test_same_ranges_asked(void **state)
{
	struct unit u = { 0 };
	struct bytes program = { 0 };

	(void)state;
	begin_unit(&u, listed, NULL);
	for (unsigned i = 0; i < MANY; i++) {
		put_number(&u.body, 2, 1);
		put_number(&u.body, 0, 4);
	}
	put_ranges(&u, MANY, 0, 1);
	put_number(&u.body, 0, 1);
	put_unit(&u.in.info, &u.body);
	put_program(&program);
	put_line_header(&u.in.line, 0, program.n);
	put_bytes(&u.in.line, program.v, program.n);
	open_info(&u.in);
	assert_null(lines_inlined(u.in.lines, TEXT + 1));
	assert_true(lines_truncated(u.in.lines));
	close_unit(&u);
	bytes_release(&program);
}

/* A file is refused if a list of ranges begins with too many base addresses. */
static void
test_base_addresses(void **state)
{
	enum { MOST = 256 };

	(void)state;
	for (unsigned n = MOST; n <= MOST + 1; n++)
		for (unsigned kind = 0; kind < 3; kind++) {
			struct info in = { 0 };

			put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, bare);
			put_number(&in.abbrev, 0, 1);
			put_line_header(&in.line, 0, 0);
			put_bare_unit(&in.info, 0);
			for (unsigned i = 0; i < n; i++) {
				if (kind == 0) {
					put_number(&in.ranges, UINT64_MAX, 8);
					put_number(&in.ranges, TEXT, 8);
				} else if (kind == 1) {
					put_number(&in.rnglists, DW_RLE_base_address, 1);
					put_number(&in.rnglists, TEXT, 8);
				} else {
					put_number(&in.rnglists, DW_RLE_base_addressx, 1);
					put_uleb(&in.rnglists, i);
				}
			}
			put_zeros(&in.ranges, 16);
			put_number(&in.rnglists, DW_RLE_end_of_list, 1);
			open_info(&in);
			assert_int_equal(lines_exist(in.lines), n == MOST);
			assert_int_equal(lines_refused(in.lines) == NULL, n == MOST);
			close_info(&in);
		}
}

/* The limit of the number of ranges does not include functions with a single range.  After very
 * many such functions, the last function still gets both ranges of its list. */
static void
test_plain_ranges(void **state)
{
	struct unit u = { 0 };

	(void)state;
	begin_unit(&u, plain, listed);
	for (unsigned i = 0; i <= SPARE + UNITS; i++)
		put_function(&u, 2, TEXT);
	put_number(&u.body, 3, 1);
	put_number(&u.body, 0, 4);
	put_ranges(&u, 2, 16, 4);
	read_unit(&u);
	assert_int_equal(u.funcs.n, SPARE + UNITS + 2);
	assert_int_equal(u.funcs.nranges, SPARE + UNITS + 3);
	close_unit(&u);
}

/* An entry may name itself as its abstract origin or as its specification.  Its name is still
 * found. */
static void
test_circular_origins(void **state)
{
	static const uint16_t function[] = { DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc,
		DW_FORM_data8, DW_AT_abstract_origin, DW_FORM_ref4, DW_AT_specification,
		DW_FORM_ref4, DW_AT_name, DW_FORM_string, 0 };
	struct unit u = { 0 };

	(void)state;
	begin_unit(&u, function, NULL);
	put_number(&u.body, 2, 1);
	put_number(&u.body, TEXT, 8);
	put_number(&u.body, TEXT_SIZE, 8);
	put_number(&u.body, FIRST_FUNCTION, 4);
	put_number(&u.body, FIRST_FUNCTION, 4);
	put_text(&u.body, "itself");
	read_unit(&u);
	assert_int_equal(u.funcs.n, 1);
	assert_string_equal(u.funcs.v[0].name, "itself");
	close_unit(&u);
}

static void
put_instance(struct unit *u, size_t lookup)
{
	put_number(&u->body, 2, 1);
	put_number(&u->body, TEXT, 8);
	put_number(&u->body, 1, 1);
	put_number(&u->body, lookup, 4);
}

/* Returns how many of UNITS functions get a name if each name is found by following LENGTH
 * references. */
static unsigned
count_named(unsigned length)
{
	enum { HEADER = 11 };
	static const uint16_t instance[] = { DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc,
		DW_FORM_data1, DW_AT_abstract_origin, DW_FORM_ref4, 0 };
	static const uint16_t named[] = { DW_AT_name, DW_FORM_string, 0 };
	size_t lookup = FIRST_FUNCTION;
	struct unit u = { 0 };
	unsigned n = 0;

	begin_unit(&u, instance, named);
	put_number(&u.body, 3, 1);
	put_text(&u.body, "name");
	put_number(&u.body, 0, 1);
	for (unsigned i = 1; i < length; i++) {
		put_instance(&u, lookup);
		lookup = HEADER + u.body.n - 14;
	}
	for (unsigned i = 0; i < UNITS; i++)
		put_instance(&u, lookup);
	read_unit(&u);
	assert_int_equal(u.funcs.n, UNITS + length - 1);
	for (size_t i = length - 1; i < u.funcs.n; i++)
		n += u.funcs.v[i].name != NULL;
	close_unit(&u);
	return n;
}

/* All names are found if each needs a few references, but not all if each needs many. */
static void
test_chains_of_references(void **state)
{
	(void)state;
	assert_int_equal(count_named(1), UNITS);
	assert_int_equal(count_named(4), UNITS);
	assert_in_range(count_named(25), 0, UNITS / 4);
}

/* Each nested function names its child as its sibling.  The innermost function is still read only
 * once. */
static void
test_siblings(void **state)
{
	static const uint16_t outer[] = { DW_AT_sibling, DW_FORM_ref4, 0 };
	struct unit u = { 0 };

	(void)state;
	begin_unit(&u, listed, outer);
	for (unsigned i = 1; i < UNITS; i++) {
		put_number(&u.body, 3, 1);
		put_number(&u.body, FIRST_FUNCTION + 5 * i, 4);
	}
	put_number(&u.body, 2, 1);
	put_number(&u.body, 0, 4);
	put_ranges(&u, 1, 4, 4);
	read_unit(&u);
	assert_int_equal(u.funcs.n, 1);
	close_unit(&u);
}

/* Deeply nested functions are all read, and so is one function after them. */
static void
test_deep_nesting(void **state)
{
	struct unit u = { 0 };

	(void)state;
	begin_unit(&u, plain, plain);
	for (unsigned i = 0; i < UNITS; i++)
		put_function(&u, 3, TEXT + i);
	put_zeros(&u.body, UNITS);
	put_function(&u, 2, TEXT + UNITS);
	read_unit(&u);
	assert_int_equal(u.funcs.n, UNITS + 1);
	for (unsigned i = 0; i <= UNITS; i++)
		assert_int_equal(u.funcs.v[i].lo, TEXT + i);
	close_unit(&u);
}

/* If names are suffixes of one long string, their total length is limited. */
static void
test_long_names(void **state)
{
	enum { LENGTH = 1 << 20 };
	static const uint16_t named[] = { DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc,
		DW_FORM_data1, DW_AT_linkage_name, DW_FORM_strp, 0 };
	struct functions fs = { .nfound = 0 };
	struct func_places places;
	struct bytes program = { 0 };
	struct arena text = { 0 };
	struct unit u = { 0 };
	size_t sum = 0;

	(void)state;
	begin_unit(&u, named, NULL);
	for (unsigned i = 0; i < UNITS; i++) {
		put_function(&u, 2, TEXT + 1 + i);
		put_number(&u.body, i, 4);
	}
	put_number(&u.body, 0, 1);
	put_unit(&u.in.info, &u.body);
	put_program(&program);
	put_zeros(&u.in.str, LENGTH);
	memset(u.in.str.v, 'x', LENGTH - 1);
	put_line_header(&u.in.line, 0, program.n);
	put_bytes(&u.in.line, program.v, program.n);
	open_info(&u.in);
	fs.v = mem_new(1, sizeof(*fs.v));
	fs.v[0] = (struct func){ .name = "f", .lo = TEXT, .hi = TEXT + TEXT_SIZE, .is_func = true };
	fs.n = 1;
	gprof_symbols_spans(&fs);
	gprof_linemode_apply(&places, &fs, &u.in.im, &text);
	assert_true(fs.n > 1);
	for (uint32_t f = 1; f < fs.n; f++)
		if (fs.v[f].name != fs.v[f - 1].name)
			sum += strlen(fs.v[f].name);
	assert_in_range(sum, LENGTH - UNITS, 5 * LENGTH);
	free(places.of);
	free(places.files.v);
	free(fs.v);
	spans_release(&fs.spans);
	arena_release(&text);
	bytes_release(&program);
	close_unit(&u);
}

/* Appends a unit of DWARF 5 of TYPE, a skeleton unit or a split unit, with the entries BODY. */
static void
put_unit_5(struct bytes *b, unsigned type, const struct bytes *body)
{
	put_number(b, body->n + 16, 4);
	put_number(b, 5, 2);
	put_number(b, type, 1);
	put_number(b, 8, 1);
	put_number(b, 0, 4);
	put_number(b, 1234, 8);			/* id of the skeleton unit and of its split unit */
	put_bytes(b, body->v, body->n);
}

/* Writes the file of a split unit and returns its path.  The unit has a function inlined at TEXT.
 * One abbreviation has NFLAGS attributes that take no bytes, and a compressed section claims to
 * expand to 2^BITS bytes. */
static char *
make_half(unsigned nflags, unsigned bits)
{
	static const uint16_t inlined[] = { DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc,
		DW_FORM_data1, DW_AT_name, DW_FORM_string, 0 };
	static const uint16_t none[] = { 0 };
	struct bytes abbrev = { 0 }, info = { 0 }, body = { 0 }, packed = { .big_endian = true };
	struct elf_file file = { .address_size = 8, .machine = EM_X86_64, .type = ET_REL,
		.nsections = 3, .stripped = true };
	char *path;

	put_abbrev(&abbrev, 1, DW_TAG_compile_unit, true, none);
	put_abbrev(&abbrev, 2, DW_TAG_inlined_subroutine, false, inlined);
	put_flags(&abbrev, 3, DW_TAG_variable, nflags);
	put_number(&abbrev, 0, 1);
	put_number(&body, 1, 1);
	put_number(&body, 2, 1);
	put_number(&body, TEXT, 8);
	put_number(&body, TEXT_SIZE / 256, 1);
	put_text(&body, "inlined");
	put_number(&body, 0, 1);
	put_unit_5(&info, DW_UT_split_compile, &body);
	put_bytes(&packed, "ZLIB", 4);
	put_number(&packed, UINT64_C(1) << bits, 8);
	file.sections = (const struct elf_section[]){
		{ ".debug_abbrev.dwo", 0, abbrev.n, false, abbrev.v },
		{ ".debug_info.dwo", 0, info.n, false, info.v },
		{ ".zdebug_any.dwo", 0, packed.n, false, packed.v },
	};
	path = make_elf(&file);
	bytes_release(&abbrev);
	bytes_release(&info);
	bytes_release(&body);
	bytes_release(&packed);
	return path;
}

/* The limits also apply to split debug information. */
static void
test_split_debug_information(void **state)
{
	static const uint16_t unit[] = { DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_dwo_name,
		DW_FORM_string, 0 };
	static const struct { unsigned nflags, bits; bool is_read; } cases[] = {
		{ 1, 0, true }, { UNITS, 0, false }, { 1, 30, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct info in = { 0 };
		struct bytes program = { 0 }, body = { 0 };
		char *other = make_half(cases[i].nflags, cases[i].bits);
		const char *name;

		put_abbrev(&in.abbrev, 1, DW_TAG_skeleton_unit, false, unit);
		put_number(&in.abbrev, 0, 1);
		put_number(&body, 1, 1);
		put_number(&body, 0, 4);
		put_text(&body, other);
		put_unit_5(&in.info, DW_UT_skeleton, &body);
		put_program(&program);
		put_line_header(&in.line, 0, program.n);
		put_bytes(&in.line, program.v, program.n);
		open_info(&in);
		name = lines_inlined(in.lines, TEXT + 1);
		assert_int_equal(name != NULL, cases[i].is_read);
		close_info(&in);
		remove_file(other);
		bytes_release(&program);
		bytes_release(&body);
	}
}

/* The limits also apply to a supplementary file. */
static void
test_supplementary_file(void **state)
{
	(void)state;
	for (unsigned nflags = 1; nflags <= UNITS; nflags += UNITS - 1) {
		struct info in = { 0 };
		struct bytes abbrev = { 0 }, info = { 0 };
		struct elf_file file = { .address_size = 8, .machine = EM_X86_64, .type = ET_REL,
			.nsections = 2, .stripped = true };
		char *other;

		put_flags(&abbrev, 1, DW_TAG_partial_unit, nflags);
		put_number(&abbrev, 0, 1);
		put_unit(&info, &(struct bytes){ .v = (unsigned char[]){ 1 }, .n = 1 });
		file.sections = (const struct elf_section[]){
			{ ".debug_abbrev", 0, abbrev.n, false, abbrev.v },
			{ ".debug_info", 0, info.n, false, info.v },
		};
		other = make_elf(&file);
		put_text(&in.alt, other);
		put_zeros(&in.alt, 20);		/* build ID */
		put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, bare);
		put_number(&in.abbrev, 0, 1);
		put_bare_unit(&in.info, 0);
		put_line_header(&in.line, 0, 0);
		open_info(&in);
		assert_int_equal(lines_exist(in.lines), nflags == 1);
		close_info(&in);
		remove_file(other);
		bytes_release(&abbrev);
		bytes_release(&info);
	}
}

/* Debug information is refused if its supplementary file is a pipe. */
static void
test_supplementary_file_is_a_pipe(void **state)
{
	static const uint16_t unit[] = { DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_comp_dir,
		DW_FORM_GNU_strp_alt, 0 };
	char pipe[] = "/tmp/gprowse-pipe-XXXXXX";
	struct info in = { 0 };
	struct bytes body = { 0 };
	const char *file;
	unsigned line;

	(void)state;
	assert_non_null(mkdtemp(pipe));
	assert_int_equal(rmdir(pipe), 0);
	assert_int_equal(mkfifo(pipe, 0600), 0);
	put_text(&in.alt, pipe);
	put_zeros(&in.alt, 20);			/* build ID */
	put_abbrev(&in.abbrev, 1, DW_TAG_compile_unit, false, unit);
	put_number(&in.abbrev, 0, 1);
	put_number(&body, 1, 1);
	put_number(&body, 0, 4);
	put_number(&body, 1, 4);
	put_unit(&in.info, &body);
	put_line_header(&in.line, 0, 0);
	open_info(&in);
	assert_false(lines_at(in.lines, RULES_EXACT, TEXT, &file, &line));
	assert_non_null(lines_refused(in.lines));
	close_info(&in);
	bytes_release(&body);
	unlink(pipe);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_table),
		cmocka_unit_test(test_overlapping_tables),
		cmocka_unit_test(test_same_code),
		cmocka_unit_test(test_code_far_apart),
		cmocka_unit_test(test_same_abbreviations),
		cmocka_unit_test(test_long_abbreviation),
		cmocka_unit_test(test_compressed_section),
		cmocka_unit_test(test_same_ranges),
		cmocka_unit_test(test_same_ranges_asked),
		cmocka_unit_test(test_base_addresses),
		cmocka_unit_test(test_plain_ranges),
		cmocka_unit_test(test_circular_origins),
		cmocka_unit_test(test_chains_of_references),
		cmocka_unit_test(test_siblings),
		cmocka_unit_test(test_deep_nesting),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_split_debug_information),
		cmocka_unit_test(test_supplementary_file),
		cmocka_unit_test(test_supplementary_file_is_a_pipe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

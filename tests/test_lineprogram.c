/* test_lineprogram.c - line tables written by hand, with features that compilers rarely use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <dwarf.h>

#include "base/arena.h"
#include "bytes.h"
#include "dwarf/lineprogram.h"
#include "dwarf/linetable.h"

enum { OPCODE_BASE = 13, LINE_BASE = -5, LINE_RANGE = 14 };

/* Variant of a line table. */
struct shape {
	unsigned version, max_ops;
	bool dwarf64, big_endian;
};

static unsigned
offset_size(const struct shape *s)
{
	return s->dwarf64 ? 8 : 4;
}

static void
put_text(struct bytes *b, const char *text)
{
	put_bytes(b, text, strlen(text) + 1);
}

/* Appends PART, preceded by its length in WIDTH bytes. */
static void
put_part(struct bytes *b, const struct bytes *part, unsigned width)
{
	put_number(b, part->n, width);
	put_bytes(b, part->v, part->n);
}

/* Returns a line table with PROGRAM; TABLES has the tables of directories and files. */
static struct bytes
put_table(const struct shape *s, const struct bytes *tables, const struct bytes *program)
{
	static const unsigned char operands[] = { 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1 };
	struct bytes b = { .big_endian = s->big_endian }, head = b, all = b;

	put_number(&head, 1, 1);		/* minimum_instruction_length */
	if (s->version >= 4)
		put_number(&head, s->max_ops, 1);
	put_number(&head, 1, 1);
	put_number(&head, (uint8_t)LINE_BASE, 1);
	put_number(&head, LINE_RANGE, 1);
	put_number(&head, OPCODE_BASE, 1);
	put_bytes(&head, operands, sizeof(operands));
	put_bytes(&head, tables->v, tables->n);
	put_number(&all, s->version, 2);
	if (s->version >= 5)
		put_number(&all, 0x0800, 2);	/* address_size and segment_selector_size */
	put_part(&all, &head, offset_size(s));
	put_bytes(&all, program->v, program->n);
	if (s->dwarf64)
		put_number(&b, 0xffffffff, 4);
	put_part(&b, &all, offset_size(s));
	bytes_release(&head);
	bytes_release(&all);
	return b;
}

static void
set_address(struct bytes *b, uint64_t addr)
{
	put_bytes(b, (unsigned char[]){ 0, 9, DW_LNE_set_address }, 3);
	put_number(b, addr, 8);
}

static void
put_opcode(struct bytes *b, unsigned opcode, unsigned operand)
{
	put_number(b, opcode, 1);
	put_number(b, operand, 1);
}

static void
end_sequence(struct bytes *b)
{
	put_bytes(b, (unsigned char[]){ 0, 1, DW_LNE_end_sequence }, 3);
}

/* Tables without directories and files, as up to DWARF 4. */
static const struct bytes no_tables = { .v = (unsigned char[]){ 0, 0 }, .n = 2 };

static void
read_table(struct line_program *p, struct bytes *b, const struct shape *s)
{
	struct debug_sections sections = { .line = { b->v, b->n },
		.line_str = { (const unsigned char *)"zero\0of line_str", 17 },
		.str = { (const unsigned char *)"zero\0of str", 12 }, .big_endian = s->big_endian };

	lineprogram_read(p, &sections, 0, 8);
}

static void
assert_row(const struct line_program *p, size_t i, uint64_t addr, uint32_t line)
{
	assert_true(i < p->nrows);
	assert_int_equal(p->rows[i].addr, addr);
	assert_int_equal(p->rows[i].line, line);
}

/* Rows are sorted by address.  If two rows have one address, the later row stays. */
static void
test_out_of_order(void **state)
{
	struct shape s = { .version = 2, .big_endian = true };
	struct bytes program = { .big_endian = true }, b;
	struct line_program p;

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		set_address(&program, 0x1000 + (uint64_t)(unsigned[]){ 8, 4, 0, 4 }[i]);
		put_opcode(&program, DW_LNS_advance_line, 10);
		put_number(&program, DW_LNS_copy, 1);
	}
	put_opcode(&program, DW_LNS_advance_pc, 12);
	end_sequence(&program);
	b = put_table(&s, &no_tables, &program);
	read_table(&p, &b, &s);
	assert_int_equal(p.version, 2);
	assert_int_equal(p.nsequences, 1);
	assert_int_equal(p.sequences[0].lo, 0x1000);
	assert_int_equal(p.sequences[0].hi, 0x1010);
	assert_int_equal(p.nrows, 3);
	assert_row(&p, 0, 0x1000, 31);
	assert_row(&p, 1, 0x1004, 41);
	assert_row(&p, 2, 0x1008, 11);
	lineprogram_release(&p);
	bytes_release(&b);
	bytes_release(&program);
}

/* With three operations in each instruction, the address advances after every third operation. */
static void
test_long_words(void **state)
{
	struct shape s = { .version = 4, .max_ops = 3 };
	struct bytes program = { 0 }, b;
	struct line_program p;

	(void)state;
	set_address(&program, 0x2000);
	put_number(&program, DW_LNS_copy, 1);
	put_opcode(&program, DW_LNS_advance_pc, 2);
	put_opcode(&program, DW_LNS_advance_line, 1);
	put_number(&program, DW_LNS_copy, 1);		/* third operation of instruction 1 */
	put_opcode(&program, DW_LNS_advance_pc, 2);
	put_opcode(&program, DW_LNS_advance_line, 1);
	put_number(&program, DW_LNS_copy, 1);		/* second operation of instruction 2 */
	put_opcode(&program, DW_LNS_advance_pc, 5);
	end_sequence(&program);				/* first operation of instruction 4 */
	b = put_table(&s, &no_tables, &program);
	read_table(&p, &b, &s);
	assert_int_equal(p.nrows, 2);
	assert_row(&p, 0, 0x2000, 2);
	assert_row(&p, 1, 0x2001, 3);
	assert_int_equal(p.sequences[0].hi, 0x2003);
	lineprogram_release(&p);
	bytes_release(&b);
	bytes_release(&program);
}

/* The line program can define a file.  Opcodes that do not concern rows are skipped. */
static void
test_define_file(void **state)
{
	static const unsigned char define[] = { 0, 8, DW_LNE_define_file, 'x', '.', 'c', '\0',
		3, 0, 0 };
	struct shape s = { .version = 3 };
	struct bytes program = { 0 }, b;
	struct line_program p;

	(void)state;
	put_bytes(&program, define, sizeof(define));
	put_bytes(&program, (unsigned char[]){ 0, 2, DW_LNE_set_discriminator, 7 }, 4);
	set_address(&program, 0x10);
	put_opcode(&program, DW_LNS_set_column, 9);
	put_opcode(&program, DW_LNS_set_file, 1);
	put_number(&program, DW_LNS_const_add_pc, 1);
	put_number(&program, OPCODE_BASE - LINE_BASE + 2, 1);	/* new row: line + 2 */
	put_opcode(&program, DW_LNS_fixed_advance_pc, 4);
	put_number(&program, 0, 1);
	end_sequence(&program);
	b = put_table(&s, &no_tables, &program);
	read_table(&p, &b, &s);
	assert_true(p.nfiles > 0);
	assert_string_equal(p.files[p.nfiles - 1].name, "x.c");
	assert_int_equal(p.files[p.nfiles - 1].dir, 3);
	assert_int_equal(p.nrows, 1);
	assert_row(&p, 0, 0x10 + (255 - OPCODE_BASE) / LINE_RANGE, 3);
	assert_int_equal(p.rows[0].file & LINE_INITIAL, 0);
	assert_int_equal(p.sequences[0].hi - p.sequences[0].lo, 4);
	lineprogram_release(&p);
	bytes_release(&b);
	bytes_release(&program);
}

/* Appends a value of FORM: a string, the offset of a string, the number 2, or bytes to be
 * skipped. */
static void
put_field(struct bytes *b, const struct shape *s, unsigned form)
{
	switch (form) {
	case DW_FORM_string:	put_text(b, "of itself"); break;
	case DW_FORM_line_strp:
	case DW_FORM_strp:
	case DW_FORM_strp_sup:
	case DW_FORM_sec_offset: put_number(b, 5, offset_size(s)); break;
	case DW_FORM_udata:
	case DW_FORM_strx:
	case DW_FORM_data1:
	case DW_FORM_strx1:	put_number(b, 2, 1); break;
	case DW_FORM_data2:
	case DW_FORM_strx2:	put_number(b, 2, 2); break;
	case DW_FORM_data4:
	case DW_FORM_strx4:	put_number(b, 2, 4); break;
	case DW_FORM_data8:	put_number(b, 2, 8); break;
	case DW_FORM_data16:	put_zeros(b, 16); break;
	case DW_FORM_block:	put_bytes(b, "\3abc", 4); break;
	default:		fail_msg("form %u", form);
	}
}

/* Makes a DWARF 5 table of files in B, and reads it into P.  PATH_FORM is the form of names,
 * DIR_FORM the form of directory numbers, and OTHER_FORM the form of a field that is skipped. */
static void
read_forms(struct line_program *p, struct bytes *b, const struct shape *s, unsigned path_form,
	unsigned other_form, unsigned dir_form)
{
	struct bytes tables = { .big_endian = s->big_endian }, program = { 0 };

	put_bytes(&tables, (unsigned char[]){ 1, DW_LNCT_path, DW_FORM_string, 1 }, 4);
	put_text(&tables, "/");
	put_number(&tables, 3, 1);
	put_opcode(&tables, DW_LNCT_path, path_form);
	put_opcode(&tables, DW_LNCT_MD5, other_form);
	put_opcode(&tables, DW_LNCT_directory_index, dir_form);
	put_number(&tables, 2, 1);
	for (int i = 0; i < 2; i++) {
		put_field(&tables, s, path_form);
		put_field(&tables, s, other_form);
		put_field(&tables, s, dir_form);
	}
	*b = put_table(s, &tables, &program);
	read_table(p, b, s);
	bytes_release(&tables);
}

/* Names and numbers are read in every form, and fields of every form are skipped. */
static void
test_forms(void **state)
{
	static const struct { unsigned form; const char *text; } paths[] = {
		{ DW_FORM_string, "of itself" }, { DW_FORM_line_strp, "of line_str" },
		{ DW_FORM_strp, "of str" },
	};
	static const unsigned others[] = { DW_FORM_data16, DW_FORM_block, DW_FORM_strp_sup,
		DW_FORM_sec_offset, DW_FORM_strx, DW_FORM_strx1, DW_FORM_strx2, DW_FORM_strx4 };
	static const unsigned dirs[] = { DW_FORM_udata, DW_FORM_data1, DW_FORM_data2,
		DW_FORM_data4, DW_FORM_data8 };

	(void)state;
	for (unsigned i = 0; i < 4 * 3 * 8 * 5; i++) {
		struct shape s = { .version = 5, .max_ops = 1, .dwarf64 = i & 1,
			.big_endian = i & 2 };
		unsigned path = i / 4 % 3;
		struct line_program p;
		struct bytes b;

		read_forms(&p, &b, &s, paths[path].form, others[i / 12 % 8], dirs[i / 96]);
		assert_int_equal(p.ndirs, 1);
		assert_string_equal(p.dirs[0], "/");
		assert_int_equal(p.nfiles, 2);
		assert_string_equal(p.files[1].name, paths[path].text);
		assert_int_equal(p.files[1].dir, 2);
		lineprogram_release(&p);
		bytes_release(&b);
	}
}

/* Names that are suffixes of one long string are refused if their total length is too large. */
static void
test_long_names(void **state)
{
	enum { N = 1 << 20, LENGTH = 1 << 24 };
	struct shape s = { .version = 5, .max_ops = 1 };
	struct bytes tables = { 0 }, text = { 0 }, program = { 0 }, b;
	struct debug_sections sections = { 0 };
	struct line_program p;

	(void)state;
	put_zeros(&tables, 2);			/* no directories */
	put_opcode(&tables, 1, DW_LNCT_path);
	put_number(&tables, DW_FORM_line_strp, 1);
	put_bytes(&tables, (unsigned char[]){ 0x80, 0x80, 0x40 }, 3);	/* 2^20 files */
	for (unsigned i = 0; i < N; i++)
		put_number(&tables, i < N - 1 ? i : LENGTH - 9, 4);
	put_zeros(&text, LENGTH);
	memset(text.v, 'x', LENGTH - 1);
	b = put_table(&s, &tables, &program);
	sections.line.bytes = b.v;
	sections.line.size = b.n;
	sections.line_str.bytes = text.v;
	sections.line_str.size = text.n;
	watch_for_hangs();
	lineprogram_read(&p, &sections, 0, 8);
	alarm(0);
	assert_int_equal(p.nfiles, N);
	assert_null(p.files[0].name);
	assert_string_equal(p.files[N - 1].name, "xxxxxxxx");
	lineprogram_release(&p);
	bytes_release(&b);
	bytes_release(&text);
	bytes_release(&tables);
}

/* The total length of the paths in a table is limited. */
static void
test_paths_are_limited(void **state)
{
	struct line_file files[] = { { NULL, 0 }, { "a.c", 0 }, { "/b.c", 0 }, { "c.c", 0 } };
	const char *made[4] = { NULL };
	struct line_table t = { .version = 4, .directory = "/dir", .files = files, .paths = made,
		.nfiles = 4, .path_bytes = { .left = 4 + 3 + 4 } };
	struct arena text = { 0 };
	struct line_row row = { .file = 1 };

	(void)state;
	assert_string_equal(linetable_path(&t, &row, RULES_EXACT, &text), "/dir/a.c");
	row.file = 2;
	assert_string_equal(linetable_path(&t, &row, RULES_EXACT, &text), "/b.c");
	row.file = 3;
	assert_null(linetable_path(&t, &row, RULES_EXACT, &text));
	row.file = 1;
	assert_string_equal(linetable_path(&t, &row, RULES_EXACT, &text), "/dir/a.c");
	arena_release(&text);
}

/* A table is not read if it has a name without end, an unknown form or a later version. */
static void
test_damaged_tables(void **state)
{
	struct shape s = { .version = 5, .max_ops = 1 };
	struct bytes tables = { 0 }, program = { 0 }, b;
	struct line_program p;

	(void)state;
	put_bytes(&tables, (unsigned char[]){ 1, DW_LNCT_path, DW_FORM_string, 1, 'a', 'b' }, 6);
	b = put_table(&s, &tables, &program);
	read_table(&p, &b, &s);
	assert_int_equal(p.nfiles, 0);
	lineprogram_release(&p);
	bytes_release(&b);
	tables.v[2] = DW_FORM_addr;
	b = put_table(&s, &tables, &program);
	read_table(&p, &b, &s);
	assert_int_equal(p.ndirs, 0);
	lineprogram_release(&p);
	for (size_t n = 0; n < b.n; n++) {
		struct bytes cut = { .v = b.v, .n = n };

		read_table(&p, &cut, &s);
		assert_int_equal(p.nsequences, 0);
		lineprogram_release(&p);
	}
	bytes_release(&b);
	s.version = 6;
	b = put_table(&s, &tables, &program);
	read_table(&p, &b, &s);
	assert_int_equal(p.nfiles, 0);
	lineprogram_release(&p);
	bytes_release(&b);
	bytes_release(&tables);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_out_of_order), cmocka_unit_test(test_long_words),
		cmocka_unit_test(test_define_file), cmocka_unit_test(test_forms),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_paths_are_limited),
		cmocka_unit_test(test_damaged_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* make_pack.c - a program with source lines and an inlined function: make_pack
 *
 * Writes into the current directory: pack, an ELF file with DWARF; pack.gmon, its profile; and the
 * sources, pack.c and longest_common_prefix.h.  All bytes are the same on every machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dwarf.h>

#include "bytes.h"
#include "make_elf.h"

enum {
	CODE = 0x1000,			/* address of the first function */
	STEP = 8,			/* bytes of code per step, and per bin */
	RATE = 100,			/* samples per second */
	PACK_C = 1, PREFIX_H = 2,	/* numbers of the sources */
};

static const char pack_c[] =
	"/* pack.c - replaces strings by references to earlier strings */\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"\n"
	"#include \"longest_common_prefix.h\"\n"
	"\n"
	"enum { SIZE = 1 << 20, TRIES = 64, LONGEST = 258 };\n"
	"\n"
	"static unsigned char text[SIZE + 1];\n"
	"static unsigned first[1 << 16], next[SIZE];\n"
	"static unsigned checksum;\n"
	"\n"
	"static __attribute__((noinline)) unsigned\n"
	"add_byte(unsigned sum, unsigned byte)\n"
	"{\n"
	"\treturn (sum << 5 ^ sum >> 27) + byte;\n"
	"}\n"
	"\n"
	"static __attribute__((noinline)) void\n"
	"put_symbol(unsigned length, unsigned distance)\n"
	"{\n"
	"\tchecksum = add_byte(checksum, length);\n"
	"\tchecksum = add_byte(checksum, distance);\n"
	"}\n"
	"\n"
	"static __attribute__((noinline)) unsigned\n"
	"find_match(unsigned at, unsigned *where)\n"
	"{\n"
	"\tunsigned hash = text[at] << 8 | text[at + 1];\n"
	"\tunsigned room = SIZE - at;\n"
	"\tunsigned most = room < LONGEST ? room : LONGEST;\n"
	"\tunsigned best = 0;\n"
	"\tunsigned tries = 0;\n"
	"\n"
	"\t*where = at;\n"
	"\tif (at == 0)\n"
	"\t\treturn 0;\n"
	"\n"
	"\tfor (unsigned i = first[hash]; i > 0; i = next[i]) {\n"
	"\t\tunsigned n = common_prefix(text + i, text + at, most);\n"
	"\n"
	"\t\tif (n > best) {\n"
	"\t\t\tbest = n;\n"
	"\t\t\t*where = i;\n"
	"\t\t}\n"
	"\t\tif (++tries == TRIES)\n"
	"\t\t\tbreak;\n"
	"\t}\n"
	"\tnext[at] = first[hash];\n"
	"\tfirst[hash] = at;\n"
	"\treturn best;\n"
	"}\n"
	"\n"
	"static __attribute__((noinline)) void\n"
	"pack(void)\n"
	"{\n"
	"\tunsigned where;\n"
	"\n"
	"\tfor (unsigned at = 0; at < SIZE; at++) {\n"
	"\t\tunsigned length = find_match(at, &where);\n"
	"\n"
	"\t\tput_symbol(length, at - where);\n"
	"\t}\n"
	"}\n"
	"\n"
	"int\n"
	"main(void)\n"
	"{\n"
	"\tfor (unsigned i = 0; i < SIZE; i++)\n"
	"\t\ttext[i] = rand() % 7 + 'a';\n"
	"\tfor (int i = 0; i < 10; i++)\n"
	"\t\tpack();\n"
	"\tprintf(\"%x\\n\", checksum);\n"
	"\treturn 0;\n"
	"}\n";

static const char prefix_h[] =
	"/* longest_common_prefix.h - compares strings */\n"
	"static inline unsigned\n"
	"common_prefix(const unsigned char *a, const unsigned char *b, unsigned most)\n"
	"{\n"
	"\tunsigned n = 0;\n"
	"\n"
	"\twhile (n < most && a[n] == b[n])\n"
	"\t\tn++;\n"
	"\treturn n;\n"
	"}\n";

enum { MAIN, PACK, FIND_MATCH, PUT_SYMBOL, ADD_BYTE, NFUNCS, NO_CALL = NFUNCS };

static const struct {
	const char *name;
	uint8_t line;
} funcs[NFUNCS] = {
	[MAIN] = { "main", 67 }, [PACK] = { "pack", 55 }, [FIND_MATCH] = { "find_match", 27 },
	[PUT_SYMBOL] = { "put_symbol", 20 }, [ADD_BYTE] = { "add_byte", 14 },
};

/* The code of the program.  Each step is on one line, and steps are sorted by function.  A step in
 * the header is inlined into find_match() at line INLINED_AT. */
enum { INLINED_AT = 40 };

static const struct step {
	uint8_t func, file, line;
	uint16_t samples;
	uint8_t callee;			/* function called at the end of the step, or NO_CALL */
	uint32_t calls;
} steps[] = {
	{ MAIN, PACK_C, 68, 0, NO_CALL, 0 },
	{ MAIN, PACK_C, 70, 3, NO_CALL, 0 },
	{ MAIN, PACK_C, 72, 0, PACK, 10 },
	{ MAIN, PACK_C, 75, 0, NO_CALL, 0 },
	{ PACK, PACK_C, 56, 0, NO_CALL, 0 },
	{ PACK, PACK_C, 59, 4, NO_CALL, 0 },
	{ PACK, PACK_C, 60, 2, FIND_MATCH, 10485760 },
	{ PACK, PACK_C, 62, 1, PUT_SYMBOL, 10485760 },
	{ PACK, PACK_C, 64, 0, NO_CALL, 0 },
	{ FIND_MATCH, PACK_C, 28, 6, NO_CALL, 0 },
	{ FIND_MATCH, PACK_C, 39, 31, NO_CALL, 0 },
	{ FIND_MATCH, PREFIX_H, 5, 12, NO_CALL, 0 },
	{ FIND_MATCH, PREFIX_H, 7, 148, NO_CALL, 0 },
	{ FIND_MATCH, PREFIX_H, 8, 25, NO_CALL, 0 },
	{ FIND_MATCH, PACK_C, 42, 9, NO_CALL, 0 },
	{ FIND_MATCH, PACK_C, 46, 40, NO_CALL, 0 },
	{ FIND_MATCH, PACK_C, 49, 8, NO_CALL, 0 },
	{ FIND_MATCH, PACK_C, 51, 1, NO_CALL, 0 },
	{ PUT_SYMBOL, PACK_C, 21, 2, NO_CALL, 0 },
	{ PUT_SYMBOL, PACK_C, 22, 5, ADD_BYTE, 10485760 },
	{ PUT_SYMBOL, PACK_C, 23, 4, ADD_BYTE, 10485760 },
	{ PUT_SYMBOL, PACK_C, 24, 0, NO_CALL, 0 },
	{ ADD_BYTE, PACK_C, 15, 0, NO_CALL, 0 },
	{ ADD_BYTE, PACK_C, 16, 7, NO_CALL, 0 },
};

/* By gprof's rules, the last function gets no samples.  Therefore the last function here, _fini(),
 * has none. */
enum { NSTEPS = sizeof(steps) / sizeof(*steps), END = CODE + NSTEPS * STEP, REST = STEP };

/* The addresses of a function, or of the code that is inlined into it. */
struct span {
	uint32_t lo, hi;
};

/* Returns the span of all steps of function F or, if IS_INLINED, of its steps from the header.  If
 * there are none, .hi is 0. */
static struct span
span_of(unsigned f, bool is_inlined)
{
	struct span s = { 0, 0 };

	for (unsigned i = 0; i < NSTEPS; i++) {
		if (steps[i].func != f || (is_inlined && steps[i].file != PREFIX_H))
			continue;
		s.hi = CODE + (i + 1) * STEP;
		s.lo = s.lo == 0 ? CODE + i * STEP : s.lo;
	}
	return s;
}

/* Appends the code of all steps.  The instructions do nothing, except for calls and returns. */
static void
put_code(struct bytes *b)
{
	for (unsigned i = 0; i < NSTEPS; i++) {
		uint32_t next = CODE + (i + 1) * STEP;

		if (steps[i].callee == NO_CALL) {
			put_bytes(b, "\x90\x90\x90\x90\x90\x90\x90\xc3", STEP);
			continue;
		}
		put_bytes(b, "\x90\x90\x90\xe8", 4);
		put_number(b, span_of(steps[i].callee, false).lo - next, 4);
	}
	put_zeros(b, REST);
}

static void
put_text(struct bytes *b, const char *text)
{
	put_bytes(b, text, strlen(text) + 1);
}

/* Appends abbreviation CODE.  PAIRS has N attributes, each with its form. */
static void
put_abbrev(struct bytes *b, uint8_t code, uint8_t tag, uint8_t children, const uint8_t *pairs,
	size_t n)
{
	put_bytes(b, (uint8_t[]){ code, tag, children }, 3);
	put_bytes(b, pairs, 2 * n);
	put_number(b, 0, 2);
}

enum { UNIT = 1, INLINE, FUNC, INLINED };	/* codes of abbreviations */

static void
put_abbrevs(struct bytes *b)
{
	static const uint8_t unit[] = { DW_AT_name, DW_FORM_string, DW_AT_low_pc, DW_FORM_addr,
		DW_AT_high_pc, DW_FORM_data4, DW_AT_stmt_list, DW_FORM_sec_offset };
	static const uint8_t inlines[] = { DW_AT_name, DW_FORM_string, DW_AT_decl_file,
		DW_FORM_data1, DW_AT_decl_line, DW_FORM_data1, DW_AT_inline, DW_FORM_data1 };
	static const uint8_t func[] = { DW_AT_name, DW_FORM_string, DW_AT_decl_file,
		DW_FORM_data1, DW_AT_decl_line, DW_FORM_data1, DW_AT_low_pc, DW_FORM_addr,
		DW_AT_high_pc, DW_FORM_data4 };
	static const uint8_t inlined[] = { DW_AT_abstract_origin, DW_FORM_ref4, DW_AT_call_file,
		DW_FORM_data1, DW_AT_call_line, DW_FORM_data1, DW_AT_low_pc, DW_FORM_addr,
		DW_AT_high_pc, DW_FORM_data4 };

	put_abbrev(b, UNIT, DW_TAG_compile_unit, DW_CHILDREN_yes, unit, 4);
	put_abbrev(b, INLINE, DW_TAG_subprogram, DW_CHILDREN_no, inlines, 4);
	put_abbrev(b, FUNC, DW_TAG_subprogram, DW_CHILDREN_yes, func, 5);
	put_abbrev(b, INLINED, DW_TAG_inlined_subroutine, DW_CHILDREN_no, inlined, 5);
	put_number(b, 0, 1);
}

static void
put_span(struct bytes *b, struct span s)
{
	put_addr(b, s.lo);
	put_number(b, s.hi - s.lo, 4);
}

/* Appends the entries of the unit.  HEADER is the number of bytes of the unit before the
 * entries. */
static void
put_entries(struct bytes *b, size_t header)
{
	size_t origin;

	put_number(b, UNIT, 1);
	put_text(b, "pack.c");
	put_span(b, (struct span){ CODE, END });
	put_number(b, 0, 4);
	origin = header + b->n;
	put_number(b, INLINE, 1);
	put_text(b, "common_prefix");
	put_bytes(b, (uint8_t[]){ PREFIX_H, 3, DW_INL_declared_inlined }, 3);
	for (unsigned f = 0; f < NFUNCS; f++) {
		struct span inlined = span_of(f, true);

		put_number(b, FUNC, 1);
		put_text(b, funcs[f].name);
		put_bytes(b, (uint8_t[]){ PACK_C, funcs[f].line }, 2);
		put_span(b, span_of(f, false));
		if (inlined.hi > 0) {
			put_number(b, INLINED, 1);
			put_number(b, origin, 4);
			put_bytes(b, (uint8_t[]){ PACK_C, INLINED_AT }, 2);
			put_span(b, inlined);
		}
		put_number(b, 0, 1);
	}
	put_number(b, 0, 1);
}

/* Appends a unit of DWARF 4. */
static void
put_unit(struct bytes *b)
{
	enum { HEADER = 11 };
	struct bytes entries = { .address_size = b->address_size };

	put_entries(&entries, HEADER);
	put_number(b, HEADER - 4 + entries.n, 4);
	put_number(b, 4, 2);
	put_number(b, 0, 4);
	put_number(b, b->address_size, 1);
	put_bytes(b, entries.v, entries.n);
	bytes_release(&entries);
}

/* Appends the rows of the line table. */
static void
put_rows(struct bytes *b)
{
	int line = 1;

	for (unsigned i = 0; i < NSTEPS; i++) {
		put_bytes(b, (uint8_t[]){ 0, 9, DW_LNE_set_address }, 3);
		put_addr(b, CODE + i * STEP);
		put_bytes(b, (uint8_t[]){ DW_LNS_set_file, steps[i].file }, 2);
		/* Advance by the difference of the lines, a LEB128 number of two bytes. */
		put_number(b, DW_LNS_advance_line, 1);
		put_number(b, ((steps[i].line - line) & 0x7f) | 0x80, 1);
		put_number(b, (steps[i].line - line) >> 7 & 0x7f, 1);
		put_number(b, DW_LNS_copy, 1);
		line = steps[i].line;
	}
	put_bytes(b, (uint8_t[]){ 0, 9, DW_LNE_set_address }, 3);
	put_addr(b, END);
	put_bytes(b, (uint8_t[]){ 0, 1, DW_LNE_end_sequence }, 3);
}

/* Appends a line table of version 4. */
static void
put_lines(struct bytes *b)
{
	static const uint8_t parameters[] = { 1, 1, 1, (uint8_t)-5, 14, 13,
		0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1 };
	struct bytes files = { 0 }, rows = { .address_size = b->address_size };

	put_zeros(&files, 1);
	put_text(&files, "pack.c");
	put_zeros(&files, 3);
	put_text(&files, "longest_common_prefix.h");
	put_zeros(&files, 3 + 1);
	put_rows(&rows);
	put_number(b, 2 + 4 + sizeof(parameters) + files.n + rows.n, 4);
	put_number(b, 4, 2);
	put_number(b, sizeof(parameters) + files.n, 4);
	put_bytes(b, parameters, sizeof(parameters));
	put_bytes(b, files.v, files.n);
	put_bytes(b, rows.v, rows.n);
	bytes_release(&files);
	bytes_release(&rows);
}

static void
put_profile(struct bytes *b)
{
	uint16_t bins[NSTEPS + 1] = { 0 };

	for (unsigned i = 0; i < NSTEPS; i++)
		bins[i] = steps[i].samples;
	put_gmon_header(b, 1);
	put_histogram(b, CODE, END + REST, RATE, bins, NSTEPS + 1);
	for (unsigned i = 0; i < NSTEPS; i++)
		if (steps[i].callee != NO_CALL)
			put_arc(b, CODE + (i + 1) * STEP, span_of(steps[i].callee, false).lo,
				steps[i].calls);
}

static char *
write_image(void)
{
	struct bytes code = { 0 }, abbrevs = { 0 }, info = { .address_size = 8 };
	struct bytes lines = { .address_size = 8 };
	struct elf_sym symbols[NFUNCS + 1];
	char *path;

	put_code(&code);
	put_abbrevs(&abbrevs);
	put_unit(&info);
	put_lines(&lines);
	for (unsigned f = 0; f < NFUNCS; f++) {
		struct span s = span_of(f, false);

		symbols[f] = (struct elf_sym){ funcs[f].name, s.lo, s.hi - s.lo, STT_FUNC,
			STB_GLOBAL, 1 };
	}
	symbols[NFUNCS] = (struct elf_sym){ "_fini", END, REST, STT_FUNC, STB_GLOBAL, 1 };
	path = make_elf(&(struct elf_file){ .address_size = 8, .machine = EM_X86_64,
		.type = ET_EXEC, .sections = (struct elf_section[]){
			{ ".text", CODE, code.n, true, code.v },
			{ ".debug_abbrev", 0, abbrevs.n, false, abbrevs.v },
			{ ".debug_info", 0, info.n, false, info.v },
			{ ".debug_line", 0, lines.n, false, lines.v },
		}, .nsections = 4, .symbols = symbols, .nsymbols = NFUNCS + 1, .needed = "libc.so.6" });
	bytes_release(&code);
	bytes_release(&abbrevs);
	bytes_release(&info);
	bytes_release(&lines);
	return path;
}

static void
write_source(const char *name, const char *text)
{
	struct bytes b = { 0 };

	put_bytes(&b, text, strlen(text));
	move_file(write_file(&b), name);
	bytes_release(&b);
}

int
main(void)
{
	struct bytes profile = { .address_size = 8 };

	write_source("pack.c", pack_c);
	write_source("longest_common_prefix.h", prefix_h);
	move_file(write_image(), "pack");
	put_profile(&profile);
	move_file(write_file(&profile), "pack.gmon");
	bytes_release(&profile);
	return EXIT_SUCCESS;
}

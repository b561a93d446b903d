/* genprof.c - write a large image and a profile of it, without compiling anything
 *
 *	genprof [-g BYTES] SHAPE N IMAGE PROFILE [SEED]
 *
 * SHAPE says which calls the N functions make:
 *	random	5 N arcs: 98 % forward to any later function, 2 % backward by at most 50
 *	near	as random, but half of the forward arcs go at most 100 functions far
 *	callers	one function that is called by all others
 *	callees	one function that calls all others
 *	chain	each function calls the next
 *	cycle	as chain, and the last function calls the first
 *	flat	no calls
 *
 * SEED changes the random numbers.  IMAGE is an ELF file for x86-64 whose functions have symbols,
 * but consist of NOPs; it does not run.  With -g, IMAGE also has debug info: a unit for every 100
 * functions, a line for every 4 bytes of code, and about BYTES of variables for each function.  No
 * reader of profiles needs these variables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <elf.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FUNC_SIZE = 48,
	BIN_SIZE = 4,
	UNIT = 100,			/* functions per source file */
	LINES = 12,			/* lines per function */
	BASE = 0x400000,
	TEXT = 0x401000,
	TEXT_OFFSET = 0x1000,
};

/* Sections of the image, in the order of their headers. */
enum { NONE, S_TEXT, S_SYMTAB, S_STRTAB, S_SHSTRTAB, S_ABBREV, S_INFO, S_LINE, NSECTIONS };

static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab"
	"\0.debug_abbrev\0.debug_info\0.debug_line";

/* The abbreviations of the debug info, with their attributes: a unit (name, directory, code, line
 * table), a function (name, file, line, code), and a variable (name). */
static const char abbreviations[] =
	"\1\x11\1" "\x03\x08" "\x1b\x08" "\x11\x01" "\x12\x06" "\x10\x17" "\0\0"
	"\2\x2e\0" "\x03\x08" "\x3a\x0b" "\x3b\x06" "\x11\x01" "\x12\x06" "\0\0"
	"\3\x34\0" "\x03\x08" "\0\0";

struct generator {
	uint64_t state;			/* state of the random number generator */
	uint32_t n;
	FILE *out;
	bool debug;
	uint32_t *line_at;		/* owned; indexed by unit: offset of the unit's line
					 * table */
	uint32_t variables;		/* bytes of variables per function */
};

static uint64_t
random_below(struct generator *g, uint64_t n)
{
	g->state ^= g->state << 13;
	g->state ^= g->state >> 7;
	g->state ^= g->state << 17;
	return (g->state >> 11) % n;
}

static void
exit_with_errno(const char *what)
{
	perror(what);
	exit(1);
}

static uint64_t
address_of_func(uint32_t func)
{
	return TEXT + (uint64_t)func * FUNC_SIZE;
}

/* Writes the string table, with the names of N functions and of a last symbol "tail".  Of every
 * four names, three are C names, and one is a mangled C++ name.  Sets AT[i] to the offset of name
 * i, and *SIZE to the size of the table. */
static void
write_names(struct generator *g, uint32_t *at, uint32_t *size)
{
	char name[80], inner[32];
	uint32_t i;

	putc(0, g->out);
	*size = 1;
	for (i = 0; i <= g->n; i++) {
		snprintf(inner, sizeof inner, "function%u", i);
		if (i == g->n)
			strcpy(name, "tail");
		else if (i % 4)
			snprintf(name, sizeof name, "module%u_%s", i / 100, inner);
		else
			snprintf(name, sizeof name, "_ZN5space%zu%sERKSsi", strlen(inner),
				inner);
		at[i] = *size;
		*size += (uint32_t)fwrite(name, 1, strlen(name) + 1, g->out);
	}
}

static void
write_symbols(struct generator *g, const uint32_t *at)
{
	Elf64_Sym symbol = { 0 };
	uint32_t i;

	fwrite(&symbol, sizeof symbol, 1, g->out);
	for (i = 0; i <= g->n; i++) {
		symbol.st_name = at[i];
		symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
		symbol.st_shndx = S_TEXT;
		symbol.st_value = address_of_func(i);
		symbol.st_size = FUNC_SIZE;
		fwrite(&symbol, sizeof symbol, 1, g->out);
	}
}

static void
put_number(struct generator *g, uint64_t value, unsigned size)
{
	while (size--) {
		putc((int)(value & 0xff), g->out);
		value >>= 8;
	}
}

/* Lets WRITE write functions FIRST to LAST - 1.  Puts the length of this output in front of the
 * output. */
static void
with_length(struct generator *g, void write(struct generator *, uint32_t, uint32_t),
	uint32_t first, uint32_t last)
{
	FILE *file = g->out;
	char *text;
	size_t size;

	g->out = open_memstream(&text, &size);
	write(g, first, last);
	fclose(g->out);
	g->out = file;
	put_number(g, size, 4);
	fwrite(text, 1, size, file);
	free(text);
}

static void
write_info(struct generator *g, uint32_t first, uint32_t last)
{
	uint32_t i, bytes;

	put_number(g, 4, 2);
	put_number(g, 0, 4);
	put_number(g, 8, 1);
	fprintf(g->out, "\1module%u.c%c/nowhere/src%c", first / UNIT, 0, 0);
	put_number(g, address_of_func(first), 8);
	put_number(g, (last - first) * FUNC_SIZE, 4);
	put_number(g, g->line_at[first / UNIT], 4);
	for (i = first; i < last; i++) {
		fprintf(g->out, "\2function%u%c\1", i, 0);
		put_number(g, 1 + (i - first) * LINES, 4);
		put_number(g, address_of_func(i), 8);
		put_number(g, FUNC_SIZE, 4);
		for (bytes = 0; bytes < g->variables; bytes += 32)
			fprintf(g->out, "\3variable_%021u%c", i + bytes, 0);
	}
	put_number(g, 0, 1);
}

/* Writes those members of the header of a line table that follow header_length. */
static void
write_line_header(struct generator *g, uint32_t first, uint32_t last)
{
	(void)last;
	fwrite("\1\1\xfb\x0e\x0d\0\1\1\1\1\0\0\0\1\0\0\1\0", 1, 18, g->out);
	fprintf(g->out, "module%u.c%c%c%c%c%c", first / UNIT, 0, 0, 0, 0, 0);
}

static void
write_lines(struct generator *g, uint32_t first, uint32_t last)
{
	uint32_t i;

	put_number(g, 3, 2);
	with_length(g, write_line_header, first, last);
	fwrite("\0\x09\2", 1, 3, g->out);
	put_number(g, address_of_func(first), 8);
	putc(1, g->out);
	for (i = 1; i < (last - first) * LINES; i++)
		putc(6 + 14 * 4 + 13, g->out);		/* advance by 4 bytes and 1 line */
	fwrite("\2\4\0\1\1", 1, 5, g->out);
}

/* Writes section S of the debug info, unit by unit. */
static void
write_debug(struct generator *g, unsigned s)
{
	uint64_t start = (uint64_t)ftell(g->out);
	uint32_t i, last;

	if (s == S_ABBREV)
		fwrite(abbreviations, 1, sizeof abbreviations, g->out);
	for (i = 0; s != S_ABBREV && i < g->n; i += UNIT) {
		last = i + UNIT < g->n ? i + UNIT : g->n;
		if (s == S_LINE)
			g->line_at[i / UNIT] = (uint32_t)((uint64_t)ftell(g->out) - start);
		with_length(g, s == S_LINE ? write_lines : write_info, i, last);
	}
}

static Elf64_Shdr
section(unsigned name, unsigned type, uint64_t offset, uint64_t size)
{
	Elf64_Shdr header = { .sh_name = name, .sh_type = type, .sh_offset = offset,
		.sh_size = size, .sh_addralign = 1 };

	return header;
}

static void
write_headers(struct generator *g, uint64_t text_size, uint64_t strings, uint64_t symbols,
	uint64_t end)
{
	Elf64_Ehdr header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB,
		EV_CURRENT }, .e_type = ET_EXEC, .e_machine = EM_X86_64,
		.e_version = EV_CURRENT, .e_entry = TEXT, .e_ehsize = sizeof header,
		.e_phoff = sizeof header, .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1,
		.e_shentsize = sizeof(Elf64_Shdr), .e_shnum = g->debug ? NSECTIONS : S_ABBREV,
		.e_shstrndx = S_SHSTRTAB };
	Elf64_Phdr segment = { .p_type = PT_LOAD, .p_flags = PF_R | PF_X,
		.p_offset = TEXT_OFFSET, .p_vaddr = TEXT, .p_paddr = TEXT,
		.p_filesz = text_size, .p_memsz = text_size, .p_align = TEXT_OFFSET };
	Elf64_Shdr headers[NSECTIONS] = {
		[S_TEXT] = section(1, SHT_PROGBITS, TEXT_OFFSET, text_size),
		[S_SYMTAB] = section(7, SHT_SYMTAB, symbols, end - symbols),
		[S_STRTAB] = section(15, SHT_STRTAB, strings, symbols - strings),
		[S_SHSTRTAB] = section(23, SHT_STRTAB, end, sizeof section_names),
		[S_ABBREV] = section(33, SHT_PROGBITS, 0, 0),
		[S_LINE] = section(59, SHT_PROGBITS, 0, 0),
		[S_INFO] = section(47, SHT_PROGBITS, 0, 0),
	};
	static const unsigned debug[] = { S_ABBREV, S_LINE, S_INFO };
	unsigned i;

	headers[S_TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
	headers[S_TEXT].sh_addr = TEXT;
	headers[S_SYMTAB].sh_link = S_STRTAB;
	headers[S_SYMTAB].sh_info = 1;
	headers[S_SYMTAB].sh_entsize = sizeof(Elf64_Sym);
	fwrite(section_names, 1, sizeof section_names, g->out);
	for (i = 0; g->debug && i < 3; i++) {
		headers[debug[i]].sh_offset = (uint64_t)ftell(g->out);
		write_debug(g, debug[i]);
		headers[debug[i]].sh_size = (uint64_t)ftell(g->out) - headers[debug[i]].sh_offset;
	}
	header.e_shoff = ((uint64_t)ftell(g->out) + 7) & ~(uint64_t)7;
	fseek(g->out, (long)header.e_shoff, SEEK_SET);
	fwrite(headers, sizeof *headers, header.e_shnum, g->out);
	rewind(g->out);
	fwrite(&header, sizeof header, 1, g->out);
	fwrite(&segment, sizeof segment, 1, g->out);
}

static void
write_image(struct generator *g, const char *path)
{
	uint64_t text_size = (uint64_t)(g->n + 1) * FUNC_SIZE, strings, symbols;
	uint32_t *at = malloc((g->n + 1) * sizeof *at), size, i;

	if (!at || !(g->out = fopen(path, "wb")))
		exit_with_errno(path);
	fseek(g->out, TEXT_OFFSET, SEEK_SET);
	for (i = 0; i < text_size; i++)
		putc(0x90, g->out);
	strings = TEXT_OFFSET + text_size;
	write_names(g, at, &size);
	for (; (strings + size) % 8; size++)
		putc(0, g->out);
	symbols = strings + size;
	write_symbols(g, at);
	write_headers(g, text_size, strings, symbols,
		symbols + (g->n + 2) * sizeof(Elf64_Sym));
	free(at);
	if (fclose(g->out))
		exit_with_errno(path);
}

/* Writes a histogram.  One of five functions has samples, and a few have many samples. */
static void
write_histogram(struct generator *g)
{
	uint64_t hi = (address_of_func(g->n + 1) + 15) & ~(uint64_t)15;
	uint64_t nbins = (hi - BASE) / BIN_SIZE;
	static const char dimension[15] = "seconds";
	uint64_t i, func = UINT64_MAX, at;
	unsigned heat = 0;

	put_number(g, 0, 1);
	put_number(g, BASE, 8);
	put_number(g, hi, 8);
	put_number(g, nbins, 4);
	put_number(g, 100, 4);
	fwrite(dimension, 1, sizeof dimension, g->out);
	put_number(g, 's', 1);
	for (i = 0; i < nbins; i++) {
		at = BASE + i * BIN_SIZE;
		if (at >= TEXT && (at - TEXT) / FUNC_SIZE != func) {
			func = (at - TEXT) / FUNC_SIZE;
			heat = random_below(g, 5) ? 0 : random_below(g, 50) ? 3 : 100;
		}
		put_number(g, at >= TEXT && heat && random_below(g, 3) == 0
			? random_below(g, heat) : 0, 2);
	}
}

static void
write_arc(struct generator *g, uint32_t from, uint32_t to, unsigned site)
{
	put_number(g, 1, 1);
	put_number(g, address_of_func(from) + 8 + 4 * (site % 10), 8);
	put_number(g, address_of_func(to) + 4, 8);
	put_number(g, 1 + random_below(g, random_below(g, 10) ? 20 : 100000), 4);
}

static uint32_t
random_callee(struct generator *g, uint32_t from, bool near)
{
	uint32_t left = g->n - from - 1;

	if (!left || (from && !random_below(g, 50)))
		return from - 1 - (uint32_t)random_below(g, from < 50 ? from : 50);
	if (near && random_below(g, 2) && left > 100)
		left = 100;
	return from + 1 + (uint32_t)random_below(g, left);
}

static void
write_arcs(struct generator *g, const char *shape)
{
	uint32_t i, k;
	bool near = !strcmp(shape, "near");

	for (i = 0; i < g->n; i++)
		if (near || !strcmp(shape, "random"))
			for (k = 0; k < 5; k++)
				write_arc(g, i, random_callee(g, i, near), k);
		else if (!strcmp(shape, "callers") && i > 0)
			write_arc(g, i, 0, 0);
		else if (!strcmp(shape, "callees") && i > 0)
			write_arc(g, 0, i, i);
		else if (!strcmp(shape, "chain") && i + 1 < g->n)
			write_arc(g, i, i + 1, 0);
		else if (!strcmp(shape, "cycle"))
			write_arc(g, i, (i + 1) % g->n, 0);
}

static void
write_profile(struct generator *g, const char *shape, const char *path)
{
	if (!(g->out = fopen(path, "wb")))
		exit_with_errno(path);
	fwrite("gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 1, 20, g->out);
	write_histogram(g);
	write_arcs(g, shape);
	if (fclose(g->out))
		exit_with_errno(path);
}

int
main(int argc, char **argv)
{
	static const char shapes[] = " random near callers callees chain cycle flat ";
	struct generator g = { .state = 0x9e3779b97f4a7c15 };

	if (argc > 2 && !strcmp(argv[1], "-g")) {
		g.debug = true;
		g.variables = (uint32_t)atol(argv[2]);
		argv += 2;
		argc -= 2;
	}
	if (argc < 5 || !strstr(shapes, argv[1]) || atol(argv[2]) < 2) {
		fprintf(stderr, "usage: genprof [-g BYTES]%sN IMAGE PROFILE [SEED]\n", shapes);
		return 1;
	}
	g.n = (uint32_t)atol(argv[2]);
	g.line_at = calloc(g.n / UNIT + 1, sizeof *g.line_at);
	if (!g.line_at)
		exit_with_errno("genprof");
	if (argc > 5)
		g.state += strtoull(argv[5], NULL, 0) << 8;
	write_image(&g, argv[3]);
	write_profile(&g, argv[1], argv[4]);
	free(g.line_at);
	return 0;
}

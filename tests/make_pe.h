/* make_pe.h - small PE files for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MAKE_PE_H
#define MAKE_PE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"

/* Flags of sections. */
#define PE_TEXT 0x60000020u
#define PE_DATA 0x40000040u
#define PE_BSS 0xc0000080u

enum {				/* storage classes */
	PE_EXTERNAL = 2, PE_STATIC = 3, PE_LABEL = 6, PE_FCN = 101, PE_FILE = 103, PE_SECTION = 104,
	PE_WEAK = 105,
};

struct pe_test_section {
	const char *name;		/* if longer than 8 bytes, it is among the strings */
	uint32_t address, in_memory;	/* .address: relative to the base */
	uint32_t flags;
	const void *bytes;		/* .in_file bytes; NULL: the section has no bytes in the
					 * file */
	uint32_t in_file;
};

struct pe_test_symbol {
	const char *name;		/* if longer than 8 bytes, it is among the strings */
	uint32_t value;
	int16_t section;		/* counted from 1; 0: undefined, -1: absolute,
					 * -2: debugging */
	bool is_function;
	uint8_t class, naux;		/* .naux: records that follow; they look like symbols */
};

struct pe_test_file {
	unsigned address_size;		/* 4 or 8 */
	uint16_t machine;		/* 0: x86 or x86-64 */
	uint64_t base;
	uint16_t flags;			/* 0x2000: a library */
	const struct pe_test_section *sections;
	size_t nsections;
	const struct pe_test_symbol *symbols;
	size_t nsymbols;
	bool base64;			/* the names of sections refer to the strings in base 64 */
	bool cut_strings;		/* the last string has no NUL */
};

/* Appends the bytes of F to B, which is empty. */
void put_pe(struct bytes *b, const struct pe_test_file *f);

/* Writes F to a new file and returns its path, for remove_file(). */
char *make_pe(const struct pe_test_file *f);

/* Offsets in files of put_pe(). */
enum {
	PE_HEADER_AT = 0x80,		/* "PE\0\0" */
	PE_OPTIONAL_AT = PE_HEADER_AT + 24,
	PE_OPTIONAL_SIZE = 112,
	PE_SECTIONS_AT = PE_OPTIONAL_AT + PE_OPTIONAL_SIZE,
};

#endif

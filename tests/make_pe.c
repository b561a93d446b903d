/* make_pe.c - small PE files for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "make_pe.h"

#include <stdio.h>
#include <string.h>

/* Appends NAME to the table of strings, and returns its offset. */
static size_t
add_string(struct bytes *strings, const char *name)
{
	size_t at = strings->n;

	put_bytes(strings, name, strlen(name) + 1);
	return at;
}

static void
put_section_name(struct bytes *b, struct bytes *strings, const char *name, bool base64)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char text[9] = "";
	size_t n = strlen(name), at;

	if (n <= 8) {
		memcpy(text, name, n);
	} else if (base64) {
		at = add_string(strings, name);
		memcpy(text, "//AAAAAA", 8);
		text[7] = digits[at % 64];
		text[6] = digits[at / 64 % 64];
	} else {
		snprintf(text, sizeof(text), "/%zu", add_string(strings, name));
	}
	put_bytes(b, text, 8);
}

static void
put_symbol(struct bytes *b, struct bytes *strings, const struct pe_test_symbol *s)
{
	size_t n = strlen(s->name);

	if (n <= 8) {
		put_bytes(b, s->name, n);
		put_zeros(b, 8 - n);
	} else {
		put_number(b, 0, 4);
		put_number(b, add_string(strings, s->name), 4);
	}
	put_number(b, s->value, 4);
	put_number(b, (uint16_t)s->section, 2);
	put_number(b, s->is_function ? 0x20 : 0, 2);
	put_number(b, s->class, 1);
	put_number(b, s->naux, 1);
	for (unsigned i = 0; i < s->naux; i++)
		put_bytes(b, "aux\0\0\0\0\0\1\0\0\0\1\0\x20\0\2\0", 18);
}

static size_t
count_symbols(const struct pe_test_file *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->nsymbols; i++)
		n += 1u + f->symbols[i].naux;
	return n;
}

/* Appends the headers.  The symbols begin at SYMBOLS_AT. */
static void
put_headers(struct bytes *b, const struct pe_test_file *f, size_t symbols_at)
{
	bool is_64 = f->address_size == 8;
	size_t at;

	put_bytes(b, "MZ", 2);
	put_zeros(b, 0x3c - 2);
	put_number(b, PE_HEADER_AT, 4);
	put_zeros(b, PE_HEADER_AT - b->n);
	put_bytes(b, "PE\0", 4);
	put_number(b, f->machine != 0 ? f->machine : is_64 ? 0x8664 : 0x14c, 2);
	put_number(b, f->nsections, 2);
	put_number(b, 0, 4);
	put_number(b, symbols_at, 4);
	put_number(b, count_symbols(f), 4);
	put_number(b, PE_OPTIONAL_SIZE, 2);
	put_number(b, f->flags | 2, 2);
	at = b->n;
	put_number(b, is_64 ? 0x20b : 0x10b, 2);
	put_zeros(b, is_64 ? 22 : 26);
	put_number(b, f->base, f->address_size);
	put_zeros(b, at + PE_OPTIONAL_SIZE - b->n);
}

void
put_pe(struct bytes *b, const struct pe_test_file *f)
{
	struct bytes strings = { .v = NULL }, symbols = { .v = NULL };
	struct bytes table = { .v = NULL };
	size_t at = PE_SECTIONS_AT + 40 * f->nsections;

	put_zeros(&strings, 4);
	for (size_t i = 0; i < f->nsections; i++) {
		const struct pe_test_section *s = &f->sections[i];

		put_section_name(&table, &strings, s->name, f->base64);
		put_number(&table, s->in_memory, 4);
		put_number(&table, s->address, 4);
		put_number(&table, s->in_file, 4);
		put_number(&table, s->bytes != NULL ? at : 0, 4);
		put_zeros(&table, 12);
		put_number(&table, s->flags, 4);
		at += s->bytes != NULL ? s->in_file : 0;
	}
	for (size_t i = 0; i < f->nsymbols; i++)
		put_symbol(&symbols, &strings, &f->symbols[i]);
	if (f->cut_strings)
		strings.n--;
	put_headers(b, f, f->nsymbols > 0 || strings.n > 4 ? at : 0);
	put_bytes(b, table.v, table.n);
	for (size_t i = 0; i < f->nsections; i++)
		if (f->sections[i].bytes != NULL)
			put_bytes(b, f->sections[i].bytes, f->sections[i].in_file);
	put_bytes(b, symbols.v, symbols.n);
	if (f->nsymbols > 0 || strings.n > 4) {
		put_number(b, strings.n, 4);
		put_bytes(b, strings.v + 4, strings.n - 4);
	}
	bytes_release(&strings);
	bytes_release(&symbols);
	bytes_release(&table);
}

char *
make_pe(const struct pe_test_file *f)
{
	struct bytes b = { .v = NULL };
	char *path;

	put_pe(&b, f);
	path = write_file(&b);
	bytes_release(&b);
	return path;
}

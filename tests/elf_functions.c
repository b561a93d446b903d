/* elf_functions.c - the functions found in a synthetic image
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

#include <cmocka.h>

#include "base/arena.h"
#include "bytes.h"
#include "elf_functions.h"

const struct elf_section usual_sections[NSECTIONS] = {
	{ ".init", 0x1000, 0x20, true, NULL },
	{ ".plt.got", 0x1020, 0x30, true, NULL },
	{ ".text", 0x1100, 0x200, true, NULL },
	{ ".fini", 0x1300, 0x10, true, NULL },
	{ ".data", 0x2000, 0x100, false, NULL },
};

struct elf_file
usual_file(const struct elf_sym *symbols, size_t n)
{
	return (struct elf_file){ .address_size = 8, .machine = EM_X86_64, .type = ET_EXEC,
		.sections = usual_sections, .nsections = NSECTIONS,
		.symbols = symbols, .nsymbols = n };
}

void
read_elf(struct result *r, const struct elf_file *f, enum rules rules,
	const struct open_options *options)
{
	static const struct open_options none;

	*r = (struct result){ .path = make_elf(f) };
	if (options == NULL)
		options = &none;
	assert_true(image_open(&r->im, r->path, &r->e));
	if (rules == RULES_GPROF)
		r->ok = symbols_gprof(&r->im, options, &r->names, &r->fs, &r->e);
	else
		r->ok = symbols_exact(&r->im, options, &r->names, &r->fs, &r->dynamic, &r->e);
}

void
read_symbols(struct result *r, const struct elf_sym *symbols, size_t n, enum rules rules,
	const struct open_options *options)
{
	struct elf_file f = usual_file(symbols, n);

	read_elf(r, &f, rules, options);
	assert_true(r->ok);
}

void
result_release(struct result *r)
{
	image_release(&r->im);
	spans_release(&r->fs.spans);
	free(r->fs.v);
	free(r->fs.objects);
	free(r->fs.found);
	arena_release(&r->names);
	remove_file(r->path);
}

void
assert_spans(const struct result *r, uint64_t lo, uint64_t hi, const char *want)
{
	const struct spans *s = &r->fs.spans;
	char got[4000] = "";
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct span *v = &s->v[i];

		if (v->lo < lo || v->lo >= hi)
			continue;
		n += (size_t)snprintf(got + n, sizeof(got) - n, "%s%llx %s%s", n > 0 ? ", " : "",
			(unsigned long long)v->lo, v->func == NOBODY ? "-" : r->fs.v[v->func].name,
			v->is_padding ? "+" : "");
		assert_true(n < sizeof(got));
	}
	assert_string_equal(got, want);
}

void
assert_text(const struct result *r, const char *want)
{
	assert_spans(r, 0x1100, 0x1300, want);
}

const struct func *
find_func(const struct result *r, const char *name)
{
	for (uint32_t f = 0; f < r->fs.n; f++)
		if (strcmp(r->fs.v[f].name, name) == 0)
			return &r->fs.v[f];
	fail_msg("no function %s", name);
	return NULL;
}

void
check_order(const struct result *r)
{
	for (uint32_t f = 1; f < r->fs.n; f++)
		assert_true(r->fs.v[f - 1].lo < r->fs.v[f].lo);
	for (size_t i = 0; i < r->fs.spans.n; i++) {
		uint32_t f = r->fs.spans.v[i].func;

		assert_true(f == NOBODY || f < r->fs.n);
	}
}

/* randprof_program.c - random assembler programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <string.h>

#include "randprof.h"

enum { NAME_MAX_LEN = 400 };

uint64_t
rng_next(struct rng *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

uint64_t
rng_below(struct rng *r, uint64_t n)
{
	return n ? rng_next(r) % n : 0;
}

bool
rng_chance(struct rng *r, unsigned percent)
{
	return rng_below(r, 100) < percent;
}

void
recipe_make(struct recipe *recipe, uint64_t seed)
{
	static const uint64_t bases[] = { 0, 0, 0x10000, 0x7000000 };
	struct rng r = { seed };

	recipe->is_64 = rng_chance(&r, 80);
	recipe->is_pie = rng_chance(&r, 40);
	recipe->keep_locals = rng_chance(&r, 20);
	recipe->other_sections = rng_chance(&r, 50);
	recipe->nfuncs = 3 + (unsigned)rng_below(&r, rng_chance(&r, 15) ? 200 : 25);
	recipe->base = bases[rng_below(&r, 4)];
}

/* Sets NAME to PATTERN with NUMBER in place of the "#". */
static void
expand_pattern(char *name, const char *pattern, unsigned number)
{
	size_t n = strcspn(pattern, "#");

	sprintf(name, "%.*s%u%s", (int)n, pattern, number, pattern + n + (pattern[n] == '#'));
}

/* Sets NAME to a name for symbol NUMBER.  Static symbols of both parts can have the same name. */
static void
make_name(char *name, bool is_static, unsigned part, unsigned number, struct rng *r)
{
	static const char *const plain[] = {
		"f#", "f#", "f#", "_f#", "__f#", "___f#", "F#_", "_#", "a_#",
		"_ZN2ns3funILi#EEEvv", "_Z1hILi#EEvT_", "_ZL3locA#_i", "_RNvCs#_5crate3fun",
		"_ZN5crate4func17h0123456789abcde#E", "_Z3opsRKSsPA#_PFviE", "_Z#",
	};
	static const char *const dotted[] = {
		"f#.0", "f#.12", "f#.1.2", "f#.constprop.0", "f#.isra.0", "f#.part.1",
		"f#.cold", "x#.clone.2.constprop.3", "f#.clone.1", "f#.", "f#..3",
		"f#$x", "__gnu_compiled_c#", "___gnu_compiled#", "f#.lto_priv.0",
		"_ZL3foov#.constprop.0", "f#.constprop.0.cold", ".f#", "$f#", "f#@x",
	};
	static const char *const profilers[] = {
		"mcount", "_mcount", "__mcount", "_gprof_mcount", "__mcount_internal",
		"__mcleanup",
	};
	size_t n;

	if (!is_static)
		number += 1000 * (part + 1);
	if (number % 1000 < 6 && number / 1000 == 2 * part && rng_chance(r, 25))
		strcpy(name, profilers[number % 1000]);
	else if (is_static && rng_chance(r, 40))
		expand_pattern(name, dotted[rng_below(r, sizeof dotted / sizeof *dotted)], number);
	else
		expand_pattern(name, plain[rng_below(r, sizeof plain / sizeof *plain)], number);
	if (rng_chance(r, 2)) {
		n = 100 + rng_below(r, 200);
		memset(name, 'n', n);
		sprintf(name + n, "%u", number);
	}
}

/* Defines symbol NUMBER at the current address. */
static void
write_symbol(FILE *out, unsigned part, unsigned number, struct rng *r)
{
	static const char *const types[] = {
		"function", "function", "function", "function", "function", "notype",
		"notype", "object", "gnu_indirect_function", "gnu_unique_object",
	};
	unsigned binding = (unsigned)rng_below(r, 4);
	const char *type = types[rng_below(r, rng_chance(r, 20) ? 10 : 7)];
	char name[NAME_MAX_LEN];

	if (strcmp(type, "gnu_unique_object") == 0)
		binding = 4;		/* write neither .globl nor .weak: the type implies the
					 * binding */
	make_name(name, binding < 2, part, number, r);
	if (binding == 2)
		fprintf(out, "\t.globl \"%s\"\n", name);
	else if (binding == 3)
		fprintf(out, "\t.weak \"%s\"\n", name);
	fprintf(out, "\t.type \"%s\", @%s\n\"%s\":\n", name, type, name);
	if (rng_chance(r, 50))
		fprintf(out, "\t.size \"%s\", %" PRIu64 "\n", name, rng_below(r, 60));
}

/* Writes some code: padding, calls of functions of this part, bytes that look like calls. */
static void
write_body(FILE *out, const struct recipe *recipe, struct rng *r)
{
	unsigned i, n = (unsigned)rng_below(r, 5);

	for (i = 0; i < n; i++) {
		switch (rng_below(r, 4)) {
		case 0:
			fprintf(out, "\tcall .Lf%" PRIu64 "\n",
				rng_below(r, recipe->nfuncs));
			break;
		case 1:
			fprintf(out, "\t.byte 0xe8\n");
			break;
		default:
			fprintf(out, "\t.skip %" PRIu64 ", 0x90\n",
				1 + rng_below(r, 22));
		}
	}
	fprintf(out, "\tret\n");
}

/* Writes data and its symbols.  gprof counts some of these symbols as functions. */
static void
write_data(FILE *out, const struct recipe *recipe, unsigned part, struct rng *r)
{
	const char *word = recipe->is_64 ? ".quad" : ".long";

	fprintf(out, "\t.data\n\t.globl glob%u\nglob%u:\n\t%s 1\n", part, part, word);
	if (rng_chance(r, 60))
		fprintf(out, "\t.weak data_start\ndata_start:\n\t%s 2\n", word);
	if (rng_chance(r, 30))
		fprintf(out, "\t.weak wobj%u\n\t.type wobj%u, @object\nwobj%u:\n\t%s 3\n",
			part, part, part, word);
	if (rng_chance(r, 30))
		fprintf(out, "\t%s etext, _end\n", word);
	if (rng_chance(r, 15))
		fprintf(out, "\t.weak wabs%u\n\t.set wabs%u, 0x%" PRIx64 "\n", part, part,
			recipe->base + 0x1000 + rng_below(r, 0x200));
	if (rng_chance(r, 15))
		fprintf(out, "\t.globl abs%u\n\t.set abs%u, 0x401003\n", part, part);
	if (rng_chance(r, 15))
		fprintf(out, "\t.section .tdata, \"awT\", @progbits\n\t.weak wtls%u\n"
			"\t.type wtls%u, @tls_object\nwtls%u:\n\t.long 0\n", part, part, part);
	if (rng_chance(r, 15))
		fprintf(out, "\t.weak nowhere\n\t%s nowhere\n", word);
}

void
program_write(FILE *out, const struct recipe *recipe, uint64_t seed, unsigned part)
{
	static const char *const sections[] = {
		".init, \"ax\"", ".fini, \"ax\"", "after, \"ax\"", "before, \"ax\"",
	};
	struct rng r = { seed * 2 + part };
	unsigned i, number = 0;
	const char *section = "\t.text\n";

	fprintf(out, "%s", section);
	/* gprof reads one entry beyond its last symbol.  Two names with one address make gprof drop
	 * one of them.  Then the entry beyond the last symbol is still inside the allocated
	 * array. */
	if (part == 0)
		fprintf(out, "\t.globl _start, start\n\t.type _start, @function\n"
			"\t.type start, @function\n_start:\nstart:\n\tret\n");
	for (i = 0; i < recipe->nfuncs; i++) {
		if (recipe->other_sections && rng_chance(&r, 20))
			fprintf(out, "\t.section %s, @progbits\n", sections[rng_below(&r, 4)]);
		else
			fprintf(out, "\t.text\n");
		if (rng_chance(&r, 30))
			fprintf(out, "\t.p2align %" PRIu64 "\n", rng_below(&r, 6));
		fprintf(out, ".Lf%u:\n", i);
		do
			write_symbol(out, part, number++, &r);
		while (rng_chance(&r, 25));
		write_body(out, recipe, &r);
	}
	write_data(out, recipe, part, &r);
	fprintf(out, "\t.section .note.GNU-stack, \"\", @progbits\n");
}

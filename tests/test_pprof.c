/* test_pprof.c - profiles of pprof, made byte by byte
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

#include "base/mem.h"
#include "bytes.h"
#include "measured/input.h"
#include "measured/measured.h"
#include "measured/reader.h"

/* The texts of the profiles below. */
enum {
	NONE, SAMPLES, COUNT, CPU, NANOSECONDS, MAIN, MAIN_C, PROG, LIBC, WRITE, INLINED, MANGLED,
	MANGLED_SYSTEM, THREAD, WORKER, SIZE, BYTES, SPACE, OBJECTS, PATTERN, KEEP, ESTIMATED,
	MILLISECONDS, INUSE_OBJECTS, INUSE_SPACE, CONTENTIONS, DELAY, TEXTS
};

static const char *const texts[TEXTS] = {
	"", "samples", "count", "cpu", "nanoseconds", "main", "main.c", "/bin/prog", "/lib/libc.so",
	"write", "fast", "a::f", "_ZN1a1fEv", "thread", "worker 1", "size", "bytes", "space", "objects",
	"wri.*|sleep", "write", "[estimated from a call graph]", "milliseconds",
	"inuse_objects", "inuse_space", "contentions", "delay"
};

static void
put_varint(struct bytes *b, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		put_number(b, (value & 0x7f) | 0x80, 1);
	put_number(b, value, 1);
}

/* Appends the field NUMBER with the value VALUE. */
static void
put_value(struct bytes *b, uint64_t number, uint64_t value)
{
	put_varint(b, number << 3);
	put_varint(b, value);
}

/* Appends the field NUMBER with the bytes of INNER, and releases INNER. */
static void
put_message(struct bytes *b, uint64_t number, struct bytes *inner)
{
	put_varint(b, number << 3 | 2);
	put_varint(b, inner->n);
	put_bytes(b, inner->v, inner->n);
	bytes_release(inner);
	*inner = (struct bytes){ 0 };
}

/* Appends the N numbers V with the field number NUMBER: if PACKED, as one field, otherwise as N
 * fields. */
static void
put_values(struct bytes *b, uint64_t number, const int64_t *v, size_t n, bool packed)
{
	struct bytes inner = { 0 };

	for (size_t i = 0; i < n; i++)
		if (packed)
			put_varint(&inner, (uint64_t)v[i]);
		else
			put_value(b, number, (uint64_t)v[i]);
	if (packed)
		put_message(b, number, &inner);
}

/* Appends field NUMBER, a message whose fields 1 to N have the values V.  Values of 0 are not
 * written. */
static void
put_fields(struct bytes *b, uint64_t number, const uint64_t *v, size_t n)
{
	struct bytes inner = { 0 };

	for (size_t i = 0; i < n; i++)
		if (v[i] != 0)
			put_value(&inner, i + 1, v[i]);
	put_message(b, number, &inner);
}

#define FIELDS(b, number, ...) \
	put_fields(b, number, (const uint64_t[]){ __VA_ARGS__ }, \
		sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

/* Appends a location.  LINES are pairs of a function and a line, the innermost first. */
static void
put_location(struct bytes *b, uint64_t id, uint64_t mapping, uint64_t address,
	const uint64_t *lines, size_t nlines)
{
	struct bytes inner = { 0 };

	put_value(&inner, 1, id);
	put_value(&inner, 2, mapping);
	put_value(&inner, 3, address);
	for (size_t i = 0; i < nlines; i++)
		put_fields(&inner, 4, lines + 2 * i, 2);
	put_message(b, 4, &inner);
}

/* A sample of at most three locations and two values. */
struct stack {
	int64_t locations[3], values[2];
	size_t nlocations, nvalues;
	uint64_t label[4];
};

static void
put_sample(struct bytes *b, const struct stack *s, bool packed)
{
	struct bytes inner = { 0 };

	put_values(&inner, 1, s->locations, s->nlocations, packed);
	put_values(&inner, 2, s->values, s->nvalues, packed);
	if (s->label[0] != 0)
		put_fields(&inner, 3, s->label, 4);
	put_message(b, 2, &inner);
}

static void
put_texts(struct bytes *b)
{
	for (int i = 0; i < TEXTS; i++) {
		struct bytes text = { 0 };

		put_bytes(&text, texts[i], strlen(texts[i]));
		put_message(b, 6, &text);
	}
}

static void
put_tables(struct bytes *b)
{
	FIELDS(b, 3, 1, 0x400000, 0x500000, 0, PROG);
	FIELDS(b, 3, 7, 0x700000, 0x800000, 0x1000, LIBC);
	put_location(b, 1, 1, 0x400100, (const uint64_t[]){ 1, 10 }, 1);
	put_location(b, 2, 1, 0x400200, (const uint64_t[]){ 3, 33, 1, 12 }, 2);
	put_location(b, 900, 7, 0x700300, (const uint64_t[]){ 2, 0 }, 1);
	put_location(b, 4, 7, 0x700400, NULL, 0);
	put_location(b, 5, 1, 0x400500, (const uint64_t[]){ UINT64_MAX, 5 }, 1);
	FIELDS(b, 5, 1, MAIN, MAIN, MAIN_C, 9);
	FIELDS(b, 5, 2, WRITE, WRITE);
	FIELDS(b, 5, 3, INLINED, 0, MAIN_C, 30);
	FIELDS(b, 5, UINT64_MAX, MANGLED, MANGLED_SYSTEM);
	put_texts(b);
}

static const struct stack stacks[] = {
	{ { 900, 2, 1 }, { 3, 30000000 }, 3, 2, { THREAD, WORKER } },
	{ { 2, 1 }, { 2, 20000000 }, 2, 2, { SIZE, 0, 64, BYTES } },
	{ { 4, 5 }, { 1, 10000000 }, 2, 2, { SIZE, 0, 64 } },
	{ { 900, 2, 1 }, { 1, 12000000 }, 3, 2, { THREAD, WORKER } },
	{ { 0 }, { 1, 10000000 }, 0, 2, { 0 } },
};

/* Makes a profile with all fields, except the patterns for frames to drop and to keep. */
static void
put_profile(struct bytes *b, bool packed)
{
	static const int64_t comments[] = { WORKER, ESTIMATED };

	FIELDS(b, 1, SAMPLES, COUNT);
	FIELDS(b, 1, CPU, NANOSECONDS);
	for (size_t i = 0; i < sizeof(stacks) / sizeof(*stacks); i++)
		put_sample(b, &stacks[i], packed);
	put_tables(b);
	put_value(b, 9, UINT64_C(1700000000000000000));
	put_value(b, 10, 1000000000);
	FIELDS(b, 11, CPU, NANOSECONDS);
	put_value(b, 12, 10000000);
	put_values(b, 13, comments, 2, packed);
	put_value(b, 14, SAMPLES);
	put_value(b, 15, 0);
}

struct watched {
	struct stop stop;		/* must be the first member */
	size_t before;			/* number of bytes in the last report of progress */
};

/* Asserts that the number of bytes read never becomes smaller, if the size of the file is known. */
static void
check_progress(struct stop *s)
{
	struct watched *w = (struct watched *)s;

	if (s->all == 0)
		return;
	assert_string_equal(s->what, "reading");
	assert_string_equal(s->unit, "bytes");
	assert_in_range(s->done, w->before, s->all);
	w->before = s->done;
}

/* Reads B into M, and releases B. */
static enum measured_result
read_bytes(struct bytes *b, struct measured *m, struct err *e)
{
	struct watched w = { .stop.tell = check_progress };
	const struct measured_options options = { .stop = &w.stop };
	char *path = write_file(b);
	enum measured_result result = measured_read(m, path, &options, e);

	/* The beginning is read before the format is known. */
	assert_int_equal(w.before, b->n > INPUT_HEAD ? b->n : 0);
	m->nfiles = 0;
	remove_file(path);
	bytes_release(b);
	*b = (struct bytes){ 0 };
	return result;
}

/* Writes the stack of sample I of M to TEXT, as "main:10;+fast:33;write:0", and returns TEXT.  "+"
 * stands before an inlined function. */
static const char *
stack_text(const struct measured *m, uint32_t i, char *text, size_t size)
{
	uint32_t path[16], n = 0;
	size_t at = 0;

	for (uint32_t p = m->samples[i].path; p != NOBODY && n < 16; p = m->paths[p].parent)
		path[n++] = p;
	*text = '\0';
	while (n-- > 0) {
		const struct measured_frame *f = &m->frames[m->paths[path[n]].frame];

		at += (size_t)snprintf(text + at, size - at, "%s%s%s:%u", at > 0 ? ";" : "",
			(f->flags & MEASURED_INLINED) != 0 ? "+" : "",
			measured_text_of(m, m->funcs[f->func].name), f->line);
	}
	return text;
}

static void
check_stacks(const struct measured *m)
{
	static const char *const expected[] = { "main:10;main:12;+fast:33;write:0",
		"main:10;main:12;+fast:33", "_ZN1a1fEv:5;[libc.so]:0", "[no stack]:0" };
	static const double squares[] = { 3e7 * 1e7 + 1.2e7 * 1.2e7, 2e7 * 1e7, 1e14, 1e14 };
	char text[256];

	assert_int_equal(m->nsamples, 4);
	for (uint32_t i = 0; i < 4; i++) {
		assert_string_equal(stack_text(m, i, text, sizeof(text)), expected[i]);
		assert_true(m->weights[2 * i + 1].squares == squares[i]);
	}
	assert_int_equal(m->weights[0].value, 4);
	assert_int_equal(m->weights[0].samples, 4);
	assert_int_equal(m->weights[1].value, 42000000);
	assert_int_equal(m->weights[1].samples, 4);
	assert_int_equal(m->samples[0].part, 0);
	assert_string_equal(m->parts[0].kind, "thread");
	assert_string_equal(m->parts[0].name, "worker 1");
	/* The label of a thread makes a part.  Other labels do not, because a sample may have
	 * several labels, but only one part.  Samples without the label are a part, too. */
	assert_int_equal(m->nparts, 2);
	assert_string_equal(m->parts[1].kind, "thread");
	assert_string_equal(m->parts[1].name, "(none)");
	for (uint32_t i = 1; i < 4; i++)
		assert_int_equal(m->samples[i].part, 1);
	/* Code without a name has its address. */
	assert_true(m->frames[m->paths[m->samples[2].path].frame].address == 0x700400);
	assert_true(m->funcs[m->frames[m->paths[m->samples[2].path].frame].func].is_unnamed);
	assert_true(m->frames[m->paths[m->samples[1].path].frame].address == 0);
}

static void
test_fields(void **state)
{
	(void)state;
	for (int packed = 0; packed < 2; packed++) {
		struct measured *m = measured_new();
		struct bytes b = { 0 };
		struct err e = { 0 };

		put_profile(&b, packed);
		assert_int_equal(read_bytes(&b, m, &e), MEASURED_ADDED);
		assert_string_equal(m->format, "pprof");
		assert_int_equal(m->nevents, 2);
		assert_int_equal(m->event, 0);
		assert_string_equal(m->events[1].name, "cpu");
		assert_string_equal(m->events[1].unit, "nanoseconds");
		assert_true(m->events[0].is_sampled && m->events[1].is_sampled && m->estimated);
		check_stacks(m);
		for (uint32_t f = 0; f < m->nfuncs; f++) {
			const char *name = measured_text_of(m, m->funcs[f].name);
			bool is_libc = strcmp(name, "write") == 0 || strcmp(name, "[libc.so]") == 0;

			assert_string_equal(measured_text_of(m, m->funcs[f].object),
				strcmp(name, "[no stack]") == 0 ? "" : is_libc ? texts[LIBC]
				: texts[PROG]);
			assert_string_equal(measured_text_of(m, m->funcs[f].file),
				strcmp(name, "main") == 0 || strcmp(name, "fast") == 0 ? "main.c"
				: "");
		}
		measured_release(m);
	}
}

/* Asserts that a profile with the sample STACK is damaged, with a message that contains WHY.  The
 * sample before STACK has the value 5 and is kept. */
static void
check_fault(const struct stack *stack, const char *why)
{
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	struct err e = { 0 };

	FIELDS(&b, 1, CPU, NANOSECONDS);
	put_sample(&b, &(struct stack){ { 1 }, { 5 }, 1, 1, { 0 } }, true);
	put_sample(&b, stack, true);
	FIELDS(&b, 3, 1, 0, 0, 0, PROG);
	put_location(&b, 1, 1, 16, (const uint64_t[]){ 1, 10 }, 1);
	put_location(&b, 2, 1, 16, (const uint64_t[]){ 2, 10 }, 1);
	put_location(&b, 3, 3, 16, (const uint64_t[]){ 1, 10 }, 1);
	put_location(&b, 4, 1, 16, (const uint64_t[]){ 4, 10 }, 1);
	FIELDS(&b, 5, 1, MAIN);
	FIELDS(&b, 5, 4, TEXTS);
	put_texts(&b);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_DAMAGED);
	assert_non_null(strstr(e.text, why));
	assert_true(m->nsamples >= 1);
	assert_int_equal(m->weights[0].value + (m->nsamples > 1 ? m->weights[1].value : 0),
		stack->nvalues > 0 ? 12 : 5);
	measured_release(m);
}

static void
test_bad_ids(void **state)
{
	(void)state;
	check_fault(&(struct stack){ { 77 }, { 7 }, 1, 1, { 0 } }, "there is no location 77");
	check_fault(&(struct stack){ { 0 }, { 7 }, 1, 1, { 0 } }, "there is no location 0");
	check_fault(&(struct stack){ { 2 }, { 7 }, 1, 1, { 0 } }, "there is no function 2");
	check_fault(&(struct stack){ { 3 }, { 7 }, 1, 1, { 0 } }, "there is no mapping 3");
	check_fault(&(struct stack){ { 4 }, { 7 }, 1, 1, { 0 } }, "text 27 is used");
	check_fault(&(struct stack){ { 1 }, { 7, 8 }, 1, 2, { 0 } }, "2 values, but there are 1");
	check_fault(&(struct stack){ { 1 }, { 0 }, 1, 0, { 0 } }, "0 values");
	check_fault(&(struct stack){ { 1, 77, 88 }, { 7 }, 3, 1, { 0 } }, "has 2 faults; the first");
}

/* If several elements of a table have the same number, the first is used, and the file is called
 * damaged. */
static void
test_same_ids(void **state)
{
	static const char *const kinds[] = { "mapping", "function", "location" };

	(void)state;
	for (unsigned kind = 0; kind < 3; kind++) {
		struct measured *m = measured_new();
		struct bytes b = { 0 };
		struct err e = { 0 };
		char text[80], expected[80];

		FIELDS(&b, 1, CPU, NANOSECONDS);
		put_sample(&b, &(struct stack){ { 1 }, { 5 }, 1, 1, { 0 } }, true);
		put_tables(&b);
		if (kind == 0)
			FIELDS(&b, 3, 1, 0, 0, 0, LIBC);
		else if (kind == 1)
			FIELDS(&b, 5, 1, WRITE);
		else
			put_location(&b, 1, 1, 16, (const uint64_t[]){ 2, 10 }, 1);
		assert_int_equal(read_bytes(&b, m, &e), MEASURED_DAMAGED);
		snprintf(expected, sizeof(expected), "several %ss have the number 1: the first is used",
			kinds[kind]);
		assert_string_equal(e.text, expected);
		stack_text(m, 0, text, sizeof(text));
		assert_non_null(strstr(text, "main:10"));
		measured_release(m);
	}
}

/* A stack with a fault is counted as one fault, however often it comes. */
static void
test_repeated_faults(void **state)
{
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	struct err e = { 0 };

	(void)state;
	FIELDS(&b, 1, CPU, NANOSECONDS);
	for (int i = 0; i < 10; i++)
		put_sample(&b, &(struct stack){ { i % 2 != 0 ? 77 : 1, 900 }, { 5 }, 2, 1,
			{ 0 } }, true);
	put_tables(&b);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_DAMAGED);
	assert_string_equal(e.text, "there is no location 77");
	assert_int_equal(m->nsamples, 2);
	assert_true(m->weights[0].value == 25 && m->weights[1].value == 25);
	measured_release(m);
}

/* Appends a sample of thread number PART, or of no thread if PART is 0.  If bit I of STACK is set,
 * the sample has the location locations[I].  HOW says how locations are written.  0: one field for
 * each.  1: one field for all.  2: one field for the first half, then one for each of the others.
 * 3: one field for each half. */
static void
put_repeated(struct bytes *b, unsigned stack, unsigned part, int64_t value, unsigned how)
{
	static const int64_t locations[] = { 1, 900, 4, 900, 1 };
	int64_t chosen[5];
	struct bytes inner = { 0 };
	size_t n = 0, first;

	for (unsigned i = 0; i < 5; i++)
		if ((stack >> i & 1) != 0)
			chosen[n++] = locations[i];
	first = how < 2 ? n : n / 2;
	put_values(&inner, 1, chosen, first, how != 0);
	put_value(&inner, 2, (uint64_t)value);
	put_values(&inner, 1, chosen + first, n - first, how == 3);
	if (part != 0)
		put_fields(&inner, 3, (const uint64_t[]){ THREAD, 0, part }, 3);
	put_message(b, 2, &inner);
}

/* Samples of a thread with equal stacks become one sample with the sum of their values, however
 * their stacks are written. */
static void
test_repeated(void **state)
{
	enum { DIFFERENT = 32, PARTS = 4 };
	static const char *const names[] = { "main:10", "write:0", "[libc.so]:0", "write:0",
		"main:10" };
	int64_t sums[DIFFERENT][PARTS] = { 0 };
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	struct err e = { 0 };
	uint64_t seed = 7;

	(void)state;
	FIELDS(&b, 1, CPU, NANOSECONDS);
	for (int i = 0; i < 5000; i++) {
		unsigned stack = random_below(&seed, DIFFERENT), part = random_below(&seed, PARTS);

		put_repeated(&b, stack, part, i, random_below(&seed, 4));
		sums[stack][part] += i;
	}
	put_tables(&b);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_ADDED);
	for (uint32_t i = 0; i < m->nsamples; i++) {
		const char *part = m->samples[i].part != NOBODY ? m->parts[m->samples[i].part].name
			: "0";
		char found[256], expected[256];
		int64_t sum = 0;

		/* Several values of STACK may give equal stacks, because 900 and 1 are each twice
		 * in the array of locations. */
		stack_text(m, i, found, sizeof(found));
		for (unsigned stack = 0; stack < DIFFERENT; stack++) {
			*expected = '\0';
			for (unsigned k = 5; k-- > 0;)
				if ((stack >> k & 1) != 0) {
					strcat(expected, *expected != '\0' ? ";" : "");
					strcat(expected, names[k]);
				}
			if (strcmp(stack != 0 ? expected : "[no stack]:0", found) == 0)
				sum += sums[stack][atoi(part)];
		}
		assert_true(sum > 0 && m->weights[i].value == sum);
	}
	assert_true(m->nsamples > DIFFERENT);
	measured_release(m);
}

/* A profile is cut at a byte, or one of its bytes is changed.  Then it is read completely, or there
 * is a message, or it is taken for a file of another format. */
static void
test_damage(void **state)
{
	enum { BEHIND_TEXTS = 202 };	/* number of bytes after the last name of a function */
	struct bytes all = { 0 };

	(void)state;
	put_profile(&all, true);
	for (size_t i = 0; i < 4 * all.n; i++) {
		struct measured *m = measured_new();
		struct bytes b = { 0 };
		struct err e = { 0 };
		enum measured_result result;
		size_t at = i % all.n;

		put_bytes(&b, all.v, i < all.n ? at : all.n);
		if (i >= all.n)
			b.v[at] = (unsigned char)(i < 2 * all.n ? 0xff : b.v[at] ^ 1U << (i % 8));
		result = read_bytes(&b, m, &e);
		assert_true(i >= all.n || result != MEASURED_ADDED || at > all.n - BEHIND_TEXTS);
		assert_true(result == MEASURED_OTHER
			|| (result == MEASURED_ADDED) == (e.text[0] == '\0'));
		measured_release(m);
	}
	bytes_release(&all);
}

/* Reads the stack of main, main with fast inlined, and write, from a profile with the patterns DROP
 * and KEEP.  Asserts that the stack is then EXPECTED.  If WHY is not NULL, asserts that the profile
 * is damaged, with a message that contains WHY. */
static void
check_drop(const char *drop, const char *keep, const char *expected, const char *why)
{
	struct measured *m = measured_new();
	struct bytes b = { 0 }, text = { 0 };
	struct err e = { 0 };
	char stack[256];

	FIELDS(&b, 1, CPU, NANOSECONDS);
	put_sample(&b, &(struct stack){ { 900, 2, 1 }, { 5 }, 3, 1, { 0 } }, true);
	put_tables(&b);
	put_bytes(&text, drop, strlen(drop));
	put_message(&b, 6, &text);
	put_bytes(&text, keep, strlen(keep));
	put_message(&b, 6, &text);
	put_value(&b, 7, TEXTS);
	put_value(&b, 8, TEXTS + 1);
	assert_int_equal(read_bytes(&b, m, &e), why != NULL ? MEASURED_DAMAGED : MEASURED_ADDED);
	if (why != NULL)
		assert_non_null(strstr(e.text, why));
	assert_string_equal(stack_text(m, 0, stack, sizeof(stack)), expected);
	measured_release(m);
}

static void
test_drop(void **state)
{
	static const char all[] = "main:10;main:12;+fast:33;write:0";
	char deep[201];

	(void)state;
	memset(deep, '(', 100);
	memset(deep + 100, ')', 100);
	deep[200] = '\0';
	check_drop("wri.*|sleep", "", "main:10;main:12;+fast:33", NULL);
	check_drop("wri.*|sleep", "write", all, NULL);
	check_drop("rite", "", all, NULL);
	check_drop("(?:wr).*?e", "", "main:10;main:12;+fast:33", NULL);
	check_drop("fast", "", "main:10;main:12", NULL);
	check_drop("main", "", "main:10;main:12;+fast:33;write:0", NULL);
	check_drop("[a-z{]*t", "", "main:10;main:12", NULL);
	check_drop("\\w{1,5}", "main", "main:10;main:12", NULL);
	check_drop("*a", "", all, "functions to drop cannot be used");
	check_drop("write", "*", all, "functions to keep cannot be used");
	check_drop("wr(ite", "", all, "missing closing parenthesis");
	check_drop(deep, "", all, "parentheses are too deeply nested");
}

/* All comparisons of a file have one limit, however long its pattern and its names are. */
static void
test_long_drop(void **state)
{
	enum { FUNCS = 200, LENGTH = 4000 };
	struct measured *m = measured_new();
	struct bytes b = { 0 }, text = { 0 };
	struct err e = { 0 };
	int64_t locations[FUNCS];
	uint64_t seed = 3;

	(void)state;
	FIELDS(&b, 1, CPU, NANOSECONDS);
	for (int i = 0; i < FUNCS; i++)
		locations[i] = i + 1;
	for (int i = 0; i < FUNCS; i++) {
		put_location(&b, (uint64_t)i + 1, 0, 16, (const uint64_t[]){ (uint64_t)i + 1, 1 },
			1);
		FIELDS(&b, 5, (uint64_t)i + 1, TEXTS + 1);
	}
	put_values(&text, 1, locations, FUNCS, true);
	put_value(&text, 2, 7);
	put_message(&b, 2, &text);
	put_texts(&b);
	put_bytes(&text, "(a|b)*a", 7);
	for (int i = 0; i < LENGTH / 5; i++)
		put_bytes(&text, "(a|b)", 5);
	put_bytes(&text, "c", 1);
	put_message(&b, 6, &text);
	for (int i = 0; i < LENGTH; i++)
		put_number(&text, 'a' + random_below(&seed, 2), 1);
	put_bytes(&text, "c", 1);
	put_message(&b, 6, &text);
	put_value(&b, 7, TEXTS);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_DAMAGED);
	assert_non_null(strstr(e.text, "takes too long, so some are not dropped"));
	assert_int_equal(m->npaths, FUNCS);
	measured_release(m);
}

/* Asserts that comparing a name of N bytes with the pattern DROP takes too long. */
static void
check_costly_drop(const char *drop, int n)
{
	struct measured *m = measured_new();
	struct bytes b = { 0 }, text = { 0 };
	struct err e = { 0 };

	FIELDS(&b, 1, CPU, NANOSECONDS);
	put_sample(&b, &(struct stack){ { 1 }, { 5 }, 1, 1, { 0 } }, true);
	put_location(&b, 1, 0, 16, (const uint64_t[]){ 1, 1 }, 1);
	FIELDS(&b, 5, 1, TEXTS + 1);
	put_texts(&b);
	put_bytes(&text, drop, strlen(drop));
	put_message(&b, 6, &text);
	for (int i = 0; i < n; i++)
		put_bytes(&text, "a", 1);
	put_message(&b, 6, &text);
	put_value(&b, 7, TEXTS);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_DAMAGED);
	assert_non_null(strstr(e.text, "takes too long, so some are not dropped"));
	measured_release(m);
}

/* A step that looks at the whole rest of a long name costs more than others.  So does a step that
 * copies what many groups have matched, and neither takes much memory. */
static void
test_costly_steps(void **state)
{
	char groups[4096] = "(?:";
	size_t n = 3;

	(void)state;
	check_costly_drop("(?:a(?!.*+b))*", 300000);
	check_costly_drop("(?:a|b)*c?", 1000000);
	for (int i = 0; i < 300; i++)
		n += (size_t)snprintf(groups + n, sizeof(groups) - n, "(?<a%d>)", i);
	(void)snprintf(groups + n, sizeof(groups) - n, "(?:a|b))*c?");
	check_costly_drop(groups, 100000);
}

static void
test_memory(void **state)
{
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	struct err e = { 0 };

	(void)state;
	FIELDS(&b, 1, OBJECTS, COUNT);
	FIELDS(&b, 1, SPACE, BYTES);
	put_sample(&b, &(struct stack){ { 1 }, { 1000, 512000 }, 1, 2, { 0 } }, true);
	put_sample(&b, &(struct stack){ { 2 }, { -1, -600000000 }, 1, 2, { 0 } }, true);
	put_tables(&b);
	FIELDS(&b, 11, SPACE, BYTES);
	put_value(&b, 12, 524288);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_ADDED);
	assert_int_equal(m->event, 1);
	assert_true(m->events[1].is_sampled);
	/* An object of 512 bytes is sampled with a probability of almost 1 / 1024. */
	assert_int_equal(m->weights[0].samples, 1);
	assert_true(m->weights[1].squares > 0.99 * 512000 * 512000 * 0.999);
	/* An object of 600 MB is always sampled. */
	assert_int_equal(m->weights[3].value, -600000000);
	assert_int_equal(m->weights[3].samples, 1);
	assert_true(m->weights[3].squares < 1);
	measured_release(m);
}

static void
test_counted(void **state)
{
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	struct err e = { 0 };

	(void)state;
	FIELDS(&b, 1, OBJECTS, COUNT);
	FIELDS(&b, 1, OBJECTS, NANOSECONDS);
	put_sample(&b, &(struct stack){ { 1 }, { 10, 512000 }, 1, 2, { 0 } }, true);
	put_tables(&b);
	FIELDS(&b, 11, OBJECTS, COUNT);
	put_value(&b, 12, 1);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_ADDED);
	assert_false(m->events[0].is_sampled || m->events[1].is_sampled);
	assert_string_equal(m->events[0].name, "objects/count");
	assert_string_equal(m->events[1].name, "objects/nanoseconds");

	FIELDS(&b, 1, CPU, NANOSECONDS);
	put_sample(&b, &(struct stack){ { 1 }, { 10 }, 1, 1, { 0 } }, true);
	put_tables(&b);
	/* The next files have events of their own, and one of the first file. */
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_ADDED);
	assert_int_equal(m->nevents, 3);
	assert_string_equal(m->events[2].name, "cpu");
	assert_int_equal(m->event, 1);
	assert_int_equal(m->weights[0].value, 10);
	assert_int_equal(m->weights[2].value, 10);
	assert_int_equal(m->events_read, 4);
	FIELDS(&b, 1, CPU, MILLISECONDS);
	FIELDS(&b, 1, OBJECTS, COUNT);
	put_sample(&b, &(struct stack){ { 1 }, { 7, 5 }, 1, 2, { 0 } }, true);
	put_tables(&b);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_ADDED);
	assert_int_equal(m->nevents, 4);
	assert_string_equal(m->events[3].name, "cpu/milliseconds");
	assert_int_equal(m->weights[0].value, 15);
	assert_int_equal(m->weights[2].value, 10);
	assert_int_equal(m->weights[3].value, 7);
	assert_int_equal(m->events_read, 9);
	measured_release(m);
}

/* The files of a profile can have 64 types of samples together. */
static void
test_many_types(void **state)
{
	static const uint64_t units[2][2] = { { COUNT, BYTES }, { NANOSECONDS, MILLISECONDS } };
	struct measured *m = measured_new();
	struct err e = { 0 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct bytes b = { 0 };

		for (uint64_t k = 0; k < 40; k++)
			FIELDS(&b, 1, 1 + k / 2, units[i][k % 2]);
		put_tables(&b);
		assert_int_equal(read_bytes(&b, m, &e), i == 0 ? MEASURED_ADDED : MEASURED_DAMAGED);
	}
	assert_non_null(strstr(e.text, "more than 64 types of samples; show them one at a time"));
	assert_int_equal(m->nevents, 64);
	measured_release(m);
}

/* A profile with at most two types of samples, and the period of the type PERIOD_TYPE. */
struct typed {
	uint64_t types[2][2], period_type[2], period;
	int64_t values[3][2];		/* of three samples */
	uint64_t first;			/* default type; 0: none */
};

static struct measured *
read_typed(const struct typed *t)
{
	struct measured *m = measured_new();
	struct bytes b = { 0 };
	struct err e = { 0 };
	size_t n = t->types[1][0] != 0 ? 2 : 1;

	for (size_t k = 0; k < n; k++)
		put_fields(&b, 1, t->types[k], 2);
	for (size_t i = 0; i < 3; i++)
		put_sample(&b, &(struct stack){ { 1 }, { t->values[i][0], t->values[i][1] }, 1, n,
			{ 0 } }, true);
	put_tables(&b);
	put_fields(&b, 11, t->period_type, 2);
	put_value(&b, 12, t->period);
	if (t->first != 0)
		put_value(&b, 14, t->first);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_ADDED);
	measured_finish(m);
	return m;
}

/* A period is the distance between samples only if no value is less, in the unit of the values.
 * Otherwise, it says nothing about the number and the accuracy of samples.  CPU time is sampled
 * anyway. */
static void
test_period(void **state)
{
	static const struct {
		struct typed typed;
		double step;		/* of the last event */
		uint64_t samples;
		bool is_sampled, is_unsaid;
	} cases[] = {
		{ { { { CPU, NANOSECONDS } }, { CPU, NANOSECONDS }, 10000000,
			{ { 200000000 }, { 150000000 }, { -100000000 } }, 0 }, 1e7, 45, true,
			false },
		{ { { { CPU, NANOSECONDS } }, { CPU, NANOSECONDS }, 1000000000,
			{ { 200000000 }, { 150000000 }, { 100000000 } }, 0 }, 0, 0, true, false },
		{ { { { CPU, NANOSECONDS } }, { CPU, NANOSECONDS }, 1000000000,
			{ { 2000000000 }, { -1 }, { 1000000000 } }, 0 }, 0, 0, true, false },
		{ { { { CPU, MILLISECONDS } }, { CPU, NANOSECONDS }, 10000000,
			{ { 200 }, { 150 }, { 0 } }, 0 }, 10, 35, true, false },
		{ { { { CPU, NANOSECONDS } }, { CPU, COUNT }, 100, { { 2000 }, { 1500 }, { 1000 } },
			0 }, 0, 0, true, false },
		{ { { { SAMPLES, COUNT }, { CPU, NANOSECONDS } }, { CPU, NANOSECONDS }, 1000000000,
			{ { 3, 300 }, { 2, 200 }, { 1, 100 } }, 0 }, 0, 6, true, false },
		{ { { { CPU, COUNT } }, { CPU, COUNT }, 1000, { { 2000 }, { 1000 }, { 4000 } }, 0 },
			1000, 7, true, false },
		{ { { { CPU, COUNT } }, { CPU, COUNT }, 0, { { 2000 }, { 1000 }, { 4000 } }, 0 },
			0, 0, false, false },
		{ { { { SPACE, BYTES } }, { SPACE, BYTES }, 4096, { { 2000 }, { 1000 }, { 9999 } },
			0 }, 0, 0, true, false },
		/* V8 multiplies numbers of small objects, as Go does, but says which type has the
		 * period. */
		{ { { { INUSE_OBJECTS, COUNT }, { INUSE_SPACE, BYTES } }, { INUSE_SPACE, BYTES },
			65536, { { 1000, 64000 }, { 1000, 64000 }, { 1000, 64000 } }, 0 },
			0, 3, true, false },
		/* The file does not say how many of the contentions were recorded. */
		{ { { { CONTENTIONS, COUNT }, { DELAY, NANOSECONDS } }, { CONTENTIONS, COUNT }, 1,
			{ { 30, 3000 }, { 20, 2000 }, { 10, 1000 } }, 0 }, 0, 0, false, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct measured *m = read_typed(&cases[i].typed);
		uint32_t last = m->nevents - 1;

		assert_true(m->events[last].step == cases[i].step);
		assert_int_equal(m->weights[last].samples, cases[i].samples);
		assert_int_equal(m->events[last].is_sampled, cases[i].is_sampled);
		assert_int_equal(m->events[last].is_unsaid, cases[i].is_unsaid);
		measured_release(m);
	}
}

/* If all values of the default type are 0, another type is shown: one with the same unit, if there
 * is one. */
static void
test_zeros(void **state)
{
	static const struct {
		struct typed typed;
		uint32_t event, nnotes;
	} cases[] = {
		{ { { { CPU, COUNT }, { SPACE, BYTES } }, { 0 }, 0, { { 5, 0 } }, 0 }, 0, 1 },
		{ { { { CPU, COUNT }, { SPACE, BYTES } }, { 0 }, 0, { { 0, -5 } }, CPU }, 1, 1 },
		{ { { { CPU, COUNT }, { SPACE, BYTES } }, { 0 }, 0, { { 5, 7 } }, CPU }, 0, 0 },
		{ { { { CPU, COUNT }, { SPACE, BYTES } }, { 0 }, 0, { { 0, 0 } }, CPU }, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct measured *m = read_typed(&cases[i].typed);

		assert_int_equal(m->event, cases[i].event);
		assert_int_equal(m->nnotes, cases[i].nnotes);
		measured_release(m);
	}
}

/* Names that differ only behind a NUL are two names. */
static void
test_nuls(void **state)
{
	struct measured *m = measured_new();
	uint32_t a = measured_text(m, "a\0b", 3), b = measured_text(m, "a\0c", 3);

	(void)state;
	assert_int_not_equal(a, b);
	assert_int_equal(measured_text(m, "a\0b", 3), a);
	assert_string_equal(measured_text_of(m, a), "a^@b");
	measured_release(m);
}

/* A long stack of a location with many inlined functions is refused, because it would need much
 * more memory than the file. */
static void
test_many_frames(void **state)
{
	enum { LINES = 50000, LOCATIONS = 100000 };
	uint64_t *lines = mem_new(2 * LINES, sizeof(*lines));
	int64_t *locations = mem_new(LOCATIONS, sizeof(*locations));
	struct measured *m = measured_new();
	struct bytes b = { 0 }, sample = { 0 };
	struct err e = { 0 };

	(void)state;
	for (int i = 0; i < LINES; i++)
		lines[2 * i] = 1;
	for (int i = 0; i < LOCATIONS; i++)
		locations[i] = i == 0 ? 1 : 1000;
	FIELDS(&b, 1, CPU, NANOSECONDS);
	put_sample(&b, &(struct stack){ { 1 }, { 5 }, 1, 1, { 0 } }, true);
	put_values(&sample, 1, locations, LOCATIONS, true);
	put_value(&sample, 2, 7);
	put_message(&b, 2, &sample);
	put_tables(&b);
	put_location(&b, 1000, 1, 0x400100, lines, LINES);
	assert_int_equal(read_bytes(&b, m, &e), MEASURED_DAMAGED);
	assert_non_null(strstr(e.text, "more frames than a file of this size"));
	assert_int_equal(m->nsamples, 1);
	measured_release(m);
	free(lines);
	free(locations);
}

static void
test_other_files(void **state)
{
	static const char *const old[] = { "--- contentionz 1 ---\n",
		"--- threadz 1 ---\n" };
	static const char *const other[] = { "main;a;b 3\n", "\n\n", "\x08\x01", "gmon\1", "x" };
	struct err e = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(old) / sizeof(*old); i++) {
		struct measured *m = measured_new();
		struct bytes b = { 0 };

		put_bytes(&b, old[i], strlen(old[i]));
		assert_int_equal(read_bytes(&b, m, &e), MEASURED_OTHER);
		assert_non_null(strstr(e.text, "go tool pprof -proto"));
		measured_release(m);
	}
	for (size_t i = 0; i < sizeof(other) / sizeof(*other); i++) {
		struct measured *m = measured_new();
		struct bytes b = { 0 };

		put_bytes(&b, other[i], strlen(other[i]));
		(void)read_bytes(&b, m, &e);
		assert_true(m->format == NULL || strcmp(m->format, "pprof") != 0);
		measured_release(m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_bad_ids),
		cmocka_unit_test(test_same_ids),
		cmocka_unit_test(test_repeated_faults),
		cmocka_unit_test(test_repeated),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_drop),
		cmocka_unit_test(test_long_drop),
		cmocka_unit_test(test_costly_steps),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_counted),
		cmocka_unit_test(test_many_types),
		cmocka_unit_test(test_period),
		cmocka_unit_test(test_zeros),
		cmocka_unit_test(test_nuls),
		cmocka_unit_test(test_many_frames),
		cmocka_unit_test(test_other_files),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

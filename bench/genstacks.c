/* genstacks.c - write large profiles of stacks
 *
 *	genstacks folded|pprof STACKS OWN DEPTH LENGTH FUNCTIONS SAMPLES >FILE
 *
 * Writes SAMPLES samples of STACKS different stacks, in random order, as folded stacks or as a
 * pprof profile that is not compressed.  A stack has DEPTH frames.  Its OWN innermost frames are
 * random, the others are copied from another stack.  The names of the FUNCTIONS functions have
 * LENGTH bytes.  If SAMPLES is 0, each stack has one sample.  In a pprof profile, each function has
 * one line of a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARINT = 10, NAME = 4096 };	/* greatest length of a number, and of a name with its NUL,
					 * in bytes */

struct stacks {
	uint32_t *frames;		/* owned; numbers of functions; the frames of stack i are
					 * frames[i * depth] to frames[(i + 1) * depth - 1], the
					 * outermost first */
	size_t n, own, depth, length, funcs, samples;	/* the arguments STACKS to SAMPLES */
};

/* A message in the encoding of protocol buffers. */
struct message {
	unsigned char *bytes;		/* owned */
	size_t n;
};

/* Returns a random number below N. */
static size_t
random_below(size_t n)
{
	static uint64_t state = 88172645463325252;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (size_t)((state >> 32) * n >> 32);
}

static void *
new(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (p == NULL) {
		perror("genstacks");
		exit(1);
	}
	return p;
}

static void
make_stacks(struct stacks *s)
{
	s->frames = new(s->n * s->depth, sizeof(*s->frames));
	for (size_t i = 0; i < s->n; i++) {
		uint32_t *frames = &s->frames[i * s->depth];
		size_t same = i > 0 && s->own < s->depth ? s->depth - s->own : 0;

		if (same > 0)
			memcpy(frames, &s->frames[random_below(i) * s->depth],
				same * sizeof(*frames));
		for (size_t k = same; k < s->depth; k++)
			frames[k] = (uint32_t)random_below(s->funcs);
	}
}

static const uint32_t *
choose_stack(const struct stacks *s, size_t sample)
{
	return &s->frames[(s->samples > 0 ? random_below(s->n) : sample) * s->depth];
}

/* Writes the name of FUNC to NAME and returns the length of the name.  This is LENGTH, or more if
 * the number of FUNC needs more bytes, or less if NAME has no room. */
static size_t
name_of(uint32_t func, size_t length, char *name)
{
	int n = snprintf(name, NAME, "f%u", func);
	size_t end = length < NAME ? length : NAME - 1, at = n > 0 ? (size_t)n : 0;

	for (; at < end; at++)
		name[at] = (char)('a' + (at * 7 + func) % 26);
	name[at] = '\0';
	return at;
}

static void
write_folded(const struct stacks *s)
{
	char *names = new(s->funcs, NAME);

	for (size_t f = 0; f < s->funcs; f++)
		name_of((uint32_t)f, s->length, names + f * NAME);
	for (size_t i = 0; i < (s->samples > 0 ? s->samples : s->n); i++) {
		const uint32_t *frames = choose_stack(s, i);

		for (size_t k = 0; k < s->depth; k++) {
			if (k > 0)
				putchar(';');
			fputs(names + frames[k] * NAME, stdout);
		}
		printf(" %zu\n", 1 + random_below(100));
	}
	free(names);
}

static void
put_varint(struct message *to, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		to->bytes[to->n++] = (unsigned char)(value | 0x80);
	to->bytes[to->n++] = (unsigned char)value;
}

/* Appends field NUMBER with the value VALUE to the message TO. */
static void
put_number(struct message *to, unsigned number, uint64_t value)
{
	put_varint(to, number << 3);
	put_varint(to, value);
}

/* Appends field NUMBER with the N bytes at BYTES to the message TO. */
static void
put_bytes(struct message *to, unsigned number, const void *bytes, size_t n)
{
	put_varint(to, number << 3 | 2);
	put_varint(to, n);
	memcpy(to->bytes + to->n, bytes, n);
	to->n += n;
}

/* Writes field NUMBER of the profile, with the N bytes at BYTES. */
static void
write_field(unsigned number, const void *bytes, size_t n)
{
	unsigned char buffer[2 * VARINT];
	struct message head = { buffer, 0 };

	put_varint(&head, number << 3 | 2);
	put_varint(&head, n);
	fwrite(head.bytes, head.n, 1, stdout);
	fwrite(bytes, n, 1, stdout);
}

/* Writes a type of samples as field NUMBER of the profile.  TYPE and UNIT are positions in the
 * table of texts. */
static void
write_type(unsigned number, uint64_t type, uint64_t unit)
{
	unsigned char buffer[4 * VARINT];
	struct message message = { buffer, 0 };

	put_number(&message, 1, type);
	put_number(&message, 2, unit);
	write_field(number, message.bytes, message.n);
}

static void
write_samples(const struct stacks *s)
{
	struct message ids = { new(s->depth, VARINT), 0 };
	struct message sample = { new(s->depth + 8, VARINT), 0 }, values = { new(2, VARINT), 0 };

	for (size_t i = 0; i < (s->samples > 0 ? s->samples : s->n); i++) {
		const uint32_t *frames = choose_stack(s, i);
		size_t count = 1 + random_below(100);

		ids.n = values.n = sample.n = 0;
		for (size_t k = s->depth; k-- > 0;)
			put_varint(&ids, frames[k] + 1);
		put_varint(&values, count);
		put_varint(&values, count * 10000000);
		put_bytes(&sample, 1, ids.bytes, ids.n);
		put_bytes(&sample, 2, values.bytes, values.n);
		write_field(2, sample.bytes, sample.n);
	}
	free(ids.bytes);
	free(values.bytes);
	free(sample.bytes);
}

static void
write_pprof(const struct stacks *s)
{
	static const char *const texts[] = { "", "samples", "count", "cpu", "nanoseconds",
		"file.c" };
	enum { TEXTS = sizeof(texts) / sizeof(*texts) };
	unsigned char buffer[8 * VARINT], inner[4 * VARINT];
	struct message message = { buffer, 0 }, line = { inner, 0 };
	char name[NAME];

	write_type(1, 1, 2);
	write_type(1, 3, 4);
	write_samples(s);
	for (size_t f = 0; f < s->funcs; f++) {
		message.n = line.n = 0;
		put_number(&line, 1, f + 1);
		put_number(&line, 2, f % 1000 + 1);
		put_number(&message, 1, f + 1);
		put_bytes(&message, 4, line.bytes, line.n);
		write_field(4, message.bytes, message.n);
		message.n = 0;
		put_number(&message, 1, f + 1);
		put_number(&message, 2, TEXTS + f);
		put_number(&message, 4, TEXTS - 1);
		write_field(5, message.bytes, message.n);
	}
	for (size_t i = 0; i < TEXTS; i++)
		write_field(6, texts[i], strlen(texts[i]));
	for (size_t f = 0; f < s->funcs; f++)
		write_field(6, name, name_of((uint32_t)f, s->length, name));
	write_type(11, 3, 4);
	message.n = 0;
	put_number(&message, 12, 10000000);
	fwrite(message.bytes, message.n, 1, stdout);
}

int
main(int argc, char **argv)
{
	bool folded = argc > 1 && strcmp(argv[1], "folded") == 0;
	struct stacks s;
	size_t *const numbers[] = { &s.n, &s.own, &s.depth, &s.length, &s.funcs, &s.samples };

	if (argc != 8 || (!folded && strcmp(argv[1], "pprof") != 0)) {
		fprintf(stderr, "usage: genstacks folded|pprof STACKS OWN DEPTH LENGTH FUNCTIONS "
			"SAMPLES >FILE\n");
		return 1;
	}
	for (int i = 2; i < 8; i++)
		*numbers[i - 2] = strtoul(argv[i], NULL, 10);
	make_stacks(&s);
	if (folded)
		write_folded(&s);
	else
		write_pprof(&s);
	free(s.frames);
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

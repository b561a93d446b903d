/* perfscript_line.c - lines of the output of perf script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/perfscript_line.h"

#include <string.h>

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Returns T without blanks at its ends. */
static struct perf_text
trim(struct perf_text t)
{
	for (; t.n > 0 && is_blank(*t.s); t.s++)
		t.n--;
	while (t.n > 0 && (is_blank(t.s[t.n - 1]) || t.s[t.n - 1] == '\r'))
		t.n--;
	return t;
}

/* Removes the first word of *T and the blanks around it, and returns this word. */
static struct perf_text
take_word(struct perf_text *t)
{
	struct perf_text word;
	const char *end;

	*t = trim(*t);
	word = *t;
	for (const char *blank = " \t"; *blank != '\0' && word.n > 0; blank++) {
		end = memchr(word.s, *blank, word.n);
		if (end != NULL)
			word.n = (size_t)(end - word.s);
	}
	t->s += word.n;
	t->n -= word.n;
	*t = trim(*t);
	return word;
}

/* Reads a decimal number from the beginning of *T, and removes it.  False: there is none, or it is
 * above MOST. */
static bool
take_number(struct perf_text *t, uint64_t most, uint64_t *number)
{
	size_t i = 0;

	for (*number = 0; i < t->n && is_digit(t->s[i]); i++) {
		uint64_t digit = (uint64_t)(t->s[i] - '0');

		if (*number > (most - digit) / 10)
			return false;
		*number = 10 * *number + digit;
	}
	t->s += i;
	t->n -= i;
	return i > 0;
}

/* Likewise for the number of a process or thread.  That of a thread that has ended is -1. */
static bool
take_id(struct perf_text *t, uint32_t *id)
{
	uint64_t number;

	if (t->n >= 2 && memcmp(t->s, "-1", 2) == 0) {
		t->s += 2;
		t->n -= 2;
		*id = UINT32_MAX;
		return true;
	}
	if (!take_number(t, UINT32_MAX, &number))
		return false;
	*id = (uint32_t)number;
	return true;
}

/* Is the number T, whose field begins at FIELD, as wide as a period?  The number of a thread has
 * fewer columns. */
static bool
is_wide(struct perf_text t, const char *field)
{
	return t.s + t.n - field >= 10;
}

/* Is T "PID/TID", or one number, which is that of the thread?  Its field begins at FIELD. */
static bool
read_ids(struct perf_text t, const char *field, struct perf_header *h)
{
	h->has_pid = h->has_tid = false;
	if (is_wide(t, field) && memchr(t.s, '/', t.n) == NULL)
		return false;
	if (!take_id(&t, &h->tid))
		return false;
	h->has_tid = true;
	if (t.n == 0)
		return true;
	if (*t.s != '/')
		return false;
	t.s++;
	t.n--;
	h->pid = h->tid;
	if (!take_id(&t, &h->tid) || t.n > 0)
		return false;
	h->has_pid = true;
	return true;
}

/* Reads T if it is the number of a processor, "[003]". */
static bool
read_cpu(struct perf_text t, struct perf_header *h)
{
	uint64_t cpu;

	if (t.n < 3 || *t.s != '[' || t.s[t.n - 1] != ']' || !is_digit(t.s[1]))
		return false;
	t.s++;
	t.n--;
	h->has_cpu = take_number(&t, UINT32_MAX, &cpu);
	h->cpu = h->has_cpu ? (uint32_t)cpu : 0;
	return true;
}

/* Reads T if it is a time, "1224.147545:". */
static bool
read_time(struct perf_text t, struct perf_header *h)
{
	uint64_t seconds, fraction;
	size_t n = t.n, digits;

	if (n < 4 || t.s[n - 1] != ':' || !take_number(&t, UINT64_MAX, &seconds)
	    || t.n < 3 || *t.s != '.')
		return false;
	t.s++;
	t.n--;
	digits = t.n - 1;
	if (!take_number(&t, UINT64_MAX, &fraction) || t.n != 1)
		return false;
	for (; digits < 9; digits++)
		fraction *= 10;
	for (; digits > 9; digits--)
		fraction /= 10;
	h->has_time = true;
	h->time = seconds < UINT64_MAX / 1000000000 - 1 ? seconds * 1000000000 + fraction
		: UINT64_MAX;
	return true;
}

/* Is T the name of an event, "cycles:u:"?  Sets *EVENT to the name without the last colon. */
static bool
is_event(struct perf_text t, struct perf_text *event)
{
	if (t.n < 2 || t.s[t.n - 1] != ':' || is_digit(*t.s))
		return false;
	*event = (struct perf_text){ t.s, t.n - 1 };
	return true;
}

/* Is T the field misc, which tells in letters where the processor was: "K" in the kernel, "U" in
 * the program, "H", "G" and "g" in a virtual machine? */
static bool
is_misc(struct perf_text t)
{
	size_t i = 0;

	while (i < t.n && i < 3 && t.s[i] != '\0' && strchr("KUHGgMESp", t.s[i]) != NULL)
		i++;
	return i > 0 && i == t.n;
}

/* Splits T, which follows the name of the thread and its number, and begins at FIELD: the
 * processor, the time, the number of events and the name of the event, each of which may be
 * missing.  False: T has something else. */
static bool
read_fields(struct perf_header *h, struct perf_text t, const char *field)
{
	struct perf_text before = t, word = take_word(&t), number, after;
	uint64_t period;
	bool is_period = false;

	if (read_cpu(word, h)) {
		before = t;
		word = take_word(&t);
	}
	after = t;
	if (is_misc(word) && read_time(take_word(&after), h)) {
		before = t;
		word = take_word(&t);
	}
	if (read_time(word, h)) {
		before = t;
		word = take_word(&t);
	}
	number = word;
	if (take_number(&word, INT64_MAX, &period) && word.n == 0) {
		is_period = is_wide(number, field);
		h->has_period = true;
		h->period = (int64_t)period;
		before = t;
		word = take_word(&t);
	}
	h->rest = is_event(word, &h->event) ? t : before;
	/* A line without an event is a header only if nothing follows. */
	return h->event.n > 0 || (h->rest.n == 0 && (h->has_time || is_period));
}

/* The name of a thread has at most so many words.  A JSON text may be one line of megabytes, and to
 * recognise its format, all of its words were tried. */
enum { MOST_WORDS = 64 };

bool
perfscript_header(struct perf_header *h, const char *s, size_t n)
{
	struct perf_text t = { s, n }, rest;
	/* In samples without stacks, the name of the thread is aligned to the right. */
	bool is_aligned = n > 0 && *s == ' ';
	unsigned i = 0;

	if (n == 0 || *s == '\t' || *s == '#')
		return false;
	/* Without a name, the line begins with the number of the thread. */
	rest = t;
	*h = (struct perf_header){ .comm = { s, 0 }, .period = 1 };
	if (read_ids(take_word(&rest), s, h) && read_fields(h, rest, s) && h->has_time)
		return true;
	/* The name of the thread may have blanks and numbers.  Take the first number with which the
	 * rest of the line can be split; if there is none, the line has no number of a thread. */
	rest = t;
	(void)take_word(&rest);
	while (rest.n > 0 && i++ < MOST_WORDS) {
		struct perf_text after = rest, word = take_word(&after);
		struct perf_text comm = trim((struct perf_text){ s, (size_t)(word.s - s) });

		*h = (struct perf_header){ .comm = comm, .rest = after, .period = 1 };
		if (read_ids(word, comm.s + comm.n + 1, h)
		    && (after.n == 0 || read_fields(h, after, word.s + word.n + 1))
		    && (h->has_time || !is_aligned))
			return true;
		rest = after;
	}
	rest = t;
	i = 0;
	for (struct perf_text word = take_word(&rest);
	     !is_aligned && rest.n > 0 && i++ < MOST_WORDS; word = take_word(&rest)) {
		*h = (struct perf_header){ .period = 1 };
		if (read_fields(h, rest, word.s + word.n + 1) && (h->has_time || h->has_period)) {
			h->comm = trim((struct perf_text){ s, (size_t)(word.s + word.n - s) });
			return true;
		}
	}
	return false;
}

bool
perfscript_bare_header(struct perf_header *h, const char *s, size_t n)
{
	struct perf_text t = { s, n };

	*h = (struct perf_header){ .comm = { s, 0 }, .rest = { s, 0 }, .period = 1 };
	if (n == 0 || *s == '\t' || *s == '#')
		return false;
	if (!read_ids(trim(t), s, h) && !read_fields(h, t, s))
		h->comm = trim(t);
	return true;
}

/* Reads a hexadecimal number in front of a blank or the end, and removes it. */
static bool
take_address(struct perf_text *t, uint64_t *address)
{
	static const char digits[] = "0123456789abcdef";
	size_t i = 0;

	for (*address = 0; i < t->n && !is_blank(t->s[i]); i++) {
		const char *digit = t->s[i] != '\0' ? strchr(digits, t->s[i]) : NULL;

		if (digit == NULL || i == 16)
			return false;
		*address = *address << 4 | (uint64_t)(digit - digits);
	}
	if (i == 0)
		return false;
	t->s += i;
	t->n -= i;
	*t = trim(*t);
	return true;
}

bool
perfscript_is_record(const char *s, size_t n)
{
	static const char record[] = "PERF_RECORD_";
	const size_t length = sizeof(record) - 1;
	struct perf_text rest = { s, n };

	if (memmem(s, n, record, length) == NULL)
		return false;
	for (unsigned i = 0; rest.n >= length && i <= MOST_WORDS; i++) {
		if (memcmp(rest.s, record, length) == 0)
			return true;
		(void)take_word(&rest);
	}
	return false;
}

bool
perfscript_is_aligned(const char *s, size_t n)
{
	enum { ADDRESS_END = 17 };	/* a tab, and 16 columns */
	struct perf_text t = { s, n };
	uint64_t address;

	t = trim(t);
	return n >= ADDRESS_END && *s == '\t' && (n == ADDRESS_END || is_blank(s[ADDRESS_END]))
		&& !is_blank(s[ADDRESS_END - 1]) && take_address(&t, &address)
		&& t.s >= s + ADDRESS_END;
}

/* If *T ends with a text in parentheses after a blank, removes it, and returns what is inside. */
static struct perf_text
take_object(struct perf_text *t)
{
	struct perf_text none = { t->s, 0 }, object;
	size_t i = t->n;
	int open = 0;

	if (t->n == 0 || t->s[t->n - 1] != ')')
		return none;
	while (i > 0) {
		open += t->s[i - 1] == ')';
		open -= t->s[i - 1] == '(';
		i--;
		if (open == 0)
			break;
	}
	/* Without a blank in front, these are the parameters of a function. */
	if (open != 0 || (i > 0 && !is_blank(t->s[i - 1])))
		return none;
	object = (struct perf_text){ t->s + i + 1, t->n - i - 2 };
	t->n = i;
	*t = trim(*t);
	return object;
}

/* Returns T without an offset at its end, as "+0x1f". */
static struct perf_text
without_offset(struct perf_text t)
{
	size_t i = t.n;

	while (i > 0 && (is_digit(t.s[i - 1]) || (t.s[i - 1] >= 'a' && t.s[i - 1] <= 'f')))
		i--;
	if (i < t.n && i > 3 && memcmp(t.s + i - 3, "+0x", 3) == 0)
		t.n = i - 3;
	return t;
}

bool
perfscript_frame(struct perf_frame *f, const char *s, size_t n)
{
	struct perf_text t = trim((struct perf_text){ s, n });

	*f = (struct perf_frame){ .has_address = false };
	if (t.n == 0)
		return false;
	f->has_address = take_address(&t, &f->address);
	f->object = take_object(&t);
	f->name = without_offset(t);
	if (f->object.n == 7 && memcmp(f->object.s, "inlined", 7) == 0) {
		f->is_inlined = true;
		f->object.n = 0;
	}
	return f->has_address || f->name.n > 0;
}

bool
perfscript_is_end(const struct perf_frame *f)
{
	return f->has_address && f->address == UINT64_MAX && perf_text_is_unknown(f->name)
		&& perf_text_is_unknown(f->object);
}

bool
perfscript_header_frame(struct perf_frame *f, struct perf_text rest)
{
	enum { ADDRESS = 16 };		/* columns of an address, behind a blank */
	struct perf_text t = trim(rest), first = take_word(&t), after = t;
	struct perf_text second = take_word(&after), x = first, y = second;
	uint64_t address;

	/* A short name can look like a number, but has fewer columns. */
	if (take_address(&x, &address) && take_address(&y, &address)
	    && second.s + second.n - (first.s + first.n) > ADDRESS)
		rest = t;
	return perfscript_frame(f, rest.s, rest.n) && f->has_address;
}

/* otherkinds_forms.c - files of other profilers that no text at their beginning identifies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/byteorder.h"
#include "base/cursor.h"
#include "base/programkind.h"
#include "samples/otherkinds.h"

/* Are the N bytes at HEAD the beginning of a CPU profile of gperftools?  Its first five words are
 * 0, 3 to 15, 0 or 1, the period in microseconds, 0.  A word has WORD bytes, 4 or 8. */
static bool
has_gperftools_words(const unsigned char *head, size_t n, size_t word, bool big)
{
	enum { WORDS = 5, LONGEST = 10000000 };
	uint64_t v[WORDS];

	if (n < (WORDS + 1) * word)
		return false;
	for (size_t i = 0; i < WORDS; i++)
		v[i] = word == 8 ? byteorder_u64(head + i * word, big)
			: byteorder_u32(head + i * word, big);
	return v[0] == 0 && v[1] >= 3 && v[1] < 16 && v[2] <= 1 && v[3] > 0 && v[3] < LONGEST
		&& v[4] == 0;
}

bool
otherkinds_is_gperftools(const unsigned char *head, size_t n)
{
	return has_gperftools_words(head, n, 8, false) || has_gperftools_words(head, n, 4, false)
		|| has_gperftools_words(head, n, 8, true) || has_gperftools_words(head, n, 4, true);
}

bool
otherkinds_is_macho(const unsigned char *head, size_t n)
{
	return programkind_of(head, n) == PROGRAM_MACHO;
}

/* cProfile writes a dictionary, whose keys are tuples of a file, a line and a function.  The top
 * bit of a type says that the object is referred to later. */
bool
otherkinds_is_marshal(const unsigned char *head, size_t n)
{
	enum { DICTIONARY = '{', TUPLE = '(', SMALL_TUPLE = ')', LENGTH = 3 };
	unsigned type = n >= 3 ? head[1] & 0x7fu : 0;

	return n >= 6 && (head[0] & 0x7f) == DICTIONARY
		&& ((type == SMALL_TUPLE && head[2] == LENGTH) || (type == TUPLE
			&& byteorder_u32(head + 2, false) == LENGTH));
}

/* Sets *FIELDS to the bits of the numbers of the fields of the message C; all fields must be bytes
 * with a number up to MOST.  If CHILD is not NULL, sets it to the first field number WANTED.  The
 * message may be cut off in its last field if IS_CUT is set. */
static bool
read_message(struct cursor c, unsigned most, unsigned wanted, bool is_cut, unsigned *fields,
	struct cursor *child)
{
	*fields = 0;
	while (cursor_left(&c) > 0) {
		uint64_t key = cursor_uleb(&c), length = cursor_uleb(&c);
		uint64_t left = cursor_left(&c);

		if (c.past || (key & 7) != 2 || key >> 3 == 0 || key >> 3 > most)
			return false;
		if (length > left && !is_cut)
			return false;
		if (child != NULL && key >> 3 == wanted && (*fields & 1u << wanted) == 0)
			*child = (struct cursor){ .p = c.p,
				.end = c.p + (length < left ? length : left) };
		*fields |= 1u << (key >> 3);
		if (length >= left)
			break;
		(void)cursor_bytes(&c, length);
	}
	return *fields != 0;
}

/* A message of OpenTelemetry has resources with profiles (field 1) and a dictionary (field 2).  The
 * dictionary has seven tables, among them texts.  In old versions, each resource (field 1) has
 * scopes (field 2), and each scope profiles (field 2). */
bool
otherkinds_is_otlp(const unsigned char *head, size_t n)
{
	enum { MOST_TABLES = 7, TABLES = 0xfe };
	struct cursor c = { .p = head, .end = head + n }, resource, dictionary, scope;
	unsigned fields, inner;

	if (!read_message(c, 2, 1, true, &fields, &resource) || (fields & 1u << 1) == 0
	    || !read_message(resource, 3, 2, true, &inner, &scope) || (inner & 1u << 2) == 0
	    || !read_message(scope, 3, 2, true, &inner, NULL) || (inner & 1u << 2) == 0)
		return false;
	if ((fields & 1u << 2) == 0)
		return true;
	return read_message(c, 2, 2, true, &fields, &dictionary)
		&& read_message(dictionary, MOST_TABLES, 0, true, &inner, NULL)
		&& (inner & ~(unsigned)TABLES) == 0;
}

/* Returns the length of the line at S, without its newline and without blanks at its end.  The text
 * ends at END. */
static size_t
line_length(const char *s, const char *end)
{
	const char *next = memchr(s, '\n', (size_t)(end - s));
	size_t n = (size_t)((next != NULL ? next : end) - s);

	while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t' || s[n - 1] == '\r'))
		n--;
	return n;
}

/* Returns the line after the line at S, or END. */
static const char *
next_line(const char *s, const char *end)
{
	const char *next = memchr(s, '\n', (size_t)(end - s));

	return next != NULL ? next + 1 : end;
}

static size_t
leading_blanks(const char *s, size_t n)
{
	size_t i = 0;

	while (i < n && (s[i] == ' ' || s[i] == '\t'))
		i++;
	return i;
}

/* Is the line of N bytes at S only a number, after blanks? */
static bool
is_number_line(const char *s, size_t n)
{
	size_t i = leading_blanks(s, n), first = i;

	while (i < n && s[i] >= '0' && s[i] <= '9')
		i++;
	return first > 0 && i > first && i == n;
}

/* The output of DTrace has stacks: a line for each frame, as "  libc.so.1`write+0xa", then a number
 * on a line of its own.  There may be other lines before the first stack. */
bool
otherkinds_is_dtrace(const unsigned char *head, size_t n)
{
	enum { LOOK = 1 << 14 };
	const char *s = (const char *)head, *end = s + (n < LOOK ? n : LOOK);
	bool in_stack = false;

	if (n == 0 || memchr(head, '\0', n) != NULL)
		return false;
	for (; s < end; s = next_line(s, end)) {
		size_t length = line_length(s, end), first = leading_blanks(s, length);

		if (in_stack && is_number_line(s, length))
			return true;
		if (first == 0 || first == length)
			in_stack = false;
		else if (memchr(s, '`', length) != NULL && memchr(s, ';', length) == NULL)
			in_stack = true;
	}
	return false;
}

/* A recording of heaptrack begins with its version, as "v 10500 3", then the program, as
 * "x 6 ./prog" or "X ./prog". */
bool
otherkinds_is_heaptrack(const unsigned char *head, size_t n)
{
	const char *s = (const char *)head, *end = s + n;
	size_t length;

	if (n < 2 || s[0] != 'v' || s[1] != ' ')
		return false;
	length = line_length(s, end);
	for (size_t i = 2; i < length; i++)
		if (s[i] == '\0' || strchr("0123456789abcdef ", s[i]) == NULL)
			return false;
	s = next_line(s, end);
	return end - s >= 2 && (s[0] == 'x' || s[0] == 'X') && s[1] == ' ';
}

bool
otherkinds_is_tar(const unsigned char *head, size_t n)
{
	enum { MAGIC_AT = 257 };

	return n >= MAGIC_AT + 5 && memcmp(head + MAGIC_AT, "ustar", 5) == 0;
}

/* A page may begin with blank lines. */
bool
otherkinds_is_page(const unsigned char *head, size_t n)
{
	static const char *const begins[] = { "<!doctype html", "<html" };
	size_t i = 0;

	while (i < n && (head[i] == ' ' || head[i] == '\t' || head[i] == '\r' || head[i] == '\n'))
		i++;
	for (size_t k = 0; k < sizeof(begins) / sizeof(*begins); k++)
		if (n - i >= strlen(begins[k])
		    && strncasecmp((const char *)head + i, begins[k], strlen(begins[k])) == 0)
			return true;
	return false;
}

/* Moves *S, which ends at END, behind the bytes that are in SET. */
static void
skip(const char **s, const char *end, const char *set)
{
	while (*s < end && **s != '\0' && strchr(set, **s) != NULL)
		++*s;
}

/* perf trace writes a line for each system call: when it began, how long it lasted, and its thread,
 * as "   0.269 ( 0.002 ms): work/32661 brk()", or "   ? (   ): work/32661" if that is not known. */
bool
otherkinds_is_perf_trace(const unsigned char *head, size_t n)
{
	const char *s = (const char *)head, *end = s + n, *from;

	skip(&s, end, " ");
	from = s;
	skip(&s, end, "0123456789.?");
	if (s == from || s == end || *s != ' ')
		return false;
	skip(&s, end, " ");
	if (s == end || *s++ != '(')
		return false;
	skip(&s, end, " 0123456789.ms");
	return end - s >= 3 && memcmp(s, "): ", 3) == 0
		&& memchr(s, '/', line_length(s, end)) != NULL;
}

/* rubymarshal.c - data that Ruby's module Marshal wrote
 *
 * Two bytes are the version, 4 and 8.  A value is a byte with its type, then its contents.  Lengths
 * are integers of one to five bytes.  Symbols are numbered, and so are all values but integers of
 * four bytes, symbols, nil, true and false; ";" and "@" refer to them by their numbers.  "I" stands
 * before a value that has variables, as texts have their encoding.  Source: marshal.c of Ruby 1.8
 * to 3.4.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/rubymarshal.h"

#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"
#include "base/mem.h"
#include "measured/formats/folded_numbers.h"

enum {
	DEEPEST = 64,			/* values inside each other; a profile has six */
	MOST_TEXT = (1 << 29) - 1,
	LONG_TEXT = 256,		/* bytes; references to longer texts are limited */
	MOST_COPIES = 16,		/* bytes of such references for each byte of the file */
};

struct rubymarshal {
	struct jsontree *t;
	struct cursor c;
	struct jsontree_value *symbols;	/* owned; by their numbers */
	uint32_t *values;		/* owned; indices in .t of the values with numbers */
	uint32_t nsymbols, nvalues;
	size_t symbols_room, values_room;
	uint64_t copies;		/* bytes of references to long texts that may follow */
	unsigned depth;
};

static bool read_value(struct rubymarshal *p, struct jsontree_open *in);
static bool read_variables(struct rubymarshal *p, struct jsontree_open *in);

/* Gives the next number to the value that is or will be at INDEX in P->t. */
static void
give_number(struct rubymarshal *p, uint32_t index)
{
	p->values = mem_grow(p->values, (size_t)p->nvalues + 1, &p->values_room,
		sizeof(*p->values));
	p->values[p->nvalues++] = index;
}

/* Returns the next integer: a byte above 4 or below -4 is the integer, farther from 0 by 5; a byte
 * from 1 to 4 is the number of bytes that follow; so is one from -4 to -1, and then the integer is
 * negative. */
static int64_t
next_integer(struct rubymarshal *p)
{
	int8_t first = (int8_t)cursor_u8(&p->c);
	int n = first < 0 ? -first : first;
	int64_t value = 0;

	if (first == 0)
		return 0;
	if (n > 4)
		return first > 0 ? first - 5 : first + 5;
	for (int i = 0; i < n; i++)
		value |= (int64_t)cursor_u8(&p->c) << 8 * i;
	return first > 0 ? value : value - ((int64_t)1 << 8 * n);
}

/* Returns the next length.  One that cannot be sets p->c.past: each element has a byte at least. */
static uint32_t
next_length(struct rubymarshal *p)
{
	int64_t n = next_integer(p);

	if (n < 0 || (uint64_t)n > cursor_left(&p->c) || n > MOST_TEXT) {
		p->c.past = true;
		return 0;
	}
	return (uint32_t)n;
}

static struct jsontree_value
next_text(struct rubymarshal *p)
{
	uint32_t n = next_length(p);
	const unsigned char *bytes = cursor_bytes(&p->c, n);

	return (struct jsontree_value){ .kind = JSONTREE_TEXT, .n = n & MOST_TEXT,
		.text = bytes != NULL ? (const char *)bytes : "" };
}

/* Returns a copy of VALUE for a reference to it.  Arrays and objects, to which no profile refers,
 * become null; so do long texts to which a crafted file refers too often: each of the users of the
 * tree reads them again. */
static struct jsontree_value
copy_of(struct rubymarshal *p, struct jsontree_value value)
{
	const struct jsontree_value none = { .kind = JSONTREE_NULL };

	value.next = 0;
	if (value.kind >= JSONTREE_ARRAY)
		return none;
	if (value.kind != JSONTREE_TEXT || value.n <= LONG_TEXT)
		return value;
	if (value.n > p->copies)
		return none;
	p->copies -= value.n;
	return value;
}

/* Sets *VALUE to a copy of the value with the next integer as its number. */
static bool
read_reference(struct rubymarshal *p, struct jsontree_value *value)
{
	int64_t number = next_integer(p);

	if (number < 0 || number >= (int64_t)p->nvalues)
		return false;
	*value = copy_of(p, p->t->v[p->values[number]]);
	return true;
}

/* Sets *VALUE to the symbol of TYPE whose contents follow. */
static bool
read_symbol(struct rubymarshal *p, uint8_t type, struct jsontree_value *value)
{
	if (type == ';') {
		int64_t number = next_integer(p);

		if (number < 0 || number >= (int64_t)p->nsymbols)
			return false;
		*value = copy_of(p, p->symbols[number]);
		return true;
	}
	if (type == 'I')		/* a symbol with an encoding */
		return cursor_u8(&p->c) == ':' && read_symbol(p, ':', value)
			&& read_variables(p, NULL);
	if (type != ':')
		return false;
	*value = next_text(p);
	p->symbols = mem_grow(p->symbols, (size_t)p->nsymbols + 1, &p->symbols_room,
		sizeof(*p->symbols));
	p->symbols[p->nsymbols++] = *value;
	return !p->c.past;
}

/* Reads an integer of any size.  One that is too large becomes the largest number. */
static struct jsontree_value
next_bignum(struct rubymarshal *p)
{
	struct jsontree_value value = { .kind = JSONTREE_INTEGER };
	bool is_negative = cursor_u8(&p->c) == '-', is_large = false;
	uint32_t n = 2 * next_length(p);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n && !p->c.past; i++) {
		uint64_t byte = cursor_u8(&p->c);

		is_large |= byte != 0 && i >= 8;
		sum |= i < 8 ? byte << 8 * i : 0;
	}
	/* Addresses and hashes of 64 bits keep their bits. */
	value.integer = is_large ? INT64_MAX : (int64_t)sum;
	if (is_negative)
		value.integer = sum > INT64_MAX || is_large ? INT64_MIN : -value.integer;
	return value;
}

/* Reads a number with a fraction, which is a text. */
static struct jsontree_value
next_real(struct rubymarshal *p)
{
	struct jsontree_value text = next_text(p), value = { .kind = JSONTREE_REAL };
	struct folded_number number;

	if (!folded_number_read(&number, text.text, text.n))
		return (struct jsontree_value){ .kind = JSONTREE_NULL };
	value.real = (double)number.whole + number.nanos * 1e-9;
	if (number.is_negative)
		value.real = -value.real;
	return value;
}

/* Reads a pair of a symbol and a value into IN, which may be NULL. */
static bool
read_variable(struct rubymarshal *p, struct jsontree_open *in)
{
	struct jsontree_value name;

	if (p->c.past || !read_symbol(p, cursor_u8(&p->c), &name))
		return false;
	if (in != NULL)
		jsontree_append(p->t, in, &name);
	return read_value(p, in);
}

/* Reads N pairs of a symbol and a value into IN, which may be NULL.  The symbols may have variables
 * too. */
static bool
read_variables(struct rubymarshal *p, struct jsontree_open *in)
{
	bool ok = p->depth < DEEPEST;

	p->depth++;
	for (uint32_t n = ok ? next_length(p) : 0; ok && n > 0; n--)
		ok = read_variable(p, in);
	p->depth--;
	return ok && !p->c.past;
}

/* Reads the elements of an array or a hash. */
static bool
read_elements(struct rubymarshal *p, uint8_t type, struct jsontree_open *in)
{
	uint64_t n = next_length(p);

	if (type != '[')
		n *= 2;
	for (; n > 0; n--) {
		if (p->c.past || !read_value(p, in))
			return false;
	}
	/* The value of keys that are not in the hash. */
	return !p->c.past && (type != '}' || read_value(p, NULL));
}

/* Reads a container of TYPE into IN. */
static bool
read_container(struct rubymarshal *p, uint8_t type, struct jsontree_open *in)
{
	struct jsontree_value value = { .kind = type == '[' ? JSONTREE_ARRAY : JSONTREE_OBJECT }, name;
	struct jsontree_open inside = { p->t->n, NOBODY };

	give_number(p, p->t->n);
	jsontree_append(p->t, in, &value);
	if (strchr("[{}", type) != NULL)
		return read_elements(p, type, &inside);
	return read_symbol(p, cursor_u8(&p->c), &name) && read_variables(p, &inside);
}

/* Reads a value of TYPE that becomes null: a class, a module, a pattern, or what a class wrote in
 * its own way. */
static bool
read_other(struct rubymarshal *p, uint8_t type, struct jsontree_open *in)
{
	const struct jsontree_value none = { .kind = JSONTREE_NULL };
	struct jsontree_value name;

	give_number(p, p->t->n);
	jsontree_append(p->t, in, &none);
	if (type == 'U' || type == 'd')
		return read_symbol(p, cursor_u8(&p->c), &name) && read_value(p, NULL);
	(void)next_text(p);
	if (type == '/')
		(void)cursor_u8(&p->c);
	return !p->c.past;
}

/* Reads a text that a class wrote in its own way; it becomes null.  It gets its number behind its
 * variables, if it HAS them. */
static bool
read_own(struct rubymarshal *p, bool has, struct jsontree_open *in)
{
	const struct jsontree_value none = { .kind = JSONTREE_NULL };
	uint32_t index = p->t->n;
	struct jsontree_value name;

	jsontree_append(p->t, in, &none);
	if (!read_symbol(p, cursor_u8(&p->c), &name))
		return false;
	(void)next_text(p);
	if (has && !read_variables(p, NULL))
		return false;
	give_number(p, index);
	return !p->c.past;
}

/* Reads a value with variables, which are of no use here. */
static bool
read_with_variables(struct rubymarshal *p, struct jsontree_open *in)
{
	if (cursor_left(&p->c) == 0 || *p->c.p != 'u')
		return read_value(p, in) && read_variables(p, NULL);
	(void)cursor_u8(&p->c);
	return read_own(p, true, in);
}

/* Sets *VALUE to a value of TYPE without other values in it.  False: it is damaged, or of another
 * type. */
static bool
read_simple(struct rubymarshal *p, uint8_t type, struct jsontree_value *value)
{
	*value = (struct jsontree_value){ .kind = JSONTREE_NULL };
	switch (type) {
	case '0':
		return true;
	case 'T': case 'F':
		value->kind = JSONTREE_BOOL;
		value->integer = type == 'T';
		return true;
	case 'i':
		value->kind = JSONTREE_INTEGER;
		value->integer = next_integer(p);
		return !p->c.past;
	case ':': case ';':
		return read_symbol(p, type, value);
	case '@':
		return read_reference(p, value) && !p->c.past;
	case 'l':
		*value = next_bignum(p);
		break;
	case 'f':
		*value = next_real(p);
		break;
	case '"':
		*value = next_text(p);
		break;
	default:
		return false;
	}
	give_number(p, p->t->n);
	return !p->c.past;
}

/* Reads the value of TYPE whose contents follow into IN. */
static bool
read_typed(struct rubymarshal *p, uint8_t type, struct jsontree_open *in)
{
	struct jsontree_value value;

	switch (type) {
	case 'I':
		return read_with_variables(p, in);
	case 'C': case 'e':			/* of another class than its type says */
		return read_symbol(p, cursor_u8(&p->c), &value) && read_value(p, in);
	case '[': case '{': case '}': case 'o': case 'S':
		return read_container(p, type, in);
	case 'u':
		return read_own(p, false, in);
	case 'U': case 'd': case 'c': case 'm': case 'M': case '/':
		return read_other(p, type, in);
	default:
		if (!read_simple(p, type, &value))
			return false;
		jsontree_append(p->t, in, &value);
		return true;
	}
}

/* Reads the next value into IN.  NULL: it is not used.  False: it is damaged. */
static bool
read_value(struct rubymarshal *p, struct jsontree_open *in)
{
	uint8_t type = cursor_u8(&p->c);
	bool ok;

	if (p->c.past || p->depth == DEEPEST || p->t->n >= NOBODY - 1)
		return false;
	p->depth++;
	ok = read_typed(p, type, in);
	p->depth--;
	return ok;
}

bool
rubymarshal_is(const unsigned char *head, size_t n)
{
	return n > 2 && memcmp(head, "\x04\x08", 2) == 0;
}

bool
rubymarshal_read(struct jsontree *t, struct input *in, struct measured *m, struct err *e)
{
	struct rubymarshal p = { .t = t };
	const unsigned char *bytes;
	bool is_whole, ok;

	*t = (struct jsontree){ 0 };
	if (!jsontree_input(in, m, "data of Ruby", e))
		return false;
	is_whole = !input_why(in, e);
	bytes = in->bytes + in->at;
	p.c = (struct cursor){ .p = bytes, .end = in->bytes + in->n };
	p.copies = MOST_COPIES * (uint64_t)cursor_left(&p.c);
	(void)cursor_u16(&p.c);
	ok = read_value(&p, NULL);
	free(p.symbols);
	free(p.values);
	if (!is_whole)
		return false;
	return ok || (p.c.past ? err_set(e, ERR_FORMAT, "ends early; what stands before its end is shown")
		: err_set(e, ERR_FORMAT, "is damaged before byte %zu; what stands before it is shown",
			(size_t)(p.c.p - bytes) + 1));
}

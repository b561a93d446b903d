/* marshal.c - data that Python's module marshal wrote
 *
 * A value is a byte with its type, then its contents; numbers have the lowest byte first.  The top
 * bit of the type says that the value gets the next number, by which the type "r" refers to it.
 * Python 2 numbers only interned strings ("t"), to which "R" refers.  Source: Python/marshal.c of
 * CPython 2.7 to 3.14.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/marshal.h"

#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"
#include "base/mem.h"
#include "measured/formats/folded_numbers.h"

enum {
	REFERENCE = 7,			/* jsontree_value.kind of a reference; .integer is the index
					 * of the value */
	NUMBERED = 0x80,		/* bit of the type of a value that gets a number */
	DEEPEST = 64,			/* containers inside each other; a profile has four */
	LONG_BITS = 15,			/* bits of a digit of a long integer */
};

struct numbers {
	uint32_t *v;			/* owned; indices of values */
	uint32_t n;
	size_t room;
};

/* A container that is not complete yet. */
struct open {
	struct jsontree_open in;
	uint64_t left;			/* how many elements follow; a dictionary ends with "0" */
};

struct marshal {
	struct jsontree *t;
	struct cursor c;
	struct numbers numbers, interned;
	struct open open[DEEPEST];
	uint32_t nopen;
};

static void
give_number(struct numbers *n, uint32_t value)
{
	n->v = mem_grow(n->v, (size_t)n->n + 1, &n->room, sizeof(*n->v));
	n->v[n->n++] = value;
}

static void
append(struct marshal *p, const struct jsontree_value *value)
{
	struct open *inside = p->nopen > 0 ? &p->open[p->nopen - 1] : NULL;

	jsontree_append(p->t, inside != NULL ? &inside->in : NULL, value);
	if (inside != NULL)
		inside->left -= inside->left < UINT64_MAX;
}

/* Sets VALUE to the text of N bytes that follows. */
static bool
read_text(struct marshal *p, struct jsontree_value *value, uint32_t n)
{
	const unsigned char *bytes = cursor_bytes(&p->c, n);

	value->kind = JSONTREE_TEXT;
	value->n = n & ((1u << 29) - 1);
	value->text = bytes != NULL ? (const char *)bytes : "";
	return bytes != NULL && n < 1u << 29;
}

/* Sets VALUE to a float that is written as a text of N bytes. */
static bool
read_float(struct marshal *p, struct jsontree_value *value, uint32_t n)
{
	const unsigned char *bytes = cursor_bytes(&p->c, n);
	struct folded_number number;

	if (bytes == NULL || !folded_number_read(&number, (const char *)bytes, n))
		return false;
	value->kind = JSONTREE_REAL;
	value->real = (double)number.whole + number.nanos * 1e-9;
	if (number.is_negative)
		value->real = -value->real;
	return true;
}

/* Sets VALUE to a long integer.  One that is too large becomes the largest number. */
static bool
read_long(struct marshal *p, struct jsontree_value *value)
{
	int32_t n = (int32_t)cursor_u32(&p->c);
	uint32_t digits = n < 0 ? 0u - (uint32_t)n : (uint32_t)n;
	uint64_t sum = 0;
	bool is_large = false;

	for (uint32_t i = 0; i < digits && !p->c.past; i++) {
		uint64_t digit = cursor_u16(&p->c);

		if (digit != 0 && i * LONG_BITS >= 60)
			is_large = true;
		else if (i * LONG_BITS < 60)
			sum |= digit << i * LONG_BITS;
	}
	value->kind = JSONTREE_INTEGER;
	value->integer = is_large || sum > INT64_MAX ? INT64_MAX : (int64_t)sum;
	if (n < 0)
		value->integer = -value->integer;
	return !p->c.past;
}

/* Sets VALUE to a float of 8 bytes. */
static void
read_double(struct marshal *p, struct jsontree_value *value)
{
	uint64_t bits = cursor_uint(&p->c, 8);

	value->kind = JSONTREE_REAL;
	memcpy(&value->real, &bits, sizeof(bits));
}

/* Sets VALUE to a reference to element NUMBER of NUMBERS. */
static bool
refer(struct jsontree_value *value, const struct numbers *numbers, uint32_t number)
{
	if (number >= numbers->n)
		return false;
	value->kind = REFERENCE & 7;
	value->integer = numbers->v[number];
	return true;
}

/* Sets VALUE to a value of TYPE that is no container.  False: it is damaged, or of no type that a
 * profile has. */
static bool
read_simple(struct marshal *p, unsigned char type, struct jsontree_value *value)
{
	switch (type) {
	case 'N': case '.': case 'S':
		break;
	case 'T': case 'F':
		value->kind = JSONTREE_BOOL;
		value->integer = type == 'T';
		break;
	case 'i':
		value->kind = JSONTREE_INTEGER;
		value->integer = (int32_t)cursor_u32(&p->c);
		break;
	case 'I':
		value->kind = JSONTREE_INTEGER;
		value->integer = (int64_t)cursor_uint(&p->c, 8);
		break;
	case 'l':
		return read_long(p, value);
	case 'f':
		return read_float(p, value, cursor_u8(&p->c));
	case 'g':
		read_double(p, value);
		break;
	case 'y':
		read_double(p, value);
		(void)cursor_uint(&p->c, 8);
		break;
	case 's': case 't': case 'u': case 'a': case 'A':
		return read_text(p, value, cursor_u32(&p->c));
	case 'z': case 'Z':
		return read_text(p, value, cursor_u8(&p->c));
	case 'r':
		return refer(value, &p->numbers, cursor_u32(&p->c));
	case 'R':
		return refer(value, &p->interned, cursor_u32(&p->c));
	default:
		return false;
	}
	return !p->c.past;
}

/* Begins a container of TYPE; returns false if TYPE is none, or is damaged. */
static bool
begin(struct marshal *p, unsigned char type)
{
	struct jsontree_value value = { .kind = type == '{' ? JSONTREE_OBJECT : JSONTREE_ARRAY };
	uint64_t left = type == '{' ? UINT64_MAX : type == ')' ? cursor_u8(&p->c)
		: cursor_u32(&p->c);

	if (left < UINT64_MAX && left > cursor_left(&p->c))
		p->c.past = true;
	if (p->c.past || p->nopen == DEEPEST)
		return false;
	append(p, &value);
	p->open[p->nopen++] = (struct open){ { p->t->n - 1, NOBODY }, left };
	return true;
}

/* Reads the next value.  False: it is damaged. */
static bool
read_value(struct marshal *p)
{
	unsigned char byte = cursor_u8(&p->c), type = byte & (NUMBERED - 1);
	struct jsontree_value value = { .kind = JSONTREE_NULL };
	struct open *in = p->nopen > 0 ? &p->open[p->nopen - 1] : NULL;

	if (p->c.past)
		return false;
	if (type == '0' && in != NULL && in->left == UINT64_MAX) {
		p->nopen--;
		return p->t->v[in->in.value].n % 2 == 0;
	}
	if ((byte & NUMBERED) != 0)
		give_number(&p->numbers, p->t->n);
	if (type == 't')
		give_number(&p->interned, p->t->n);
	if (strchr("([{<>)", type) != NULL && type != '\0')
		return begin(p, type);
	if (!read_simple(p, type, &value))
		return false;
	append(p, &value);
	return true;
}

bool
marshal_read(struct jsontree *t, const unsigned char *bytes, size_t n, struct err *e)
{
	struct marshal p = { .t = t, .c = { .p = bytes, .end = bytes + n } };
	const unsigned char *at;
	bool ok;

	*t = (struct jsontree){ 0 };
	do {
		at = p.c.p;
		ok = t->n < NOBODY - 1 && read_value(&p);
		while (p.nopen > 0 && p.open[p.nopen - 1].left == 0)
			p.nopen--;
	} while (ok && p.nopen > 0);
	free(p.numbers.v);
	free(p.interned.v);
	if (!ok && at < p.c.end && (*at & (NUMBERED - 1)) == 'c')
		return err_set(e, ERR_FORMAT, "byte %zu: has code of Python, as \"python -m "
			"profile\" writes it; profile the program with \"python -m cProfile -o "
			"FILE\"", (size_t)(at - bytes));
	return ok || (p.c.past ? err_set(e, ERR_FORMAT, "ends early; the functions before its end are shown")
		: err_set(e, ERR_FORMAT, "byte %zu is damaged; the functions before it are shown",
			(size_t)(at - bytes)));
}

const struct jsontree_value *
marshal_value(const struct jsontree *t, const struct jsontree_value *v)
{
	return v != NULL && v->kind == REFERENCE ? &t->v[v->integer] : v;
}

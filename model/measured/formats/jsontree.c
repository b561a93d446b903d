/* jsontree.c - a JSON text as a tree in little memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/jsontree.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/folded_numbers.h"

enum {
	MOST_BYTES = 256 << 20,		/* a longer text is not read */
	MOST_TEXT = (1 << 29) - 1,
	MOST_OPEN = 100000,		/* stacks of V8, a tree of them, have 2 for each frame */
};

/* An array or object that is not closed yet. */
struct parser {
	struct jsontree *t;
	char *s, *end;
	struct jsontree_open *open;		/* owned */
	size_t nopen, room;
};

static void
skip_blanks(struct parser *p)
{
	while (p->s < p->end && (*p->s == ' ' || *p->s == '\n' || *p->s == '\r' || *p->s == '\t'))
		p->s++;
}

void
jsontree_append(struct jsontree *t, struct jsontree_open *in, const struct jsontree_value *value)
{
	t->v = mem_grow(t->v, (size_t)t->n + 1, &t->room, sizeof(*t->v));
	t->v[t->n] = *value;
	if (in != NULL) {
		if (in->last != NOBODY)
			t->v[in->last].next = t->n;
		in->last = t->n;
		t->v[in->value].n++;
	}
	t->n++;
}

/* Appends VALUE to the innermost open array or object. */
static void
append(struct parser *p, const struct jsontree_value *value)
{
	jsontree_append(p->t, p->nopen > 0 ? &p->open[p->nopen - 1] : NULL, value);
}

/* Reads the four hexadecimal digits at S; returns false if there are none. */
static bool
read_hex(const char *s, const char *end, uint32_t *c)
{
	*c = 0;
	for (int i = 0; i < 4; i++, s++) {
		const char *at = s < end && *s != '\0' ? strchr("0123456789abcdef", *s | 0x20) : NULL;

		if (at == NULL)
			return false;
		*c = *c << 4 | (uint32_t)(at - "0123456789abcdef");
	}
	return true;
}

/* Reads the escape "\uXXXX" behind the "u" at P->s, and writes the character to TO.  Half of a pair
 * becomes U+FFFD. */
static char *
read_unicode(struct parser *p, char *to)
{
	uint32_t c, low;

	if (!read_hex(p->s + 1, p->end, &c))
		return NULL;
	p->s += 5;
	if (c >= 0xd800 && c < 0xdc00 && p->end - p->s >= 6 && p->s[0] == '\\' && p->s[1] == 'u'
	    && read_hex(p->s + 2, p->end, &low) && low >= 0xdc00 && low < 0xe000) {
		c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
		p->s += 6;
	}
	if (c >= 0xd800 && c < 0xe000)
		c = 0xfffd;
	if (c < 0x80) {
		*to++ = (char)c;
		return to;
	}
	if (c >= 0x10000) {
		*to++ = (char)(0xf0 | c >> 18);
		*to++ = (char)(0x80 | (c >> 12 & 0x3f));
	} else if (c >= 0x800) {
		*to++ = (char)(0xe0 | c >> 12);
	}
	*to++ = (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3f) : 0xc0 | c >> 6);
	*to++ = (char)(0x80 | (c & 0x3f));
	return to;
}

/* Reads the string behind the quote at P->s, and decodes it in place. */
static bool
read_text(struct parser *p)
{
	static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
	struct jsontree_value value = { .kind = JSONTREE_TEXT };
	char *to = ++p->s;

	value.text = to;
	while (p->s < p->end && *p->s != '"') {
		const char *at;

		if (*p->s != '\\') {
			*to++ = *p->s++;
			continue;
		}
		if (++p->s == p->end)
			return false;
		if (*p->s == 'u') {
			to = read_unicode(p, to);
			if (to == NULL)
				return false;
			continue;
		}
		at = *p->s != '\0' ? strchr(from, *p->s) : NULL;
		if (at == NULL)
			return false;
		*to++ = into[at - from];
		p->s++;
	}
	if (p->s == p->end || to - value.text > MOST_TEXT)
		return false;
	value.n = (uint32_t)(to - value.text) & MOST_TEXT;
	p->s++;
	append(p, &value);
	return true;
}

/* Reads the number at P->s. */
static bool
read_number(struct parser *p)
{
	struct jsontree_value value = { .kind = JSONTREE_INTEGER };
	struct folded_number number;
	const char *from = p->s;
	bool is_real = false;
	double scale = 1e-9;

	while (p->s < p->end && *p->s != '\0' && strchr("+-.0123456789eE", *p->s) != NULL)
		is_real |= strchr(".eE", *p->s++) != NULL;
	if (!folded_number_read(&number, from, (size_t)(p->s - from)))
		return false;
	if (number.is_too_large) {
		value.kind = JSONTREE_REAL;
		value.real = number.is_negative ? -0x1p63 : 0x1p63;
	} else if (is_real && (number.nanos > 0 || number.rest > 0)) {
		value.kind = JSONTREE_REAL;
		value.real = (double)number.whole + (number.nanos + number.rest) * scale;
		value.real = number.is_negative ? -value.real : value.real;
	} else {
		value.integer = number.is_negative ? -(int64_t)number.whole
			: (int64_t)number.whole;
	}
	append(p, &value);
	return true;
}

/* Reads null, true or false. */
static bool
read_word(struct parser *p)
{
	static const struct {
		const char *word;
		struct jsontree_value value;
	} words[] = { { "null", { .kind = JSONTREE_NULL } },
		{ "true", { .kind = JSONTREE_BOOL, .integer = 1 } },
		{ "false", { .kind = JSONTREE_BOOL } },
		{ "NaN", { .kind = JSONTREE_NULL } } };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t n = strlen(words[i].word);

		if ((size_t)(p->end - p->s) >= n && memcmp(p->s, words[i].word, n) == 0) {
			p->s += n;
			append(p, &words[i].value);
			return true;
		}
	}
	return false;
}

/* Begins an array or object.  Returns false if it is nested too deeply for a profile. */
static bool
begin(struct parser *p)
{
	const struct jsontree_value value = { .kind = *p->s == '[' ? JSONTREE_ARRAY
		: JSONTREE_OBJECT };

	if (p->nopen == MOST_OPEN)
		return false;
	p->s++;
	append(p, &value);
	p->open = mem_grow(p->open, p->nopen + 1, &p->room, sizeof(*p->open));
	p->open[p->nopen++] = (struct jsontree_open){ p->t->n - 1, NOBODY };
	return true;
}

/* Returns the innermost array or object that is open, or NULL. */
static const struct jsontree_value *
innermost(const struct parser *p)
{
	return p->nopen > 0 ? &p->t->v[p->open[p->nopen - 1].value] : NULL;
}

/* Is the next value of the innermost object a key? */
static bool
wants_key(const struct parser *p)
{
	const struct jsontree_value *in = innermost(p);

	return in != NULL && in->kind == JSONTREE_OBJECT && in->n % 2 == 0;
}

/* Reads the next value.  Returns false at damage. */
static bool
read_value(struct parser *p)
{
	bool is_key = wants_key(p);

	if (*p->s == '"')
		return read_text(p);
	if (is_key)
		return false;
	if (*p->s == '[' || *p->s == '{')
		return begin(p);
	return (*p->s == '-' || (*p->s >= '0' && *p->s <= '9')) ? read_number(p) : read_word(p);
}

/* Closes the innermost array or object if the text does. */
static bool
close_one(struct parser *p)
{
	const struct jsontree_value *in = innermost(p);

	if (in == NULL || *p->s != (in->kind == JSONTREE_ARRAY ? ']' : '}'))
		return false;
	p->s++;
	p->nopen--;
	return true;
}

/* Parses the text.  A comma may stand before a closing bracket.  Returns false at damage. */
static bool
parse(struct parser *p)
{
	bool needs_comma = false;

	for (;;) {
		bool was_key;

		skip_blanks(p);
		if (p->s == p->end)
			return p->nopen == 0 && p->t->n > 0;
		if (p->nopen == 0 && p->t->n > 0)
			return false;
		if (close_one(p)) {
			needs_comma = true;
			continue;
		}
		if (needs_comma) {
			if (*p->s != ',')
				return false;
			p->s++;
			needs_comma = false;
			continue;
		}
		was_key = wants_key(p);
		if (p->t->n >= NOBODY - 1 || !read_value(p))
			return false;
		needs_comma = p->t->v[p->t->n - 1].kind < JSONTREE_ARRAY
			|| p->nopen == 0 || p->open[p->nopen - 1].value != p->t->n - 1;
		if (was_key) {
			skip_blanks(p);
			if (p->s == p->end || *p->s != ':')
				return false;
			p->s++;
			needs_comma = false;
		}
	}
}

bool
jsontree_input(struct input *in, struct measured *m, const char *format, struct err *e)
{
	if (input_length(in) > MOST_BYTES || (input_bytes(in, (size_t)MOST_BYTES + 1)))
		return err_set(e, ERR_FORMAT, "is larger than %d MB, the limit for %s; record for a "
			"shorter time, or convert it to folded stacks", MOST_BYTES >> 20, format);
	measured_allow(m, in->n - in->at);
	return true;
}

bool
jsontree_read(struct jsontree *t, struct input *in, struct measured *m, struct err *e)
{
	struct parser p = { .t = t };
	char *text;
	bool is_whole, ok;

	*t = (struct jsontree){ 0 };
	if (!jsontree_input(in, m, "JSON", e))
		return false;
	is_whole = !input_why(in, e);
	text = (char *)in->bytes + in->at;
	p.s = text;
	p.end = text + (in->n - in->at);
	ok = parse(&p);
	free(p.open);
	if (!is_whole)
		return false;
	return ok || (p.s == p.end ? err_set(e, ERR_FORMAT, "ends early: its JSON is not complete")
		: err_set(e, ERR_FORMAT, "byte %zu: is %s; what stands before it is shown",
			(size_t)(p.s - text) + 1,
			p.nopen < MOST_OPEN ? "no JSON" : "nested too deeply for a profile"));
}

void
jsontree_release(struct jsontree *t)
{
	free(t->v);
	*t = (struct jsontree){ 0 };
}

const struct jsontree_value *
jsontree_first(const struct jsontree *t, const struct jsontree_value *v)
{
	return v == NULL || v->kind < JSONTREE_ARRAY || v->n == 0 ? NULL : &t->v[v - t->v + 1];
}

const struct jsontree_value *
jsontree_next(const struct jsontree *t, const struct jsontree_value *v)
{
	return v->next == 0 ? NULL : &t->v[v->next];
}

const struct jsontree_value *
jsontree_get(const struct jsontree *t, const struct jsontree_value *v, const char *key)
{
	const struct jsontree_value *k = v != NULL && v->kind == JSONTREE_OBJECT
		? jsontree_first(t, v) : NULL;

	while (k != NULL) {
		const struct jsontree_value *value = jsontree_next(t, k);

		if (value == NULL || jsontree_is(k, key))
			return value;
		k = jsontree_next(t, value);
	}
	return NULL;
}

uint32_t *
jsontree_elements(const struct jsontree *t, const struct jsontree_value *v, uint32_t *n)
{
	bool is_array = v != NULL && v->kind == JSONTREE_ARRAY;
	uint32_t *elements = mem_new(is_array ? v->n : 0, sizeof(*elements));

	*n = 0;
	for (v = is_array ? jsontree_first(t, v) : NULL; v != NULL; v = jsontree_next(t, v))
		elements[(*n)++] = (uint32_t)(v - t->v);
	return elements;
}

double
jsontree_real(const struct jsontree_value *v, double otherwise)
{
	return v == NULL ? otherwise : v->kind == JSONTREE_REAL ? v->real
		: v->kind == JSONTREE_INTEGER ? (double)v->integer : otherwise;
}

int64_t
jsontree_integer(const struct jsontree_value *v, int64_t otherwise)
{
	static const double most = 0x1p62;

	if (v != NULL && v->kind == JSONTREE_REAL)
		return llround(fmax(fmin(v->real, most), -most));
	return v != NULL && v->kind == JSONTREE_INTEGER ? v->integer : otherwise;
}

struct jsontree_text
jsontree_text(const struct jsontree_value *v)
{
	return v != NULL && v->kind == JSONTREE_TEXT ? (struct jsontree_text){ v->text, v->n }
		: (struct jsontree_text){ "", 0 };
}

bool
jsontree_is(const struct jsontree_value *v, const char *text)
{
	struct jsontree_text t = jsontree_text(v);

	return v != NULL && v->kind == JSONTREE_TEXT && t.n == strlen(text)
		&& memcmp(t.s, text, t.n) == 0;
}

bool
jsontree_has(const unsigned char *head, size_t n, const char *word)
{
	size_t i = 0;

	while (i < n && (head[i] == ' ' || head[i] == '\n' || head[i] == '\r' || head[i] == '\t'))
		i++;
	return i < n && (head[i] == '{' || head[i] == '[')
		&& memmem(head, n, word, strlen(word)) != NULL;
}

/* names.c - demangled names of functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/names.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/iberty.h"
#include "base/mem.h"
#include "elf/image.h"

enum {
	OPTIONS = DMGL_PARAMS | DMGL_ANSI,
	USUAL = 120,			/* most demangled names have at most this length, in
					 * bytes */
	/* Limit on one demangled name, in bytes: LONGEST + TIMES * length of the symbol.  If the
	 * name would be longer, the symbol is not demangled: a few bytes could stand for more text
	 * than fits into memory.  Names that compilers make are at most 30 times as long as their
	 * symbols. */
	LONGEST = 16384, TIMES = 100,
	/* Limit on all demangled names together, in bytes: LEAST + AVERAGE * number of functions.
	 * Without it, thousands of symbols with long names could fill the memory. */
	AVERAGE = 4096, LEAST = 1 << 20,
};

/* Output of a demangler.  Before it grows to more than .most bytes, a jump to .too_long ends the
 * demangler. */
struct output {
	char *text;
	size_t n, room, most;
	jmp_buf too_long;
};

/* A demangler that passes its text to the callback WRITE in parts.  Returns 0 if it fails. */
typedef int demangler(const char *symbol, int options, iberty_write *write, void *to);

static void
append_text(const char *text, size_t n, void *to)
{
	struct output *o = to;

	if (n > o->most - o->n)
		longjmp(o->too_long, 1);
	o->text = mem_grow(o->text, o->n + n + 1, &o->room, 1);
	if (n > 0)
		memcpy(o->text + o->n, text, n);
	o->n += n;
	o->text[o->n] = '\0';
}

/* Returns the limit on the length of the demangled name of SYMBOL, in bytes. */
static size_t
longest_text(const char *symbol)
{
	return LONGEST + TIMES * strlen(symbol);
}

/* Returns SYMBOL demangled by F, to be free()d.  NULL: F failed, or the text is too long. */
static char *
run_demangler(demangler *f, const char *symbol, int options)
{
	struct output *o = mem_new(1, sizeof(*o));
	char *text = NULL;

	o->text = mem_grow(NULL, USUAL, &o->room, 1);
	o->text[0] = '\0';
	o->most = longest_text(symbol);
	if (setjmp(o->too_long) == 0 && f(symbol, options, append_text, o) != 0) {
		text = o->text;
		o->text = NULL;
	}
	free(o->text);
	free(o);
	return text;
}

static int
demangle_java(const char *symbol, int options, iberty_write *write, void *to)
{
	(void)options;
	return java_demangle_v3_callback(symbol, write, to);
}

/* Returns the place to which a back reference leads, in a symbol of the language D that begins at
 * START.  P points to the letter Q of the reference.  The distance from the place to P follows:
 * letters that are digits in base 26, the last one in lower case.  Returns NULL if the place is
 * before START, or the reference is malformed. */
static const char *
referred_place(const char *start, const char *p)
{
	size_t back = 0, most = (size_t)(p - start);
	const char *digit = p + 1;

	for (; *digit >= 'A' && *digit <= 'Z' && back <= most; digit++)
		back = back * 26 + (size_t)(*digit - 'A');
	if (*digit < 'a' || *digit > 'z')
		return NULL;
	back = back * 26 + (size_t)(*digit - 'a');
	return back <= most ? p - back : NULL;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Returns how many bytes of text the type at P in SYMBOL stands for, at most; 0: it may contain
 * other back references.  Letters for arrays, pointers and modifiers precede a letter for a basic
 * type, or a qualified name: parts with their lengths before them, of which none is the instance of
 * a template. */
static double
plain_type_length(const char *symbol, const char *p)
{
	enum { WORD = 16 };		/* bytes for a letter, as in "immutable()" */
	const char *type = p, *to;
	double length = 0;
	size_t n;

	type += strspn(type, "AxyOP");
	length = (double)(type - p + 1) * WORD;
	if (*type >= 'a' && *type <= 'w')
		return length;
	if (strchr("CSE", *type) == NULL || *type == '\0')
		return 0;
	for (type++; *type >= '1' && *type <= '9'; type += n) {
		char *end;

		n = strtoul(type, &end, 10);
		type = end;
		if (n > strlen(type) || strncmp(type, "__T", 3) == 0
		    || strncmp(type, "__U", 3) == 0)
			return 0;
		length += (double)n + 1;
	}
	/* A function type may follow the name of a function, parts may follow zeros, and a part be
	 * a back reference. */
	to = *type == 'Q' ? referred_place(symbol, type) : NULL;
	if (*type == 'Q' ? to == NULL || is_digit(*to)
	    : *type != '\0' && strchr("0FMRUVWY_", *type) != NULL)
		return 0;
	return length;
}

/* Returns how often the type of a function may follow a name in SYMBOL, of the language D: behind a
 * part of a name, a template, or a back reference. */
static unsigned
count_function_types(const char *symbol)
{
	unsigned n = 0;
	size_t left = strlen(symbol);

	for (const char *p = symbol; *p != '\0'; p++, left--) {
		bool has_length = is_digit(*p) && (p == symbol || !is_digit(p[-1]));
		char *end = NULL;
		size_t length = has_length ? strtoul(p, &end, 10) : 0, behind = 1;

		if (length > 0 && length < left)
			behind = (size_t)(end - p) + length;
		else if (*p == 'Q')
			behind = 2 + strspn(p + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		else if (*p != 'Z')
			continue;
		n += behind < left && strchr("FMRUVWY", p[behind]) != NULL;
	}
	return n;
}

/* Could demangling SYMBOL, of the language D, exhaust the stack, memory or time?  libiberty
 * recurses for each byte.  Where the type of a function follows a name, and the rest does not fit,
 * it reads the rest again: the time doubles.  Names that compilers make have at most 12 such types.
 * A back reference to a name or a plain type adds its text.  Types that refer to types make the
 * text grow exponentially, fastest if each type refers to three others. */
static bool
is_unsafe_d(const char *symbol)
{
	enum { MOST = 1 << 26, MOST_FUNCTION_TYPES = 16 };
	double whole = (double)strlen(symbol), length = whole, plain;
	unsigned nested = 0, times;

	if (whole > LONGEST || count_function_types(symbol) > MOST_FUNCTION_TYPES)
		return true;
	for (const char *p = symbol; (p = strchr(p, 'Q')) != NULL; p++) {
		const char *to = referred_place(symbol, p);

		if (to == NULL)
			continue;
		plain = is_digit(*to) ? fmin((double)strtoul(to, NULL, 10), whole)
			: plain_type_length(symbol, to);
		length += plain;
		nested += plain == 0;
	}
	times = nested / 3;
	return length * pow(3, times) > MOST;
}

/* Returns SYMBOL, of the language D, demangled, to be free()d; NULL: it cannot be demangled.  The
 * demangler of D has no callback that could stop it, so SYMBOL is checked first. */
static char *
demangle_d(const char *symbol)
{
	char *text = is_unsafe_d(symbol) ? NULL : dlang_demangle(symbol, OPTIONS | DMGL_DLANG);

	if (text == NULL || strlen(text) <= longest_text(symbol))
		return text;
	free(text);
	return NULL;
}

/* Returns SYMBOL demangled, to be free()d.  A prefix such as "." and a suffix such as "@VERSION"
 * must have been removed from SYMBOL.  NULL: SYMBOL is not mangled, or cannot be demangled. */
static char *
demangle(const char *symbol, enum demangling style)
{
	char *text = NULL;

	switch (style) {
	case DEMANGLE_NONE:
		break;
	case DEMANGLE_AUTO:
		text = run_demangler(rust_demangle_callback, symbol, OPTIONS | DMGL_AUTO);
		if (text == NULL)
			text = run_demangler(cplus_demangle_v3_callback, symbol,
				OPTIONS | DMGL_AUTO);
		break;
	case DEMANGLE_GNU_V3:
		text = run_demangler(cplus_demangle_v3_callback, symbol, OPTIONS | DMGL_GNU_V3);
		break;
	case DEMANGLE_JAVA:
		text = run_demangler(demangle_java, symbol, OPTIONS);
		break;
	case DEMANGLE_GNAT:
		text = ada_demangle(symbol, OPTIONS | DMGL_GNAT);
		break;
	case DEMANGLE_DLANG:
		text = demangle_d(symbol);
		break;
	case DEMANGLE_RUST:
		text = run_demangler(rust_demangle_callback, symbol, OPTIONS | DMGL_RUST);
		break;
	}
	return text;
}

char *
names_demangle(const char *symbol, enum demangling style)
{
	size_t before = 0, n, behind, length;
	char *core, *text, *all;

	while (symbol[before] == '.' || symbol[before] == '$')
		before++;
	/* Mangled names of C++ and Rust begin with an underscore. */
	if (style == DEMANGLE_NONE || (style == DEMANGLE_AUTO && symbol[before] != '_'))
		return NULL;
	n = strcspn(symbol + before, "@");
	behind = strlen(symbol + before + n);
	if (before == 0 && behind == 0)
		return demangle(symbol, style);
	core = mem_new(n + 1, 1);
	memcpy(core, symbol + before, n);
	text = demangle(core, style);
	free(core);
	if (text == NULL)
		return NULL;
	length = strlen(text);
	all = mem_new(before + length + behind + 1, 1);
	memcpy(all, symbol, before);
	memcpy(all + before, text, length);
	memcpy(all + before + length, symbol + before + n, behind);
	free(text);
	return all;
}

char *
names_demangle_bare(const char *symbol)
{
	return *symbol != '_' ? NULL
		: run_demangler(cplus_demangle_v3_callback, symbol, DMGL_NO_OPTS);
}

void
names_open(struct names *n, const struct profile *p, enum demangling style)
{
	memset(n, 0, sizeof(*n));
	n->profile = p;
	n->style = style;
	/* By exact rules, the profile has the symbols without the character.  gprof leaves it if
	 * names are not demangled. */
	if (p->rules == RULES_GPROF && p->nimages > 0 && style != DEMANGLE_NONE)
		n->leading = p->images[0].leading;
	n->bytes.left = LEAST + (uint64_t)p->nfuncs * AVERAGE;
	sparsetexts_resize(&n->shown, 0, p->nfuncs);
}

void
names_release(struct names *n)
{
	sparsetexts_release(&n->shown);
	arena_release(&n->text);
	memset(n, 0, sizeof(*n));
}

const char *
names_once(struct names *n, uint32_t f, struct arena *to)
{
	const struct func *func = &n->profile->funcs[f];
	const char *shown = sparsetexts_at(&n->shown, f);
	char *text = NULL;
	size_t length;

	if (shown != NULL)
		return shown;
	shown = func->name;
	if (n->leading != '\0' && *func->name == n->leading)
		shown++;
	if (func->kind == FUNC_SYMBOL)
		text = names_demangle(shown, n->style);
	length = text != NULL ? strlen(text) : 0;
	if (text != NULL && budget_spend(&n->bytes, length))
		shown = arena_text(to, text, length);
	free(text);
	return shown;
}

const char *
names_of(struct names *n, uint32_t f)
{
	const char *shown = names_once(n, f, &n->text);

	sparsetexts_set(&n->shown, f, shown);
	return shown;
}

/* randprof_options.c - random options of gprof, and the files they name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "randprof.h"

enum kind { ALONE, NUMBER, SPEC, ATTACHED, ARC, ATTACHED_ARC };

struct choice {
	unsigned percent;
	const char *text;
	enum kind kind;
};

static const struct choice choices[] = {
	{ 12, "-p", ALONE },
	{ 12, "-q", ALONE },
	{ 20, "-T", ALONE },
	{ 35, "-z", ALONE },
	{ 5, "-B", ALONE },
	{ 4, "-P", ALONE },
	{ 4, "-Q", ALONE },
	{ 12, "-a", ALONE },
	{ 10, "-D", ALONE },
	{ 8, "--no-demangle", ALONE },
	{ 2, "--demangle=gnat", ALONE },
	{ 2, "--demangle=rust", ALONE },
	{ 10, "-w", NUMBER },
	{ 8, "-p", ATTACHED },
	{ 8, "-P", ATTACHED },
	{ 8, "-q", ATTACHED },
	{ 8, "-Q", ATTACHED },
	{ 6, "-q", ATTACHED_ARC },
	{ 6, "-Q", ATTACHED_ARC },
	{ 10, "-e", SPEC },
	{ 10, "-E", SPEC },
	{ 8, "-f", SPEC },
	{ 8, "-F", SPEC },
	{ 8, "-n", SPEC },
	{ 8, "-N", SPEC },
	{ 12, "-k", ARC },
	{ 0, NULL, ALONE },
};

static void
add_words(struct gprof_options *o, const char *a, const char *b, const char *c, const char *d)
{
	size_t n = strlen(a) + strlen(b) + strlen(c) + strlen(d) + 1;

	if (o->n + 1 == sizeof o->argv / sizeof *o->argv)
		return;
	o->argv[o->n] = malloc(n);
	snprintf(o->argv[o->n++], n, "%s%s%s%s", a, b, c, d);
	o->argv[o->n] = NULL;
}

/* Returns the name of a function for a symspec.  Sets *COLON to the text to write before the name.
 * This is ":" if the name has a dot, because gprof takes a name with a dot for a file name.
 * Otherwise it is "". */
static const char *
some_name(const struct target *t, const char **colon, struct rng *r)
{
	const char *name = t->names[rng_below(r, t->n)];

	if (rng_chance(r, 4))
		name = rng_chance(r, 50) ? "nosuch" : "";
	*colon = strchr(name, '.') != NULL ? ":" : "";
	return name;
}

static void
add_choice(struct gprof_options *o, const struct choice *c, const struct target *t, struct rng *r)
{
	char number[24];
	const char *name, *colon, *callee, *callee_colon;

	snprintf(number, sizeof number, "%" PRIu64, rng_below(r, 200));
	name = some_name(t, &colon, r);
	callee = some_name(t, &callee_colon, r);
	if (c->kind == ALONE || c->kind == NUMBER || c->kind == SPEC || c->kind == ARC)
		add_words(o, c->text, "", "", "");
	if (c->kind == NUMBER)
		add_words(o, number, "", "", "");
	else if (c->kind == SPEC)
		add_words(o, colon, name, "", "");
	else if (c->kind == ATTACHED && *name)
		add_words(o, c->text, colon, name, "");
	else if (c->kind == ARC || c->kind == ATTACHED_ARC) {
		char left[1024];

		snprintf(left, sizeof left, "%s%s/%s", colon, name, callee_colon);
		add_words(o, c->kind == ARC ? "" : c->text, left, callee, "");
	}
}

static void
add_file(struct gprof_options *o, const char *option, const char *dir, const char *file)
{
	add_words(o, option, "", "", "");
	add_words(o, dir, "/", file, "");
}

void
gprof_options_make(struct gprof_options *o, const struct target *t,
	const struct profile_layout *l, const char *dir, struct rng *r)
{
	unsigned i, n = 1 + (unsigned)rng_below(r, 4);

	o->n = 0;
	add_words(o, "-b", "", "", "");
	/* If a histogram is outside .text, gprof -c reads beyond its own memory. */
	if (rng_chance(r, 30) && l->inside_text)
		add_words(o, "-c", "", "", "");
	if (rng_chance(r, 8))
		add_file(o, "-S", dir, "symbols");
	/* gprof reads beyond its table of symbols if no symbols were dropped from it.  In PE files,
	 * only a few have the same address, and -R can leave none of them. */
	if (rng_chance(r, 6) && !t->is_pe)
		add_file(o, "-R", dir, "map");
	else if (rng_chance(r, 10))
		add_words(o, "-r", "", "", "");
	while (n--)
		for (i = 0; choices[i].text != NULL; i++)
			if (rng_chance(r, choices[i].percent / 2))
				add_choice(o, &choices[i], t, r);
}

void
gprof_options_release(struct gprof_options *o)
{
	while (o->n)
		free(o->argv[--o->n]);
}

bool
symbol_list_write(const char *path, const struct target *t, struct rng *r)
{
	static const char kinds[] = "TTTtttDWr?";
	FILE *out = fopen(path, "w");
	size_t i;

	if (out == NULL)
		return false;
	/* Two symbols at one address keep gprof from reading beyond its symbols: see
	 * program_write(). */
	fprintf(out, "%" PRIx64 " T twin\n0x%" PRIx64 " T _twin\n", t->addrs[0], t->addrs[0]);
	for (i = 0; i < t->n; i++) {
		if (rng_chance(r, 15))
			continue;
		fprintf(out, "%s%" PRIx64 " %c %s%s\n", rng_chance(r, 50) ? "0x" : "",
			t->addrs[i] + (rng_chance(r, 10) ? rng_below(r, 9) : 0),
			kinds[rng_below(r, 10)], t->names[i],
			rng_chance(r, 10) ? "\t[module]" : "");
	}
	return fclose(out) == 0;
}

bool
map_write(const char *path, const struct target *t, struct rng *r)
{
	FILE *out = fopen(path, "w");
	size_t i;
	unsigned object = 0;

	if (out == NULL)
		return false;
	fprintf(out, "No symbols in empty.o\n");
	for (i = 0; i < t->n; i++) {
		if (rng_chance(r, 30) || strstr(t->names[i], "start") != NULL)
			continue;
		if (rng_chance(r, 30))
			object++;
		fprintf(out, "dir/part%u.o:%016" PRIx64 " T %s\n", object, t->addrs[i],
			t->names[i]);
	}
	return fclose(out) == 0;
}

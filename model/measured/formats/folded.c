/* folded.c - folded stacks, as the scripts of flame graphs and many profilers write them
 *
 * A line is a stack and a number, separated by the last blank:
 *
 *	main;parse;next_token 17
 *
 * Frames are separated by ";", the outermost first.  A name may contain blanks.  A suffix of a name
 * tells its kind: "_[k]" is kernel code, "_[i]" is inlined into its caller, "_[j]" and "_[1]" were
 * compiled while the program ran, "_[0]" was interpreted.  A line that begins with "#" or "//" is a
 * comment, unless it is a stack that begins with an object of Ruby, "#<Class:A>".  If all lines
 * have two numbers, they compare two profiles.  Sources: stackcollapse-perf.pl, difffolded.pl and
 * flamegraph.pl of the FlameGraph scripts; the comments at the beginning of the files of austin;
 * the suffixes that async-profiler appends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measured/formats/folded_numbers.h"
#include "measured/formats/folded_stacks.h"
#include "measured/reader.h"

struct folded {
	struct measured *m;
	struct folded_stacks stacks;
	struct folded_values values;
	struct err first;		/* what is wrong with the first bad line */
	uint64_t nbad;			/* number of bad lines */
	bool is_full;			/* there was no room for a stack */
};

/* A line, without blanks at its ends. */
struct line {
	const char *stack, *word;	/* .word: the last word, which is a number */
	size_t nstack, nword;
	struct folded_number number;
	bool is_ignored;		/* the line is empty or a comment */
	bool has_two;			/* the word before the last one is a number, too */
	const char *fault;		/* what is wrong with the line; NULL: the line is valid or
					 * ignored */
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Returns how many of the N bytes at S stand before the last word. */
static size_t
before_last_word(const char *s, size_t n)
{
	while (n > 0 && !is_blank(s[n - 1]))
		n--;
	return n;
}

/* Returns N without the blanks at the end of the N bytes at S. */
static size_t
without_blanks(const char *s, size_t n)
{
	while (n > 0 && is_blank(s[n - 1]))
		n--;
	return n;
}

static const char no_number[] = "no number at the end; expected a line like \"main;parse 17\"";
static const char no_stack[] = "no stack before the number; expected a line like \"main;parse 17\"";
static const char other_number[] = "is no number";
static const char too_large[] = "the number is above 9223372036854775807, which is 2^63 - 1";

/* Is the word before the last word of L a number, and not the whole stack? */
static bool
has_two_numbers(const struct line *l)
{
	size_t before = before_last_word(l->stack, l->nstack);
	struct folded_number number;

	return before > 0 && folded_number_read(&number, l->stack + before, l->nstack - before);
}

/* Splits the N bytes at S into a stack and a number. */
static struct line
split_line(const char *s, size_t n)
{
	struct line l = { 0 };
	bool is_comment, has_number;

	n = without_blanks(s, n);
	for (; n > 0 && is_blank(*s); s++)
		n--;
	l.stack = s;
	l.word = s + before_last_word(s, n);
	l.nword = n - (size_t)(l.word - s);
	l.nstack = without_blanks(s, n - l.nword);
	has_number = n > 0 && folded_number_read(&l.number, l.word, l.nword);
	is_comment = n > 0 && (*s == '#' || (n > 1 && s[0] == '/' && s[1] == '/'));
	if (is_comment && has_number && l.nstack > 1 && s[1] == '<')
		is_comment = false;
	l.is_ignored = n == 0 || is_comment;
	if (l.is_ignored)
		return l;
	if (!has_number)
		l.fault = l.nstack > 0 && *l.word >= '0' && *l.word <= '9' ? other_number : no_number;
	else if (l.nstack == 0)
		l.fault = no_stack;
	else if (l.number.is_too_large)
		l.fault = too_large;
	return l;
}

/* Sets E to the fault of L, which is line NUMBER. */
static void
set_fault(const struct line *l, uint64_t number, struct err *e)
{
	if (l->fault == other_number)
		(void)err_set(e, ERR_FORMAT, "line %" PRIu64 ": %.*s %s", number,
			l->nword < 100 ? (int)l->nword : 100, l->word, l->fault);
	else
		(void)err_set(e, ERR_FORMAT, "line %" PRIu64 ": %s", number, l->fault);
}

/* Adds the samples of the line L. */
static void
add_stack(struct folded *f, const struct line *l)
{
	int64_t value = folded_values_take(&f->values, &l->number);
	struct measured_weight weight = { .value = value };
	const char *stack = l->stack, *end = memchr(stack, ';', l->nstack);
	size_t n = l->nstack;
	uint32_t sample;

	/* The mark of estimated stacks is no function. */
	if (end != NULL && measured_is_mark(stack, (size_t)(end - stack))) {
		f->m->estimated = true;
		f->m->estimated_why = "a call graph";
		n -= (size_t)(end + 1 - stack);
		stack = end + 1;
	}
	if (f->m->events[0].is_sampled) {
		weight.samples = (uint64_t)llabs(value);
		weight.squares = fabs((double)value);
	}
	sample = folded_stacks_sample(&f->stacks, stack, n);
	if (sample != NOBODY)
		measured_add_weights(f->m, sample, &weight);
	else
		f->is_full = true;
}

/* What is in the beginning of a file. */
struct scan {
	uint64_t nstacks, nbad;		/* number of stacks, number of bad lines */
	uint64_t ncalls, nnumbers;	/* number of stacks with a caller and a callee, of stacks
					 * that are numbers themselves */
	uint64_t ntwo;			/* number of stacks with two numbers before the first one
					 * without */
	uint64_t nother;		/* number of bad lines with a caller, a callee and something
					 * like a number */
	struct line bad;		/* the first bad line */
	uint64_t bad_number;		/* its number */
};

static struct scan
scan_head(const unsigned char *head, size_t n)
{
	const char *s = (const char *)head, *end = s + n, *next;
	struct scan scan = { 0 };
	struct folded_number other;

	if (memchr(head, '\0', n) != NULL || (n > 1 && s[0] == '#' && s[1] == '!'))
		return scan;
	for (uint64_t number = 1; s < end; number++, s = next + 1) {
		struct line l;

		next = memchr(s, '\n', (size_t)(end - s));
		if (next == NULL && n >= INPUT_HEAD)
			break;
		next = next != NULL ? next : end;
		l = split_line(s, (size_t)(next - s));
		if (l.is_ignored)
			continue;
		if (l.fault == NULL || l.fault == too_large) {
			scan.nstacks++;
			scan.ncalls += memchr(l.stack, ';', l.nstack) != NULL;
			if (scan.ntwo + 1 == scan.nstacks)
				scan.ntwo += has_two_numbers(&l);
			scan.nnumbers += folded_number_read(&other, l.stack, l.nstack);
			continue;
		}
		if (scan.nbad++ == 0) {
			scan.bad = l;
			scan.bad_number = number;
		}
		scan.nother += l.fault == other_number && memchr(l.stack, ';', l.nstack) != NULL;
	}
	return scan;
}

/* Do all stacks have two numbers? */
static bool
is_comparison(const struct scan *scan)
{
	return scan->nstacks > 0 && scan->ntwo == scan->nstacks && scan->nstacks >= 9 * scan->nbad;
}

/* Does HEAD look like folded stacks?  At least nine of ten whole lines must end with a number.  If
 * not all lines end with a number, at least half of those that do must have a caller. */
static bool
recognise(const unsigned char *head, size_t n)
{
	struct scan scan = scan_head(head, n);

	return scan.nstacks > scan.nnumbers && !is_comparison(&scan) && (scan.nbad == 0
		|| (scan.nstacks >= 9 * scan.nbad && 2 * scan.ncalls >= scan.nstacks));
}

/* Is HEAD the begin of a stack with callers that is too long to be read? */
static bool
is_endless(const unsigned char *head, size_t n)
{
	return n >= INPUT_LONGEST && memchr(head, '\n', n) == NULL && memchr(head, '\0', n) == NULL
		&& strchr("{[<\"", head[0]) == NULL && memchr(head, ';', INPUT_HEAD) != NULL;
}

/* Some lines of a text end with numbers.  If these lines can be meant as stacks, says in E why the
 * text is not recognized. */
static void
explain(const unsigned char *head, size_t n, struct err *e)
{
	struct scan scan = scan_head(head, n);

	if (is_comparison(&scan))
		(void)err_set(e, ERR_FORMAT, "has two numbers a line: it compares two profiles, as the "
			"output of difffolded.pl does; to see the difference: "
			"awk '{ n = $NF - $(NF-1); NF -= 2; print $0, n }' FILE | gprowse -; if the "
			"first numbers belong to names: --profile-format=folded");
	else if (is_endless(head, n))
		(void)err_set(e, ERR_FORMAT, "looks like folded stacks, but line 1 is longer than "
			"%d bytes", INPUT_LONGEST);
	else if (scan.nbad > 0 && (scan.nstacks + scan.nother >= scan.nbad
		|| (scan.ncalls > 0 && 2 * scan.nstacks >= scan.nbad))) {
		set_fault(&scan.bad, scan.bad_number, e);
		(void)err_in(e, "looks like folded stacks, but not all lines are "
			"(--profile-format=folded omits the others)");
	}
}

static void
read_line(struct folded *f, const struct input *in, const char *s, size_t n)
{
	struct line l = split_line(s, n);

	if (l.is_ignored)
		return;
	if (l.fault == NULL)
		add_stack(f, &l);
	else if (f->nbad++ == 0)
		set_fault(&l, in->line, &f->first);
}

static bool
read_folded(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct folded f = { .m = m, .stacks.m = m, .values.m = m };
	uint64_t length = input_length(in);
	char *line;
	size_t n;

	measured_allow(m, length);
	if (m->nevents == 0) {
		const char *what = options->counts != NULL ? options->counts : "counts";
		double rate = measured_unit_rate(what);

		if (rate > 0)
			measured_add_event(m, "time", 4, what);
		else
			measured_add_event(m, what, strlen(what), strcmp(what, "bytes") == 0 ? what : "");
		m->events[0].is_sampled = strcmp(what, "samples") == 0;
		m->events[0].is_unsaid = !m->events[0].is_sampled;
	}
	while (!f.is_full && input_line(in, &line, &n)) {
		measured_allow(m, length == 0 ? n + 1 : 0);
		read_line(&f, in, line, n);
	}
	folded_stacks_release(&f.stacks);
	if (f.is_full)
		return measured_no_room(m, e) || err_in(e, "line %" PRIu64, in->line);
	if (input_why(in, e))
		return err_in(e, "line %" PRIu64, in->line + 1);
	*e = f.first;
	if (f.nbad > 1)
		return err_in(e, "%" PRIu64 " lines cannot be used; the first is", f.nbad);
	return f.nbad == 0;
}

const struct measured_format folded_format = {
	.stacks = STACKS_UNSAID, .recognise = recognise, .explain = explain, .read = read_folded };

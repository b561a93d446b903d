/* folded.c - folded stacks, as the scripts of flame graphs and many profilers write them
 *
 * A line is a stack and a number, separated by the last blank:
 *
 *	main;parse;next_token 17
 *
 * Frames are separated by ";", the outermost first.  A name may contain blanks.  A suffix of a name
 * tells its kind: "_[k]" is kernel code, "_[i]" is inlined into its caller, "_[j]" was compiled
 * while the program ran.  Source: stackcollapse-perf.pl and flamegraph.pl of the FlameGraph
 * scripts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measured/formats/folded_stacks.h"
#include "measured/reader.h"

struct folded {
	struct measured *m;
	struct folded_stacks stacks;
	const struct measured_options *options;
	struct err first;		/* what is wrong with the first bad line */
	uint64_t nbad;			/* number of bad lines */
	double rounding;		/* rounding error that is carried over to the next number
					 * with a fraction */
};

/* Splits the N bytes at LINE into a stack and the number at the end, such as "17" or "17.5"; a
 * number below 0 is a difference of two profiles.  *VALUE becomes the number without its fraction,
 * *FRACTION the fraction with the sign of the number, *STACK the length of the stack.  Returns
 * false if there is no stack or no number. */
static bool
split_line(const char *line, size_t n, size_t *stack, int64_t *value, double *fraction)
{
	double digit = 0.1;
	size_t end = n, at;
	uint64_t whole = 0;
	bool negative;

	while (end > 0 && (line[end - 1] == ' ' || line[end - 1] == '\t'))
		end--;
	for (at = end; at > 0 && line[at - 1] != ' ' && line[at - 1] != '\t'; at--)
		;
	*stack = at;
	while (*stack > 0 && (line[*stack - 1] == ' ' || line[*stack - 1] == '\t'))
		--*stack;
	negative = at < end && line[at] == '-';
	at += negative;
	if (*stack == 0 || at == end || line[at] < '0' || line[at] > '9')
		return false;
	for (; at < end && line[at] >= '0' && line[at] <= '9'; at++) {
		if (whole > (INT64_MAX - 9) / 10)
			return false;
		whole = 10 * whole + (uint64_t)(line[at] - '0');
	}
	*fraction = 0;
	if (at < end && line[at] == '.')
		for (at++; at < end && line[at] >= '0' && line[at] <= '9'; at++) {
			*fraction += digit * (line[at] - '0');
			digit /= 10;
		}
	*fraction = negative ? -*fraction : *fraction;
	*value = negative ? -(int64_t)whole : (int64_t)whole;
	return at == end;
}

/* Adds VALUE to the samples of the stack of N bytes at STACK. */
static void
add_stack(struct folded *f, const char *stack, size_t n, int64_t value)
{
	struct measured_weight weight = { .value = value };
	const char *end = memchr(stack, ';', n);

	/* The mark of estimated stacks is no function. */
	if (end != NULL && measured_is_mark(stack, (size_t)(end - stack))) {
		f->m->estimated = true;
		f->m->estimated_why = "a call graph";
		n -= (size_t)(end + 1 - stack);
		stack = end + 1;
	}
	if (f->options->counts_are_samples) {
		weight.samples = (uint64_t)llabs(value);
		weight.squares = fabs((double)value);
	}
	measured_add_weights(f->m, folded_stacks_sample(&f->stacks, stack, n), &weight);
}

static bool
is_blank(const char *line, size_t n)
{
	while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t'))
		n--;
	return n == 0;
}

/* Does HEAD look like folded stacks?  At least nine of ten whole lines must end with a number, and
 * some of these lines must have a caller and a callee.  If not all lines end with a number, at
 * least half of those that do must have a caller. */
static bool
recognise(const unsigned char *head, size_t n)
{
	const char *line = (const char *)head, *end = line + n, *next;
	uint32_t ngood = 0, nbad = 0, ncalls = 0;
	double fraction;
	int64_t value;
	size_t stack;

	if (memchr(head, '\0', n) != NULL)
		return false;
	for (; line < end; line = next + 1) {
		next = memchr(line, '\n', (size_t)(end - line));
		if (next == NULL && n >= INPUT_HEAD)
			break;
		next = next != NULL ? next : end;
		if (is_blank(line, (size_t)(next - line)) || *line == '#')
			continue;
		if (!split_line(line, (size_t)(next - line) - (next > line && next[-1] == '\r'),
				&stack, &value, &fraction)) {
			nbad++;
			continue;
		}
		ngood++;
		ncalls += memchr(line, ';', stack) != NULL;
	}
	return ncalls > 0 && (nbad == 0 || (ngood >= 9 * nbad && 2 * ncalls >= ngood));
}

/* Returns the sum of VALUE and FRACTION, rounded.  The rounding error is added to the next number
 * that has a fraction, so that the errors of many numbers do not add up. */
static int64_t
whole_number(struct folded *f, int64_t value, double fraction)
{
	double sum = f->rounding + fraction, whole = floor(sum + 0.5);

	if (fraction == 0)
		return value;
	f->m->rounded = true;
	f->rounding = sum - whole;
	return measured_sum(value, (int64_t)whole);
}

static void
read_line(struct folded *f, const struct input *in, const char *line, size_t n)
{
	double fraction;
	int64_t value;
	size_t stack;

	if (is_blank(line, n))
		return;
	if (split_line(line, n, &stack, &value, &fraction)) {
		add_stack(f, line, stack, whole_number(f, value, fraction));
		return;
	}
	if (*line == '#')
		return;
	if (f->nbad++ == 0)
		(void)err_set(&f->first, ERR_FORMAT,
			"line %llu: no number at the end; expected a line like \"main;parse 17\"",
			(unsigned long long)in->line);
}

static bool
read_folded(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct folded f = { .m = m, .stacks.m = m, .options = options };
	char *line;
	size_t n;

	if (m->nevents == 0) {
		const char *unit = options->counts_are_samples ? "samples" : "counts";

		measured_add_event(m, unit, strlen(unit), "");
		m->events[0].is_sampled = options->counts_are_samples;
	}
	while (input_line(in, &line, &n))
		read_line(&f, in, line, n);
	folded_stacks_release(&f.stacks);
	if (input_why(in, e))
		return err_in(e, "line %llu", (unsigned long long)in->line + 1);
	*e = f.first;
	if (f.nbad > 1)
		return err_in(e, "%llu lines cannot be used; the first is",
			(unsigned long long)f.nbad);
	return f.nbad == 0;
}

const struct measured_format folded_format = { .recognise = recognise, .read = read_folded };

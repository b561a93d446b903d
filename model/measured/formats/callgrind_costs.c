/* callgrind_costs.c - lines with costs in files of callgrind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/rules.h"
#include "measured/formats/callgrind.h"

/* Returns the value of the hexadecimal digit C, or 16. */
static unsigned
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

static bool
read_hex(const char **s, const char *end, uint64_t *number)
{
	const char *at = *s + 2;

	for (*number = 0; at < end && hex_digit(*at) < 16; at++) {
		if (*number >> 60 != 0)
			return false;
		*number = *number << 4 | hex_digit(*at);
	}
	*s = at;
	return true;
}

/* Reads the number, "17" or "0x11", at *S, and moves *S behind it.  False: there is no number, or
 * it is too large. */
static bool
read_number(const char **s, const char *end, uint64_t *number)
{
	const char *at = *s;
	uint64_t n = 0;

	if (end - at > 2 && at[0] == '0' && at[1] == 'x' && hex_digit(at[2]) < 16)
		return read_hex(s, end, number);
	for (; at < end && *at >= '0' && *at <= '9'; at++)
		if (__builtin_mul_overflow(n, 10, &n)
		    || __builtin_add_overflow(n, (uint64_t)(*at - '0'), &n))
			return false;
	*number = n;
	if (at == *s)
		return false;
	*s = at;
	return true;
}

static void
skip_blanks(const char **s, const char *end)
{
	while (*s < end && (**s == ' ' || **s == '\t'))
		++*s;
}

/* Reads the position at *S: "17" or, relative to *AT, "+2", "-3" or "*".  *AT is the previous
 * address or line, and becomes the new one, modulo 2^64.  Moves *S behind the position and the
 * blanks that follow.  Of a span, such as "17-20", only the beginning is used.  Returns false if
 * there is no position. */
static bool
read_position(const char **s, const char *end, uint64_t *at)
{
	uint64_t number;
	char sign = *s < end ? **s : '\0';

	if (sign == '*') {
		++*s;
	} else if (sign == '+' || sign == '-') {
		++*s;
		/* Programs that write -1 for an unknown line mean no difference.  The result is a
		 * line that is too large, and not shown. */
		if (!read_number(s, end, &number))
			return false;
		*at = sign == '+' ? *at + number : *at - number;
	} else if (!read_number(s, end, at)) {
		return false;
	}
	if (*s < end && (**s == '+' || **s == '-' || **s == ':')) {
		++*s;
		if (!read_number(s, end, &number))
			return false;
	}
	if (*s < end && **s != ' ' && **s != '\t')
		return false;
	skip_blanks(s, end);
	return true;
}

bool
callgrind_line(const struct callgrind *c, const char *s, size_t n, uint64_t *line)
{
	const char *end = s + n;
	uint64_t address = c->address;

	*line = c->line;
	skip_blanks(&s, end);
	return (!c->has_addresses || read_position(&s, end, &address)) && c->has_lines
		&& read_position(&s, end, line);
}

/* Reads the cost at *S, and moves *S behind it.  False: there is none, or it is out of range. */
static bool
read_cost(const char **s, const char *end, int64_t *cost)
{
	static const uint64_t wrapped = UINT64_MAX << 48;
	bool is_negative = **s == '-';
	uint64_t number;

	*s += is_negative;
	if (!read_number(s, end, &number) || (*s < end && **s != ' ' && **s != '\t'))
		return false;
	/* xdebug writes the difference of two times as an unsigned number, even if it is less than
	 * 0. */
	if (!is_negative && number >= wrapped) {
		number = 0 - number;
		is_negative = true;
	}
	if (number > INT64_MAX)
		return false;
	*cost = is_negative ? -(int64_t)number : (int64_t)number;
	return true;
}

bool
callgrind_numbers(const struct callgrind *c, const char *s, const char *end, int64_t *values)
{
	for (uint32_t k = 0; k < c->nevents; k++) {
		skip_blanks(&s, end);
		values[k] = 0;
		if (s < end && !read_cost(&s, end, &values[k]))
			return false;
	}
	skip_blanks(&s, end);
	return s == end;
}

/* Sets TO to the costs VALUES of a line.  TO is indexed by event of C->m.  If several costs are of
 * the same event, they are added up. */
static void
spread_events(const struct callgrind *c, const int64_t *values, int64_t *to)
{
	memset(to, 0, c->m->nevents * sizeof(*to));
	for (uint32_t k = 0; k < c->nevents; k++)
		if (c->events[k] != NOBODY)
			to[c->events[k]] = measured_sum(to[c->events[k]], values[k]);
}

/* Returns the number of FRAME.  In a file with addresses, many lines of the file have the same
 * source line, so recent frames are looked up in C->recent first. */
static uint32_t
frame_of(struct callgrind *c, const struct measured_frame *frame)
{
	struct callgrind_recent *recent = &c->recent[frame->line & (CALLGRIND_RECENT - 1)];

	if (recent->number == 0 || memcmp(&recent->frame, frame, sizeof(*frame)) != 0) {
		recent->frame = *frame;
		recent->number = measured_frame(c->m, frame) + 1;
	}
	return recent->number - 1;
}

void
callgrind_add_own(struct callgrind *c)
{
	int64_t values[CALLGRIND_MOST_EVENTS];
	uint32_t frame;

	if (!c->has_own)
		return;
	c->has_own = false;
	spread_events(c, c->own, values);
	frame = frame_of(c, &c->frame);
	measured_add_cost(c->m, frame, callgrind_part(c), values);
}

static void
add_own_costs(struct callgrind *c, const struct measured_frame *frame, const int64_t *values)
{
	if (c->has_own && memcmp(frame, &c->frame, sizeof(*frame)) != 0)
		callgrind_add_own(c);
	if (!c->has_own)
		memset(c->own, 0, sizeof(c->own));
	c->has_own = true;
	c->frame = *frame;
	for (uint32_t k = 0; k < c->nevents; k++) {
		c->own[k] = measured_sum(c->own[k], values[k]);
		c->sums[k] = measured_sum(c->sums[k], values[k]);
	}
}

static void
add_costs_of_calls(struct callgrind *c, const struct measured_frame *frame, const int64_t *values)
{
	struct measured_call call = { .callee = c->called_func, .count = c->count };
	int64_t all[CALLGRIND_MOST_EVENTS];

	if (c->called_func == NOBODY) {
		callgrind_bad(c, c->in->line, "costs of calls, but no \"cfn=\" names the callee");
		return;
	}
	/* Frames are numbered in the order of their lines in the file. */
	if (c->has_own)
		(void)frame_of(c, &c->frame);
	spread_events(c, values, all);
	call.caller = frame_of(c, frame);
	call.part = callgrind_part(c);
	measured_add_call(c->m, &call, all);
}

/* Returns the function to which the costs belong.  If no line "fn=" has named it, counts the
 * current line as bad and returns the unknown function. */
static uint32_t
current_func(struct callgrind *c)
{
	struct measured_func func = { .name = c->unknown, .object = NOBODY,
		.file = NOBODY };

	callgrind_find_func(c);
	if (c->func == NOBODY) {
		callgrind_bad(c, c->in->line, "costs, but no \"fn=\" names their function");
		c->func = measured_func(c->m, &func);
	}
	return c->func;
}

void
callgrind_add_costs(struct callgrind *c, const char *s, size_t n)
{
	const char *end = s + n;
	enum callgrind_costs kind = c->next;
	int64_t values[CALLGRIND_MOST_EVENTS];
	struct measured_frame frame = { .file = NOBODY };

	c->next = OWN_COSTS;
	if (c->nevents == 0) {
		callgrind_bad(c, c->in->line, "costs, but no \"events:\" names their events");
		return;
	}
	if ((c->has_addresses && !read_position(&s, end, &c->address))
	    || (c->has_lines && !read_position(&s, end, &c->line))
	    || !callgrind_numbers(c, s, end, values)) {
		callgrind_bad(c, c->in->line, "expected a position and %u numbers", c->nevents);
		return;
	}
	if (kind == PLACE_OF_JUMP || c->is_outermost)
		return;
	c->has_costs = true;
	frame.func = current_func(c);
	frame.line = c->has_lines && c->line < UINT32_MAX ? (uint32_t)c->line : 0;
	if (c->file != c->unknown && c->file != c->m->funcs[frame.func].file)
		frame.file = c->file;
	if (kind == OWN_COSTS)
		add_own_costs(c, &frame, values);
	else
		add_costs_of_calls(c, &frame, values);
}

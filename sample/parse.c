/* parse.c - from text to a tree, by recursive descent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "formula.h"

#include <stddef.h>

static struct node *parse_sum(const char **at);

static char
next_char(const char **at)
{
	while (**at == ' ' || **at == '\n')
		++*at;
	return **at;
}

static int
is_digit(char c)
{
	return '0' <= c && c <= '9';
}

/* Parses a number: digits, then perhaps a point and more digits. */
static struct node *
parse_number(const char **at)
{
	const char *start = *at;
	double number = 0, place = 1;

	for (; is_digit(**at); ++*at)
		number = number * 10 + (**at - '0');
	if (**at == '.')
		for (++*at; is_digit(**at); ++*at)
			number += (**at - '0') * (place /= 10);
	return *at == start ? NULL : node_new('0', number, NULL, NULL);
}

static struct node *
parse_factor(const char **at)
{
	struct node *node;

	switch (next_char(at)) {
	case 'x':
		++*at;
		return node_new('x', 0, NULL, NULL);
	case '-':
		++*at;
		node = parse_factor(at);
		return node == NULL ? NULL : node_new('-', 0, NULL, node);
	case '(':
		++*at;
		node = parse_sum(at);
		if (node != NULL && next_char(at) == ')')
			++*at;
		return node;
	default:
		return parse_number(at);
	}
}

static struct node *
parse_product(const char **at)
{
	struct node *node = parse_factor(at), *right;
	char what;

	while (node != NULL && ((what = next_char(at)) == '*' || what == '/')) {
		++*at;
		right = parse_factor(at);
		if (right == NULL)
			break;
		node = node_new(what, 0, node, right);
	}
	return node;
}

static struct node *
parse_sum(const char **at)
{
	struct node *node = parse_product(at), *right;
	char what;

	while (node != NULL && ((what = next_char(at)) == '+' || what == '-')) {
		++*at;
		right = parse_product(at);
		if (right == NULL)
			break;
		node = node_new(what, 0, node, right);
	}
	return node;
}

struct node *
parse(const char *text)
{
	struct node *node = parse_sum(&text);

	if (node != NULL && next_char(&text) != '\0') {
		node_free(node);
		return NULL;
	}
	return node;
}

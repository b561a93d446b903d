/* main.c - makes up formulas, finds their roots and areas, and prints the largest
 *
 *	sample [ROUNDS]		1 round or more, by default 100, about a second; always the same
 *				output
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "formula.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FORMULAS = 400, BEST = 3, TEXT = 8192 };

struct result {
	char text[TEXT];
	double area, root;
};

static unsigned long seed = 1;

static unsigned
random_below(unsigned n)
{
	seed = (seed * 1103515245 + 12345) & 0x7fffffff;
	return (unsigned)(seed >> 8) % n;
}

/* Writes "x", or a number with twelve decimals, to TEXT.  Returns the end of the text. */
static char *
write_leaf(char *text)
{
	unsigned whole, part;

	if (random_below(2) == 0)
		return text + sprintf(text, "x");
	whole = random_below(9);
	part = random_below(1000000);
	return text + sprintf(text, "%u.%06u%06u", whole, part, part);
}

/* Writes a formula to TEXT, at most DEPTH operators deep.  Returns the end of the text. */
static char *
write_formula(char *text, unsigned depth)
{
	if (depth == 0 || random_below(8) == 0)
		return write_leaf(text);
	*text++ = '(';
	text = write_formula(text, depth - 1);
	text += sprintf(text, "\n%*s%c ", (int)(7 - depth) * 4, "", "+-*/"[random_below(4)]);
	text = write_formula(text, depth - 1);
	*text++ = ')';
	*text = '\0';
	return text;
}

/* Sets X to POINTS values: LOW, LOW + STEP, LOW + 2 * STEP ... */
static void
set_points(double x[], double low, double step)
{
	for (int i = 0; i < POINTS; i++)
		x[i] = low + step * i;
}

/* Returns roughly where the value of the formula NODE first changes its sign, for x from -10 to 10,
 * or about 10.  Divides the interval into POINTS parts again and again. */
static double
find_root(const struct node *node)
{
	double low = -10, step = 20.0 / POINTS, x[POINTS], value[POINTS];

	for (int digits = 0; digits < 6; digits++) {
		int i = 1;

		set_points(x, low, step);
		evaluate(node, x, value);
		while (i < POINTS && value[i - 1] * value[i] > 0)
			i++;
		low = x[i - 1];
		step /= POINTS;
	}
	return low;
}

/* Returns roughly the area between the curve of the formula NODE and the axis, for x from -10 to
 * 10. */
static double
area_below(const struct node *node)
{
	double sum = 0, x[POINTS], value[POINTS];

	for (int part = 0; part < 4; part++) {
		set_points(x, -10 + 5 * part, 5.0 / POINTS);
		evaluate(node, x, value);
		for (int i = 0; i < POINTS; i++)
			sum += fabs(value[i]) * 5 / POINTS;
	}
	return sum;
}

static void
study(struct result *result, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		struct node *node = parse(result->text);

		if (node == NULL)
			return;
		node = simplify(node);
		result->root = find_root(node);
		result->area = area_below(node);
		node_free(node);
	}
}

static int
count_operators(const char *text)
{
	int n = 0;

	for (; *text != '\0'; text++)
		n += *text == '+' || *text == '-' || *text == '*' || *text == '/';
	return n;
}

/* Sorts results by number of operators, then by area, both descending.  Counts the operators again
 * for each comparison, so that the profile shows a hot spot. */
static int
by_operators(const void *a, const void *b)
{
	const struct result *x = *(struct result *const *)a, *y = *(struct result *const *)b;
	int nx = count_operators(x->text), ny = count_operators(y->text);

	if (nx != ny)
		return nx < ny ? 1 : -1;
	return x->area < y->area ? 1 : x->area > y->area ? -1 : 0;
}

static void
sort_results(struct result **order, struct result *results, int rounds)
{
	for (int i = 0; i < rounds; i += 7) {
		for (int j = 0; j < FORMULAS; j++)
			order[j] = &results[(j * 7 + i) % FORMULAS];
		qsort(order, FORMULAS, sizeof(*order), by_operators);
	}
}

int
main(int argc, char *argv[])
{
	static struct result results[FORMULAS];
	struct result *order[FORMULAS];
	int rounds = argc > 1 ? atoi(argv[1]) : 100;

	if (rounds < 1) {
		fputs("usage: sample [ROUNDS]\n", stderr);
		return 1;
	}
	for (int i = 0; i < FORMULAS; i++)
		write_formula(results[i].text, 2 + random_below(6));
	for (int i = 0; i < FORMULAS; i++)
		study(&results[i], rounds);
	sort_results(order, results, rounds);
	for (int i = 0; i < BEST; i++)
		printf("%d operators, area %.4g, root %.6g\n", count_operators(order[i]->text),
				order[i]->area, order[i]->root);
	return 0;
}

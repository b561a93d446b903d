/* formula.h - formulas of one variable, as text, as trees and as numbers
 *
 * A program to be profiled: small enough to know by heart, with most of what a call
 * graph can show.  parse.c holds a cycle of three functions (a sum of products of
 * factors, which may be sums in parentheses), tree.c functions that call themselves,
 * and main.c a comparison that only the C library calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FORMULA_H
#define FORMULA_H

struct node {
	char what;			/* 'x', '0' for a number, else the operator */
	double number;			/* of '0' */
	struct node *left, *right;	/* owned; both or, for '-' alone, only right */
};

/* The tree of TEXT, or NULL if that is not a formula; free with node_free(). */
struct node *parse(const char *text);

struct node *node_new(char what, double number, struct node *left, struct node *right);
void node_free(struct node *node);

enum { POINTS = 8 };

/* What a formula is worth at each of POINTS values of x. */
void evaluate(const struct node *node, const double x[], double value[]);

/* The same formula with what does not depend on x worked out; consumes NODE. */
struct node *simplify(struct node *node);

#endif

/* formula.h - formulas of one variable, as text, as trees and as numbers
 *
 * A small program to be profiled, whose call graph has most of the special cases.  parse.c has
 * a cycle of three functions: a sum has products, a product has factors, and a factor may be
 * a sum in parentheses.  tree.c has functions that call themselves, and main.c has a comparison
 * function that only the C library calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FORMULA_H
#define FORMULA_H

struct node {
	char what;			/* 'x', '0' for a number, or the operator */
	double number;			/* its value, if WHAT is '0' */
	struct node *left, *right;	/* owned; both, or only RIGHT for a negation */
};

/* Returns the tree of TEXT, to be released with node_free(), or NULL if TEXT is no formula. */
struct node *parse(const char *text);

struct node *node_new(char what, double number, struct node *left, struct node *right);
void node_free(struct node *node);

enum { POINTS = 8 };

/* Set VALUE to the value of a formula at each of POINTS values of x. */
void evaluate(const struct node *node, const double x[], double value[]);

/* Returns the formula with its constant parts computed; consumes NODE. */
struct node *simplify(struct node *node);

#endif

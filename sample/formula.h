/* formula.h - formulas of one variable: text becomes a tree, the tree is evaluated
 *
 * This is a small program to be profiled.  Its call graph has most special cases.  parse.c has
 * a cycle of three functions: a sum has products, a product has factors, and a factor may be
 * a sum in parentheses.  tree.c has functions that call themselves, and main.c has a comparison
 * function that only the C library calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FORMULA_H
#define FORMULA_H

/* A part of a formula: the variable, a number, or an operator with its operands. */
struct node {
	char what;			/* 'x', '0' for a number, or the operator */
	double number;			/* the number, if .what is '0' */
	struct node *left, *right;	/* owned; the operands of the operator; a negation has only
					 * .right; NULL: no operand */
};

/* Returns the tree of TEXT, to be released with node_free(), or NULL if TEXT is no formula. */
struct node *parse(const char *text);

/* Returns a new node, which owns LEFT and RIGHT.  Exits if there is no memory. */
struct node *node_new(char what, double number, struct node *left, struct node *right);
/* Frees NODE, which may be NULL, and the nodes that it owns. */
void node_free(struct node *node);

enum { POINTS = 8 };

/* Sets VALUE[i] to the value of the formula NODE for x = X[i].  X and VALUE have POINTS
 * elements. */
void evaluate(const struct node *node, const double x[], double value[]);

/* Returns the formula NODE with its constant parts replaced by numbers.  Takes ownership of
 * NODE. */
struct node *simplify(struct node *node);

#endif

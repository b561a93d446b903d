/* tree.c - trees: make, evaluate, simplify, free
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "formula.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node *
node_new(char what, double number, struct node *left, struct node *right)
{
	struct node *node = malloc(sizeof(*node));

	if (node == NULL) {
		fputs("sample: out of memory\n", stderr);
		exit(1);
	}
	*node = (struct node){ what, number, left, right };
	return node;
}

void
node_free(struct node *node)
{
	if (node == NULL)
		return;
	node_free(node->left);
	node_free(node->right);
	free(node);
}

/* Applies the operator WHAT to each of the N elements of LEFT and RIGHT.  The results replace
 * RIGHT. */
static void
operate(char what, const double left[], double right[], int n)
{
	for (int i = 0; i < n; i++)
		switch (what) {
		case '+':
			right[i] = left[i] + right[i];
			break;
		case '-':
			right[i] = left[i] - right[i];
			break;
		case '*':
			right[i] = left[i] * right[i];
			break;
		default:
			right[i] = right[i] == 0 ? left[i] : left[i] / right[i];
		}
}

void
evaluate(const struct node *node, const double x[], double value[])
{
	double left[POINTS] = { 0 };

	switch (node->what) {
	case 'x':
		memcpy(value, x, POINTS * sizeof(*x));
		return;
	case '0':
		for (int i = 0; i < POINTS; i++)
			value[i] = node->number;
		return;
	}
	if (node->left != NULL)
		evaluate(node->left, x, left);
	evaluate(node->right, x, value);
	operate(node->what, left, value, POINTS);
}

struct node *
simplify(struct node *node)
{
	const double zero = 0;
	double number;

	if (node->right == NULL)
		return node;
	if (node->left != NULL)
		node->left = simplify(node->left);
	node->right = simplify(node->right);
	if (node->right->what != '0' || (node->left != NULL && node->left->what != '0'))
		return node;
	number = node->right->number;
	operate(node->what, node->left == NULL ? &zero : &node->left->number, &number, 1);
	node_free(node);
	return node_new('0', number, NULL, NULL);
}

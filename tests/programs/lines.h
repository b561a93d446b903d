/* A header with code: the first function of a unit that includes it comes from here.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LINES_H
#define LINES_H

static int
from_header(int x)
{
	return x * 3 + 1;
}

static inline int
inlined(int x)
{
	int y = x * x;

	return y - 1;
}

int grammar(int n);
int distant(int n);

#endif

/* A generated parser: lines of a missing grammar.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "lines.h"

#line 100 "grammar.y"
int grammar(int n) {
	return from_header(n) +
#line 9 "lines_grammar.c"
		inlined(n);
}

static int
only_here(int n)
{
	return n * 7;
}

int
distant(int n)
{
	int sum = 0;

	while (n-- > 0)
		sum += only_here(n);
	return sum + from_header(sum);
}

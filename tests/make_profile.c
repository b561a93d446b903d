/* make_profile.c - a random profile of a program
 *
 *	make_profile PROGRAM SEED FILE
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

#include "randprof.h"

int
main(int argc, char **argv)
{
	struct profile_layout layout;
	struct target target;
	struct rng r;
	bool ok;

	if (argc != 4 || !target_read(&target, argv[1]))
		return 1;
	r = (struct rng){ strtoull(argv[2], NULL, 0) };
	layout_make(&layout, &target, &r);
	ok = profile_write(argv[3], &layout, &target, &r);
	target_release(&target);
	return !ok;
}

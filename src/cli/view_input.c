/* view_input.c - the input of views and exports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/view_input.h"

void
view_input_lookup(struct lookup *lookup, const struct view_input *in)
{
	lookup_open(lookup, in->loaded->graph, in->paths);
	lookup->gcov_dir = in->gcov_dir;
	lookup->full_paths = in->full_paths;
}

/* view_input.c - the input of views and exports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/view_input.h"

#include "cli/loaded_compare.h"

void
view_input_lookup(struct lookup *lookup, const struct view_input *in)
{
	lookup_open(lookup, in->loaded->graph, in->paths);
	lookup->gcov_dir = in->gcov_dir;
	lookup->full_paths = in->full_paths;
}

const struct comparison *
view_input_comparison(const struct loaded *l)
{
	return l->before != NULL ? &l->before->comparison : NULL;
}

struct names *
view_input_before(const struct loaded *l)
{
	return l->before != NULL ? &l->before->loaded->names : NULL;
}

void
view_input_compare(struct view_context *ctx, const struct loaded *l)
{
	ctx->comparison = view_input_comparison(l);
	ctx->before_names = view_input_before(l);
}

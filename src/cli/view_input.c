/* view_input.c - the input of views and exports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/view_input.h"

#include <assert.h>

#include "cli/loaded_compare.h"

bool
view_input_prepare(const struct view_input *in, struct stop *stop, struct err *e)
{
	return loaded_compare_side(in->loaded, in->side, in->options, stop, e) != NULL;
}

struct loaded *
view_input_shown(const struct view_input *in)
{
	struct err e;
	struct loaded *l = loaded_compare_side(in->loaded, in->side, in->options, NULL, &e);

	assert(l != NULL);
	return l;
}

void
view_input_lookup(struct lookup *lookup, const struct view_input *in)
{
	lookup_open(lookup, view_input_shown(in)->graph, in->paths);
	loaded_compare_lookup(in->loaded, in->side, lookup);
	lookup->gcov_dir = in->gcov_dir;
	lookup->full_paths = in->full_paths;
}

const struct comparison *
view_input_comparison(const struct loaded *l)
{
	return l->before != NULL ? &l->before->comparison : NULL;
}

void
view_input_compare(struct view_context *ctx, const struct view_input *in)
{
	ctx->comparison = view_input_comparison(in->loaded);
	ctx->compared = loaded_compare_shown(in->loaded, in->side);
}

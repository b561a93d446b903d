/* What views and exports are made from.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/view_input.h"

#include "callgraph/graph.h"

void
view_input_origin(struct origin *o, const struct view_input *in)
{
	origin_open(o, &in->loaded->profile, in->paths);
	o->gcov_dir = in->gcov_dir;
	o->full_paths = in->full_paths;
	o->first_weights = graph_weights(&in->loaded->graph);
	origin_weigh(o, NULL);
}

/* loaded_check.h - the profile with known times that --check compares with the estimates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LOADED_CHECK_H
#define LOADED_CHECK_H

#include "base/err.h"
#include "base/stop.h"
#include "cli/loaded.h"
#include "cli/options.h"
#include "figures/graph.h"
#include "figures/sharecheck.h"
#include "profile/profile.h"

/* A second profile of the program, whose times are known.  A struct loaded owns it. */
struct known_profile {
	struct profile profile;
	struct graph graph;		/* the graph of .profile */
	struct sharecheck check;	/* compares the graph of the struct loaded with .graph */
};

/* Reads the profile that O->check names, compares the graph of L with it, and adds notes to L.
 * Returns NULL on an error, which E describes, or if STOP, which may be NULL, stopped the work. */
struct known_profile *loaded_check(struct loaded *l, const struct options *o, struct stop *stop,
	struct err *e);

void loaded_check_free(struct known_profile *k);

#endif

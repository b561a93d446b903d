/* focus_options.c - the functions that --focus names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/focus_options.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/pattern.h"

static bool
matches(const regex_t *regex, const char *name)
{
	char *bare = names_demangle_bare(name);
	bool found = regexec(regex, name, 0, NULL, 0) == 0
		|| (bare != NULL && regexec(regex, bare, 0, NULL, 0) == 0);

	free(bare);
	return found;
}

bool
focus_options_find(struct view_context *ctx, const char *regex, uint32_t *funcs, uint32_t *n,
	struct err *e)
{
	const struct profile *p = view_context_unfolded(ctx);
	struct pattern pattern = { 0 };

	*n = 0;
	if (!profile_has(p, HAS_STACKS))
		return err_set(e, ERR_USAGE, "--focus=%s: only a profile of stacks tells which time was "
			"spent through a function; gprowse record PROGRAM records stacks", regex);
	if (!pattern_compile(&pattern, regex, e) || pattern.text == NULL) {
		if (pattern.text == NULL && *regex == '\0')
			(void)err_set(e, ERR_USAGE, "an empty name");
		return err_in(e, "--focus=%s", regex);
	}
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (matches(&pattern.regex, view_context_own_name(ctx, f))
		    || matches(&pattern.regex, p->funcs[f].name))
			funcs[(*n)++] = f;
	pattern_release(&pattern);
	return *n > 0 || err_set(e, ERR_USAGE, "--focus=%s: no function has such a name; "
		"--view=functions shows all names", regex);
}

/* Adds the foci of O to X and puts them in force. */
static bool
add_foci(struct exclusions *x, struct view_context *ctx, const struct options *o, struct err *e)
{
	uint32_t *funcs = mem_new(x->profile->nfuncs, sizeof(*funcs)), n;
	bool ok = true;

	for (size_t i = 0; ok && i < o->nfoci; i++) {
		ok = focus_options_find(ctx, o->foci[i], funcs, &n, e);
		if (ok && !exclusions_add_focus(x, funcs, n))
			ok = err_set(e, ERR_USAGE, "--focus=%s: not more than %d times", o->foci[i],
				MOST_FOCI);
		x->nfoci += ok;
	}
	free(funcs);
	return ok;
}

bool
focus_options_show(struct exclusions *x, struct view_context *ctx, const struct options *o,
	struct err *e)
{
	struct reduced old;

	*x = (struct exclusions){ 0 };
	if (o == NULL || o->nfoci == 0)
		return true;
	exclusions_open(x, ctx->graph);
	if (!add_foci(x, ctx, o, e)) {
		exclusions_release(x);
		return false;
	}
	(void)exclusions_solve(x, ctx->graph, NULL, &old);
	ctx->exclusions = x;
	view_context_set_exclusions(ctx, x);
	lookup_set_graph(ctx->lookup, ctx->graph);
	return true;
}

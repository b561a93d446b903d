/* view_context.c - what all views show, and how.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/view_context.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "text/shorten.h"

void
scene_open(struct scene *s, const struct graph *g, struct names *names, bool ascii)
{
	const struct profile *p = g->profile;
	double largest = 0;
	bool pieces = false;
	uint32_t i;

	*s = (struct scene){ .profile = p, .graph = g, .names = names, .ascii = ascii };
	for (i = 0; i < g->nnodes; i++) {
		const struct node *n = &g->nodes[i];

		if (n->time > largest)
			largest = n->time;
		if (n->index > s->most_index)
			s->most_index = n->index;
		pieces = pieces || fabs(n->time - round(n->time)) >= 0.05;
		s->has_calls = s->has_calls || n->calls > 0 || n->self_calls > 0;
	}
	s->has_time = largest > 0;
	s->scale = scale_of(p->rate, g->total, largest, p->abbreviation);
	s->scale.pieces = pieces;
	s->mangled = names->style == DEMANGLE_NONE;
	s->plain = mem_new(g->nnodes, sizeof(*s->plain));
	labels_find(s);
}

uint32_t
scene_stands_for(const struct scene *s, uint32_t f)
{
	return s->into && f < s->graph->nfuncs ? s->into[f] : f;
}

bool
scene_is_folded(const struct scene *s, uint32_t n)
{
	return scene_stands_for(s, n) != n;
}

uint32_t
scene_functions(const struct scene *s)
{
	uint32_t f, n = 0;

	if (!s->into)
		return s->graph->nfuncs;
	for (f = 0; f < s->graph->nfuncs; f++)
		n += s->into[f] == f;
	return n;
}

uint32_t
scene_callee(const struct scene *s, uint32_t arc)
{
	return scene_stands_for(s, s->origin->profile->arcs[arc].callee);
}

void
scene_take(struct scene *s, const struct cut_set *c)
{
	const struct graph *g = cuts_graph(c);
	const uint32_t *into = c->now.basis.fold ? c->now.basis.fold->into : NULL;
	uint32_t i = into == s->into ? g->nfuncs : 0;

	if (into != s->into && s->origin)
		origin_forget_shares(s->origin);
	s->profile = g->profile;
	s->graph = g;
	s->into = into;
	s->scale.total = g->total;
	s->plain = mem_fit(s->plain, g->nnodes, sizeof(*s->plain));
	for (; i < g->nnodes; i++)
		s->plain[i] = NULL;
	for (i = 0, s->most_index = 0; i < g->nnodes; i++)
		if (g->nodes[i].index > s->most_index)
			s->most_index = g->nodes[i].index;
	/* The same place in memory may have another graph. */
	s->ranked = NULL;
	s->changes++;
}

void
scene_release(struct scene *s)
{
	if (s->owns_names)
		names_release(&s->own_names);
	free(s->plain);
	free(s->ranks);
	arena_release(&s->text);
}

bool
scene_is_out(const struct scene *s, uint32_t n)
{
	return s->cuts && s->cuts->now.nfuncs > 0 && n < s->graph->nfuncs
		&& s->cuts->now.funcs[n];
}

bool
scene_is_cut(const struct scene *s, uint32_t arc)
{
	return s->cuts && s->cuts->now.narcs > 0 && s->cuts->now.arcs[arc];
}

bool
scene_is_cycle(const struct scene *s, uint32_t n)
{
	return n >= s->graph->nfuncs;
}

/* What several functions are called together. */
static const char *
folded_name(struct scene *s, uint32_t n)
{
	const char *symbol = s->profile->funcs[n].name;
	char *name = demangled(symbol, s->names->style), *plain = plain_name(name ? name : symbol);

	if (plain || name)
		symbol = arena_text(&s->text, plain ? plain : name, strlen(plain ? plain : name));
	free(plain);
	free(name);
	return symbol;
}

const char *
scene_own_name(struct scene *s, uint32_t f)
{
	const char *name = names_of(s->names, f);
	char *plain = plain_name(name);

	if (plain)
		name = arena_text(&s->text, plain, strlen(plain));
	free(plain);
	return name;
}

const char *
scene_name(struct scene *s, uint32_t n)
{
	if (n >= s->graph->nnodes)
		return "<spontaneous>";
	if (s->mangled && !scene_is_cycle(s, n))
		return s->profile->funcs[n].name;
	if (s->plain[n])
		return s->plain[n];
	if (scene_is_cycle(s, n)) {
		s->plain[n] = arena_printf(&s->text, "<cycle %u>", n - s->graph->nfuncs + 1);
		return s->plain[n];
	}
	if (s->into && s->profile->funcs[n].name != s->origin->profile->funcs[n].name) {
		s->plain[n] = folded_name(s, n);
		return s->plain[n];
	}
	s->plain[n] = scene_own_name(s, n);
	return s->plain[n];
}

bool
scene_rank_names(struct scene *s)
{
	uint32_t nnodes = s->graph->nnodes, n, rank = 0;
	uint32_t *order;
	const char **names;

	if (s->ranks && s->ranked == s->graph && s->ranked_mangled == s->mangled)
		return true;
	order = mem_new(nnodes, sizeof(*order));
	names = mem_new(nnodes, sizeof(*names));
	for (n = 0; n < nnodes && !scene_is_stopped(s, n); n++) {
		order[n] = n;
		names[n] = scene_name(s, n);
	}
	if (n < nnodes) {
		free(order);
		free(names);
		return false;
	}
	sort_texts(order, names, nnodes, false);
	free(s->ranks);
	s->ranks = mem_new(nnodes, sizeof(*s->ranks));
	for (n = 0; n < nnodes; n++) {
		if (n > 0 && strcmp(names[order[n - 1]], names[order[n]]) != 0)
			rank++;
		s->ranks[order[n]] = rank;
	}
	s->ranked = s->graph;
	s->ranked_mangled = s->mangled;
	free(order);
	free(names);
	return true;
}

uint32_t
scene_rank(struct scene *s, uint32_t n)
{
	return scene_rank_names(s) && n < s->graph->nnodes ? s->ranks[n] : 0;
}

void
scene_mangle(struct scene *s, bool mangled)
{
	s->mangled = mangled;
	if (mangled || s->names->style != DEMANGLE_NONE)
		return;
	names_open(&s->own_names, s->profile, DEMANGLE_AUTO);
	s->names = &s->own_names;
	s->owns_names = true;
}

uint32_t
scene_at_index(const struct scene *s, uint64_t index)
{
	return graph_at_index(s->graph, index);
}

size_t
scene_findings(const struct scene *s)
{
	return s->profile->nnotes + (s->origin ? s->origin->late.n
		+ (s->origin->trouble.kind != ERR_NONE) : 0);
}

bool
scene_is_idle(const struct scene *s, uint32_t n)
{
	const struct node *node = &s->graph->nodes[n];

	return node->time <= 0 && node->child_time <= 0
		&& node->calls == 0 && node->self_calls == 0;
}

static bool
is_hotter(const struct scene *s, uint32_t a, uint32_t b)
{
	struct share x = graph_share(s->graph, a);
	struct share y = graph_share(s->graph, b);

	if (x.self + x.child != y.self + y.child)
		return x.self + x.child > y.self + y.child;
	return s->profile->arcs[a].count > s->profile->arcs[b].count;
}

/* The hottest arc of function F, or BEST if that is hotter; not inside cycle CYCLE. */
static uint32_t
hottest_arc(const struct scene *s, uint32_t f, bool callers, uint32_t cycle, uint32_t best)
{
	const struct profile *p = s->profile;
	const uint32_t *at = callers ? p->in_at : p->out_at, *v = callers ? p->in : p->out;
	uint32_t i;

	for (i = at[f]; i < at[f + 1]; i++) {
		const struct arc *a = &p->arcs[v[i]];
		uint32_t other = callers ? a->caller : a->callee;

		if (a->caller == a->callee)
			continue;
		if (cycle != NOBODY && s->graph->nodes[other].cycle == cycle)
			continue;
		if (best == NOBODY || is_hotter(s, v[i], best))
			best = v[i];
	}
	return best;
}

uint32_t
scene_hottest(const struct scene *s, uint32_t n, bool callers)
{
	const struct graph *g = s->graph;
	uint32_t arc = NOBODY, i, c;

	if (n >= g->nnodes)
		return NOBODY;
	if (!scene_is_cycle(s, n)) {
		arc = hottest_arc(s, n, callers, NOBODY, NOBODY);
	} else {
		c = n - g->nfuncs;
		for (i = g->member_at[c]; i < g->member_at[c + 1]; i++)
			arc = hottest_arc(s, g->members[i], callers, n, arc);
	}
	if (arc == NOBODY)
		return NOBODY;
	return callers ? s->profile->arcs[arc].caller : s->profile->arcs[arc].callee;
}

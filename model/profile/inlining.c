/* inlining.c - inlined functions as functions of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/inlining.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/numbering.h"
#include "dwarf/inlines.h"
#include "dwarf/lines.h"
#include "profile/attribute.h"
#include "profile/attribute_lines.h"
#include "profile/callsites.h"
#include "profile/inlinedarcs.h"
#include "profile/inlinedrows.h"
#include "profile/spans.h"
#include "samples/samples.h"

/* The last instance that was found for a scope.  It is valid only for the unit with .code and for
 * .host. */
struct known_instance {
	const struct inlined_code *code;
	uint32_t host, instance;
};

struct inlining_maker {
	const struct profile *p;
	struct inlining *to;
	const uint32_t *heads;
	struct stop *stop;
	struct callsites places;
	struct inlined_rows rows;
	struct numbering numbers;	/* gives each host, .up and row an index in
					 * .to->instances */
	size_t instances_room;
	bool *has_instances;		/* owned; indexed by function: is code inlined into it? */
	const struct inlined_code *code;	/* inlined code of the current unit */
	struct known_instance *known;	/* owned; indexed by scope of any unit */
	size_t nknown, known_room;
	uint32_t image;			/* number of the image whose samples are attributed */
	uint32_t *instance_at_site;	/* owned; indexed by call site: the instance that makes the
					 * call, or NOBODY */
};

static bool
is_same_instance(const void *of, uint32_t number, const void *key)
{
	const struct inlined_instance *instance = &((const struct inlined_instance *)of)[number];
	const struct inlined_instance *sought = key;

	return instance->host == sought->host && instance->up == sought->up
		&& instance->func == sought->func;
}

/* Returns the number of the instance of ROW that is inlined into instance UP of HOST. */
static uint32_t
number_of_instance(struct inlining_maker *m, uint32_t host, uint32_t up, uint32_t row)
{
	struct inlining *to = m->to;
	const struct inlined_instance instance = { .func = row, .host = host, .up = up,
		.arc = NOBODY };
	uint64_t hash = numbering_hash_pair(&m->numbers, row, up != NOBODY ? up : ~host);
	uint32_t number = numbering_of(&m->numbers, hash, is_same_instance, to->instances,
		&instance);

	if (number == to->ninstances) {
		to->instances = mem_grow(to->instances, (size_t)to->ninstances + 1,
			&m->instances_room, sizeof(*to->instances));
		to->instances[to->ninstances++] = instance;
	}
	return number;
}

/* Sets M->code to CODE, and makes room for its scopes in M->known. */
static void
enter_unit(struct inlining_maker *m, const struct inlined_code *code)
{
	m->code = code;
	m->known = mem_grow(m->known, code->nscopes, &m->known_room, sizeof(*m->known));
	for (; m->nknown < code->nscopes; m->nknown++)
		m->known[m->nknown].code = NULL;
}

/* Is the instance of SCOPE in HOST in M->known?  SCOPE is a scope of M->code. */
static bool
knows_instance(const struct inlining_maker *m, uint32_t host, uint32_t scope)
{
	return m->known[scope].code == m->code && m->known[scope].host == host;
}

/* Returns the instance of SCOPE, a scope of M->code, in HOST. */
static uint32_t
instance_of_scope(struct inlining_maker *m, uint32_t host, uint32_t scope)
{
	uint32_t chain[INLINES_DEPTH], n = 0, instance = NOBODY;

	for (; scope != NOBODY && !knows_instance(m, host, scope);
	     scope = m->code->scopes[scope].up) {
		assert(n < INLINES_DEPTH);
		chain[n++] = scope;
	}
	if (scope != NOBODY)
		instance = m->known[scope].instance;
	while (n-- > 0) {
		const struct inline_scope *s = &m->code->scopes[chain[n]];

		instance = number_of_instance(m, host, instance, inlinedrows_number(&m->rows,
			m->p->funcs[host].image, s->symbol, s->file));
		m->known[chain[n]] = (struct known_instance){ m->code, host, instance };
	}
	return instance;
}

/* Adds spans for the code [LO, LAST], which belongs to HOST.  A span has the number of its
 * instance, or NOBODY where no code is inlined. */
static void
map_host(struct inlining_maker *m, struct spans *spans, uint32_t host, uint64_t lo, uint64_t last)
{
	const struct inlined_code *code
		= lines_inlined_code(callsites_lines(&m->places, m->p->funcs[host].image), lo);

	if (code == NULL || code->nspans == 0)
		return;
	enter_unit(m, code);
	for (size_t i = inlines_find(code, lo); i < code->nspans; i++) {
		uint32_t scope = code->spans[i].scope;
		uint64_t from = code->spans[i].lo > lo ? code->spans[i].lo : lo;

		if (from > last)
			break;
		m->has_instances[host] |= scope != NOBODY;
		spans_add(spans, from, scope != NOBODY ? instance_of_scope(m, host, scope) : NOBODY,
			false);
	}
}

/* Finds the instances in all functions of image IM that have samples or make calls.  Returns false
 * if the work was stopped. */
static bool
map_image(struct inlining_maker *m, uint32_t im)
{
	const struct profile *p = m->p;
	const struct spans *all = &p->spans[im];
	struct spans *spans = &m->to->spans[im];
	bool has_lines = lines_may_exist(callsites_lines(&m->places, im))
		&& lines_exist(callsites_lines(&m->places, im));

	for (size_t i = 0; i < all->n; i++) {
		uint32_t f = all->v[i].func;

		if (stop_asked_often(m->stop, i))
			return false;
		if (i == 0 || spans->v[spans->n - 1].func != NOBODY)
			spans_add(spans, all->v[i].lo, NOBODY, false);
		if (has_lines && f != NOBODY && !all->v[i].is_padding
		    && (p->ticks[f] > 0 || p->out.at[f + 1] > p->out.at[f]))
			map_host(m, spans, f, all->v[i].lo, spans_last(all, i));
	}
	spans_index(spans);
	return true;
}

static uint32_t
instance_at(const struct inlining *x, uint32_t image, uint64_t addr)
{
	const struct spans *s = &x->spans[image];

	return s->v[spans_at(s, addr)].func;
}

static void
credit_line(void *with, const char *file, unsigned line, uint64_t addr, double ticks)
{
	struct inlining_maker *m = with;
	uint32_t instance = instance_at(m->to, m->image, addr);

	(void)file;
	(void)line;
	if (instance != NOBODY)
		m->to->instances[instance].ticks += ticks;
}

/* Gives the instances in [LO, HI) their parts of the TICKS samples of this code, which belongs to
 * FUNC.  attribute_lines() divides the samples. */
static void
credit_instances(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	struct inlining_maker *m = with;

	if (func == NOBODY || !m->has_instances[func]
	    || !select_chosen(&m->p->named, INCL_FLAT, func))
		return;
	attribute_lines(&m->places, m->image, lo, hi, ticks, credit_line, m);
}

static bool
attribute_instances(struct inlining_maker *m)
{
	const struct profile *p = m->p;

	for (m->image = 0; m->image < p->nimages; m->image++)
		for (size_t k = 0; k < p->samples[m->image].nhistograms; k++) {
			const struct histogram *h = &p->samples[m->image].histograms[k];

			for (size_t i = 0; i < h->nused; i++) {
				if (stop_asked(m->stop, i))
					return false;
				attribute_bin(p, h, &h->bins[i], credit_instances, m);
			}
		}
	return true;
}

static uint32_t
count_real_arcs(const struct profile *p)
{
	return p->narcs - p->npossible;
}

/* Finds for each call site the instance that makes its calls.  Returns false if the work was
 * stopped. */
static bool
find_calls(struct inlining_maker *m)
{
	const struct profile *p = m->p;
	size_t n = profile_first_site(p, p->narcs);
	struct arc_sites of;

	m->instance_at_site = mem_new(n, sizeof(*m->instance_at_site));
	for (size_t i = 0; i < n; i++)
		m->instance_at_site[i] = NOBODY;
	for (uint32_t a = 0; n > 0 && a < count_real_arcs(p); a++) {
		const struct arc *arc = &p->arcs[a];

		if (stop_asked_often(m->stop, a))
			return false;
		if (!m->has_instances[arc->caller]
		    || m->heads[arc->caller] == m->heads[arc->callee])
			continue;
		of = profile_sites(p, a);
		for (uint32_t i = of.first; i < of.end; i++) {
			struct arc_record site = profile_site(p, &of, i);
			bool sure;
			uint64_t addr = callsites_address(&m->places, a, &site, &sure);

			m->instance_at_site[i] = instance_at(m->to, p->funcs[arc->caller].image,
				addr);
		}
	}
	return true;
}

/* Drops instances without samples and calls.  But an instance is kept if a kept instance is inlined
 * into it. */
static void
drop_unused(struct inlining_maker *m)
{
	struct inlining *to = m->to;
	uint32_t *number = mem_new(to->ninstances, sizeof(*number)), n = 0;
	size_t nsites = profile_first_site(m->p, m->p->narcs);

	for (size_t i = 0; i < nsites; i++)
		if (m->instance_at_site[i] != NOBODY)
			number[m->instance_at_site[i]] = 1;
	for (uint32_t i = to->ninstances; i-- > 0;) {
		if (to->instances[i].ticks > 0)
			number[i] = 1;
		if (number[i] != 0 && to->instances[i].up != NOBODY)
			number[to->instances[i].up] = 1;
	}
	for (uint32_t i = 0; i < to->ninstances; i++) {
		struct inlined_instance instance = to->instances[i];

		if (number[i] == 0) {
			number[i] = NOBODY;
			continue;
		}
		number[i] = n;
		if (instance.up != NOBODY)
			instance.up = number[instance.up];
		to->instances[n++] = instance;
	}
	for (size_t i = 0; i < nsites; i++)
		if (m->instance_at_site[i] != NOBODY)
			m->instance_at_site[i] = number[m->instance_at_site[i]];
	for (uint32_t im = 0; im < m->p->nimages; im++)
		for (size_t i = 0; i < to->spans[im].n; i++)
			if (to->spans[im].v[i].func != NOBODY)
				to->spans[im].v[i].func = number[to->spans[im].v[i].func];
	to->ninstances = n;
	free(number);
}

/* Sets X->funcs and X->arcs, for a profile with NFUNCS functions and NARCS arcs. */
static void
mark_inlined(struct inlining *x, uint32_t nfuncs, uint32_t narcs)
{
	x->funcs = mem_new(nfuncs, sizeof(*x->funcs));
	x->arcs = mem_new(narcs, sizeof(*x->arcs));
	for (uint32_t i = 0; i < x->ninstances; i++) {
		x->funcs[x->instances[i].func] = true;
		if (x->instances[i].arc != NOBODY)
			x->arcs[x->instances[i].arc] = true;
	}
}

bool
inlining_open(struct profile *q, const struct profile *p, const uint32_t *heads, struct stop *stop)
{
	struct inlining_maker m = { .p = p, .heads = heads, .stop = stop,
		.to = mem_new(1, sizeof(*m.to)) };
	bool done = true;

	assert(p->rules == RULES_EXACT && p->measured == NULL && p->inlining == NULL);
	m.to->nimages = p->nimages;
	m.to->spans = mem_new(p->nimages, sizeof(*m.to->spans));
	m.has_instances = mem_new(p->nfuncs, sizeof(*m.has_instances));
	callsites_open(&m.places, p);
	for (uint32_t im = 0; done && im < p->nimages; im++)
		done = map_image(&m, im);
	done = done && attribute_instances(&m) && find_calls(&m);
	if (done) {
		drop_unused(&m);
		profile_borrow(q, p);
		q->inlining = m.to;
		inlinedrows_add(&m.rows, q, &m.places);
		inlinedarcs_add(q, m.instance_at_site);
		mark_inlined(m.to, q->nfuncs, q->narcs);
	} else {
		inlining_free(m.to);
	}
	callsites_release(&m.places);
	inlinedrows_release(&m.rows);
	numbering_release(&m.numbers);
	free(m.has_instances);
	free(m.known);
	free(m.instance_at_site);
	return done;
}

struct inlining *
inlining_fold(const struct profile *p, const uint32_t *into, const uint32_t *arcs_into)
{
	const struct inlining *x = p->inlining;
	struct inlining *to = mem_new(1, sizeof(*to));

	*to = *x;
	to->lent_spans = true;
	to->instances = mem_new(x->ninstances, sizeof(*to->instances));
	to->calls = mem_new(x->ncalls, sizeof(*to->calls));
	for (uint32_t i = 0; i < x->ninstances; i++) {
		const struct inlined_instance *from = &x->instances[i];
		struct inlined_instance *instance = &to->instances[i];
		uint32_t outer = into[from->up != NOBODY ? x->instances[from->up].func
			: from->host];

		*instance = *from;
		instance->func = into[from->func];
		instance->host = into[from->host];
		instance->arc = from->arc != NOBODY && outer != instance->func
			? arcs_into[from->arc]
			: NOBODY;
	}
	for (size_t i = 0; i < x->ncalls; i++) {
		to->calls[i] = x->calls[i];
		to->calls[i].host_arc = arcs_into[x->calls[i].host_arc];
		to->calls[i].arc = arcs_into[x->calls[i].arc];
	}
	mark_inlined(to, p->nfuncs, p->narcs);
	return to;
}

void
inlining_free(struct inlining *x)
{
	if (x == NULL)
		return;
	for (uint32_t im = 0; im < x->nimages && !x->lent_spans; im++)
		spans_release(&x->spans[im]);
	if (!x->lent_spans)
		free(x->spans);
	free(x->instances);
	free(x->calls);
	free(x->funcs);
	free(x->arcs);
	free(x);
}

uint32_t
inlining_func_at(const struct profile *p, uint32_t image, uint64_t addr)
{
	uint32_t instance = p->inlining != NULL ? instance_at(p->inlining, image, addr) : NOBODY;

	return instance != NOBODY ? p->inlining->instances[instance].func
		: profile_func_at(p, image, addr);
}

bool
inlining_is_in(const struct profile *p, uint32_t image, uint64_t addr, uint32_t f)
{
	uint32_t instance = p->inlining != NULL ? instance_at(p->inlining, image, addr) : NOBODY;

	for (; instance != NOBODY; instance = p->inlining->instances[instance].up)
		if (p->inlining->instances[instance].func == f)
			return true;
	return profile_func_at(p, image, addr) == f;
}

bool
inlining_is_arc(const struct profile *p, uint32_t a)
{
	return p->inlining != NULL && p->inlining->arcs[a];
}

bool
inlining_has_instances(const struct profile *p, uint32_t f)
{
	return p->inlining != NULL && p->inlining->funcs[f];
}

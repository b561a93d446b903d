/* listing.c - what the listings of gprof have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "measured/measured.h"

void
listing_begin_page(struct listing *l)
{
	if (l->started)
		out_text(l->out, "\f\n");
	l->started = true;
}

/* Returns the name of the data from which the totals of M are known. */
static const char *
known_from(const struct measured *m)
{
	return m->has_costs ? "the costs of calls" : "recorded stacks";
}

void
listing_put_known(struct listing *l)
{
	const struct profile *p = l->profile;
	const struct measured *m = p->measured;
	const struct measure *measure = &l->graph->measure;
	const char *event = graph_event(l->graph)->name;
	struct out *o = l->out;
	char digits[SUM64_ROOM];

	if (m->estimated)
		out_text(o, "Totals are estimates, as the file says: ");
	else if (!profile_has(p, HAS_CALLERS))
		out_text(o, "Totals are not known: ");
	else if (!profile_has(p, HAS_TOTALS))
		out_text(o, "Totals are estimated from counts of calls: ");
	else
		out_printf(o, "Totals are known from %s: ", known_from(m));
	if (strcmp(event, l->dimension) != 0) {
		out_name(o, event);
		out_text(o, ", ");
	}
	if (l->rate == 1 && sum64_text(digits, measure->total, measure->total64))
		out_text(o, digits);
	else
		out_fixed(o, 0, l->rate > 1 ? 2 : 0, measure->total / l->rate);
	out_text(o, " ");
	out_name(o, l->dimension);
	if (measure->nsamples > 0 && measure->rate > 0)
		out_printf(o, " in %llu sample%s", (unsigned long long)measure->nsamples,
			measure->nsamples == 1 ? "" : "s");
	out_text(o, ".\n");
}

void
listing_put_time(struct listing *l, int width, double samples, uint64_t sum64)
{
	char digits[SUM64_ROOM];

	if (l->rate == 1 && sum64_text(digits, samples, sum64))
		out_printf(l->out, "%*s.00", width - 3, digits);
	else
		out_fixed(l->out, width, 2, samples / l->rate);
}

void
listing_put_granularity(struct listing *l, double total, const char *unit)
{
	double scale = l->profile->scale;
	uint64_t bytes = scale >= 0 && scale < 1e18 ? 2 * (uint64_t)scale : 0;

	if (profile_has(l->profile, HAS_EVENTS)) {
		out_text(l->out, "\n");
		listing_put_known(l);
		out_text(l->out, "\n");
		return;
	}
	out_printf(l->out, "\ngranularity: each sample hit covers %llu byte(s)",
		(unsigned long long)bytes);
	if (total > 0)
		out_printf(l->out, " for %.2f%% of %.2f %s\n\n", 100 / total, total / l->rate, unit);
}

const char *
listing_name(const struct listing *l, uint32_t f)
{
	if (l->options->traditional)
		return l->profile->funcs[f].name;
	return names_of(l->names, f);
}

void
listing_prefetch(const struct listing *l, uint32_t f)
{
	__builtin_prefetch(&l->graph->nodes[f]);
	if (l->graph->inclusion != NULL)
		__builtin_prefetch(&l->graph->inclusion[f]);
	__builtin_prefetch(&l->labels[f]);
}

void
listing_prefetch_name(const struct listing *l, uint32_t f)
{
	enum { CACHE_LINE = 64 };
	const struct label *label = &l->labels[f];

	if (label->length <= sizeof(label->short_text))
		return;
	__builtin_prefetch(label->long_text);
	__builtin_prefetch(label->long_text + CACHE_LINE);
}

const char *
listing_path(const struct listing *l, const char *path)
{
	return l->options->print_path ? path : pathname_base(path);
}

/* Writes to OUT what listing_put_name() prints for function F.  Returns the same length as
 * listing_put_name(). */
static size_t
write_name(const struct listing *l, uint32_t f, struct out *out)
{
	const struct profile *p = l->profile;
	const char *name = listing_name(l, f), *path;
	char text[64];
	int n;

	out_name(out, name);
	if (!(l->options->profile.lines || l->options->inline_file_names)
	    || p->places[f].file == NOBODY)
		return strlen(name);
	path = listing_path(l, p->files[p->places[f].file]);
	if (l->options->profile.lines)
		n = snprintf(text, sizeof(text), ":%u @ %llx)", (unsigned)p->places[f].line,
			(unsigned long long)p->funcs[f].lo);
	else
		n = snprintf(text, sizeof(text), ":%u)", (unsigned)p->places[f].line);
	out_text(out, " (");
	out_name(out, path);
	out_text(out, text);
	return strlen(name) + 2 + strlen(path) + (size_t)n;
}

const char *
listing_tag(const struct listing *l, uint32_t n, char text[16])
{
	const struct node *node = &l->graph->nodes[n];

	snprintf(text, 16, node->shown ? "[%u]" : "(%u)", (unsigned)node->index);
	return text;
}

const char *
listing_entry_tag(const struct node *node, char text[16])
{
	snprintf(text, 16, "[%u]", (unsigned)node->index);
	return text;
}

uint32_t
listing_cycle(const struct listing *l, uint32_t n)
{
	const struct graph *g = l->graph;

	if (n < g->nfuncs)
		n = g->nodes[n].cycle;
	return n == NOBODY ? 0 : n - g->nfuncs + 1;
}

/* Writes the end of F's full name: the number of its cycle, if F is in a cycle, and its index, if
 * the profile has calls. */
static void
write_cycle_and_index(const struct listing *l, uint32_t f, struct out *out)
{
	const struct node *node = &l->graph->nodes[f];
	uint32_t cycle = listing_cycle(l, f);

	if (cycle > 0) {
		out_text(out, " <cycle ");
		out_count(out, 0, cycle);
		out_text(out, ">");
	}
	if (l->profile->has_arcs || l->profile->npossible > 0) {
		out_text(out, node->shown ? " [" : " (");
		out_count(out, 0, node->index);
		out_text(out, node->shown ? "]" : ")");
	}
}

static const char *
label_text(const struct label *label)
{
	return label->length <= sizeof(label->short_text) ? label->short_text : label->long_text;
}

size_t
listing_put_name(struct listing *l, uint32_t f)
{
	const struct label *label = &l->labels[f];

	if (label->length == 0)
		return write_name(l, f, l->out);
	out_bytes(l->out, label_text(label), label->name);
	return label->columns;
}

void
listing_put_full_name(struct listing *l, uint32_t f)
{
	const struct label *label = &l->labels[f];

	if (label->length == 0) {
		write_name(l, f, l->out);
		write_cycle_and_index(l, f, l->out);
	} else {
		out_bytes(l->out, label_text(label), label->length);
	}
}

/* Do any samples contain function N?  The values of these samples may add up to 0, because some
 * values are less than 0.  If no value in the profile is less than 0, returns false. */
static bool
has_amount(const struct listing *l, uint32_t n)
{
	return n < l->graph->nfuncs && l->graph->has_amount != NULL && l->graph->has_amount[n];
}

bool
listing_is_unused(const struct listing *l, uint32_t n)
{
	return l->graph->nodes[n].calls == 0 && graph_time(l->graph, n) == 0 && !has_amount(l, n)
		&& (!profile_has(l->profile, HAS_TOTALS) || graph_children_time(l->graph, n) == 0);
}

bool
listing_has_entry(const struct listing *l, uint32_t n)
{
	const struct node *node = &l->graph->nodes[n];

	/* As in gprof, with -l cycles have no entry, and functions have an entry only if .is_func
	 * is set.  With -l --exact, only lines have no entry. */
	if (l->options->profile.lines && n >= l->graph->nfuncs && !l->options->exact)
		return false;
	if (l->options->profile.lines && n < l->graph->nfuncs && (l->options->exact
	    ? l->profile->funcs[n].is_line : !l->profile->funcs[n].is_func))
		return false;
	return node->shown && (l->options->unused || node->calls > 0
		|| graph_self_calls(l->graph, n) > 0 || node->self != 0 || node->children != 0
		|| has_amount(l, n));
}

/* Makes the label of F.  TEXT is a buffer that this function may overwrite. */
static void
make_label(struct listing *l, uint32_t f, struct out *text)
{
	enum { MOST_LABEL = 4096 };		/* greatest length of a label, in bytes; a longer
						 * name has no label, and is made again for each
						 * use */
	struct label *label = &l->labels[f];
	size_t columns, name;

	text->used = 0;
	columns = write_name(l, f, text);
	name = text->used;
	write_cycle_and_index(l, f, text);
	if (text->used > MOST_LABEL)
		return;
	*label = (struct label){ .columns = (uint16_t)columns, .name = (uint16_t)name,
		.length = (uint16_t)text->used };
	if (text->used <= sizeof(label->short_text))
		memcpy(label->short_text, text->bytes, text->used);
	else
		label->long_text = arena_text(&l->text, text->bytes, text->used);
}

/* Makes the labels of all functions with figures.  Their names are printed more than once, and in
 * another order than they have in memory. */
static void
make_labels(struct listing *l)
{
	struct out text;

	out_collect(&text, l->out);
	for (uint32_t f = 0; f < l->profile->nfuncs; f++)
		if (!listing_is_unused(l, f) || listing_has_entry(l, f))
			make_label(l, f, &text);
	out_close(&text);
}

void
listing_open(struct listing *l, bool labelled)
{
	l->labels = mem_aligned(l->profile->nfuncs, sizeof(*l->labels));
	for (uint32_t f = 0; f < l->profile->nfuncs; f++)
		l->labels[f].length = 0;
	if (labelled)
		make_labels(l);
}

void
listing_release(struct listing *l)
{
	free(l->labels);
	arena_release(&l->text);
}

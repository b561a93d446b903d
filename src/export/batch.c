/* batch.c - prints a view of the browser as text or data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/visible.h"
#include "cli/choices.h"
#include "cli/focus_options.h"
#include "cli/loaded_check.h"
#include "columns/nodelines.h"
#include "export/selected.h"
#include "export/threshold.h"
#include "export/viewout.h"
#include "io/message.h"
#include "lookup/sourceplace.h"
#include "table/column_values.h"
#include "table/view_filter.h"
#include "table/view_sort.h"
#include "table/view_unfold.h"
#include "views/views.h"

enum {
	WIDTH = 160, HEIGHT = 50, NAMES_ROOM = 400,
	LEAST_WIDTH = 20, MOST_WIDTH = 10000,	/* columns of text */
};

/* Frames of a picture with less than this percentage of the time are not printed as data, unless
 * --percent-limit is given. */
static const double LEAST_FRAME = 0.1;

/* A view that is being printed. */
struct printing {
	const struct view_request *batch;
	const struct view_ops *ops;
	struct view_context *ctx;
	int sort;			/* index of the column that --sort names; -1: there is no
					 * --sort */
	struct viewout out;
	int width;			/* of text, in cells; 0: lines may have any width */
	size_t hidden;			/* rows that --percent-limit has hidden */
	size_t cut;			/* number of frames at depth .cut_depth that contain other
					 * frames; those have no rows, because they are too deep */
	uint32_t cut_depth;		/* depth of the frames that .cut counts */
	bool is_incomplete;		/* some frames of a picture lack the frames inside them */
	struct err *e;
};

/* Fills V.  If no row has a value in the column that --sort names, sorts the rows as usual. */
static void
fill(const struct printing *p, struct view *v)
{
	view_fill(v);
	if (p->sort < 0 || v->rows.n == 0 || view_sort_has_values(v, p->sort))
		return;
	message("--sort=%s: no row has a value there; the order is the usual one", p->batch->sort);
	view_sort_by(v, p->ops->sort, v->reverse);
}

static struct view *
new_sorted_view(struct printing *p, uint32_t subject)
{
	struct view *v = view_new(p->ops, p->ctx, subject, p->width > 0 ? p->width : WIDTH, HEIGHT);

	if (p->sort >= 0)
		v->sort = p->sort;
	v->reverse = p->batch->reverse;
	return v;
}

/* Finds the column that --sort names.  False: the view cannot be sorted by it, as P->e says. */
static bool
find_sort_column(struct printing *p)
{
	const struct column *c = p->ops->columns;
	char ids[NAMES_ROOM] = "";
	size_t n = 0;
	int i;

	p->sort = p->batch->sort != NULL ? column_value_named(p->ops, p->batch->sort,
		strlen(p->batch->sort)) : -1;
	if (p->batch->sort == NULL || p->sort >= 0)
		return true;
	for (i = 0; i < p->ops->ncolumns && n < sizeof(ids); i++)
		if (column_value_is_sortable(&c[i]))
			n += (size_t)snprintf(ids + n, sizeof(ids) - n, " %s", c[i].id);
	if (n == 0)
		return err_set(p->e, ERR_USAGE, "--sort=%s: the rows of the view %s have their own "
			"order", p->batch->sort, p->ops->info->name);
	return err_set(p->e, ERR_USAGE, "--sort=%s: the view %s has no such column to sort by; it "
		"has%s", p->batch->sort, p->ops->info->name, ids);
}

/* Writes the rows of V that match --filter and that --percent-limit does not hide.  False: --filter
 * is not a regular expression. */
static bool
write_matching_rows(struct printing *p, struct view *v)
{
	if (p->batch->filter != NULL && !view_filter_narrow(v, p->batch->filter, p->e))
		return false;
	if (p->ops->picture == NULL)
		p->hidden += threshold_hide(v, p->batch->percent_limit);
	else
		p->cut = p->ops->picture->cut(v, &p->cut_depth);
	if (p->ops->picture != NULL)
		p->is_incomplete |= p->ops->picture->is_incomplete(v);
	viewout_add(&p->out, v, false);
	return true;
}

/* Does V, the calls of a function, have a row that matches --filter?  The filter always keeps the
 * row of the function itself.  Returns true for this row only if it matches. */
static bool
has_matching_row(struct view *v)
{
	if (v->filter.text == NULL || v->rows.n > 1)
		return true;
	return v->rows.n == 1 && (!view_cost(v, &v->rows.v[0])->subject
		|| view_filter_matches(v, &v->rows.v[0]));
}

/* Does the call graph have an entry for node N?  It has none if -e, -f, -q or -Q hides N, or if N
 * is not used and CTX->all is not set. */
static bool
has_entry(const struct view_context *ctx, uint32_t n)
{
	return ctx->graph->nodes[n].shown && (ctx->all || !view_context_is_idle(ctx, n));
}

/* Hides rows of V, the calls of a function, as --percent-limit says.  If the function itself has
 * too little time, returns false, and counts all rows as hidden: V is not to be printed.  If NAMED,
 * the user named the function, and it is printed with any time. */
static bool
hide_calls(struct printing *p, struct view *v, bool named)
{
	bool all = !named && threshold_hides_subject(v, p->batch->percent_limit);

	p->hidden += all ? v->rows.n : threshold_hide(v, p->batch->percent_limit);
	return !all;
}

/* Prints the calls of node N.  If N is NOBODY, prints the calls of every node that has an entry,
 * sorted by index. */
static bool
print_calls(struct printing *p, uint32_t n)
{
	const struct graph *g = p->ctx->graph;
	bool ok = true, first = true;
	struct view *v;
	uint32_t i;

	for (i = 0; i < (n != NOBODY ? 1 : g->nnodes) && ok && p->out.left > 0; i++) {
		uint32_t subject = n != NOBODY ? n : g->entries[i];

		if (n == NOBODY && !has_entry(p->ctx, subject))
			continue;
		v = new_sorted_view(p, subject);
		view_fill(v);
		ok = p->batch->filter == NULL || view_filter_narrow(v, p->batch->filter, p->e);
		if (ok && has_matching_row(v) && hide_calls(p, v, n != NOBODY)) {
			viewout_add(&p->out, v, !first);
			first = false;
		}
		view_free(v);
	}
	return ok;
}

/* Returns the least width of a frame that is printed, as a part of the whole width, 0 to 1.
 * Returns 0 if the least width is one cell. */
static double
least_frame(const struct printing *p)
{
	double percent = p->batch->percent_limit;

	if (percent <= 0 && p->out.format != VIEWOUT_TEXT)
		percent = LEAST_FRAME;
	return percent / 100;
}

static bool
print_rows(struct printing *p, uint32_t n)
{
	bool about = p->ops->info->printed == PRINT_ABOUT;
	struct view *v = new_sorted_view(p, about ? n : NOBODY);
	bool ok;

	p->ctx->all |= n != NOBODY;
	if (p->ops->picture != NULL) {
		v->least_part = least_frame(p);
		v->width = p->out.width > 0 ? p->out.width : v->width;
	}
	fill(p, v);
	if (p->ops->printed_open)
		view_unfold_every_row(v);
	/* An endless tree cannot be unfolded as a whole.  With --percent-limit, unfold the rows
	 * that are not hidden.  Otherwise unfold, from each root, the path with the most time. */
	if (p->ops->picture != NULL)
		;			/* view_fill() has omitted small frames of the picture */
	else if (p->ops->endless && p->batch->percent_limit > 0)
		threshold_unfold(v, p->batch->percent_limit);
	else if (p->ops->endless)
		view_unfold_hottest_paths(v);
	if (n != NOBODY && !about)
		selected_keep_node(v, n);
	ok = write_matching_rows(p, v);
	view_free(v);
	return ok;
}

/* The text of function F in file FILE was printed.  Prints which other files have lines of F. */
static void
say_rest(const struct printing *p, uint32_t f, uint32_t file)
{
	const struct sources *s = lookup_sources(p->ctx->lookup);
	char text[NAMES_ROOM];

	nodelines_describe_rest(p->ctx, f, file, "", text, sizeof(text));
	if (*text != '\0' && p->out.format == VIEWOUT_TEXT)
		fprintf(p->out.file, "%s%s; --view=lines --select='[%u]' shows all lines\n",
			sourceplace_shown(p->ctx->lookup, s->files[file].path), text,
			p->ctx->graph->nodes[f].index);
}

static bool
print_source(struct printing *p, const struct selected_place *place)
{
	struct view *v = new_sorted_view(p, place->file);
	bool ok;

	view_fill(v);
	if (place->func != NOBODY) {
		selected_keep_lines(v, place);
		v->about = place->func;
	}
	ok = write_matching_rows(p, v);
	if (ok && place->func != NOBODY && place->line == 0 && p->ctx->has_time)
		say_rest(p, place->func, place->file);
	view_free(v);
	return ok;
}

/* If N is a node, prints its lines.  If N is NOBODY, prints the rows (lines or files) at PLACE or,
 * if PLACE has no file, all rows. */
static bool
print_place_rows(struct printing *p, uint32_t n, const struct selected_place *place)
{
	struct view *v = new_sorted_view(p, n);
	bool ok;

	p->ctx->all |= n != NOBODY || place->file != NOBODY;
	fill(p, v);
	if (n == NOBODY && place->file != NOBODY)
		selected_keep_place(v, place);
	if (p->ctx->all && v->rows.n == 0 && p->batch->select != NULL)
		ok = err_set(p->e, ERR_EMPTY, "--select=%s: it has no lines with figures",
			p->batch->select);
	else
		ok = write_matching_rows(p, v);
	view_free(v);
	return ok;
}

/* Returns what to do if no source line is known, to be appended to a message. */
static const char *
advice(const struct view_context *ctx)
{
	return profile_has(ctx->profile, HAS_EVENTS) ? "" : "; compile with -g";
}

/* Prints the source file of PLACE.  If PLACE has no file, prints every source file with figures. */
static bool
print_sources(struct printing *p, const struct selected_place *place)
{
	const struct sources *s = lookup_sources(p->ctx->lookup);
	struct selected_place each = { .func = NOBODY };
	bool ok = true;
	uint32_t shown = 0;

	if (place->file != NOBODY)
		return print_source(p, place);
	for (each.file = 0; each.file < s->nfiles && ok; each.file++)
		if (sources_has_figures(&s->files[each.file])) {
			ok = print_source(p, &each);
			shown++;
		}
	if (ok && shown == 0)
		return err_set(p->e, ERR_EMPTY, "no source line has figures%s", advice(p->ctx));
	return ok;
}

/* If the selected node N has no time of its own, but a clone of N has time, tells the user the name
 * of the clone. */
static void
say_clone(const struct printing *p, uint32_t n)
{
	uint32_t clone = selected_clone_with_time(p->ctx, n);

	if (clone != NOBODY)
		message("--select=%s: it has no time of its own; its clone %s has",
			p->batch->select, view_context_name(p->ctx, clone));
}

/* Prints a view of source lines or files.  If SELECT is not NULL, prints only the rows that it
 * names. */
static bool
print_source_view(struct printing *p, const char *select)
{
	struct selected_place place = { .file = NOBODY, .func = NOBODY };
	uint32_t n = select != NULL && p->ops->line != NULL && !p->ops->about_file
		? selected_find_node(p->ctx, select) : NOBODY;

	/* If no line of the program is known, go on to the error message below: the message helps
	 * more than a single row with an unknown line. */
	if (n != NOBODY && lookup_sources(p->ctx->lookup)->nlines > 0) {
		say_clone(p, n);
		return print_place_rows(p, n, &place);
	}
	if (!profile_has(p->ctx->profile, HAS_LINES))
		return err_set(p->e, ERR_EMPTY, "the profile has no source lines");
	if (select != NULL)
		place = selected_find_place(p->ctx, select, p->ops->about_file);
	if (select != NULL && place.file == NOBODY)
		return selected_find_node(p->ctx, select) == NOBODY && strchr(select, '.') == NULL
			? selected_not_found(p->ctx, select, p->e)
			: err_set(p->e, ERR_EMPTY, "--select=%s: no function with a known source, "
			"and no file or file:line%s", select, advice(p->ctx));
	return p->ops->about_file ? print_sources(p, &place) : print_place_rows(p, NOBODY, &place);
}

static bool
print_view(struct printing *p)
{
	enum view_printed printed = p->ops->info->printed;
	const char *select = p->batch->select;
	uint32_t n;

	if (printed == PRINT_PLACES || printed == PRINT_EACH_SOURCE)
		return print_source_view(p, select);
	n = select != NULL ? selected_find_node(p->ctx, select) : NOBODY;
	if (select != NULL && n == NOBODY)
		return selected_not_found(p->ctx, select, p->e);
	if (select != NULL)
		say_clone(p, n);
	return printed == PRINT_EACH_NODE ? print_calls(p, n) : print_rows(p, n);
}

bool
batch_has_view(const char *name, struct err *e)
{
	size_t i;

	return choices_find(options_row(OPT_VIEW), name, &i, e);
}

/* Returns the width of text on FILE: the number in the environment variable COLUMNS or, if that is
 * not usable, the width of the terminal.  Returns 0 if neither width can be used; then lines may
 * have any width. */
static int
output_width(FILE *file)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	long n = columns != NULL ? strtol(columns, NULL, 10) : 0;

	if (n >= LEAST_WIDTH && n <= MOST_WIDTH)
		return (int)n;
	if (!isatty(fileno(file)) || ioctl(fileno(file), TIOCGWINSZ, &size) != 0
		|| size.ws_col < LEAST_WIDTH)
		return 0;
	return size.ws_col;
}

/* Finds the view, the format and the sort column, checks the filter, and begins the output. */
static bool
open_output(struct printing *p)
{
	const struct view_request *b = p->batch;
	enum viewout_format format = VIEWOUT_TEXT;
	struct pattern filter = { 0 };
	struct view *like;
	struct err why;

	p->ops = views_find_printable(b->view);
	if (p->ops == NULL)
		return batch_has_view(b->view, p->e);
	if (p->ops->picture != NULL && graph_is_difference(p->ctx->graph)
	    && !profile_has(p->ctx->profile, HAS_STACKS))
		return err_set(p->e, ERR_USAGE, "--view=icicle of the difference needs stacks of both "
			"profiles, because estimates of stacks do not add up; --side=a and --side=b show A "
			"and B, --view=tree the difference");
	if (b->format != NULL && !viewout_format_named(b->format, &format, p->e))
		return false;
	if (!find_sort_column(p)
	    || (b->percent_limit > 0 && !threshold_applies(p->ops, p->e)))
		return false;
	if (b->filter != NULL && !pattern_compile(&filter, b->filter, &why))
		return err_set(p->e, ERR_USAGE, "--filter=%s", why.text);
	pattern_release(&filter);
	if (format == VIEWOUT_TEXT)
		p->width = output_width(p->out.file);
	like = new_sorted_view(p, NOBODY);
	viewout_open(&p->out, format, p->out.file, like, b->select,
		b->limited ? b->limit : SIZE_MAX);
	p->out.width = p->width;
	view_free(like);
	return true;
}

/* Writes TEXT below the rows or, if the output is data, to standard error. */
static void
say_below(const struct printing *p, const char *text)
{
	if (p->out.format == VIEWOUT_TEXT)
		fprintf(p->out.file, "%s\n", text);
	else
		message("%s", text);
}

/* Tells the user if a picture needs times but the profile has none, if the picture has too many
 * frames, or if it has frames that are too deep.  If --limit was reached, does not mention frames
 * that are too deep. */
static void
say_cut(const struct printing *p)
{
	char text[160];

	if (p->ops->picture != NULL && !p->ctx->has_time)
		say_below(p, "an icicle shows times, but the profile has none");
	if (p->is_incomplete)
		say_below(p, "incomplete: there are too many frames; --select=NAME prints what is inside "
			"a function");
	if (p->cut == 0 || p->out.left == 0)
		return;
	snprintf(text, sizeof(text), "%zu frame%s at depth %u %s deeper frames inside, which are "
		"omitted; --select=NAME prints what is inside a function", p->cut,
		p->cut == 1 ? "" : "s", p->cut_depth, p->cut == 1 ? "has" : "have");
	say_below(p, text);
}

/* Writes how many rows are hidden. */
static void
say_hidden(const struct printing *p)
{
	char text[120];

	if (p->hidden == 0)
		return;
	snprintf(text, sizeof(text), "%zu row%s hidden: %s less than %g %% of the time%s",
		p->hidden, p->hidden == 1 ? " is" : "s are",
		threshold_compared(p->ops, p->sort >= 0 ? p->sort : p->ops->sort),
		p->batch->percent_limit, p->ops->endless ? ", or not known" : "");
	say_below(p, text);
}

bool
batch_view(const struct view_input *in, const struct view_request *batch, FILE *file,
	struct err *e)
{
	struct view_context s;
	struct printing p = { .batch = batch, .ctx = &s, .out = { .file = file }, .e = e };
	struct exclusions foci;
	struct loaded *shown = view_input_shown(in);
	struct lookup lookup;
	bool ok, written;

	view_input_lookup(&lookup, in);
	view_context_open(&s, shown->graph, &shown->names, !visible_is_utf8());
	s.lookup = &lookup;
	s.all = in->all;
	if (in->loaded->known != NULL)
		s.check = &in->loaded->known->check;
	view_input_compare(&s, in);
	ok = focus_options_show(&foci, &s, in->options, e) && open_output(&p);
	if (ok) {
		ok = print_view(&p);
		say_hidden(&p);
		say_cut(&p);
		written = viewout_close(&p.out);
		if (ok && !written)
			ok = out_failed(e, errno);
	}
	if (lookup.trouble.kind != ERR_NONE)
		message("%s", lookup.trouble.text);
	if (lookup_truncated(&lookup) != NULL)
		message("%s: " CALLSITES_TRUNCATED, lookup_truncated(&lookup));
	view_context_release(&s);
	exclusions_release(&foci);
	lookup_release(&lookup);
	return ok;
}

/* test_app.c - keys that work in all views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/defaults.h"
#include "app/prompt_actions.h"
#include "app/search.h"
#include "base/mem.h"
#include "bytes.h"
#include "fixture_has.h"
#include "notes/notes.h"
#include "screen/keymap.h"
#include "text/text.h"
#include "views/views.h"

static void
test_quit_and_requests_to_the_terminal(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "<Enter>q");
	assert_int_equal(f.app.request, REQUEST_NOTHING);
	fixture_has_at(&f, 1, "%self▼");
	press(&f, "q");
	assert_int_equal(f.app.request, REQUEST_QUIT);
	f.app.request = REQUEST_NOTHING;
	/* q on a page of text goes back to the view of calls and selects the same row. */
	press(&f, "<Enter>j?q");
	fixture_has_at(&f, 0, "calls of");
	press(&f, "iq");
	fixture_has_at(&f, 0, "calls of");
	press(&f, "!q");
	fixture_has_at(&f, 0, "calls of");
	assert_int_equal(f.app.request, REQUEST_NOTHING);
	press(&f, "q");
	press(&f, "j<Enter>Q");
	assert_int_equal(f.app.request, REQUEST_QUIT);
	press(&f, "<C-z>");
	assert_int_equal(f.app.request, REQUEST_SUSPEND);
	press(&f, "<C-l>");
	assert_int_equal(f.app.request, REQUEST_REDRAW);
	press(&f, "/<C-c>");
	assert_int_equal(f.app.request, REQUEST_NOTHING);
	press(&f, "<C-c>");
	assert_int_equal(f.app.request, REQUEST_QUIT);
	fixture_close(&f);
}

/* Back and forward restore the cursor and the order of every view. */
static void
test_history(void **state)
{
	struct fixture f;
	char before[512];

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "scjj");
	snprintf(before, sizeof(before), "%s", cursor_line(&f));
	press(&f, "<Enter>k<Enter>");
	press(&f, "<lt><Backspace>");
	assert_string_equal(cursor_line(&f), before);
	fixture_has_at(&f, 1, "calls▼");
	press(&f, "<lt>");
	fixture_has_at(&f, 23, "where you started");
	press(&f, ">");
	fixture_has_at(&f, 0, "calls of [");
	press(&f, "<A-Right><A-Right>");
	fixture_has_at(&f, 23, "there is no later view");
	/* Going to another view drops the later views. */
	press(&f, "<C-o><C-o>C>");
	fixture_has_at(&f, 23, "there is no later view");
	fixture_close(&f);
}

static void
test_long_history(void **state)
{
	struct fixture f;
	int i;

	(void)state;
	fixture_open(&f, 80, 24);
	for (i = 0; i < 500; i++)
		press(&f, i % 2 ? "f" : "C");
	press(&f, "<lt><lt>");
	for (i = 0; i < 500; i++)
		press(&f, "<lt>");
	fixture_has_at(&f, 23, "where you started");
	fixture_close(&f);
}

static void
test_escape_peels(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "<Enter>/main<Enter>/x");
	press(&f, "<Esc>");
	fixture_has_at(&f, 0, "calls of [");
	assert_non_null(app_view(&f.app)->pattern.text);
	press(&f, "<Esc>");
	assert_null(app_view(&f.app)->pattern.text);
	fixture_has_at(&f, 0, "calls of [");
	press(&f, "<Esc>");
	fixture_has_at(&f, 1, "%self▼");
	fixture_close(&f);
}

static void
test_go_to_index(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "12");
	fixture_has_at(&f, 23, "go to index 12");
	press(&f, "<Enter>");
	fixture_has_selected(&f, "[12]");
	press(&f, "<Enter>3<Enter>");
	fixture_has_at(&f, 0, "calls of [3]");
	press(&f, "999<Enter>");
	fixture_has_at(&f, 23, "there is no [999]");
	press(&f, "99999999999999999999999999<Enter>");
	fixture_has_at(&f, 23, "there is no [9999");
	/* A key that is not a digit ends the number and does its usual action. */
	press(&f, "1f");
	fixture_has_at(&f, 1, "%self▼");
	press(&f, "1<Backspace>");
	assert_int_equal(f.app.prompt.question, ASK_NOTHING);
	fixture_close(&f);
}

/* A number before a movement key repeats this key.  A number before G is the number of a row. */
static void
test_repeat_counts(void **state)
{
	struct fixture f;
	const struct list *l;

	(void)state;
	fixture_open(&f, 80, 8);
	l = &app_view(&f.app)->list;
	press(&f, "4j");
	assert_int_equal(l->cursor, 4);
	press(&f, "3kj");
	assert_int_equal(l->cursor, 2);
	press(&f, "5G");
	assert_int_equal(l->cursor, 4);
	press(&f, "1g");
	assert_int_equal(l->cursor, 0);
	press(&f, "2<PgDn>");
	assert_int_equal(l->top, 2 * (l->height - 1));
	press(&f, "99999999999999999999999999<PgDn>");
	assert_int_equal(l->cursor, l->n - 1);
	press(&f, "4294967299<Up>");
	assert_int_equal(l->cursor, 0);
	press(&f, "4294967295G");
	assert_int_equal(l->cursor, l->n - 1);
	press(&f, "2fk");
	assert_int_equal(l->cursor, l->n - 2);
	/* C-d, C-u, C-f, C-e and C-y are movement keys, too.  They do not edit the number. */
	press(&f, "g3<C-d>");
	assert_int_equal(l->top, 3 * (l->height / 2));
	press(&f, "2<C-u>");
	assert_int_equal(l->top, l->height / 2);
	press(&f, "g2<C-f>");
	assert_int_equal(l->top, 2 * (l->height - 1));
	press(&f, "g5<C-e>2<C-y>");
	assert_int_equal(l->top, 3);
	/* 2] goes two hot rows down, 9] to the last hot row, 9[ to the first.  2n goes two matches
	 * down. */
	press(&f, "g2]");
	assert_int_equal(l->cursor, 2);
	press(&f, "9]9[");
	assert_int_equal(l->cursor, 0);
	press(&f, "/parse<Enter>");
	press(&f, "2n");
	fixture_has_at(&f, 7, "3 of 4 rows that match");
	press(&f, "99999N");
	fixture_has_at(&f, 7, "4 of 4 rows that match");
	press(&f, "4294967295n");
	fixture_has_at(&f, 7, "3 of 4 rows that match");
	assert_int_equal(f.app.prompt.question, ASK_NOTHING);
	fixture_close(&f);
}

static void
test_go_to(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, ":[5]<Enter>");
	fixture_has_selected(&f, "[5]");
	press(&f, ":zzz<Tab>");
	fixture_has_at(&f, 22, "no name contains zzz");
	fixture_has_at(&f, 23, "go to (index, name, file:line): zzz");
	press(&f, "<Esc>");
	press(&f, ":solve<Tab><Enter>");
	fixture_has_selected(&f, "::solve");
	press(&f, ":nowhere<Enter>");
	fixture_has_at(&f, 23, "no function or file is called nowhere");
	press(&f, ":4711<Enter>");
	fixture_has_at(&f, 23, "there is no [4711]: the last index is");
	press(&f, ":[4712]<Enter>");
	fixture_has_at(&f, 23, "there is no [4712]: the last index is");
	press(&f, ":99999999999999999999999<Enter>");
	fixture_has_at(&f, 23, "there is no [99999999999999999999999]: the last index is");
	press(&f, ":Eigen::internal::sparse_time_dense_product_impl::run<Enter>");
	fixture_has_selected(&f, "::run");
	fixture_has_at(&f, 23, "Enter calls");
	press(&f, "g:FieldAccessor::reduce<Enter>");	/* the symbol of this template begins
							 * with its return type */
	fixture_has_selected(&f, "::reduce");
	press(&f, "g:linalg<Enter>");
	fixture_has_selected(&f, "::solve");
	press(&f, "g:advance<Enter>");
	fixture_has_selected(&f, "::advance");
	fixture_has_at(&f, 23, "the first of 2 called advance");
	press(&f, "g:advance<Tab><Tab><Enter>");
	fixture_has_selected(&f, "::advance");
	press(&f, "g:time::Rung<Enter>");
	fixture_has_selected(&f, "::advance");
	fixture_has_at(&f, 23, "the only one whose name begins with time::Rung");
	press(&f, "g:exchange<Enter>");
	fixture_has_selected(&f, "halo_exchange_post");
	fixture_has_at(&f, 23, "no name begins with exchange; this is the only one that contains it");
	press(&f, ":arse<Enter>");
	fixture_has_at(&f, 23, "no name begins with arse; this is the first of 4 names that contain it");
	press(&f, ":time<Enter>");
	fixture_has_at(&f, 23, "the first of 2 names with the part time");
	press(&f, ":never_called<Enter>");
	fixture_has_selected(&f, "never_called");
	fixture_has_at(&f, 23, "all rows are shown");
	fixture_close(&f);
}

/* If a filter hides the row to which the user goes, the calls of its function are shown.  The
 * filter stays, and rows without time and calls stay hidden. */
static void
test_go_to_filtered(void **state)
{
	static const char *const keys[] = { ":main<Enter>", ":never_called<Enter>" };
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, "&parse_s<Enter>");
	fixture_has(&f, "1 of 17 rows match");
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		press(&f, keys[i]);
		fixture_has(&f, "calls of");
		fixture_has_not(&f, "all rows are shown");
		press(&f, "<lt>");
		fixture_has(&f, "& parse_s: 1 of 17");
	}
	fixture_close(&f);
}

/* Tab completes a name as far as all candidates agree.  Pressed again, it goes through the
 * candidates. */
static void
test_completion(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, ":par<Tab>");
	fixture_has_line(&f, "go to (index, name, file:line): parse_");
	fixture_has(&f, "Tab selects one of 3 names that begin with parse_");
	fixture_has_at(&f, 22, "[11] parse_sum     [13] parse_term    [16] parse_factor");
	press(&f, "<Tab><Tab>");
	fixture_has(&f, "2 of 3 names that begin with parse_");
	fixture_has_line(&f, "go to (index, name, file:line): parse_term");
	press(&f, "<S-Tab><S-Tab>");
	fixture_has_line(&f, "go to (index, name, file:line): parse_factor");
	press(&f, "<Enter>");
	fixture_has_selected(&f, "parse_factor");
	press(&f, ":parse_<Tab>s");
	fixture_has_not(&f, "names that begin");
	press(&f, "<Tab>");
	fixture_has_line(&f, "go to (index, name, file:line): parse_sum");
	fixture_has_not(&f, "names that begin");
	press(&f, "<Enter>");
	fixture_has_selected(&f, "parse_sum");
	press(&f, ":fielda<Tab>");		/* in lower case, and without the scopes */
	fixture_has_line(&f, "go to (index, name, file:line): FieldAccessor::reduce");
	press(&f, "<Esc>:adv<Tab><Tab>");	/* names that are equal without their scopes are
						 * completed with scopes */
	fixture_has_line(&f, "go to (index, name, file:line): cfd::time::RungeKutta::advance");
	press(&f, "<Tab><Enter>");
	fixture_has_selected(&f, "ImplicitEuler");
	press(&f, ":cfd::l<Tab>");		/* a long name shows its beginning */
	fixture_has_line(&f,
		"go to (index, name, file:line): cfd::linalg::PreconditionedConjugateGradient::…");
	assert_int_equal(f.grid.cursor_x, 38);
	press(&f, "<Esc>:term<Tab>");
	fixture_has_at(&f, 23, "parse_term");
	press(&f, "<Esc>:_<Tab>");
	fixture_has(&f, "names that contain _");
	press(&f, "<Resize:40x8>");
	fixture_has(&f, "names that contain");
	fixture_close(&f);
}

/* Commands of vi: :w writes the view, :q quits. */
static void
test_vi_commands(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, ":w<Enter>");
	fixture_has_at(&f, 23, "write to file");
	f.app.home = "/home/me";
	press(&f, "<Esc>:w<Space>~/x.csv<Enter>");
	assert_int_equal(f.app.request, REQUEST_WRITE);
	assert_string_equal(f.app.text, "/home/me/x.csv");
	press(&f, ":q<Enter>");
	assert_int_equal(f.app.request, REQUEST_QUIT);
	fixture_close(&f);
}

/* Typing replaces a proposed text, unless the user edits the text first. */
static void
test_proposed_text(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "&parse<Enter>&fa");
	fixture_has_at(&f, 23, "keep rows that match: fa");
	press(&f, "<Esc>&<Left>x");
	fixture_has_at(&f, 23, "keep rows that match: parsxe");
	press(&f, "<Esc>&<Enter>");
	fixture_has(&f, "parse_term");
	press(&f, "<Esc>/<Up>");
	fixture_has_at(&f, 23, "/parse");
	press(&f, "<Enter>&<Up>_t<Enter>");
	fixture_has(&f, "parse_term");
	fixture_has_not(&f, "parse_sum");
	fixture_close(&f);
}

/* After filtering the same row is selected, or the first row if the filter hides the selected row.
 * A view without rows says that the filter hides all rows. */
static void
test_filter_selects(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "G&parse_sum|reduce<Enter>");
	fixture_has_selected(&f, "::reduce");
	press(&f, "<Esc>:parse_term<Enter>&parse<Enter>");
	fixture_has_selected(&f, "parse_term");
	press(&f, "&nothing at all<Enter>");
	fixture_has(&f, "no row matches the filter");
	press(&f, "<Esc>");
	fixture_has(&f, "parse_sum");
	fixture_close(&f);
}

static void
test_search_and_repeat(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "/PARSE_(sum|term)$<Enter>");
	fixture_has_at(&f, 23, "no row matches");
	/* /^NAME$ finds the function with exactly this name. */
	press(&f, "/^parse_sum$<Enter>");
	fixture_has_selected(&f, "parse_sum");
	fixture_has_at(&f, 23, "1 of 1 rows that match");
	assert_non_null(strstr(styles_of(&f, find_line(&f, "parse_sum")), "FFFFFFFFF"));
	/* On a page, /^NAME$ does not match a line that has other words besides NAME. */
	press(&f, "i/^parse_sum$<Enter>");
	fixture_has_at(&f, 23, "no row matches ^parse_sum$");
	press(&f, "q");
	press(&f, "g/parse_(sum|term)$<Enter>");
	fixture_has_selected(&f, "parse_sum");
	press(&f, "n");
	fixture_has_selected(&f, "parse_term");
	press(&f, "n");
	fixture_has_selected(&f, "parse_sum");
	fixture_has_at(&f, 23, "continued from the first row");
	press(&f, "N");
	fixture_has_at(&f, 23, "continued from the last row");
	/* Only the text that matched is highlighted. */
	assert_non_null(strstr(styles_of(&f, find_line(&f, "parse_sum")), "fffffffff"));
	/* An empty pattern repeats the last search, also in another view. */
	press(&f, "g/^(leaf_a|parse_sum)$<Enter>");
	fixture_has_at(&f, 23, "1 of 2 rows that match");
	press(&f, "/<Enter>");
	fixture_has_at(&f, 23, "2 of 2 rows that match");
	press(&f, "C/<Enter>");
	fixture_has_at(&f, 23, "1 of 1 rows that match");
	press(&f, "<lt>/<Esc>n");
	fixture_has_at(&f, 23, "from the first row; 1 of 2 rows");
	press(&f, "/(<Enter>");
	fixture_has_at(&f, 23, "(: ");
	press(&f, "<Esc>n");
	fixture_has_at(&f, 23, "/ asks for one");
	fixture_close(&f);
}

/* A search finds a name by a part that is abbreviated on the screen.  The part of the match that is
 * shown is highlighted. */
static void
test_search_whole_name(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "/linalg::preconditioned.*<lt>double><Enter>");
	fixture_has_selected(&f, "::solve");
	assert_non_null(strstr(styles_of(&f, find_line(&f, "::solve")), "F"));
	fixture_close(&f);
}

/* Searches and filters match names without parameters, template arguments and return type, unless
 * the pattern has a bracket.  Matches are highlighted.  If the ellipsis of a shortened name hides
 * the match, the ellipsis is highlighted. */
static void
test_search_sees_bare_names(void **state)
{
	struct fixture f;
	const char *styles;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "/double<Enter>");
	fixture_has(&f, "no row matches double");
	press(&f, "/<lt>double>::sol<Enter>");
	fixture_has_selected(&f, "::solve");
	fixture_has(&f, "1 of 1 rows that match");
	press(&f, "/\\(int<Enter>");
	fixture_has(&f, "of 2 rows that match");
	press(&f, "g/accessor::reduce$<Enter>");
	fixture_has_selected(&f, "mesh::FieldAccessor::reduce<");
	styles = styles_of(&f, find_line(&f, "::FieldAccessor::"));
	assert_non_null(strstr(styles, "FFFFFFFFFFFFFFFF"));
	press(&f, "&double<Enter>");
	fixture_has(&f, "no row matches the filter");
	press(&f, "&Gradient::solve<Enter>");
	fixture_has(&f, "1 of 17 rows match");
	press(&f, "<Esc>/^cfd::linalg<Enter>");
	fixture_has_selected(&f, "::solve");
	styles = styles_of(&f, find_line(&f, "PreconditionedConjugateG"));
	assert_non_null(strchr(styles, 'F'));
	assert_null(strstr(styles, "FF"));
	fixture_close(&f);
}

/* Marks and remarks beside names are not matched. */
static void
test_search_ignores_marks(void **state)
{
	static const char *const patterns[] = { "functions", "calls<Space>itself",
		"profiler", "through", "@", "↻<Space>", "<Space>[+-]<Space>+[a-z]" };
	static const char *const views[] = { "C*", ":main<Enter>t*", ":leaf_a<Enter>T*", "" };
	struct fixture f;
	char keys[80];

	(void)state;
	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++) {
		fixture_profile(&f);
		fixture_start(&f, 100, 40, i == 1);
		press(&f, views[i]);
		for (size_t k = 0; k < sizeof(patterns) / sizeof(*patterns); k++) {
			snprintf(keys, sizeof(keys), "/%s<Enter>", patterns[k]);
			press(&f, keys);
			fixture_has(&f, "no row matches");
		}
		fixture_close(&f);
	}
}

/* In a tree the times of the root's callees add up to the children time of the root. */
static void
test_tree_times_add_up(void **state)
{
	struct fixture f;
	struct cost root, row;
	double sum = 0;
	const struct view *v;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, ":main<Enter>t");
	v = app_view(&f.app);
	assert_ptr_equal(v->ops, &tree_view);
	assert_true(v->ops->cost(v, &v->rows.v[0], &root));
	for (size_t i = 1; i < v->rows.n; i++) {
		assert_int_equal(v->rows.v[i].depth, 1);
		assert_true(v->ops->cost(v, &v->rows.v[i], &row));
		sum += row.self + row.children;
	}
	assert_true(v->rows.n > 1 && root.children > 0);
	assert_true(sum > 0.999 * root.children && sum < 1.001 * root.children);
	press(&f, "g*");
	assert_true(v->list.cursor > 1);
	assert_true(view_row(v)->depth > 1);
	press(&f, "g-");
	assert_int_equal(v->rows.n, 1);
	press(&f, "T<Enter>");
	assert_ptr_equal(app_view(&f.app)->ops, &calls_view);
	fixture_close(&f);
}

/* A filter belongs to its view and does not change figures.  Esc removes the filter. */
static void
test_filter(void **state)
{
	struct fixture f;
	size_t all;

	(void)state;
	fixture_open(&f, 100, 24);
	all = app_view(&f.app)->rows.n;
	press(&f, "&parse_<Enter>");
	assert_true(app_view(&f.app)->rows.n > 0 && app_view(&f.app)->rows.n < all);
	fixture_has_at(&f, 0, "& parse_: ");
	fixture_has_at(&f, 2, "parse_");
	press(&f, "C");
	assert_null(app_view(&f.app)->filter.text);
	press(&f, "<lt><Esc>");
	assert_int_equal(app_view(&f.app)->rows.n, all);
	press(&f, "&[<Enter>");
	assert_int_equal(app_view(&f.app)->rows.n, all);
	fixture_close(&f);
}

/* The search uses a literal to skip rows only if every match must contain the literal. */
static void
test_search_literals(void **state)
{
	static const char *const patterns[] = {
		"parse_sum$", "parse_summ*$", "parse_sumx?$", "parse_sumx{0}$", "par.e_sum",
		"p[aeiou]rse_sum", "[]abc]rse_sum", "zzz|parse_sum", "(zzz)?parse_sum",
		"\\bparse_sum", "parse_\\wum", "0\\.12.*parse_sum", "267<Space>µs<Space>.*parse",
		"45.*parse_", "PARSE|parse_sum", "parse_sum+$",
	};
	struct fixture f;
	char keys[64];
	size_t i;

	(void)state;
	fixture_open(&f, 160, 24);
	for (i = 0; i < sizeof(patterns) / sizeof(*patterns); i++) {
		snprintf(keys, sizeof(keys), "g/%s<Enter>", patterns[i]);
		press(&f, keys);
		if (strstr(cursor_line(&f), "parse_sum") == NULL)
			fail_msg("%s finds |%s", patterns[i], cursor_line(&f));
	}
	fixture_close(&f);
}

static void
test_stopped_search(void **state)
{
	struct fixture f;
	struct stop stop = { .asked = 1 };

	(void)state;
	fixture_open(&f, 80, 24);
	f.app.ctx.stop = &stop;
	press(&f, "/zzz<Enter>");
	fixture_has_at(&f, 23, "stopped");
	fixture_close(&f);
}

/* Asks to stop the work at its third step. */
static void
stop_at_third(struct stop *s)
{
	if (++s->all == 3)
		s->asked = 1;
}

/* A repeated search that is stopped after some of its steps changes nothing. */
static void
test_stopped_steps(void **state)
{
	struct stop stop = { .tell = stop_at_third };
	struct fixture f;
	char *before;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "/_<Enter>");
	before = mem_text(cursor_line(&f), strlen(cursor_line(&f)));
	f.app.ctx.stop = &stop;
	press(&f, "8n");
	fixture_has_at(&f, 23, "stopped: nothing has changed");
	assert_string_equal(cursor_line(&f), before);
	assert_int_equal(stop.all, 3);
	free(before);
	fixture_close(&f);
}

static void
test_prompt_editing(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, ":ab<Space>cd<C-w>x<Home>é<End><Left><Del>y");
	assert_string_equal(f.app.prompt.text, "éab y");
	assert_int_equal(f.grid.cursor_y, 23);
	assert_int_equal(f.grid.cursor_x, 32 + 5);
	press(&f, "<C-u>");
	assert_string_equal(f.app.prompt.text, "");
	press(&f, "<Backspace>");
	assert_int_equal(f.app.prompt.question, ASK_NOTHING);
	/* The cursor in a long line stays on the screen. */
	press(&f, ":");
	for (int i = 0; i < 200; i++)
		press(&f, "計");
	assert_in_range(f.grid.cursor_x, 22, 79);
	press(&f, "<Resize:41x9>");
	assert_in_range(f.grid.cursor_x, 22, 40);
	fixture_close(&f);
}

static void
test_hottest_rows(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "snGH");
	fixture_has_selected(&f, "smooth_red_black");
	/* A new view of functions has the sort order of the previous view of functions. */
	press(&f, "I<Enter>f");
	assert_int_equal(app_view(&f.app)->sort, f.app.history[0]->sort);
	assert_true(app_view(&f.app)->reverse);
	press(&f, "I");
	press(&f, ":solve<Tab><Enter>K");
	fixture_has_at(&f, 0, "cfd::time::RungeKutta");
	press(&f, "J");
	fixture_has_at(&f, 0, "::solve");
	press(&f, "J");
	fixture_has_at(&f, 0, "::run");
	press(&f, "J");
	fixture_has_at(&f, 23, "no callee is known");
	press(&f, "KK");
	/* k and Enter do the same as K. */
	press(&f, "<lt>k<Enter>");
	fixture_has_at(&f, 0, "cfd::time::RungeKutta");
	fixture_close(&f);
}

static void
test_scroll_sideways(void **state)
{
	struct fixture f;
	int i;

	(void)state;
	fixture_open(&f, 60, 24);
	press(&f, ":solve<Tab><Enter><Right><Right>");
	fixture_has_selected(&f, "conditionedConju");
	press(&f, "<Left><Left><Left>");
	fixture_has_selected(&f, "::solve");
	/* Scrolling ends at the end of the longest name. */
	press(&f, "H");
	for (i = 0; i < 40; i++)
		press(&f, "<Right>");
	fixture_has(&f, "nothing more to the right");
	assert_true(app_view(&f.app)->shift > 0 && app_view(&f.app)->shift < 90);
	fixture_close(&f);
}

/* Hints name only keys that do something on the selected row. */
static void
test_hints_of_the_row(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 160, 24);
	fixture_has_at(&f, 23, "Enter calls");
	assert_null(strstr(line_of(&f, 23), "< back"));
	press(&f, ":main<Enter><Enter>g");
	assert_null(strstr(line_of(&f, 23), "Enter"));
	fixture_has_at(&f, 23, "< back");
	press(&f, "G");
	fixture_has_at(&f, 23, "Enter go there");
	press(&f, "!");
	assert_null(strstr(line_of(&f, 23), "Enter"));
	press(&f, "?");
	assert_null(strstr(line_of(&f, 23), "? help"));
	fixture_close(&f);
}

/* The selection moves to a match while the user types.  Esc returns to the first position, and
 * restores the previous pattern. */
static void
test_incremental_search(void **state)
{
	struct fixture f;
	char before[512];

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "jj");
	snprintf(before, sizeof(before), "%s", cursor_line(&f));
	press(&f, "/pa");
	fixture_has_selected(&f, "parse_sum");
	press(&f, "rse_f");
	fixture_has_selected(&f, "parse_factor");
	press(&f, "<BS><BS>");
	fixture_has_selected(&f, "parse_sum");
	press(&f, "(");
	assert_string_equal(cursor_line(&f), before);
	press(&f, "<Esc>");
	assert_string_equal(cursor_line(&f), before);
	assert_null(app_view(&f.app)->pattern.text);
	press(&f, "/parse<Enter>");
	fixture_has(&f, "2 of 4 rows that match");
	press(&f, "n");
	fixture_has(&f, "3 of 4 rows that match");
	press(&f, "nn");
	fixture_has(&f, "continued from the first row; 1 of 4");
	press(&f, "/zz<C-u><Esc>n");
	fixture_has(&f, "2 of 4 rows that match");
	press(&f, "/leaf<Esc>n");
	fixture_has(&f, "3 of 4 rows that match");
	fixture_close(&f);
}

/* Matches in many rows are counted while no key is pressed. */
static void
test_matches_are_counted(void **state)
{
	struct fixture f;
	struct view *v;
	int i;

	(void)state;
	fixture_open(&f, 80, 24);
	v = app_view(&f.app);
	for (i = 0; i < 60000; i++)
		view_add(v, v->rows.v[i % 5]);
	v->stale = true;
	list_set(&v->list, (int)v->rows.n, v->list.height);
	assert_false(search_idle(&f.app));
	press(&f, "/mcount<Enter>");
	fixture_has_not(&f, "rows that match");
	while (search_idle(&f.app))
		;
	app_draw(&f.app, &f.grid);
	fixture_has(&f, "1 of 12001 rows that match");
	press(&f, "N");
	fixture_has(&f, "continued from the last row");
	fixture_has_not(&f, "rows that match");
	assert_true(search_idle(&f.app));
	press(&f, "j");
	assert_false(search_idle(&f.app));
	fixture_has_not(&f, "rows that match");
	press(&f, "n<C-c>");
	fixture_has(&f, "matches are not counted");
	assert_int_equal(f.app.request, REQUEST_NOTHING);
	assert_false(search_idle(&f.app));
	fixture_close(&f);
}

static void
test_marks(void **state)
{
	struct fixture f;
	char before[512];

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "jjjma");
	fixture_has(&f, "marked; 'a comes back here");
	snprintf(before, sizeof(before), "%s", cursor_line(&f));
	press(&f, "<Enter>mbC'a");
	assert_string_equal(cursor_line(&f), before);
	fixture_has_at(&f, 1, "%self");
	press(&f, "'b");
	fixture_has_at(&f, 0, "calls of");
	press(&f, "''");
	assert_string_equal(cursor_line(&f), before);
	press(&f, "'x");
	fixture_has(&f, "no such mark; m and a letter");
	press(&f, "m1");
	fixture_has(&f, "a mark is a letter from a to z");
	press(&f, "m<Esc>j");
	assert_int_equal(f.app.prompt.question, ASK_NOTHING);
	fixture_close(&f);
}

/* A mark can be inside an unfolded row, at any depth.  Going to the mark unfolds the row again. */
static void
test_marks_inside(void **state)
{
	static const struct { const char *to, *and_back; } keys[] = {
		{ "Cjj+j", "f'a" }, { "Cjj+j", "f<Enter>mbC'b'a" }, { "Cj+j", "k-f'a" },
		{ ":main<Enter>t*j", "f'a" }, { ":main<Enter>t*j", ":fact<Enter>t'a" },
	};
	struct fixture f;
	char before[512];

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		fixture_open(&f, 80, 24);
		press(&f, keys[i].to);
		press(&f, "ma");
		assert_true(view_row(app_view(&f.app))->depth > 1);
		snprintf(before, sizeof(before), "%s", cursor_line(&f));
		press(&f, keys[i].and_back);
		assert_string_equal(cursor_line(&f), before);
		fixture_close(&f);
	}
}

/* Reads the user's keys M from TEXT, which has no errors, and opens F with these keys.  The caller
 * releases M. */
static void
open_with_keys(struct fixture *f, struct keymap *m, const char *text)
{
	char *said = NULL;
	size_t n;
	FILE *say = open_memstream(&said, &n);

	assert_non_null(say);
	*m = (struct keymap){ 0 };
	keymap_read(m, text, strlen(text), "conf", say);
	fclose(say);
	assert_string_equal(said, "");
	free(said);
	fixture_open(f, 80, 24);
	f->app.ctx.keymap = m;
}

/* If the user assigned a key to "index", this key opens the prompt and is not typed as a digit. */
static void
test_user_key_for_index(void **state)
{
	struct keymap m;
	struct fixture f;

	(void)state;
	open_with_keys(&f, &m, "index #\n");
	press(&f, "#");
	assert_int_equal(f.app.prompt.question, ASK_INDEX);
	assert_string_equal(f.app.prompt.text, "");
	press(&f, "6<Enter>");
	fixture_has_selected(&f, "[6]");
	/* Enter without a number closes the prompt and says nothing. */
	press(&f, "#<Enter>");
	assert_int_equal(f.app.prompt.question, ASK_NOTHING);
	assert_string_equal(f.app.message, "");
	fixture_has_selected(&f, "[6]");
	fixture_close(&f);
	keymap_release(&m);
}

/* A key file names actions with the words of the help. */
static void
test_user_keys_for_exclusions(void **state)
{
	struct keymap m;
	struct fixture f;

	(void)state;
	open_with_keys(&f, &m, "print-exclusions #\nbreak-up <F7>\n");
	press(&f, ":parse_sum<Enter><F7>");
	fixture_has(&f, "again breaks up");
	press(&f, "<F7>#");
	fixture_has(&f, "-k ");
	fixture_close(&f);
	keymap_release(&m);
}

/* The first lines of the help name the keys that the user has assigned.  Enter on such a line does
 * its first action. */
static void
test_help_begins_with_user_keys(void **state)
{
	struct keymap m;
	struct fixture f;

	(void)state;
	open_with_keys(&f, &m, "hottest #\ncaller <F7>\n");
	press(&f, "?");
	fixture_has_at(&f, 2, "From the hot spot to the answer");
	fixture_has_at(&f, 3, "f #                      the functions; the hottest of them");
	fixture_has_at(&f, 4, "Enter                    who calls it");
	fixture_has_at(&f, 5, "F7 J                     go on to the hottest caller");
	press(&f, "jj<Enter>");
	fixture_has_at(&f, 0, "calls of ");
	fixture_close(&f);
	keymap_release(&m);
}

/* The user's settings change the first screen.  Wrong lines are reported and ignored. */
static void
test_user_settings(void **state)
{
	static const char text[] = "set unit percent\n set\tsort   name \n"
		"set pane calls\nset color never\n"
		"set unit\nset sort name2\nset pane left\nset color red\nset nosuch x\nset\n";
	struct defaults d = { 0 }, heading = { 0 };
	struct keymap m = { .set = defaults_set, .with = &d };
	char *said = NULL;
	uint32_t first;
	size_t n;
	FILE *say = open_memstream(&said, &n);
	struct fixture f;

	(void)state;
	keymap_read(&m, text, sizeof(text) - 1, "conf", say);
	fclose(say);
	assert_null(strstr(said, "conf:4:"));
	assert_non_null(strstr(said, "conf:5: the unit is seconds, percent or samples; the line is"));
	assert_non_null(strstr(said, "conf:6: functions cannot be sorted by this"));
	assert_non_null(strstr(said, "conf:7: the second pane is auto, off, calls, source or icicle"));
	assert_non_null(strstr(said, "conf:8: color is auto, always or never"));
	assert_non_null(strstr(said, "conf:9: unknown setting"));
	assert_non_null(strstr(said, "conf:10: unknown setting"));
	assert_true(d.has_color && !d.color);
	assert_null(defaults_set(&heading, "sort %total", strlen("sort %total")));
	assert_string_equal(heading.sort->id, "total_pct");
	assert_non_null(defaults_set(&heading, "sort %tota", strlen("sort %tota")));
	fixture_open(&f, 80, 24);
	press(&f, "sn");
	first = view_row(app_view(&f.app))->thing;
	fixture_close(&f);
	fixture_open(&f, 80, 24);
	defaults_apply(&f.app, &d);
	assert_int_equal(f.app.ctx.scale.unit, UNIT_PERCENT);
	assert_int_equal(f.app.pane_shows, PANE_CALLS);
	assert_non_null(f.app.pane);
	assert_int_equal(view_row(app_view(&f.app))->thing, first);
	assert_int_equal(f.app.pane->subject, first);
	press(&f, "Cf");
	assert_string_equal(app_view(&f.app)->ops->columns[app_view(&f.app)->sort].id, "name");
	/* Samples are not shown if the value of one sample is not known. */
	assert_null(defaults_set(&d, "unit samples", strlen("unit samples")));
	f.app.ctx.scale.weight = 0;
	defaults_apply(&f.app, &d);
	assert_int_equal(f.app.ctx.scale.unit, UNIT_PERCENT);
	fixture_close(&f);
	free(said);
	keymap_release(&m);
}

/* Questions are shortened so that the typed text fits on the narrowest screen. */
static void
test_narrow_prompts(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 10);
	press(&f, "w<C-u>functions.csv");
	fixture_has_at(&f, 9, "write to file (.txt .tsv .csv .json): functions.csv");
	press(&f, "<Resize:40x10>");
	fixture_has_at(&f, 9, "write to file: functions.csv");
	press(&f, "<Esc>:solve");
	fixture_has_at(&f, 9, "go to: solve");
	assert_int_equal(f.grid.cursor_x, 12);
	fixture_close(&f);
}

/* A click on a row selects the row, and a second click opens it.  A click on a title sorts the
 * view.  The wheel scrolls. */
static void
test_mouse_clicks_and_wheel(void **state)
{
	struct fixture f;
	char row[512];

	(void)state;
	fixture_open(&f, 80, 14);
	snprintf(row, sizeof(row), "%s", line_of(&f, 5));
	press(&f, "<Click:4x5>");
	assert_string_equal(cursor_line(&f), row);
	press(&f, "<Click:30x5>");
	fixture_has_at(&f, 0, "calls of");
	press(&f, "<lt><Click:37x1>");
	fixture_has_at(&f, 1, "calls▼");
	press(&f, "<Click:37x1>");
	fixture_has_at(&f, 1, "calls▲");
	press(&f, "<Click:1x0><Click:79x99>");
	fixture_has_at(&f, 1, "calls▲");
	press(&f, "g<WheelDown:3x5>");
	assert_int_equal(app_view(&f.app)->list.top, 3);
	press(&f, "<WheelUp:3x5>");
	assert_int_equal(app_view(&f.app)->list.top, 0);
	/* Clicks work in the second pane, but not while a prompt is open. */
	press(&f, "<Resize:80x24>gv<Click:4x14>");
	assert_true(f.app.in_pane);
	press(&f, "<Click:4x4>");
	assert_false(f.app.in_pane);
	press(&f, "/ab<Click:4x3>c");
	assert_string_equal(f.app.prompt.text, "abc");
	press(&f, "<Esc>M");
	assert_int_equal(f.app.request, REQUEST_MOUSE);
	assert_false(f.app.mouse);
	fixture_close(&f);
}

/* Clicks on the first cell of TEXT in line Y. */
static void
click_on(struct fixture *f, int y, const char *text)
{
	const char *line = line_of(f, y), *at = strstr(line, text);
	char click[32];

	assert_non_null(at);
	snprintf(click, sizeof(click), "<Click:%dx%d>",
		text_nwidth(line, (size_t)(at - line), false), y);
	press(f, click);
}

/* A click on a hint of the last line does the action of the key.  A click on the number of notes in
 * the title opens the notes. */
static void
test_clicks_on_hints(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	click_on(&f, 23, "Enter");
	fixture_has_at(&f, 0, "calls of");
	fixture_close(&f);
	fixture_profile(&f);
	f.profile.ticks[LEAF_A] = 15000;
	fixture_begin(&f, 80, 24, false);
	notes_find_cycles(&f.profile, &f.graph);
	press(&f, "");
	click_on(&f, 0, "!1");
	fixture_has_at(&f, 0, "notes");
	fixture_close(&f);
}

/* A click or the wheel withdraws a proposal to break up a cycle.  A click on the hint of X makes a
 * proposal. */
static void
test_clicks_and_proposals(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "C");
	click_on(&f, 23, "X break up");
	assert_true(f.app.proposal.n > 0);
	press(&f, "<WheelDown:3x5>");
	assert_int_equal(f.app.proposal.n, 0);
	press(&f, "X");
	assert_true(f.app.proposal.n > 0);
	press(&f, "<Click:6x3>");
	assert_int_equal(f.app.proposal.n, 0);
	assert_int_equal(f.app.exclusions.narcs, 0);
	press(&f, "XX");
	assert_true(f.app.exclusions.narcs > 0);
	fixture_close(&f);
}

/* If the names that begin with the typed text differ in case, Tab keeps the typed text. */
static void
test_completion_keeps_what_was_typed(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.funcs[SUM].name = "ABone";
	f.profile.funcs[TERM_].name = "Abtwo";
	f.profile.funcs[FACTOR].name = "aBthree";
	fixture_start(&f, 80, 24, false);
	press(&f, ":ab<Tab>");
	assert_string_equal(f.app.prompt.text, "ab");
	fixture_has(&f, "3 names that begin with ab");
	fixture_close(&f);
}

/* If the first row is selected, sorting selects the new first row.  Any other selected row remains
 * selected and stays on its line of the screen, and a message says its new number. */
static void
test_sorting_keeps_the_line(void **state)
{
	struct fixture f;
	char name[64];
	int line;

	(void)state;
	fixture_open(&f, 80, 10);
	press(&f, "S");
	assert_int_equal(app_view(&f.app)->list.cursor, 0);
	assert_int_equal(app_view(&f.app)->list.top, 0);
	press(&f, "I8jk");
	line = app_view(&f.app)->list.cursor - app_view(&f.app)->list.top;
	snprintf(name, sizeof(name), "%s", cursor_line(&f) + 40);
	press(&f, "I");
	assert_string_equal(cursor_line(&f) + 40, name);
	assert_true(app_view(&f.app)->list.top > 0);
	assert_int_equal(app_view(&f.app)->list.cursor - app_view(&f.app)->list.top, line);
	fixture_has_at(&f, 9, "the selected row is row");
	fixture_close(&f);
}

/* To write a file, copy a name or reload, the browser stores a request for its caller. */
static void
test_requests(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "wsome.csv<Enter>");
	assert_int_equal(f.app.request, REQUEST_WRITE);
	assert_string_equal(f.app.text, "some.csv");
	assert_false(f.app.overwrite);
	prompt_actions_ask_overwrite(&f.app);
	press(&f, "");
	fixture_has(&f, "the file exists; y overwrites some.csv");
	press(&f, "n");
	fixture_has(&f, "not written");
	assert_int_equal(f.app.request, REQUEST_NOTHING);
	press(&f, "wsome.csv<Enter>");
	prompt_actions_ask_overwrite(&f.app);
	press(&f, "y");
	assert_int_equal(f.app.request, REQUEST_WRITE);
	assert_true(f.app.overwrite);
	press(&f, "w<Enter>");
	assert_int_equal(f.app.request, REQUEST_NOTHING);
	press(&f, ":fact<Enter>y");
	assert_int_equal(f.app.request, REQUEST_COPY);
	assert_string_equal(f.app.text, "fact");
	fixture_has(&f, "sent to the clipboard of the terminal: fact");
	/* Patterns that would make the C library run for hours are refused. */
	press(&f, "/x++++++++++++++++++++++++++++++++++++++++++++++++<Enter>");
	fixture_has(&f, "too many repetitions");
	press(&f, "&zzz<Enter>");
	fixture_has(&f, " no row matches the filter: Esc shows all again");
	press(&f, "&(<Enter>");
	fixture_has(&f, "filter: ");
	fixture_has(&f, "; the old filter stays");
	press(&f, "<Esc>");
	press(&f, "/x{999}{999}<Enter>");
	fixture_has(&f, "too many repetitions");
	press(&f, "/(x{2,300}y){400,}<Enter>");
	fixture_has(&f, "too many repetitions");
	press(&f, "/x{99999999999999999999}{2}<Enter>");
	fixture_has(&f, "too many repetitions");
	press(&f, "/x{0,256}<Enter>");
	fixture_has(&f, "too many repetitions");
	press(&f, "/x{255}<Enter>");
	fixture_has(&f, "no row matches x{255}");
	press(&f, "/(s)u\\1<Enter>");
	fixture_has(&f, "do not refer back");
	press(&f, "/\\\\1|parse_s{1,30}u{1}m<Enter>");
	fixture_has(&f, "1 of 1 rows that match");
	press(&f, "<Esc>/((((((((((((x)+)+)+)+)+)+)+)+)+)+)+)+<Enter>");
	fixture_has(&f, "too many repetitions");
	press(&f, "<Esc>");
	/* Control characters are copied as text, too. */
	press(&f, ":evil<Enter>y");
	assert_string_equal(f.app.text, "evil^[[31m<U+009B>m<U+202E>x");
	/* A name that does not fit into the message gets a page. */
	press(&f, "<Resize:40x20>:solve<Tab><Enter>y");
	fixture_has_at(&f, 2, "cfd::linalg::");
	fixture_has_at(&f, 3, "solve(int)");
	press(&f, "q<F5>");
	assert_int_equal(f.app.request, REQUEST_RELOAD);
	press(&f, "r");
	assert_int_equal(f.app.request, REQUEST_RELOAD);
	fixture_close(&f);
}

static void
test_every_size(void **state)
{
	struct fixture f;
	int width, height;
	char keys[48];

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "<Resize:39x24>");
	fixture_has_at(&f, 0, "too small: 40x8 at least, not 39x24");
	press(&f, "<Resize:1x1>");
	press(&f, "<Resize:40x8>");
	fixture_has_at(&f, 1, "name");
	press(&f, "C");
	fixture_has_at(&f, 6, "] <cycle 1>  ");
	press(&f, "f");
	for (width = 40; width <= 300; width += 13)
		for (height = 8; height <= 100; height += 23) {
			snprintf(keys, sizeof(keys), "<Resize:%dx%d>", width, height);
			press(&f, keys);
			/* At every size the view has a column of names. */
			fixture_has_at(&f, 1, "name");
			assert_int_equal(f.grid.width, width);
		}
	fixture_close(&f);
}

static void
test_ascii_screen(void **state)
{
	struct fixture f;
	int y;
	const char *s;

	(void)state;
	fixture_profile(&f);
	fixture_start(&f, 160, 40, true);
	press(&f, "zC*f");
	for (y = 0; y < 40; y++)
		for (s = line_of(&f, y); *s != '\0'; s++)
			assert_in_range((unsigned char)*s, 0x20, 0x7e);
	fixture_has_at(&f, 1, "%selfv");
	fixture_has_at(&f, 1, "+- s");
	fixture_close(&f);
}

/* Returns a random key from the table of keys. */
static uint32_t
random_binding(uint64_t *seed)
{
	const char *keys;
	uint32_t key = 0;
	unsigned n;

	do
		keys = key_bindings[random_below(seed, (uint32_t)nkey_bindings)].keys;
	while (keys == NULL);
	for (n = 1 + random_below(seed, 4); n > 0; n--)
		key_parse(&keys, &key);
	return key;
}

/* Returns a random key to press at a prompt, or a new size of the screen. */
static uint32_t
random_input(uint64_t *seed)
{
	static const char *const names[] = {
		"<Tab>", "<Backspace>", "<C-w>", "<Del>", "<Insert>", "x", "計", "(", "p", "1",
		"e",
		"<Enter>", "<Enter>", "<Esc>", "<Resize:40x8>", "<Resize:13x3>", "<Resize:200x60>",
		"<Resize:1x1>", "<Resize:80x24>", "<Resize:160x50>", "<Resize:41x100>", "<F12>",
		"<A-x>",
	};
	const char *name = names[random_below(seed, sizeof(names) / sizeof(*names))];
	uint32_t key = 0;

	key_parse(&name, &key);
	return key;
}

/* Is a selected row on the screen, in either pane? */
static bool
has_cursor(const struct grid *g)
{
	int x, y;

	for (y = 0; y < g->height; y++)
		for (x = 0; x < g->width; x++)
			if (grid_cell(g, x, y)->style & STYLE_CURSOR)
				return true;
	return false;
}

/* After random keys at random sizes, the cursor and the selected row are on the screen. */
static void
test_random_keys(void **state)
{
	struct fixture f;
	uint64_t seed = 5;
	uint32_t key;
	int i;

	(void)state;
	fixture_open(&f, 80, 24);
	for (i = 0; i < 20000; i++) {
		key = random_below(&seed, 3) > 0 ? random_binding(&seed) : random_input(&seed);
		app_key(&f.app, key);
		press(&f, "");
		assert_in_range(f.grid.cursor_x, 0, f.grid.width);
		assert_in_range(f.grid.cursor_y, 0, f.grid.height);
		if (f.app.width >= 40 && f.app.height >= 8 && app_view(&f.app)->rows.n > 0)
			assert_true(has_cursor(&f.grid));
	}
	fixture_close(&f);
}

/* If the size changes during a search, the lines of a page are broken again, and the search
 * continues in the new rows. */
static void
test_search_resized(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 40, 8);
	press(&f, "iG/e<Resize:200x60>x<Esc>");
	assert_in_range(app_view(&f.app)->list.cursor, 0, app_view(&f.app)->rows.n - 1);
	assert_int_equal(app_view(&f.app)->list.n, app_view(&f.app)->rows.n);
	fixture_close(&f);
}

/* A message tells that rows are sorted by a column that is not drawn. */
static void
test_sorted_by_hidden_column(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "sc");
	fixture_has_at(&f, 23, "Enter calls");
	press(&f, "sT");
	fixture_has_at(&f, 23, "sorted by total, which does not fit on the screen");
	press(&f, "I");
	fixture_has_at(&f, 23, "sorted by total, which does not fit on the screen");
	press(&f, "<Resize:160x24>sT");
	fixture_has_at(&f, 23, "Enter calls");
	/* With a second pane there is room for fewer columns. */
	press(&f, "vsT");
	fixture_has_at(&f, 23, "sorted by total, which does not fit on the screen");
	fixture_close(&f);
}

/* The second pane shows callers and callees of the selected function. */
static void
test_small_pane_shows_neighbours(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 12);
	press(&f, ":parse_term<Enter>v");
	fixture_has_at(&f, 7, "  parse_sum");
	fixture_has_at(&f, 8, " parse_term");
	fixture_has_at(&f, 9, "  parse_factor");
	fixture_close(&f);
}

/* The view of calls shows a function.  The pane below shows the calls of its hottest callee, or of
 * its hottest caller if the function has no callees. */
static void
test_pane_of_next_function(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, ":main<Enter><Enter>vv");
	assert_int_equal(f.app.pane->subject, RUNGE);
	press(&f, "vv:leaf_a<Enter>vv");
	assert_int_equal(f.app.pane->subject, FACTOR);
	press(&f, "k");
	assert_int_equal(f.app.pane->subject, FACTOR);
	fixture_close(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quit_and_requests_to_the_terminal),
		cmocka_unit_test(test_history),
		cmocka_unit_test(test_long_history),
		cmocka_unit_test(test_escape_peels),
		cmocka_unit_test(test_go_to_index),
		cmocka_unit_test(test_repeat_counts),
		cmocka_unit_test(test_go_to),
		cmocka_unit_test(test_go_to_filtered),
		cmocka_unit_test(test_completion),
		cmocka_unit_test(test_vi_commands),
		cmocka_unit_test(test_proposed_text),
		cmocka_unit_test(test_filter_selects),
		cmocka_unit_test(test_search_and_repeat),
		cmocka_unit_test(test_search_whole_name),
		cmocka_unit_test(test_search_sees_bare_names),
		cmocka_unit_test(test_search_ignores_marks),
		cmocka_unit_test(test_tree_times_add_up),
		cmocka_unit_test(test_filter),
		cmocka_unit_test(test_search_literals),
		cmocka_unit_test(test_stopped_search),
		cmocka_unit_test(test_stopped_steps),
		cmocka_unit_test(test_prompt_editing),
		cmocka_unit_test(test_hottest_rows),
		cmocka_unit_test(test_scroll_sideways),
		cmocka_unit_test(test_hints_of_the_row),
		cmocka_unit_test(test_incremental_search),
		cmocka_unit_test(test_matches_are_counted),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_marks_inside),
		cmocka_unit_test(test_narrow_prompts),
		cmocka_unit_test(test_user_key_for_index),
		cmocka_unit_test(test_user_keys_for_exclusions),
		cmocka_unit_test(test_help_begins_with_user_keys),
		cmocka_unit_test(test_user_settings),
		cmocka_unit_test(test_mouse_clicks_and_wheel),
		cmocka_unit_test(test_clicks_on_hints),
		cmocka_unit_test(test_clicks_and_proposals),
		cmocka_unit_test(test_completion_keeps_what_was_typed),
		cmocka_unit_test(test_sorting_keeps_the_line),
		cmocka_unit_test(test_requests),
		cmocka_unit_test(test_every_size),
		cmocka_unit_test(test_ascii_screen),
		cmocka_unit_test(test_random_keys),
		cmocka_unit_test(test_search_resized),
		cmocka_unit_test(test_sorted_by_hidden_column),
		cmocka_unit_test(test_small_pane_shows_neighbours),
		cmocka_unit_test(test_pane_of_next_function),
	};

	return cmocka_run_group_tests_name("app", tests, NULL, NULL);
}

/* options.h - the command line, parsed
 *
 * The options themselves are listed in options.def.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "compare/comparison.h"
#include "compare/gate.h"
#include "figures/graph.h"
#include "load/open.h"
#include "profile/names.h"
#include "profile/profile.h"
#include "profile/select.h"
#include "samples/format.h"
#include "source/sourcetext.h"

enum option_id {
#define GROUP(title)
#define OPTION(id, ...) OPT_##id,
#include "cli/options.def"
#undef OPTION
#undef GROUP
	NOPTIONS
};

/* Whether an option takes an argument; the values are those of getopt_long(). */
enum argument_kind { NONE, NEEDED, MAYBE };

struct option_argument {
	enum argument_kind kind;
	const char *name;		/* name of the argument in the help; NULL: no argument */
	const char *const *words;	/* the words from which the argument is chosen, with NULL at
					 * the end; or NULL */
	const char *(*word)(size_t i);	/* if .words is NULL: returns word I, or NULL if there are
					 * not so many.  If .word is NULL, too, the argument can be
					 * any text */
};

/* The arguments in rows of options.def. */
#define WORDS(...) (const char *const[]){ __VA_ARGS__, NULL }
#define NO_ARGUMENT { NONE, NULL, NULL, NULL }
#define ARGUMENT(name) { NEEDED, name, NULL, NULL }
#define SUCH_AS(name, ...) { NEEDED, name, WORDS(__VA_ARGS__), NULL }
#define ONE_OF(name, ...) { NEEDED, name, WORDS(__VA_ARGS__), NULL }
#define ONE_OF_LIST(name, function) { NEEDED, name, NULL, function }
#define OPTIONAL(name) { MAYBE, name, NULL, NULL }
#define OPTIONAL_ONE_OF(name, ...) { MAYBE, name, WORDS(__VA_ARGS__), NULL }

/* The use of an option; see options.def. */
enum option_use { PLAIN, LISTS, OWN, NEVER };

/* A row of options.def. */
struct option_row {
	int id;				/* number of the option: an enum option_id in options.def,
					 * an enum record_option in record_options.def, an enum
					 * control_option in control_options.def.  NOPTIONS if the
					 * row is the title of a group of options */
	int letter;			/* the short form; 0: none */
	const char *name;		/* name of the long form, or NULL */
	struct option_argument argument;
	enum option_use use;
	const char *help;		/* text of --help, which may contain "%s" (see
					 * choices_help()), or the title of a group */
};

extern const struct option_row option_rows[];
extern const size_t noption_rows;

/* Returns the row of option ID. */
const struct option_row *options_row(enum option_id id);

/* The listings, as bits. */
enum listing_kind {
	LIST_FLAT = 1,
	LIST_GRAPH = 2,
	LIST_FUNCTION_ORDER = 4,
	LIST_FILE_ORDER = 8,
	LIST_EXEC_COUNTS = 16,
	LIST_SOURCE = 32,
	LIST_FILE_INFO = 64,
};

enum task {
	TASK_BROWSE,			/* browse on a terminal; without a terminal, print
					 * listings */
	TASK_LIST,
	TASK_VIEW,
	TASK_SCREEN,
	TASK_EXPORT,
	TASK_GATE,
	TASK_DECODE,
	TASK_HELP,
	TASK_VERSION,
	TASK_BUG_REPORT,
};

/* What --compare compares. */
struct compare_request {
	bool is_wanted;
	struct open_options before;	/* files of the first profile; libraries, their images are
					 * owned */
	bool before_image_given, before_files_given;	/* as options.image_given, .files_given */
	struct comparison_options how;	/* .renames is owned */
	size_t renames_room;
	bool is_gate;			/* --gate was given */
	struct gate_limits limits;	/* .calls is owned */
	bool has_side;			/* --side was given */
	enum compared_side side;	/* what is shown at first */
};

enum color_mode { COLOR_UNSET, COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* The view that --view prints, and the options that select its rows; texts are borrowed, or
 * NULL. */
struct view_request {
	const char *view;		/* "functions", "calls", ... */
	const char *select;		/* a name as in the symbol table or as on the screen, or an
					 * index: "[7]", "7".  In views of source, also "FILE" or
					 * "FILE:LINE".  NULL: all rows */
	const char *sort;		/* id of a column; NULL: sorted as on the screen */
	bool reverse;
	const char *filter;		/* POSIX extended regular expression, or NULL */
	bool limited;
	size_t limit;			/* if .limited, the greatest number of rows that are
					 * printed */
	double percent_limit;		/* rows with a smaller percentage of the time are hidden; 0:
					 * no rows are hidden */
	const char *format;		/* "text", "tsv", "csv", "json"; NULL: text */
};

struct options {
	enum task task;

	/* Files to read, and options for reading them.  Texts in this struct are borrowed from
	 * argv, but libraries, their images and specs are owned. */
	struct open_options profile;
	size_t specs_room;
	bool image_given, files_given;	/* false: the default is used, a.out or gmon.out */
	bool decode;
	const char *output;		/* path of the sum that -s writes */

	const char *foci[MOST_FOCI];	/* borrowed; regular expressions of --focus */
	size_t nfoci;
	bool no_profiler;		/* the time of functions that count calls is omitted */
	bool has_kernel;		/* .profile.folds_kernel is what the user wants, not a
					 * default */
	bool has_profiler;		/* .no_profiler is what the user wants, not a default */
	bool exact;
	struct source_paths paths;	/* owned; where sources are looked for */
	bool gcov;			/* --gcov was given */
	const char *gcov_dir;		/* argument of --gcov, or NULL */

	unsigned listings;		/* bits of enum listing_kind to print */
	unsigned listings_named;	/* bits of the listings that options have requested or
					 * refused */
	bool brief, traditional, unused;
	bool all_lines, separate_files, print_path, inline_file_names;
	uint64_t min_count;
	unsigned table_length;
	unsigned width;
	enum demangling demangling;	/* how names are shown */
	enum demangling style;		/* the style that --demangle means if it has no argument */

	struct view_request batch;
	const char *export;		/* format of --export, or NULL */
	const char *screen, *keys;	/* arguments of --screen, --keys, or NULL */
	const char *config;		/* argument of --config, or NULL */
	bool has_check;			/* --check was given */
	const char *check;		/* argument of --check: path of a profile with known times;
					 * NULL: none */
	struct compare_request compare;
	double interval;		/* seconds between two reads of the recording of a
					 * program that runs */
	enum color_mode color;
	bool no_mouse;
	bool watch;			/* --watch was given */
};

/* Parses the command line; ARGV is reordered, and O borrows its texts.  False: E says what is
 * wrong.  O must be released in any case. */
bool options_parse(struct options *o, int argc, char **argv, struct err *e);

/* Applies option ID to O.  ARG is its argument, or NULL if it has none.  False: E says what is
 * wrong. */
bool options_apply(struct options *o, enum option_id id, const char *arg, struct err *e);

/* Like options_apply(), for OPT_FILE_FORMAT, OPT_PROFILE_FORMAT, OPT_ADDRESS_SIZE, OPT_RATE,
 * OPT_SLIDE and OPT_RAW. */
bool options_apply_format(struct options *o, enum option_id id, const char *arg, struct err *e);

/* Does O name only one image, as gprof's listings and sums need it?  If not, E says so. */
bool options_check_one_image(const struct options *o, struct err *e);

void options_release(struct options *o);

#endif

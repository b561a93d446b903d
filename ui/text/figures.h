/* figures.h - how numbers look
 *
 * Samples come in, text goes out: as many digits as the sampling period and the error
 * support.  Nothing divides by zero, nothing prints a NaN.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIGURES_H
#define FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#define FIGURE 32			/* room for any figure */

enum unit {
	UNIT_TIME,
	UNIT_PERCENT,
	UNIT_SAMPLES,
};

/* What samples of a profile amount to. */
struct scale {
	double rate;			/* samples per second; 0: unknown, time is samples */
	double total;			/* samples that are 100 % */
	int period;			/* decimals that one sampling period needs */
	int usual;			/* decimals of a whole column */
	char symbol[8];			/* of the unit, "s" */
	enum unit unit;
	bool fractions;			/* functions share samples: there are fractions */
};

/* LARGEST: samples in the greatest figure of a column. */
struct scale figure_scale(double rate, double total, double largest, char symbol);

/* Samples in the unit of S: "18.04", "96219", "<0.03" for none. */
void figure_time(char out[FIGURE], const struct scale *s, double samples);

/* The same, but none is 0: for what is handed up, where nothing may be exact. */
void figure_share(char out[FIGURE], const struct scale *s, double samples);

/* Samples that bins shared between functions left in pieces: "3", "1.8". */
void figure_samples(char out[FIGURE], double samples);

/* Blanks behind a whole number where fractions of samples stand above and below it. */
void figure_align(char out[FIGURE], const struct scale *s);

/* The sampling error of that many samples: as many periods as their square root. */
void figure_error(char out[FIGURE], const struct scale *s, double samples);

/* Value, error and unit for a sentence: "96219 ±31 s". */
void figure_sampled(char out[2 * FIGURE], const struct scale *s, double samples);

/* With unit for a sentence: "96219 s", "0.3 samples"; always time. */
void figure_spoken(char out[FIGURE], const struct scale *s, double samples);

/* PART of WHOLE in percent; nothing when WHOLE is 0. */
void figure_percent(char out[FIGURE], double part, double whole, int decimals);

/* X >= 0 with DIGITS significant ones and no exponent, for a sentence: "2.41", "1060",
 * "<0.0001". */
void figure_plain(char out[FIGURE], double x, int digits);

/* Time for each of CALLS calls, three digits and unit: "2.11 ms"; nothing without any, or if
 * so small a part of a sample is shared out that it means nothing. */
void figure_each(char out[FIGURE], const struct scale *s, double samples, double calls);

/* A count in at most WIDTH cells: "26214400"; else, or over nine digits, "1.074T". */
void figure_count(char out[FIGURE], uint64_t count, int width);

/* A bar of 8 cells for 100 %, in steps of an eighth of a cell. */
void figure_bar(char out[FIGURE], double part, double whole);

#endif

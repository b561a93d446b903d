/* figures.h - numbers as text: times, shares, counts, bars
 *
 * Times are given in samples and printed with as many digits as the sampling period and the error
 * support.  No function divides by zero or prints a NaN; a figure without a value is "".
 *
 * Functions whose names end with 64 do the same as those without 64, but if figures of S are whole
 * numbers, they print all digits of the sum that is SUM64 modulo 2^64 (sum64.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIGURES_H
#define FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FIGURE 64			/* bytes that are enough for any figure */

enum unit {
	UNIT_TIME,
	UNIT_PERCENT,
	UNIT_SAMPLES,
};

/* The unit and the precision of times. */
struct scale {
	double rate;			/* samples per second; 0: not known, so times are shown in
					 * samples */
	double total;			/* number of samples that are 100 % */
	int period;			/* greatest number of decimals of a time; enough decimals to
					 * show one sampling period */
	int usual;			/* usual number of decimals in a column */
	double per_unit;		/* used if .rate is 0: figures are in 1 / .per_unit of what
					 * is counted; at least 1 */
	char symbol[8];			/* symbol of the unit of time, "s" */
	char counted[40];		/* what is counted if .rate is 0, such as "samples" */
	bool is_bytes;			/* figures are bytes: one unit is .rate bytes, and .symbol
					 * is its symbol, "MB" */
	double weight;			/* value of one sample; the sampling error is computed from
					 * it.  1 if figures are numbers of samples.  0 if figures
					 * have no sampling error, or if samples differ in value */
	double step;			/* used if .weight is 0: the period of the clock, in the
					 * unit of figures.  All figures are multiples of this
					 * period.  0: not known */
	enum unit unit;
	bool fractions;			/* numbers of samples may have fractions, because functions
					 * share bins */
};

/* Returns a scale with RATE and TOTAL for a column whose greatest figure is LARGEST samples.
 * SYMBOL is the symbol of the unit of time; if it cannot be printed, the symbol is "s". */
struct scale figure_scale(double rate, double total, double largest, char symbol);

/* Returns S with the changes for figures that are sums of the values of samples.  The caller has
 * made S by figure_scale() with the same LARGEST, and has set S.step and S.per_unit.  WEIGHT
 * becomes scale.weight.  WHAT names what is counted if the rate is 0, such as "samples".  If WHAT
 * is a unit of bytes, the unit becomes KB, MB and so on: the largest one that is at most the
 * total. */
struct scale figure_scale_measured(struct scale s, double largest, double weight,
	const char *what);

/* Returns what figures of S measure: "time", "bytes", or the name of what is counted.  This does
 * not depend on the unit. */
const char *figure_what(const struct scale *s);

/* Writes a time in the unit of S, such as "18.04" or "96219".  If SAMPLES is 0, the true time may
 * still be more than 0.  Then, if S->unit is UNIT_TIME and S->weight is not 0, writes the upper
 * bound of the time, which is the time of three samples: "<0.03". */
void figure_time(char out[FIGURE], const struct scale *s, double samples);
void figure_time64(char out[FIGURE], const struct scale *s, double samples, uint64_t sum64);

/* Like figure_time(), but writes "0" if SAMPLES is 0, since propagated time may be exactly 0. */
void figure_time_or_zero(char out[FIGURE], const struct scale *s, double samples);
void figure_time_or_zero64(char out[FIGURE], const struct scale *s, double samples,
	uint64_t sum64);

/* Writes SAMPLES, a difference, with its sign. */
void figure_signed(char out[FIGURE], const struct scale *s, double samples);

/* Does the same as snprintf(OUT, ROOM, "%.*f", DECIMALS, X), but faster.  Returns the length of
 * OUT. */
int figure_fixed(char *out, size_t room, int decimals, double x);

/* Writes a number of samples, such as "3", or "1.8" if functions share a bin.  Writes 11 digits of
 * numbers whose last digits are not known (sum64.h). */
void figure_samples(char out[FIGURE], double samples);

/* Appends blanks to OUT if OUT is a whole number of samples, to align it with the fractions of its
 * column. */
void figure_align(char out[FIGURE], const struct scale *s);

/* Returns the square of the sampling error of SAMPLES, if the value of each sample is S->weight. */
double figure_variance(const struct scale *s, double samples);

/* Writes the sampling error, the square root of VARIANCE, in the unit of S; "" if it is 0. */
void figure_error(char out[FIGURE], const struct scale *s, double variance);

/* Writes time, error and unit, for a sentence: "96219 ±31 s".  figure_sampled() computes the error
 * from the weight of S.  In figure_with_error(), the error is the square root of VARIANCE.  Writes
 * no error if SAMPLES is 0 or less, or if the error is 0. */
void figure_sampled(char out[2 * FIGURE], const struct scale *s, double samples);
void figure_with_error(char out[2 * FIGURE], const struct scale *s, double samples,
	double variance);
void figure_with_error64(char out[2 * FIGURE], const struct scale *s, double samples,
	double variance, uint64_t sum64);

/* Writes time and unit, for a sentence: "96219 s", "0.3 samples".  The unit is never percent. */
void figure_spoken(char out[FIGURE], const struct scale *s, double samples);
void figure_spoken64(char out[FIGURE], const struct scale *s, double samples, uint64_t sum64);

/* TIME was written by figure_spoken().  Returns the length of its number, without the unit. */
int figure_number_length(const char time[FIGURE]);

/* Writes PART of WHOLE in percent.  Writes "" if WHOLE is 0 or less. */
void figure_percent(char out[FIGURE], double part, double whole, int decimals);

/* Writes the ratio X: 1.23, 12.3, 123 or, from a million on, 1e+06. */
void figure_ratio(char out[FIGURE], double x);

/* Writes X >= 0 with DIGITS significant digits, for a sentence: "2.41", "<0.0001".  If X has more
 * than DIGITS digits before the point, writes all these digits: "1060". */
void figure_plain(char out[FIGURE], double x, int digits);

/* Writes the time or the bytes per call with three digits or more and a unit: "2.11 ms".  If
 * S->rate is 0, writes no unit, and a prefix only for values above 1.  Times that no clock can
 * measure become "<1 ns".  Writes "" if CALLS is 0, or if |SAMPLES| is less than 0.05, which is too
 * little to be reliable. */
void figure_each(char out[FIGURE], const struct scale *s, double samples, double calls);

/* Writes COUNT, such as "26214400".  If COUNT has more than WIDTH digits, or more than nine, writes
 * it with a unit prefix, such as "1.074T". */
void figure_count(char out[FIGURE], uint64_t count, int width);

/* Writes a bar, 8 cells wide for 100 %, in steps of an eighth of a cell. */
void figure_bar(char out[FIGURE], double part, double whole);

/* Writes P, a chance, to OUT: "0.03", or "<.001" if it is less than 0.001. */
void figure_chance(char out[FIGURE], double p);

#endif

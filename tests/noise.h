/* noise.h - samples of simulated runs of a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NOISE_H
#define NOISE_H

#include <stdint.h>

/* How the runs of a program differ. */
struct noise {
	uint32_t nruns;
	double each;			/* deviation of the time of each function in each run, as a
					 * part of it */
	double common;			/* deviation of the speed of the machine in each run */
	double dispersion;		/* variance of the samples, divided by their mean */
};

/* Returns the seed of simulations: CHECK_SEED in the environment, or the usual one. */
uint64_t noise_seed(void);

/* Returns a random number between 0 and 1, and advances SEED, as all functions here do. */
double noise_uniform(uint64_t *seed);

/* Returns the speed of the machine in a run. */
double noise_speed(const struct noise *noise, uint64_t *seed);

/* Returns the samples in a run, at SPEED, of a function that has MEAN on average. */
double noise_samples(const struct noise *noise, double mean, double speed, uint64_t *seed);

#endif

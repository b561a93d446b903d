/* noise.c - samples of simulated runs of a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "noise.h"

#include <math.h>
#include <stdlib.h>

#include "bytes.h"

uint64_t
noise_seed(void)
{
	const char *seed = getenv("CHECK_SEED");

	return seed != NULL ? strtoull(seed, NULL, 10) : 36;
}

double
noise_uniform(uint64_t *seed)
{
	return (random_below(seed, 1 << 30) + 0.5) / (1 << 30);
}

static double
normal(uint64_t *seed)
{
	double radius = sqrt(-2 * log(noise_uniform(seed)));

	return radius * cos(6.283185307179586 * noise_uniform(seed));
}

/* Returns a random number with the gamma distribution of SHAPE (Marsaglia and Tsang). */
static double
gamma_of(double shape, uint64_t *seed)
{
	double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d), x, v;

	if (shape < 1) {
		double by = pow(noise_uniform(seed), 1 / shape);

		return gamma_of(shape + 1, seed) * by;
	}
	do {
		x = normal(seed);
		v = pow(fmax(1 + c * x, 1e-9), 3);
	} while (log(noise_uniform(seed)) >= x * x / 2 + d - d * v + d * log(v));
	return d * v;
}

static double
poisson(double mean, uint64_t *seed)
{
	double p, sum, u;
	uint32_t n = 0;

	if (mean > 30) {
		/* The number of events before a gamma-distributed time (Ahrens and Dieter). */
		double m = floor(mean * 7 / 8), x = gamma_of(m, seed);

		if (x < mean)
			return m + poisson(mean - x, seed);
		for (; m > 1; m--)
			n += noise_uniform(seed) < mean / x;
		return n;
	}
	p = sum = exp(-mean);
	for (u = noise_uniform(seed); u > sum && n < 1000; sum += p) {
		n++;
		p *= mean / n;
	}
	return n;
}

double
noise_speed(const struct noise *noise, uint64_t *seed)
{
	return exp(noise->common * normal(seed));
}

double
noise_samples(const struct noise *noise, double mean, double speed, uint64_t *seed)
{
	double each = noise->each * noise->each, more = noise->dispersion - 1;

	if (each > 0)
		mean *= gamma_of(1 / each, seed) * each;
	if (more > 0)
		mean = gamma_of(mean / more, seed) * more;
	return poisson(mean * speed, seed);
}

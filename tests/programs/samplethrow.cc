// samplethrow.cc - a program that throws exceptions through deep stacks, in two threads
// SPDX-License-Identifier: GPL-3.0-or-later
#include <pthread.h>
#include <stdexcept>
#include <stdio.h>
#include <time.h>

#include "littlework.h"

static volatile unsigned long sink;

struct guard {
	guard() { sink++; }
	~guard() { sink--; }
};

static double
processor_time()
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return haste * ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}

__attribute__((noinline)) static void
thrower(int n)
{
	guard g;

	for (int i = 0; i < 100; i++)
		sink += (unsigned long)i;
	if (n == 0)
		throw std::runtime_error("thrown");
	thrower(n - 1);
	sink++;
}

static void *
run(void *data)
{
	long *caught = (long *)data;
	double end = processor_time() + 0.12;

	while (processor_time() < end) {
		try {
			thrower(20);
		} catch (const std::exception &) {
			++*caught;
		}
	}
	return nullptr;
}

int
main()
{
	long caught[2] = { 0, 0 };
	pthread_t thread;

	pthread_create(&thread, nullptr, run, &caught[0]);
	run(&caught[1]);
	pthread_join(thread, nullptr);
	puts(caught[0] > 10 && caught[1] > 10 ? "caught" : "not caught");
	return 0;
}

/* controlled THREADS: threads call f() as the lines of standard input say.
 *
 *	N	a number: each thread calls f() N times
 *	go	each thread calls f() until the line "stop" comes
 *	show	no calls
 *
 * After each line, prints how many calls there were in all. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Atomic long made[16];		/* calls of each thread */
static long batch;			/* how many calls come next */
static _Atomic int endless;
static pthread_barrier_t barrier;	/* passed before and after the calls */

__attribute__((noinline)) int f(int x)
{
	__asm__ volatile("");
	return x + 1;
}

static void *run(void *argument)
{
	_Atomic long *mine = argument;
	volatile int sum = 0;

	for (;;) {
		long left;

		pthread_barrier_wait(&barrier);
		for (left = batch; endless || left > 0; left--) {
			sum = f(sum);
			++*mine;
		}
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

static void print_total(int threads)
{
	long total = 0;

	for (int i = 0; i < threads; i++)
		total += made[i];
	printf("%ld\n", total);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 1;
	char line[64];
	pthread_t id;

	pthread_barrier_init(&barrier, NULL, (unsigned)threads + 1);
	for (int i = 0; i < threads; i++)
		if (pthread_create(&id, NULL, run, (void *)&made[i]) != 0)
			return 1;
	print_total(threads);
	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (strcmp(line, "show\n") != 0) {
			batch = atol(line);
			endless = strcmp(line, "go\n") == 0;
			pthread_barrier_wait(&barrier);
			if (batch > 0)
				pthread_barrier_wait(&barrier);
		}
		print_total(threads);
	}
	return 0;
}

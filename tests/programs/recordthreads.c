/* Threads that call f() a known number of times: recordthreads THREADS CALLS */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long calls;

__attribute__((noinline)) int f(int x)
{
	__asm__ volatile("");
	return x + 1;
}

__attribute__((noinline)) static void *run(void *argument)
{
	volatile int sum = 0;
	long i;

	for (i = 0; i < calls; i++)
		sum = f(sum);
	return argument;
}

int main(int argc, char **argv)
{
	int i, threads = argc > 2 ? atoi(argv[1]) : 1;
	pthread_t id[64];

	calls = argc > 2 ? atol(argv[2]) : 1;
	for (i = 0; i < threads; i++)
		if (pthread_create(&id[i % 64], NULL, run, NULL) != 0)
			return 1;
		else if (threads > 64)
			pthread_join(id[i % 64], NULL);
	for (i = 0; i < threads && threads <= 64; i++)
		pthread_join(id[i], NULL);
	puts("done");
	return 0;
}

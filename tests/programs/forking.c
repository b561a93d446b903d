/* forking.c - makes a child every 2 ms: forking N.  Each child calls f() every 5 ms for 2 s. */
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

__attribute__((noinline)) int f(int x)
{
	__asm__ volatile("");
	return x + 1;
}

int main(int argc, char **argv)
{
	const struct timespec pause = { .tv_nsec = 2000000 }, between = { .tv_nsec = 5000000 };
	int left = argc > 1 ? atoi(argv[1]) : 0, sum = 0;

	signal(SIGCHLD, SIG_IGN);
	for (; left > 0; left--) {
		if (fork() == 0) {
			for (int i = 0; i < 400; i++) {
				sum = f(sum);
				nanosleep(&between, NULL);
			}
			_exit(0);
		}
		nanosleep(&pause, NULL);
	}
	sleep(2);
	return sum < 0;
}

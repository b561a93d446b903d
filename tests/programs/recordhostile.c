/* Counts calls and is sampled in several threads, while a child does what it can to change them:
 * recordhostile MODE DIRECTORY, where DIRECTORY has the recordings.
 *
 *	user	the child has another user, without privileges
 *	same	the child has the same user, so it may open the recordings
 *	cut	as same, and cuts them
 *	none	there is no child
 *	limit	there is no child.  Sets its user, while a limit leaves it no memory, and prints which
 *		files of DIRECTORY it still shares
 *
 * The child writes random bytes to all memory that it shares with its parent, and to all files that
 * it finds.  If it can write to a recording in mode "user", it says so.  Exits with 5. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define UNCOUNTED __attribute__((no_instrument_function))

enum { THREADS = 3, CALLS = 200000, ROUNDS = 3 };

static volatile int goes_on = 1;
static const char *mode, *directory;
static sigjmp_buf escape;
static uint64_t seed = 1;

__attribute__((noinline)) static int f(int x)
{
	__asm__ volatile("");
	return x + 1;
}

__attribute__((noinline)) static int g(int x)
{
	__asm__ volatile("");
	return x + 1;
}

/* Calls g() from many places, so that tables are begun meanwhile. */
#define CALL x = g(x);
#define TEN(x) x x x x x x x x x x
UNCOUNTED static int call_from_everywhere(int x)
{
	TEN(TEN(CALL)) TEN(TEN(CALL))
	return x;
}

UNCOUNTED static void *work(void *unused)
{
	volatile int result;
	int x = 0;

	(void)unused;
	for (int i = 0; i < CALLS || goes_on; i++) {
		if (i < CALLS)
			x = f(x);
		for (volatile int j = 0; i >= CALLS && j < 1000; j++)
			continue;
	}
	result = call_from_everywhere(x);
	(void)result;
	return NULL;
}

UNCOUNTED static void on_fault(int number)
{
	siglongjmp(escape, number);
}

UNCOUNTED static uint64_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* Writes random words to [LOW, HIGH): to all of its first pages, and here and there. */
UNCOUNTED static void scribble(uintptr_t low, uintptr_t high)
{
	for (uintptr_t at = low; at + 8 <= high && at < low + (1 << 19); at += 8)
		*(volatile uint64_t *)at = next_random();
	for (int i = 0; i < 1000; i++)
		*(volatile uint64_t *)(low + next_random() % (high - low) / 8 * 8) = next_random();
}

/* Is PATH a recording of another process? */
UNCOUNTED static int is_foreign(const char *path)
{
	char own[32];

	snprintf(own, sizeof(own), ".%d.", getpid());
	return strstr(path, ".gprec") != NULL && strstr(path, own) == NULL;
}

UNCOUNTED static void attack_mapping(uintptr_t low, uintptr_t high, const char *path)
{
	void *more;

	mprotect((void *)low, high - low, PROT_READ | PROT_WRITE);
	if (sigsetjmp(escape, 1) == 0) {
		scribble(low, high);
		if (strcmp(mode, "user") == 0 && is_foreign(path))
			printf("the child can write to %s\n", path);
	}
	/* With the old size 0, this makes a second mapping, which may be larger. */
	more = mremap((void *)low, 0, 64 << 20, MREMAP_MAYMOVE);
	if (more != MAP_FAILED && sigsetjmp(escape, 1) == 0) {
		mprotect(more, 64 << 20, PROT_READ | PROT_WRITE);
		scribble((uintptr_t)more, (uintptr_t)more + (64 << 20));
	}
}

UNCOUNTED static void attack_file(const char *path)
{
	int fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
	char block[4096];
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || strstr(path, ".gprec") == NULL) {
		close(fd);
		return;
	}
	if (strcmp(mode, "user") == 0 && is_foreign(path))
		printf("the child can open %s\n", path);
	for (int i = 0; i < 300; i++) {
		off_t at = (off_t)(i < 100 ? (size_t)i * sizeof(block) : next_random() % (1 << 28));

		for (size_t j = 0; j < sizeof(block); j += 8)
			memcpy(block + j, &(uint64_t){ next_random() }, 8);
		if (pwrite(fd, block, sizeof(block), at) < 0)
			break;
	}
	if (strcmp(mode, "cut") == 0 && ftruncate(fd, (off_t)(next_random() % (1 << 20))) != 0)
		perror("ftruncate");
	close(fd);
}

UNCOUNTED static void attack_directory(const char *name)
{
	DIR *files = opendir(name);
	const struct dirent *entry;
	char path[4096];

	while (files != NULL && (entry = readdir(files)) != NULL) {
		snprintf(path, sizeof(path), "%s/%s", name, entry->d_name);
		attack_file(path);
	}
	if (files != NULL)
		closedir(files);
}

/* Attacks what the list of mappings TEXT says. */
UNCOUNTED static void attack_mappings(char *text)
{
	for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
		unsigned long low, high;
		char modes[8] = "", path[4096] = "", link[64];

		if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %4000[^\n]", &low, &high, modes, path) < 3
		    || modes[3] != 's')
			continue;
		snprintf(link, sizeof(link), "/proc/self/map_files/%lx-%lx", low, high);
		attack_file(link);
		attack_file(path);
		attack_mapping(low, high, path);
	}
}

UNCOUNTED static void attack(void)
{
	struct sigaction action = { .sa_handler = on_fault, .sa_flags = SA_NODEFER };
	static char text[1 << 16];
	size_t size;
	FILE *maps;

	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	maps = fopen("/proc/self/maps", "r");
	size = fread(text, 1, sizeof(text) - 1, maps);
	text[size] = '\0';
	fclose(maps);
	attack_mappings(text);
	attack_directory("/proc/self/fd");
	attack_directory(directory);
	fflush(stdout);
}

/* Makes a hostile child, and waits for it. */
UNCOUNTED static void be_attacked(void)
{
	pid_t pid;

	if (strcmp(mode, "none") == 0)
		return;
	pid = fork();
	if (pid == 0) {
		seed = (uint64_t)getpid() * 0x9e3779b97f4a7c15u;
		if (strcmp(mode, "user") == 0 && (setgroups(0, NULL) != 0
		    || setresgid(65534, 65534, 65534) != 0 || setresuid(65534, 65534, 65534) != 0))
			exit(77);
		if (strcmp(mode, "user") == 0)
			f(1);		/* in the recording of the child */
		attack();
		_exit(0);
	}
	while (waitpid(pid, NULL, 0) != pid)
		continue;
}

UNCOUNTED static void show_shared(void)
{
	const struct rlimit none = { 0, 0 };
	char line[4096];
	FILE *maps = fopen("/proc/self/maps", "r");

	if (fgets(line, sizeof(line), maps) == NULL || setrlimit(RLIMIT_DATA, &none) != 0
	    || setuid(getuid()) != 0)
		exit(77);
	rewind(maps);
	while (fgets(line, sizeof(line), maps) != NULL)
		if (strstr(line, directory) != NULL && strstr(line, ".gprec") == NULL)
			fputs(line, stdout);
}

UNCOUNTED int main(int argc, char **argv)
{
	pthread_t ids[THREADS];
	int x = 0;

	if (argc != 3)
		return 2;
	mode = argv[1];
	directory = argv[2];
	for (int i = 0; i < 1000; i++)
		x = f(x);
	if (strcmp(mode, "limit") == 0) {
		show_shared();
		for (clock_t end = clock() + CLOCKS_PER_SEC / 20; clock() < end;)
			x = f(x);
		puts("end");
		return 5;
	}
	be_attacked();
	for (int i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, NULL);
	for (int i = 0; i < ROUNDS; i++)
		be_attacked();
	goes_on = 0;
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	be_attacked();
	x = call_from_everywhere(x);
	puts("end");
	return x > 0 ? 5 : 6;
}

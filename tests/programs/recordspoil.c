/* Spoils a recording while others read it: recordspoil DIRECTORY, which has *.gprec.  Writes random
 * bytes to its files, mostly to where lengths and offsets are, cuts and lengthens them, replaces
 * them by links, pipes and directories, and puts them back.  Runs until it is ended. */
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 16, BYTES = 1 << 21 };

static struct {
	char *path, *bytes;
	size_t n;
} files[FILES];
static unsigned nfiles;
static uint64_t seed = 88172645463325252u;

static uint64_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static void keep(const char *directory)
{
	DIR *list = opendir(directory);
	const struct dirent *entry;
	char path[4096];

	while (list != NULL && (entry = readdir(list)) != NULL && nfiles < FILES) {
		FILE *file;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", directory, entry->d_name);
		file = fopen(path, "rb");
		if (file == NULL)
			continue;
		files[nfiles].path = strdup(path);
		files[nfiles].bytes = malloc(BYTES);
		files[nfiles].n = fread(files[nfiles].bytes, 1, BYTES, file);
		nfiles++;
		fclose(file);
	}
	if (list != NULL)
		closedir(list);
}

static void put_back(unsigned i)
{
	int fd;

	remove(files[i].path);
	fd = open(files[i].path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || write(fd, files[i].bytes, files[i].n) < 0)
		exit(1);
	close(fd);
}

static void spoil(unsigned i)
{
	static const uint64_t numbers[] = { 0, 1, 4095, 4096, 65536, 1 << 20, UINT32_MAX,
		UINT64_C(1) << 40, INT64_MAX, UINT64_MAX };
	int fd = open(files[i].path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
	uint64_t value = next_random() % 2 ? next_random()
		: numbers[next_random() % (sizeof(numbers) / sizeof(*numbers))];
	off_t pages[] = { 0, 65536, 131072 };

	switch (next_random() % 16) {
	case 0: put_back(i); break;
	case 1: if (ftruncate(fd, (off_t)(next_random() % (files[i].n + 1))) != 0) break; break;
	case 2: if (ftruncate(fd, (off_t)1 << (20 + next_random() % 23)) != 0) break; break;
	case 3: remove(files[i].path); break;
	case 4: remove(files[i].path), mkfifo(files[i].path, 0600); break;
	case 5: remove(files[i].path), symlink("/dev/zero", files[i].path) != 0 ? abort() : (void)0; break;
	case 6: remove(files[i].path), mkdir(files[i].path, 0700); break;
	default:
		for (int j = 0; j < 4; j++)
			if (pwrite(fd, &value, sizeof(value), pages[next_random() % 3]
					+ (off_t)(next_random() % 64 * 4)) < 0)
				break;
	}
	if (fd >= 0)
		close(fd);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	keep(argv[1]);
	for (;;) {
		spoil((unsigned)(next_random() % nfiles));
		if (next_random() % 8 == 0)
			put_back((unsigned)(next_random() % nfiles));
		if (next_random() % 4 == 0)
			usleep(next_random() % 2000);
	}
}

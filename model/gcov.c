/* How often lines were executed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcov.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pathname.h"
#include "sort.h"

enum {
	FILES_AT_ONCE = 64,		/* arguments of one gcov */
	PATIENCE = 20000,		/* milliseconds that gcov may be silent */
	POLL = 50,			/* milliseconds between looks at the stop */
	BUFFER = 65536,
	HEAD = 12,			/* bytes that .gcda and .gcno files begin with */
};

/* Paths of .gcda files. */
struct data_files {
	struct gcov *g;
	char **v;			/* owned, and the strings */
	size_t n, room;
	size_t nnamed;			/* that the image names */
};

/* The lines as they are read: several for one line are added up at the end. */
struct reading {
	struct gcov *g;
	struct stop *stop;
	int fd;				/* from gcov */
	char *buffer;			/* owned; what it has written ... */
	size_t at, n;			/* ... of which [at, n) is still to be read */
	bool stopped, silent, ended;
	unsigned gcc;			/* that wrote the data; 0: not known */
	const char *data;		/* path of the first of them */
	size_t given;			/* pieces of the document being read, but for blanks */
};

/* The magic word, the version and the stamp that PATH begins with. */
static bool
read_head(const char *path, unsigned char head[HEAD])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd >= 0 ? read(fd, head, HEAD) : -1;

	if (fd >= 0)
		close(fd);
	return n == HEAD;
}

/* Do the data in PATH belong to the notes of the compiler beside them?  gcov would print
 * them as lines that never ran. */
static bool
is_matched(const char *path, struct err *e)
{
	unsigned char data[HEAD], notes[HEAD];
	size_t n = strlen(path);
	char *other = mem_new(n + 1, 1);
	bool ok = true;

	memcpy(other, path, n - 4);
	memcpy(other + n - 4, "gcno", 4);
	if (!read_head(path, data))
		ok = err_set(e, ERR_FORMAT, "%s: no gcov data; run the program again", path);
	else if (!read_head(other, notes))
		ok = err_set(e, ERR_IO, "%s: not there, so that the counts in the .gcda file mean "
			"nothing; gcc --coverage writes both to one directory", other);
	else if (memcmp(data + 4, notes + 4, HEAD - 4) != 0)
		ok = err_set(e, ERR_FORMAT, "%s: of another build or compiler than the .gcno file; "
			"run the program again", path);
	free(other);
	return ok;
}

/* Take over PATH.  False: it is not there. */
static bool
add_file(struct data_files *files, char *path)
{
	struct err e;

	if (access(path, R_OK) != 0) {
		free(path);
		return false;
	}
	if (!is_matched(path, &e)) {
		if (files->g->trouble.kind == ERR_NONE)
			files->g->trouble = e;
		free(path);
		return true;
	}
	files->v = mem_room(files->v, files->n + 1, &files->room, sizeof(*files->v));
	files->v[files->n++] = path;
	return true;
}

/* The file that the image calls NAME, below DIR: under its whole path as GCOV_PREFIX puts
 * it, under the end of that, at last under its base name. */
static void
add_file_in(struct data_files *files, const char *dir, const char *name)
{
	for (const char *p = name; p != NULL; p = strchr(p + 1, '/')) {
		size_t n = strlen(dir) + strlen(p) + 2;
		char *path = mem_new(n, 1);

		snprintf(path, n, "%s/%s", dir, *p == '/' ? p + 1 : p);
		if (add_file(files, path))
			return;
	}
}

/* Look for names of .gcda files among the N bytes of data of the image. */
static void
find_names(struct data_files *files, const char *bytes, size_t n, const char *dir)
{
	static const char end[] = ".gcda";
	const char *p = bytes, *found;

	while ((found = memmem(p, n - (size_t)(p - bytes), end, sizeof(end))) != NULL) {
		const char *name = found;

		while (name > bytes && name[-1] != '\0')
			name--;
		p = found + sizeof(end);
		files->nnamed++;
		if (dir != NULL)
			add_file_in(files, dir, name);
		else
			add_file(files, mem_text(name, strlen(name)));
	}
}

/* The names stand where constants do. */
static void
find_files(struct data_files *files, const struct image *im, const char *dir)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	while ((scn = elf_nextscn(im->elf, scn)) != NULL) {
		Elf_Data *data;

		if (gelf_getshdr(scn, &header) == NULL || header.sh_type != SHT_PROGBITS
		    || (header.sh_flags & SHF_ALLOC) == 0 || (header.sh_flags & SHF_EXECINSTR) != 0)
			continue;
		data = elf_rawdata(scn, NULL);
		if (data != NULL && data->d_buf != NULL)
			find_names(files, data->d_buf, data->d_size, dir);
	}
}

/* The version of gcc that wrote PATH: "B22*" is 12.2, "408*" is 4.8, which clang claims to
 * be; 0: there is no telling. */
static unsigned
gcc_of(const char *path)
{
	unsigned char head[HEAD] = { 0 };
	bool ok = read_head(path, head), little = memcmp(head, "adcg", 4) == 0;
	unsigned a = little ? head[7] : head[4], b = little ? head[6] : head[5];

	if (ok && a >= 'A' && a <= 'Z' && b >= '0' && b <= '9')
		return (a - 'A') * 10 + (b - '0');
	return ok && a >= '0' && a <= '9' ? a - '0' : 0;
}

/* Start NAME on the files, its output to *FD.  Returns 0 or an errno. */
static int
start(const char *name, char *const *files, size_t n, pid_t *pid, int *fd)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	const char **args = mem_new(n + 5, sizeof(*args));
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC) != 0) {
		free(args);
		return errno;
	}
	args[0] = name;
	args[1] = "--branch-probabilities";
	args[2] = "--json-format";
	args[3] = "--stdout";
	memcpy(args + 4, files, n * sizeof(*args));
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	/* A group of its own: what hangs may be a child of it. */
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	error = posix_spawnp(pid, name, &actions, &attributes, (char *const *)args, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	free(args);
	close(ends[1]);
	*fd = ends[0];
	if (error != 0)
		close(ends[0]);
	return error;
}

/* How many milliseconds gcov may be silent. */
static int
patience(const struct reading *r)
{
	return r->g->patience > 0 ? r->g->patience : PATIENCE;
}

/* Wait for more from gcov; it may be silent only for a while.  False: there is none. */
static bool
fill_buffer(struct reading *r)
{
	for (int waited = 0; waited < patience(r); waited += POLL) {
		struct pollfd p = { .fd = r->fd, .events = POLLIN };
		ssize_t n;

		if (stop_asked(r->stop, r->g->nlines)) {
			r->stopped = true;
			return false;
		}
		if (poll(&p, 1, POLL) <= 0)
			continue;
		n = read(r->fd, r->buffer, BUFFER);
		if (n > 0) {
			r->at = 0;
			r->n = (size_t)n;
			return true;
		}
		if (n == 0 || errno != EINTR) {
			r->ended = true;
			return false;
		}
	}
	r->silent = true;
	return false;
}

/* Give jansson what gcov has written, at most to the end of a line: what it has been given
 * and does not need is lost, and the next document begins on the next line. */
static size_t
read_output(void *buffer, size_t size, void *with)
{
	struct reading *r = with;
	const char *from, *newline;
	size_t n;

	if (r->at == r->n && (r->ended || !fill_buffer(r)))
		return r->stopped || r->silent ? (size_t)-1 : 0;
	from = r->buffer + r->at;
	n = r->n - r->at < size ? r->n - r->at : size;
	newline = memchr(from, '\n', n);
	if (newline != NULL)
		n = (size_t)(newline - from) + 1;
	memcpy(buffer, from, n);
	r->at += n;
	r->given += n > 1 || *from != '\n';
	return n;
}

static int
by_count(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The counts of LINE's branches to COUNTS, which has room.  A call that may throw is no
 * branch: gcov has two for it, where it returns to and where it throws to. */
static size_t
read_branches(const json_t *branches, uint64_t *counts)
{
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(branches); i++) {
		const json_t *b = json_array_get(branches, i);
		json_int_t count = json_integer_value(json_object_get(b, "count"));

		if (json_is_true(json_object_get(b, "throw"))) {
			if (n > 0)
				n--;
			continue;
		}
		counts[n++] = count > 0 ? (uint64_t)count : 0;
	}
	return n;
}

static void
read_line(struct gcov *g, const char *path, const json_t *line)
{
	json_int_t number = json_integer_value(json_object_get(line, "line_number"));
	json_int_t count = json_integer_value(json_object_get(line, "count"));
	const json_t *branches = json_object_get(line, "branches");
	uint64_t *counts;

	if (number <= 0 || number > INT32_MAX)
		return;
	counts = arena_new(&g->text, json_array_size(branches) + 1, sizeof(*counts));
	counts[0] = count > 0 ? (uint64_t)count : 0;
	g->lines = mem_room(g->lines, g->nlines + 1, &g->room, sizeof(*g->lines));
	g->lines[g->nlines++] = (struct line_count){
		.path = path, .line = (uint32_t)number, .counts = counts,
		.ncounts = 1 + read_branches(branches, counts + 1),
	};
}

/* The path of the file NAME, as compiled in DIR. */
static const char *
source_path(struct gcov *g, const char *dir, const char *name)
{
	size_t n = strlen(name) + (dir != NULL ? strlen(dir) : 0) + 2;
	char *path = mem_new(n, 1), *text = arena_new(&g->text, n, 1);

	snprintf(path, n, "%s%s%s", *name == '/' || dir == NULL ? "" : dir,
		*name == '/' || dir == NULL ? "" : "/", name);
	pathname_normalize(text, path);
	free(path);
	return text;
}

/* Read what gcov says of one data file. */
static void
read_document(struct gcov *g, const json_t *document)
{
	const char *dir = json_string_value(json_object_get(document, "current_working_directory"));
	const json_t *files = json_object_get(document, "files");

	for (size_t i = 0; i < json_array_size(files); i++) {
		const json_t *file = json_array_get(files, i), *lines;
		const char *name = json_string_value(json_object_get(file, "file"));
		const char *path;

		if (name == NULL)
			continue;
		path = source_path(g, dir, name);
		lines = json_object_get(file, "lines");
		for (size_t k = 0; k < json_array_size(lines); k++)
			read_line(g, path, json_array_get(lines, k));
	}
	if (files != NULL)
		g->nfiles++;
}

/* Is DOCUMENT by the gcov of the compiler that wrote the data?  Another one guesses. */
static bool
is_by_match(const struct reading *r, const json_t *document, struct err *e)
{
	const char *version = json_string_value(json_object_get(document, "gcc_version"));

	if (version == NULL || r->gcc == 0 || strtoul(version, NULL, 10) == r->gcc)
		return true;
	return err_set(e, ERR_FORMAT, "%s: counts of gcc %u%s, which the gcov of gcc %.20s cannot "
		"read; install that of the compiler", r->data, r->gcc,
		r->gcc == 4 ? " or clang" : "", version);
}

/* Read one document after the other.  False: something is wrong with them. */
static bool
read_documents(struct reading *r, const char *name, struct err *e)
{
	json_error_t error;
	json_t *document;

	do {
		r->given = 0;
		document = json_load_callback(read_output, r, JSON_DISABLE_EOF_CHECK, &error);
		if (document != NULL && !is_by_match(r, document, e)) {
			json_decref(document);
			return false;
		}
		if (document != NULL)
			read_document(r->g, document);
		json_decref(document);
	} while (document != NULL);
	if (r->stopped)
		return err_set(e, ERR_STOPPED, "stopped");
	if (r->silent)
		return err_set(e, ERR_IO, "%s: no word for %d seconds; it was stopped", name,
			patience(r) / 1000);
	if (r->given > 0)
		return err_set(e, ERR_FORMAT, "%s: what it prints is no JSON: %s", name, error.text);
	return true;
}

bool
gcov_read_output(struct gcov *g, int fd, const char *name, struct stop *stop, struct err *e)
{
	struct reading r = { .g = g, .stop = stop, .fd = fd, .buffer = mem_new(BUFFER, 1) };
	bool ok = read_documents(&r, name, e);

	free(r.buffer);
	return ok;
}

/* Run gcov on N files. */
static bool
run(struct gcov *g, char *const *files, size_t n, struct stop *stop, struct err *e)
{
	char name[24] = "gcov";
	unsigned gcc = gcc_of(files[0]);
	struct reading r = { .g = g, .stop = stop, .gcc = gcc, .data = files[0] };
	pid_t pid;
	int error, status;
	bool ok;

	if (gcc > 0)
		snprintf(name, sizeof(name), "gcov-%u", gcc);
	error = start(name, files, n, &pid, &r.fd);
	if (error == ENOENT) {
		snprintf(name, sizeof(name), "gcov");
		error = start(name, files, n, &pid, &r.fd);
	}
	if (error != 0)
		return err_set(e, ERR_IO, "%s: %s; install the gcov of the compiler", name,
			strerror(error));
	r.buffer = mem_new(BUFFER, 1);
	ok = read_documents(&r, name, e);
	free(r.buffer);
	close(r.fd);
	if (!ok)
		kill(-pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return ok;
}

static int
by_line(uint32_t a, uint32_t b, const void *with)
{
	const struct line_count *v = with;
	int order = strcmp(v[a].path, v[b].path);

	return order != 0 ? order : v[a].line < v[b].line ? -1 : v[a].line > v[b].line;
}

/* Instances of one line (templates, inlined functions, headers) add up, their branches
 * too, if they have as many; then branches are put in order. */
void
gcov_add_up(struct gcov *g)
{
	uint32_t *order = mem_new(g->nlines, sizeof(*order));
	struct line_count *sums = mem_new(g->nlines, sizeof(*sums));
	size_t n = 0;

	for (size_t i = 0; i < g->nlines; i++)
		order[i] = (uint32_t)i;
	sort_numbers(order, g->nlines, by_line, g->lines);
	for (size_t i = 0; i < g->nlines; i++) {
		const struct line_count *l = &g->lines[order[i]];
		struct line_count *sum = n > 0 ? &sums[n - 1] : NULL;
		uint64_t *counts = (uint64_t *)(sum != NULL ? sum->counts : NULL);

		if (sum == NULL || sum->line != l->line || strcmp(sum->path, l->path) != 0) {
			sums[n++] = *l;
			continue;
		}
		if (sum->ncounts != l->ncounts)
			sum->ncounts = 1;
		for (size_t k = 0; k < sum->ncounts; k++)
			counts[k] += l->counts[k];
	}
	for (size_t i = 0; i < n; i++)
		qsort((uint64_t *)sums[i].counts + 1, sums[i].ncounts - 1, sizeof(uint64_t), by_count);
	free(order);
	free(g->lines);
	g->lines = sums;
	g->nlines = n;
}

bool
gcov_read(struct gcov *g, const struct image *im, const char *dir, struct stop *stop,
	struct err *e)
{
	struct data_files files = { .g = g };
	bool ok = true;

	*g = (struct gcov){ .patience = g->patience };
	find_files(&files, im, dir);
	if (files.n == 0 && g->trouble.kind != ERR_NONE) {
		*e = g->trouble;
		ok = false;
	} else if (files.n == 0 && dir != NULL) {
		ok = err_set(e, ERR_EMPTY, "%s: no .gcda file of this program in it%s", dir,
			files.nnamed == 0 ? ": it was not built with --coverage" : "");
	}
	for (size_t i = 0; ok && i < files.n; i += FILES_AT_ONCE)
		ok = run(g, files.v + i, files.n - i < FILES_AT_ONCE ? files.n - i : FILES_AT_ONCE,
			stop, e);
	if (ok && files.n > 0 && g->nlines == 0)
		ok = err_set(e, ERR_FORMAT, "%s: gcov has no counts for it", files.v[0]);
	for (size_t i = 0; i < files.n; i++)
		free(files.v[i]);
	free(files.v);
	if (ok)
		gcov_add_up(g);
	else
		gcov_release(g);
	return ok;
}

void
gcov_release(struct gcov *g)
{
	free(g->lines);
	arena_release(&g->text);
	*g = (struct gcov){ 0 };
}

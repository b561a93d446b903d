/* images.c - keeps the programs and libraries that were recorded, in case that they are built anew
 *
 * A linker makes a new file when it builds a program again, so a link keeps the old one, without
 * need of time or space.  If a file is overwritten instead, the kept one is another build, too; the
 * reader sees this by its build-id.
 *
 * Paths and build-ids come from memory that the recorded program could write.  So only ordinary
 * files of this user are kept, in a directory that only this user can read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/images.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/pathname.h"
#include "record/recording.h"

static const off_t most_bytes = (off_t)1 << 26;		/* a longer file is not copied */
static const off_t most_copied = (off_t)1 << 28;	/* of all copies together */

/* Does PATH belong to the system, whose packages keep what is installed? */
static bool
is_of_system(const char *path)
{
	static const char *const begins[] = { "/usr/", "/lib", "/bin/", "/sbin/" };
	static const char local[] = "/usr/local/";

	if (strncmp(path, local, sizeof(local) - 1) == 0)
		return false;
	for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++)
		if (strncmp(path, begins[i], strlen(begins[i])) == 0)
			return true;
	return path[0] != '/';
}

/* Opens the image PATH, and sets *SIZE to its bytes.  Returns -1 if it is not to be kept. */
static int
open_image(const char *path, off_t *size)
{
	char magic[SELFMAG];
	struct stat st;
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid()
	    && (st.st_mode & (S_ISUID | S_ISGID)) == 0
	    && pread(fd, magic, SELFMAG, 0) == SELFMAG && memcmp(magic, ELFMAG, SELFMAG) == 0) {
		*size = st.st_size;
		return fd;
	}
	close(fd);
	return -1;
}

void
images_keep(const struct directory *d, const struct recording *r, off_t *copied)
{
	char name[RECORDING_IMAGE_NAME], own[32];
	off_t size;

	for (uint32_t i = 0; i < r->nobjects; i++) {
		const struct recording_object *o = &r->objects[i];
		int fd;

		if (o->id_size == 0 || is_of_system(o->path)
		    || strcmp(pathname_base(o->path), REC_LIBRARY) == 0)
			continue;
		recording_image_name(o, name);
		fd = faccessat(d->fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 ? -1
			: open_image(o->path, &size);
		if (fd < 0)
			continue;
		snprintf(own, sizeof(own), "/proc/self/fd/%d", fd);
		if (linkat(AT_FDCWD, own, d->fd, name, AT_SYMLINK_FOLLOW) != 0
		    && size <= most_bytes && size <= most_copied - *copied
		    && directory_copy(d, fd, name, most_bytes))
			*copied += size;
		close(fd);
	}
}

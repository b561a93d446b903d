/* imagefile.c - the file of an image in memory, as an ELF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/imagefile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/image.h"
#include "elf/pe.h"

static size_t
page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* Returns SIZE, rounded up to whole pages. */
static size_t
round_up(size_t size)
{
	size_t page = page_size();

	return (size + page - 1) / page * page;
}

/* Returns the size of the mapping for SIZE bytes, including the page of zeros behind them. */
static size_t
map_size(size_t size)
{
	return round_up(size) + page_size();
}

/* Maps the SIZE bytes of the file FD, so that only the pages in use are read.  Puts them at offset
 * AT, a multiple of the page size, of an area of ALL bytes, in which the other bytes are zeros.
 * Adds a page of zeros behind the area: another process can overwrite the NUL behind the last name
 * in the file, and then the zeros end this name.  Returns NULL with errno if this fails. */
static unsigned char *
map_file(int fd, size_t at, size_t size, size_t all)
{
	unsigned char *area = mmap(NULL, map_size(all), PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (area == MAP_FAILED)
		return NULL;
	if (mmap(area + at, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) != MAP_FAILED)
		return area;
	imagefile_unmap(area, all);
	return NULL;
}

void
imagefile_unmap(unsigned char *bytes, size_t size)
{
	if (bytes != NULL)
		munmap(bytes, map_size(size));
}

unsigned char *
imagefile_map_again(const struct image *im)
{
	unsigned char *bytes = map_file(im->fd, im->pe_at, im->pe_size, im->size);

	if (bytes != NULL)
		memcpy(bytes, im->bytes, im->pe_at);
	return bytes;
}

/* Makes the mapped PE file an ELF file. */
static bool
convert_pe(struct image *im, struct err *e)
{
	struct pe_elf elf;
	unsigned char *bytes;
	size_t all;

	if (!pe_read(&elf, im->bytes, im->size, page_size(), e))
		return false;
	all = elf.tail_at + elf.tail_size;
	bytes = map_file(im->fd, elf.head_size, im->size, all);
	if (bytes == NULL) {
		(void)err_file(e, errno);
		pe_release(&elf);
		return false;
	}
	memcpy(bytes, elf.head, elf.head_size);
	if (elf.tail_size > 0)
		memcpy(bytes + elf.tail_at, elf.tail, elf.tail_size);
	imagefile_unmap(im->bytes, im->size);
	im->is_pe = true;
	im->pe_at = elf.head_size;
	im->pe_size = im->size;
	im->leading = elf.leading;
	im->bytes = bytes;
	im->size = all;
	pe_release(&elf);
	return true;
}

bool
imagefile_open(struct image *im, struct err *e)
{
	struct stat st;

	im->fd = open(im->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);	/* O_NONBLOCK: do not wait
									 * for a writer of a FIFO */
	if (im->fd < 0 || fstat(im->fd, &st) < 0)
		return err_file(e, errno);
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_IO, S_ISDIR(st.st_mode)
			? "is not a regular file but a directory; give the program or the profile in it"
			: "is not a regular file; give the program that was run, or a profile that needs none");
	im->modified = st.st_mtime;
	if (st.st_size == 0)
		return err_set(e, ERR_FORMAT, "is empty");
	if ((uint64_t)st.st_size > SIZE_MAX / 2)
		return err_file(e, EFBIG);
	im->size = (size_t)st.st_size;
	im->bytes = map_file(im->fd, 0, im->size, im->size);
	if (im->bytes == NULL)
		return err_file(e, errno);
	return !pe_begins(im->bytes, im->size) || convert_pe(im, e);
}

void
imagefile_rest(const struct image *im)
{
	/* Only the file is mapped read-only; the kernel would clear other pages. */
	if (im->bytes != NULL)
		(void)madvise(im->bytes + im->pe_at, im->is_pe ? im->pe_size : im->size,
			MADV_DONTNEED);
}

void
imagefile_close(struct image *im)
{
	imagefile_unmap(im->bytes, im->size);
	im->bytes = NULL;
	if (im->fd >= 0)
		close(im->fd);
	im->fd = -1;
}

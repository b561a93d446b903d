/* recording_bytes.c - the bytes of a recording, and of the copy of it that a reset made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/recording_bytes.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

void
recording_bytes_damage(struct recording_bytes *r, uint64_t offset, const char *what)
{
	if (r->recording->damaged)
		return;
	r->recording->damaged = true;
	(void)err_set(&r->recording->damage, ERR_FORMAT, "byte %" PRIu64 ": %s", offset, what);
}

size_t
recording_bytes_read(int fd, uint64_t offset, void *bytes, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t k = pread(fd, (char *)bytes + done, n - done, (off_t)(offset + done));

		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0)
			return done;
		if (k == 0)
			break;
		done += (size_t)k;
	}
	errno = 0;
	return done;
}

void
recording_bytes_base(const struct recording_bytes *r, uint64_t offset, unsigned char *bytes,
	size_t n)
{
	size_t done = r->base >= 0 ? recording_bytes_read(r->base, offset, bytes, n) : 0;

	memset(bytes + done, 0, n - done);
}

uint64_t
recording_bytes_data(const struct recording_bytes *r, uint64_t at)
{
#ifdef SEEK_DATA
	off_t data = at < r->end ? lseek(r->fd, (off_t)at, SEEK_DATA) : -1;

	if (data >= 0)
		return (uint64_t)data > at ? (uint64_t)data : at;
	return at < r->end && errno != ENXIO ? at : r->end;
#else
	return at < r->end ? at : r->end;
#endif
}

uint64_t
recording_bytes_possible(struct recording_bytes *r, uint64_t offset, uint64_t count, uint64_t most)
{
	if (count <= most)
		return count;
	recording_bytes_damage(r, offset, "a count is impossible");
	return 0;
}

uint64_t
recording_bytes_since(struct recording_bytes *r, uint64_t at, const unsigned char *p,
	const unsigned char *base, size_t offset)
{
	uint64_t now = byteorder_u64(p + offset, r->recording->big_endian);
	uint64_t before = byteorder_u64(base + offset, r->recording->big_endian);

	return now > before ? recording_bytes_possible(r, at + offset, now - before, RECORDING_MOST)
		: 0;
}

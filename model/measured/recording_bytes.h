/* recording_bytes.h - the bytes of a recording, and of the copy of it that a reset made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDING_BYTES_H
#define RECORDING_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/byteorder.h"
#include "measured/recording.h"
#include "record/recording.h"

/* The 32-bit or 64-bit number in MEMBER of a struct TYPE.  P points to the bytes of the struct. */
#define U32(r, p, type, member) \
	byteorder_u32((p) + offsetof(struct type, member), (r)->recording->big_endian)
#define U64(r, p, type, member) \
	byteorder_u64((p) + offsetof(struct type, member), (r)->recording->big_endian)

/* The increase of the 64-bit number in MEMBER since the last reset.  P points to a struct TYPE at
 * byte AT of the file, BASE to the same struct of the copy. */
#define SINCE(r, at, p, base, type, member) \
	recording_bytes_since(r, at, p, base, offsetof(struct type, member))

/* No thread makes so many calls, and none runs or waits for so many ns: nine years. */
#define RECORDING_MOST ((uint64_t)1 << 58)

/* A file that is being read. */
struct recording_bytes {
	struct recording *recording;	/* gets the contents of the file */
	int fd;
	uint64_t end;			/* end of the part of the file that is used */
	int base;			/* descriptor of the copy that the last reset made, whose
					 * counts are subtracted; -1: there is no copy */
	uint64_t *at;			/* owned; indexed by stack: offset of its slot */
	size_t at_room;
	uint64_t *parent_at;		/* owned; indexed by stack: offset of the slot of its
					 * caller; 0: the stack has no caller */
	size_t parent_at_room;
	struct recording_range {
		uint64_t low, high;
	} *texts;			/* owned; the contents of segments of texts: offsets [low,
					 * high), in ascending order */
	size_t ntexts, texts_room;
	struct stop *stop;
	bool stopped;
};

/* Notes the damage WHAT at byte OFFSET of the file, unless other damage was noted before. */
void recording_bytes_damage(struct recording_bytes *r, uint64_t offset, const char *what);

/* Reads up to N bytes at OFFSET of the file FD into BYTES.  Returns how many bytes were read.
 * errno becomes the error, or 0 if there is none.  The end of the file is not an error. */
size_t recording_bytes_read(int fd, uint64_t offset, void *bytes, size_t n);

/* Reads N bytes at OFFSET of the copy into BYTES.  Bytes that the copy does not have are 0. */
void recording_bytes_base(const struct recording_bytes *r, uint64_t offset, unsigned char *bytes,
	size_t n);

/* Returns the first offset, not less than AT, at which the file may have data.  Returns r->end or
 * more if there is no more data.  Skips holes: parts of the file that were never written, which may
 * be very long. */
uint64_t recording_bytes_data(const struct recording_bytes *r, uint64_t at);

/* Returns COUNT, which is at byte OFFSET of the file.  If COUNT is greater than MOST, notes the
 * damage, and returns 0. */
uint64_t recording_bytes_possible(struct recording_bytes *r, uint64_t offset, uint64_t count,
	uint64_t most);

/* Returns the 64-bit number at P + OFFSET minus the 64-bit number at BASE + OFFSET.  P is at byte
 * AT of the file.  Returns 0 if the difference is negative, which happens only if the copy is
 * damaged, or greater than RECORDING_MOST. */
uint64_t recording_bytes_since(struct recording_bytes *r, uint64_t at, const unsigned char *p,
	const unsigned char *base, size_t offset);

/* Sets .wait of the stacks that are waits.  Defined in recording_waits.c. */
void recording_waits_read(struct recording_bytes *r);

/* Reads all segments from byte AT on; if AT is 0, reads none.  Defined in recording_segments.c. */
void recording_segments_read(struct recording_bytes *r, uint64_t at);

#endif

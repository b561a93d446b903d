/* objects.c - finds where programs and libraries are mapped
 *
 * /proc/self/maps is the list of all mappings: proc(5).  It is read when an address is in no
 * mapping that has been recorded.
 *
 * SPDX-License-Identifier: ISC
 */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "record/syscalls.h"

enum {
	MOST_OBJECTS = 1024,		/* how many mappings are recorded at most */
	MOST_KEPT = 64,			/* how many objects are kept for children at most */
	MOST_TEXT = 8192,		/* bytes of the paths of these objects */
	MOST_PARTS = 16,		/* how many mappings of a file maps.parts has at most */
	LINE_SIZE = 4096 + 128,		/* bytes of a line of /proc/self/maps and a NUL; the rest of
					 * a longer line is skipped */
};

#define ALL UINT64_MAX			/* an address that is in no mapping */

/* objects_note_all() does nothing for so many ns after it has read all mappings: some programs have
 * thousands of threads that each change their view of files. */
#define OFTEN UINT64_C(100000000)

struct range {
	uint64_t low, high;
};

/* The mappings that have been recorded, in the order in which they were recorded. */
static struct range known[MOST_OBJECTS];
static unsigned nknown;
static uint64_t all_noted;		/* time at which all mappings were recorded; 0: never */

/* What is known of the first objects that have been recorded, except of memory without a file.  A
 * child of fork() has the same mappings, so it need not read /proc/self/maps again.  The lock
 * protects this. */
static struct kept {
	__typeof__(((struct rec_segment *)NULL)->object) object;
	const char *path;
} kept[MOST_KEPT];
static unsigned nkept;
static char texts[MOST_TEXT];		/* the paths, each with a NUL */
static size_t ntext;

uint32_t rec_epoch;

/* A mapping: a line of /proc/self/maps. */
struct part {
	struct range range;
	uint64_t offset;		/* offset in the file of the byte at .range.low */
	bool is_readable;
	bool is_code;
};

/* The state of reading /proc/self/maps.  The lock protects it. */
static struct {
	long fd;
	char block[4096];		/* bytes [at, end) are not yet used */
	long at, end;
	char line[LINE_SIZE];
	char path[LINE_SIZE];		/* path of the current file: the file in .line */
	struct part parts[MOST_PARTS];	/* mappings of the current file that were read so far.  A
					 * mapping with offset 0 begins a new list */
	unsigned nparts;
} maps;

bool
object_is_known(uint64_t address)
{
	unsigned n = __atomic_load_n(&nknown, __ATOMIC_ACQUIRE);

	for (unsigned i = 0; i < n; i++)
		if (address >= known[i].low && address < known[i].high)
			return true;
	return false;
}

void
objects_forget(void)
{
	__atomic_store_n(&nknown, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&all_noted, 0, __ATOMIC_RELAXED);
}

/* Is the memory at ADDRESS mapped? */
static bool
is_mapped(uint64_t address)
{
	unsigned char resident;

	address -= address % rec_settings.page_size;
	return sys_call(SYS_mincore, (long)address, 1, (long)&resident, 0, 0, 0) != -ENOMEM;
}

/* Forgets what is kept for children, if something of it is no longer mapped. */
static void
check_kept(void)
{
	unsigned i = 0;

	if (!lock_take())
		return;
	while (i < nkept && is_mapped(kept[i].object.low))
		i++;
	if (i < nkept) {
		__atomic_store_n(&nkept, 0, __ATOMIC_RELEASE);
		ntext = 0;
	}
	lock_give();
}

void
objects_check(void)
{
	unsigned n = __atomic_load_n(&nknown, __ATOMIC_ACQUIRE);

	check_kept();
	for (unsigned i = 0; i < n; i++) {
		if (is_mapped(known[i].low))
			continue;
		if (!lock_take())
			return;
		objects_forget();
		rec_epoch++;
		file_control()->epoch = rec_epoch;
		lock_give();
		tables_leave(&rec_thread);
		return;
	}
}

/* Returns ADDRESS as a pointer.  NULL: no readable mapping of the current file contains all SIZE
 * bytes at ADDRESS. */
static const void *
mapped(uint64_t address, uint64_t size)
{
	for (unsigned i = 0; i < maps.nparts; i++) {
		const struct part *p = &maps.parts[i];

		if (p->is_readable && address >= p->range.low && address < p->range.high &&
				size <= p->range.high - address)
			return (const void *)(uintptr_t)address;
	}
	return NULL;
}

/* Copies the program header NUMBER of the current file to *HEADER.  ELF is the ELF header, which is
 * mapped at BASE.  False: the program header is not mapped. */
static bool
program_header(uint64_t base, const ElfW(Ehdr) *elf, unsigned number,
	ElfW(Phdr) *header)
{
	uint64_t offset = elf->e_phoff + (uint64_t)number * sizeof(*header);
	const void *at = elf->e_phoff < UINT32_MAX ? mapped(base + offset, sizeof(*header)) : NULL;

	if (at == NULL)
		return false;
	memcpy(header, at, sizeof(*header));
	return true;
}

/* Looks for a build-id in the notes at [AT, AT + SIZE), and copies it to *S if there is one.
 * Layout: elf(5), gABI "Note Section". */
static void
copy_build_id(struct rec_segment *s, const char *at, uint64_t size)
{
	ElfW(Nhdr) note;

	while (size >= sizeof(note)) {
		uint64_t name_size, whole;

		memcpy(&note, at, sizeof(note));
		name_size = ((uint64_t)note.n_namesz + 3) & ~(uint64_t)3;
		whole = sizeof(note) + name_size + (((uint64_t)note.n_descsz + 3) & ~(uint64_t)3);
		if (sizeof(note) + name_size + note.n_descsz > size)
			return;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof(ELF_NOTE_GNU) &&
				text_begins(at + sizeof(note), ELF_NOTE_GNU) &&
				note.n_descsz <= sizeof(s->object.id)) {
			memcpy(s->object.id, at + sizeof(note) + name_size, note.n_descsz);
			s->object.id_size = note.n_descsz;
			return;
		}
		if (whole > size)
			return;
		at += whole;
		size -= whole;
	}
}

/* Finds the bias and the build-id of the object *S by the ELF header of the current file. */
static void
describe(struct rec_segment *s)
{
	const struct part *first = &maps.parts[0];
	const void *at = maps.nparts > 0 && first->offset == 0 ?
		mapped(first->range.low, sizeof(ElfW(Ehdr))) : NULL;
	uint64_t page = rec_settings.page_size;
	ElfW(Ehdr) elf;
	ElfW(Phdr) header;

	if (at == NULL)
		return;
	memcpy(&elf, at, sizeof(elf));
	if (memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0 || elf.e_phentsize != sizeof(header))
		return;
	for (unsigned i = 0; i < elf.e_phnum && !s->object.has_bias; i++) {
		if (!program_header(first->range.low, &elf, i, &header))
			return;
		if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0 ||
				s->object.offset < header.p_offset / page * page ||
				s->object.offset - header.p_offset / page * page > header.p_filesz)
			continue;
		s->object.bias = s->object.low - s->object.offset -
			(header.p_vaddr - header.p_offset);
		s->object.has_bias = 1;
	}
	for (unsigned i = 0; i < elf.e_phnum && s->object.has_bias && s->object.id_size == 0; i++) {
		if (!program_header(first->range.low, &elf, i, &header))
			return;
		if (header.p_type != PT_NOTE)
			continue;
		at = mapped(s->object.bias + header.p_vaddr, header.p_memsz);
		if (at != NULL)
			copy_build_id(s, at, header.p_memsz);
	}
}

/* Copies PATH, from /proc/self/maps, to [TO, TO + strlen(PATH)].  The kernel has written "\012" in
 * place of a newline.  But a file may have a name with "\012". */
static void
copy_path(char *to, const char *path)
{
	static const char newline[] = "\\012";
	bool is_checked = false, is_kept = false;

	while (*path != '\0') {
		bool is_newline = !is_kept && text_begins(path, newline);

		if (is_newline && !is_checked) {
			is_checked = true;
			is_kept = sys_call(SYS_faccessat, AT_FDCWD, (long)maps.path, F_OK, 0, 0,
				0) == 0;
			is_newline = !is_kept;
		}
		*to++ = is_newline ? '\n' : *path;
		path += is_newline ? sizeof newline - 1 : 1;
	}
	*to = '\0';
}

/* Notes that the mapping RANGE is recorded.  There are less than MOST_OBJECTS. */
static void
add_known(struct range range)
{
	known[nknown] = range;
	__atomic_store_n(&nknown, nknown + 1, __ATOMIC_RELEASE);
}

/* Keeps the object S for children, if there is room. */
static void
keep(const struct rec_segment *s)
{
	const char *path = (const char *)(s + 1);
	size_t size = text_length(path) + 1;

	if (nkept == MOST_KEPT || size > MOST_TEXT - ntext)
		return;
	for (unsigned i = 0; i < nkept; i++)
		if (kept[i].object.low == s->object.low)
			return;
	memcpy(texts + ntext, path, size);
	kept[nkept] = (struct kept){ s->object, texts + ntext };
	ntext += size;
	__atomic_store_n(&nkept, nkept + 1, __ATOMIC_RELEASE);
}

/* Records PART, a mapping of the current file.  Memory without a file, such as code that a
 * just-in-time compiler made, is recorded with the path "[anonymous]". */
static void
record(const struct part *part)
{
	const char *path = maps.path[0] != '\0' ? maps.path : "[anonymous]";
	size_t length = text_length(path);
	struct rec_segment filled = { .object = { .low = part->range.low,
		.high = part->range.high, .offset = part->offset } };
	struct rec_segment *s;

	if (nknown == MOST_OBJECTS)
		return;
	s = segment_new(REC_OBJECT, sizeof(*s) + length + 1);
	if (s == NULL)
		return;
	if (maps.path[0] != '\0')	/* memory without a file may be unmapped by now */
		describe(&filled);
	s->object = filled.object;
	copy_path((char *)(s + 1), path);
	segment_publish(s);
	add_known(part->range);
	if (maps.path[0] != '\0')
		keep(s);
}

/* If ADDRESS is in an object that is kept, records the object.  False: it is in none. */
static bool
record_kept(uint64_t address)
{
	const struct kept *k = kept, *end = kept + nkept;
	struct rec_segment *s;

	while (k < end && (address < k->object.low || address >= k->object.high))
		k++;
	if (k == end)
		return false;
	s = segment_new(REC_OBJECT, sizeof(*s) + text_length(k->path) + 1);
	if (s == NULL)
		return true;
	s->object = k->object;
	memcpy(s + 1, k->path, text_length(k->path) + 1);
	segment_publish(s);
	add_known((struct range){ k->object.low, k->object.high });
	return true;
}

/* Copies the next line of /proc/self/maps to maps.line.  False: there is none. */
static bool
next_line(void)
{
	size_t length = 0;

	for (;;) {
		char c;

		if (maps.at == maps.end) {
			maps.at = 0;
			maps.end = sys_read(maps.fd, maps.block, sizeof(maps.block));
			if (maps.end <= 0) {
				maps.end = 0;
				return false;
			}
		}
		c = maps.block[maps.at++];
		if (c == '\n')
			break;
		if (length + 1 < sizeof(maps.line))
			maps.line[length++] = c;
	}
	maps.line[length] = '\0';
	return true;
}

/* Sets *NUMBER to the value of the hexadecimal digits at TEXT.  Returns the end of the digits. */
static const char *
hex_number(const char *text, uint64_t *number)
{
	*number = 0;
	for (; text_hex_digit(*text) >= 0; text++)
		*number = *number << 4 | (uint64_t)text_hex_digit(*text);
	return text;
}

/* Reads the mapping in maps.line into *PART.  Returns its path, which is "" if the line has
 * none. */
static const char *
parse_line(struct part *part)
{
	const char *at = hex_number(maps.line, &part->range.low);

	if (*at == '-')
		at++;
	at = hex_number(at, &part->range.high);
	if (*at == ' ')
		at++;
	part->is_readable = *at == 'r';
	for (int i = 0; i < 4 && *at != '\0'; i++, at++) {	/* rwxp */
		if (i == 2)
			part->is_code = *at == 'x';
	}
	if (*at == ' ')
		at++;
	at = hex_number(at, &part->offset);
	for (int i = 0; i < 2; i++) {				/* device and inode */
		while (*at == ' ')
			at++;
		while (*at != ' ' && *at != '\0')
			at++;
	}
	while (*at == ' ')
		at++;
	return at;
}

/* Reads /proc/self/maps up to the mapping that contains ADDRESS, and records the mapping if it is
 * executable.  If ADDRESS is ALL, records all executable mappings.  maps.fd is open. */
static void
find_and_record(uint64_t address)
{
	maps.at = 0;
	maps.end = 0;
	maps.nparts = 0;
	maps.path[0] = '\0';
	while (next_line()) {
		struct part part;
		const char *path = parse_line(&part);
		size_t size = text_length(path) + 1;

		if (memcmp(path, maps.path, size) != 0 || part.offset == 0) {
			maps.nparts = 0;
			memcpy(maps.path, path, size);
		}
		if (maps.nparts < MOST_PARTS)
			maps.parts[maps.nparts++] = part;
		if (address == ALL && part.is_code && !object_is_known(part.range.low))
			record(&part);
		if (address >= part.range.low && address < part.range.high) {
			if (part.is_code)	/* a damaged stack can contain addresses of data */
				record(&part);
			return;
		}
	}
}

/* Records the mapping that contains ADDRESS, or ALL, unless it is already recorded. */
static void
note(uint64_t address)
{
	if (!file_open() || !lock_take())
		return;
	if (!object_is_known(address) && nknown < MOST_OBJECTS && !record_kept(address)) {
		maps.fd = sys_openat(AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
		if (!sys_failed(maps.fd)) {
			find_and_record(address);
			sys_close(maps.fd);
		}
	}
	lock_give();
}

void
object_note(uint64_t address)
{
	if (address > REC_LEAST_ADDRESS && !object_is_known(address))
		note(address);
}

void
objects_note_all(void)
{
	uint64_t now = sys_time(CLOCK_MONOTONIC);
	uint64_t last = __atomic_load_n(&all_noted, __ATOMIC_RELAXED);

	if (last != 0 && now - last < OFTEN)
		return;
	__atomic_store_n(&all_noted, now, __ATOMIC_RELAXED);
	note(ALL);
}

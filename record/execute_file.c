/* execute_file.c - programs that cannot be started with the recorder
 *
 * The loader of a 32-bit program prints that it cannot load our library, which has 64 bits.  The
 * loader of musl, another libc, ends the program.  AddressSanitizer has a run-time library, and
 * ends a program if another library is loaded before that library.  A program was compiled with
 * AddressSanitizer if the first library that it needs is that run-time library.
 *
 * SPDX-License-Identifier: ISC
 */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include "record/execute.h"
#include "record/syscalls.h"

enum {
	HEAD_BYTES = 256,		/* how many bytes at the beginning of a file are read: an
					 * ELF header, or the line that names the interpreter */
	SCRIPTS = 4,			/* how many interpreters are followed at most: an
					 * interpreter can be a script, too */
	MOST_HEADERS = 32,		/* how many program headers are read at most */
	MOST_ENTRIES = 64,		/* how many entries of the section .dynamic are read at
					 * most */
	NAME_BYTES = 128,		/* how many bytes of the path of the loader are read at
					 * most */
};

/* The first program headers of an ELF file, which is open as .fd. */
struct headers {
	long fd;
	unsigned n;
	ElfW(Phdr) header[MOST_HEADERS];
};

/* The header of this library.  The linker defines this name.
 * NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
extern const ElfW(Ehdr) __ehdr_start HIDDEN;

/* Reads up to SIZE bytes at OFFSET of the file FD.  Returns how many were read, or an error. */
static long
read_at(long fd, void *to, size_t size, uint64_t offset)
{
	return sys_call(SYS_pread64, fd, (long)to, (long)size, (long)offset, 0, 0);
}

/* Is the ELF file that begins with HEAD for another machine than this library? */
static bool
is_other_machine(const unsigned char *head)
{
	const ElfW(Ehdr) *e = &__ehdr_start;
	uint16_t machine;

	if (head[EI_CLASS] != e->e_ident[EI_CLASS] || head[EI_DATA] != e->e_ident[EI_DATA])
		return true;
	__builtin_memcpy(&machine, head + offsetof(ElfW(Ehdr), e_machine), sizeof machine);
	return machine != e->e_machine;
}

/* Returns the first program header of TYPE, or NULL. */
static const ElfW(Phdr) *
header_of(const struct headers *h, uint32_t type)
{
	for (unsigned i = 0; i < h->n; i++) {
		if (h->header[i].p_type == type)
			return &h->header[i];
	}
	return NULL;
}

static bool
has_loader_of_musl(const struct headers *h)
{
	const ElfW(Phdr) *interpreter = header_of(h, PT_INTERP);
	char path[NAME_BYTES], *name = path;
	long n = interpreter == NULL ? 0
		: read_at(h->fd, path, sizeof path - 1, interpreter->p_offset);

	path[n > 0 ? n : 0] = '\0';
	for (char *at = path; *at != '\0'; at++) {
		if (*at == '/')
			name = at + 1;
	}
	return text_begins(name, "ld-musl");
}

/* Returns the offset in the file that corresponds to ADDRESS in memory, or 0 if the file does not
 * contain ADDRESS. */
static uint64_t
offset_of(const struct headers *h, uint64_t address)
{
	for (unsigned i = 0; i < h->n; i++) {
		const ElfW(Phdr) *p = &h->header[i];

		if (p->p_type == PT_LOAD && address >= p->p_vaddr
		    && address - p->p_vaddr < p->p_filesz)
			return p->p_offset + (address - p->p_vaddr);
	}
	return 0;
}

/* Was the program compiled with AddressSanitizer: is libasan.so the first library that it
 * needs? */
static bool
needs_asan(const struct headers *h)
{
	static const char asan[] = "libasan.so";
	const ElfW(Phdr) *dynamic = header_of(h, PT_DYNAMIC);
	ElfW(Dyn) entries[MOST_ENTRIES];
	long n = dynamic == NULL ? 0 : read_at(h->fd, entries, sizeof entries, dynamic->p_offset);
	const ElfW(Dyn) *needed = NULL;
	uint64_t names = 0;
	char name[sizeof asan];

	for (long i = 0; i < n / (long)sizeof *entries && entries[i].d_tag != DT_NULL; i++) {
		if (entries[i].d_tag == DT_NEEDED && needed == NULL)
			needed = &entries[i];
		if (entries[i].d_tag == DT_STRTAB)
			names = offset_of(h, entries[i].d_un.d_ptr);
	}
	if (needed == NULL || names == 0)
		return false;
	n = read_at(h->fd, name, sizeof name - 1, names + needed->d_un.d_val);
	name[n > 0 ? n : 0] = '\0';
	return text_begins(name, asan);
}

/* Does the program in the ELF file FD, which begins with HEAD, fail to start with our library? */
static bool
program_refuses(long fd, const unsigned char *head)
{
	struct headers h = { .fd = fd };
	ElfW(Ehdr) e;
	long n;

	if (is_other_machine(head))
		return true;
	__builtin_memcpy(&e, head, sizeof e);
	if (e.e_phentsize != sizeof *h.header)
		return false;
	n = read_at(fd, h.header, sizeof h.header, e.e_phoff);
	h.n = n > 0 ? (unsigned)n / sizeof *h.header : 0;
	if (h.n > e.e_phnum)
		h.n = e.e_phnum;
	return has_loader_of_musl(&h) || needs_asan(&h);
}

/* Returns the path of the interpreter if HEAD, a string, is the beginning of a script, otherwise
 * NULL.  Ends HEAD after the path. */
static const char *
interpreter_of(unsigned char *head)
{
	char *path = (char *)head + 2;
	char *end;

	if (head[0] != '#' || head[1] != '!')
		return NULL;
	while (*path == ' ' || *path == '\t')
		path++;
	end = path;
	while (*end != '\0' && *end != ' ' && *end != '\t' && *end != '\n')
		end++;
	*end = '\0';
	return path;
}

bool
file_refuses_recorder(int directory, const char *path)
{
	unsigned char head[HEAD_BYTES];
	bool refuses = false;

	for (int i = 0; i <= SCRIPTS && path != NULL; i++) {
		long fd = sys_openat(directory, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
		long n;

		if (sys_failed(fd))
			return false;
		n = sys_read(fd, head, sizeof head - 1);
		head[n > 0 ? n : 0] = '\0';
		refuses = n > (long)sizeof(ElfW(Ehdr))
			&& __builtin_memcmp(head, ELFMAG, SELFMAG) == 0
			&& program_refuses(fd, head);
		sys_close(fd);
		path = interpreter_of(head);
		directory = AT_FDCWD;
	}
	return refuses;
}

/* Like the library, see below, the directory of the recording may be out of reach. */
bool
file_can_be_made(void)
{
	return !sys_failed(sys_call(SYS_faccessat, AT_FDCWD, (long)rec_settings.directory,
		W_OK | X_OK, 0, 0, 0));
}

/* Programs that this process executes have its root directory, its mount namespace and its user,
 * who may have no right to read the library.  If the real user is not 0, faccessat() does not use
 * the capabilities of the process: the executed program does not have them.  The loader maps code,
 * which is impossible in a file system that is mounted with the option noexec. */
bool
file_can_be_loaded(const char *path)
{
	long fd, code;

	if (sys_failed(sys_call(SYS_faccessat, AT_FDCWD, (long)path, R_OK, 0, 0, 0)))
		return false;
	fd = sys_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
	if (sys_failed(fd))
		return fd == -EMFILE || fd == -ENFILE || fd == -ENOMEM;
	code = sys_mmap(NULL, REC_ALIGN, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	sys_close(fd);
	if (sys_failed(code))
		return code == -ENOMEM;
	sys_munmap((void *)code, REC_ALIGN);
	return true;
}

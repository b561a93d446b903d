/* recorded_images.c - the functions of the programs and libraries of recordings, by address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_images.h"

#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "dwarf/debugfile.h"
#include "dwarf/inlines.h"
#include "dwarf/lines.h"
#include "elf/symtab.h"
#include "profile/open_options.h"
#include "profile/spans.h"
#include "recorded/recorded_places.h"

static uint32_t
text_of(struct recorded_images *r, const char *s)
{
	return s != NULL && *s != '\0' ? measured_text(r->m, s, strlen(s)) : NOBODY;
}

/* Returns the number of the path of IM in the texts of the measured profile. */
static uint32_t
object_of(struct recorded_images *r, struct recorded_image *im)
{
	if (im->object == NOBODY)
		im->object = text_of(r, im->path);
	return im->object;
}

/* Is IM the build that was recorded?  If the recording has no build-id, any build is accepted. */
static bool
is_build(const struct recorded_image *im)
{
	const unsigned char *id;
	size_t size = debugfile_build_id(&im->image, &id);

	return im->id_size == 0 || (size == im->id_size && memcmp(id, im->id, size) == 0);
}

/* Opens PATH as the image IM.  False: it cannot be opened or is another build, as IM->why says. */
static bool
open_file(struct recorded_images *r, struct recorded_image *im, const char *path)
{
	struct err e;

	if (!image_open_for_few(&im->image, path, &e)) {
		im->why = arena_printf(&r->text, "%s", e.text);
		return false;
	}
	im->image.is_alone = !r->places.has_servers;
	im->is_open = is_build(im);
	if (im->is_open) {
		im->why = NULL;
		return true;
	}
	image_release(&im->image);
	im->why = "is another build than the one that was recorded (its build-id differs)";
	return false;
}

/* Returns the path that the image of O has beside the recording, if gprowse record has kept it. */
static const char *
kept_place(struct recorded_images *r, const struct recording_object *o)
{
	char name[RECORDING_IMAGE_NAME];

	recording_image_name(o, name);
	return arena_printf(&r->text, "%.*s%s",
		(int)(pathname_base(r->recording) - r->recording), r->recording, name);
}

/* Opens the recorded build of IM.  Tries the program that the user named, then the places where
 * images may be, then what was kept beside the recording.  If none of them is the recorded build,
 * IM->why says why the recorded path cannot be used. */
static void
open_image_file(struct recorded_images *r, struct recorded_image *im,
	const struct recording_object *o)
{
	const char *path, *why = "";

	/* Code that the system adds, as [vdso], is in no file, but perf keeps a copy of it. */
	if (*im->path == '[' && r->recording != NULL)
		return;
	if (r->program != NULL && (im->id_size > 0
	    || strcmp(pathname_base(r->program), im->name) == 0)
	    && open_file(r, im, r->program)) {
		r->program_used = true;
		return;
	}
	for (unsigned i = 0; (path = recorded_place(&r->text, &r->places, i, im->path, im->id,
			im->id_size)) != NULL; i++) {
		if (*path == '\0')
			continue;
		if (open_file(r, im, path))
			return;
		if (*why == '\0' && *im->path != '[')
			why = im->why;
	}
	if (r->recording != NULL && o->id_size > 0 && open_file(r, im, kept_place(r, o)))
		return;
	im->why = why;
}

/* Lets the symbols of a separate debug file be found that is not where the system keeps such
 * files. */
static void
find_debug_file(struct recorded_images *r, struct recorded_image *im)
{
	const unsigned char *id;
	uint32_t n = (uint32_t)debugfile_build_id(&im->image, &id);
	const char *path;

	if (im->image.symtab != NULL || debugfile_symtab(&im->image) != NULL)
		return;
	for (unsigned i = 0; (path = recorded_debug_place(&r->text, &r->places, i, id, n)) != NULL;
	     i++)
		if (*path != '\0' && debugfile_use(&im->image, path))
			return;
}

/* May the debug information of IM be read?  It may be long, and in a file of its own, as that of
 * system libraries is. */
static bool
may_read_debug(struct recorded_images *r, const struct recorded_image *im)
{
	enum { MOST_BYTES = 16 << 20 };

	if (!r->saves_time)
		return true;
	if (im->image.has_lines && im->image.size <= MOST_BYTES - r->debug_read) {
		r->debug_read += im->image.size;
		return true;
	}
	return false;
}

static void
read_symbols(struct recorded_images *r, struct recorded_image *im)
{
	enum { MOST_NAMES = 64 };	/* bytes of names for each byte of the files */
	struct err e;

	find_debug_file(r, im);
	im->names.left = MOST_NAMES * (im->image.size
		+ (im->image.debug != NULL ? im->image.debug->size : 0));
	im->has_names = symbols_near_open(&im->functions, &im->image, &r->text, &im->is_stripped,
		&e);
	if (!im->has_names) {
		const char *link = debugfile_link(&im->image);

		im->why = link == NULL ? arena_printf(&r->text, "%s", e.text)
			: arena_printf(&r->text, "has no symbols: they were moved to %s, which was not "
				"found", link);
		return;
	}
	if (may_read_debug(r, im))
		im->lines = lines_open(&im->image);
}

/* Returns the symbols that the profile has for O, as an image has them, or NULL. */
static const struct code_symbol *
given_for(const struct recording_object *o)
{
	return o->symbols != NULL ? o->symbols->kept : NULL;
}

/* Profiles that are opened together may be of the same build, but each has only the symbols of
 * functions with samples, and those of the kernel and of virtual machines are at other
 * addresses. */
static bool
is_image(const void *of, uint32_t number, const void *key)
{
	const struct recorded_image *a = ((struct recorded_image *const *)of)[number];
	const struct recording_object *b = key;

	return a->given.v == given_for(b) && strcmp(a->path, b->path) == 0
		&& a->id_size == b->id_size && memcmp(a->id, b->id, a->id_size) == 0;
}

/* Keeps a copy of SYMBOLS, which may be NULL, for images. */
static void
keep_symbols(struct recorded_images *r, struct code_symbols *symbols)
{
	struct code_symbol *copy;

	if (symbols == NULL || symbols->kept != NULL)
		return;
	copy = arena_new(&r->text, symbols->n, sizeof(*copy));
	for (size_t i = 0; i < symbols->n; i++) {
		copy[i] = symbols->v[i];
		copy[i].name = arena_text(&r->text, copy[i].name, strlen(copy[i].name));
	}
	symbols->kept = copy;
}

/* Gives IM, which is new or has these symbols, those of O. */
static void
give_symbols(struct recorded_image *im, const struct recording_object *o)
{
	if (o->symbols != NULL)
		im->given = (struct code_symbols){ .v = o->symbols->kept, .n = o->symbols->n,
			.bias = o->symbols->bias };
}

uint32_t
recorded_images_add(struct recorded_images *r, const struct recording_object *o,
	enum codes_kind kind)
{
	uint64_t hashes[] = { numbering_hash(&r->numbers, o->path, strlen(o->path)),
		numbering_hash(&r->numbers, o->id, o->id_size), 0 };
	struct recorded_image *im;
	uint32_t i;

	keep_symbols(r, o->symbols);
	hashes[2] = (uintptr_t)given_for(o);
	i = numbering_of(&r->numbers, numbering_hash(&r->numbers, hashes, sizeof(hashes)),
		is_image, r->v, o);
	if (i < r->n) {
		give_symbols(r->v[i], o);
		return i;
	}
	r->v = mem_grow(r->v, (size_t)i + 1, &r->room, sizeof(*r->v));
	im = r->v[r->n++] = mem_new(1, sizeof(*im));
	*im = (struct recorded_image){ .whole = NOBODY, .object = NOBODY, .id_size = o->id_size,
		.path = arena_text(&r->text, o->path, strlen(o->path)) };
	im->name = pathname_base(im->path);
	im->id = (unsigned char *)arena_text(&r->text, (const char *)o->id, o->id_size);
	im->kind = kind;
	im->low = o->low;
	im->symbol = o->symbol != NULL ? arena_text(&r->text, o->symbol, strlen(o->symbol)) : NULL;
	im->symbol_at = o->symbol_at;
	im->list = o->list != NULL ? arena_text(&r->text, o->list, strlen(o->list)) : NULL;
	im->why = "";
	give_symbols(im, o);
	return i;
}

/* Opens image IM, which is in O or in an equal object, if this was not tried before. */
static void
open_once(struct recorded_images *r, struct recorded_image *im, const struct recording_object *o)
{
	if (im->was_tried)
		return;
	im->was_tried = true;
	if (im->kind == CODE_IN_FILE)
		open_image_file(r, im, o);
	if (im->is_open)
		read_symbols(r, im);
}

struct recorded_image *
recorded_images_open(struct recorded_images *r, uint32_t im)
{
	open_once(r, r->v[im], &(struct recording_object){ 0 });
	return r->v[im];
}

uint32_t
recorded_images_of(struct recorded_images *r, const struct recording_object *o)
{
	uint32_t i = recorded_images_add(r, o, CODE_IN_FILE);

	open_once(r, r->v[i], o);
	return i;
}

uint64_t
recorded_images_address(const struct recorded_images *r, uint32_t im,
	const struct recording_object *o, uint64_t address)
{
	uint64_t offset = address - o->low + o->offset, found;

	if (o->has_bias)
		return address - o->bias;
	if (r->v[im]->is_open && image_address_of(&r->v[im]->image, offset, &found))
		return found;
	return offset;
}

static uint32_t
other_func(struct recorded_images *r, const char *name)
{
	return measured_func(r->m, &(struct measured_func){ .object = NOBODY, .file = NOBODY,
		.name = measured_text(r->m, name, strlen(name)) });
}

uint32_t
recorded_images_other(struct recorded_images *r, const char *name)
{
	return measured_frame(r->m, &(struct measured_frame){ .func = other_func(r, name),
		.file = NOBODY });
}

uint32_t
recorded_images_kernel(struct recorded_images *r, enum rec_kernel kernel, const char *function)
{
	const char *name = function != NULL ? function
		: kernel == REC_KERNEL_CALL ? RECORDED_SYSTEM_CALL
		: kernel == REC_KERNEL_FAULT ? "[kernel: page fault]" : "[kernel]";
	const char *module = function != NULL ? strstr(function, " [") : NULL;
	size_t n = module != NULL && module > name ? (size_t)(module - name) : strlen(name);
	const struct measured_func func = { .name = measured_text(r->m, name, n), .file = NOBODY,
		.object = text_of(r, module != NULL ? module + 1 : "[kernel]") };

	return measured_frame(r->m, &(struct measured_frame){ .func = measured_func(r->m, &func),
		.file = NOBODY, .flags = MEASURED_KERNEL });
}

/* Is IM the library that gprowse record loads into programs? */
static bool
is_recorder(const struct recorded_image *im)
{
	return strncmp(im->name, REC_LIBRARY, strlen(REC_LIBRARY)) == 0;
}

/* Returns the function that stands for all code without a name in image IM. */
static uint32_t
whole_image(struct recorded_images *r, struct recorded_image *im)
{
	const char *name = im->name;

	if (im->whole != NOBODY)
		return im->whole;
	if (*name != '[')
		name = arena_printf(&r->text, "[%s]", name);
	im->whole = measured_func(r->m, &(struct measured_func){ .file = NOBODY,
		.name = measured_text(r->m, name, strlen(name)),
		.object = object_of(r, im), .is_profiler = is_recorder(im) });
	return im->whole;
}

/* May NAME, of a function of IM, be used?  False: all names together would be too long. */
static bool
may_use(struct recorded_image *im, const char *name)
{
	/* Once a name was refused, none is read any more. */
	return !im->names.exceeded && budget_spend(&im->names, strlen(name));
}

/* Returns the number in the measured profile of FROM, which has NUMBER in IM->functions.  If it is
 * code without a symbol, returns the number of the function that stands for all such code.  The
 * line of a function in the measured profile is that of lines_func_at(). */
static uint32_t
func_of(struct recorded_images *r, struct recorded_image *im, const struct func *from,
	uint32_t number)
{
	struct measured_func func = { .address = from->lo, .file = NOBODY };
	const char *file;
	unsigned line;

	while (im->nfunc_of <= number) {
		im->func_of = mem_grow(im->func_of, (size_t)im->nfunc_of + 1, &im->func_of_room,
			sizeof(*im->func_of));
		im->func_of[im->nfunc_of++] = NOBODY;
	}
	if (im->func_of[number] != NOBODY)
		return im->func_of[number];
	if (from->kind == FUNC_UNKNOWN)
		return im->func_of[number] = whole_image(r, im);
	func.name = may_use(im, from->name) ? text_of(r, from->name) : NOBODY;
	func.object = object_of(r, im);
	func.is_profiler = from->is_profiler || is_recorder(im);
	if (func.name == NOBODY)
		return im->func_of[number] = whole_image(r, im);
	if (from->kind == FUNC_PLT)
		func.address = 0;
	if (im->lines != NULL && lines_func_at(im->lines, from->lo, &file, &line)) {
		func.file = text_of(r, file);
		func.line = line;
	}
	return im->func_of[number] = measured_func(r->m, &func);
}

/* Returns the number of the function at ADDRESS of IM, by the symbols that the profile has. */
static uint32_t
given_func(struct recorded_images *r, struct recorded_image *im, uint64_t address)
{
	const struct code_symbol *s;
	size_t i;

	BISECT(i, im->given.n, im->given.v[i].address > address);
	s = i > 0 ? &im->given.v[i - 1] : NULL;
	if (s == NULL || (s->size > 0 && address - s->address >= s->size))
		return whole_image(r, im);
	return measured_func(r->m, &(struct measured_func){ .address = s->address,
		.name = text_of(r, s->name), .object = object_of(r, im), .file = NOBODY });
}

/* Returns the number of the function at ADDRESS of IM or, in a section of stubs, of the stub, which
 * is called NAME@plt.  Code that was executed is no padding, even if it is between two symbols and
 * has too few bytes for anything else: such bytes are small functions without symbols. */
static uint32_t
func_at(struct recorded_images *r, struct recorded_image *im, uint64_t address)
{
	uint32_t number;
	const struct func *f = im->has_names ? symbols_near_at(&im->functions, address, &number)
		: NULL;
	struct plt_stub stub;

	/* If the file is not here, addresses are offsets in it. */
	if (!im->has_names && im->given.n > 0)
		return given_func(r, im, im->is_open ? address : address + im->given.bias);
	if (f != NULL && f->kind != FUNC_PLT)
		return func_of(r, im, f, number);
	if (im->is_open && !im->has_plt) {
		im->has_plt = true;
		plt_open(&im->plt, &im->image);
	}
	if (!im->is_open || !plt_at(&im->plt, address, &stub) || !may_use(im, stub.name))
		return f != NULL ? func_of(r, im, f, number) : whole_image(r, im);
	return measured_func(r->m, &(struct measured_func){ .file = NOBODY,
		.name = text_of(r, arena_printf(&r->text, "%s@plt", stub.name)),
		.address = stub.address, .object = object_of(r, im),
		.is_profiler = is_recorder(im) });
}

/* Adds a frame of function FUNC at line LINE of FILE.  LINE is 0 if it is not known. */
static void
add_frame(struct recorded_images *r, uint32_t func, const char *file, unsigned line,
	uint32_t flags)
{
	uint32_t file_text = line > 0 ? text_of(r, file) : NOBODY;
	struct measured_frame frame = { .func = func, .flags = flags,
		.file = file_text != r->m->funcs[func].file ? file_text : NOBODY,
		.line = file_text != NOBODY ? line : 0 };

	r->frames = mem_grow(r->frames, r->nframes + 1, &r->frames_room, sizeof(*r->frames));
	r->frames[r->nframes++] = measured_frame(r->m, &frame);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct named_func *)a)->name, ((const struct named_func *)b)->name);
}

/* Has TABLE, which may be NULL, names that are too long to read them all? */
static bool
shares_too_much(const struct elf_symtab *table)
{
	return table != NULL && symtab_shares_too_much(table);
}

/* Sets the names of all functions of IM. */
static void
find_names(struct recorded_images *r, struct recorded_image *im)
{
	static const struct open_options none;
	struct functions all;
	bool dynamic;
	struct err e;

	if (shares_too_much(im->image.symtab) || shares_too_much(im->image.dynsym)
	    || !symbols_exact(&im->image, &none, &r->text, &all, &dynamic, &e)) {
		im->by_name = mem_uncleared(0, sizeof(*im->by_name));
		return;
	}
	im->nby_name = all.n;
	im->by_name = mem_uncleared(all.n, sizeof(*im->by_name));
	for (size_t i = 0; i < all.n; i++)
		im->by_name[i] = (struct named_func){ all.v[i].name, all.v[i].lo };
	qsort(im->by_name, all.n, sizeof(*im->by_name), by_name);
	free(all.v);
	spans_release(&all.spans);
}

/* Returns the function NAME of IM, and sets *NUMBER to its number in IM->functions.  NULL: IM has
 * no function or several functions of this name. */
static const struct func *
only_named(struct recorded_images *r, struct recorded_image *im, const char *name, uint32_t *number)
{
	size_t n, i;

	if (im->by_name == NULL)
		find_names(r, im);
	n = im->nby_name;
	BISECT(i, n, strcmp(im->by_name[i].name, name) >= 0);
	if (i == n || strcmp(im->by_name[i].name, name) != 0
	    || (i + 1 < n && strcmp(im->by_name[i + 1].name, name) == 0))
		return NULL;
	return symbols_near_at(&im->functions, im->by_name[i].address, number);
}

/* Returns the function that SCOPE inlines.  If exactly one function of IM has the name of the
 * inlined function, returns that function.  Otherwise, returns a function without an address. */
static uint32_t
inlined_func(struct recorded_images *r, struct recorded_image *im,
	const struct inline_scope *scope)
{
	uint32_t number;
	const struct func *f = only_named(r, im, scope->symbol, &number);

	if (f != NULL)
		return func_of(r, im, f, number);
	return measured_func(r->m, &(struct measured_func){ .name = text_of(r, scope->symbol),
		.object = object_of(r, im), .file = text_of(r, scope->file) });
}

/* Adds the frames of FUNC and of the functions that are inlined into it at ADDRESS. */
static void
add_frames(struct recorded_images *r, struct recorded_image *im, uint32_t func, uint64_t address)
{
	const struct inlined_code *code = lines_inlined_code(im->lines, address);
	const struct inline_scope *chain[INLINES_DEPTH + 1];
	const struct inline_scope *scope = code != NULL ? inlines_at(code, address) : NULL;
	const char *file = NULL;
	unsigned line = 0;
	uint32_t flags = 0;
	size_t n = 0;

	for (; scope != NULL && n <= INLINES_DEPTH;
	     scope = scope->up != NOBODY ? &code->scopes[scope->up] : NULL)
		chain[n++] = scope;
	while (n > 0) {
		--n;
		add_frame(r, func, chain[n]->call_file, chain[n]->call_line, flags);
		func = inlined_func(r, im, chain[n]);
		flags = MEASURED_INLINED;
	}
	if (!lines_at(im->lines, RULES_EXACT, address, &file, &line))
		line = 0;
	add_frame(r, func, file, line, flags);
}

static bool
is_code(const void *of, uint32_t number, const void *key)
{
	const struct recorded_code *a = (const struct recorded_code *)of + number, *b = key;

	return a->image == b->image && a->address == b->address;
}

static uint64_t
hash_of_code(struct recorded_images *r, uint32_t image, uint64_t address)
{
	const uint32_t key[] = { image, (uint32_t)address, (uint32_t)(address >> 32) };

	return numbering_hash(&r->code_numbers, key, sizeof(key));
}

/* Returns the index in R->codes of CODE, by its image and address, or R->ncodes. */
static uint32_t
find_code(struct recorded_images *r, const struct recorded_code *code)
{
	return numbering_of(&r->code_numbers, hash_of_code(r, code->image, code->address), is_code,
		r->codes, code);
}

uint64_t
recorded_images_prefetch(struct recorded_images *r, uint32_t im, uint64_t address)
{
	uint64_t hash = hash_of_code(r, im, address);

	numbering_prefetch(&r->code_numbers, hash);
	return hash;
}

void
recorded_images_prefetch_next(const struct recorded_images *r, uint64_t hash)
{
	uint32_t number;

	if (numbering_guess(&r->code_numbers, hash, &number))
		__builtin_prefetch(&r->codes[number]);
}

/* Adds CODE, whose frames are those of R from CODE->first on.  Returns its index. */
static uint32_t
add_code(struct recorded_images *r, struct recorded_code *code)
{
	code->n = (uint32_t)r->nframes - code->first;
	r->codes = mem_grow(r->codes, (size_t)r->ncodes + 1, &r->codes_room, sizeof(*r->codes));
	r->codes[r->ncodes] = *code;
	return r->ncodes++;
}

uint32_t
recorded_images_jit(struct recorded_images *r, const char *name, size_t length)
{
	uint32_t text = measured_text(r->m, name, length), i;
	struct recorded_code code = { .image = NOBODY, .address = (uint64_t)text + 1,
		.first = (uint32_t)r->nframes };	/* address 0 stands for "[unknown]" */

	i = find_code(r, &code);
	if (i < r->ncodes)
		return i;
	code.func = measured_func(r->m, &(struct measured_func){ .file = NOBODY, .name = text,
		.object = text_of(r, "[jit]") });
	add_frame(r, code.func, NULL, 0, MEASURED_JIT);
	return add_code(r, &code);
}

/* Is IM a module, and not the kernel itself? */
static bool
is_module(const struct recorded_image *im)
{
	static const char kernel[] = "[kernel";

	return strncmp(im->path, kernel, sizeof(kernel) - 1) != 0;
}

/* Returns the number of the function of the kernel at ADDRESS, which is in IM. */
static uint32_t
kernel_func(struct recorded_images *r, struct recorded_image *im, uint64_t address)
{
	/* Profiles that are opened together may be of different kernels. */
	struct recorded_kernel *kernel = is_module(im) ? &r->kernel : &im->module;
	const struct kernel_symbol *s;

	if (im->kind == CODE_NAMED)
		return measured_func(r->m, &(struct measured_func){ .address = im->low,
			.name = text_of(r, im->path), .object = text_of(r, "[bpf]"),
			.file = NOBODY });
	if (!kernel->is_read)
		recorded_kernel_read(kernel, &r->places, im);
	im->why = kernel->why;
	s = im->why == NULL ? recorded_kernel_at(kernel, address) : NULL;
	if (is_module(im) && (s == NULL || s->address < im->low)) {
		if (!im->module.is_read)
			recorded_kernel_read_module(&im->module, &r->places, im);
		s = recorded_kernel_at(&im->module, address);
	}
	if (s == NULL && im->given.n > 0)
		return given_func(r, im, address);
	if (s == NULL)
		return whole_image(r, im);
	return measured_func(r->m, &(struct measured_func){ .address = s->address,
		.name = measured_text(r->m, s->name, s->length), .object = object_of(r, im),
		.file = NOBODY });
}

/* Returns the number of the function that stands for all addresses in no image. */
static uint32_t
nowhere(struct recorded_images *r)
{
	uint32_t func = other_func(r, "[unknown]");

	r->m->funcs[func].is_nowhere = true;
	return func;
}

uint32_t
recorded_images_code(struct recorded_images *r, uint32_t im, uint64_t address)
{
	struct recorded_code code = { .image = im, .address = im != NOBODY ? address : 0 };
	uint32_t i = find_code(r, &code);
	struct recorded_image *image = im != NOBODY ? r->v[im] : NULL;
	bool is_kernel = image != NULL && image->kind != CODE_IN_FILE
		&& image->kind != CODE_IN_MEMORY;

	if (i < r->ncodes)
		return i;
	code.first = (uint32_t)r->nframes;
	code.func = image == NULL ? nowhere(r)
		: is_kernel ? kernel_func(r, image, address) : func_at(r, image, address);
	if (image != NULL && image->lines != NULL && code.func != image->whole)
		add_frames(r, image, code.func, address);
	else
		add_frame(r, code.func, NULL, 0, is_kernel ? MEASURED_KERNEL
			: image != NULL && image->kind == CODE_IN_MEMORY ? MEASURED_JIT : 0);
	return add_code(r, &code);
}

void
recorded_images_release(struct recorded_images *r)
{
	for (uint32_t i = 0; i < r->n; i++) {
		struct recorded_image *im = r->v[i];

		if (im->lines != NULL)
			lines_close(im->lines);
		symbols_near_release(&im->functions);
		free(im->func_of);
		recorded_kernel_release(&im->module);
		plt_release(&im->plt);
		unwind_tables_release(&im->tables);
		if (im->is_open)
			image_release(&im->image);
		free(im->by_name);
		free(im);
	}
	recorded_kernel_release(&r->kernel);
	free(r->v);
	free(r->codes);
	free(r->frames);
	numbering_release(&r->numbers);
	numbering_release(&r->code_numbers);
	arena_release(&r->text);
	*r = (struct recorded_images){ 0 };
}

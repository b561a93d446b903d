/* iberty.h - the functions of libiberty that gprowse calls
 *
 * They are declared here because the headers of libiberty are in <libiberty/> on some systems, in
 * the standard directory on others, and in part missing on others.  The functions and the values of
 * the options have been the same since libiberty of 2019.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IBERTY_H
#define IBERTY_H

#include <stddef.h>

/* Options of the demanglers. */
enum {
	DMGL_NO_OPTS = 0,
	DMGL_PARAMS = 1 << 0,		/* print the parameters */
	DMGL_ANSI = 1 << 1,		/* print const and volatile */
	DMGL_AUTO = 1 << 8,
	DMGL_GNU_V3 = 1 << 14,
	DMGL_GNAT = 1 << 15,
	DMGL_DLANG = 1 << 16,
	DMGL_RUST = 1 << 17,
};

/* Takes the next N bytes of a demangled name. */
typedef void iberty_write(const char *text, size_t n, void *to);

/* Each demangles SYMBOL and passes the text to WRITE in parts.  They return 0 if they fail. */
int cplus_demangle_v3_callback(const char *symbol, int options, iberty_write *write, void *to);
int java_demangle_v3_callback(const char *symbol, iberty_write *write, void *to);
int rust_demangle_callback(const char *symbol, int options, iberty_write *write, void *to);

/* Both return SYMBOL demangled, to be free()d, or NULL. */
char *ada_demangle(const char *symbol, int options);
char *dlang_demangle(const char *symbol, int options);

/* Splits TEXT into words as a shell does.  The words end with NULL and are freed by freeargv(). */
char **buildargv(const char *text);
void freeargv(char **words);

/* libiberty begins its messages with NAME, which is borrowed. */
void xmalloc_set_program_name(const char *name);

#endif

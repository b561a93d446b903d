/* execute_environment.c - changes the environment of an executed program
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/execute.h"
#include "record/syscalls.h"

#define PRELOAD "LD_PRELOAD="
#define OFF REC_ENV_OFF "="
#define LIBRARY "libgprowse.so"

#define NO_PAGE UINTPTR_MAX

/* Can the word that contains ADDRESS be read?  *PAGE is the number of a page of REC_ALIGN bytes
 * that can be read, or NO_PAGE.  No machine has smaller pages. */
static bool
can_be_read(uintptr_t address, uintptr_t *page)
{
	if (address / REC_ALIGN == *page)
		return true;
	if (!sys_can_read((const void *)(address & ~(uintptr_t)7)))
		return false;
	*page = address / REC_ALIGN;
	return true;
}

static bool
string_can_be_read(const char *text, uintptr_t *page)
{
	while (can_be_read((uintptr_t)text, page)) {
		if (*text++ == '\0')
			return true;
	}
	return false;
}

bool
text_can_be_read(const char *text)
{
	uintptr_t page = NO_PAGE;

	return string_can_be_read(text, &page);
}

bool
environment_can_be_read(char *const *environment)
{
	uintptr_t list = NO_PAGE;
	uintptr_t strings = NO_PAGE;

	for (; environment != NULL; environment++) {
		/* An address that is not aligned can be in two pages. */
		if (!can_be_read((uintptr_t)environment, &list)
		    || !can_be_read((uintptr_t)(environment + 1) - 1, &list))
			return false;
		if (*environment == NULL)
			return true;
		if (!string_can_be_read(*environment, &strings))
			return false;
	}
	return true;
}

/* Returns the end of the entry of LD_PRELOAD that begins at AT. */
static const char *
end_of(const char *at)
{
	while (*at != '\0' && *at != ':' && *at != ' ')
		at++;
	return at;
}

/* Is the entry [AT, END) of LD_PRELOAD our library? */
static bool
is_library(const char *at, const char *end)
{
	size_t length = sizeof LIBRARY - 1;

	return (size_t)(end - at) >= length && text_begins(end - length, LIBRARY);
}

const char *
environment_library(char *const *environment, size_t *length)
{
	for (; environment != NULL && *environment != NULL; environment++) {
		const char *at = *environment;

		if (!text_begins(at, PRELOAD))
			continue;
		at += sizeof PRELOAD - 1;
		for (const char *end = end_of(at);; end = end_of(at)) {
			*length = (size_t)(end - at);
			if (is_library(at, end))
				return at;
			if (*end == '\0')
				break;
			at = end + 1;
		}
	}
	return NULL;
}

bool
environment_is_off(char *const *environment)
{
	for (; environment != NULL && *environment != NULL; environment++) {
		if (text_begins(*environment, OFF))
			return (*environment)[sizeof OFF - 1] != '\0';
	}
	return false;
}

/* OLD is the variable LD_PRELOAD.  Copies OLD to NEW, without our library.  NEW has as many bytes
 * as OLD, and may be OLD.  False: no other library is in OLD. */
static bool
clean_preload(const char *old, char *new)
{
	const char *at = old + sizeof PRELOAD - 1;
	char *to = text_append(new, new + sizeof PRELOAD, PRELOAD);
	bool is_empty = true;

	while (*at != '\0') {
		const char *end = end_of(at);

		if (end > at && !is_library(at, end)) {
			if (!is_empty)
				*to++ = ':';
			while (at < end)
				*to++ = *at++;
			is_empty = false;
		}
		at = *end != '\0' ? end + 1 : end;
	}
	*to = '\0';
	return !is_empty;
}

/* Returns how many strings LIST has before NULL.  LIST may be NULL. */
static size_t
count(char *const *list)
{
	size_t n = 0;

	while (list != NULL && list[n] != NULL)
		n++;
	return n;
}

size_t
environment_bytes(char *const *environment)
{
	size_t bytes = (count(environment) + 2) * sizeof *environment;

	for (; environment != NULL && *environment != NULL; environment++) {
		if (text_begins(*environment, PRELOAD))
			bytes += text_length(*environment) + 1;
	}
	return bytes;
}

char **
environment_copy(char *const *environment, const struct change *c, void *memory)
{
	static char off[] = OFF "1";
	char **new = memory;
	char **to = new;
	char *preload = (char *)(new + count(environment) + 2);

	for (; environment != NULL && *environment != NULL; environment++) {
		if (c->sets_off && text_begins(*environment, OFF))
			continue;
		if (!c->removes_library || !text_begins(*environment, PRELOAD)) {
			*to++ = *environment;
		} else if (clean_preload(*environment, preload)) {
			*to++ = preload;
			preload += text_length(preload) + 1;
		}
	}
	if (c->sets_off && c->off)
		*to++ = off;
	*to = NULL;
	return new;
}

void
environment_clean(char **environment)
{
	for (; environment != NULL && *environment != NULL; environment++) {
		if (text_begins(*environment, PRELOAD))
			(void)clean_preload(*environment, *environment);
	}
}

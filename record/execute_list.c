/* execute_list.c - execl(), execlp() and execle(), whose arguments are those of the program
 *
 * SPDX-License-Identifier: ISC
 */
#include <stdarg.h>
#include <unistd.h>

#include "record/recorder.h"

/* Counts the arguments before NULL: FIRST and the arguments in *LIST. */
static size_t
count(const char *first, va_list *list)
{
	size_t n = 0;

	for (const char *at = first; at != NULL; at = va_arg(*list, const char *))
		n++;
	return n;
}

/* Copies FIRST, the arguments in *LIST and NULL to TO.  Moves *LIST to the argument after NULL,
 * which is the environment of execle(). */
static void
copy(char **to, const char *first, va_list *list)
{
	for (const char *at = first; at != NULL; at = va_arg(*list, const char *))
		*to++ = (char *)(uintptr_t)at;
	*to = NULL;
}

EXPORT int
execl(const char *path, const char *argument, ...)
{
	va_list list;
	char **arguments;

	va_start(list, argument);
	arguments = __builtin_alloca((count(argument, &list) + 1) * sizeof *arguments);
	va_end(list);
	va_start(list, argument);
	copy(arguments, argument, &list);
	va_end(list);
	return execve(path, arguments, environ);
}

EXPORT int
execlp(const char *file, const char *argument, ...)
{
	va_list list;
	char **arguments;

	va_start(list, argument);
	arguments = __builtin_alloca((count(argument, &list) + 1) * sizeof *arguments);
	va_end(list);
	va_start(list, argument);
	copy(arguments, argument, &list);
	va_end(list);
	return execvpe(file, arguments, environ);
}

EXPORT int
execle(const char *path, const char *argument, ...)
{
	va_list list;
	char **arguments;
	char **environment;

	va_start(list, argument);
	arguments = __builtin_alloca((count(argument, &list) + 1) * sizeof *arguments);
	va_end(list);
	va_start(list, argument);
	copy(arguments, argument, &list);
	environment = va_arg(list, char **);
	va_end(list);
	return execve(path, arguments, environment);
}

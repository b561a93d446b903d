/* editor.c - runs the user's editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "editor.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 32 };

static const char *
editor_command(void)
{
	const char *visual = getenv("VISUAL"), *editor = getenv("EDITOR");

	if (visual != NULL && visual[strspn(visual, " \t")] != '\0')
		return visual;
	return editor != NULL && editor[strspn(editor, " \t")] != '\0' ? editor : "vi";
}

/* Reads the next character of a word from *AT into *C, and moves *AT behind it.  *QUOTE is the
 * quote that is open, or 0.  If the character opens or closes a quote, it is no part of the word:
 * returns false. */
static bool
unquote(const char **at, char *quote, char *c)
{
	*c = *(*at)++;
	if (*quote == '\0' ? *c == '\'' || *c == '"' : *c == *quote) {
		*quote = *quote == '\0' ? *c : '\0';
		return false;
	}
	if (*c == '\\' && *quote != '\'' && **at != '\0')
		*c = *(*at)++;
	return true;
}

/* Splits TEXT, which is overwritten, into at most MOST_WORDS words; returns how many.  Words are
 * separated by blanks; quotes and backslashes protect blanks, as in a shell. */
static size_t
split_words(char *text, char **words)
{
	const char *at = text;
	size_t n = 0;
	char *to = text, quote, c;

	for (;;) {
		at += strspn(at, " \t");
		if (*at == '\0' || n == MOST_WORDS)
			return n;
		words[n++] = to;
		quote = '\0';
		while (*at != '\0' && (quote != '\0' || (*at != ' ' && *at != '\t')))
			if (unquote(&at, &quote, &c))
				*to++ = c;
		at += *at != '\0';
		*to++ = '\0';
	}
}

/* Starts the editor ARGS with signal mask BEFORE, and with default actions for signals that this
 * program catches or ignores.  *PID becomes its process.  Returns 0 or an errno. */
static int
start_editor(char **args, const sigset_t *before, pid_t *pid)
{
	posix_spawnattr_t attributes;
	sigset_t defaults;
	int error;

	sigemptyset(&defaults);
	sigaddset(&defaults, SIGINT);
	sigaddset(&defaults, SIGIO);
	sigaddset(&defaults, SIGQUIT);
	sigaddset(&defaults, SIGTSTP);
	sigaddset(&defaults, SIGXFSZ);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setsigmask(&attributes, before);
	error = posix_spawnp(pid, args[0], NULL, &attributes, args, environ);
	posix_spawnattr_destroy(&attributes);
	return error;
}

/* Waits for the editor PID to end; returns its status.  If only the editor was stopped, stops this
 * process, too, so that the shell gets the terminal.  If the shell has stopped both together and
 * continued this process, SIGCONT is pending, because it is blocked.  Then only the editor is
 * continued.  CONTINUED contains SIGCONT. */
static int
wait_for_editor(pid_t pid, const sigset_t *continued)
{
	static const struct timespec at_once;
	int status = 0;

	for (;;) {
		if (waitpid(pid, &status, WUNTRACED | WCONTINUED) < 0) {
			if (errno != EINTR)
				return status;
		} else if (WIFSTOPPED(status)) {
			if (sigtimedwait(continued, NULL, &at_once) < 0)
				raise(SIGSTOP);
			kill(pid, SIGCONT);
		} else if (WIFCONTINUED(status)) {
			sigtimedwait(continued, NULL, &at_once);
		} else {
			return status;
		}
	}
}

static bool
run_command(char **args, struct err *e)
{
	sigset_t continued, before;
	int status = 0, error;
	pid_t pid;

	sigemptyset(&continued);
	sigaddset(&continued, SIGCONT);
	sigprocmask(SIG_BLOCK, &continued, &before);
	error = start_editor(args, &before, &pid);
	if (error == 0)
		status = wait_for_editor(pid, &continued);
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (error != 0)
		return err_set(e, ERR_IO, "%s: %s; set EDITOR", args[0], strerror(error));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return err_set(e, ERR_IO, "%s: could not be started; set EDITOR", args[0]);
	if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
		return err_set(e, ERR_IO, "%s failed with status %d; check EDITOR", args[0],
			WEXITSTATUS(status));
	if (WIFSIGNALED(status))
		return err_set(e, ERR_IO, "%s was killed: %s", args[0],
			strsignal(WTERMSIG(status)));
	return true;
}

bool
editor_run(const char *path, uint32_t line, struct err *e)
{
	char *args[MOST_WORDS + 3], number[16], *file = NULL;
	char *text = strdup(editor_command());
	size_t n;
	bool ok;

	/* Write "./" before a relative name: editors mistake some names for options, commands or
	 * addresses. */
	if (text == NULL || asprintf(&file, "%s%s", *path == '/' ? "" : "./", path) < 0) {
		free(text);
		return err_set(e, ERR_IO, "out of memory");
	}
	n = split_words(text, args);
	if (n == 0 || args[0][0] == '\0') {
		free(file);
		free(text);
		return err_set(e, ERR_IO, "VISUAL or EDITOR names no program; set EDITOR");
	}
	snprintf(number, sizeof(number), "+%lu", (unsigned long)line);
	args[n++] = number;
	args[n++] = file;
	args[n] = NULL;
	ok = run_command(args, e);
	free(file);
	free(text);
	return ok;
}

/* attach_check.c - can a process that runs be recorded?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/attach_check.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "io/procfile.h"
#include "io/procstatus.h"
#include "io/yama.h"
#include "launch/target.h"

/* Sets PID to the number WORD. */
static bool
read_number(pid_t *pid, const char *word, struct err *e)
{
	size_t digits = strspn(word, "0123456789");
	unsigned long n = digits > 0 && digits <= 10 ? strtoul(word, NULL, 10) : 0;

	if (digits == 0 || word[digits] != '\0')
		return err_set(e, ERR_USAGE, "-p %s: this is no number of a process; pgrep %s may find it",
			word, digits == 0 ? word : "-f NAME");
	if (n == 0 || n > INT_MAX)
		return err_set(e, ERR_USAGE, "-p %s: there is no process with this number", word);
	*pid = (pid_t)n;
	return *pid != getpid() || err_set(e, ERR_USAGE, "-p %s: gprowse cannot record itself", word);
}

/* Is PID a process that runs a program? */
static bool
check_kind(pid_t pid, struct err *e)
{
	char value[PROCSTATUS_VALUE];
	unsigned long number = (unsigned long)pid;
	bool is_zombie;

	if (!procstatus_read(number, "Tgid", value))
		return err_set(e, ERR_USAGE, "-p %d: there is no process with this number", (int)pid);
	if (strtoul(value, NULL, 10) != number)
		return err_set(e, ERR_USAGE, "-p %d: this is a thread of process %s; all threads of a "
			"process are recorded", (int)pid, value);
	(void)procstatus_age(number, &is_zombie);
	if (is_zombie)
		return err_set(e, ERR_USAGE, "-p %d: the process has ended, and its parent has not waited "
			"for it yet", (int)pid);
	if (!procstatus_read(number, "VmSize", value))
		return err_set(e, ERR_USAGE, "-p %d: this is a thread of the kernel, which runs no program",
			(int)pid);
	return true;
}

/* Says in E why the memory of process PID must not be read. */
static bool
explain_access(pid_t pid, struct err *e)
{
	char users[PROCSTATUS_VALUE], user[64];
	unsigned long uid;
	char scope = yama_scope();

	if (scope > '2')
		return err_set(e, ERR_USAGE, "-p %d: kernel.yama.ptrace_scope is %c, so no user, not even "
			"root, can record a process that runs, until the system is started again; or "
			"start it with gprowse record PROGRAM", (int)pid, scope);
	if (geteuid() != 0 && procstatus_read((unsigned long)pid, "Uid", users)
	    && sscanf(users, "%lu", &uid) == 1 && uid != geteuid())
		return err_set(e, ERR_USAGE, "-p %d: the process belongs to %s; only this user and root "
			"can record it", (int)pid, target_user(user, uid));
	if (geteuid() == 0)
		return err_set(e, ERR_USAGE, "-p %d: the system does not let gprowse look into the process, "
			"although it runs as root: the process has more capabilities, or gprowse no "
			"CAP_SYS_PTRACE, as in many containers", (int)pid);
	if (scope != '0')
		return err_set(e, ERR_USAGE, "-p %d: kernel.yama.ptrace_scope is %c, so only root can "
			"record a process that runs; or start it with gprowse record PROGRAM",
			(int)pid, scope);
	return err_set(e, ERR_USAGE, "-p %d: the process protects its memory (set-user-ID or "
		"PR_SET_DUMPABLE), so only root can record it", (int)pid);
}

/* May this process read the memory of process PID? */
static bool
check_access(pid_t pid, struct err *e)
{
	char path[40], byte;
	int fd, error = 0;

	/* The file of mappings can be opened by anybody, but then read() fails. */
	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || read(fd, &byte, 1) < 0)
		error = errno;
	if (fd >= 0)
		close(fd);
	snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	fd = error == 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd >= 0)
		close(fd);
	else if (error == 0)
		error = errno;
	if (error == ESRCH || error == ENOENT)
		return err_set(e, ERR_USAGE, "-p %d: the process has just ended", (int)pid);
	return error == 0 || explain_access(pid, e);
}

/* Sets P->command to the words of the process. */
static void
read_command(struct attach_process *p)
{
	char path[40], text[4096];
	size_t n;

	snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)p->pid);
	n = procfile_read(path, text, sizeof(text));
	while (n > 0 && text[n - 1] == '\0')
		n--;
	for (size_t i = 0; i < n; i++)
		if (text[i] == '\0')
			text[i] = ' ';
	p->command = mem_text(text, n);
}

/* Sets P->program to the program that the process runs. */
static bool
read_program(struct attach_process *p, struct err *e)
{
	char path[40], target[PATH_MAX];
	struct linkage own = { 0 };
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)p->pid);
	n = readlink(path, target, sizeof(target));
	p->program = (struct program){ .image = mem_text(target, n > 0 ? (size_t)n : 0) };
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		linkage_read(&p->program.linkage, fd);
		close(fd);
	}
	fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		linkage_read(&own, fd);
		close(fd);
	}
	if (p->program.linkage.is_elf && own.is_elf
	    && (own.machine != p->program.linkage.machine
		|| own.address_size != p->program.linkage.address_size))
		return err_set(e, ERR_USAGE, "-p %d: the process runs a program for another kind of "
			"processor (%u bits) than gprowse; use a gprowse that was built for it",
			(int)p->pid, 8 * p->program.linkage.address_size);
	return true;
}

bool
attach_check(struct attach_process *p, const char *word, struct err *e)
{
	*p = (struct attach_process){ 0 };
	if (!read_number(&p->pid, word, e) || !check_kind(p->pid, e) || !check_access(p->pid, e))
		return false;
	read_command(p);
	if (read_program(p, e))
		return true;
	attach_release(p);
	return false;
}

void
attach_release(struct attach_process *p)
{
	free(p->command);
	program_release(&p->program);
}

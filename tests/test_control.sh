#!/bin/sh
# test_control.sh - gprowse control: each call is counted once, whatever is done meanwhile
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/control_common.sh"
${CC:-cc} -pg -O1 -o controlled "$programs/controlled.c" -pthread >messages 2>&1 ||
	skip_all "the compiler does not make programs with -pg and threads"

# Begin and halt.
start_recorded
tell 1000
holds "state of a process" control "$pid"
same "it is named" "$pid" "$(fact process "$pid")"
same "a thread stands for its process" "$pid" \
	"$(fact process "$(ls "/proc/$pid/task" | tail -n 1)")"
same "its program" "$(pwd -P)/controlled" "$(fact program "$pid")"
same "gprowse record stands for its program" "$pid" "$(fact process "$started")"
same "it runs" running "$(fact state "$pid")"
same "its threads" 5 "$(fact threads "$pid")"
same "nothing was lost" "0 calls, 0 samples" "$(fact lost "$pid")"
same "no samples" "0 (no samples are taken)" "$(fact rate "$pid")"
before=$(fact calls "$pid")
holds "halt" control -h "$pid"
same "it is halted" halted "$(fact state gprowse.data)"
tell 500
same "no call was counted" "$before" "$(fact calls gprowse.data)"
holds "begin" control --begin "$file"
tell 200
same "the calls of three times" 4800 "$(count_calls gprowse.data)"

# The recording has a number of calls that the program had reached between its own figures before
# and after the halt.  Each thread may be halted after it has counted a call, before it notes the
# call itself.
tell go
holds "halt while four threads count" control -h gprowse.data
tell show
most=$((total - 2000 + 4))
until [ "$total" -gt $((most + 10000)) ]; do
	tell show
done
tell stop
first=$(count_calls gprowse.data)
echo "$first of at most $most, $total in all" >messages
[ "$first" -gt 4800 ] && [ "$first" -le $most ]
ok $? "the count of this moment"
holds "begin" control -b gprowse.data
tell 10
same "and begun again" $((first + 40)) "$(count_calls gprowse.data)"

# Reset.
missed=$((total - $(count_calls gprowse.data)))
cp "$file" copy
holds "reset" control -r "$pid"
same "the file stays" 1 "$(($(count_calls "$file" --since=start) == $(count_calls copy)))"
tell 25
same "calls since the reset" 100 "$(count_calls gprowse.data)"
# The call that waits for the next letter was made before the reset or after it.
counted=$(fact calls "$pid")
same "the state says so" 1 "$((counted == 100 || counted == 101))"
holds "the time of the reset is told" test -n "$(fact reset "$pid")"
same "calls since the start" $((total - missed)) "$(count_calls --since=start gprowse.data)"
"$gprowse" --view=notes gprowse.data >found 2>messages
holds "a note says so" grep -q "since the last reset" found
fails "nothing since a reset" "--since=start shows all" sh -c "
	'$gprowse' control -r $pid && '$gprowse' --view=calls gprowse.data"
fails "--since is for recordings" "only for recordings" \
	"$gprowse" --since=reset --view=functions "$vectors/image64le.elf" "$vectors/v01_gnu_64le.bin"

# Dump.
tell 30
holds "dump" control -p "$pid"
same "gprowse reads it" 120 "$(count_calls controlled gmon.out)"
if needs "gprof reads it" gprof binutils; then
	same "gprof reads it" 120 "$(gprof -bp controlled gmon.out | awk '$NF == "f" { print $4 }')"
fi
holds "dump to another file" control -p -o other.out gprowse.data
holds "with the same contents" cmp gmon.out other.out
holds "several at once: dump, reset, begin" control -bpro before.out "$pid"
tell 5
control -hp --output=after.out "$pid"
same "before" 120 "$(count_calls controlled before.out)"
same "after" 20 "$(count_calls controlled after.out)"
same "halted at last" halted "$(fact state "$pid")"
control -b "$pid"

# A dump that cannot be written does not reset.
fails "a dump that cannot be written" "no/such" control -pr -o no/such/directory "$pid"
same "has not reset" 20 "$(count_calls gprowse.data)"
same "and leaves no file" 3 "$(ls -A gprowse.data | grep -c -e gprec -e session -e base)"

# Four threads count all the time, and no call is lost or counted twice.
control -r "$pid"
start=$total
tell go
for i in 1 2 3 4 5 6 7 8; do
	control -pr -o part$i.out "$pid" || break
	control -p -o ignored.out "$pid"
done
tell stop
control -p -o part9.out "$pid"
sum=0
for i in 1 2 3 4 5 6 7 8 9; do
	count=$(count_calls controlled part$i.out)
	[ "$count" -gt 0 ] || break
	sum=$((sum + count))
done
same "dumps while four threads count" $((total - start)) "$sum"
tell go
for i in 1 2 3 4 5 6; do
	control -r "$pid" &
	control -pr -o both$i.out gprowse.data
	wait $!
done
tell stop
same "resets at the same time" $((total - missed)) "$(count_calls --since=start gprowse.data)"

# Other users, links, other files.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	chmod 755 "$work"
	as_user() {
		setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
	}
	if as_user test -x "$gprowse"; then
		fails "the process of another user" "belongs to user" as_user "$gprowse" control -h "$pid"
		chmod 755 gprowse.data
		fails "the recording of another user" "belongs to user" \
			as_user "$gprowse" control gprowse.data
		chmod 700 gprowse.data
		same "it runs on" running "$(fact state "$pid")"
		mkdir theirs
		chown 65534 theirs
		cp gprowse.data/gprowse-session "$file" theirs
		chown 65534 theirs/*
		fails "root and the recording of a user" "belongs to user" control -h theirs
	fi
fi
mkdir planted
cp gprowse.data/gprowse-session planted
cp "$file" target
cp target target.before
ln -s ../target planted/controlled.1.0.gprec
fails "a file that is a symbolic link" "symbolic link" control -h planted
fails "the same, named itself" "symbolic link" control -h planted/controlled.1.0.gprec
rm planted/controlled.1.0.gprec
ln target planted/controlled.1.0.gprec
fails "a file with two names" "hard links" control -h planted
rm planted/controlled.1.0.gprec
mkfifo planted/controlled.1.0.gprec
fails "a pipe" "not a regular file" control -h planted
rm planted/controlled.1.0.gprec
echo text >planted/controlled.1.0.gprec
fails "a text" "no recording" control -h planted
rm planted/controlled.1.0.gprec
fails "a recording without processes" "no process" control -h planted
holds "nothing was written" cmp target target.before
echo text >gprowse.data/killed.1.0.gprec
holds "a damaged file among others is told" sh -c "'$gprowse' control -h gprowse.data 2>found
	[ \$? -eq 1 ] && [ \$(wc -l <found) -eq 1 ] && grep -q killed.1.0 found"
same "the others are halted" halted "$(fact state "$pid")"
rm gprowse.data/killed.1.0.gprec
control -b gprowse.data
# Another program sets the old state all the time.
cat >sets.c <<'END'
#include <fcntl.h>
#include <unistd.h>

/* Writes 0 to the file of the first argument, at the offset 65536, until it is killed. */
int main(int argc, char **argv)
{
	int fd = open(argv[argc - 1], O_WRONLY), zero = 0;

	while (pwrite(fd, &zero, sizeof(zero), 65536) > 0)
		;
	return 1;
}
END
if ${CC:-cc} -o sets sets.c >messages 2>&1; then
	./sets "$file" &
	sets=$!
	# On a busy machine, the other program may not run while gprowse control runs.
	halt_until_it_fails() {
		for try in $(seq 100); do
			control -h gprowse.data >out 2>err || { cat out; cat err >&2; return 1; }
		done
	}
	fails "a state that does not stay" "processes with the old state" halt_until_it_fails
	kill $sets
	wait $sets 2>/dev/null
	control -b gprowse.data
fi
# A file whose head is all there is, and that is open for writing.
head -c 2000 "$file" >gprowse.data/cut.1.0.gprec
exec 5<>gprowse.data/cut.1.0.gprec
fails "a file that is cut off" "the file is cut off" control -h gprowse.data/cut.1.0.gprec
exec 5>&-
rm gprowse.data/cut.1.0.gprec
mkdir other
cp gprowse.data/gprowse-session other
cp "$file" other/controlled.1.0.gprec
head -c 100 "$file.base" >other/controlled.1.0.gprec.base
tail -c +101 copy | head -c 200000 >>other/controlled.1.0.gprec.base
# A start in the year 1970.
head -c 8 /dev/zero | dd of=other/controlled.1.0.gprec.base bs=1 seek=56 conv=notrunc 2>messages
same "the copy of another recording is not subtracted" \
	"$(count_calls --since=start gprowse.data)" "$(count_calls other)"
"$gprowse" --view=notes other >found 2>messages
grep -q 'of another recording' messages found
ok $? "and told"
ln -s gprowse.data link
fails "a directory that is a symbolic link" "symbolic link" control -h link
mkdir "123"
fails "a directory that is no recording" "no recording" control ./123
fails "'/' after the digits: it is no process" "no recording" control 123/
fails "a copy that a reset made" "name the recording" control "$file.base"
fails "a process that is not recorded" "gprowse record" control $$
fails "the browser of a process that is not recorded" \
	"while gprowse record -p $$ runs, name its directory" "$gprowse" $$
cat >maps.c <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Maps the files a.gprec, of another process, and b.gprec, of this process, whose number is written
 * at the offset that the argument is.  /proc/PID/maps has the mappings in the order of their
 * addresses. */
int main(int argc, char **argv)
{
	int fd = open("b.gprec", O_WRONLY), pid = getpid();
	char *at;

	if (argc < 2 || pwrite(fd, &pid, sizeof(pid), atol(argv[1])) < 0 || close(fd) != 0)
		return 1;
	at = mmap(NULL, 131072, PROT_READ, MAP_PRIVATE, open("a.gprec", O_RDONLY), 0);
	if (mmap(at + 65536, 65536, PROT_READ, MAP_PRIVATE | MAP_FIXED, open("b.gprec", O_RDONLY), 0)
			== MAP_FAILED)
		return 1;
	puts("ready");
	fflush(stdout);
	return getchar() == EOF;
}
END
if ${CC:-cc} -o maps maps.c >messages 2>&1; then
	cp "$file" a.gprec
	cp "$file" b.gprec
	mkfifo mapped
	./maps 40 <mapped >maps.out &
	maps=$!
	exec 5>mapped
	until [ -s maps.out ]; do sleep 0.05; done
	fails "two files are mapped, and none is written" "$maps: the program has ended" control -h $maps
	exec 5>&-
fi
fails "a process that does not exist" "no process" control 2147483647
fails "a file that does not exist" "No such file" control nothing

# A program that has ended.
same "all verbs leave it running" running "$(fact state "$pid")"
control -r "$pid"
tell 7
finish
same "state after the end" ended "$(fact state gprowse.data)"
holds "dump after the end" control -p -o end.out "$file"
same "its calls" 28 "$(count_calls controlled end.out)"
same "the gmon.out of the recording" 28 "$(count_calls controlled gprowse.data/gmon.out)"
for verb in -b -h -r -pr; do
	fails "$verb after the end" "has ended" control $verb gprowse.data
done
fails "the process is gone" "no process" control "$pid"
holds "the recording is replaced, with its copy" "$gprowse" record true

# A program that starts halted.
start_recorded --off
tell 100
same "a program that starts halted" halted "$(fact state "$pid")"
same "it has counted nothing" 0 "$(fact calls "$pid")"
control -b "$pid"
tell 10
same "until it begins" 40 "$(count_calls gprowse.data)"
kill -KILL "$pid"
wait $started
exec 3>&- 4<&-
same "state after SIGKILL" ended "$(fact state gprowse.data)"

# Children whose files are made while the recording is halted.
if ${CC:-cc} -pg -O1 -o forking "$programs/forking.c" >messages 2>&1; then
	"$gprowse" record -F 0 -o forked ./forking 600 >/dev/null 2>&1 &
	until [ "$(ls forked 2>/dev/null | wc -l)" -gt 100 ]; do
		sleep 0.02
	done
	holds "halt a program that makes children" control -h forked
	before=$(count_calls forked)
	holds "it has called f()" [ "$before" -gt 0 ]
	sleep 0.3
	same "no child counts" "$before" "$(count_calls forked)"
	same "none runs unhalted" "" "$(fact state forked | sort -u | grep -v -e halted -e ended)"
	wait $!
fi

# Programs that are executed begin in the state of the process that executes them.
each='echo 0; while read -r n; do echo "$n" | ./controlled 1 | tail -n 1; done'
start "$gprowse" record -F 0 sh -c "$each"
tell 100
holds "halt a shell" control -h gprowse.data
tell 100
same "a program that it executes starts halted" "100 100" "$total $(count_calls gprowse.data)"
holds "begin" control -b gprowse.data
tell 50
same "and the next one does not" 150 "$(count_calls gprowse.data)"
holds "reset, after programs have ended" control -r gprowse.data
tell 20
same "their calls are hidden" 20 "$(count_calls gprowse.data)"
same "nothing is deleted" 170 "$(count_calls --since=start gprowse.data)"
finish
start "$gprowse" record -F 0 --off sh -c "$each"
tell 100
same "all programs start halted" 0 "$(count_calls gprowse.data)"
control -b gprowse.data
tell 30
same "until the shell begins" 30 "$(count_calls gprowse.data)"
finish

# In another namespace of processes, the program has another number.
if unshare --pid --fork true >messages 2>&1; then
	start "$gprowse" record -F 0 unshare --pid --fork "$PWD/controlled" 4
	for process in /proc/[0-9]*; do
		[ ! "$process/exe" -ef controlled ] || pid=${process#/proc/}
	done
	tell 100
	holds "halt a process of another namespace" control -h "$pid"
	tell 100
	same "it is halted" "1 halted 400" \
		"$(fact process "$pid") $(fact state "$pid") $(count_calls gprowse.data)"
	finish
else
	skipped "halt a process of another namespace" "$(head -n 1 messages)"
fi

# Processes without a program, and numbers that no process has.
# The shell would wait for a child that ends before "exec".
sh -c 'sleep 0.5 & echo $! >zombie; exec sleep 100' &
parent=$!
tries=0
until { [ -s zombie ] && grep -q 'State:.*Z' "/proc/$(cat zombie)/status" 2>/dev/null; } ||
		[ $((tries += 1)) -gt 500 ]; do
	sleep 0.02
done
fails "a process that has ended, but exists" "executes no program" control "$(cat zombie)"
kill $parent
fails "a number that is too large" "there is no process" control 99999999999999999999999
mkdir marked
echo "gprowse-session 1" >marked/gprowse-session
fails "a recording without processes" "is named by its process number" control marked

# The words of the command.
fails "no target" "missing" control -b
fails "an unknown letter" "no such option" control -bx 1
fails "an unknown name" "no such option" control --beg 1
fails "an argument too much" "takes no argument" control --begin=1 1
fails "-o without argument" "needs an argument" control -p 1 -o
fails "-o without -p" "give -p" control -o file 1
fails "-b and -h" "contradict" control -bh 1
fails "two targets" "is named already" control 1 2
fails "a verb that is no option" "gprowse control --halt 17" control halt 17
fails "an empty name" "empty" control ''
holds "help" sh -c "'$gprowse' control --help | grep -q -e --output=FILE"
cases_end

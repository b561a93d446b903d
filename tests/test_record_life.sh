#!/bin/sh
# test_record_life.sh - recordings of processes that end, fork, execute and load in many ways
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/record_common.sh"

cc=${CC:-cc}
case="recordlife"
compiles $cc -O1 -pg "$programs/recordlife.c" -o life -pthread || { cases_end; exit; }
$cc -O1 "$programs/recordlife.c" -o unprofiled -pthread
chmod 755 "$work"

# count FILE...: prints how many of the files exist.
count() {
	[ -e "$1" ] && echo $# || echo 0
}

# life NAME STATUS FILES BEFORE AFTER CHILD MODE [ARGUMENT...]: a case that passes if "life MODE
# ARGUMENT..." ends with STATUS, FILES files were recorded, and these have BEFORE calls of before(),
# AFTER calls of after() and CHILD calls of child().
life() {
	name=$1
	expected="status $2, $3 files, calls $4 $5 $6"
	shift 6
	record ./life "$@"
	status=$?
	# A daemon or a killed child may run on for a while.
	for i in 1 2 3 4 5 6 7 8 9 10; do
		found="status $status, $(count "$recordings"/*.gprec) files, calls $(
			calls "before after child" life)"
		[ "$found" != "$expected" ] || break
		sleep 0.1
	done
	same "$name" "$expected" "$found"
}

# field NAME: prints the field NAME of all recordings, sorted, on one line.
field() {
	recorded | awk -v name="$1" '$1 == name { print $2 }' | sort | paste -sd' '
}

# lost_by_children: prints the calls and samples that children without a file have lost.
lost_by_children() {
	recorded | awk '$1 == "children" { calls += $2; samples += $3 } END { print calls + 0, samples + 0 }'
}

life "exit" 0 1 1000 500 0 exit
same "exit: the recording says that the process ended" 1 "$(field ended)"
same "exit: output" end "$(cat out err)"
life "_exit" 3 1 1000 500 0 _exit
life "SIGSEGV" 139 1 1000 500 0 segv
same "SIGSEGV: the recording says that the process did not end" 0 "$(field ended)"
life "abort" 134 1 1000 500 0 abort
life "SIGKILL" 137 1 1000 500 0 kill
life "fork" 0 2 1000 500 300 fork
life "200 children" 0 201 1000 500 60000 forks
same "200 children: all ended" "1 201" "$(recorded | awk '$1 == "ended" { n[$2]++ }
	END { for (i in n) print i, n[i] }')"
life "a child that halts the recorder" 0 2 1000 500 0 halt
life "a child without a file of its own that halts the recorder" 0 1 1000 500 0 "halt without"
same "its calls are lost" "301 0" "$(lost_by_children)"
life "a child that halts it while system calls are restricted" 0 1 1000 500 0 "halt filtered"
life "fork after a thread" 0 2 1000 500 600 thread
nm -D life | grep -q " _Fork" && new=2 || new=1
life "clone and _Fork" 0 $((new + 1)) 1000 500 $((new * 300)) raw
life "clone() and clone3" 0 3 1000 500 600 clone
HZ=1000
life "clone3 of a child without handlers" 0 2 1000 500 300 cleared
HZ=0
life "clone() of a child with the same memory" 0 1 1000 500 6000300 shared
same "the recording says so" 256 "$(field problems)"
life "clone3 while system calls are restricted" 0 1 1000 500 0 filtered
life "vfork" 0 1 1000 500 100 vfork
life "posix_spawn" 0 2 2000 1000 0 spawn ./life
life "a daemon that closes all files" 0 2 1000 500 0 daemon
life "exec of the same program" 0 2 2000 500 0 exec "$work/life" exit
same "exec: two files of one process" "0 1, 1" "$(field number), $(field pid | tr ' ' '\n' | uniq | wc -l)"
life "exec of a program without -pg" 0 2 1000 0 0 exec "$work/unprofiled" exit
record ./life handlers
same "children of handlers that interrupt counting" "0 20 forks end 6000 1000" \
	"$? $(cat out err | tr '\n' ' ' | sed 's/ $//') $(calls "child before" life)"
nothing "libc's own profile is not written" "$(ls | grep '^gmon')"

# What a child without a file counts is lost.  A child that gives rights away makes its file before.
if [ "$(id -u)" -eq 0 ]; then
	mkdir empty
	life "fork after chroot and setuid" 0 1 1000 500 0 chroot "$work/empty"
	same "fork after chroot: the recording says what is lost" "64, 301 0" \
		"$(field problems), $(lost_by_children)"
	life "fork before chroot and setuid" 0 2 1000 500 300 "confined child" "$work/empty"
	life "fork before chroot and setuid by syscall()" 0 2 1000 500 300 \
		"confined child by calls" "$work/empty"
else
	skipped "chroot and setuid" "not root"
fi
life "files of at most 512 KB" 0 2 1000 500 300 sizes 524288
life "files of at most 10 KB" 0 1 1000 500 0 sizes 10240
same "files of at most 10 KB: the recording says what is lost" "64, 301 0" \
	"$(field problems), $(lost_by_children)"
life "no descriptors" 0 1 1000 500 0 descriptors
same "no descriptors: the recording says what is lost" "64, 301 0" \
	"$(field problems), $(lost_by_children)"
life "a child that then may have no descriptors" 0 2 1000 500 300 "limited child"
life "little memory" 0 2 1000 500 300 memory

# no_recording NAME STATUS: cases that pass if the last program ended with STATUS, and nothing was
# recorded.
no_recording() {
	status=$?
	same "$1: the program runs" "$2 end" "$status $(cat out err)"
	nothing "$1: nothing is recorded" "$(ls "$recordings" 2>/dev/null | grep gprec)"
}

# with DIRECTORY SESSION COMMAND...: records COMMAND into DIRECTORY, as part of the session SESSION.
with() (
	GPROWSE_RECORD=$1 GPROWSE_RECORD_SESSION=$2
	export GPROWSE_RECORD GPROWSE_RECORD_SESSION
	shift 2
	timeout "$patience" env LD_PRELOAD="$library" "$@" >out 2>err
)
token=0123456789abcdef0123456789abcdef
rm -rf "$recordings"
with "$recordings" "" ./life exit
no_recording "no directory" 0
mkdir "$recordings"
with relative "" ./life exit
no_recording "a relative path" 0
with "$recordings" $token ./life exit
no_recording "a session without marker" 0
printf 'gprowse-session 1\nsession %s\nprogram x\n' $token >"$recordings/gprowse-session"
with "$recordings" "" ./life exit
no_recording "a marker of another session" 0
with "$recordings" 1123456789abcdef0123456789abcdef ./life exit
no_recording "another session" 0
with "$recordings" ${token}00 ./life exit
no_recording "a number that is too long" 0
with "$recordings" $token ./life fork
same "the session of the marker: calls" "1000 500 300" \
	"$(calls "before after child" life)"
rm -f "$recordings"/*.gprec
(ulimit -f 100; with "$recordings" $token ./life exit)
no_recording "a limit of 100 blocks" 0
(ulimit -f 1000; with "$recordings" $token ./life exit)
same "a limit of 1000 blocks" "0 end 1000 500" \
	"$? $(cat out err) $(calls "before after" life)"
# Files that exist before the recording begins are never written.
mkdir target
record sh -c 'for n in 0 1; do ln -s "$PWD/target/$n" "$GPROWSE_RECORD/life.$$.$n.gprec"; done
	exec ./life exit'
nothing "a planted link is not followed" "$(ls target)"
rm -f "$recordings"/life.*.0.gprec "$recordings"/life.*.1.gprec
same "planted links: a name that is free" "1000 500 2" \
	"$(calls "before after" life) $(field number | sed 's/.* //')"

# Full disks: counted and lost calls together are all calls.
cat >small.sh <<'END'
mount -t tmpfs -o size="$1" none "$2" || exit 77
GPROWSE_RECORD=$2 GPROWSE_RECORD_HZ=$3 LD_PRELOAD=$4 ./places >out 2>err
echo "status $?$(cat out err)"
for file in "$2"/*.gprec; do
	[ ! -f "$file" ] || "$5" "$file" || echo damaged
done
END
awk 'BEGIN {
	print "__attribute__((noinline)) int f(int x) { __asm__ volatile(\"\"); return x + 1; }"
	print "int main(void) { int s = 0, i; for (i = 0; i < 3; i++) {"
	for (i = 0; i < 10000; i++) print "s = f(s);"
	print "} return s != 30000; }"
}' >places.c
case="full disks"
if ! unshare -m sh small.sh 4k "$work/target" 0 "$library" true >/dev/null 2>&1; then
	skipped "full disks" "file systems cannot be mounted"
elif compiles $cc -O0 -pg places.c -o places; then
	for size in 4k 64k 100k 128k 200k 300k 600k 8m; do
		for hz in 0 1000; do
			unshare -m sh small.sh $size "$work/target" $hz "$library" \
				"$top/tests/recorded" >found
			same "a disk of $size, at $hz Hz: counted and lost" \
				"status 0 $([ $size = 4k ] || echo 30001)" \
				"$(awk '$1 == "status" { print } $1 == "damaged" { n = $1; exit }
				$1 == "arc" || $1 == "lost" { n += $2 }
				END { print n }' found | paste -sd' ')"
		done
	done
	same "a disk of 300k: the recording says that calls were lost" 2 "$(unshare -m sh small.sh 300k \
		"$work/target" 0 "$library" "$top/tests/recorded" | awk '$1 == "problems" { print $2 }')"
fi

# Sizes: except for what is used, a file is a hole.
record ./life exit
nothing "a recording takes little room" "$(find "$recordings" -name '*.gprec' -size +200k -printf '%k\n' |
	awk '$1 > 200')"
same "a recording is private" 600 "$(find "$recordings" -name '*.gprec' -printf '%m\n' | sort -u)"

# The first sample of this child is in code without unwind tables, so the child needs its file while
# it looks for the mapping of this code.
cat >child.c <<'END'
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
	int status = 0;

	if (fork() == 0) {
		while (clock() < CLOCKS_PER_SEC / 10)
			continue;
		_exit(7);
	}
	wait(&status);
	return WEXITSTATUS(status);
}
END
case="a child in code without unwind tables"
if compiles $cc -O1 -fno-omit-frame-pointer -fno-asynchronous-unwind-tables child.c -o child; then
	HZ=1000
	record ./child
	same "$case" "7 2" "$? $(ls "$recordings"/*.gprec | wc -l)"
	HZ=0
fi

# Threads that end give their tables to later ones.
case="1,000 threads"
if compiles $cc -O1 -pg "$programs/recordthreads.c" -o threads -pthread; then
	record ./threads 1000 100
	same "1,000 threads one after the other" "100000 1000" "$(calls "f run" threads)"
	same "1,000 threads: few tables" yes \
		"$(recorded | awk '$1 == "tables" { print ($2 < 100 ? "yes" : $2) }')"
fi

# A thread that changes its view of files in a loop does not read the list of mappings each time.
cat >views.c <<'END'
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>

static long bytes_read(void)
{
	long n = -1;
	FILE *f = fopen("/proc/self/io", "r");

	if (f != NULL && fscanf(f, "rchar: %ld", &n) != 1)
		n = -1;
	if (f != NULL)
		fclose(f);
	return n;
}

int main(void)
{
	long before = bytes_read();

	for (int i = 0; i < 2000; i++)
		unshare(0);
	printf("%s\n", before >= 0 && bytes_read() - before > 1000000 ? "much" : "little");
	return 0;
}
END
case="views of files"
if compiles $cc -O1 views.c -o views; then
	record ./views >out
	holds "few mappings are read when views of files change" grep -qx little out
fi
cases_end

#!/bin/sh
# test_record.sh - gprowse record: the program is not disturbed, and nothing else is replaced
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
if [ ! -e "$top/libgprowse.so" ]; then
	"$gprowse" record true >out 2>said
	ok $(($? != 125)) "without the recorder, nothing is recorded"
	holds "the reason is said" grep -q 'was built without the library' said
	cases_end
	exit
fi

# status WANT NAME COMMAND...: a case that passes if COMMAND ends with status WANT.
status() {
	want=$1 name=$2
	shift 2
	"$@" >out 2>said
	got=$?
	cp said messages
	[ "$got" -eq "$want" ] || echo "status $got instead of $want" >>messages
	[ "$got" -eq "$want" ]
	ok $? "$name"
}

# mode PATH: prints the permissions of PATH.
mode() {
	ls -ld "$1" | cut -c 1-10
}

# The exit status.
status 0 "a program that succeeds" "$gprowse" record true
status 3 "the status of the program" "$gprowse" record sh -c 'exit 3'
status 143 "the signal that ended the program" "$gprowse" record sh -c 'kill -TERM $$'
status 137 "SIGKILL" "$gprowse" record sh -c 'kill -KILL $$'
status 127 "a program that does not exist" "$gprowse" record ./missing
holds "one line says so" [ "$(wc -l <messages)" -eq 1 ]
status 127 "a program that is not in PATH" "$gprowse" record no-such-program
echo text >file
status 126 "a file that is no program" "$gprowse" record ./file
status 126 "a directory" "$gprowse" record "$srcdir/"
printf '#!/no/such/shell\n' >script
chmod +x script
# valgrind itself looks for the interpreter.
under_memcheck || status 127 "a script without interpreter" "$gprowse" record ./script
echo 'exit "$1"' >script
status 5 "a script without #!" "$gprowse" record ./script 5
for words in '' --frequency '-F' '-F x' '-F -1' '-F 10001' '--stacks=some true' '--off=1 true' \
		'-o' '--' '--op true'; do
	status 125 "an error in the options: $words" "$gprowse" record $words
done
# The options of perf.
for words in '-g true|stacks are always' '--call-graph dwarf true|--stacks=METHOD' \
	'--call-graph=fp true|--stacks=METHOD' '-a true|--process=PID' '--pid=1|--process=PID' \
	'-ecycles true|always recorded'; do
	"$gprowse" record ${words%|*} 2>said
	holds "an option of perf: ${words%|*}" grep -q -e "no such option.*; .*${words#*|}" said
done
"$gprowse" record 'true 1' 2>said
holds "a command in quotes" grep -q '^gprowse: true 1: .*; its arguments are words' said
status 125 "--open without a terminal" "$gprowse" record --open true
status 125 "an empty name" "$gprowse" record ''
status 0 "help" "$gprowse" record --help
holds "the help names the options" grep -q -e --stacks=METHOD out

# A recording that could not begin leaves the old one where it is.
rm -rf gprowse.data gprowse.data.old
"$gprowse" record sh -c 'exit 7'
"$gprowse" record ./script 2>/dev/null
cp gprowse.data/gprowse-session kept
printf '#!/no/such/shell\n' >script
if ! under_memcheck; then
	status 127 "a program that does not start" "$gprowse" record ./script
	holds "the old recording stays" cmp kept gprowse.data/gprowse-session
fi

# Without arguments, gprowse opens gprowse.data only on a terminal.  Otherwise a message names it.
mkdir empty
(cd empty && "$gprowse" record true)
fails_here() {
	(cd empty && "$gprowse" --view=functions) 2>messages
	[ $? -eq 1 ] && grep -q "but gprowse.data is: gprowse gprowse.data" messages
}
holds "the message names the recording" fails_here

# The program gets the input, output and arguments unchanged.
rm -rf gprowse.data gprowse.data.old
printf 'a line\n' | "$gprowse" record cat >out 2>messages
holds "standard input and output" [ "$(cat out)" = "a line" -a ! -s messages ]
printf '#!/bin/sh\nprintf "<%%s>" "$0" "$@"\n' >'a program'
chmod +x 'a program'
"$gprowse" record -F 200 --stacks=none -- './a program' -x --open @file 'two words' >out 2>messages
holds "arguments" [ "$(cat out)" = '<./a program><-x><--open><@file><two words>' ]
holds "standard error is only the program's" [ ! -s messages ]
"$gprowse" record sh -c 'ls -l /proc/self/fd | wc -l' <&- >out 2>messages
sh -c 'ls -l /proc/self/fd | wc -l' <&- >want
under_memcheck || holds "a closed standard input is closed for the program" cmp out want
"$gprowse" record sh -c 'trap "" XFSZ; trap' >out 2>messages
# posix_spawn() of glibc, which make uses, ignores signal 33, which the recorder handles: its digit
# is not compared.
ignored() {
	"$@" grep SigIgn /proc/self/status | sed 's/.\(.\{8\}\)$/-\1/'
}
ignored "$gprowse" record >out 2>messages
ignored env >want
holds "signals are ignored as before" cmp out want
"$gprowse" record grep SigBlk /proc/self/status >out 2>messages
grep SigBlk /proc/self/status >want
holds "signals are blocked as before" cmp out want
LD_PRELOAD=/no/library "$gprowse" record sh -c 'echo "$LD_PRELOAD"' >out 2>/dev/null
holds "LD_PRELOAD of the user is kept" grep -qx "/.*/libgprowse.so:/no/library" out

# children PID: prints the numbers of the children of process PID, the oldest first.
children() {
	cat "/proc/$1/task/$1/children"
}

# child PID: prints the number of the first child of process PID.
child() (
	set -- $(children "$1")
	echo "$1"
)

# Signals that are sent to gprowse.
cat >waits <<'END'
#!/bin/sh
trap 'echo got TERM; exit 9' TERM
trap 'echo got USR1' USR1
echo ready >ready
while :; do sleep 0.05; done
END
chmod +x waits
rm -f ready
"$gprowse" record ./waits >out 2>messages &
recorder=$!
until [ -e ready ]; do sleep 0.05; done
same "its only child is the program" waits "$(for child in $(children $recorder); do
	cat "/proc/$child/comm"
done)"
kill -USR1 $recorder
until grep -q USR1 out; do sleep 0.05; done
kill -TERM $recorder
wait $recorder
holds "a signal is passed on, and its status returned" [ $? -eq 9 ]
holds "the program has got the signals" grep -q 'got TERM' out
cat >inside <<'END'
"$1" record -o inside.data ./waits &
wait
END
if unshare --pid --fork --kill-child true 2>messages; then
	rm -f ready
	timeout -s KILL 10 unshare --pid --fork --kill-child sh inside "$gprowse" >out 2>messages &
	outside=$!
	until [ -e ready ]; do sleep 0.05; done
	kill -TERM "$(child "$(child "$(child $outside)")")"
	wait $outside
	holds "a signal from outside the namespace of processes" grep -q 'got TERM' out
else
	skipped "a signal from outside the namespace of processes" "there is no other namespace"
fi

# If gprowse is the first process of a container, it waits for all that it has started.
cat >alone <<'END'
for try in 1 2 3; do
	ps -o stat=,comm= --ppid 1 | grep '^Z'
done
ps -o comm= --ppid 1 | sort
END
case="gprowse is the first process"
if unshare --pid --fork --kill-child --mount-proc ps 2>messages >out; then
	unshare --pid --fork --kill-child --mount-proc "$gprowse" record -o alone.data sh alone >out \
		2>messages
	same "$case" "0 gprowse-group sh" "$(echo $? $(cat out))"
else
	skipped "$case" "there is no other namespace"
fi

# The directory and its marker file.
rm -rf gprowse.data gprowse.data.old
(umask 0 && "$gprowse" record true)
holds "mode of the directory" [ "$(mode gprowse.data)" = drwx------ ]
holds "mode of the marker" [ "$(mode gprowse.data/gprowse-session)" = -rw------- ]
(umask 0777 && "$gprowse" record true)
holds "mode of the directory with umask 0777" [ "$(mode gprowse.data)" = drwx------ ]
"$gprowse" record sh -c 'umask' >out
(umask) >want
holds "the program's umask" cmp out want
"$gprowse" record sh -c 'exit 4' 'a\
b'
cp gprowse.data/gprowse-session first
holds "version" [ "$(head -n 1 first)" = "gprowse-session 1" ]
holds "session" grep -qxE 'session [0-9a-f]{32}' first
holds "program" grep -qxE 'program /.*sh' first
holds "command, escaped" grep -qxF 'command sh -c exit 4 a\x5c\x0ab' first
holds "rate" grep -qx 'hz 1000' first
holds "stacks" grep -qx 'stacks auto' first
holds "begin" grep -qxE 'started [0-9]+' first
holds "status" grep -qx 'status 4' first
holds "time from the start to the end" grep -qxE 'elapsed [0-9]+' first
"$gprowse" record true
holds "the old recording is kept" cmp first gprowse.data.old/gprowse-session
holds "another session has another number" sh -c '! grep "^session" first | cmp -s - second' \
	sh "$(grep '^session' gprowse.data/gprowse-session >second)"
cp gprowse.data/gprowse-session second
"$gprowse" record true
holds "the old recording replaces an older one" cmp second gprowse.data.old/gprowse-session
"$gprowse" record -o 'a name' true
holds "-o" [ -e 'a name/gprowse-session' ]
"$gprowse" record --output=other/ true
holds "--output" [ -e other/gprowse-session ]

# If DIR is anything but a recording, it is refused and stays as it is.
mkdir foreign foreign/sub
echo mine >foreign/file
status 125 "a directory that is no recording" "$gprowse" record -o foreign true
status 125 "an empty directory" "$gprowse" record -o foreign/sub true
status 125 "a file" "$gprowse" record -o foreign/file true
holds "one line says so" [ "$(wc -l <messages)" -eq 1 ]
ln -s other link
status 125 "a symbolic link to a recording" "$gprowse" record -o link true
ln -s nowhere dangling
status 125 "a symbolic link to nothing" "$gprowse" record -o dangling true
mkdir marked
ln -s ../other/gprowse-session marked/gprowse-session
status 125 "a marker that is a symbolic link" "$gprowse" record -o marked true
mkdir other.old
status 125 "the old name is no recording" "$gprowse" record -o other true
rmdir other.old
"$gprowse" record -o other true
echo notes >other.old/notes
status 125 "the old recording has a file of the user" "$gprowse" record -o other true
holds "it is named" grep -q notes said
holds "nothing was removed" [ -e other.old/notes -a -e other.old/gprowse-session ]
mv other.old/notes other.old/x.gprec.basement
status 125 "a file whose name only looks like that of a copy" "$gprowse" record -o other true
holds "it is kept" [ -e other.old/x.gprec.basement ]
mv other.old/x.gprec.basement other.old/notes
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null && chmod 755 . && mkdir -m 711 closed &&
		setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$gprowse"; then
	status 125 "a directory that cannot be read" setpriv --reuid=65534 --regid=65534 \
		--clear-groups "$gprowse" record -o closed true
	holds "the reason is said" grep -q 'closed: the directory cannot be read: Perm' said
fi
cat >unread.c <<'END'
#include <dirent.h>
#include <errno.h>
#include <stddef.h>

DIR *fdopendir(int fd)
{
	(void)fd;
	errno = EMFILE;
	return NULL;
}
END
if ${CC:-cc} -shared -fPIC -o unread.so unread.c >messages 2>&1; then
	rm other.old/notes
	touch other.old/a.1.0.gprec other.old/a.1.0.gprec.base other.old/a.1.0.gprec.base.a.2xyz
	# The sanitizer of gcc is a library, and wants to be the first one.
	status 125 "the old recording cannot be read" env LD_PRELOAD="$PWD/unread.so" \
		ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0" \
		"$gprowse" record -o other true
	holds "the reason is said" grep -q 'other.old: the directory cannot be read: Too many' said
	holds "it still is a recording" [ -e other.old/gprowse-session ]
	status 0 "a recording with copies is replaced" "$gprowse" record -o other true
fi
status 125 "no such directory" "$gprowse" record -o no/such/directory true
holds "the others stay" [ "$(cat foreign/file)" = mine -a -L link -a -L dangling ]

# A recording in which there is nothing.
cat >brief.c <<'END'
int main(void) { return 0; }
END
if ${CC:-cc} -o brief brief.c 2>said; then
	"$gprowse" record -F 0 -o nothing ./brief >out 2>messages
	"$gprowse" nothing >out 2>said
	holds "without samples, code without -pg is not recorded" grep -q \
		'no calls and no samples: with -F 0, only code compiled with -pg is recorded$' said
	# On a busy machine, a brief program may have waited for a processor, which is shown.
	for run in 1 2 3 4 5 6 7 8 9 10; do
		"$gprowse" record -F 1 -o nothing ./brief >out 2>messages
		"$gprowse" nothing >out 2>said || break
	done
	holds "a brief program has no sample" grep -q \
		'no calls and no samples; give the program more work, or .* a higher rate (-F)$' said
else
	skipped "a recording in which there is nothing" "no compiler"
fi

# A limit of the size of files, in 512 or 1024 bytes: a program that exceeds it is killed.
printf 'echo works\ni=0\nwhile [ $i -lt 30000 ]; do i=$((i + 1)); done\nexit 3\n' >small
: >out
for limit in 1 8 64 256; do
	(ulimit -f $limit; "$gprowse" record -o limited sh ./small; echo "status $?") >>out 2>messages
	rm -rf limited limited.old
done
same "limits of the size of files" "4 4" "$(grep -c works out) $(grep -c 'status 3' out)"

# A script, or a link to a program, has the name by which it was executed.
printf '#!/bin/sh\ni=0\nwhile [ $i -lt 30000 ]; do i=$((i + 1)); done\nexit 0\n' >tool
printf '. ./tool\n' >more
chmod 755 tool
ln -s "$(command -v sh)" other-shell
for clock in timer perf; do
	"$gprowse" record --clock=$clock -o named sh -c './tool; ./other-shell more' >out 2>messages
	[ $? -eq 0 ] || { skipped "names, with the $clock clock" "$(head -n 1 messages)"; continue; }
	"$gprowse" --view=threads --format=tsv named 2>messages | columns part_kind part >out
	[ "$(awk '$1 == "process" && $2 ~ /^(tool|other-shell)$/' out | wc -l)" -eq 2 ]
	ok $? "names, with the $clock clock"
	rm -rf named named.old
done

# A program that cannot write into the directory of the recording.
cat >unwritable <<'END'
chmod 500 unwritten
[ "$(id -u)" -ne 0 ] || set -- setpriv --reuid=65534 --clear-groups "$@"
exec "$@"
END
chmod 755 "$work"
if [ "$(id -u)" -ne 0 ] || command -v setpriv >/dev/null; then
	"$gprowse" record -F 0 -o unwritten sh unwritable true >out 2>messages
	"$gprowse" unwritten >out 2>messages
	cp messages said
	holds "a program that cannot write its recording is named" \
		grep -q 'no calls and no samples\. A program was executed .*write its recording' said
else
	skipped "a program that cannot write its recording is named" "no setpriv (Debian: util-linux)"
fi

# A file called record in the current directory.
cp "$vectors/image64le.elf" record
status 127 "a missing program beside a file called record" "$gprowse" record ./missing
holds "the file is pointed out" grep -qF ./record said
"$gprowse" --view=functions ./record "$vectors/v01_gnu_64le.bin" >out 2>messages
holds "the file is opened by its path" [ $? -eq 0 -a -s out ]

# A gmon.out that cannot be replaced is named as the user names it.
status 0 "gmon.out is a directory" "$gprowse" record -o taken mkdir taken/gmon.out
same "this is said" "gprowse: taken/gmon.out: not a regular file, so it is not replaced" \
	"$(cat said)"
cases_end

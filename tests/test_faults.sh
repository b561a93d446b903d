#!/bin/sh
# test_faults.sh - full disks, closed files, readers that go away, a gcov that fails
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
unset XDG_CONFIG_HOME
HOME=$work
export HOME
cat >sites.c <<'END'
#include <time.h>
int leaf(int n) { return n > 1 ? n * 2 : 1; }
int main(void)
{
	volatile int i, x = 0;
	while (clock() < CLOCKS_PER_SEC / 4)
		for (i = 0; i < 10000; i++) x += leaf(i);
	return 0;
}
END
${CC:-cc} -pg -g -O0 --coverage -o prog sites.c 2>/dev/null && sampled 0.01 prog &&
	"$gprowse" -b -s --output=whole prog gmon.out && "$gprowse" -b prog >listing || {
	skip_all "no compiler that knows -pg"
}
# If gcov cannot read the counts, as those of clang, remove the counts.  Then gcov is not run, and
# prints no message.
"$gprowse" --view=source prog gmon.out >out 2>messages
[ -s messages ] && counted=no && rm -f ./*.gcda ./*.gcno || counted=yes

# said STATUS TEXT: was the exit status STATUS, and is there only one message, which contains TEXT?
said() {
	[ "$status" -eq "$1" ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q "^gprowse: .*$2" messages
}

# left_over: is there a temporary file of gprowse?
left_over() {
	find . -name '.*.??????' -type f | grep .
}

# cramped WORD...: runs gprowse with a file size limit of 0.
cramped() {
	{
		no_room timeout $patience "$gprowse" "$@" 2>&1 >/dev/null
		echo $? >status
	} | cat >messages
	status=$(cat status)
}

# Sums.
for output in gmon.sum other; do
	[ $output = gmon.sum ] && set -- || set -- --output=$output
	rm -f $output
	cramped -s "$@" prog gmon.out
	said 1 "$output: File too large; it was not written" && [ ! -e $output ] && ! left_over
	ok $? "-s: no room for $output: no file is made"
	echo old >$output
	cramped -s "$@" prog gmon.out
	said 1 "$output: File too large; the old file is untouched" && [ "$(cat $output)" = old ] &&
		! left_over
	ok $? "-s: no room for $output: the old one stays"
done

# Annotated sources.
rm -f sites.c-ann
cramped -b -A -y prog
said 1 "sites.c-ann: File too large; it was not written" && [ ! -e sites.c-ann ] && ! left_over
ok $? "-y: no room: no file is made"
echo old >sites.c-ann
cramped -b -A -y prog
said 1 "sites.c-ann: File too large; the old file is untouched" &&
	[ "$(cat sites.c-ann)" = old ] && ! left_over
ok $? "-y: no room: the old file stays"
chmod 600 sites.c-ann
"$gprowse" -b -A -y prog >out 2>messages && [ "$(stat -c %a sites.c-ann)" = 600 ] &&
	grep -q " -> .*leaf" sites.c-ann && ! left_over
ok $? "-y: the new file has the permissions of the old file"
rm -f sites.c-ann && mkdir sites.c-ann
"$gprowse" -b -A -y prog >out 2>messages
status=$?
said 0 "sites.c-ann: not a regular file" && rmdir sites.c-ann
ok $? "-y: a directory is not replaced"
ln -s /proc/self/fd/1 opened
"$gprowse" -b -s --output=opened prog gmon.out >out 2>messages
status=$?
said 1 "opened: not a regular file" && [ -L opened ] && ! left_over
ok $? "-s: a link to standard output, as /dev/stdout, is not replaced"
"$gprowse" -b -s --output= prog gmon.out >out 2>messages
status=$?
said 1 "the name of the file is empty" && ! left_over
ok $? "-s: a file without a name"
if [ "$(id -u)" -ne 0 ]; then
	mkdir locked && chmod 555 locked
	(cd locked && "$gprowse" -b -s ../prog ../gmon.out) 2>messages
	status=$?
	said 1 'gmon.sum: cannot be written here: Permission denied'
	ok $? "-s: a directory that cannot be written"
else
	skipped "-s: a directory that cannot be written" "root may write everywhere"
fi

# The same on a disk that is really full.
if unshare -m true 2>/dev/null && mkdir disk &&
	unshare -m sh -c 'mount -t tmpfs -o size=16k none disk' 2>/dev/null; then
	unshare -m sh -c 'mount -t tmpfs -o size=16k none disk && cd disk && echo old >gmon.sum &&
		cp gmon.sum sites.c-ann && { cat /dev/zero >filling; "$0" -s ../prog ../gmon.out 2>../messages;
		echo $? >../status; cat gmon.sum >../old; "$0" -b -A -y -I .. ../prog ../gmon.out 2>../more;
		echo $? >>../status; cat sites.c-ann >>../old; ls -A >../names; }' "$gprowse" 2>/dev/null
	status=$(head -n 1 status)
	said 1 'gmon.sum: .*No space left on device' && [ "$(tail -n 1 status)" -eq 1 ] &&
		grep -q 'sites.c-ann: .*No space left on device' more && [ "$(sort -u old)" = old ] &&
		[ "$(wc -l <names)" -eq 3 ]
	ok $? "a full disk: old files stay"
else
	skipped "a full disk: old files stay" "nothing can be mounted here"
fi

# Writing to standard output.
outputs="-b|-b -q|-b -A|-b -l -p|--help|--version|--decode|--screen=80x24"
for view in functions calls source notes; do
	for format in text csv json; do
		outputs="$outputs|--view=$view --format=$format"
	done
done
for format in callgrind dot folded; do
	outputs="$outputs|--export=$format"
done
mkfifo pipe
(trap '' PIPE; "$gprowse" --decode gmon.out) >out 2>messages || exit 99

# written WORDS: runs gprowse with WORDS and with the files that WORDS need.
written() {
	files="prog gmon.out"
	case $1 in
	--help | --version) files= ;;
	--decode) files=gmon.out ;;
	esac
	timeout $patience "$gprowse" $1 $files 2>messages
}

# each_output NAME: a case for each of $outputs, which passes if check() succeeds with it.
each_output() {
	IFS='|'
	set -- "$1" $outputs
	unset IFS
	name=$1
	shift
	for words; do
		check "$words"
		ok $? "$name: $words"
	done
}

if [ -c /dev/full ]; then
	check() {
		written "$1" >/dev/full
		status=$?
		said 1 'standard output: No space left on device; part of the output is missing' ||
			said 1 'standard output: Input/output error; part of the output is missing'
	}
	each_output "a full disk"
else
	skipped "a full disk" "no /dev/full"
fi
# The parent may have closed standard output.
check() {
	written "$1" >&-
	status=$?
	said 1 'standard output: .*; part of the output is missing'
}
if under_memcheck; then
	skipped "standard output is closed" "memcheck opens what is closed"
else
	each_output "standard output is closed"
fi
# The reader of the output is gone from the beginning.  SIGPIPE ends the program unless ignored.
check() {
	(trap '' PIPE; exec 3<>pipe 4>pipe 3<&-; written "$1" >&4)
	[ $? -eq 1 ] && [ ! -s messages ] || return 1
	(exec 3<>pipe 4>pipe 3<&-; exec timeout $patience "$gprowse" $1 $files >&4) 2>messages
	status=$?
	[ $status -ge 1 ] && [ ! -s messages ]
}
files="prog gmon.out"
for words in -b "-b -A" "--view=functions" "--view=calls --format=text" "--view=calls --format=json" \
	"--export=dot" "--export=callgrind" "--screen=80x24"; do
	check "$words"
	ok $? "no reader: $words"
done
written -b | head -n 1 >out
[ ! -s messages ] && [ -s out ]
ok $? "| head"

# Files opened later do not get the descriptors of closed standard files.
"$gprowse" -b -s -p -A -y prog gmon.out >&- 2>messages
cmp -s gmon.sum whole && grep -q 'Execution Summary' sites.c-ann && ! grep -q 'Flat profile' sites.c-ann
ok $? "without standard output no other file takes its place"
"$gprowse" -b prog <&- >out 2>messages && cmp -s out listing
ok $? "without standard input"
"$gprowse" -b -s prog nothing gmon.out >out 2>&-
[ $? -eq 1 ] && ! grep -q gprowse gmon.sum && ! grep -q gprowse gmon.out
ok $? "without standard error no message gets into a file"

# gcov that fails: the view of the source is printed, with a message where it is needed.
mkdir bin
none=$(mktemp -d -p .)
for tool in sh cat yes head kill sleep printf timeout; do
	ln -s "$(command -v $tool)" "$none/$tool" 2>/dev/null
done

# gcov NAME TEXT SCRIPT: a case that passes if gprowse, with SCRIPT in the place of gcov, prints a
# view and a message that contains TEXT.
gcov() {
	rm -f bin/*
	for version in gcov gcov-8 gcov-9 gcov-10 gcov-11 gcov-12 gcov-13 gcov-14 \
		gcov-15 gcov-16; do
		[ -z "$3" ] || printf '#!/bin/sh\n%s\n' "$3" >bin/$version
		[ -z "$3" ] || chmod +x bin/$version
	done
	PATH="$work/bin:$work/$none" timeout $patience "$gprowse" --view=source prog gmon.out >out 2>messages
	status=$?
	grep -q main out && said 0 "$2"
	ok $? "gcov: $1"
}

if [ $counted = yes ]; then
	missing="gcov: No such file or directory; install"
	under_memcheck && missing=gcov		# posix_spawn() does not say why it failed
	gcov "missing" "$missing" ""
	gcov "cannot be run" "gcov" "exit 126"
	gcov "fails at once" "gcov" "exit 1"
	gcov "fails behind half of a document" "gcov" "printf '{\"files\":['; exit 1"
	gcov "is killed" "gcov" 'kill -KILL $$'
	ulimit -S -c unlimited 2>messages
	gcov "crashes" "gcov" 'ulimit -c >limit; kill -SEGV $$'
	ulimit -S -c 0
	grep -qx 0 limit
	ok $? "gcov writes no core"
	gcov "prints nothing" "gcov" ":"
	gcov "prints garbage" "gcov" "head -c 100000 /dev/urandom"
	gcov "prints zeros" "gcov" "head -c 100000 /dev/zero"
	gcov "prints text without end that is not JSON" "gcov.*not JSON" "yes"
	gcov "never ends, in a document" "gcov.*: .*does not end" \
		"printf '{\"files\":['; yes '{\"file\":\"'$(printf '%04000d' 0)'\"},'"
	gcov "nests without end" "gcov" "yes '[' "
	gcov "closes its output and stays" "gcov" "exec >&-; sleep 1000"
	gcov "leaves a child behind" "gcov" "sleep 1000 & printf '{}'"
	gcov "prints documents without end" "gcov.*: .*does not end" "yes '{}'"
else
	skipped "gcov" "the counts were not written by a program of gcc"
fi

# A size in a file that is larger than the memory.
printf 'gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >lies
printf '\377\377\377\377\377\377\377\177d\0\0\0seconds' >>lies
if [ "${SANITIZE:-no}" != yes ]; then
	(ulimit -v 60000; exec "$gprowse" -b prog lies) >out 2>messages
	status=$?
	said 1 'lies: '
	ok $? "a size in a file that is larger than the memory is rejected"
else
	skipped "a size in a file that is larger than the memory is rejected" "sanitizers need more memory"
fi
cases_end

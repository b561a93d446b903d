#!/bin/sh
# test_record_unharmed.sh - programs of many kinds do the same with the recorder
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"

# recordings PROGRAM: prints how many files of PROGRAM the recording has.
recordings() {
	ls data | grep -c "^$1\..*[.]gprec$"
}

# Code that a program makes while it runs is in memory that no file is mapped to.
if built recordmadecode; then
	unharmed "code in memory" ./recordmadecode
	"$gprowse" --view=functions --format=json data >out 2>messages
	ok $? "its recording is not damaged"
	nothing "nothing is reported" "$(cat messages)"
	holds "the code has a name" grep -qF '"[anonymous]"' out
else
	skipped "code in memory" "$(head -n 1 messages)"
fi

# The limits of a program also count the memory of the recorder.
if ! built samplelimits; then
	skipped "programs with limits" "$(head -n 1 messages)"
else
	for mode in address data lock fork; do
		unharmed "a program with limits: $mode" ./samplelimits $mode
	done
	enough "all processor time is sampled while the file is locked" 10 200
	unharmed "a program that inherits a limit" sh -c 'ulimit -v 131072; ./samplelimits data'
	holds "it is recorded" [ "$(recordings samplelimits)" -eq 1 ]
fi

# A recorded program executes programs that cannot load the recorder: musl, 32 bits.
echo 'int main(int n, char **v) { return n + v[0][0] / 128 + 4; }' >simple.c
if musl-gcc -o simple_musl simple.c >log 2>&1; then
	unharmed "a program with musl" sh -c ./simple_musl
	unharmed "a program with musl, by execvp" env ./simple_musl
	"$gprowse" record -o data ./simple_musl >out 2>said
	ok $(($? != 5)) "a program with musl ends as it would"
	[ "$(recordings simple_musl)" -eq 1 ] || grep -q 'is linked with musl' said
	ok $? "it is recorded from outside, or a message says why not"
else
	skipped "a program with musl" "it cannot be compiled"
fi
if ${CC:-cc} -m32 -o simple_32 simple.c >log 2>&1 && ./simple_32; [ $? -eq 5 ]; then
	unharmed "a program of 32 bits" sh -c ./simple_32
	unharmed "a program of 32 bits, by execvp" env ./simple_32
	holds "the loader prints nothing" [ "$(cat with)" = "status 5" ]
	"$gprowse" record -o data ./simple_32 >out 2>said
	ok $(($? != 5)) "a program of 32 bits is not recorded"
	holds "this is said, and nothing else" [ "$(cat said)" = "gprowse: $PWD/simple_32 is a \
program for another kind of processor (32 bits) than gprowse, so it is not recorded; use a gprowse \
that was built for it" ]
else
	skipped "a program of 32 bits" "it cannot be compiled, or not run"
fi
# A recorded program executes programs that cannot read the recorder.
if ! built executes -w; then
	skipped "programs that execute others" "$(head -n 1 messages)"
else
	unharmed "programs are executed in every way" ./executes shells
	holds "all are recorded" [ "$(recordings sh) $(recordings dash)" != "0 0" ]
	unharmed "addresses that cannot be read are passed" ./executes faults
	mkdir -p root/bin
	cp "$(command -v sh)" root/bin/sh
	ldd root/bin/sh | grep -o '/[^ ]*' | sort -u | while read -r file; do
		mkdir -p "root${file%/*}" && cp "$file" "root$file"
	done
	if ./executes shells root >out 2>&1; then
		unharmed "programs are executed in another root directory" ./executes shells root
		# A sample of a child that could not make a file there is noted, too.
		problems=$("$top/tests/recorded" data/executes.*.gprec | sed -n 's/^problems //p')
		holds "this is noted" [ $((problems & 32)) -eq 32 ]
	else
		skipped "programs are executed in another root directory" "$(head -n 1 out)"
	fi
fi
mkdir private
cp "$gprowse" private/gprowse
cp "$top/libgprowse.so" private
chmod 700 private
if setpriv --reuid=65534 --clear-groups echo works >out 2>&1; then
	setpriv --reuid=65534 --clear-groups echo works >plain 2>&1
	private/gprowse record -o data setpriv --reuid=65534 --clear-groups echo works >with 2>&1
	holds "a user who may not read the recorder" diff plain with
else
	skipped "a user who may not read the recorder" "$(head -n 1 out)"
fi
for what in 'mount -t tmpfs none "$0"' 'mount --bind "$0" "$0" && mount -o remount,bind,noexec "$0"'; do
	if unshare -m sh -c "$what" "$PWD/private" >out 2>&1; then
		private/gprowse record -o data unshare -m sh -c "$what && sh -c 'echo works'" \
			"$PWD/private" >with 2>&1
		holds "a mount namespace: $what" grep -qx works with
		nothing "nothing else is printed" "$(grep -vx works with)"
	else
		skipped "a mount namespace: $what" "$(head -n 1 out)"
	fi
done
# The kernel ends a program that makes a system call of the recorder.
if built restricts && ./restricts exec true; then
	unharmed "a program is executed after system calls were restricted" \
		./restricts exec sh -c 'echo works; env echo works'
	unharmed "a shell is run after system calls were restricted" ./restricts shell
	mkdir cores
	(cd cores && ulimit -c unlimited 2>/dev/null
		exec ../restricts exec "$gprowse" record -o data sh -c 'echo works; exit 5' >../out 2>../said)
	ok $(($? != 5)) "system calls were restricted before gprowse ran"
	nothing "no core is written" "$(ls cores | grep -v data)"
	holds "the program runs" [ "$(cat out)" = works ]
	holds "it is said why it is not recorded" grep -q 'system calls of the recorder are not allowed' \
		said
	holds "nothing else is said" [ "$(wc -l <said)" -eq 1 ]
	./restricts exec "$gprowse" record --clock=perf -o data echo works >out 2>said
	same "--clock=perf: it is said that system calls are not allowed" "125 1" \
		"$? $(grep -c '^gprowse: --clock=perf: the system calls .* not allowed' said)"
	for clock in auto perf timer; do
		./restricts exec "$gprowse" record -p $$ --clock=$clock --for=0.1 -o data >out 2>said
		same "-p, --clock=$clock: it is said that system calls are not allowed" "1 1" \
			"$? $(grep -c '^gprowse: -p: the system calls .* not allowed' said)"
	done
	unharmed "a child of vfork() restricts system calls" ./restricts vfork
	enough "its parent is sampled" 20 200
	./restricts dispatch >out 2>&1
	if [ $? -ne 77 ]; then
		unharmed "system calls are dispatched" ./restricts dispatch
		enough "a child, in which they are not, is sampled" 20 200
	else
		skipped "system calls are dispatched" "the system does not do it"
	fi
	if ${CC:-cc} -static -pg -o simple_static "$programs/staticends.c" >log 2>&1; then
		# Where the C library needs a system call that is restricted, the shell says so.
		./restricts exec ./simple_static >plain 2>log
		echo "status $?" >>plain
		./restricts exec "$gprowse" record -o data ./simple_static >with 2>said
		echo "status $?" >>with
		holds "no static program is traced if this is not allowed" diff plain with
	else
		skipped "no static program is traced if this is not allowed" "it cannot be compiled"
	fi
else
	skipped "programs that restrict their system calls" "the system does not do it"
fi
(cd "$srcdir/record" && grep -oh 'SYS_[a-z0-9_]*' $(ls *.[ch] | grep -vE 'sandbox.c|rights.c')) |
	grep -vE '^SYS_(clone|clone3|execve|execveat|exit_group|fork|seccomp)$' | sort -u >calls
grep -o 'SYS_[a-z0-9_]*' "$srcdir/record/sandbox.c" | grep -v SYS_exit_group | sort -u >tried
nothing "all system calls of the recorder are tried" "$(comm -23 calls tried)"
# A set-uid program gives rights only if another user than its owner runs it.
cp "$(command -v id)" set_uid && chmod 4755 set_uid
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null && chmod 755 . &&
		setpriv --reuid=65534 --regid=65534 --clear-groups ./set_uid -u >out 2>/dev/null &&
		[ "$(cat out)" = 0 ]; then
	mkdir other && chmod 777 other
	for how in ./set_uid 'env ./set_uid'; do
		setpriv --reuid=65534 --regid=65534 --clear-groups \
			"$gprowse" record -o other/data $how -u >out 2>said
		ok $(($? != 0)) "a set-uid program: $how"
		holds "it has its rights" [ "$(cat out)" = 0 ]
		rm -rf other/data.old
		mv other/data other/data.old
		[ "$how" = ./set_uid ] || continue
		holds "it is said why it is not recorded" grep -q 'gets other rights than you have' said
	done
	nothing "nothing is said about children" "$(cat said)"
	chown 65534 set_uid && chmod 4755 set_uid
	"$gprowse" record -o data ./set_uid -u >out 2>said
	holds "root runs a set-uid program" [ "$(cat out)" = 65534 ]
	holds "it is said why it is not recorded" grep -q 'gets other rights than you have' said
	holds "nothing else is said" [ "$(wc -l <said)" -eq 1 ]
else
	skipped "a set-uid program" "not root, or set-uid is without effect here"
fi
if ${CC:-cc} -fsanitize=address -o simple_asan simple.c >log 2>&1 && ldd simple_asan |
		grep -q libasan; then
	unharmed "a program with AddressSanitizer" sh -c ./simple_asan
	unharmed "a program with AddressSanitizer, by execvp" env ./simple_asan
	mkdir -p first/simple_asan
	unharmed "AddressSanitizer, after a directory of its name" \
		env PATH="$PWD/first:$PWD:$PATH" simple_asan
	asan=$(ldd simple_asan | sed -n 's/.*=> \(.*libasan[^ ]*\).*/\1/p')
	${CC:-cc} -o simple simple.c
	unharmed "AddressSanitizer is preloaded" env LD_PRELOAD="$asan" ASAN_OPTIONS=detect_leaks=0 \
		./simple
	unharmed "AddressSanitizer is preloaded beside the recorder" sh -c \
		'LD_PRELOAD='"$asan"'${LD_PRELOAD:+:$LD_PRELOAD} ASAN_OPTIONS=detect_leaks=0 ./simple'
else
	skipped "a program with AddressSanitizer" "it cannot be compiled"
fi
for sanitizer in thread leak memory; do
	for compiler in "${CC:-cc}" clang; do
		$compiler -fsanitize=$sanitizer -o "simple_$sanitizer" simple.c >log 2>&1 && break
	done
	"./simple_$sanitizer" >log 2>&1
	if [ $? -eq 5 ]; then
		unharmed "a program with -fsanitize=$sanitizer" sh -c "./simple_$sanitizer"
		"$gprowse" record -o data "./simple_$sanitizer" >out 2>said
		holds "it is said that it is not recorded" grep -q \
			"nothing was recorded: .*/simple_$sanitizer was built with -fsanitize=$sanitizer" \
			said
	else
		skipped "a program with -fsanitize=$sanitizer" "clang cannot compile it"
	fi
done
# The file of a process is large, and has a hole where nothing was written.  The system reads files
# ahead, some systems by megabytes.
timeout "$patience" "$gprowse" record -o data sh -c '
	i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done
	fincore -b -n -o SIZE,RES data/*.gprec' >out 2>messages
if [ -s out ]; then
	holds "of a recording, only what is written is in memory" awk '
		$1 < 1048576 || $2 > 524288 { bad = 1; print } END { exit bad }' out
else
	skipped "of a recording, only what is written is in memory" "$(head -n 1 messages)"
fi
rm -rf data
# If clang compiled the recorder, valgrind 3.19 ends when it reads the recorder's debug information.
if ${CC:-cc} --version | grep -q clang; then
	skipped "a program under valgrind" "valgrind cannot read the debug information of clang"
elif command -v valgrind >/dev/null && built samplestacks; then
	unharmed "a program under valgrind" valgrind -q --error-exitcode=9 ./samplestacks deep 10
else
	skipped "a program under valgrind" "there is no valgrind"
fi
cases_end

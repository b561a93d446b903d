#!/bin/sh
# test_perfrecord.sh - perf.data of perf record has the same figures as the output of perf script
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

command -v perf >/dev/null || skip_all "perf is not installed"
perf record -q -e cpu-clock -o probe.data true >messages 2>&1 ||
	skip_all "perf record is not allowed"

cat >prog.c <<'C'
#include <pthread.h>
volatile unsigned long sum;
__attribute__((noinline)) void leaf(int n) { for (int i = 0; i < n; i++) sum += i; }
__attribute__((noinline)) void middle(int n) { leaf(n); leaf(n); sum++; }
__attribute__((noinline)) void recursive(int n) { if (n > 0) recursive(n - 1); middle(100); sum++; }
static void *work(void *p) { for (int i = 0; i < 30000; i++) middle(300); return p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	for (int i = 0; i < 20000; i++) recursive(5);
	pthread_join(t, 0);
	return 0;
}
C
${CC:-cc} -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls -pthread -o prog prog.c || exit 99

# figures ARGUMENT...: prints self, total and name of each function of the program itself.
figures() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages |
		awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			$at["name"] ~ /^(leaf|middle|recursive|work|main)$/ {
				print $at["name"], $at["self"], $at["total"] }' | LC_ALL=C sort
}

# same NAME ARGUMENT...: records the program with ARGUMENTs; a case that passes if perf.data and the
# output of perf script have the same figures.
same() {
	name=$1
	shift
	perf record -q -o perf.data "$@" ./prog >messages 2>&1 && chmod a+r perf.data
	perf script --no-inline -i perf.data -F comm,pid,tid,time,event,period,ip,sym,dso \
		>script.txt 2>messages
	figures perf.data >own.txt
	figures script.txt >wanted.txt
	[ -s own.txt ] && cmp own.txt wanted.txt
	ok $? "$name"
}

same "stacks of frame pointers" -e cpu-clock -F 2000 --call-graph fp
same "samples without stacks" -e cpu-clock -F 2000
same "several events" -e cpu-clock,task-clock -c 500000 --call-graph fp

for how in '-o -' '-z -o -' '-z -o packed.data'; do
	perf record -q -e cpu-clock -F 2000 -g $how ./prog >pipe.data 2>messages
	case $how in *data) cp packed.data pipe.data;; esac
	perf script --no-inline -F comm,pid,tid,time,event,period,ip,sym,dso -i - \
		<pipe.data >script.txt 2>messages || perf script --no-inline -i pipe.data \
		-F comm,pid,tid,time,event,period,ip,sym,dso >script.txt 2>messages
	figures - <pipe.data >own.txt
	figures script.txt >wanted.txt
	[ -s own.txt ] && cmp own.txt wanted.txt
	ok $? "perf record $how"
done

# With --threads, perf record makes a directory with a file for each processor.
if perf record -q --threads -e cpu-clock -F 2000 -g -o parts.data ./prog >messages 2>&1; then
	chmod a+rx parts.data && chmod a+r parts.data/*
	perf script --no-inline -F comm,pid,tid,time,event,period,ip,sym,dso -i parts.data \
		>script.txt 2>messages
	figures parts.data/ >own.txt
	figures script.txt >wanted.txt
	[ -s own.txt ] && cmp own.txt wanted.txt
	ok $? "perf record --threads"
fi

perf record -q -e cpu-clock:u -F 2000 -g -o perf.data sh -c './prog; ./prog' >messages 2>&1
"$gprowse" --view=functions --format=tsv --comm=sh perf.data >out 2>messages
! grep -q leaf out && "$gprowse" --view=functions --format=tsv --comm=prog perf.data | grep -q leaf
ok $? "--comm counts only threads of this name"

# samples ARGUMENT...: prints how many samples of all.data are chosen.
samples() {
	"$gprowse" --view=functions --limit=1 "$@" all.data 2>messages |
		sed -n '1s/.* in \([0-9]*\) samples.*/\1/p'
}
if perf record -q -a -e cpu-clock -F 999 -o all.data sleep .4 >messages 2>&1; then
	perf script -i all.data -F cpu,time 2>messages | tr -d '][:' >times.txt
	[ "$(samples --cpu=0)" = "$(awk '$1 == 0' times.txt | wc -l)" ]
	ok $? "--cpu counts the samples that perf script shows"
	awk '{ n[$1 + 0]++ } END { for (cpu in n) print "cpu " cpu "\t" n[cpu] }' times.txt |
		LC_ALL=C sort >wanted.txt
	"$gprowse" --view=threads --parts=cpu --format=tsv all.data 2>messages |
		columns part samples | sed 's/^/cpu /; s/ \([0-9]*\)$/\t\1/' | LC_ALL=C sort >own.txt
	[ -s own.txt ] && cmp own.txt wanted.txt
	ok $? "--parts=cpu divides them by processors"
	awk 'NR == 1 { first = $2 } $2 - first > 0.1 - 1e-9 && $2 - first < 0.2 - 1e-9' \
		times.txt >wanted.txt
	wanted=$(wc -l <wanted.txt)
	own=$(samples --between=.1,.2)
	[ "$own" -ge $((wanted - 2)) ] && [ "$own" -le $((wanted + 2)) ]	# it has microseconds
	ok $? "so does --between"
fi

"$gprowse" --view=threads --format=tsv perf.data | columns part | grep -q '^prog [0-9]*$'
ok $? "threads are parts"

[ "$("$gprowse" --view=functions --format=tsv --event=cpu-clock perf.data | head -1)" = \
	"$("$gprowse" --view=functions --format=tsv perf.data | head -1)" ]
ok $? "an event is named without its modifiers"

# names DIRECTORY ARGUMENT...: are the functions of the program named, if ~ is DIRECTORY?
names() {
	home=$1
	shift
	HOME=$home "$gprowse" --view=functions --format=tsv "$@" 2>messages | columns name |
		grep -qw leaf
}

# The program has unwind tables only in its debug information.
${CC:-cc} -O1 -g -fomit-frame-pointer -fno-optimize-sibling-calls -fno-asynchronous-unwind-tables \
	-pthread -o plain prog.c || exit 99
perf record -q -e cpu-clock:u -F 500 --call-graph dwarf -o perf.data ./plain >messages 2>&1
callers_are_known() {
	figures perf.data | awk '$1 == "leaf" && $2 > 0 { leaf = $3 } $1 == "middle" { middle = $3 }
		$1 ~ /^(main|work)$/ { outer += $3 }
		END { exit !(leaf > 0 && middle >= leaf * .99 && outer >= leaf * .99) }'
}
if readelf -S plain 2>messages | grep -q ' \.debug_frame'; then
	callers_are_known
	ok $? "callers are found by the unwind tables of debug information"
	mv plain whole
	if objcopy --compress-debug-sections=zlib whole plain 2>messages &&
		readelf -SW plain 2>messages | grep -q ' \.debug_frame .* C '; then
		callers_are_known
		ok $? "also if they are compressed"
	else
		skipped "also if they are compressed" "objcopy does not compress them"
	fi
	if objcopy --compress-debug-sections=zlib-gnu whole plain 2>messages &&
		readelf -SW plain 2>messages | grep -q ' \.zdebug_frame '; then
		callers_are_known
		ok $? "and in the old way of GNU"
	else
		skipped "and in the old way of GNU" "objcopy does not do so"
	fi
	objcopy --only-keep-debug whole plain.debug 2>messages &&
		objcopy --strip-debug --add-gnu-debuglink=plain.debug whole plain 2>>messages &&
		! readelf -SW plain 2>>messages | grep -q debug_frame && callers_are_known
	ok $? "and those of a debug file apart"
else
	skipped "callers are found by the unwind tables of debug information" \
		"the compiler wrote no such tables"
fi

# A program begins in the dynamic linker, whose first function has no unwind tables.
if perf record -q -e minor-faults:u -c 1 --call-graph dwarf -o perf.data ./prog >messages 2>&1 &&
	perf script -i perf.data -F ip,sym 2>messages | grep -q ' _start$'; then
	"$gprowse" --view=notes perf.data >out 2>messages && grep -q 'ran on' out &&
		! grep -q '[1-9][0-9.]* % in code without unwind tables' out
	ok $? "stacks that end where the program begins are complete"
else
	skipped "stacks that end where the program begins are complete" "no faults are recorded"
fi

# Programs that are no longer there.
mkdir home empty
cp prog moved
HOME=$work/home perf record -q -e cpu-clock:u -F 2000 -g -o perf.data "$work/moved" >messages 2>&1
names empty perf.data
ok $? "names of a program at its path"
mkdir -p "root$work" && mv moved "root$work"
! names empty perf.data && HOME=empty "$gprowse" --view=notes perf.data | grep -q 'moved: there is no'
ok $? "a note says that the program is missing"
names empty --symfs=root perf.data
ok $? "names of a program in --symfs"
names "$work/home" perf.data
ok $? "names of the copy that perf has made"
${CC:-cc} -O0 -DOTHER -pthread -o moved prog.c
! names empty perf.data && HOME=empty "$gprowse" --view=notes perf.data | grep -q 'another build'
ok $? "another build of the program is not used"

if [ "$(uname -m)" = x86_64 ] && [ -w /tmp ]; then
	cat >maker.c <<'C'
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void)
{
	static const unsigned char code[] = { 0xb9, 0, 0, 0, 4, 0xff, 0xc9, 0x75, 0xfc, 0xc3 };
	char path[64], *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(made, code, sizeof(code));
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	FILE *map = fopen(path, "w");
	fprintf(map, "%lx a made code\n", (unsigned long)made);
	fclose(map);
	puts(path);
	for (int i = 0; i < 5; i++)
		((void (*)(void))(uintptr_t)made)();
	return 0;
}
C
	${CC:-cc} -O1 -o maker maker.c
	perf record -q -e cpu-clock:u -F 2000 -g -o perf.data ./maker >out 2>messages
	"$gprowse" --view=functions --format=tsv perf.data 2>messages | grep -q 'made code'
	ok $? "code that a process made is named in its map"
	rm -f "$(grep '^/tmp/perf-' out)"
else
	skipped "code that a process made is named in its map" "the program makes code for x86_64"
fi

# Names may have any bytes.
mkdir "$(printf 'a\033[31mb')" && cp prog "$(printf 'a\033[31mb/pr\033[7mog')"
strip a*/*
perf record -q -e cpu-clock -F 2000 -g -o perf.data a*/* >messages 2>&1
for view in functions threads notes; do
	"$gprowse" --view=$view perf.data
done >out 2>messages
grep -q 'pr.*og' out && ! grep -q "$(printf '\033')" out messages
ok $? "control bytes of paths and names are not printed"

# Lines in files of their own, as those of system libraries, are not read without --inlined.
${CC:-cc} -g -O1 -pthread -o apart prog.c && objcopy --only-keep-debug apart apart.debug &&
	strip -g apart && objcopy --add-gnu-debuglink=apart.debug apart
perf record -q -e cpu-clock:u -F 500 -g -o perf.data ./apart >messages 2>&1
"$gprowse" --screen=100x12 --keys=':leaf<Enter>a' perf.data >out 2>messages
holds "a says that lines were not read" grep -q 'not all lines were read' out
"$gprowse" --inlined --screen=100x12 --keys=':leaf<Enter>a' perf.data >out 2>messages
holds "and --inlined reads them" grep -q 'source of .* leaf  prog.c' out

# libdw loads the client of debuginfod, which takes several milliseconds, to ask a server for the
# symbols of a stripped program, and for the lines of its functions.
${CC:-cc} -O1 -rdynamic -pthread -o exporting prog.c && strip exporting
perf record -q -e cpu-clock:u -F 500 -g -o perf.data ./exporting >messages 2>&1
for more in '' --inlined; do
	LD_DEBUG=files "$gprowse" --view=functions $more perf.data >out 2>loaded
	if grep -q 'libelf' loaded; then
		grep -qw leaf out && ! grep -q 'libdebuginfod' loaded
		ok $? "no client of debuginfod is loaded if no server is named${more:+ ($more)}"
	else
		skipped "no client of debuginfod is loaded if no server is named${more:+ ($more)}" \
			"the dynamic linker does not say what it loads"
	fi
done

cases_end

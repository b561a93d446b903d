#!/bin/sh
# test_recording.sh - recordings: processes, threads and images, counted calls beside stacks
#
# make_recording writes them, with the addresses of a program that is compiled here.
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
make_recording=$top/tests/make_recording
cc=${CC:-cc}

cat >prog.c <<'END'
static volatile int sink;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) void easy(void) { work(1); sink++; }
__attribute__((noinline)) void hard(void) { work(1000); sink++; }
int main(void) { for (int i = 0; i < 10; i++) { easy(); hard(); } sink++; return 0; }
END
$cc -g -O1 -Wl,--build-id -o prog prog.c 2>messages || skip_all "no C compiler"
nm prog >symbols 2>messages || skip_all "no nm"

# at SYMBOL [OFFSET]: an address in the process.
bias=$((0x555500000000))
at() {
	printf '0x%x' $((bias + 0x$(awk -v s="$1" '$3 == s { print $1 }' symbols) + ${2:-0}))
}

# id_of FILE: its build-id.
id_of() {
	readelf -n "$1" | awk '/Build ID/ { print $3 }'
}
id=$(id_of prog)
session=000102030405060708090a0b0c0d0e0f

# directory NAME: make a recording without processes.
directory() {
	mkdir "$1"
	printf '%s\n' 'gprowse-session 1' "session $session" "program $work/prog" 'status 0' \
		>"$1/gprowse-session"
}

# the_object [ID]: the line of the program.
the_object() {
	echo "object $bias $((bias + 0x100000)) 0 $bias ${1:-$id} 0 $work/prog"
}

# process FILE PID <LINES: write the recording of a process of prog, with LINES at its end.
process() {
	{
		echo "set pid $2"
		echo "set hz 1000"
		echo "session $session"
		echo "program $work/prog"
		cat
	} | $make_recording "$1"
}

# the_arcs TID [NAME THREADS CPU STATE], the_stacks ...: tables of a thread.
the_arcs() {
	echo "arcs $1 ${2:-prog} ${3:-1} ${4:-1500000000} ${5:-2} 0"
	echo "arc $(at main 10) $(at easy 4) 10"
	echo "arc $(at main 15) $(at hard 4) 10"
	echo "arc $(at easy 6) $(at work 4) 10"
	echo "arc $(at hard 6) $(at work 4) 10"
}
the_stacks() {
	echo "stacks $1 ${2:-prog} ${3:-1} ${4:-1500000000} ${5:-2} 0"
	echo "stack 990 990 $(at main 15) $(at hard 6) $(at work 5)"
	echo "stack 500 500 $(at main 10) $(at easy 6) $(at work 5)"
	echo "stack 10 10 $(at main 12)"
}

# figures ARGUMENT...: "NAME SELF TOTAL CALLS" of each function.
figures() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages | awk -F'\t' '
		NR == 1 {
			for (i = 1; i <= NF; i++)
				column[$i] = i
			next
		}
		{
			calls = $column["calls"]
			print $column["name"], $column["self"], $column["total"], calls == "" ? "-" : calls
		}' | LC_ALL=C sort >out
}

# expect NAME <FIGURES: compare with the last figures.
expect() {
	diff - out >differences
	ok $? "$1"
}

directory one
{ the_object; the_arcs 11; the_stacks 11; } | process one/prog.11.0.gprec 11
figures one
expect "calls are counted, totals are known" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END

cp -r one two
{ the_object; the_arcs 12; the_stacks 12; } | process two/prog.12.0.gprec 12
figures two
expect "processes are added up" <<'END'
easy 0 1 20
hard 0 1.98 20
main 0.02 3 -
work 2.98 2.98 40
END

figures one/prog.11.0.gprec
expect "a file is opened without its directory" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END

cases_end

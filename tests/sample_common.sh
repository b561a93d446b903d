# sample_common.sh - for tests of sampling: run programs with and without the recorder
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced after tap.sh.

[ -e "$top/libgprowse.so" ] || skip_all "libgprowse.so was not built"
[ "${SANITIZE:-no}" != yes ] || skip_all "sanitizers do not allow that a library is preloaded"
! under_memcheck || skip_all "valgrind has no timers of threads"

slack=15
[ "${CHECK_WIDE:-no}" = no ] || slack=6

# built NAME [OPTION...]: compiles the program NAME of tests/programs.  Fails if the compiler fails;
# the file messages then says why.
built() {
	source=$1
	shift
	if ! ${CC:-cc} -std=gnu11 -O1 -g "$@" -o "$source" "$programs/$source.c" \
			-lpthread >log 2>&1; then
		head -n 3 log >messages
		return 1
	fi
}

# plain PROGRAM ARGUMENT...: runs PROGRAM without the recorder.  What the programs of these tests
# print does not depend on how long they work, so LITTLE_WORK lets them work for a shorter time.
plain() {
	LITTLE_WORK=yes timeout "$patience" "$@" >plain 2>&1
	echo "status $?" >>plain
}

# plain_and_recorded PROGRAM ARGUMENT...: runs PROGRAM, then records it with 1000 samples a second
# into the directory data.  Fails if output or status differ.  $recorder_options are options of
# record.
plain_and_recorded() {
	plain "$@"
	recorded_as_plain "$@"
}

# recorded_as_plain PROGRAM ARGUMENT...: as plain_and_recorded, after plain.
recorded_as_plain() {
	last_recorded="$recorder_options $*"
	rm -rf data
	timeout "$patience" "$gprowse" record -F 1000 -o data $recorder_options "$@" >with 2>&1
	echo "status $?" >>with
	diff plain with >messages
}

# measured NAME COMMAND...: a case that passes if COMMAND, which looks at the last recording,
# succeeds.  If it fails, the same program is recorded again, at most twice, because the processors
# of a virtual machine may stand still for many samples.  No argument of the program has a space.
measured() {
	name=$1
	shift
	for recording in 1 2 3; do
		"$@"
		failed=$?
		[ "$failed" -ne 0 ] && [ "$recording" -lt 3 ] || break
		rm -rf data
		timeout "$patience" "$gprowse" record -F 1000 -o data $last_recorded >with 2>&1
	done
	ok "$failed" "$name"
}

# unharmed NAME PROGRAM ARGUMENT...: a case that passes if PROGRAM does the same with and without
# the recorder.
unharmed() {
	name=$1
	shift
	plain_and_recorded "$@"
	ok $? "$name"
}

# tables: prints what tests/sampled finds in all recordings of the directory data.
tables() {
	"$top/tests/sampled" data/*.gprec
}

# is_enough PERCENT LEAST: do the recordings have at least LEAST samples, and differ from the
# processor time of the threads by at most PERCENT?  A few samples of each table may be missing,
# because the kernel looks at its timers at its ticks only: every 4 ms, or later if a virtual
# machine has to wait.  Then a signal brings more samples than usual, and as many may be missing at
# the end of each table.
is_enough() {
	tables >tables 2>messages
	awk -v percent="$1" -v least="$2" -v slack="$slack" '
		$1 == "thread" { samples += $4; time += $6; n++ }
		$1 == "thread" && $5 > 0 { late += 2 * $4 / $5 }
		END {
			difference = samples > time ? samples - time : time - samples
			printf "%d samples, %d ms, %d tables\n", samples, time, n
			exit !(samples >= least &&
				difference <= time * percent / 100 + slack * n + late)
		}' tables >>messages
}

# enough NAME PERCENT LEAST: a case that passes if is_enough PERCENT LEAST succeeds.
enough() {
	measured "$1" is_enough "$2" "$3"
}

# sum FIELD: prints the sum of a field of the lines "process PID ..." in the last tables.
sum() {
	awk -v field="$1" '$1 == "process" { n += $field } END { print n + 0 }' tables
}

# stacks: makes the file folded with the stacks of the last recording, if it is not newer than it.
stacks() {
	: >messages
	[ -d data ] && [ folded -nt data ] ||
		"$gprowse" --export=folded data >folded 2>messages
}

# share PATTERN [OF]: prints how many percent of the samples have stacks that match the extended
# regular expression PATTERN.  Stacks are written as function;function;... If OF is given, only
# samples whose stacks match OF count.
share() {
	stacks
	PATTERN=$1 OF=${2:-.} awk '
		BEGIN { pattern = ENVIRON["PATTERN"]; of = ENVIRON["OF"] }
		{
			weight = $NF
			sub(/ [0-9.]+$/, "")
			if ($0 ~ of)
				all += weight
			if ($0 ~ of && $0 ~ pattern)
				part += weight
		}
		END { printf "%d\n", (all > 0 ? 100 * part / all : 0) }' folded
}

# match_mostly PERCENT PATTERN [OF]: do at least PERCENT of the samples, or of the samples that
# match OF, match PATTERN?
match_mostly() {
	found=$(share "$2" "${3:-.}")
	head -n 20 folded >>messages
	[ "$found" -ge "$1" ]
}

# mostly NAME PERCENT PATTERN [OF]: a case that passes if match_mostly succeeds.
mostly() {
	name=$1
	shift
	measured "$name" match_mostly "$@"
}

#!/bin/sh
# test_profil.sh - programs that call profil() and sprofil() while they are recorded
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built profiling || skip_all "a program cannot be compiled: $(head -n 1 messages)"
export RATE=1000

# recorded WHAT [OPTION...]: records `profiling WHAT`, which prints to the file out.
recorded() {
	what=$1
	shift
	record_options=$*
	rm -rf data
	timeout "$patience" "$gprowse" record -F "$RATE" -o data "$@" ./profiling "$what" >out 2>log
}

# is_right LINES: did the last program print LINES lines "counted A of B", and is A near B in each
# line?  If B is 0, A must be 0.
is_right() {
	awk -v n="$1" '
		match($0, /counted [0-9]+ of [0-9]+/) {
			split(substr($0, RSTART), word, " ")
			found = word[2]
			expected = word[4]
			difference = found > expected ? found - expected : expected - found
			if (difference > (expected == 0 ? 0 : expected / 10 + 10))
				wrong = 1
			lines++
		}
		END { exit wrong || lines != n }' out
}

# right NAME [LINES]: a case that passes if the last program printed LINES lines (default: 1) that
# are right.  If it did not, it is recorded again, at most five times: on a busy machine, one signal
# may stand for many samples, and may come while the program is in libc.
right() {
	for repetition in 1 2 3 4 5; do
		is_right "${2:-1}" && break
		recorded "$what" $record_options
	done
	"$top/tests/recorded" data/*.gprec >messages 2>&1
	is_right "${2:-1}"
	ok $? "$1"
}

# prints NAME LINE: a case that passes if the last program printed LINE.
prints() {
	cp out messages
	grep -qxF "$2" out
	ok $? "$1"
}

# field NAME: prints the field NAME of each recording, one on each line.
field() {
	"$top/tests/recorded" data/*.gprec | sed -n "s/^$1 //p"
}

# within NAME LEAST MOST COMMAND...: a case that passes if COMMAND prints a number from LEAST to
# MOST.  If it does not, the last program is recorded again, as for right().
within() {
	name=$1 least=$2 most=$3
	shift 3
	for repetition in 1 2 3 4 5 6; do
		[ $repetition -eq 1 ] || recorded "$what" $record_options
		found=$("$@")
		echo "found $found" >messages
		[ "$found" -ge "$least" ] && [ "$found" -le "$most" ]
		failed=$?
		[ $failed -ne 0 ] || break
	done
	ok $failed "$name"
}

# counted WHERE: prints what the last program counted, in the line that begins with WHERE.
counted() {
	sed -n "s/^$1.*counted \([0-9]*\) of .*/\1/p" out
}

# noted NAME PATTERN: a case that passes if a note of the recording matches PATTERN.
noted() {
	"$gprowse" --view=notes data >messages 2>&1
	grep -q -e "$2" messages
	ok $? "$1"
}

# Except for the numbers of samples, the program prints the same with and without the recorder.
for what in plain off regions forked; do
	export RATE=100
	LITTLE_WORK=yes timeout "$patience" ./profiling $what >plain 2>&1
	echo "status $?" >>plain
	recorded $what
	echo "status $?" >>out
	for file in plain out; do
		sed 's/counted .* of/counted of/' $file | sort >$file.bare
	done
	diff plain.bare out.bare >messages
	ok $? "$what: it does the same with the recorder"
done
export RATE=1000

all_options='--stacks=auto --stacks=fp --stacks=none --off'
[ -z "$CHECK_BRIEF" ] || all_options='--stacks=auto --off'
for options in $all_options; do
	recorded plain $options
	right "profil() $options" 2
done
samples=$("$top/tests/sampled" data/*.gprec | awk '$1 == "thread" { n += $4 } END { print n + 0 }')
same "nothing else is recorded if the recorder is halted" 0 "$samples"
recorded off
right "scales 0 and 1, and buffers of 0 and 1 bytes" 4
recorded scales
right "all scales: all samples, and all in the cells of the function" 14
recorded odd
right "a buffer at an odd address, of an odd size"
prints "bytes around it are not written" "around it: 0 0"

# Full cells.
recorded saturate
prints "a cell of 16 bits stays at its maximum" "cells 7 65535 7"
within "the other samples are counted" 133 267 field saturated
noted "a note says so" "did not count $(field saturated) samples in full cells"
noted "a note says that the program called profil(2)" '^profiling.* called profil(2)'
"$gprowse" control data/*.gprec >messages
grep -q "^profil   1 region, 0 in use; 0 samples outside, $(field saturated) in full cells$" messages
ok $? "gprowse control says so"
recorded saturate-large
prints "a cell of 32 bits stays at its maximum" "cells 7 4294967295 7"
within "its samples are counted" 133 267 field saturated

# Several regions.
recorded regions
right "three regions, of which one is for samples outside the others" 4
prints "the tick is that of the recorder" "tick 0.001000"
same "the recording has the regions" "3 0" "$(field regions)"
within "it has the samples outside them" 27 73 field outside
recorded many
right "a thousand regions inside another one" 2
same "the first of them are in the recording" "64 0" "$(field regions)"

# Threads.
recorded threads
right "four threads count in one cell"
recorded changes
# The thread that changes the regions also uses processor time.
within "regions change while threads are sampled" 467 867 counted while
prints "what was switched off is no longer written" "0 are late"
recorded slow-buffer
if [ $? -eq 77 ]; then
	skipped "profil() waits for a sample" "the user may not use userfaultfd(2)"
else
	prints "profil() waits for a sample that is counted in the old buffer" "off after it"
	prints "the sample is then in the buffer" "counted 1"
fi

# fork(), exec(), and buffers that can no longer be written.
recorded forked
right "on in both processes after fork(), off after exec()" 3
same "regions are in the recordings of both" "1 0
1 1" "$(field regions | sort | grep -v '^0 0')"
for what in read-only unmapped; do
	recorded $what
	same "$what: the program goes on" 0 $?
	right "$what: profiling is off until it is switched on again" 2
	same "$what: the recording says so" 16 "$(field problems)"
	noted "$what: a note says so" 'could not write to a buffer'
done
! "$gprowse" data 2>&1 | grep -q 'not all was recorded'
ok $? "all samples were recorded nevertheless"

# A sandbox in which the kernel does not copy memory.
if [ -n "$CHECK_BRIEF" ]; then
	skipped "in a sandbox" "CHECK_BRIEF is set"
elif built sandbox && ./sandbox /bin/true; then
	real=$gprowse
	printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$work/sandbox" "$real" >inside
	chmod +x inside
	gprowse=$work/inside
	recorded odd
	right "in a sandbox: a buffer at an odd address"
	recorded saturate
	prints "in a sandbox: a full cell" "cells 7 65535 7"
	recorded threads
	right "in a sandbox: threads"
	for what in read-only unmapped; do
		recorded $what
		right "in a sandbox: $what" 2
	done
	gprowse=$real
else
	skipped "in a sandbox" "the system has none"
fi

# Without samples, the C library carries out profil().
export RATE=0
recorded plain
within "without samples, libc counts" 4 40 counted on:
same "without samples, the recorder has no regions" "0 0" "$(field regions)"
cases_end

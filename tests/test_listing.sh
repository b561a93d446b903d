#!/bin/sh
# test_listing.sh - listings without their figures: explanations, refusals, messages, failing writes
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

sample=$srcdir/sample

${CC:-cc} -pg -g -o prog "$sample"/*.c -lm && ./prog >/dev/null || {
	skip_all "no compiler that knows -pg"
}

# fails NAME WHAT WORD...: a case that passes if "gprowse WORD..." prints only a message with WHAT,
# and exits with 1.
fails() {
	name=$1 what=$2
	shift 2
	"$gprowse" "$@" >out 2>messages
	[ $? -eq 1 ] && [ ! -s out ] && [ "$(grep -c '^gprowse: ' messages)" = 1 ] \
		&& grep -q -e "$what" messages
	ok $? "$name"
	sed 's/^/# /' out messages
}

# explained NAME OPTION N: a case that passes if without -b only another title and N explanations
# are added.
explained() {
	"$gprowse" -b $2 prog | sed 's/\t\t\tCall graph/\t\t     Call graph (explanation follows)/' >brief
	"$gprowse" $2 prog >long
	diff brief long >differences
	[ -s brief ] && ! grep -q '^<' differences \
		&& [ "$(grep -c '^> .*How to read' differences)" = "$3" ]
	ok $? "$1"
}

explained "flat profile and call graph are explained" "" 2
explained "in BSD style, too" -T 2
explained "the flat profile alone" -p 1

"$gprowse" -T prog | head -n 1 | grep -q '^How to read the call graph'
ok $? "BSD style begins with the explanation"
"$gprowse" -q prog | grep -B 99 '^Index by function name' | grep -q '^How to read the call graph'
ok $? "the index comes after the explanation"

fails "no image" "a.out: not in this directory" -b
fails "no profile" "nowhere: " -b prog nowhere
fails "image and profile exchanged" "is a profile, not a program" -b gmon.out prog
head -c 100 gmon.out >cut
fails "a damaged profile is not listed" "^gprowse: cut: " -b prog cut
# The header of a profile, as this machine writes it.
{ head -c 8 gmon.out && printf '\0\0\0\0\0\0\0\0\0\0\0\0'; } >bare
fails "a flat profile without histogram" "bare: contains neither samples nor calls" -b -p prog bare
fails "a call graph without arcs" "bare: contains neither samples nor calls" -b -q prog bare
if command -v nm >/dev/null; then
	echo 'one.o:0 D variable' >map
	nm prog | awk '{ print "one.o:" $0 }' >>map
	fails "a map that begins with no function" "the first of an object file in map" -b -R map prog
fi
fails "a profile without a name" "argument is empty" -b prog ""
fails "a directory of options" "^gprowse: @.: is a directory" -b @. prog
fails "an unknown option" "no such option" --nonsense prog
for command in report annotate diff script top stat list help; do
	fails "perf $command" "^gprowse: $command: there is no such file; gprowse " $command
	fails "perf $command, with arguments" "^gprowse: $command: .*; gprowse " $command -g prog
done
cp gmon.out report
holds "a file that is called like a command" \
	sh -c '"$1" -b -p prog report | grep -q "cumulative" && "$1" report --view=notes 2>&1 |
		grep -vq "no such file"' sh "$gprowse"

"$gprowse" -b prog bare >out 2>messages
[ $? -eq 0 ] && [ ! -s out ] && grep -q 'nothing to list' messages
ok $? "an empty profile gives an empty listing"

mkdir empty && cp prog empty && (cd empty && "$gprowse" -b prog 2>&1) | grep -q 'gmon.out: .*-pg'
ok $? "no gmon.out: how to make one"

"$gprowse" --help >out 2>messages && grep -q '^usage: ' out && [ ! -s messages ]
ok $? "--help goes to standard output"

if [ -c /dev/full ]; then
	"$gprowse" -b prog 2>messages >/dev/full
	[ $? -eq 1 ] && grep -q 'standard output: ' messages
	ok $? "a full disk is noticed"
	"$gprowse" --help 2>messages >/dev/full
	[ $? -eq 1 ] && grep -q 'standard output: ' messages
	ok $? "a full disk is noticed with --help"
fi
(trap '' PIPE; "$gprowse" -b -z prog 2>messages; echo $? >status) | :
[ "$(cat status)" -eq 1 ] && [ ! -s messages ] || [ "$(cat status)" -eq 0 ]
ok $? "no message if the reader of a pipe ends"

echo '-b -p' >words
"$gprowse" @words prog | cmp -s - brief
ok $? "@FILE stands for the words in it"
"$gprowse" --exact -b -p prog | grep -q '^Flat profile'
ok $? "--exact lists the figures of the browser"
cases_end

#!/bin/sh
# test_origin.sh - whether the values of a measured profile are called sampled or counted
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# says TEXT WORD...: a case that passes if the general note of gprowse WORD... contains TEXT.
says() {
	text=$1
	shift
	"$gprowse" --view=notes "$@" >out 2>messages && tr '\n' ' ' <out | sed 's/  */ /g' |
		grep -q -F -e "$text"
	ok $? "$text: $*"
}

# kind WORD WANT...: a case that passes if the self times of gprowse WORD... are of the kind WANT.
kind() {
	want=$1
	shift
	"$gprowse" --view=functions --format=json "$@" >out 2>messages &&
		grep -q '"self_pct": {"value": [0-9.]*, "kind": "'"$want"'"}' out
	ok $? "$want: $*"
}

unsaid='The file does not say whether they were counted or sampled.'

printf '%s\n' 'main;a 5' 'main;b 6' 'main;a;b;a 7' >x.folded
for format in callgrind pprof; do
	"$gprowse" --export=$format --counts=samples x.folded >sampled.$format &&
		"$gprowse" --export=$format x.folded >unsaid.$format
	ok $? "exports to $format"
done
kind sampled --counts=samples x.folded
kind sampled sampled.callgrind
kind sampled sampled.pprof
says 'which were sampled.' sampled.callgrind
says "$unsaid" unsaid.callgrind

# An export of an export says the same.
"$gprowse" --export=callgrind unsaid.pprof >again.callgrind
says "$unsaid" again.callgrind
"$gprowse" --export=callgrind sampled.pprof >again.callgrind
says 'which were sampled.' again.callgrind
"$gprowse" --export=callgrind sampled.callgrind >again.callgrind
says 'which were sampled.' again.callgrind
"$gprowse" --export=pprof sampled.callgrind >again.pprof
kind sampled again.pprof

# Estimates from a gprof profile: self time is sampled.
for format in callgrind pprof; do
	"$top/tests/make_story" cfd gmon.out 2>messages &&
		"$gprowse" --export=$format cfd gmon.out >gprof.$format 2>messages
	kind sampled gprof.$format
done

# Files of callgrind, and of programs that write its format: the names of events tell.
printf '%s\n' 'creator: callgrind-3.19.0' 'events: Ir sysTime' 'fn=main' '1 100 7' \
	'totals: 100 7' >callgrind.out
kind counted callgrind.out
kind counted --event=sysTime callgrind.out
printf '%s\n' 'creator: xdebug 3.1.6' 'events: Time_(10ns) Memory_(bytes)' 'fn=main' '1 100 7' >xdebug
says "$unsaid" xdebug
kind counted --event='Memory_(bytes)' xdebug
printf '%s\n' 'events: Samples' 'fn=main' '1 100' >stackprof
says 'which were sampled.' stackprof

# A file whose values are sampled, and one that does not say so.
sed 's/: sampled/: counted/' sampled.callgrind >counted.callgrind
says 'which were counted.' counted.callgrind
says 'which were sampled.' counted.callgrind sampled.callgrind
says 'which were sampled.' sampled.callgrind counted.callgrind

# Folded stacks have no unit; --counts names it.
title() {
	want=$1
	shift
	"$gprowse" --view=functions "$@" >out 2>messages && head -n 1 out | grep -q -F -e "   $want   "
	ok $? "$want: $*"
}

printf '%s\n' 'main;a 1500000000' 'main;b 500000000' >ns.folded
title 'time 2.0000 s' --counts=nanoseconds ns.folded
title '2000000000 counts' ns.folded
printf '%s\n' 'main;a 1.5' 'main;b 0.5' >s.folded
title 'time 2.000 s' --counts=seconds s.folded
title 'time 0.000000002 s' --counts=nanoseconds s.folded
printf '%s\n' 'main;a 1048576' 'main;b 1048576' >bytes.folded
title 'bytes 2.0000 MB' --counts=bytes bytes.folded
printf '%s\n' 'main;a 1048576.5' 'main;b 1048575.5' >half.folded
title 'bytes 2.0000 MB' --counts=bytes half.folded
"$gprowse" --view=notes --counts=seconds s.folded >out
grep -q 'Nothing odd was found' out
ok $? 'the unit is known then'
for format in callgrind pprof; do
	"$gprowse" --export=$format --counts=seconds s.folded >s.$format
	"$gprowse" --view=functions --format=tsv s.$format | cut -f 1-5 >out
	grep -q '1\.5' out && grep -q '0\.5' out
	ok $? "fractions of seconds in $format"
done
"$gprowse" --export=folded --counts=seconds s.folded | sort | cmp -s - s.folded
ok $? 'folded stacks are exported in the unit in which they were read'
cases_end

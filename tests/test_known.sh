#!/bin/sh
# test_known.sh - listings, messages and words of profiles whose totals are known
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

printf 'main;a;b 3\nmain;b 2\nmain;a;a;b 4\n' >x.folded

# shows NAME TEXT WORD...: a case that passes if "gprowse WORD..." succeeds without a message and
# prints TEXT.
shows() {
	name=$1 text=$2
	shift 2
	"$gprowse" "$@" >out 2>messages && [ ! -s messages ] && grep -q -F -e "$text" out
	ok $? "$name"
}

# hides NAME TEXT WORD...: a case that passes if "gprowse WORD..." succeeds and prints something,
# but not TEXT.
hides() {
	name=$1 text=$2
	shift 2
	"$gprowse" "$@" >out 2>messages && [ -s out ] && ! grep -q -e "$text" out
	ok $? "$name"
}

# refused WHAT WORD...: a case that passes if "gprowse WORD..." prints only one message, which
# contains WHAT, and exits with 1.
refused() {
	what=$1
	shift
	"$gprowse" "$@" >out 2>messages
	[ $? -eq 1 ] && [ ! -s out ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q -F -e "$what" messages
	ok $? "refused: $*"
}

# The listings.
shows "a listing says that totals are known" \
	'Totals are known from recorded stacks: 9 counts.' -b x.folded
hides "no figure of a listing is infinite" '\(inf\|nan\)' x.folded
hides "there are no columns of times per call" '/call' -b -p x.folded
shows "a function with a total has a line in the flat profile" '  0.00      9.00     0.00           main' \
	-b -p x.folded
shows "a caller has the stacks that contain the call" \
	'                7.00    0.00                     a [3]' -b -q x.folded
shows "the listings are explained" 'No figure is an estimate from numbers of calls' x.folded
hides "an entry is omitted from the call graph" '^\[2\]' -b -q -e main x.folded
hides "only a function and its callees have entries" '^\[2\]' -b -q -f a x.folded
hides "one function in the flat profile" ' main' -b -p -Pmain x.folded
shows "BSD style" 'self descendants' -b -T x.folded
shows "what is in the file" '	3 different stacks' -i x.folded
printf 'f;g 5000000000000\nh;g 1\n' >large.folded
shows "columns are wide enough for large values" '100.00   5000000000001.00  5000000000001.00           g' \
	-b -p large.folded

# A pipe is read when a program writes to it.  Until then, SIGINT ends gprowse.
mkfifo pipe other
timeout $patience sh -c 'sleep 0.3; cat x.folded >pipe' &
shows "the writer of a pipe is waited for" 'Totals are known from recorded stacks: 9 counts.' -b pipe
timeout $patience sh -c 'cat x.folded >pipe; sleep 0.3; cat x.folded >other' &
shows "the writers of several pipes are waited for" '27 counts.' -b x.folded pipe other
timeout -s INT -k 20 0.5 "$gprowse" -b pipe >out 2>messages
[ $? -eq 124 ]
ok $? "waiting for a writer can be stopped"

# Only a profile is waited for.
cp "$(command -v nm || command -v sh)" program
for word in -Spipe -Rpipe @pipe; do
	timeout $patience "$gprowse" -b $word program >out 2>messages
	[ $? -eq 1 ] && grep -q 'pipe: is an empty pipe, or no program writes to it' messages
	ok $? "no writer is waited for: $word"
done
{ echo "-b -p"; sleep 1; } >pipe &
timeout $patience "$gprowse" x.folded @pipe >out 2>messages
sed -n 1p out | grep -q 'Flat profile' || grep -q 'empty pipe' messages
ok $? "options from a pipe"
wait
mkdir recording
mkfifo recording/gmon.out
printf 'gprowse-session 1\nprogram %s\n' "$PWD/program" >recording/gprowse-session
for words in recording '--check recording' '--check program recording'; do
	timeout $patience "$gprowse" --view=notes $words >out 2>messages
	[ $? -eq 1 ]
	ok $? "a pipe inside a recording is not waited for: $words"
done

for word in -s -A -C -l -r -c -a -D -nmain -Fmain -qmain/a --gcov --rate=9 \
	--decode -Sx.folded -Rx.folded; do
	refused 'not for this profile: ' $word x.folded
done
refused '-n (or -F): not for this profile' -Fmain x.folded

# Expressions that need too much memory are refused.
many() {
	awk -v n="$1" -v what="$2" 'BEGIN { while (n-- > 0) printf "%s", what }'
}
refused 'longer than 4096 characters' --view=functions --filter="$(many 10000 'a|')" x.folded
refused 'more than 50 groups inside groups' --view=functions \
	--filter="$(many 51 '(')a$(many 51 ')')" x.folded
shows "groups beside groups are not counted" ' main' --view=functions \
	--filter="$(many 60 '(x)|')main" x.folded

# Stacks through chosen functions.
cat >focus.folded <<END
main;parse;alloc 20
main;walk;alloc 5
main;walk;walk;visit;alloc 15
main;walk;visit 50
main;exit 3
END
"$gprowse" --export=folded --focus=walk focus.folded >out 2>messages
same "only stacks through a function are exported" "main;walk;alloc 5
main;walk;walk;visit;alloc 15
main;walk;visit 50" "$(cat out messages)"
shows "a view says so" 'only through walk: 70 of 93 counts' --view=functions --focus='^walk$' \
	focus.folded
shows "two foci" 'only through walk and alloc: 20 of 93 counts' --view=functions --focus=walk \
	--focus=alloc focus.folded
shows "a focus on several functions" 'only through 2 functions: 90 of 93 counts' --view=functions \
	--focus='^w|alloc' focus.folded
shows "going back in the browser" 'only through walk: 70 of 93 counts' --screen=100x10 \
	--keys='<lt>' --focus=walk --focus=alloc focus.folded
shows "the first view has all stacks" '93 counts  6 of 6' --screen=100x12 --keys='<lt><lt>' \
	--focus=walk --focus=alloc focus.folded
refused "no function has such a name" --view=functions --focus=nope focus.folded
refused "Unmatched" --view=functions --focus='(' focus.folded
printf 'events: Ir\nfn=main\n1 5\n' >focus.callgrind
refused "only a profile of stacks" --view=functions --focus=main focus.callgrind
refused "not for listings" -p --focus=main focus.folded

# Options name functions as they are shown, too; JSON says what is excluded, and what 100 % is.
cat >names.folded <<END
main;_ZN1a1fEv;_ZN1a1gEi 5
main;a::b/c;e:f/g;leaf.part.0 4
main 1
END
remains() {
	"$gprowse" --export=folded "$@" names.folded 2>&1
}
same "a bare name" "main;a::b/c;e:f/g;leaf.part.0 4
main 1" "$(remains -E a::f)"
same "a name with parameters" "main;a::b/c;e:f/g;leaf.part.0 4
main 1" "$(remains -E 'a::g(int)')"
same "a name with a slash" "main 1
main;a::f();a::g(int) 5" "$(remains -E a::b/c | sort)"
same "a name with a dot" "main 1
main;a::f();a::g(int) 5" "$(remains -E leaf.part.0 | sort)"
same "calls whose names have slashes" "e:f/g;leaf.part.0 4
main 1
main;a::f();a::g(int) 5" "$(remains -k a::b/c/e:f/g | sort)"
same "calls of bare names" "a::g(int) 5
main 1
main;a::b/c;e:f/g;leaf.part.0 4" "$(remains -k 'a::f()/a::g' | sort)"
# Sums are exact, also above 2^53.
printf '%s\n' 'main;a 9007199254740990' 'main;b 1' >exact.folded
shows "an exact sum" '9007199254740991 counts' --view=functions exact.folded
printf '%s\n' 'main;a 9007199254740993' 'main;b 4' >large.folded
shows "a large sum" '9007199254740997 counts' --view=functions large.folded
shows "JSON has all digits" '"total": {"value": 9007199254740997,' \
	--view=functions --format=json large.folded
hides "no note is needed" 'not exact' --view=notes large.folded
for format in folded pprof; do
	"$gprowse" --export=$format large.folded >large.$format 2>messages
	"$gprowse" --export=folded large.$format | sort | cmp -s - large.folded
	ok $? "the export to $format is exact"
done
printf '%s\n' 'main;a 2305843009213694976' 'main;b 4' >huge.folded
"$gprowse" --export=callgrind huge.folded >out 2>messages
[ $? -eq 1 ] && grep -q 'costs above 2305843009213693952, which is 2^61, were written as' messages &&
	grep -q '^0 2305843009213693952$' out
ok $? "a cost that is too large for an export is written, and reported"
printf '%s\n' 'main;a 5' 'main;b 6' >options.folded
shows "x cannot include what an option excludes" 'a  excluded by an option of the command line' \
	--screen=80x10 --keys='G' -E a options.folded
shows "and says so" 'excluded by an option of the command line, -E' \
	--screen=80x10 --keys='Gx' -E a options.folded
shows "what the user excludes, it can" 'a  excluded: x includes it again' \
	--screen=80x10 --keys='/a<Enter>xG' options.folded
refused "nosuch: an option names this, but no function is called so" --view=functions -E nosuch \
	names.folded
refused "main/nosuch: an option names this" --export=folded -k main/nosuch names.folded
shows "the title says what is excluded" 'without [4] a::b/c: 6 of 10 counts' --view=functions \
	-E a::b/c names.folded
shows "the title says that calls are excluded" '1 call excluded' --view=functions -k main/a::f \
	names.folded
json() {
	"$gprowse" --view=functions --format=json "$@" names.folded 2>&1 |
		grep -A 6 '^ "total"' | tr -d ' \n' | sed 's/"select".*//'
}
same "JSON without exclusions" '"total":{"value":10,"kind":"counted"},"included":{"value":10,'\
'"kind":"counted"},"excluded":null,"focus":null,' "$(json)"
same "JSON with a focus" '"total":{"value":10,"kind":"counted"},"included":{"value":4,'\
'"kind":"counted"},"excluded":null,"focus":[["a::b/c"]],' "$(json --focus=a::b)"
shows "JSON with a function" '   "a::b/c"' --view=functions --format=json -E a::b/c \
	names.folded
shows "JSON with a call" '["main", "a::f()"]' --view=functions --format=json -k main/a::f names.folded

# Numbers of calls that are not known are no zeros.
cat >cycle.callgrind <<END
events: Ir
fn=main
1 1
cfn=a
# not counted
calls=1 1
1 60
fn=a
1 30
cfn=b
# not counted
calls=1 1
1 30
fn=b
1 20
cfn=a
# not counted
calls=1 1
1 10
END
shows "a cycle without counted calls" 'excluding the calls between 1 pair of functions' --view=notes \
	cycle.callgrind
shows "what breaks it up" 'X again breaks up <cycle 1>: ' --screen=100x20 --keys=CX cycle.callgrind
shows "what has broken it up" 'excluded, 2 functions no longer in a cycle' --screen=100x20 --keys=CXX \
	cycle.callgrind

# Values part by part follow exclusions, also where totals are estimated.
part() {
	printf '%s\n' 'events: Ir Dr' fn=main '1 10 1' cfn=a 'calls=1 1' "1 $((30 + $1)) 5" cfn=b \
		'calls=1 1' "1 $1 2" fn=a '1 30 3' cfn=b 'calls=1 1' "1 $1 2" fn=b "1 $((2 * $1)) 4"
}
part 20 >part1.callgrind
part 10 >part2.callgrind
parts() {
	"$gprowse" --screen=90x10 --keys="$1" part1.callgrind part2.callgrind 2>messages |
		awk '/^ .* part[12]\.callgrind$/ { print $1, $2 }'
}
same "parts" "50.00 40
33.33 20" "$(parts ':b<Enter>R')"
same "parts of an excluded function" "0.00 0
0.00 0" "$(parts ':b<Enter>xf:b<Enter>R')"
shows "parts without an excluded call" 'part1.callgrind (50.0 %), file part2.callgrind (50.0 %)' \
	--screen=90x30 --keys=':a<Enter><Enter>/b<Enter>xf:a<Enter>i' part1.callgrind part2.callgrind

# The memory for all that is made from a file is limited.
{ echo 'main;work 5'; awk 'BEGIN { for (i = 0; i < 1250000; i++) printf "a;a;a;a;a;" }'
	printf 'b 1\nmain;late 7\n'; } >deep.folded
"$gprowse" --view=functions deep.folded >out 2>messages
[ $? -eq 1 ] && grep -q 'line 2: the rest is not read: it would need more than 351 MB' messages &&
	[ "$(wc -l <messages)" -eq 1 ] && grep -q work out && ! grep -q late out
ok $? "stacks that need too much memory are not read"
rm deep.folded
# -E, -N and -k exclude as x does.
printf 'main;a;b 4\nmain;a 2\nmain;c;b 3\nmain;c 1\n' >excluded.folded
# figures OPTION...: prints name, self and total of each function of excluded.folded.
figures() {
	"$gprowse" --view=functions --format=json "$@" excluded.folded | python3 -c '
import json, sys
for r in json.load(sys.stdin)["rows"]:
	if r["self"]:
		print(r["name"], r["self"]["value"], r["total"]["value"], end=", ")'
}
if command -v python3 >/dev/null; then
	holds "-N excludes stacks" [ "$(figures -Nb)" = 'a 2 2, c 1 1, main 0 3, ' ]
	holds "-E, too" [ "$(figures -E c)" = 'b 4 4, a 2 6, main 0 6, ' ]
	holds "-k cuts stacks" [ "$(figures -k a/b)" = 'b 7 7, a 2 2, c 1 4, main 0 6, ' ]
	holds "both together" [ "$(figures -k a/b -N c)" = 'b 4 4, a 2 2, main 0 2, ' ]
else
	skipped "-E, -N and -k" "no python3"
fi
"$gprowse" --export=folded -k a/b -N c excluded.folded | sort >out
printf 'b 4\nmain;a 2\n' >expected
cmp out expected
ok $? "exports follow the options"
shows "listings, too" ' 30.00      3.00     3.00           b' -b -p -N a excluded.folded
shows "the options hold when a part is shown" 'only file excluded.folded, without [4] b: 3 of 10 counts' \
	--screen=100x16 --keys=P -N b excluded.folded x.folded
shows "x says why it does not include again" 'excluded by an option of the command line, -E or -N' \
	--screen=80x16 '--keys=z:b<Enter>x' -N b excluded.folded
shows "nor calls" 'excluded by an option of the command line, -k' --screen=80x16 \
	'--keys=:a<Enter><Enter>/b$<Enter>x' -k a/b excluded.folded
shows "other exclusions are added" 'without 2 functions: 2 of 10' --screen=100x16 '--keys=:c<Enter>x' -N b \
	excluded.folded

# The data.
shows "JSON names the format, the event and the origin of totals" '"totals_from": "stacks"' \
	--view=functions --format=json x.folded
shows "numbers of unknown origin have no samples" '"self": {"value": 9, "kind": "counted"}, "err": null' \
	--view=functions --format=json x.folded
shows "declared samples have them" '"self": {"value": 9, "samples": 9, "kind": "sampled"}, "err": {"value": 3,' \
	--view=functions --format=json --counts=samples x.folded
shows "the total has as many samples as the title says" '"samples": 93, "kind": "sampled"' \
	--view=functions --format=json --event=inuse_space "$srcdir/tests/pprof/heap.pb.gz"
hides "samples that differ in value are not counted by function" '"self": {"value": [0-9]*, "samples"' \
	--view=functions --format=json --event=inuse_space "$srcdir/tests/pprof/heap.pb.gz"
shows "calls that were not recorded are absent" '"calls": null' --view=functions --format=json x.folded

# Differences: the amount of each sample counts, also of those that are shown as one.
printf 'main 10\nmain;f_[i] -6\n' >inlined.diff
printf 'main;a 5\nmain;b -5\nz;q 3\n' >sums.diff
printf 'main;a 5\nmain;a -5\nz;q 3\n' >equal.diff
for keys in '' L = L=; do
	shows "the total of a difference, keys '$keys'" 'net 4 of 16 counts' --screen=80x8 --keys="$keys" \
		inlined.diff
done
shows "paths that cancel each other out are shown" ' b' --screen=80x12 '--keys=:main<Enter>t*' sums.diff
shows "a path whose samples cancel each other out is shown" ' a' --screen=80x12 \
	'--keys=:main<Enter>t*' equal.diff
shows "a function whose samples do, too" '    a [' -b -q equal.diff
shows "it counts as 100 %" 'net 3 of 13 counts' --screen=80x12 equal.diff
printf 'main;a -5\n' >less.diff
shows "only values less than 0" 'net -5 of 5 counts' --screen=80x12 less.diff

# A profile of pprof without symbols.  main calls code at 0x7f10 (3 ms, thread a), at 0x7f20 (4 ms),
# both in [vdso], and at 0x10 in /l/libz.so (2 ms, thread a); 1 ms is its own.
{
	printf '\012\004\010\001\020\002\032\004\010\001(\003\032\004\010\002(\004'
	printf '*\006\010\001\020\005\030\005"\006\010\001"\002\010\001'
	printf '"\010\010\002\020\001\030\220\376\001\022\015\012\002\002\001\022\001\003\032\004\010\006\020\007'
	printf '"\010\010\003\020\001\030\240\376\001\022\007\012\002\003\001\022\001\004'
	printf '"\006\010\004\020\002\030\020\022\015\012\002\004\001\022\001\002\032\004\010\006\020\007'
	printf '\022\006\012\001\001\022\001\001'
	printf '2\0002\003cpu2\002ms2\006[vdso]2\012/l/libz.so2\004main2\003tid2\001a'
} >unnamed.pb
shows "code without names is a row for each image" \
	'70.00 █████▋       0.007   70.0    70.0    0.007  [vdso]' --view=functions unnamed.pb
shows "the note about it names the images" \
	'70 % is code of [vdso], 20 % is code of /l/libz.so.' --view=notes unnamed.pb
shows "an explanation has its addresses" 'at 2 addresses: 0x7f20 0.004 s, 0x7f10 0.003 s.' \
	--screen=100x24 --keys=i unnamed.pb
"$gprowse" --export=pprof unnamed.pb >again.pb
shows "an export keeps them" 'at 2 addresses: 0x7f20 0.004 s, 0x7f10 0.003 s.' \
	--screen=100x24 --keys=i again.pb
shows "samples without a label are a part" ' 20.00    0.001    0.005    2.00  tid (none)' \
	--screen=100x24 --keys=:main\<Enter\>R unnamed.pb

# Fractions keep their proportions: in figures, listings, and exports of whole numbers.
printf 'main;a 0.25\nmain;b 0.85\nmain;b;c -3.5\nmain;d 4\nmain;d;e 1.5e-2\n' >fractions.folded
shows "fractions add up" 'net 1.615 of 8.615 counts' --screen=80x14 fractions.folded
shows "a fraction in JSON" '"self": {"value": 0.015, ' --view=functions --format=json fractions.folded
shows "a fraction in a listing" '     0.25           a' -b -p fractions.folded
shows "fractions are exported to callgrind" 'events: millicounts' --export=callgrind fractions.folded
"$gprowse" --export=folded fractions.folded | sort >out
printf 'main;a 0.25\nmain;b 0.85\nmain;b;c -3.5\nmain;d 4\nmain;d;e 0.015\n' >messages
cmp -s out messages
ok $? "an export of folded stacks keeps fractions"
"$gprowse" --export=pprof fractions.folded >fractions.pb
shows "fractions are exported to pprof" 'net 1615 of 8615 millicount' --screen=80x14 fractions.pb
hides "fractions have no note about rounding" 'rounded' --view=notes fractions.folded
printf 'main;a 5000000000000000.25\nmain;b 1.25\n' >rounded.folded
shows "rounding that can be seen has one" 'were rounded' --view=notes rounded.folded

# Texts of other programs.
printf '# mode: wall\n# duration: 40100\n// x 7\nP1;main 300\n  P1;#<Class:A> 100\n#<B> 5\n' >notes.folded
shows "comments are no stacks, even if they end in a number" ' 405 counts' --screen=80x14 notes.folded
printf 'main 10\nfoo 5\n' >single.folded
shows "stacks of one function are recognized" ' 15 counts' --screen=80x14 single.folded
printf '\357\273\277main;a 3\r\nmain;a_[0] 4\nmain;a_[1] 5\nmain;a_[j] 6\n' >mark.folded
shows "a byte order mark is no part of a name, kinds of frames neither" \
	'[1]  100.00 ████████        18  100.0   100.0       18  a' --view=functions mark.folded
# "main;é;𝄞 3" and "main 4": first in UTF-16 of little endian, with and without a byte order mark.
printf 'm\0a\0i\0n\0;\0\351\0;\0\064\330\036\335 \0003\0\n\0m\0a\0i\0n\0 \0004\0\n\0' >bare.folded
{ printf '\377\376' && cat bare.folded; } >little.folded
{ printf '\376\377' && dd if=bare.folded conv=swab 2>/dev/null; } >big.folded
for file in bare little big; do
	"$gprowse" --export=folded $file.folded >out 2>messages && [ ! -s messages ] &&
		printf 'main;\303\251;\360\235\204\236 3\nmain 4\n' | cmp -s - out
	ok $? "UTF-16: $file"
done
if grep -q '^#define HAVE_ZLIB 1' "$top/config.h"; then
	gzip -c little.folded >packed
	shows "UTF-16, compressed" ' 7 counts' --screen=80x14 packed
else
	skipped "UTF-16, compressed" "built without zlib"
fi
printf 'main;a 274 415\nmain 0 4\nb 6 2\n' >two.folded
refused 'two.folded: has two numbers a line: it compares two profiles' two.folded
shows "the format can be given, then numbers belong to names" ' main 0' --view=functions \
	--profile-format=folded two.folded
awk '{ n = $NF - $(NF-1); NF -= 2; print $0, n }' two.folded >out
printf 'main;a 141\nmain 4\nb -4\n' | cmp -s - out
ok $? "the command that the message names shows the difference"

# One bad line among many stacks is reported, a text is no profile.
for i in 1 2 3 4 5 6 7 8 9; do echo "main;f$i 5"; [ $i != 4 ] || echo "no number"; done >bad.folded
"$gprowse" --view=functions bad.folded >out 2>messages
grep -q 'f9' out && cat out messages | grep -q 'line 5: no number'
ok $? "a bad line is reported with its number"
sed 9d bad.folded >text.folded
refused 'looks like folded stacks, but not all lines are' text.folded
refused 'line 5: no number' text.folded
"$gprowse" --view=functions --profile-format=folded text.folded >out 2>messages
grep -q ' 40 counts' out && [ "$(grep -c . messages)" -eq 1 ]
ok $? "the other lines can be read"
printf 'main;b 18446744073709551615\n' >large.bad
refused 'large.bad: line 1: the number is above 9223372036854775807' -b large.bad
printf 'main;a 3,1,0\nmain;b 2,1,7\n' >three.folded
refused 'line 1: 3,1,0 is no number' three.folded
printf 'one line of text\nand another one, 7\nor two;\n' >text
refused 'perf script, callgrind.out, pprof, folded stacks' text
printf '1 2\n3 4\n' >text
refused 'perf script, callgrind.out, pprof, folded stacks' text
printf '#!/bin/sh\nexit 0\n' >text
refused 'perf script, callgrind.out, pprof, folded stacks' text

# Words.
hides "no word about gmon.out in the explanation of a function" '-pg\|0x0\|Propagated' \
	--screen=80x24 --keys=i x.folded
hides "no note about the histogram" 'histogram\|per second' --view=notes x.folded
shows "a note says how to get errors" '--counts=samples' --view=notes x.folded
i=0
while [ $((i += 1)) -le 20 ]; do
	echo "main;f$i;f$((i + 1)) 5"
	echo "f$i;g$i 1"
done >cut.folded
shows "cut stacks get a note" 'stacks that seem to be cut' --view=notes cut.folded
hides "whole stacks do not" 'cut' --view=notes x.folded
printf 'main;[unknown];f 5\nmain;g 5\n' >unknown.folded
shows "unknown code gets a note" '50 % of the total is in stacks with code whose name' \
	--view=notes unknown.folded
hides "there is no column of errors without samples" '±' --screen=160x10 x.folded
shows "there is one with samples" '±' --screen=160x10 --counts=samples x.folded
awk 'BEGIN { printf "main"; for (i = 0; i < 300; i++) printf ";f"; print ";g 5" }' >deep.folded
shows "a tree says that it ends" 'deeper calls cannot be shown' \
	--screen=80x24 "--keys=:f<Enter>t*" deep.folded

awk 'BEGIN {
	for (i = 0; i < 30; i++) {
		printf "main"
		for (k = 0; k < 15; k++)
			printf ";f%d", k
		printf ";leaf%d 1\n", i
	}
	print "main;f0;f1;f2;f3;f4;f5;f6;f7;f8;f9;f10;f11;f12;f13;f14 40"
}' >path.folded
shows "the hot path begins on the screen" ' - main' --screen=80x24 '--keys=:main<Enter>t*' path.folded

printf 'events: T_(millisecond)\nfn=main\n1 7000\n' >unit.cg
shows "a unit may be in the singular" 'T_(millisecond) 7.000 s' --screen=80x8 unit.cg
printf 'events: M_(bytes)\nfn=main\n1 3145728\ncfn=f\ncalls=2 1\n1 1048576\nfn=f\n1 1048576\n' >bytes.cg
shows "bytes are shown in MB" 'M_(bytes) 4.0000 MB' --screen=80x8 bytes.cg
shows "bytes for each call" ' 512 KB ' --screen=80x8 bytes.cg
shows "the unit of a figure is found" '1 of 1' --screen=80x8 '--keys=/KB<Enter>' bytes.cg
shows "% shows single bytes" ' 3145728 ' --screen=80x8 --keys=%% bytes.cg
shows "data have bytes" '"self": {"value": 3145728, "kind": "counted"}' --view=functions --format=json bytes.cg

# Keys.
cat >x.callgrind <<'END'
events: Ir Dr
fn=main
1 1 5
cfn=a
calls=2 1
1 6 7
fn=a
1 4 7
cfn=b
calls=1 1
1 2 0
fn=b
1 2 0
END
shows "reading again keeps the event" '12 Dr' --screen=80x24 --keys=Er x.callgrind
shows "reading again keeps the event, named by an option" '12 Dr' \
	--screen=80x24 --keys=Er --event=Ir x.callgrind
shows "reading again keeps the part" 'only file x.folded' --screen=120x24 --keys=PPr cut.folded x.folded
shows "a part is named with its kind" ', only file x.folded' --screen=80x24 --keys=PP cut.folded x.folded
"$gprowse" --screen=80x24 --keys=r - <x.folded >out
grep -q 'standard input cannot be read again' out
ok $? "standard input is not read again"
cat x.folded | "$gprowse" --screen=80x24 --keys=r /dev/stdin >out
grep -q '/dev/stdin cannot be read again' out && grep -q main out
ok $? "a pipe of the shell is not read again"
shows "a call of an excluded function is no call in a cycle" 'a is excluded: its calls do not count' \
	--screen=80x24 '--keys=:a<Enter>x<Enter>Gi' x.callgrind
hides "no cycle is claimed" 'in a cycle' --screen=80x24 '--keys=:a<Enter>x<Enter>Gi' x.callgrind
shows "there are excluded functions" 'Excluded functions and calls' --screen=80x24 '--keys=:a<Enter>xp' x.callgrind
holds "as options" grep -q '^  -E a *$' out
cp "$srcdir/tests/pprof/cpu.pb.gz" . || exit 99
shows "inlined functions can be excluded" 'without [' \
	--screen=100x24 '--keys=L:main.square<Enter>x' cpu.pb.gz
shows "this is given up when they belong to their callers" 'exclusions that are not possible here' \
	--screen=100x24 '--keys=L:main.square<Enter>xL' cpu.pb.gz
hides "and the title claims no exclusion" 'without \[' \
	--screen=100x24 '--keys=L:main.square<Enter>xL' cpu.pb.gz
shows "other exclusions are kept" 'without [' --screen=100x24 '--keys=L:runtime.memmove<Enter>xL' cpu.pb.gz
shows "the parts of a function are called parts" '%part' \
	--screen=100x24 '--keys=:a<Enter>R' x.folded cut.folded
shows "a part is described with its kind" '; file x.folded' \
	--screen=100x24 '--keys=:a<Enter>R' x.folded cut.folded
cp cpu.pb.gz twice.pb.gz
hides "several files are the parts, not labels" 'worker' --screen=100x24 --keys=R cpu.pb.gz twice.pb.gz
"$gprowse" --screen=100x24 --keys=P cpu.pb.gz twice.pb.gz >out &&
	grep -q '0.73 s .*only file cpu.pb.gz' out
ok $? "the part of a file has all of its samples"
shows "a callgrind file is one part" 'has only this part: file x.callgrind' \
	--screen=80x24 --keys=P x.callgrind
"$gprowse" --view=lines --select=work cpu.pb.gz | sed -n 3p >out
grep -q ':70 ' out
ok $? "lines without samples are sorted by total; a part of a name after a dot selects"
shows "the source opens at the line with the costliest calls" '70: calls' \
	--screen=80x24 '--keys=:main.work<Enter>aj[' cpu.pb.gz
shows "a line with such calls is a hot row" '75: calls' \
	--screen=80x24 '--keys=:main.work<Enter>a]' cpu.pb.gz
shows "a line that only inlined code makes calls for has a total" '77: 0.03 s with callees' \
	--screen=80x24 '--keys=:main.work<Enter>a]]' cpu.pb.gz
shows "only the first words of Go names are omitted" '….(*node).insert' \
	--screen=40x24 '--keys=:insert<Enter><Enter>' cpu.pb.gz
# A profile of pprof with the events a and b: f has 3 of both, g has -1.
minus='\377\377\377\377\377\377\377\377\377\001'
{
	printf '\n\004\010\001\020\002\n\004\010\003\020\002\022\007\n\001\001\022\002\003\003'
	printf "\022\031\n\001\002\022\024$minus$minus\"\006\010\001\"\002\010\001\"\006\010\002\"\002\010\002"
	printf '*\004\010\001\020\004*\004\010\002\020\0052\0002\001a2\005count2\001b2\001f2\001g'
} >minus.pb
shows "all events of a difference have the same percentages" 'Event a: self 3 (75.00 %)' \
	--screen=80x24 '--keys=:f<Enter>i' minus.pb
printf 'main;f.part.0 1\n' >clone.folded
refused 'it may be' --view=functions --select=part.0 clone.folded
printf 'main;a;a;b 1\n' >one.folded
shows "one count is in the singular" 'one.folded  1 count ' --screen=80x24 one.folded
printf 'main;a_[k];b_[k] 3\nmain;b_[k] 2\nmain;c 3\n' >kernel.folded
shows "the kernel is folded, and said to be" 'functions of the kernel folded: 4 functions in 3 rows' \
	--screen=100x24 '--keys==' kernel.folded
shows "the heading says what rows are" 'function, or [kernel]: all its functions' \
	--screen=100x24 '--keys==' kernel.folded
shows "one stack is in the singular" '1 sample in 1 stack.' --view=notes --counts=samples one.folded
printf '[libc.so.6];main;[libc.so.6];order;[libc.so.6];[libc.so.6] 3\n[libc.so.6];main;a;b;a 2\n' \
	>unnamed.folded
"$gprowse" --view=cycles --format=csv unnamed.folded |
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["role"], $at["name"] }' | tr -d '"' >out
printf '%s\n' 'cycle <recursive functions>' 'member a' 'call b' 'member b' 'call a' |
	diff - out >differences
ok $? "code without names is not recursive"
shows "the view of cycles says how much is omitted" 'unnamed code omitted (100.0 %)' \
	--view=cycles unnamed.folded
printf '%s\n' 'main;[perl];run;[perl];sort 3' 'main;[libc.so.6] 1' >interpreter.folded
shows "no recursive function has a name" 'no function with a name is recursive' \
	--screen=80x24 --keys=C interpreter.folded
shows "it is said that the other code may be recursive" \
	'code without names, in 75.0 % of the total, may be recursive, but is omitted' \
	--screen=80x24 --keys=C interpreter.folded
printf '%s\n' 'main;a;[libc.so.6] 3' '[truncated];b;read_[k];[kernel]_[k];x_[k] 1' >leaves.folded
shows "code that does not call cannot be recursive" \
	'there are no cycles, and no function calls itself' \
	--screen=80x24 --keys=C leaves.folded

# A profile and its negation: the same rows in the same order, mirrored figures.
mkdir plus minus
awk 'BEGIN {
	srand(7)
	for (i = 0; i < 200; i++) {
		stack = "main"
		for (depth = 1 + int(6 * rand()); depth > 0; depth--)
			stack = stack ";f" int(20 * rand())
		print stack, int(1000 * rand()) - 500
	}
}' >plus/x.folded
cat >plus/x.callgrind <<end
events: n
fn=main
1 5
cfn=f
calls=2 1
1 -60
cfn=h
calls=2 1
1 20
fn=f
1 -80
cfn=h
calls=2 1
1 20
fn=h
1 40
fn=i
1 -3
end
awk '{ $NF = -$NF; print }' plus/x.folded >minus/x.folded
awk '/^1 / { $NF = -$NF } { print }' plus/x.callgrind >minus/x.callgrind
# unsigned FILE OPTION...: FILE's view without the signs of its figures.
unsigned() {
	(cd "$1" && shift && "$gprowse" "$@") | sed 's/-\([0-9]\)/\1/g'
}
for file in x.folded x.callgrind; do
	for options in --view=functions '--view=functions --limit=4' --view=cycles \
		'--view=functions --sort=total --limit=4' '--view=functions --percent-limit=4' \
		--view=calls '--view=calls --limit=7' --view=tree '--view=tree --limit=4' --view=icicle \
		'--export=dot --limit=3'; do
		# What the tree of costs of calls estimates has no negation.
		case $options$file in
		*calls*callgrind|*tree*callgrind|*icicle*callgrind) continue ;;
		esac
		case $options in --export*) ;; *) options="--format=json $options" ;; esac
		unsigned plus $options $file >one && unsigned minus $options $file >two &&
			[ "$(wc -l <one)" -gt 5 ] && diff one two >differences
		ok $? "a difference and its negation: $options $file"
	done
done

# Exports.
shows "dot says that totals are known" 'totals are known from recorded stacks' --export=dot x.folded
hides "dot has no number of calls" '\\n0"' --export=dot x.folded
shows "callgrind has the recorded total of a call" '0 7' --export=callgrind x.folded
cp "$srcdir/tests/screens/parser.callgrind" . &&
	"$gprowse" --export=callgrind parser.callgrind >again.callgrind &&
	"$gprowse" --view=calls --format=tsv parser.callgrind | cut -f 1-11 >out &&
	"$gprowse" --view=calls --format=tsv again.callgrind | cut -f 1-11 >again &&
	[ "$(wc -l <out)" -gt 10 ] && diff out again >differences
ok $? "an exported profile of costs has the same figures"

"$gprowse" - </dev/null 2>messages
grep -q 'standard input: is empty' messages
ok $? "an empty standard input is said to be empty"
: >callgrind.out.7
cp x.callgrind callgrind.out.7-01
refused 'callgrind wrote a file for each thread: gprowse callgrind.out.7-*' callgrind.out.7
if ! under_memcheck; then		# "$gprowse" is a script then
	refused 'x.callgrind: is a callgrind profile, and is opened without a program: gprowse x.callgrind' \
		"$gprowse" x.callgrind
	refused 'x.folded: is a folded-stacks profile, and is opened without a program' \
		"$gprowse" x.folded
fi
refused 'but a directory; give the program or the profile in it' .
refused 'or a profile that needs none' /dev/null
echo "some words, and no profile" >words.txt
refused 'perf script, callgrind.out, pprof, folded stacks' words.txt
refused 'format of the first file' x.folded words.txt

cases_end

#!/bin/sh
# test_flamesvg.sh - flame graphs as pictures: those of the usual scripts, and our own
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/shown_common.sh"

# box NAME TITLE X Y WIDTH [MORE]: prints a box as flamegraph.pl does.
box() {
	printf '<g class="func_g">\n<title>%s</title><rect x="%s" y="%s" width="%s" %s ' "$1" "$2" "$3" "$4" "$5"
	printf 'height="15.0" fill="rgb(1,2,3)" rx="2" />\n<text x="3" y="5">x..</text>\n</g>\n'
}

# picture HEADING: prints a picture with the boxes that standard input has.
picture() {
	printf '<?xml version="1.0" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n'
	printf '<svg version="1.1" width="1200" height="102" onload="init(evt)" xmlns:fg="u">\n'
	printf '<!-- <title>no (9 samples, 9%%)</title><rect x="0" y="0" width="9"/> -->\n'
	printf '<script><![CDATA[ if (a<b) { x = "<title>no (9 samples, 9%%)</title>"; } ]]></script>\n'
	printf '<rect x="0.0" y="0" width="1200.0" height="102.0" fill="url(#background)"  />\n'
	printf '<text id="title" x="600.00" y="24">%s</text>\n<g id="frames">\n' "$1"
	cat
	printf '</g>\n</svg>\n'
}

{
	box 'all (1,250 samples, 100%)' 10.0 69 1180.0
	box 'main (1,000 samples, 80.00%)' 10.0 53 944.0
	box 'std::function&lt;void (int)&gt;::operator() (600 samples, 48.00%)' 246.0 37 566.4
	box 'x &amp; &quot;y&quot; &#x434;&#1073; (200 samples, 16.00%)' 765.2 37 188.8
	box 'main (50 samples, 4.00%)' 246.0 21 47.2
	box 'idle_[k] (250 samples, 20.00%)' 954.0 53 236.0
} | picture 'Flame Graph' >usual.svg
same "callers below, names with entities, recursion" usual.svg \
'200 200 x & "y" дб
250 1000 main
250 250 idle
550 600 std::function<void (int)>::operator()'

{
	box 'leaf (2 ms, 20.00%; +1.50%)' 10.0 117 236.0
	box 'main (10 ms, 100.00%; -0.50%)' 10.0 101 1180.0
	box 'all (10 ms, 100%)' 10.0 85 1180.0
} | picture 'Off-CPU &lt;time&gt;' >inverted.svg
same "callers above, milliseconds" inverted.svg '0.002 0.002 leaf
0.008 0.01 main'
"$gprowse" --view=notes inverted.svg >out 2>messages
holds "a difference is told" grep -q 'compares two profiles' out
holds "the heading is the title" grep -q 'Off-CPU <time>' out

{
	box 'all (7 samples, 100%)' 0.0000% 85 100.0000% 'fg:x="0" fg:w="7"'
	box 'renamed' 0.0000% 69 71.4286% 'fg:x="0" fg:w="5"'
	box 'b (2 samples, 28.57%)' 71.4286% 69 28.5714% 'fg:x="5" fg:w="2"'
	box 'c (1 samples, 14.29%)' 71.4286% 53 14.2857% 'fg:x="5" fg:w="1"'
} | picture 'Flame Graph' >exact.svg
same "widths in samples, and a title without a number" exact.svg '1 1 c
1 2 b
5 5 renamed'

# Narrow neighbours: the numbers say to which of them a callee belongs.
{
	box 'all (1,000 samples, 100%)' 10.0 69 100.0
	box 'a (1 samples, 0.10%)' 10.0 53 0.1
	box 'b (3 samples, 0.30%)' 10.1 53 0.3
	box 'in_b (2 samples, 0.20%)' 10.0 37 0.2
} | picture 'Flame Graph' >narrow.svg
same "places are rounded" narrow.svg '1 1 a
1 3 b
2 2 in_b
996 996 [not in the picture]'

# Callers and callees are swapped: flamegraph.pl --reverse.
{
	box 'all (3 samples, 100%)' 10.0 85 30.0
	box 'leaf (3 samples, 100%)' 10.0 69 30.0
	box 'inner (2 samples, 66.67%)' 10.0 53 20.0
	box 'main (2 samples, 66.67%)' 10.0 37 20.0
	box 'main (1 samples, 33.33%)' 30.0 53 10.0
} | picture 'Flame Graph' >reversed.svg
"$gprowse" --screen=60x12 --keys=VT reversed.svg 2>messages | grep -E -o 'main|inner|leaf' | uniq >out
[ "$(head -n 3 out | tr '\n' ' ')" = 'main inner leaf ' ]
ok $? "a reversed picture has its callers on top after T"

cat >mouse.svg <<'END'
<?xml version="1.0"?>
<svg width="10" height="10">
<rect x="10.0" y="37" width="30.0" onmouseover="s('unix`main (30 samples, 100%)')" onmouseout="" />
<rect x="10.0" y="21" width="10.0"
	onmouseover="s('leaf(char*) (-3 sample weight, 10 samples, 33.33%)')" />
<text onmouseover="s('leaf(char*) (10 samples, 33.33%)')">leaf</text>
</svg>
END
same "old pictures, with the text in onmouseover" mouse.svg '10 10 leaf(char*)
20 30 unix`main'

cat >plain.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg"><g id="frames">
<g><title>main</title><rect x="0" y="32" width="80" height="15"/></g>
<g><title>leaf</title><rect x="20" y="16" width="20.5" height="15"/></g>
</g></svg>
END
same "no numbers: values are widths" plain.svg '20.5 20.5 leaf
59.5 80 main'
"$gprowse" --view=notes plain.svg >out 2>messages
holds "a note says so" grep -q 'without numbers' out

cat >decorated.svg <<'END'
<svg><g id="frames"><g><title>main (30 samples, 100%)</title><rect x="10.0" y="37" width="30.0"/>
<rect x="10.0" y="37" width="30.0" fill="none" stroke="black"/></g></g></svg>
END
same "a title is that of one box" decorated.svg '30 30 main'

# Samples of the same picture are added up, and --counts says what is counted.
[ "$(shown usual.svg usual.svg | grep idle)" = '500 500 idle' ]
ok $? "two pictures are added up"
[ "$(shown --counts=seconds exact.svg | grep renamed)" = '5 5 renamed' ]
ok $? "--counts names the unit"
[ "$(shown --profile-format='flame graph' usual.svg | grep -c .)" -eq 4 ]
ok $? "the format can be named"

# Our own export, of callees and of callers.
printf '%s\n' 'main;parse;lex 30' 'main;parse 4' 'main;write_[k] 12' 'main;a<b>&"c";main 5' \
	'main;eee;ddd;ccc;éé😀é_long_name_that_occurs_again 3' \
	'main;eee;ddd;éé😀é_long_name_that_occurs_again_and_again 3' >own.folded
shown own.folded >wanted
for export in svg svg-callers; do
	"$gprowse" --export=$export own.folded >own.svg
	[ "$(shown own.svg)" = "$(cat wanted)" ]
	ok $? "--export=$export is read back"
done
"$gprowse" --counts=nanoseconds --export=svg own.folded >own.svg
[ "$(shown own.svg)" = "$(shown --counts=nanoseconds own.folded)" ]
ok $? "--export=svg of times is read back"
for export in svg svg-callers; do
	"$gprowse" --export=$export own.folded >own.svg
	shown -z own.svg >found
	shown -z own.folded >wanted
	holds "titles of --export=$export are no functions" diff wanted found
done
# Widths of a difference are the greater of both amounts, so they do not say what has changed.
printf 'main;a;b 30\nmain;a;c 40\nmain;d 10\nmain 5\nmain;a;a;s 7\n' >x1.folded
printf 'main;a;b 10\nmain;a;c 60\nmain;e 25\nmain 2\nmain;a;a;s 9\nnew 1\n' >x2.folded
printf 'zzz 1\n' >x3.folded
printf 'f 0.25\nf;g 1.5\n' >x4.folded
printf 'f 0.5\nf;g 0.125\n' >x5.folded
for pair in 'x1 x2' 'x2 x1' 'x3 x2' 'x4 x5'; do
	set -- ${pair% *}.folded ${pair#* }.folded
	shown --compare --side=delta "$@" >wanted
	for export in svg svg-callers; do
		"$gprowse" --compare --side=delta --export=$export "$@" >own.svg
		shown own.svg >found
		holds "--export=$export of the difference of $pair is read back" diff wanted found
	done
done
printf 'main;a 50\nmain;b -20\nmain;b;d -7\nmain;c 10\n' >negative.folded
for export in svg svg-callers; do
	"$gprowse" --export=$export negative.folded >own.svg
	[ "$(shown own.svg)" = "$(shown negative.folded)" ]
	ok $? "--export=$export of amounts below 0 is read back"
done
"$gprowse" --compare --side=delta --export=svg --limit=3 x1.folded x2.folded >own.svg
[ "$(shown own.svg | awk '{ n += $1 } END { print n }')" -eq 15 ]
ok $? "frames of a difference that the export omits keep their amounts"
# Older exports have no amounts.
sed 's/^\([0-9]*|.*|.*|.*|.*\)|[-0-9.]*$/\1/; s/\(id="data">.*|.*|.*|.*|.*\)|.*/\1/' own.svg >old.svg
! "$gprowse" --view=functions old.svg >out 2>messages && [ "$(wc -l <messages)" -eq 1 ] &&
	grep -q 'old.svg: .*--compare' messages
ok $? "a difference without amounts is refused"
# A repeated part may begin at the tab before a field, and names may look like what the export uses:
# fields, references to parts of lines, entities.
printf '%s\n' 'm;asm_very_long_function_name_here;very_long_function_name_here;x 50' 'm;y 20' >near.folded
awk 'BEGIN { srand(5)
	n = split("1,2,3 0,4,20 a+=>#\"&<|*~-! x.::_0123456789 \\t ^I ^I^I0,2,9 &amp &#9 é 😀 … (in" \
		" ] [k] =b >c +9 # 7 very_long operator std::vector<", part, " ")
	for (i = 0; i < 2000; i++) {
		line = "all"
		for (k = 0; k < 1 + rand() * 4; k++) {
			count = split(old[int(rand() * 99)], from, "\001")
			words = name = ""
			for (c = 1 + int(rand() * count / 2); c <= count && rand() < .95; c++) {
				words = words from[c] "\001"
				name = name from[c]
			}
			for (c = 1 + rand() * 6; c > 0; c--) {
				words = words (word = part[1 + int(rand() * n)]) "\001"
				name = name word
			}
			old[int(rand() * 99)] = words
			line = line ";" name "."
		}
		print line " " 1 + int(rand() * 9)
	} }' >random.folded
for file in near random; do
	shown $file.folded >wanted
	for export in svg svg-callers; do
		"$gprowse" --export=$export --limit=1000000 $file.folded >own.svg
		shown own.svg >found
		holds "names that repeat parts of others: --export=$export, $file" diff wanted found
	done
done
# Widths that are estimates have fractions.
cat >large.callgrind <<'END'
events: Ir
fn=main
1 5
cfn=a
calls=1 1
1 100000000000
cfn=b
calls=1 1
1 200000000000
fn=a
1 0
cfn=f
calls=1 1
1 100000000000
fn=b
1 0
cfn=f
calls=2 1
1 200000000000
fn=f
1 10
cfn=g
calls=7 1
1 299999999990
fn=g
1 299999999990
END
"$gprowse" --export=svg large.callgrind >large.svg
shown large.callgrind >wanted
[ "$(shown large.svg)" = "$(cat wanted)" ]
ok $? "large widths with fractions are read back"
sed 's/|199999999993|/|1.99999999993e+11|/; s/|10000\(0*\)|/|1E\1|/' large.svg |
	sed 's/|1E0000000|/|1E11|/' >exponents.svg
grep -q 'e+11|' exponents.svg && grep -q '|1E11|' exponents.svg &&
	[ "$(shown exponents.svg)" = "$(cat wanted)" ]
ok $? "widths with exponents are read"
# If the exponent were cut after its first digit, the width would be 19.9.
sed "s/|1.99999999993e+11|/|1.99999999993$(printf '%044d' 0)e+11|/" exponents.svg >long.svg
grep -q '0000000000e+11|' long.svg && ! "$gprowse" --view=functions long.svg >out 2>messages &&
	grep -q 'long.svg: line . of its data' messages
ok $? "a number that is too long for the reader is not cut in its exponent"
awk 'BEGIN { for (i = 0; i < 300; i++) print "main;f" i " " 300 - i }' >many.folded
"$gprowse" --export=svg --limit=20 many.folded >own.svg
[ "$(shown own.svg | awk '{ n += $1 } END { print n }')" -eq 45150 ]
ok $? "frames that the export omits keep their time"

# With quadratic work, this would take half an hour.
awk 'BEGIN { n = 400000
	print "<svg data-own=\"self\" data-per=\"1\" data-counts=\"samples\"><metadata id=\"data\">0|0|" n "||"
	for (i = 1; i < n; i++) print i "|1|" n - i "||"
	print "</metadata><metadata id=\"names\">m\tm\tm\tall\nh\ta\ta\tmain\n</metadata></svg>" }' >deep.svg
timeout "$patience" "$gprowse" --view=functions --format=tsv deep.svg >out 2>messages
holds "a stack of 400,000 frames" grep -q main out

# Stacks of callers have no common beginning: all of these have 20 billion frames.
awk 'BEGIN { n = 200000
	print "<svg data-own=\"total\" data-per=\"1\" data-counts=\"samples\"><metadata id=\"data\">0|0|" n "||"
	for (i = 1; i < n; i++) print i "|1|" n - i "||"
	print "</metadata><metadata id=\"names\">m\tm\tm\tall\nh\ta\ta\tmain\n</metadata></svg>" }' >deep.svg
timeout "$patience" "$gprowse" --view=functions deep.svg >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q 'deep.svg: .* --export=svg' messages
ok $? "too many deep stacks of callers are refused"

# References that skip nearly all of a long name, again and again.
awk 'BEGIN { n = 100000
	print "<svg data-own=\"self\" data-per=\"1\" data-counts=\"samples\"><metadata id=\"data\">0|0|9||"
	print "1|1|9||\n</metadata><metadata id=\"names\">m\tm\tm\tall"
	printf "h\ta\ta\t"
	for (i = 0; i < n; i++) printf "abcdefgh"
	print ""
	printf "h\ta\ta\tx"
	for (i = 0; i < n; i++) printf "\t\t1,799990,1;"
	print "</metadata></svg>" }' >walked.svg
timeout "$patience" "$gprowse" --view=functions walked.svg >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
ok $? "references that skip very much are damage"

# The title of a picture may be long.
{
	box 'all (1,250 samples, 100%)' 10.0 69 1180.0
	box 'main (1,000 samples, 80.00%)' 10.0 53 944.0
} | picture 'a command line with many words, and with more words than a screen has room for' >long.svg
"$gprowse" --screen=80x9 long.svg >out 2>messages
holds "a long title of a picture leaves room for the total" grep -q 'long.svg.*1250 samples' out

# Damaged files.
head -c 900 usual.svg >cut.svg
"$gprowse" --view=functions cut.svg >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q '</svg>' messages
ok $? "a picture that is cut off"
sed 's/^\(.*|.*|.*|.*\)|/9\1/' own.svg >bad.svg
"$gprowse" --view=functions bad.svg >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q 'damaged' messages
ok $? "data of our export that is damaged"
printf '<svg><g id="frames"><rect x="1" y="2" width="3"/></g></svg>\n' >empty.svg
"$gprowse" --view=functions empty.svg >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q 'without boxes' messages
ok $? "a picture without frames"
# Each line of the names repeats the line before it twice.
awk 'BEGIN { print "<svg data-own=\"self\"><metadata id=\"data\">0|0|1||\n1|60|1||\n</metadata>"
	print "<metadata id=\"names\">a\ta\ta\taaaaaaaaaaaaaaaa"
	for (i = 0; i < 60; i++) print "\t\t" i ",0,99999999;\t\t" i ",0,99999999;"
	print "</metadata></svg>" }' >bomb.svg
"$gprowse" --view=functions bomb.svg >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
ok $? "names that stand for very much text"

cases_end

#!/bin/sh
# test_svg.sh - --export=svg: frames of the right width at the right place, in a browser, too
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

[ -x "$top/tests/make_story" ] || exit 77
"$top/tests/make_story" cfd cfd.gmon || exit 99
"$top/tests/make_story" interp interp.gmon interpreter || exit 99
cat >known.folded <<'END'
main;parse;next token 17
main;parse;next token;copy 5
main;parse;parse;parse 2
main;run;a<b>&"c" 11
main;run;std::vector<int, std::allocator<int> >::push_back(int const&) 40
other;parse;]]> 5
END

# picture NAME ARGUMENT...: writes the output of gprowse to NAME.svg.  Fails if there is a message.
picture() {
	to=$1.svg
	shift
	"$gprowse" "$@" >"$to" 2>err && [ ! -s err ]
}

# well_formed FILE: is FILE XML of one element, in UTF-8?
well_formed() {
	iconv -f UTF-8 -t UTF-8 "$1" >/dev/null || return
	if command -v xmllint >/dev/null; then
		xmllint --noout "$1" || return
	fi
	sed '/<!\[CDATA\[/,/\]\]>/c\
<script></script>' "$1" | tr '\n' ' ' | sed 's/<?xml[^>]*?>//; s/<style>[^<]*/<style>/; s/</\
</g' | awk '
	/^<\// { name = $0; sub(/^<\//, "", name); sub(/>.*/, "", name)
		if (depth == 0 || open[depth--] != name) { print "unexpected: " $0; bad = 1 } next }
	/^</ { if ($0 !~ /^<[a-zA-Z]+([ ]+[a-zA-Z0-9-]+="[^"<]*")*[ ]*\/?>/) { print "no tag: " $0; bad = 1 }
		name = $1; sub(/^</, "", name); sub(/[\/>].*/, "", name)
		if ($0 !~ /\/>[^<]*$/) open[++depth] = name
		if (depth == 0) roots++; next }
	/[^ ]/ { print "outside: " $0; bad = 1 }
	{ rest = $0; gsub(/&(amp|lt|gt|quot);/, "", rest); if (rest ~ /&/) { print "entity: " $0; bad = 1 } }
	END { exit bad || depth > 0 }'
}

# part ID FILE: prints the lines of the element ID of FILE.
part() {
	sed -n "/<metadata id=\"$1\">/,/<\/metadata>/p" "$2" | sed 's/<[a-z][^>]*>//; /^<\/metadata>$/d' |
		sed 's/<\/metadata>//' | grep .
}

# whole_names FILE: prints the lines of names in FILE, with each reference replaced by the
# characters that it refers to.  Some awks count bytes, so characters of several bytes are one byte
# meanwhile.
whole_names() {
	part names "$1" | sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' |
		sed "s/…/$(printf '\001')/g; s/é/$(printf '\002')/g" | awk '{
		text = ""
		while (match($0, /\t\t[0-9]+,[0-9]+,[0-9]+;/)) {
			text = text substr($0, 1, RSTART - 1)
			split(substr($0, RSTART + 2, RLENGTH - 3), f, ",")
			text = text substr(f[1] + 1 == NR ? text : line[f[1] + 1], f[2] + 1, f[3])
			$0 = substr($0, RSTART + RLENGTH)
		}
		line[NR] = text $0
		print line[NR]
	}' | sed "s/$(printf '\001')/…/g; s/$(printf '\002')/é/g"
}

# frames FILE: prints for each frame of FILE the names from the outermost frame to this frame, then
# the width and the left edge of this frame.
frames() {
	whole_names "$1" >names
	part data "$1" >data
	awk -F'\t' 'NR == FNR { name[NR - 1] = $4; next }
		{
			split($0, f, "|")
			d = f[1]
			at = f[2]
			sub(/~$/, "", at)
			path[d] = (d > 1 ? path[d - 1] ";" : "") (at ~ /^\*/ ? at : name[at])
			left[d] = d > 0 ? place[d] : 0
			place[d] = left[d] + f[3]
			place[d + 1] = left[d]
			print path[d] "\t" f[3] "\t" left[d]
		}' names data
}

# expected FILE [callers]: prints the names and the width of each frame of the folded stacks in
# FILE, as frames does, except the frame of all stacks.
expected() {
	awk -v callers="$2" '{
		value = $NF
		sub(/ [0-9]+$/, "")
		n = split($0, f, ";")
		path = ""
		for (i = 1; i <= n; i++) {
			path = (i > 1 ? path ";" : "") (callers != "" ? f[n + 1 - i] : f[i])
			sum[path] += value
		}
	}
	END { for (path in sum) print path "\t" sum[path] }' "$1" | sort
}

# fit FILE: are the frames inside each frame together at most as wide as this frame?
fit() {
	part data "$1" | awk -F'|' '
		{
			d = $1
			if ($3 < 0 || (d > 0 && (sum[d] += $3) > width[d - 1] * (1 + 1e-7))) {
				print "line " NR ": " $0
				bad = 1
			}
			width[d] = $3
			sum[d + 1] = 0
		}
		END { exit bad || NR < 2 }'
}

# placed FILE: does each box have the left edge and the width of its frame?  Works only if FILE has
# no frames that are too narrow for a box.
placed() {
	frames "$1" >list
	sed -n 's/^<rect class="[a-z]" x="\([0-9.]*\)" y="[0-9]*" width="\([0-9.]*\)".*/\1 \2/p' "$1" |
		paste list - | awk -F'\t' '
		function far(a, b) { return a - b > .011 || b - a > .011 }
		NR == 1 { scale = 1200 / $2 }
		{ split($4, b, " "); if ($4 == "" || far(b[1], $3 * scale) || far(b[2], $2 * scale)) {
			print; bad = 1 } }
		END { exit bad || NR < 2 }'
}

# title FILE: prints the title of FILE.
title() {
	sed -n 's/^<title>\(.*\)<\/title>/\1/p' "$1"
}

holds "stacks" picture known --export=svg known.folded
holds "stacks with callees on top" picture callers --export=svg-callers known.folded
holds "a profile of gprof" picture cfd --export=svg cfd cfd.gmon
holds "a profile of gprof with callees on top" picture cfdcallers --export=svg-callers cfd cfd.gmon
holds "a profile with cycles" picture interp --export=svg interp interp.gmon
for file in known callers cfd cfdcallers interp; do
	holds "$file is XML" well_formed $file.svg
	holds "frames fit into each other: $file" fit $file.svg
done
for file in known callers; do
	expected known.folded ${file#known} >expected
	frames $file.svg | sed 1d | cut -f1,2 | sort >out
	holds "frames are the stacks: $file" diff expected out
	holds "boxes are where their frames are: $file" placed $file.svg
done
awk 'BEGIN { srand(3); for (i = 0; i < 900; i++) { s = "f0"
	for (k = 0; k < 30 && rand() < .8; k++) s = s ";f" int(rand() * rand() * 12)
	print s, 1 + int(rand() * 99) } }' >random.folded
for file in random randomcallers; do
	form=svg${file#random}
	[ $form = svg ] || form=svg-callers
	picture $file --export=$form --limit=100000 random.folded
	expected random.folded ${file#random} >expected
	frames $file.svg | sed 1d | cut -f1,2 | sort >out
	holds "frames are the stacks: $file" diff expected out
	holds "many frames: $file" [ "$(wc -l <out)" -gt 2000 ]
done
holds "the title has file, total and unit" [ "$(title known.svg)" = "known.folded   80 counts   icicle" ]
holds "the title says that it is estimated" sh -c 'grep -q "<title>.*~icicle</title>" cfd.svg'
holds "estimated frames are marked" sh -c \
	'grep -q "^[0-9]*|[0-9]*~|[0-9.]*|~[0-9.]* %: [0-9.]*|" cfd.svg && grep -q ">~cfd::[^<]*</text>" cfd.svg'
holds "known frames are not marked" sh -c "! grep -q '^[0-9]*|[0-9]*~|' known.svg"
holds "guesses are marked" grep -q '|?[0-9.]* %' interp.svg
holds "a cycle is one frame" sh -c 'grep -q "	&lt;cycle 1&gt;" interp.svg &&
	grep -q "<text[^>]*>[~?]*&lt;cycle 1&gt;" interp.svg'

printf 'main;main.(*node).insert;net/http.(*conn).serve.func1;a::very::long::scope::of<x>::f(int) 1\n' >long.folded
picture long --export=svg long.folded
whole_names long.svg | cut -f4- | sed 1,2d >out
cat >expected <<'END'
main.(*node).insert	….insert	+13
net/http.(*conn).serve.func1	….serve.func1	+17
END
holds "shorter forms of names: Go" sh -c 'head -n 2 out | diff expected -'
holds "shorter forms of names: C++" sh -c 'sed 1,2d out | grep -q "^a::very::long::scope::of.*	f$"'

# The frames agree with the view of functions.  With callees on top, the frames of the first row
# have the functions' own samples.  The samples of the members of a cycle are in the frame of the
# cycle.
"$gprowse" --view=functions --format=tsv --sort=self cfd cfd.gmon >functions.tsv
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i; next }
	$col["self"] > 0 {
		of = $col["name"]
		of = of ~ /^parse_/ ? "<cycle 1>" : of
		samples[of] += $col["self"] * 100
	}
	END { for (of in samples) printf "%s %.0f\n", of, samples[of] }' functions.tsv | sort >expected
frames cfdcallers.svg | awk -F'\t' 'NR > 1 && $1 !~ /;/ { printf "%s %.0f\n", $1, $2 }' | sort >out
holds "the first row of callees has their own time" diff expected out
holds "there are some" [ "$(wc -l <expected)" -gt 5 ]

# same_text NAME ROWS KEYS UNIT OWN ARGUMENT...: for the first ROWS frames inside each other, cases
# that pass if gprowse's icicle shows the same text as NAME.svg.
same_text() {
	picture=$1 rows=$2 keys=$3 unit=$4 own=$5
	shift 5
	for row in $(seq 2 $((rows + 1))); do
		keys=${keys}j
		part data "$picture.svg" | sed -n "${row}p" | awk -F'|' -v unit="$unit" -v own="$own" '
			function whole(time) { return time (time ~ /[0-9]$/ ? " " unit : "") }
			{ print "   " whole($4) ($5 != "" ? "   " own " " whole($5) : "") "   of " }' >expected
		"$gprowse" --profiler=show --screen=160x24 --keys="$keys" "$@" >out 2>&1
		holds "$picture: the browser has the same text in row $row" grep -qFf expected out
	done
}
same_text known 3 Vg counts self known.folded
same_text callers 3 VTg counts "without further caller" known.folded
same_text cfd 3 Vg s self cfd cfd.gmon
same_text cfdcallers 1 VTg s "without further caller" cfd cfd.gmon

# Options.
picture few --export=svg --limit=3 known.folded
frames few.svg | cut -f1,2 >out
cat >expected <<'END'
all	80
main	75
main;run	51
main;run;*2	51
main;*1	24
*1	5
END
holds "the widest frames are exported, the others are counted" diff expected out
picture without --export=svg -E mcount cfd cfd.gmon
part data without.svg >out
holds "excluded functions are not in the picture" sh -c \
	'! grep -q "mcount" without.svg && grep -q "^0|0|20068|" out'
cat >events.cg <<'END'
events: Ir Dr
fn=main
3 10 1
cfn=f
calls=1 8
4 20 5
fn=f
9 20 5
END
picture event --export=svg --event=Dr events.cg
part data event.svg >out
holds "the event is the one that is asked for" sh -c \
	'grep -q "^0|0|6|100.0 %: 6|" out && grep -q "<title>.* Dr .*</title>" event.svg'

# Sizes: 10,000 wide or deep frames, long names; and many more stacks than frames.
awk 'BEGIN { for (i = 0; i < 20; i++) { s = "f"
	for (k = 0; k < 520; k++) { s = s ";scope_" i % 13 "::method_" i "_" k; print s, 100 } } }' >deep.folded
awk 'BEGIN { for (i = 0; i < 60000; i++)
	print "main;loop;scope_" i % 13 "::method_" i ";scope::write_" i % 77, 1 + i % 5 }' >wide.folded
for file in deep wide; do
	picture $file --export=svg $file.folded
	holds "$file: 10,000 frames" [ "$(part data $file.svg | grep -c '^[0-9]*|[0-9]')" -eq 10000 ]
	holds "$file: less than 2 MB" [ "$(wc -c <$file.svg)" -lt 2000000 ]
	holds "$file is XML" well_formed $file.svg
	holds "frames fit into each other: $file" fit $file.svg
done
holds "deep: names are drawn" [ "$(sed -n '/id="frames"/,/id="head"/p' deep.svg | grep -c '<text')" -gt 200 ]

# Long names: they are stored once, and whole.
awk 'BEGIN {
	part = "std::basic_string<char, std::char_traits<char>, std::allocator<char> >, "
	for (i = 0; i < 9998; i++) {
		name = "ns::Table<"
		for (k = 0; k < 8 + i % 9; k++)
			name = name part "Field<" i * k % 97 ">, "
		print "main;" name "End<\303\251>>::insert(Key_" i " const&) " 9999 - i % 5
	}
}' >longer.folded
sed 's/^main;//; s/ [0-9]*$//' longer.folded | sort >expected
picture longer --export=svg longer.folded
whole_names longer.svg | awk -F'\t' 'NR > 2 { print $NF ~ /^>./ ? substr($NF, 2) : $4 }' | sort >out
holds "long names are there" [ "$(awk 'length > 600' expected | wc -l)" -gt 9000 ]
holds "long names are whole" cmp expected out
# With CHECK_BRIEF, names that have little in common are omitted, because they take most time.
large='longer unlike hostiles' escaped='quoted han' nquoted=5000
[ -z "$CHECK_BRIEF" ] || large='longer hostiles' escaped=quoted nquoted=2000
awk 'BEGIN { srand(1)
	for (i = 0; i < 4500; i++) {
		name = ""
		for (k = 0; k < 75; k++)
			name = name sprintf("%08x", int(rand() * 2147483647))
		print "main;x" name "_" i " 1000"
	}
}' >unlike.folded
awk 'BEGIN { for (i = 0; i < 300; i++)
	s = s "</metadata><script>document.title=\"evil\"</script>\t\t0,0,9,\303\251\360\237\230\200" i
	print "main;" s "last<1> 5\nmain;" s "last<2> 4" }' >hostiles.folded
for file in $large; do
	[ -e $file.svg ] || picture $file --export=svg $file.folded
	holds "$file: less than 2 MB" [ "$(wc -c <$file.svg)" -lt 2000000 ]
	holds "$file is XML" well_formed $file.svg
	holds "frames fit into each other: $file" fit $file.svg
done
holds "hostile long names are no tags" [ "$(grep -c '<script' hostiles.svg)" -eq 1 ]
# Names of characters that are escaped, or have several bytes: as functions, and as deep stacks.
python3 - $nquoted <<'END'
import random, sys
random.seed(1)
han = ''.join(chr(0x4e00 + i) for i in range(80))
with open('quoted.folded', 'w') as out:
    for i in range(int(sys.argv[1])):
        print('main;f%d%s 1' % (i, ''.join(random.choices('"&<>', k=150))), file=out)
with open('han.folded', 'w', encoding='utf-8') as out:
    print('main;other 1', file=out)
    print(';'.join('%s%d' % (han, i) for i in range(9990)) + ' 5', file=out)
END
for file in $escaped; do
	"$gprowse" --export=svg $file.folded >$file.svg 2>messages
	holds "$file: less than 2 MB" [ "$(wc -c <$file.svg)" -lt 2000000 ]
	holds "$file: most names are there" [ "$(wc -c <$file.svg)" -gt $((nquoted * 300)) ]
	holds "$file is XML" well_formed $file.svg
	holds "frames fit into each other: $file" fit $file.svg
done

# The legend: what widths and colours are.
printf 'events: Ir\nfn=main\n1 5\ncfn=f\ncalls=1 1\n1 15\nfn=f\n1 15\n' >costs.cg
picture costs --export=svg costs.cg
for file in known cfd costs; do
	sed -n "/<text id=\"widths\"/s/<[^>]*>//gp" $file.svg
done >out
part1="~: estimated width: without stacks, the time of a function is divided among its callers"
guess="?: a guess, from few calls of a cycle"
cat >expected <<END
width: counts; no width is an estimate
width: time; $part1 in proportion to their calls; $guess; ±: sampling error
width: Ir; $part1 in proportion to the costs of their calls
END
holds "legend: widths" diff expected out
for k in 0 1 2; do
	sed -n "/<g id=\"legend$k\"/p" cfd.svg |
		sed 's/<rect class="\(.\)"[^>]*>/ [\1] /g; s/<[^>]*>//g; s/ \[/\
[/g'
done >out
cat >expected <<'END'
colour: time in the function's own code:
[a] &lt;0.1 %
[b] &lt;0.5 %
[c] &lt;2 %
[d] &lt;5 %
[e] &lt;10 %
[f] more
[n] narrow frames
colour: program or library:
[a] cfd
[n] narrow frames
colour: first part of the name; equal parts, equal colours
[n] narrow frames
END
holds "legend: colours" diff expected out

# Amounts below 0.
printf 'main;a 50\nmain;b -20\nmain;c 10\n' >negative.folded
picture negative --export=svg negative.folded
holds "an amount below 0 is marked" sh -c 'grep -q "^2|[0-9]*-|20|-25.0 %: -20|-20|-20$" negative.svg &&
	grep -q "width=\"300\".*>-b</text>" negative.svg'
same "the others are not" 1 "$(part data negative.svg | grep -c '^[0-9]*|[0-9]*-|')"
holds "the legend names the mark" grep -q '<text id="widths".*; -: below 0, ' negative.svg
"$gprowse" --screen=80x14 --keys=V negative.folded >out
holds "the browser marks it, too" grep -q '^a 62.5 %  *-b -25.0 %  *c 12.5 %' out

# Omitted frames have a number and no mark of estimates, because the script reads a number.
picture fewcfd --export=svg --limit=6 cfd cfd.gmon
holds "omitted frames of an estimate are a number" \
	[ "$(part data fewcfd.svg | grep '|\*' | cut -d '|' -f 2 | grep -vc '^\*[0-9]*$')" -eq 0 ]
holds "there are such frames" [ "$(part data fewcfd.svg | grep -c '|\*')" -gt 2 ]

# Without a script, each box has a title.
for file in known cfd cfdcallers deep wide longer; do
	sed -n '/id="frames"/,/id="head"/p' $file.svg >boxes
	holds "each box of a frame has a title: $file" [ "$(grep -c '<title>[^<]*</title></rect>' boxes)" \
		-eq "$(grep -c '^<rect class="[a-m]"' boxes)" ]
done
holds "a title has name and time" grep -qF \
	'<title>next token   27.5 %: 22 counts   self 17 counts</title></rect>' known.svg
holds "a title of an estimate" grep -q '<title>main   ~[0-9.]* %: [0-9.]* s   [^<]*</title>' cfdcallers.svg
"$gprowse" --export=svg known.folded >/dev/full 2>err
holds "a full disk is an error" [ $? -eq 1 -a -s err ]
holds "no stacks at all" sh -c ': >none.folded; "$1" --export=svg none.folded >out 2>err
	[ $? -ne 0 ] || [ -s out ]' - "$gprowse"

# Names that could become tags, script, text in another direction, or no XML at all.
hostile=$(printf '\033[2J\302\233\342\200\256\342\200\250\357\277\276\357\277\277\357\273\277\377\001')
for file in '</metadata><script>document.title="evil"</script>' ']]></script><b>' '&#60;&lt;&x' \
	"\"' onload='x'" "$hostile" '"><g onclick="x">' '+5' '@2' 'a|b~' '*7' '__proto__' '1' '\u0041"'; do
	printf 'main;%s;inner 10\n' "$file"
done >hostile.folded
picture hostile --export=svg hostile.folded
holds "hostile names are XML" well_formed hostile.svg
holds "hostile names have no control characters" sh -c \
	"! LC_ALL=C tr -d '\n\t\040-\176\200-\377' <hostile.svg | grep -q ."
holds "hostile names do not act" sh -c "! LC_ALL=C grep -q -e '$(printf '\302\233')' \
	-e '$(printf '\342\200\256')' -e '$(printf '\342\200\250')' -e '$(printf '\357\277\276')' \
	-e '$(printf '\357\273\277')' hostile.svg"
holds "hostile names are no tags" [ "$(grep -c '<script' hostile.svg)" -eq 1 ]

# The file refers to nothing else.
for file in known cfd hostile; do
	grep -o '[a-z]*="http[^"]*"' $file.svg | sort >out
	grep -c http $file.svg >count
	holds "no addresses but those of namespaces: $file" sh -c '[ "$(cat count)" = 2 ] && diff out - <<END
xmlns="http://www.w3.org/1999/xhtml"
xmlns="http://www.w3.org/2000/svg"
END'
	holds "nothing is loaded: $file" sh -c "! grep -qE '(src|href) *=|@import|url\(|eval|import ' $file.svg"
done

# Contrast of names: at least 4.5 to 1, as WCAG 2 computes it, on each colour of each scheme.
sed -n '/<style>/,/<\/style>/p' known.svg | awk '
	BEGIN { dark = 0 }
	function digit(c) { return index("0123456789abcdef", c) - 1 }
	function part(hex,  x) {
		x = (digit(substr(hex, 1, 1)) * 16 + digit(substr(hex, 2, 1))) / 255
		return x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ^ 2.4
	}
	function light(hex) {
		if (length(hex) == 3)
			hex = substr(hex, 1, 1) "0" substr(hex, 2, 1) "0" substr(hex, 3, 1) "0"
		return .2126 * part(substr(hex, 1, 2)) + .7152 * part(substr(hex, 3, 2)) \
			+ .0722 * part(substr(hex, 5, 2))
	}
	/prefers-color-scheme: dark/ { dark = 1 }
	/^}/ { dark = 0 }
	/^\.[a-o] .*fill: #/ {
		class = substr($0, 2, 1)
		color = $0
		sub(/.*fill: #/, "", color)
		sub(/[^0-9a-f].*/, "", color)
		fill[dark, $2 == "text", class] = color
		classes[class] = 1
	}
	END {
		for (dark = 0; dark < 2; dark++)
			for (class in classes) {
				under = light(fill[dark, 0, class])
				text = fill[dark, 1, class]
				text = text == "000" ? 0 : text == "fff" ? 1 : dark
				ratio = (under + .05) / (text + .05)
				ratio = ratio < 1 ? 1 / ratio : ratio
				print dark, class, fill[dark, 0, class], ratio
				good += fill[dark, 0, class] != "" && ratio >= 4.5
			}
		print good " are good"
	}' >out
holds "names can be read on all colours" grep -qx '30 are good' out

# The picture in a web browser.  A script that is added to a copy of the picture presses keys and
# clicks, and writes what it finds into the document.  All copies are shown one after the other in
# frames of one page, because a browser takes long to start.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
ndriven=0

# browse FILE: prints the document that the web browser has after all scripts ran.  Messages go to
# the file console.
browse() {
	HOME=$work timeout $((5 * patience)) "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars \
		--user-data-dir="$work/browser" --enable-logging=stderr --virtual-time-budget=400000 \
		--allow-file-access-from-files --window-size=1700,900 --dump-dom "file://$work/$1" 2>console
}

# driven NAME FILE#ADDRESS SCRIPT: a case, reported by shown(), that passes if the texts that the
# file SCRIPT gives to say() are the lines of the file expected.  $window is the width and the
# height of the window, with a comma between them.
driven() {
	file=${2%%#*} address=${2#"$file"}
	ndriven=$((ndriven + 1))
	cp expected expected$ndriven
	echo "$1" >>driven.names
	echo "[\"driven$ndriven.svg$address\", ${window:-1200,700}]," >>driven.list
	{
		sed '$d' "$file"
		cat <<'END'
<metadata id="said"></metadata><script><![CDATA[
function say(text) { document.getElementById("said").textContent += text + "\n"; }
function $(id) { return document.getElementById(id).textContent; }
function boxes() { return Array.from(document.querySelectorAll("#frames g")); }
function label(b) { return b.getAttribute("aria-label"); }
function box(name) {
	return boxes().filter(function (b) { return label(b).indexOf(name + "   ") === 0; })[0];
}
function where(name) {
	var r = box(name) && box(name).querySelector("rect");
	return r ? name + " " + (+r.getAttribute("x")).toFixed(1) + " " + (+r.getAttribute("width")).toFixed(1)
		: name + " is not drawn";
}
function press(key, more) {
	var e = new KeyboardEvent("keydown", Object.assign({ key: key, bubbles: true, cancelable: true },
		more));
	(document.activeElement || document.documentElement).dispatchEvent(e);
	return e.defaultPrevented;
}
function click(name) { box(name).dispatchEvent(new MouseEvent("click", { bubbles: true })); }
function type(text) {
	var input = document.querySelector("#search input");
	input.value = text;
	input.dispatchEvent(new Event("input", { bubbles: true }));
}
function selected() { return document.activeElement.getAttribute("aria-label"); }
function legend() {
	return Array.from(document.querySelectorAll("#head g")).filter(function (g) {
		return getComputedStyle(g).display !== "none";
	}).map(function (g) { return g.firstElementChild.textContent; }).join("; ");
}
function marked() { return document.querySelectorAll("#frames .o").length; }
END
		cat "$3"
		echo ']]></script></svg>'
	} >"driven$ndriven.svg"
}

# shown: shows all pictures of driven(), and reports their cases.
shown() {
	{
		printf '<!DOCTYPE html><title>works</title><pre id="all"></pre><script>\nvar list = ['
		cat driven.list
		cat <<'END'
];
function next() {
	var one = list.shift();
	if (!one)
		return;
	var frame = document.createElement("iframe");
	frame.width = one[1];
	frame.height = one[2];
	frame.style.border = 0;
	frame.onload = function () {
		frame.onload = null;
		setTimeout(function () {
			document.getElementById("all").textContent +=
				frame.contentDocument.getElementById("said").textContent + "\nend\n";
			frame.remove();
			next();
		}, 5000);
	};
	frame.src = one[0];
	document.body.appendChild(frame);
	frame.focus();
}
next();
</script>
END
	} >shown.html
	browse shown.html | sed -n '/<pre id="all">/,/<\/pre>/p' |
		sed 's/.*<pre id="all">//; s/<\/pre>.*//; /^$/d; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' |
		awk '$0 == "end" { n++; next } { print >("said" n + 1) }'
	ndriven=0
	while read -r name; do
		ndriven=$((ndriven + 1))
		: >>said$ndriven
		holds "$name" diff expected$ndriven said$ndriven
	done <driven.names
	holds "no message on the console" sh -c "! grep CONSOLE console"
}

if [ -z "$browser" ]; then
	skipped "a browser shows it" "no browser (Debian: chromium)"
	cases_end
	exit
fi
if [ -n "$CHECK_BRIEF" ]; then
	skipped "a browser shows it" "CHECK_BRIEF is set"
	cases_end
	exit
fi
echo '<title>works</title>' >works.html
if ! browse works.html | grep -q works; then
	skipped "a browser shows it" "chromium does not work here"
	cases_end
	exit
fi

cat >script <<'END'
say(document.documentElement.getAttribute("width"));
["all", "main", "parse", "next token", "copy", "run", "other", "none"].forEach(function (name) {
	say(where(name));
});
say(boxes().length);
say(boxes().every(function (b) { return label(b) && b.getAttribute("role") === "treeitem"; }));
END
cat >expected <<'END'
1200
all 0.0 1200.0
main 0.0 1125.0
parse 765.0 360.0
next token 765.0 330.0
copy 765.0 75.0
run 0.0 765.0
other 1125.0 75.0
none is not drawn
13
true
END
driven "frames are where they should be" known.svg script

# No line above the frames is cut or covers another one, and the frames are below them.
cat >script <<'END'
function texts() {
	return Array.from(document.querySelectorAll("#head text")).filter(function (e) {
		return e.getClientRects().length > 0 && e.textContent !== "";
	});
}
function lines_of(e) { return e.children.length > 0 ? Array.from(e.children) : [e]; }
function fits(e) { return e.right <= window.innerWidth; }
function is_apart(a, b) {
	return a.right <= b.left || b.right <= a.left
		|| a.bottom - 4 <= b.top || b.bottom - 4 <= a.top;
}
var first = $("widths").replace(/ /g, "");
for (var k = 0; k < 3; k++) {
	var all = [];
	texts().forEach(function (e) {
		lines_of(e).forEach(function (line) { all.push(line.getBoundingClientRect()); });
	});
	say((all.length >= 6) + " " + all.every(fits) + " " + all.every(function (a, i) {
		return all.slice(i + 1).every(function (b) { return is_apart(a, b); });
	}) + " " + all.every(function (a) {
		return a.bottom <= boxes()[0].getBoundingClientRect().top;
	}));
	press("C");
}
say($("widths").replace(/ /g, "") === first);
say($("hint") === document.documentElement.dataset.hint);
END
cat >expected <<'END'
true true true true
true true true true
true true true true
true
true
END
for window in 320,600 500,600 1600,600; do
	driven "the lines above the frames in a window of $window" cfd.svg script
done
window=

cat >script <<'END'
say(where("main"));
say(where("run"));
say(where("next token"));
say(marked());
say($("hint"));
say(document.querySelector("#search input").value);
say($("about"));
END
cat >expected <<'END'
main 0.0 1200.0
run is not drawn
next token 0.0 1100.0
3
4 frames match, 36.3 % of all counts; n N: next, previous
parse
parse   30.0 %: 24 counts   of 29 counts in all
END
driven "the address restores zoom and search" "known.svg#frame=main;parse&search=parse" script

cat >script <<'END'
click("parse");
say(where("parse") + ", " + where("copy") + ", " + where("run"));
say(decodeURIComponent(location.hash));
press("ArrowDown");
say(selected());
press("ArrowRight");
say(selected());
press("ArrowLeft");
press("ArrowUp");
say(selected());
press("ArrowDown");
press("Enter");
say(where("next token") + ", " + where("copy") + ", " + where("main"));
press("Escape");
say(where("next token") + ", " + selected());
press("Home");
say(where("main") + "," + location.hash + " " + boxes().length);
say(press("f", { ctrlKey: true }) + " " + document.activeElement.tagName);
say(press("f", { ctrlKey: true }));
type("PARSE");
say(marked() + " " + $("hint"));
type("a<b");
say(marked() + " " + $("hint"));
type("push_back(int");
say(marked() + " " + $("hint"));
type("^(run|push_back)|::push");
say(marked() + " " + $("hint") + " " + decodeURIComponent(location.hash));
press("Enter");
say(selected());
press("n");
say(selected());
press("N");
press("N");
say(selected());
press("Escape");
say(marked() + " " + location.hash + "|" + ($("hint") === document.documentElement.dataset.hint));
press("/");
say(document.activeElement.tagName);
press("Escape");
say(document.activeElement.tagName);
press("C");
say(legend());
location.hash = "#frame=main;run";
setTimeout(function () { say(where("run") + ", " + where("parse")); }, 100);
END
cat >expected <<'END'
parse 0.0 1200.0, copy 0.0 250.0, run is not drawn
#frame=main;parse
next token   27.5 %: 22 counts   self 17 counts   91.7 % of parse
parse   2.5 %: 2 counts   of 29 counts in all   8.3 % of parse
parse   30.0 %: 24 counts   of 29 counts in all
next token 0.0 1200.0, copy 0.0 272.7, main 0.0 1200.0
next token 0.0 1100.0, next token   27.5 %: 22 counts   self 17 counts   91.7 % of parse
main 0.0 1125.0, 13
true input
false
0 0 frames match, 0.0 % of all counts; n N: next, previous
1 1 frame matches, 13.8 % of all counts; n N: next, previous
1 1 frame matches, 50.0 % of all counts; n N: next, previous
2 2 frames match, 63.8 % of all counts; n N: next, previous #search=^(run|push_back)|::push
run   63.8 %: 51 counts
std::vector<int, std::allocator<int> >::push_back(int const&)   50.0 %: 40 counts   self 40 counts
std::vector<int, std::allocator<int> >::push_back(int const&)   50.0 %: 40 counts   self 40 counts
0 |true
input
g
colour: program or library:
run 0.0 1200.0, parse is not drawn
END
driven "clicks, keys and the search" known.svg script

# After "Back" of the browser has restored a zoom, Esc shows what was shown before this zoom.
cat >script <<'END'
var steps = [
	function () { click("main"); },
	function () { click("parse"); },
	function () { click("next token"); },
	function () { history.back(); },
	function () { say("back: " + where("parse")); press("Escape"); },
	function () { say("Esc: " + where("main") + ", " + where("parse")); history.back(); },
	function () { say("back: " + where("parse")); history.go(-2); },
	function () {
		say("back twice: " + where("main"));
		press("Escape");
		say("Esc: " + where("main"));
		history.go(2);
	},
	function () { say("forward twice: " + where("parse")); press("Escape"); },
	function () { say("Esc: " + where("main") + ", " + where("parse")); press("Escape"); },
	function () { say("Esc: " + where("main")); location.hash = "#frame=main;run"; },
	function () { say("address: " + where("run")); press("Escape"); },
	function () { say("Esc: " + where("main")); }
];
/* Each step but the last one changes the address.  The next one follows when this is done.  A
 * change before the end of loading would replace the address. */
window.addEventListener("hashchange", function () { setTimeout(steps.shift(), 0); });
window.addEventListener("load", function () { setTimeout(steps.shift(), 0); });
END
cat >expected <<'END'
back: parse 0.0 1200.0
Esc: main 0.0 1200.0, parse 816.0 384.0
back: parse 0.0 1200.0
back twice: main 0.0 1125.0
Esc: main 0.0 1125.0
forward twice: parse 0.0 1200.0
Esc: main 0.0 1200.0, parse 816.0 384.0
Esc: main 0.0 1125.0
address: run 0.0 1200.0
Esc: main 0.0 1125.0
END
driven "Esc after the browser went back" known.svg script

# Keys that the cases above do not press.  The Tab key reaches only the selected box and the search.
cat >script <<'END'
function tabs() {
	return Array.from(document.querySelectorAll("#frames g")).filter(function (g) {
		return g.tabIndex === 0;
	}).map(label) + ", " + document.querySelector("#search input").tabIndex;
}
say(tabs());
press("j");
press("j");
press("l");
say(selected());
say(tabs());
press(" ");
say(location.hash);
press("<");
say(location.hash + " " + selected());
press("k");
press("j");
press("h");
press("l");
press("Enter");
press("Backspace");
say(location.hash + " " + selected());
press("#");
say(document.querySelector("#search input").value + " " + marked() + " " + $("hint"));
press("Escape");
press("ArrowUp");
press("ArrowDown");
press("ArrowDown");
press("#");
say(document.querySelector("#search input").value + " " + marked());
press("Escape");
document.querySelector("#legend0").dispatchEvent(new MouseEvent("click", { bubbles: true }));
say(legend());
Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: function (text) {
	say("copy " + text);
	return text.length < 20 ? Promise.reject() : Promise.resolve();
} } });
press("y");
setTimeout(function () {
	say($("hint"));
	press("ArrowUp");
	press("y");
	setTimeout(function () {
		say($("hint"));
		Object.defineProperty(navigator, "clipboard", { value: undefined });
		press("y");
		say($("hint"));
	}, 0);
}, 0);
END
cat >expected <<'END'
all   100.0 %: 80 counts, 0
parse   30.0 %: 24 counts   of 29 counts in all
parse   30.0 %: 24 counts   of 29 counts in all, 0
#frame=main;parse
 parse   30.0 %: 24 counts   of 29 counts in all
 parse   30.0 %: 24 counts   of 29 counts in all
^parse$ 4 4 frames match, 36.3 % of all counts; n N: next, previous
^std::vector<int, std::allocator<int> >::push_back\(int const&\)$ 1
colour: program or library:
copy std::vector<int, std::allocator<int> >::push_back(int const&)
copied: std::vector<int, std::allocator<int> >::push_back(int const&)
copy run
the browser does not permit to copy the name
the browser does not permit to copy the name
END
driven "keys, and the legend" known.svg script

# Dark screens and paper.  The script applies the rules that the style has for each of them.
cat >script <<'END'
var media = Array.from(document.styleSheets[0].cssRules).filter(function (rule) {
	return rule.media !== undefined;
}).map(function (rule) { return { rule: rule, text: rule.media.mediaText }; });
function rules(what) {
	media.forEach(function (m) {
		m.rule.media.mediaText = m.text.indexOf(what) >= 0 ? "all" : "not all";
	});
}
function look(css) { return getComputedStyle(document.querySelector(css)); }
function colors() {
	return [look("svg").backgroundColor, look("#title").fill, look("#head > rect").fill,
		look("#legend0 .f").fill, look("#frames .f rect").fill, look("#frames .f text").fill,
		look("#search input").color].join(" ");
}
function display() {
	return ["title", "widths", "legend0", "frames", "about", "hint", "search"].filter(function (id) {
		return look("#" + id).display !== "none";
	}).join(" ");
}
say(media.map(function (m) { return m.text; }).join("; "));
rules("nothing");
say(colors());
say(display());
rules("dark");
say(colors());
rules("print");
say(colors());
say(display());
rules("nothing");
document.documentElement.setAttribute("height", 3000);
window.scrollTo(0, 200);
window.dispatchEvent(new Event("scroll"));
say(document.querySelector("#head").getAttribute("transform"));
window.dispatchEvent(new Event("beforeprint"));
say(document.querySelector("#head").getAttribute("transform") + " " + where("main"));
window.dispatchEvent(new Event("afterprint"));
say(document.querySelector("#head").hasAttribute("transform") + " " + where("main"));
END
light="rgb(255, 255, 255) rgb(0, 0, 0) rgb(255, 255, 255)"
cat >expected <<END
screen and (prefers-color-scheme: dark); print; screen and (prefers-color-scheme: dark)
$light rgb(255, 135, 135) rgb(255, 135, 135) rgb(0, 0, 0) rgb(0, 0, 0)
title widths legend0 frames about hint search
rgb(22, 22, 22) rgb(255, 255, 255) rgb(22, 22, 22) rgb(102, 54, 54) rgb(102, 54, 54)\
 rgb(255, 255, 255) rgb(255, 255, 255)
$light rgb(255, 135, 135) rgb(255, 135, 135) rgb(0, 0, 0) rgb(0, 0, 0)
title widths legend0 frames
translate(0,200)
null main 0.0 1125.0
true main 0.0 1125.0
END
driven "dark screens and paper" known.svg script

# The text after a search names what the shares are of: time, or the event of the profile.
cat >script <<'END'
type("token");
say($("hint"));
type("");
press("Escape");
press("C");
press("C");
press("C");
say(legend());
END
cat >expected <<'END'
1 frame matches, 75.0 % of all time; n N: next, previous
colour: time in the function's own code
END
printf 'events: Dr\nfn=main\n1 5\ncfn=token\ncalls=1 1\n1 15\nfn=token\n1 15\n' >reads.cg
printf 'events: a|b<"\nfn=main\n1 5\ncfn=token\ncalls=1 1\n1 15\nfn=token\n1 15\n' >odd.cg
printf 'events: bytes\nfn=main\n1 5\ncfn=token\ncalls=1 1\n1 15\nfn=token\n1 15\n' >bytes.cg
for what in Dr 'a|b<"' bytes; do
	case $what in Dr) from=reads;; bytes) from=bytes;; *) from=odd;; esac
	picture unit --export=svg $from.cg
	xml=$(printf '%s' "$what" | sed 's/</\&lt;/g; s/"/\&quot;/g')
	holds "the picture says that widths are $what" grep -qF ">width: $xml; " unit.svg
	holds "its colours, too: $what" grep -qF ">colour: $xml in the function" unit.svg
	cat >expected <<END
1 frame matches, 75.0 % of all $what; n N: next, previous
colour: $what in the function's own code:
END
	driven "shares are of all $what" unit.svg script
done

# A cycle matches if a member does.
cat >script <<'END'
type("parse_factor");
say(marked() + " " + $("hint"));
say(label(document.querySelector("#frames .o")).replace(/   .*/, ""));
END
cat >expected <<'END'
1 1 frame matches, 0.1 % of all time; n N: next, previous
<cycle 1> (parse_sum, parse_term, parse_factor)
END
driven "a search for a member of a cycle" cfd.svg script

# The search looks at whole names, however long they are.
cat >script <<'END'
type("Key_1234 const");
say($("hint"));
type("^ns::Table<.*Field<0>.*Field<42>.*\u00e9>>::insert\\(Key_42 const&\\)$");
say($("hint"));
END
cat >expected <<'END'
1 frame matches, 0.0 % of all counts; n N: next, previous
1 frame matches, 0.0 % of all counts; n N: next, previous
END
driven "a search for the end of a long name" longer.svg script
cat >script <<'END'
type("_3$");
say($("hint"));
type("_4321$");
say($("hint"));
END
cat >expected <<'END'
1 frame matches, at least 0.0 % of all counts; n N: next, previous
0 frames match, at least 0.0 % of all counts; n N: next, previous
END
[ -e unlike.svg ] || picture unlike --export=svg unlike.folded
driven "a search in names of which the file has not all" unlike.svg script
cat >script <<'END'
type("299last<1>");
say(marked() + " " + $("hint"));
type("\u00e9\ud83d\ude00298</metadata><script>");
say(marked() + " " + $("hint"));
say(document.title === "evil" || document.querySelectorAll("script").length);
END
cat >expected <<'END'
1 1 frame matches, 55.6 % of all counts; n N: next, previous
2 2 frames match, 100.0 % of all counts; n N: next, previous
2
END
driven "a search in hostile long names" hostiles.svg script

# Frames that the file does not have, and frames that are too narrow to be drawn.
awk 'BEGIN { print "f;wide 99000"; for (i = 0; i < 50; i++) print "f;n" i ";in" i " 20" }' >narrow.folded
picture narrow --export=svg --limit=33 narrow.folded
cat >script <<'END'
function narrow() { return boxes().filter(function (b) { return /narrow/.test(label(b)); }); }
say(boxes().length + " " + narrow().map(label));
narrow()[0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
say(where("n0") + ", " + where("n1") + ", " + location.hash);
say(narrow().length + " " + label(narrow().pop()));
type("n1$");
say($("hint"));
press("Home");
say(boxes().length + " " + where("wide"));
END
cat >expected <<'END'
4 50 narrow frames: 1.0 %; Enter shows them
n0 0.0 24.0, n1 24.0 24.0, #frame=f&from=2
31 20 narrow frames: 0.4 %
1 frame matches, at least 0.0 % of all counts; n N: next, previous
4 wide 0.0 1188.0
END
driven "narrow frames" narrow.svg script
cat >script <<'END'
boxes().forEach(function (b) { if (/narrow/.test(label(b))) say(label(b).replace(/[0-9.]* %.*/, "")); });
END
part data fewcfd.svg | awk -F'|' '$2 ~ /^\*/ && $3 > 5 {
	n = substr($2, 2); print n " narrow frame" (n > 1 ? "s" : "") ": " }' >expected
driven "narrow frames of an estimate" fewcfd.svg script
cat >script <<'END'
say(Array.from(document.querySelectorAll("#frames text")).map(function (t) { return t.textContent; }));
END
echo 'all,main,a,-b,c' >expected
driven "amounts below 0" negative.svg script

cat >script <<'END'
say(document.title === "evil" || document.querySelectorAll("script").length);
boxes().slice(2).forEach(function (b) { if (b.getAttribute("aria-level") === "3") say(label(b)); });
END
cat >expected <<'END'
2
</metadata><script>document.title="evil"</script>   7.7 %: 10 counts
]]></script><b>   7.7 %: 10 counts
&#60   7.7 %: 10 counts
"' onload='x'   7.7 %: 10 counts
END
printf '%s\357\277\275%s\n' '^[[2J<U+009B><U+202E><U+2028><U+FFFE><U+FFFF><U+FEFF>' \
	'^A   7.7 %: 10 counts' >>expected
cat >>expected <<'END'
"><g onclick="x">   7.7 %: 10 counts
+5   7.7 %: 10 counts
@2   7.7 %: 10 counts
a|b~   7.7 %: 10 counts
*7   7.7 %: 10 counts
__proto__   7.7 %: 10 counts
1   7.7 %: 10 counts
\u0041"   7.7 %: 10 counts
END
driven "hostile names" hostile.svg script
shown
cases_end

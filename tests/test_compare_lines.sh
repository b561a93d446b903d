#!/bin/sh
# test_compare_lines.sh - source lines of the difference of two profiles: both versions of a file
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# is NAME WANTED GOT
is() {
	[ "$2" = "$3" ] || { echo "wanted: $2"; echo "got: $3"; } >out
	ok "$([ "$2" = "$3" ]; echo $?)" "$1"
}

# view VIEW ARGUMENT...: prints VIEW of the difference as TSV.
view() {
	view=$1
	shift
	"$gprowse" --compare --side=delta --format=tsv --view="$view" --counts=samples "$@" 2>err ||
		cat err >&2
}

# pick COLUMNS: reads TSV, and prints COLUMNS of each row, in one line each.
pick() {
	awk -F'\t' -v ids="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(ids, id, " "); next }
		{
			line = ""
			for (i = 1; i <= n; i++)
				line = line (i > 1 ? " " : "") ($at[id[i]] == "" ? "." : $at[id[i]])
			print line
		}'
}

# sum COLUMN: reads TSV, and prints the sum of COLUMN.
sum() {
	pick "$1" | awk '{ s += $1 } END { printf "%.6g\n", s + 0 }'
}

mkdir old new
cat >old/lex.c <<'END'
int next(void)
{
	old_way();
	return scan();
}

int gone(void)
{
	return 1;
}
END
cat >new/lex.c <<'END'
/* A comment. */
int next(void)
{
	new_way();
	return scan();
}
END

# stacks DIR FUNC:LINE:SAMPLES...: prints a profile of stacks of DIR, whose frames have lines.
stacks() {
	dir=$1
	shift
	printf '{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":['
	printf '{"name":"main","file":"%s/main.c","line":3}' "$work/$dir"
	frames=$#
	for at in "$@"; do
		IFS=: read -r func line samples <<-END
			$at
		END
		printf ',{"name":"%s","file":"%s/lex.c","line":%s}' "$func" "$work/$dir" "$line"
		weights="${weights:+$weights,}$samples"
	done
	printf ']},"profiles":[{"type":"sampled","name":"t","unit":"none","startValue":0,"endValue":9,'
	printf '"samples":['
	i=1
	while [ $i -le $frames ]; do
		printf '%s[0,%s]' "$([ $i = 1 ] || echo ,)" $i
		i=$((i + 1))
	done
	printf '],"weights":[%s]}]}\n' "$weights"
	weights=
}
stacks old next:3:40 next:4:100 gone:9:7 >old.json
stacks new next:4:10 next:5:130 >new.json

view source --select=lex.c old.json new.json | pick "line line_a line_b self_a self_b self" >rows
is "lines of both once, then those of A, then those of B" "\
1 . 1 . . .
2 1 2 . . .
3 2 3 . . .
3 3 . 40 0 -40
4 . 4 0 10 10
5 4 5 100 130 30
5 5 . . . .
6 6 . . . .
7 7 . . . .
8 8 . . . .
9 9 . 7 0 -7
6 10 6 . . ." "$(cat rows)"
view lines old.json new.json >lines
is "lines add up to the difference" -7 "$(sum self <lines)"
is "and to both sides" "147 140" "$(sum self_a <lines) $(sum self_b <lines)"
view lines --select=next old.json new.json >lines
is "lines of a function add up to its difference" "$(view functions old.json new.json |
	awk -F'\t' '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		$at["name"] == "next" { print $at["self"] }')" "$(sum self <lines)"
is "each line is in the version that has it" "old/lex.c:3 new/lex.c:4 new/lex.c:5" "$(
	pick "line file" <lines | sort | sed "s|\(.*\) $work/\(.*\)|\2:\1|" | tr '\n' ' ' |
	sed 's/ $//')"

view lines new.json old.json >back
is "exchanging A and B negates differences" "$(view lines old.json new.json |
	awk -F'\t' 'NR > 1 && $1 + 0 != 0' | pick x | wc -l; view lines old.json new.json |
	pick "line_a line_b self self_a self_b" |
	awk '{ print $2, $1, 0 - $3, $5, $4 }' | sort)" "$(
	awk -F'\t' 'NR > 1 && $1 + 0 != 0' back | pick x | wc -l
	pick "line_a line_b self self_a self_b" <back | awk '{ print $1, $2, 0 + $3, $4, $5 }' | sort)"
view lines old.json old.json | pick self | sort -u >rows
is "a profile and itself" "0" "$(cat rows)"

# The browser: the keys a and l of the comparison, the editor.
screen() {
	keys=$1
	shift
	"$gprowse" --screen=80x24 --keys="$keys" --compare --counts=samples "$@" 2>&1
}
screen 'a' old.json new.json >out
grep -q '^ *-40  *40  *3 -  *old_way();$' out && grep -q '^ *10  *10  *4 +  *new_way();$' out &&
	grep -q '^ *30  *100  *130  *5  *return scan();$' out
ok $? "a shows both versions"
screen '/gone<Enter>l' old.json new.json >out
grep -q 'lex.c:9  *- return 1;$' out
ok $? "l shows the lines of a function that only A has"
screen ':lex.c:4<Enter>e' --side=delta old.json new.json >out
grep -q "edit $work/new/lex.c +4" out
ok $? "a line number is that of B, and the editor opens B"
screen ':gone<Enter>ae' --side=delta old.json new.json >out
grep -q "edit $work/old/lex.c +9" out
ok $? "the editor opens A for a line that only A has"
screen 'a/scan<Enter>i' --side=delta old.json new.json >out
grep -q 'Self time: 100 weight in A, 130 weight in B: +30\.' out
ok $? "i says both times of a line"

# one_text NAME: a case that passes if a text that is found alone has the figures of both.
one_text() {
	view source --select=lex.c old.json new.json | pick "line line_a line_b self_a self_b" |
		grep -v '\. \.$' >rows
	is "$1" "3 3 3 40 0
4 4 4 100 10
5 5 5 0 130
9 9 9 7 0" "$(cat rows)"
}

# One text is found, or both are equal: it has the figures of both.
mv old away
one_text "only B's text is found"
mv new old
one_text "only A's text is found"
screen 'a' old.json new.json >out
grep -q 'new_way' out
ok $? "and is shown"

# One text for both: an older profile may have been written for another text.
stacks old next:3:40 >one.json
stacks old next:3:60 >two.json
touch -d '2001-01-02' one.json
touch -d '2001-01-03' old/lex.c two.json
screen 'a' --side=delta one.json two.json >out
is "a text newer than A" "1 1" "$(grep -c 'lex.c (newer than A)' out) $(
	grep -c 'the source is newer than A: lines may have moved' out)"
for profile in one two; do
	"$gprowse" --screen=120x24 --keys=':next<Enter>a' $profile.json
done >out 2>&1
is "and than a profile" "1 1" "$(grep -c 'newer than the profile)' out) $(
	grep -c 'newer than the profile: lines may have moved' out)"
touch -d '2001-01-01' old/lex.c
screen 'a' --side=delta one.json two.json >out
is "an older text" 0 "$(grep -c 'newer than' out)"
screen 'a' --side=delta old.json new.json >out
is "two paths are never newer" 0 "$(grep -c 'newer than' out)"

cp -R old new
view source --select=lex.c old.json new.json | pick "line line_a line_b" | head -3 >rows
is "equal texts are shown once" "1 1 1
2 2 2
3 3 3" "$(cat rows)"

# Other formats: lines in exports are those of the version that has them.
rm -r old new
mkdir new
mv away old
cat >new/lex.c <<'END'
/* A comment. */
int next(void)
{
	new_way();
	return scan();
}
END
"$gprowse" --compare --side=delta --export=callgrind old.json new.json >out 2>err
is "callgrind has the lines of both versions" "old/lex.c 3
old/lex.c 9
new/lex.c 4
new/lex.c 5" "$(awk -v work="$work/" '
	/^c?f[lie]=/ {
		split($0, part, /[()]/)
		if (part[3] != "")
			name[part[2]] = substr(part[3], 2)
		if (/^f/)
			file = name[part[2]]
		sub(work, "", file)
	}
	/^[0-9]+ -?[0-9]/ && file ~ /lex/ && !calls { print file, $1 }
	{ calls = /^calls=/ }' out | sort -k1,1r -k2,2n)"

# A profile of addresses: built, run and compared.
if ! command -v gcc >/dev/null 2>&1; then
	cases_end
	exit
fi
for side in old new; do
	{
		echo 'static volatile unsigned long sink;'
		[ $side = old ] || echo '/* Twice. */'
		echo 'static void work(int n)'
		echo '{'
		echo '	for (int i = 0; i < n; i++)'
		[ $side = old ] || echo '		for (int k = 0; k < 2; k++)'
		echo '			sink += i;'
		echo '}'
		echo 'int main(void) { for (int i = 0; i < 200; i++) work(2000000); return 0; }'
	} >$side/work.c
	(cd $side && gcc -g -O1 -pg -fno-inline -o prog "$PWD/work.c" && sampled 0.05 prog) >out 2>&1 || {
		skipped "gmon.out of both versions" "no profile of a program here"
		cases_end
		exit
	}
done
"$gprowse" --compare --side=delta --format=tsv --view=lines old/prog old/gmon.out -- \
	new/prog new/gmon.out >lines 2>err
"$gprowse" --compare --side=delta --format=tsv --view=functions old/prog old/gmon.out -- \
	new/prog new/gmon.out >functions 2>>err
is "gmon.out: lines add up to the difference" "$(sum self <functions), 0" \
	"$(sum self <lines), $(wc -c <err)"
"$gprowse" --compare --side=delta --format=tsv --view=source --select=work old/prog old/gmon.out \
	-- new/prog new/gmon.out >rows 2>err
is "gmon.out: the text of both" ". 2
5 7" "$(pick "line_a line_b text" <rows | grep 'Twice\|sink += i' | cut -d' ' -f1,2)"
"$gprowse" --compare --side=delta --format=tsv --view=source --select=main old/prog old/gmon.out \
	old/gmon.out -- new/prog new/gmon.out >rows 2>err
is "gmon.out: calls on a line in a run of each" "200 200" "$(pick "calls_a calls_b text" <rows |
	sed -n 's/ int main.*//p')"
"$gprowse" --compare --side=delta --screen=160x24 --keys=':main<Enter>a' old/prog old/gmon.out -- \
	new/prog new/gmon.out >screen 2>err
is "gmon.out: both numbers of calls" 1 "$(grep -c '200→200 .*work(2000000)' screen)"
(cd "$srcdir/tests/screens" && "$gprowse" --compare --side=delta --format=tsv --view=source \
	--select=add_word words.callgrind words-new.callgrind) >rows 2>err
is "calls on lines that only one side has" "1000 0
0 400" "$(pick "calls_a calls_b text" <rows | grep strcpy | cut -d' ' -f1,2 | grep -v ^1250)"
cases_end

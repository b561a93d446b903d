#!/bin/sh
# docs.sh - manual, README and file map agree with the tables and the files; the examples work
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
[ "${SANITIZE:-no}" != yes ] || skip_all "sanitizers do not change the text of files"

manual=$top/man/gprowse.1
figures_manual=$top/man/gprowse-figures.7
formats_manual=$top/man/gprowse-formats.7
control_manual=$top/man/gprowse-control.1
record_manual=$top/man/gprowse-record.1
embed_manual=$top/man/gprowse-embed.7
tmp=$work/tmp
mkdir "$tmp" || exit 99

# table FILE MACROS: expands a table with the C preprocessor, and prints a line for each row.
table() {
	{
		echo '#define GROUP(...)'
		echo "$2"
		echo "#include \"$srcdir/$1\""
	} | ${CC:-cc} -E -P -x c - | sed -n 's/^ *@ *//p'
}

# Print options as "-p" and "--flat-profile", and keys as "j" and "Down", one on each line.
table src/cli/options.def '#define OPTION(id, letter, name, argument, use, ...) @ use letter name' |
	sed "s/'\(.\)'/-\1/; s/\"\([^\"]*\)\"/--\1/" >"$tmp/all"
grep -vE '^NEVER' "$tmp/all" | tr ' ' '\n' | grep '^-' | sort -u >"$tmp/options"
grep -E '^NEVER' "$tmp/all" | awk '{ print $2 ~ /^-/ ? $2 : $3 }' | sort -u >"$tmp/never"
table ui/screen/keys.def '
#define ALSO ACTION
#define ACTION(name, where, keys, ...) @ keys' |
	sed 's/\\"/dq/' | tr -d '"' | tr ' ' '\n' | grep . |
	sed 's/^<\(.*\)>$/\1/; s/^lt$/</; s/^dq$/\\(dq/' | sort -u >"$tmp/keys"
[ -s "$tmp/options" ] && [ -s "$tmp/keys" ] || exit 99

# The manual: every option and key has an item, and every item is an option or a key.  Refused
# options are named by their letter if they have one.
section() {
	awk -v title="$1" '/^\.Sh / { on = $0 == ".Sh " title; next } on' "$manual" "$figures_manual" \
		"$formats_manual"
}
options() {
	grep -oE 'Fl +-?[A-Za-z0-9-]+' | sed 's/Fl */-/' | sort -u
}
section OPTIONS | grep '^\.It ' | options >"$tmp/described"
section OPTIONS | sed -n '/^\.Ss Not supported/,$p' | options >"$tmp/refused"
nothing "every option is in the manual" "$(comm -23 "$tmp/options" "$tmp/described")"
nothing "every option in the manual exists" "$(comm -13 "$tmp/options" "$tmp/described")"
nothing "every refused option is in the manual" "$(comm -3 "$tmp/never" "$tmp/refused")"
section KEYS | sed -n 's/^\.It Ic "\\&\(.*\)"$/\1/p' | tr ' ' '\n' |
	grep . | sort -u >"$tmp/described"
nothing "every key is in the manual" "$(comm -23 "$tmp/keys" "$tmp/described")"
nothing "every key in the manual exists" "$(comm -13 "$tmp/keys" "$tmp/described")"
nothing "the manual lists each key once" "$(section KEYS | grep '^\.It Ic' | sort | uniq -d)"
nothing "the manual names the views of each key" "$(section KEYS | grep -n -A1 -B1 '^)')"
grep -hv '^\.It' "$manual" "$figures_manual" "$formats_manual" | sed '/^\.Ss Not supported/,/^\.Sh/d' | options |
	grep -vxE -e '-pg|-g' >"$tmp/named"
nothing "every option that the manual mentions exists" \
	"$(sort -u "$tmp/options" "$tmp/never" | comm -13 - "$tmp/named")"

# The manuals of the commands have every option of the command, and no other.
for command in control record; do
	page=$top/man/gprowse-$command.1
	table "src/launch/${command}_options.def" \
		'#define OPTION(id, letter, name, ...) @ letter name' |
		sed "s/'\(.\)'/-\1/; s/\"\([^\"]*\)\"/--\1/" | tr ' ' '\n' | grep '^-' |
		sort -u >"$tmp/own"
	[ -s "$tmp/own" ] || exit 99
	awk '/^\.Sh / { on = $0 == ".Sh OPTIONS"; next } on' "$page" | grep '^\.It ' |
		options >"$tmp/described"
	nothing "every option of gprowse $command is in its manual" \
		"$(comm -3 "$tmp/own" "$tmp/described")"
	options <"$page" |
		grep -vxE -e '-(pg|mfentry|finstrument-functions|fsanitize|static|-)' |
		grep -vx -e --since -e --off -e -pr | comm -13 "$tmp/own" - >"$tmp/named"
	nothing "every option that the manual of $command mentions exists" "$(cat "$tmp/named")"
done

# The manual of the profiler for boards: functions, constants and structures exist.
nothing "every option of gprowse that the manual for boards names exists" "$(
	options <"$embed_manual" | grep -- '^--' | comm -13 "$tmp/options" -)"
nothing "every name in the manual for boards is in gmon.h or gmon.c" "$(
	sed -n 's/^\.\(Fn\|Dv\|Va\|It Dv\) \([A-Za-z_]*\).*/\2/p' "$embed_manual" | sort -u |
		while read -r word; do
			grep -qw "$word" "$srcdir"/record/embed/gmon.[ch] || echo "$word"
		done)"
nothing "every function in gmon.h is in the manual for boards" "$(
	grep -oE '^[a-z]+ gmon_[a-z]+' "$srcdir/record/embed/gmon.h" | while read -r _ word; do
		grep -q "^\.Fn $word " "$embed_manual" || echo "$word"
	done)"

# A reference to a page of gprowse names a page that exists, and each page is named by the first.
nothing "every page that the manuals refer to exists" "$(
	sed -n 's/^\..*Xr \(gprowse[a-z-]*\) \([17]\).*/\1.\2/p' "$top"/man/gprowse*.[17] | sort -u |
		while read -r page; do
			[ -f "$top/man/$page" ] || echo "$page"
		done)"
nothing "the manual refers to every other page" "$(
	for page in "$top"/man/gprowse-*.[17]; do
		page=${page##*/}
		grep -q "^\.Xr ${page%.*} ${page##*.}" "$manual" || echo "$page"
	done)"

# Environment variables and formats of profiles.
cat "$record_manual" "$manual" | awk '/^\.Sh / { on = /ENVIRONMENT/; next } on' |
	sed -n 's/^\.It Ev //p' | sed 's/ , /\n/g' | sort -u >"$tmp/described"
cat $(find "$srcdir/src" "$srcdir/ui" -name "*.c") | grep -oE 'getenv\("[A-Z_]+"\)' |
	cut -d'"' -f2 | sort -u >"$tmp/read"
[ -s "$tmp/read" ] || exit 99
nothing "every environment variable is in the manual" "$(comm -23 "$tmp/read" "$tmp/described")"
section FORMATS | sed -n 's/^\.It Cm //p' | sort -u >"$tmp/described"
{
	table model/samples/formats.def '
#define READER(...)
#define FORMAT(kind, name, reader) @ name'
	table model/measured/formats.def '
#define MEASURED(name, reader) @ name'
} | tr -d '"' | grep -v rtld | sort -u >"$tmp/formats"
[ -s "$tmp/formats" ] || exit 99
nothing "every format is in the manual" "$(comm -3 "$tmp/formats" "$tmp/described")"

# Views and exports.
section "THE SCREEN" | sed -n 's/^\.It Sy //p' | sort -u >"$tmp/described"
table ui/screen/views.def '
#define VARIANT(where, ops, name, printed, ...) @ printed name
#define VIEW(where, ops, name, ...) @ VIEW name' |
	sed -n '/^NOT_PRINTED/d; s/.*"\(.*\)"/\1/p' | sort -u >"$tmp/views"
[ -s "$tmp/views" ] || exit 99
nothing "every view is in the manual" "$(comm -3 "$tmp/views" "$tmp/described")"
section EXPORTS | sed -n 's/^\.It Cm //p' | sort -u >"$tmp/described"
exports | sort -u >"$tmp/exports"
[ -s "$tmp/exports" ] || exit 99
nothing "every export is in the manual" "$(comm -3 "$tmp/exports" "$tmp/described")"

# README names no option or key that does not exist; candidates are texts in backticks.
grep -oE '`[^`]+`' "$srcdir/README.md" | tr -d '`' >"$tmp/quoted"
tr ' ' '\n' <"$tmp/quoted" | grep -E '^--?[A-Za-z]' | grep -vxE -e '-pg|-g|-fi' | sort -u >"$tmp/named"
nothing "every option in README exists" "$(comm -13 "$tmp/options" "$tmp/named")"
sed -n '/^## A walk/,/^## What/p' "$srcdir/README.md" | grep -oE '`[^` ]([ ][^` ])?`|`Enter`|`Esc`' |
	tr -d '`' | sed 's/^\([^ ]\) [^ ]$/\1/' |
	grep -vxF '~' | sort -u >"$tmp/named"
nothing "every key in README's walk exists" "$(comm -13 "$tmp/keys" "$tmp/named")"
for file in $(grep -oE '\]\([^)]+\)' "$srcdir/README.md" | tr -d '])(' | grep -v '^http'); do
	case $file in
	\#*)
		sed -n 's/^#* //p' "$srcdir/README.md" | tr 'A-Z ' 'a-z-' | tr -d '?' |
			grep -qxF "${file#\#}" || echo "$file"
		continue
		;;
	esac
	[ -e "$srcdir/$file" ] || echo "$file"
done >"$tmp/dead"
nothing "every file that README links to exists" "$(cat "$tmp/dead")"

# CONTRIBUTING.md: files and folders (as a whole path, without the first folder as in an include,
# or only the name), functions, and members of structures, as profile.paths.
find "$srcdir" -path "$srcdir/build*" -prune -o -path "$srcdir/.git" -prune -o -print |
	sed "s,^$srcdir/,," >"$tmp/tree"
grep -E '^(record|model|ui|src|tests)/.*\.[ch]$' "$tmp/tree" | sed "s,^,$srcdir/," | xargs cat >"$tmp/code"
grep -oE '`[^`]+`' "$srcdir/CONTRIBUTING.md" | tr -d '`' | sort -u >"$tmp/quoted"
nothing "every file that CONTRIBUTING.md names exists" "$(
	grep -E '^[A-Za-z_./-]+(/|\.(c|h|\[ch\]|def|am|md|sh|in|tsv|format))$' "$tmp/quoted" |
		grep -vE 'NAME|^[./]|^build/' | while read -r name; do
			grep -qE "(^|/)$(printf '%s' "${name%/}" | sed 's/\./\\./g')\$" "$tmp/tree" ||
				echo "$name"
		done)"
nothing "every function that CONTRIBUTING.md names exists" "$(
	sed -n 's/^\([a-z_0-9]*\)()$/\1/p' "$tmp/quoted" | grep -vx module_verb |
		while read -r name; do
			grep -qw "$name" "$tmp/code" || echo "$name()"
		done)"
nothing "every member that CONTRIBUTING.md names exists" "$(
	sed -n 's/^\([a-z_][a-z_]*\)\.\([a-z_]*\)$/\1 \2/p' "$tmp/quoted" |
		grep -vE ' (c|h|md|def|out|data)$' | while read -r name member; do
			sed -n "/^struct $name {/,/^}/p" "$tmp/code" | grep -qw "$member" ||
				echo "$name.$member"
		done)"

same "the package of Debian has the version of configure.ac" \
	"$(sed -n 's/^AC_INIT(\[gprowse\], \[\(.*\)\])$/\1/p' "$srcdir/configure.ac")" \
	"$(sed -n '1s/^gprowse (\(.*\)) .*/\1/p' "$srcdir/debian/changelog")"

if command -v mandoc >/dev/null; then
	nothing "mandoc reports no problem" "$(
		mandoc -T lint "$manual" "$control_manual" "$record_manual" "$embed_manual" \
			"$figures_manual" "$formats_manual" 2>/dev/null | grep -v 'referenced manual not found')"
else
	skipped "mandoc reports no problem" "no mandoc (Debian: mandoc)"
fi

nothing "every file says in its first line what it is (make map)" \
	"$(sh "$srcdir/tests/filemap.sh" "$srcdir" | grep -E "^    .*  $")"

# Run the examples of the manual on the sample.
cd "$tmp" || exit 99
if ${CC:-cc} -pg -g -o sample "$srcdir"/sample/*.c -lm 2>cc.log && ./sample 5 >run.log 2>&1 &&
	[ -s gmon.out ]; then
	sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/s/^\.Dl //p' "$manual" | sed 's/\\&//g; s/\\-/-/g' >examples
	while read -r example; do
		eval "$top/$example" >"$work/out" 2>"$work/messages" </dev/null &&
			[ -s "$work/out" ] && [ ! -s "$work/messages" ]
		ok $? "$example"
	done <examples
	[ "$(wc -l <examples)" -ge 5 ] || exit 99
else
	skipped "the examples work" "$CC: no program with -pg writes gmon.out"
fi

# README's walk: the screen after each step has the text that README names.  Only texts that do
# not depend on how many samples were taken: names, counted calls, and the hottest callers.
if [ ! -f "$top/libgprowse.so" ]; then
	skipped "README's walk works" "gprowse record is not built"
elif "$gprowse" record -F 1000 -o walk.data ./sample 200 >record.log 2>&1; then
	while IFS='|' read -r keys shown; do
		"$gprowse" --screen=80x24 --keys="$keys" walk.data >"$work/out" 2>"$work/messages" &&
			grep -qF -e "$shown" "$work/out"
		ok $? "$keys shows $shown"
	done <<-'END'
	!| samples in 
	| counting
	$|  (profiler)
	|count_operators
	:evaluate<Enter>|] evaluate
	:evaluate<Enter><Enter>|calls of [
	:evaluate<Enter><Enter>|480000/800000
	:evaluate<Enter><Enter>|evaluate: recursive call
	:evaluate<Enter><Enter>KK<lt>|evaluate
	:evaluate<Enter><Enter>KJ<lt><lt>a/evaluate.node->left<Enter>|evaluate(node->left
	:evaluate<Enter><Enter>a|source of [
	:count_operators<Enter><Enter>|by_operators
	:count_operators<Enter><Enter>K|] by_operators
	:count_operators<Enter><Enter>Kki|libc.so
	:sort_results<Enter><Enter>|qsort
	C|- 3 functions call each other
	:parse_sum<Enter>C-|+ 3 functions call each other
	:parse_sum<Enter>C-+|- 3 functions call each other
	Cfsc|calls▼
	?|next row
	END
	"$gprowse" --screen=80x24 --keys=':evaluate<Enter><Enter>' walk.data >"$work/out" 2>&1
	nothing "no time of the walk is estimated" "$(grep -e '~' -e '≈' "$work/out")"
else
	ok 1 "gprowse record records the sample"
fi
cases_end

#!/bin/sh
# digest.sh - print a hash of everything that gprowse shows of many profiles
#
#	top_builddir=build tests/digest.sh DIR >before
#	... change figures.c, build ...
#	top_builddir=build tests/digest.sh DIR >after
#	diff before after
#
# A change of how figures are made must not change what is shown.  DIR keeps the profiles, so that
# both runs read the same; if DIR does not exist, it is made.  Each line has a hash, a profile, and
# the options with which it was shown.
#
# SPDX-License-Identifier: GPL-3.0-or-later

srcdir=$(cd "${srcdir:-.}" && pwd) || exit 1
top=$(cd "${top_builddir:-.}" && pwd) || exit 1
gprowse=${GPROWSE:-$top/gprowse}
[ $# -eq 1 ] || { echo "usage: digest.sh DIR" >&2; exit 1; }
export LC_ALL=C.UTF-8 TZ=UTC TERM=dumb NO_COLOR=1

# make_inputs: writes the profiles to the current directory.
make_inputs() {
	for file in tests/make_story tests/make_pack sample/sample sample/gprowse.data \
			bench/genstacks; do
		[ -e "$top/$file" ] || { echo "digest.sh: make $file first" >&2; return 1; }
	done
	"$top/tests/make_story" cfd gmon.out
	"$top/tests/make_story" interp interp.gmon interpreter
	"$top/tests/make_story" callers callers.gmon callers
	"$top/tests/make_pack"
	for file in "$srcdir"/tests/screens/*.folded "$srcdir"/tests/corpus/measured/* \
			"$srcdir"/tests/screens/*.callgrind "$srcdir"/tests/pprof/*.gz; do
		cp "$file" . || return 1
	done
	cp "$srcdir"/sample/*.[ch] .
	cp "$top/sample/sample" . && cp -r "$top/sample/gprowse.data" sample.data
	for n in 1 2 3; do
		size="3000 $((3 * n)) $((8 * n)) 12 $((100 * n)) 20000"
		"$top/bench/genstacks" folded $size >stacks$n.folded
		"$top/bench/genstacks" pprof $size >stacks$n.pb
	done
	printf 'main;a;b -50\nmain;a;c 20\nmain;d -7\nmain;e 3\n' >negative.folded
	awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++) { s = "main"; n = 1 + int(rand() * 7)
		for (k = 0; k < n; k++) s = s ";f" int(rand() * 9); print s, int(rand() * 100) - 30 } }' \
		>signed.folded
}

if [ ! -d "$1" ]; then
	mkdir "$1" || exit 1
	(cd "$1" && make_inputs) || { rm -rf "$1"; exit 1; }
fi
cd "$1" || exit 1

# show OPTION...: prints the hash of the output, of the messages and of the status of gprowse with
# OPTIONS and the profile in $input.
show() {
	hash=$({ timeout 60 "$gprowse" "$@" $input 2>&1 </dev/null; echo "status $?"; } | md5sum)
	printf '%s %s: %s\n' "${hash%% *}" "$input" "$*"
}

all() {
	for view in functions calls cycles lines files tree icicle notes check; do
		show --view=$view
		show --view=$view --format=json
	done
	show --view=functions --inlined
	show --view=calls --limit=5 --format=tsv
	show --view=calls --percent-limit=1
	for export in callgrind dot folded pprof svg svg-callers; do
		show --export=$export
	done
	for keys in i ji jji jjjji '<Enter>i' '<Enter>ji' '<Enter>jjji' ti tji tjji TjjiG C Cji li lji \
			'x' 'xi' 'jx' 'jxi' 'jxjx<Enter>i' '<Enter>jx' '<Enter>jxi' '<Enter>jxt' '<Enter>kxT' \
			'=' '==i' '=jxjjxi' '==<Enter>jx' '<Enter>jx=' '<Enter>jxf==i' 'xl' 'xV' 'V' 'VjJ' 'Vji' \
			R jR 'xjR' '=R' E EE Ex 'xE' 'ExEi' P PP 'Pxi' L Li 'LxjE' '/a<Enter>' '&a<Enter>' \
			V'&a<Enter>' 'l' 'ljji' a 'aji' 'y' '!' u 'xxu' 'jxjxuu<C-r>'; do
		show --screen=110x40 --keys="$keys"
	done
}

for input in 'cfd gmon.out' 'interp interp.gmon' 'callers callers.gmon' 'pack pack.gmon' \
		'--check=callers.folded callers callers.gmon' 'sample.data' '--check sample.data' \
		'sample sample.data/gmon.out' *.folded *.pb *.gz *.callgrind; do
	case $input in
	*.gmon.gz) continue ;;
	esac
	all
done

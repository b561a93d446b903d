#!/bin/sh
# screens.sh - compare golden screens with the screens of the program
#
# screens/NAME.screen is the screen after the keys in screens/NAME.keys.  A .keys file has one line:
# LOCALE SIZE KEYS.  tests/test_source_views.c tests the screens without a .keys file.
#
#	tests/screens.sh		print differences
#	tests/screens.sh -a		accept them: write the .screen files
#
# SPDX-License-Identifier: GPL-3.0-or-later

srcdir=${srcdir:-.}
program=$(cd "${top_builddir:-.}" && pwd)/gprowse
make_story=${top_builddir:-.}/tests/make_story
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM
n=0
bad=0

[ -x "$make_story" ] || exit 77
"$make_story" "$tmp/cfd" "$tmp/gmon.out" || exit 99
if [ "$(LC_ALL=C.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]; then
	utf8=C.UTF-8
else
	utf8=
fi

for keys in "$srcdir"/tests/screens/*.keys; do
	name=$(basename "$keys" .keys)
	n=$((n + 1))
	read -r locale size presses <"$keys"
	if [ "$locale" = UTF-8 ]; then
		locale=$utf8
		if [ -z "$locale" ]; then
			echo "ok $n - $name # SKIP no UTF-8 locale here"
			continue
		fi
	fi
	(cd "$tmp" && LC_ALL=$locale "$program" --screen="$size" --keys="$presses" cfd gmon.out) \
		>"$tmp/screen" 2>"$tmp/said"
	status=$?
	if [ $status -eq 0 ] && cmp -s "$tmp/screen" "$srcdir/tests/screens/$name.screen"; then
		echo "ok $n - $name"
		continue
	fi
	case ${1-} in
	-a) cp "$tmp/screen" "$srcdir/tests/screens/$name.screen" ;;
	esac
	bad=$((bad + 1))
	echo "not ok $n - $name (status $status)"
	sed 's/^/# /' "$tmp/said"
	diff -u "$srcdir/tests/screens/$name.screen" "$tmp/screen" | sed 's/^/# /'
done
echo "1..$n"
[ $bad -eq 0 ]

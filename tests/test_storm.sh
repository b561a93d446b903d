#!/bin/sh
# test_storm.sh - random keys, sizes, clicks and signals: the browser lives
#
# With CHECK_WIDE there are a hundred thousand of them.
# SPDX-License-Identifier: GPL-3.0-or-later

top=$(cd "${top_builddir:-.}" && pwd)
gprowse=$top/gprowse
programs=$(cd "${srcdir:-.}/tests/programs" && pwd)
events=1500
[ -z "$CHECK_WIDE" ] || events=50000
seed=${STORM_SEED:-1}
n=0

if [ ! -x "$top/tests/storm" ] || [ ! -x "$top/tests/make_story" ]; then
	echo "1..0 # SKIP no libvterm or no cmocka"
	exit 77
fi
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 99
unset GPROF_PATH DEBUGINFOD_URLS

# storm NAME WORD...: on "gprowse WORD...", in a directory where w may write what it likes.
storm() {
	name=$1
	shift
	n=$((n + 1))
	rm -rf here && mkdir here && : >errors
	(cd here && "$top/tests/storm" "$events" "$seed" ../errors "$gprowse" "$@") >out 2>&1
	status=$?
	if [ $status -eq 0 ]; then
		echo "ok $n - $name"
	elif [ $status -eq 77 ]; then
		echo "ok $n - $name # SKIP no pseudo-terminals here"
	else
		echo "not ok $n - $name"
		tail -n 30 out errors | sed 's/^/# /'
	fi
}

# A key that names of files do not begin with searches instead.
mkdir -p config/gprowse
echo 'search <C-s>' >config/gprowse/config
XDG_CONFIG_HOME=$work/config
VISUAL=true
export XDG_CONFIG_HOME VISUAL

"$top/tests/make_story" cfd gmon.out || exit 99
storm "a profile without source" ../cfd ../gmon.out
cp "$programs/sites.c" . && ${CC:-cc} -pg -g -O1 --coverage -o sites sites.c 2>/dev/null &&
	GMON_OUT_PREFIX=sites.gmon ./sites >/dev/null && mv sites.gmon.* sites.gmon &&
	storm "a profile with source" ../sites ../sites.gmon
echo "1..$n"

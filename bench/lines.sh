#!/bin/sh
# lines.sh - gprowse and gprof on source lines: time and memory (make bench)
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	bench/lines.sh [SQLITE]
#
# SQLITE: a directory with the source of SQLite, as its package has it or with sqlite3.c and
# shell.c made.  Without it Debian's source package is fetched, if apt knows where (deb-src).
# Runs in a build directory, as run.sh does, with the same programs; $CC compiles.
# Prints Markdown.  Times are CPU seconds, medians of several runs, which are wall-clock
# seconds where nothing else runs; memory is the peak in MiB.

here=$(cd "$(dirname "$0")" && pwd)
gprowse=$(readlink -f "${GPROWSE:-./gprowse}")
gprof=${GPROF:-gprof}
timeit=$PWD/bench/timeit
cc=${CC:-cc}
sqlite=${1:+$(cd "$1" && pwd)}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
LC_ALL=C.UTF-8
export LC_ALL
cd "$work" || exit 1

# measure RUNS COMMAND...: sets seconds and memory, to "-" if it fails or takes too long.
measure() {
	runs=$1
	shift
	set -- $("$timeit" -t 20 "$runs" timeout 900 "$@" 2>/dev/null)
	seconds=${2:--} memory=${3:--}
}

# over A B: A / B, one digit.
over() {
	awk -v a="$1" -v b="$2" 'BEGIN {
		if (a == "-" || b == "-") print "-"
		else printf (a / b < 10 ? "%.1f\n" : "%.0f\n"), a / b }'
}

# row TITLE PROGRAM WORD...: a listing by both; PROGRAM has its profile beside it.
row() {
	title=$1 program=$2
	shift 2
	measure 1 "$gprof" -b "$@" "$program" "$program.gmon"
	case $seconds in
	0.*) measure 5 "$gprof" -b "$@" "$program" "$program.gmon" ;;
	esac
	theirs=$seconds their_memory=$memory
	measure 9 "$gprowse" -b "$@" "$program" "$program.gmon"
	echo "| $title | $* | $theirs | $seconds | $(over "$theirs" "$seconds") |" \
		"$their_memory | $memory |"
}

# screen TITLE PROGRAM: the first screen with and without debug info, then views of lines.
screen() {
	strip -g -o "$2.stripped" "$2"
	measure 21 "$gprowse" --screen=100x30 "$2.stripped" "$2.gmon"
	without=$seconds
	measure 21 "$gprowse" --screen=100x30 "$2" "$2.gmon"
	with=$seconds
	measure 9 "$gprowse" --screen=100x30 --keys=a "$2" "$2.gmon"
	source=$seconds source_memory=$memory
	measure 9 "$gprowse" --screen=100x30 --keys=l "$2" "$2.gmon"
	echo "| $1 | $without | $with | $source | $seconds | $source_memory |"
}

# build NAME LEVEL SOURCE...: compile, run on standard input, keep the profile.
build() {
	name=$1 level=$2
	shift 2
	rm -f gmon.out
	"$cc" -pg -g "-O$level" -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION \
		-o "$name" "$@" -lm && "./$name" >/dev/null && mv gmon.out "$name.gmon"
}

# The amalgamation of SQLite: sqlite3.c and shell.c in the current directory.
make_sqlite() {
	if [ -z "$sqlite" ]; then
		apt-get source -qq sqlite3 >messages 2>&1 || return 1
		sqlite=$(echo "$PWD"/sqlite3-*/)
	fi
	if [ -e "$sqlite/sqlite3.c" ]; then
		cp "$sqlite/sqlite3.c" "$sqlite/shell.c" "$sqlite/sqlite3.h" .
	else
		mkdir make && (cd make && "$sqlite/configure" --disable-shared &&
			make sqlite3.c shell.c) >messages 2>&1 && cp make/sqlite3.[ch] make/shell.c .
	fi
}

# What SQLite does while it is profiled.
cat >work.sql <<'END'
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c REAL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
	INSERT INTO t SELECT i, hex(i * 7919 % 100003), i * 0.37 FROM n;
CREATE INDEX tb ON t(b);
CREATE INDEX tc ON t(c);
SELECT count(*), sum(length(b)) FROM t WHERE b LIKE '%33%';
SELECT b, count(*) FROM t GROUP BY substr(b, 1, 2) ORDER BY 2 DESC LIMIT 5;
SELECT count(*) FROM t x JOIN t y ON x.a = y.a + 1 WHERE x.c > 100;
UPDATE t SET c = c + 1 WHERE a % 3 = 0;
DELETE FROM t WHERE a % 5 = 0;
VACUUM;
END

sh "$here/genlines.sh" >lines.c
build lines 0 lines.c </dev/null || exit 1
make_sqlite && build sqlite-O0 0 sqlite3.c shell.c <work.sql &&
	build sqlite-O2 2 sqlite3.c shell.c <work.sql && has_sqlite=yes

echo "| program | listing | gprof | gprowse | ratio | gprof MiB | gprowse MiB |"
echo "|---|---|--:|--:|--:|--:|--:|"
row "generated, $(wc -l <lines.c) lines, -O0" lines -l -p
row "generated, $(wc -l <lines.c) lines, -O0" lines -A
if [ "$has_sqlite" = yes ]; then
	lines=$(cat sqlite3.c shell.c | wc -l)
	for level in 0 2; do
		row "SQLite, $lines lines, -O$level" sqlite-O$level -l -p
		row "SQLite, $lines lines, -O$level" sqlite-O$level -A
	done
else
	echo "lines.sh: no source of SQLite; name its directory, or let apt know sources (deb-src)" >&2
fi
echo
echo "| program | first screen, no debug info | with debug info | with source view | with hot lines | source view MiB |"
echo "|---|--:|--:|--:|--:|--:|"
screen "generated, -O0" lines
if [ "$has_sqlite" = yes ]; then
	screen "SQLite, -O0" sqlite-O0
	screen "SQLite, -O2" sqlite-O2
fi

#!/bin/sh
# run.sh - compare the time and memory of gprowse and gprof on large profiles (make bench)
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	bench/run.sh
#
# Runs in a build directory and prints Markdown.  bench/README explains the variables and the
# columns.  SQLITE=DIRECTORY is an unpacked source package, or has sqlite3.c and shell.c; without
# it, apt-get needs a deb-src line.  If gprof takes longer than LIMIT seconds, it is not run on
# larger inputs of the same kind.

gprowse=$(readlink -f "${GPROWSE:-./gprowse}")
gprof=${GPROF:-gprof}
bench=$PWD/bench
limit=${LIMIT:-60}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
LC_ALL=C.UTF-8
export LC_ALL
sqlite=${SQLITE:+$(cd "$SQLITE" && pwd)}
program=${PROGRAM:+$(readlink -f "$PROGRAM")}
cd "$work" || exit 1
ulimit -f 8000000			# blocks: gprof may not fill the disk

# measure MOST COMMAND...: sets $seconds and $memory, to "-" if the command fails or takes longer
# than MOST seconds of real time.
measure() {
	set -- $("$bench/timeit" -t 3 7 timeout "$@" 2>/dev/null)
	seconds=${1:--} memory=${2:--}
}

# theirs TITLE OPTIONS IMAGE PROFILES: measures gprof, unless it took too long before.
theirs() {
	seconds=- memory=-
	case $gave_up in
	*"/$1 $2/"*) ;;
	*)	measure "$limit" "$gprof" $2 "$3" $4
		[ "$seconds" != - ] || gave_up="$gave_up/$1 $2/" ;;
	esac
	their_seconds=$seconds their_memory=$memory
}

# row TITLE SIZE IMAGE WHAT [PROFILES]: prints a line of the table.  WHAT are options of both
# programs, a long option, which gprof does not have, or keys of the browser.  The first screen, for
# which WHAT is empty, is compared with the last listing of gprof.
row() {
	size=$2 image=$3 what=$4 profiles=${5:-$3.gmon} floor=
	case $what in
	--*)	their_seconds=- their_memory=-
		measure 600 "$gprowse" $what "$image" $profiles ;;
	-*)	theirs "$1" "$what" "$image" "$profiles"
		measure 600 "$gprowse" $what "$image" $profiles ;;
	*)	[ -z "$what" ] || their_seconds=- their_memory=-
		measure 600 "$gprowse" --screen=80x24 "--keys=$what" "$image" $profiles
		what="screen${what:+ \`$what\`}" ;;
	esac
	ours=$seconds our_memory=$memory
	case $what in
	*-l*|*\`*) measure 600 "$bench/floor" -l "$image" ;;
	*)	measure 600 "$bench/floor" "$image" $profiles ;;
	esac
	key=before_$(printf %s "$1$what" | tr -c a-zA-Z0-9 _)
	eval "before=\$$key; $key='$size $ours'"
	echo "$ours $their_seconds $seconds $size ${before:-0 0}" | awk \
		-v head="| $1 | $size | $what" -v memory="$our_memory | $their_memory" '{
		ratio = $2 == "-" || $1 == "-" ? "-" : sprintf("%.3g", $2 / $1)
		growth = $5 && $1 != "-" ? sprintf("%.2f", log($1 / $6) / log($4 / $5)) : ""
		floor = $3 > 0 && $1 != "-" ? sprintf("%.1f", $1 / $3) : "-"
		print head " | " $1 " | " $2 " | " ratio " | " memory " | " growth " | " floor " |" }'
}

# shape OPTIONS SHAPE TITLE WHATS SIZE...: prints rows for generated programs.  Commas separate
# WHATS.
shape() {
	options=$1 shape=$2 name=$3 whats=$4
	shift 4
	for size; do
		"$bench/genprof" $options "$shape" "$size" image image.gmon || exit 1
		rows "$name" "$size" image "$whats"
	done
}

# rows TITLE SIZE IMAGE WHATS [PROFILES]: prints a row for each of WHATS, which commas separate.
rows() {
	list=$4,
	while [ -n "$list" ]; do
		row "$1" "$2" "$3" "${list%%,*}" "$5"
		list=${list#*,}
	done
}

# stacks TITLE WORDS...: prints a row for the profile that "genstacks WORDS" writes.  If it is a
# pprof profile, it is compressed and, if go is installed, also read by go tool pprof.
stacks() {
	title=$1 file=stacks read=cat their_seconds=- their_memory=-
	shift
	"$bench/genstacks" "$@" >stacks || exit 1
	if [ "$1" = pprof ]; then
		file=stacks.gz read="gzip -dc"
		gzip -1 -c stacks >stacks.gz
		measure "$limit" go tool pprof -top -symbolize=none stacks.gz
		their_seconds=$seconds their_memory=$memory
	fi
	measure 600 "$gprowse" --screen=80x24 --keys= $file
	ours=$seconds our_memory=$memory
	measure 600 $read $file
	echo "$ours $their_seconds $seconds $(wc -c <stacks)" | awk -v head="| $1, $title" \
		-v memory="$our_memory | $their_memory" '{
		ratio = $2 == "-" || $1 == "-" ? "-" : sprintf("%.3g", $2 / $1)
		speed = $1 == "-" ? "-" : sprintf("%.0f", $4 / 1e6 / $1)
		printf "%s | %.0f | %s | %s | %s | %s | %s | %s |\n", head, $4 / 1e6, $1, speed, $3,
			$2, ratio, memory }'
	rm -f stacks stacks.gz
}

# make_sqlite: compiles and profiles SQLite at two levels of optimization: sqlite-O0, sqlite-O2.
make_sqlite() {
	if [ -z "$sqlite" ]; then
		apt-get source -qq sqlite3 >messages 2>&1 || return 1
		sqlite=$(echo "$PWD"/sqlite3-*/)
	fi
	if [ -e "$sqlite/sqlite3.c" ]; then
		cp "$sqlite"/sqlite3.[ch] "$sqlite/shell.c" .
	else
		mkdir make && (cd make && "$sqlite/configure" --disable-shared &&
			make sqlite3.c shell.c) >messages 2>&1 &&
			cp make/sqlite3.[ch] make/shell.c .
	fi
	for level in 0 2; do
		rm -f gmon.out
		${CC:-cc} -pg -g -O$level -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION \
			-o sqlite-O$level sqlite3.c shell.c -lm &&
			./sqlite-O$level <work.sql >/dev/null &&
			mv gmon.out sqlite-O$level.gmon || return 1
	done
}

# The work of SQLite while it is profiled.
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

echo "| input | size | what | gprowse, s | gprof, s | ratio | MiB | gprof MiB | growth | floor |"
echo "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|"
million=${BIG:+1000000}
shape "" near "functions" "-b,,-s" 10000 30000 100000 $million
shape "" random "functions, calls go far" "-b," 10000 100000 $million
shape "-g 100" near "functions, debug info" "-b,,a,l,-b -l -p" 10000 100000 $million
shape "" random "functions, calls go far" "--view=functions,--view=calls,--view=tree" 10000 100000
shape "" callers "callers of one function" "-b," 20000 200000
shape "" callees "callees of one function" "-b," 20000 200000
shape "" chain "chain of calls" "-b," 10000 100000 $million
shape "" cycle "one cycle" "-b," 10000 100000
"$bench/genprof" near 10000 image image.gmon || exit 1
for size in 50 500; do
	rows "files" "$size" image "-b,,-s" "$(yes image.gmon | head -n $size)"
done
limit=${LIMIT:-200}
if make_sqlite; then
	lines=$(cat sqlite3.c shell.c | wc -l)
	for level in 0 2; do
		rows "SQLite, -O$level" "$lines" sqlite-O$level "-b,,a,l,-b -l -p,-b -A"
	done
else
	echo "run.sh: no source of SQLite; SQLITE=DIRECTORY names it, or let apt know sources" >&2
fi
if [ -n "$program" ]; then
	rows "${program##*/}" "$(wc -c <"$program")" "$program" "-b,,a,l,-b -l -p,-b -A"
fi

# Stacks: the words are the number of different stacks, of frames of their own, the depth, the
# length of names, the number of functions, and that of samples.
echo
echo "| stacks | MB | gprowse, s | MB/s | cat, s | pprof, s | ratio | MiB | pprof MiB |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
stacks "8 frames" folded 100000 3 8 25 5000 1000000
stacks "30 frames" folded 100000 5 30 20 5000 320000
stacks "30 frames of their own" folded 100000 30 30 20 5000 320000
stacks "50 frames, long names" folded 100000 20 50 60 20000 66000
stacks "30 frames" pprof 100000 3 30 40 5000 1000000
stacks "each stack once" pprof 300000 3 30 40 5000 0

# Keys and decoders have nothing to be compared with.
for size in 100000 $million; do
	echo
	"$bench/genprof" random "$size" image image.gmon || exit 1
	"$bench/keys" image image.gmon
done
echo
"$bench/genstacks" pprof 42000 29 30 20 6 0 >stacks || exit 1
"$bench/keys" stacks
rm -f stacks
echo
"$bench/readers" "$work"

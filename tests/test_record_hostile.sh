#!/bin/sh
# test_record_hostile.sh - hostile children of recorded programs, and hostile recordings
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/record_common.sh"

cc=${CC:-cc}
case="recordhostile"
compiles $cc -O1 -pg "$programs/recordhostile.c" -o hostile -pthread || { cases_end; exit; }
$cc -O1 "$programs/recordspoil.c" -o spoil || exit 99
chmod 755 "$work"

# recorded: prints what is in the recordings that are not damaged.
recorded() {
	for file in "$recordings"/*.gprec; do
		"$top/tests/recorded" "$file" 2>/dev/null
	done
}

# A child of another user changes nothing of its parent, whose counts are exact.  It ruins its own
# recording, and only this.
if [ "$(id -u)" -ne 0 ]; then
	skipped "a hostile child of another user" "not root"
else
	for HZ in 0 1000; do
		record ./hostile user "$recordings"
		same "a hostile child of another user, at $HZ Hz" "5 end" "$? $(cat out err)"
		same "its parent's counts" "601000 800" "$(calls "f g" hostile)"
	done
fi
HZ=1000
record ./hostile limit "$recordings"
same "a process without memory that sets its user shares no accounts" "5 end" "$? $(cat out err)"
record ./hostile same "$recordings"
same "a hostile child of the same user" "5 end" "$? $(cat out err)"
"$gprowse" --view=functions "$recordings" >out 2>messages
same "its recording is called damaged" "1 yes" \
	"$? $(grep -c 'recording' messages | awk '{ print ($1 > 0 ? "yes" : "no") }')"

# gprowse record completes what hostile children have left.
"$gprowse" record -F 1000 -o data ./hostile same "$work/data" >out 2>err
same "gprowse record: status and output" "5 end" "$? $(cat out)"

# Recordings are spoiled while they are read.
HZ=1000
record ./hostile none "$recordings"
./spoil "$recordings" &
spoils=$!
worst=0
for i in 1 2 3 4 5 6; do
	for command in --view=functions --export=folded 'control -p -o dump'; do
		timeout "$patience" "$gprowse" $command "$recordings" >out 2>err
		status=$?
		[ "$status" -le "$worst" ] || worst=$status
	done
	rm -rf dump
done
kill "$spoils"
wait "$spoils" 2>/dev/null
ok $((worst > 1)) "recordings are spoiled while they are read"
cases_end

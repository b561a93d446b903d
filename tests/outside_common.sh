# outside_common.sh - for tests of processes that are recorded from outside
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced after sample_common.sh.

# finish: ends the program $pid, whose standard input is descriptor 9.  Fails unless its status is
# 7.
finish() {
	exec 9>&-
	wait "$pid"
	status=$?
	echo "status $status" >>out
	[ "$status" -eq 7 ]
}

# share PATTERN: prints how many percent of the time are in stacks that match PATTERN.
share() {
	"$gprowse" --event=time --export=folded data 2>>messages | PATTERN=$1 awk '
		{ all += $NF }
		$0 ~ ENVIRON["PATTERN"] { n += $NF }
		END { print int(all > 0 ? 100 * n / all : -1) }'
}

# near PERCENT PATTERN: is the share of PATTERN near to PERCENT?  If not, the script's again() makes
# the recording again, at most twice: on a busy machine, there are few samples.
near() {
	for recording in 1 2 3; do
		found=$(share "$2")
		echo "$found % are in $2" >>messages
		[ "$found" -lt $(($1 - 15)) ] || [ "$found" -gt $(($1 + 15)) ] || return 0
		[ $recording -eq 3 ] || again
	done
	return 1
}

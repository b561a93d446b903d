# outside_common.sh - for tests of processes that are recorded from outside
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced after sample_common.sh.

# finish: ends the program $pid, whose standard input is descriptor 9.  Fails unless its status is
# 7.
finish() {
	exec 9>&-
	kill -CONT "$pid" 2>/dev/null
	wait "$pid"
	status=$?
	echo "status $status" >>out
	[ "$status" -eq 7 ]
}

# share PATTERN: prints how many percent of the time are in stacks that match PATTERN.
share() {
	[ -d data ] && [ folded -nt data ] ||
		"$gprowse" --event=time --export=folded data >folded 2>>messages
	PATTERN=$1 awk '
		{ all += $NF }
		$0 ~ ENVIRON["PATTERN"] { n += $NF }
		END { print int(all > 0 ? 100 * n / all : -1) }' folded
}

moment=0.6	# seconds for which a program runs

# longer COMMAND...: does COMMAND, which looks at the recording, succeed?  If not, the script's again()
# makes the recording again, at most twice, and longer: on a busy machine, there are few samples.
longer() {
	for moment in 0.6 2 6; do
		[ $moment = 0.6 ] || again
		"$@"
		failed=$?
		[ $failed -ne 0 ] || break
	done
	moment=0.6
	return $failed
}

# is_share LEAST MOST PATTERN: is the share of PATTERN from LEAST to MOST percent?
is_share() {
	found=$(share "$3")
	echo "$found % are in $3" >>messages
	[ "$found" -ge "$1" ] && [ "$found" -le "$2" ]
}

# near PERCENT PATTERN: is the share of PATTERN near to PERCENT?
near() {
	longer is_share $(($1 - 15)) $(($1 + 15)) "$2"
}

# above PERCENT PATTERN: is the share of PATTERN greater than PERCENT?
above() {
	longer is_share $(($1 + 1)) 100 "$2"
}

#!/bin/sh
# test_blocked.sh - stacks of blocked threads are those that gdb finds
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
command -v gdb >/dev/null || skip_all "no gdb (Debian: gdb)"

# by_gdb PID: prints the functions in_* of each thread of process PID, the outermost one first.  The
# compiler adds to the names of functions that it changes: .isra, .constprop.
by_gdb() {
	timeout "$patience" gdb -nx -batch -iex 'set debuginfod enabled off' -iex 'set pagination off' \
		-p "$1" -ex 'thread apply all backtrace' </dev/null 2>gdb.err | awk '
		function end() { if (stack != "") print stack; stack = "" }
		/^Thread / { end() }
		/^#/ {
			name = $3 == "in" && $2 ~ /^0x/ ? $4 : $2
			sub(/\..*/, "", name)
			if (name ~ /^in_/)
				stack = name (stack != "" ? ";" stack : "")
		}
		END { end() }'
}

# by_recording: prints the same of each stack that waited for 0.1 s or longer.  Most threads do
# nothing but wait, so they count as idle.
by_recording() {
	for event in wait idle; do
		"$gprowse" --event=$event --export=folded data 2>>messages
	done | awk '
		{
			n = split(substr($0, 1, length($0) - length($NF) - 1), frames, ";")
			stack = ""
			for (i = 1; i <= n; i++)
				if (frames[i] ~ /^in_/) {
					sub(/[. ].*/, "", frames[i])
					stack = stack (stack != "" ? ";" : "") frames[i]
				}
			ms[stack] += $NF / 1000000
		}
		END { for (stack in ms) if (stack != "" && ms[stack] >= 100) print stack }'
}

# compare: are at least 99 % of the frames that gdb found in stacks that were recorded?  How threads
# share stacks, is known: each stack is that of one thread.
compare() {
	awk -F';' 'NR == FNR { recorded[$0]; next }
		{ frames += NF; n++; if ($0 in recorded) same += NF; else print "only gdb: " $0 }
		END { print same + 0, "of", frames + 0, "frames, of", n + 0, "threads";
			exit n != 30 || same < 0.99 * frames }' recorded found >messages
}

# follow NAME OPTION...: records ./blocked with the options of record, and compares.
follow() {
	name=$1
	shift
	rm -rf data pipe out
	mkfifo pipe
	timeout "$patience" "$gprowse" record -o data "$@" ./blocked <pipe >out 2>said &
	recorder=$!
	exec 9>pipe
	while kill -0 $recorder 2>/dev/null && ! grep -q ready out; do
		sleep 0.05
	done
	sleep 0.5
	by_gdb "$(sed -n 's/^ready //p' out)" >found
	exec 9>&-
	wait $recorder
	recorded=$?
	if ! [ -s found ]; then
		skipped "$name" "gdb may not attach: $(head -n 1 gdb.err)"
	elif [ $recorded -eq 0 ] && ! ls data/*.gpwait >/dev/null 2>&1; then
		skipped "$name" "the system does not say where threads are blocked"
	else
		by_recording >recorded
		compare
		ok $? "$name"
	fi
}

if built blocked -O2 -fomit-frame-pointer -g0; then
	follow "without frame pointers"
else
	skip_all "a program cannot be compiled: $(head -n 1 messages)"
fi
if built blocked -O2 -fomit-frame-pointer -g0 -static; then
	follow "a static program"
	follow "a static program whose threads are stopped for samples" --clock=timer
else
	skipped "a static program" "$(head -n 1 messages)"
	skipped "a static program whose threads are stopped" "$(head -n 1 messages)"
fi
cases_end

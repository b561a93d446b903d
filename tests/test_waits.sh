#!/bin/sh
# test_waits.sh - gprowse record sees where threads wait
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built waiting || skip_all "a program cannot be compiled: $(head -n 1 messages)"

# waits: prints "MILLISECONDS STACK" of the recording, the outermost frame first.
waits() {
	"$gprowse" $since --event="${1:-wait}" --export=folded data 2>>messages |
		sed 's/^\(.*\) \([0-9]*\)$/\2 \1/' | awk '{ $1 = int($1 / 1000000); print }'
}

# as_user COMMAND...: runs COMMAND as a user without privileges.
as_user() {
	[ "$(id -u)" -ne 0 ] || set -- setpriv --reuid=65534 --clear-groups "$@"
	"$@"
}

# between LOW HIGH PATTERN: are the milliseconds of all stacks that match PATTERN from LOW to HIGH?
between() {
	waits >stacks
	PATTERN=$3 awk -v low="$1" -v high="$2" '
		$0 ~ ENVIRON["PATTERN"] { n += $1; print }
		END { print n + 0, "ms, not from", low, "to", high; exit n < low || n > high }
		' stacks >messages
}

last_recorded='./waiting known'	# for measured()
timeout "$patience" "$gprowse" record -o data $last_recorded >out 2>&1
holds "the program is recorded" [ $? -eq 0 ]
if [ ! -e data/waiting.*.0.gpwait ]; then
	skipped "waits" "the system does not say where threads are blocked"
	cases_end
fi
measured "0.5 s asleep" between 400 800 ';in_sleep;.*nanosleep.*nanosleep\]'
measured "0.7 s for a lock" between 400 1100 ';in_lock;.*;\[futex'
measured "0.3 s for a pipe" between 200 500 ';in_read;.*\[read: fd [0-9]* pipe\]'
measured "no waits in work" between 0 50 ';in_work'
waits wall >stacks
holds "the events add up" awk '/in_work/ && $1 > 20 { work = 1 } /nanosleep/ { sleep = 1 }
	END { exit !work || !sleep }' stacks

measured "the owner of the lock is named" between 400 1100 \
	';in_lock;.*;\[futex: lock held by thread [0-9]* waiting\]'

"$gprowse" --view=threads --format=tsv data >shown 2>&1
holds "the time in which threads could have run is known" awk -F'\t' '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["queue"] == "" || $at["part_kind"] == "process" && $at["queue"] == 0 { bad = 1 }
	$at["part_kind"] == "process" { whole = $at["queue"] }
	$at["part_kind"] == "thread" { sum += $at["queue"] }
	END { exit bad || NR < 4 || sum < 0.999 * whole || sum > 1.001 * whole }' shown

# A file of waits that is damaged: the rest is shown.
for file in data/waiting.*.0.gpwait; do
	cp "$file" whole
	truncate -s 72000 "$file"
	"$gprowse" --event=time --view=functions data >shown 2>said
	holds "a file of waits is cut off" [ $? -eq 1 ]
	holds "one line says so" grep -q "^gprowse: $file: byte 72000: the file is cut off" said
	holds "the samples are shown" grep -q in_work shown
	echo nonsense >"$file"
	"$gprowse" --event=time --view=functions data >shown 2>said
	holds "a file of waits is something else" [ $? -eq 1 ]
	holds "one line says so, too" grep -q "^gprowse: $file: is no recording" said
	cp whole alone
	"$gprowse" --event=wait --view=functions alone >shown 2>messages
	holds "a file of waits is opened alone" grep -q in_sleep shown
done

# A process that is sampled and then executes a program has two files, and is one process.
"$top/tests/visible" "$gprowse" record -o executed sh -c '(i=0; while [ $i -lt 300000 ]
	do i=$((i + 1)); done; exec "$1" "$2" "$3"); true' sh ./waiting idle 7 >out 2>&1
"$gprowse" --view=notes executed >shown 2>&1
holds "each program has a file" [ "$(ls executed/*.gprec | wc -l)" -eq 3 ]
holds "one process executes two programs" \
	grep -q ' 2 processes, 10 threads, 6 of them idle,' shown
holds "the last line has the same numbers" grep -q ' in 2 processes, 10 threads: ' out

# Without a sample, or if all time is omitted, waits are known nevertheless.
timeout "$patience" "$gprowse" record -F 1 -o unsampled ./waiting idle 7 >out 2>&1
"$gprowse" --event=time --view=threads unsampled >shown 2>&1
holds "parts without time have waits" grep -q ' queue s  *wait s ' shown

last_recorded='./waiting idle 7'
timeout "$patience" "$gprowse" record -o data $last_recorded >out 2>&1
measured "idle threads are no waits" between 0 100 ';wait_in_pool;.*;\[futex'
waits idle >stacks
holds "but an event of their own" awk '/;wait_in_pool;/ { n += $1 } END { exit n < 2000 }' stacks
"$gprowse" --event=wait --view=functions data >shown 2>&1
holds "the title says so" grep -q ' 9 threads, 6 of them idle,' shown
"$gprowse" --event=wait --screen=100x60 --keys='$' data >shown 2>&1
measured "a request of a thread of the pool" between 100 700 ';in_request;'
measured "a thread that waits for a lock is not idle" between 500 1200 ';in_lock;'
holds "a key shows them" grep -q wait_in_pool shown
"$gprowse" --event=wait --screen=100x60 --keys='$$' data >shown 2>&1
holds "and the other waits again" grep -q in_sleep shown
"$gprowse" --event=wait --view=threads --format=tsv data 2>&1 | columns wait >shown
holds "threads are sorted by their waits" sort -c -g -r shown

# whole NAME PERCENT: have the stacks with NAME as many milliseconds as the program says, or at
# least PERCENT of them?
whole() {
	between $(awk -v name="$1" -v percent="$2" '
		$1 == name { print int(percent * $2 / 100), int(1.25 * $2) }' with) ";$1;"
}

last_recorded='./waiting ends'
timeout "$patience" "$gprowse" record -o data $last_recorded >with 2>&1
measured "threads that begin and end" whole in_brief 65
measured "a process that is killed, and becomes a zombie" whole in_killed 75
"$gprowse" --event=wait --view=functions data >shown 2>&1
holds "each thread is seen" [ "$(sed -n '1s/.* \([0-9]*\) threads.*/\1/p' shown)" -ge 10 ]
# A child that waits has no recording until it is sampled or ends.
last_recorded='./waiting forks'
timeout "$patience" "$gprowse" record -o data $last_recorded >with 2>&1
measured "children that only wait" between 2500 3600 ';in_child;.*nanosleep\]'
measured "a child that then works, and waits again" between 400 900 ';in_sleep;.*nanosleep\]'
holds "each child has one file of waits" [ "$(ls data/waiting.*.gpwait | cut -d . -f 2 | uniq |
	wc -l)" -ge 4 -a -z "$(ls data/waiting.*.gpwait | cut -d . -f 2 | uniq -d)" ]
# children: prints the files of waits of children that have no recording yet.
children() {
	for file in reset/*.gpwait; do
		[ ! -e "$file" ] || [ -e "${file%gpwait}gprec" ] || echo "$file"
	done
}
timeout "$patience" "$gprowse" record -o reset ./waiting forks >out 2>&1 &
recorder=$!
tries=0
until [ $((tries += 1)) -gt 300 ] || [ -n "$(children)" ]; do
	sleep 0.02
done
files=$(children)
"$gprowse" control -r reset >found 2>&1
[ -n "$files" ] && for file in $files; do
	[ -e "$file.base" ] || [ -e "${file%gpwait}gprec" ] || echo "$file"
done >missing
holds "a reset also changes their files" [ -n "$files" -a ! -s missing ]
wait $recorder
for file in data/waiting.*.0.gprec; do
	rm -f "${file%gprec}gpwait"
	break
done
"$gprowse" --view=notes data >shown 2>&1
holds "a note says which waits are missing" \
	grep -q '^It was not seen where [12] of [0-9] processes waited' shown

# Ten ways to wait, of 20 threads.  The program says how long it waited in each; figures of waits of
# 1 to 5 ms, in_moment, are estimates, which need a longer run.
slack=30
brief=1000
ms=3000
[ "${CHECK_WIDE:-no}" = no ] || { slack=3 brief=10 ms=10000; }
as_told() {
	waits | awk -v slack=$slack -v brief=$brief '
		NR == FNR { told[$1] = $2; next }
		{
			for (place in told) {
				split(place, name, ";")
				if (index($0, ";" name[1] ";") > 0 && index($0, ";" name[2] ";") > 0)
					seen[place] += $1
			}
		}
		END {
			for (place in told) {
				may = told[place] * (place ~ /moment/ ? brief : slack) / 100
				off = seen[place] - told[place]
				bad = off < -may || off > may
				print place, told[place], "ms, seen", seen[place]
				any += bad
				n++
			}
			exit any || n != 10
		}' with - >messages
}
# On a busy machine, fewer looks at the threads decide.  Then the program runs longer.
for ms in $ms 9000 20000; do
	rm -rf data
	timeout "$patience" "$gprowse" record -o data ./waiting many "$ms" >with 2>&1
	as_told && break
done
as_told
ok $? "ten ways to wait"

# owned FUNCTION NAME: does FUNCTION wait for a lock that the thread NAME has, and no other?
owned() {
	waits >stacks
	awk -v place=";$1;" -v name=" $2]" '
		index($0, place) > 0 && /lock held by thread/ {
			n += $1
			if (index($0, name) == 0)
				bad += $1
		}
		END { exit n < 200 || bad > 0 }' stacks
}
last_recorded='./waiting owners'
timeout "$patience" "$gprowse" record -o data $last_recorded >with 2>&1
measured "a lock that a thread has" owned 'wait_for_owner;in_mutex' first
measured "and then another thread" owned in_other_mutex second

# named: do both threads that got a name have it, and no other thread?
named() {
	"$gprowse" --view=threads data >messages 2>&1
	[ "$(grep -cE '  thread (with15character|only15asleeping) [0-9]' messages) of $(
		grep -c '  thread ' messages)" = '2 of 3' ]
}

# A thread has one name, its last, wherever its figures come from.
"$gprowse" record --clock=perf -o data true >messages 2>&1
has_perf=$?
for clock in timer perf; do
	if [ $clock = perf ] && [ $has_perf -ne 0 ]; then
		skipped "the names of threads, with the perf clock" "$(head -n 1 messages)"
		continue
	fi
	last_recorded="--clock=$clock ./waiting named"
	timeout "$patience" "$gprowse" record -o data $last_recorded >with 2>&1
	measured "the names of threads, with the $clock clock" named
done

# executed NAME: has a process NAME, and no other that runs this program, time and waits?
executed() {
	"$gprowse" --view=threads --event=wall --format=tsv data 2>&1 |
		columns part_kind part time wait >messages
	awk -v name="$1" '
		$1 == "process" && index($2, "named") == 1 {
			n++
			good = $2 == name && $(NF - 1) > 0.1 && $NF > 0.3
		}
		END { exit n != 1 || !good }' messages
}
# A program that others have executed, by a link whose name is shorter.
if [ $has_perf -eq 0 ]; then
	cp waiting named3.11
	ln -s named3.11 named3
	printf '#!/bin/sh\nexec env X=1 ./named3 named\n' >shim
	chmod 755 shim
	last_recorded="--clock=perf ./shim"
	timeout "$patience" "$gprowse" record -o data $last_recorded >with 2>&1
	measured "a program that others have executed is one process" executed named3
else
	skipped "a program that others have executed is one process" "no perf clock"
fi

# contained: as named(), and do the threads of the container wait where they do?
contained() {
	named && "$gprowse" --view=threads --format=tsv data 2>&1 | columns part_kind part wait |
		awk '$1 == "process" && $2 == "waiting" { processes++; process = $4 }
		$2 == "only15asleeping" { thread = $4 }
		END { exit !(processes == 1 && process > 0.4 && thread > 0.4) }' &&
		[ "$(ls data | grep -c '^waiting.*\.gpwait$')" -eq 1 ]
}
# A shell that goes on is process 1 of the container.
printf '#!/bin/sh\n./waiting named\nexit $?\n' >in_container
chmod 755 in_container
for clock in timer perf; do
	if ! unshare --user --map-root-user --pid --fork true 2>messages ||
			{ [ $clock = perf ] && [ $has_perf -ne 0 ]; }; then
		skipped "a container, with the $clock clock" "$(head -n 1 messages)"
		continue
	fi
	last_recorded="--clock=$clock unshare --user --map-root-user --pid --fork ./in_container"
	timeout "$patience" "$gprowse" record -o data $last_recorded >with 2>&1
	measured "a container, with the $clock clock" contained
done

if unshare --user --map-root-user --pid --fork true 2>messages; then
	printf '#!/bin/sh\n./waiting forks\nexit $?\n' >forks_in_container
	chmod 755 forks_in_container
	last_recorded="unshare --user --map-root-user --pid --fork ./forks_in_container"
	timeout "$patience" "$gprowse" record -o data $last_recorded >with 2>&1
	measured "children that only wait, in a container" between 2500 3600 \
		';in_child;.*nanosleep\]'
else
	skipped "children that only wait, in a container" "$(head -n 1 messages)"
fi

# What the system says of a process is long if the process is in many groups.
groups="setpriv --groups $(seq -s , 100001 100900)"
if $groups unshare --pid --fork true 2>messages; then
	last_recorded="$groups unshare --pid --fork ./in_container"
	timeout "$patience" "$gprowse" record -o data $last_recorded >with 2>&1
	measured "a container, and many groups" contained
else
	skipped "a container, and many groups" "$(head -n 1 messages)"
fi

# confined NAME COMMAND...: a case that passes if the same is seen when COMMAND runs gprowse record.
confined() {
	name=$1
	shift
	rm -rf open
	mkdir -m 777 open
	"$@" "$gprowse" record -o open/data ./waiting owners >messages 2>&1
	status=$?
	rm -rf data
	mv open/data data
	rmdir open
	[ $status -eq 0 ] && owned 'wait_for_owner;in_mutex' first
	ok $? "$name"
}
chmod 755 "$work"
if [ "$(id -u)" -ne 0 ] || command -v setpriv >/dev/null; then
	confined "by an ordinary user" as_user
else
	skipped "by an ordinary user" "no setpriv (Debian: util-linux)"
fi
if unshare -Ur true 2>/dev/null; then
	confined "in a namespace of users" unshare -Ur
else
	skipped "in a namespace of users" "the system has none"
fi
# As in containers, see seccomp(2).
if built sandbox && ./sandbox /bin/true; then
	confined "where process_vm_readv() is forbidden" ./sandbox
else
	skipped "where process_vm_readv() is forbidden" "the system has no filters of system calls"
fi

last_recorded='./waiting last'
timeout "$patience" "$gprowse" record -o data $last_recorded >with 2>&1
measured "the last wait of a program" whole in_last 75

# Waits are written some moments after they end.
timeout "$patience" "$gprowse" record -o data ./waiting twice >out 2>&1 &
recorder=$!
while kill -0 $recorder 2>/dev/null && ! grep -q half out; do
	sleep 0.05
done
sleep 0.5
timeout "$patience" "$gprowse" --screen=100x9 --event=queue data >shown 2>&1
child=$(ls data/waiting.*.0.gprec | cut -d . -f 2)
timeout "$patience" "$gprowse" --screen=100x30 --event=wait "$child" >by_number 2>&1
"$gprowse" control -r data >found 2>&1
wait $recorder
ok $? "a program is reset"
holds "while it runs, the time without a processor is an event" grep -q 'running.* queue ' shown
holds "the waits of a process that is named by its number" grep -q in_sleep by_number
since=
holds "waits since the reset" between 300 4000 ';in_second;'
holds "none from before" between 0 0 ';in_sleep;'
since=--since=start
holds "waits since the start" between 300 1000 ';in_sleep;'
since=

if [ "$(id -u)" -ne 0 ] || command -v setpriv >/dev/null; then
	chmod 755 "$work"
	rm -rf data
	mkdir -m 777 open
	as_user timeout "$patience" "$gprowse" record -o open/data ./waiting hidden >out 2>&1
	mv open/data data
	holds "the waits of a process that is protected" between 200 1000 ' \[unknown wait\]$'
	"$gprowse" --view=notes data >notes 2>&1
	holds "a note says why" grep -q 'did not tell where threads of a process waited' notes
	rm -rf data
else
	skipped "a process that is protected" "no setpriv (Debian: util-linux)"
fi

# A wait that goes on after a stop.
"$gprowse" record -o data sleep 1 >out 2>&1 &
recorder=$!
tries=0
until child=$(tr -d ' ' <"/proc/$recorder/task/$recorder/children") && [ -n "$child" ] &&
		grep -q nanosleep "/proc/$child/wchan" || [ $((tries += 1)) -gt 100 ]; do
	sleep 0.05
done
kill -STOP "$child"
sleep 0.1
kill -CONT "$child"
wait $recorder
waits >stacks
holds "a wait that goes on after a stop has a name" awk '
	/\[(clock_nanosleep|restart_syscall)\]/ { n += $1 } /\[system call/ { bad = 1 }
	END { exit bad || n < 400 }' stacks

# forged OWNER: is another process looked at for a file that OWNER put into the recording, and that
# says that gprowse record writes it?
forged() {
	rm -rf data
	"$gprowse" record -o data sleep 2 >out 2>&1 &
	recorder=$!
	tries=0
	until [ -e data/gprowse-session ] || [ $((tries += 1)) -gt 100 ]; do
		sleep 0.05
	done
	{
		printf 'set pid %s\nset outer_pid %s\nset from_outside 1\nset ended 0\n' \
			$other $other
		sed -n 's/^session /&/p' data/gprowse-session
		echo "program $(readlink /proc/$other/exe)"
	} | "$top/tests/make_recording" forged.gprec && chown "$1" forged.gprec &&
		mv forged.gprec "data/other.$other.0.gprec"
	wait $recorder
	[ -e "data/other.$other.0.gpwait" ]
}
if [ "$(id -u)" -eq 0 ]; then
	sleep 60 &
	other=$!
	holds "a process is looked at for the file of the same user" forged 0
	! forged 65534
	ok $? "but not for that of another user"
	kill $other
else
	skipped "files of other users" "not root"
fi

timeout "$patience" "$gprowse" record -o data ./waiting interrupted >out 2>&1
holds "no wait is interrupted" grep -q '^0 waits interrupted' out
timeout "$patience" "$gprowse" record --wait=off -o data ./waiting interrupted >out 2>&1
holds "waits can be off" [ ! -e data/waiting.*.gpwait ]
"$gprowse" record --wait=x true 2>said
holds "the rate is a number" grep -q 'gprowse: --wait=x: it is off, or a number from 0 to' said
cases_end

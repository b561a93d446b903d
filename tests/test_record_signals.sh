#!/bin/sh
# test_record_signals.sh - signals to gprowse record reach the program once
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built countsignals || skip_all "a program cannot be compiled: $(head -n 1 messages)"
counter=$PWD/countsignals

# begin [COMMAND...]: starts a program that counts signals as COMMAND's argument, and waits until it
# counts.  $recorder becomes the number of the process.
begin() {
	rm -f ready stop counted
	"$@" "$gprowse" record -o data "$counter" count >out 2>messages &
	recorder=$!
	for try in $(seq 600); do
		[ ! -e ready ] || break
		sleep 0.05
	done
}

# finish: ends the program.
finish() {
	sleep 0.1		# a signal may come twice
	touch stop
	wait $recorder 2>/dev/null
}

# arrived N: waits until the program has counted N signals.  On a busy machine, it gets them late,
# and a signal that comes before the last one was delivered is lost, also without gprowse.
arrived() {
	for try in $(seq 600); do
		[ "$(wc -c <counted)" -lt "$1" ] || break
		sleep 0.05
	done
}

# number COUNTS: prints how many signals these are.
number() {
	echo "$1" | awk '{ for (i = 2; i <= NF; i += 2) n += $i; print n }'
}

# got NAME COUNTS: a case that passes if the program got these signals.
got() {
	arrived "$(number "$2")"
	finish
	same "$1" "$2" "$(cat out)"
}

# got_either NAME COUNTS OTHER: like got(), for a sender that sends twice at almost the same time.
# A program gets such a signal once or twice, also without gprowse.
got_either() {
	arrived "$(number "$2")"
	finish
	case $(cat out) in
	"$3") same "$1" "$3" "$(cat out)" ;;
	*) same "$1" "$2" "$(cat out)" ;;
	esac
}

begin
kill -USR1 $recorder
got "from the shell that runs gprowse" " USR1 1"
begin
(kill -USR1 $recorder)
got "from another child of the shell" " USR1 1"
begin
(kill -USR1 $recorder; arrived 1; sleep 0.05; kill -USR1 $recorder)
got "from a subshell, twice" " USR1 2"
begin
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	kill -USR1 $recorder
	arrived $i
	sleep 0.03
done
got "many" " USR1 20"
begin
for name in ABRT ALRM CONT HUP INT IO PIPE PROF PWR QUIT TERM URG USR1 USR2 VTALRM WINCH XCPU; do
	(kill -$name $recorder)
done
got "of each kind" " HUP 1 INT 1 QUIT 1 ABRT 1 USR1 1 USR2 1 PIPE 1 ALRM 1 TERM 1 CONT 1 URG 1 XCPU 1 \
VTALRM 1 PROF 1 WINCH 1 POLL 1 PWR 1"
begin
(kill -38 $recorder)
(kill -38 $recorder)
got "real-time signals are queued" " RTMIN+$((38 - $(kill -l RTMIN 2>/dev/null || echo 34))) 2"

# To the whole process group.  In a session of its own, gprowse leads the group.
begin "$counter" leader
(kill -USR1 -$recorder)
got "to the process group" " USR1 1"
begin "$counter" leader
(kill -USR2 -$recorder)
arrived 1
sleep 0.1
(kill -USR2 $recorder)
got "to the process group, then to gprowse" " USR2 2"
if command -v pkill >/dev/null; then
	begin "$counter" leader
	pkill -USR1 -g $recorder
	got "to each process of the group" " USR1 1"
	begin
	pkill -USR1 -f "$counter count"
	got "to each process with this command" " USR1 1"
else
	skipped "to each process of the group" "there is no pkill"
fi
begin timeout -s USR1 0.5
sleep 0.7
got_either "from timeout(1)" " USR1 1 CONT 1" " USR1 2 CONT 1"

# The same, but gprowse gets both signals before the witness gets that to the group.
cat >late.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	pid_t recorder = atoi(argv[1]), witness = atoi(argv[2]), program = atoi(argv[argc - 1]);
	kill(recorder, SIGUSR1);
	usleep(4000);
	kill(recorder, SIGUSR1);
	usleep(1000);
	kill(witness, SIGUSR1);
	kill(program, SIGUSR1);
	sleep(1);
	return 0;
}
END
if command -v pgrep >/dev/null && ${CC:-cc} -o late late.c 2>messages; then
	# On a busy machine, the signals may be further apart.
	for try in 1 2 3 4 5; do
		begin "$counter" leader
		./late $recorder "$(pgrep -x -g $recorder gprowse-group)" \
			"$(pgrep -P $recorder -f countsignals)"
		finish
		[ "$(cat out)" != " USR1 1" ] || break
	done
	same "when the group gets a signal late" " USR1 1" "$(cat out)"
else
	skipped "when the group gets a signal late" "there is no pgrep, or no compiler"
fi
begin "$counter" leader
(kill -STOP -$recorder)
(kill -CONT -$recorder)
got "the group is stopped and continued" " CONT 1"

# Other things that gprowse gets instead of the program.
same "a timer expires in the program" "signal ALRM, 0 of SIGUSR1" \
	"$(./countsignals parent ./countsignals alarm "$gprowse" record -o data sleep 60)"
same "the program sends a signal to its parent" "status 3, 1 of SIGUSR1" \
	"$(./countsignals parent "$gprowse" record -o data sh -c 'kill -USR1 $PPID; sleep 0.1; exit 3')"
same "a signal ends the program" "signal SEGV, 0 of SIGUSR1" \
	"$(./countsignals parent "$gprowse" record -o data sh -c 'kill -SEGV $$')"
same "SIGKILL ends the program" "signal KILL, 0 of SIGUSR1" \
	"$(./countsignals parent "$gprowse" record -o data sh -c 'kill -KILL $$')"
nothing "no core file is written" "$(ls | grep '^core')"

# A terminal: the program gets what is typed once, and stops and continues together with gprowse.
bash=$(command -v bash) && [ -x "$top/tests/on_terminal" ] || {
	skipped "keys of a terminal" "there is no bash, or tests/on_terminal was not built"
	cases_end
	exit
}
until_ready="timeout $patience sh -c 'until test -e ready; do sleep 0.05; done'"
cat >terminal <<END
wait \$
type $gprowse record -o data $counter count
enter
run $until_ready
type $(printf '\003')
run sleep 0.1
type $(printf '\003')
run sleep 0.1
type $(printf '\034')
run sleep 0.1
type $(printf '\032')
wait Stopped
type fg
enter
run sleep 0.2
run touch stop
wait  INT 2 QUIT 1 CONT 1
type exit 0
enter
end 0
END
rm -f ready stop
PS1='$ ' PS2='' "$top/tests/on_terminal" 80 24 "$bash" --norc --noediting -i <terminal >messages 2>&1
status=$?
if [ $status -eq 77 ]; then
	skipped "keys of a terminal" "there is no terminal"
else
	ok $status "keys of a terminal"
fi
# bash does not go on with a script if a command was ended by SIGINT.
cat >terminal <<END
run $until_ready
type $(printf '\003')
wait ended
end 0
END
rm -f ready stop
cat >script <<END
$gprowse record -o data sh -c 'touch ready; sleep 60'
touch went_on
END
"$top/tests/on_terminal" 80 24 "$bash" -c "trap : INT; $bash script; echo ended" <terminal \
	>messages 2>&1
status=$?
if [ $status -eq 77 ]; then
	skipped "a script is interrupted" "there is no terminal"
else
	ok $status "a script is interrupted"
	holds "it does not go on" [ ! -e went_on ]
fi
cases_end

# control_common.sh - for tests of gprowse control: a program that counts calls when it is told to
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced after tap.sh.

[ -e "$top/libgprowse.so" ] || skip_all "libgprowse.so was not built"
[ "${SANITIZE:-no}" != yes ] || skip_all "sanitizers do not allow that a library is preloaded"
mkfifo told said || exit 99

# start COMMAND...: runs COMMAND, which executes programs/controlled.c, in the background.  $started
# becomes the number of its process, $total the calls of f().
start() {
	"$@" <told >said 2>ended &
	started=$!
	exec 3>told 4<said
	read -r total <&4
}

# start_recorded OPTION...: records `controlled 4` with OPTIONs.  $pid becomes the number of its
# process, $file its recording.
start_recorded() {
	start "$gprowse" record -F 0 "$@" ./controlled 4
	set -- gprowse.data/controlled.*.gprec
	file=$1
	pid=${file#*/controlled.}
	pid=${pid%%.*}
}

# tell LINE: sends LINE to the program.  $total becomes the number of calls of f() until then.
tell() {
	echo "$1" >&3
	read -r total <&4
}

# finish: ends the input of the program, so that it ends, and waits for it.
finish() {
	exec 3>&-
	wait $started
	exec 4<&-
}

control() {
	timeout "$patience" "$gprowse" control "$@"
}

# fact NAME TARGET: prints what `gprowse control TARGET` says about NAME.
fact() {
	control "$2" | awk -v name="$1" '$1 == name { $1 = ""; print substr($0, 2) }'
}

# count_calls ARGUMENT...: prints the calls of f() that gprowse ARGUMENT shows.
count_calls() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages | awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		$column["name"] == "f" { n += $column["calls"] }
		END { printf "%d\n", n }'
}

# fails NAME TEXT COMMAND...: a case that passes if COMMAND writes one line, which contains TEXT,
# and exits with status 1.
fails() {
	name=$1 text=$2
	shift 2
	"$@" >stdout 2>messages
	status=$?
	echo "status $status, wanted: $text" >differences
	[ $status -eq 1 ] && [ ! -s stdout ] && [ "$(wc -l <messages)" -eq 1 ] &&
		grep -qF -e "$text" messages
	ok $? "$name"
	rm -f differences
}

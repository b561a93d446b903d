# tap.sh - for all test scripts: a temporary directory, and cases in TAP
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced.  Changes to $work, an empty directory that is removed at the end.  A script ends
# with cases_end.

srcdir=$(cd "${srcdir:-.}" && pwd) || exit 99
top=$(cd "${top_builddir:-.}" && pwd) || exit 99
gprowse=${GPROWSE:-$top/gprowse}
programs=$srcdir/tests/programs
vectors=$srcdir/tests/vectors
unset CDPATH COLUMNS GPROF_PATH DEBUGINFOD_URLS POSIXLY_CORRECT GMON_OUT_PREFIX GPROWSE_RECORD \
	GPROWSE_RECORD_SESSION GPROWSE_RECORD_HZ GPROWSE_RECORD_STACKS GPROWSE_RECORD_OFF \
	GPROWSE_RECORD_FILTERS

work=$(mktemp -d) && work=$(cd "$work" && pwd -P) || exit 99
trap '[ -n "$none_left" ] || kill -KILL $(left) 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
cd "$work" || exit 99
n=0
none_left=

# left: prints the processes, without this shell, whose directory or program is in $work.  To be
# called only as $(left), because it leaves $work.
left() {
	cd / && ls -l /proc/[0-9]*/cwd /proc/[0-9]*/exe 2>/dev/null | awk -v work="$work" -v shell=$$ '
		split($0, part, " -> ") == 2 && index(part[2] "/", work "/") == 1 {
			sub(/.*\/proc\//, "", part[1])
			sub(/\/.*/, "", part[1])
			if (part[1] != shell && !seen[part[1]]++)
				print part[1]
		}'
}

# skip_all WHY: skips all cases, and exits with 77.
skip_all() {
	printf '%s\n' "1..0 # SKIP $1"
	exit 77
}

# Time limit of a command in seconds.  Programs with sanitizers are slow.
patience=60
[ "${SANITIZE:-no}" != yes ] || patience=600

# To look for leaks takes longer than most runs of gprowse.  With CHECK_BRIEF, it is left to the
# unit tests, the golden screens and the fuzzers.
if [ -n "$CHECK_BRIEF" ] && [ "${SANITIZE:-no}" = yes ]; then
	ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
	export ASAN_OPTIONS
fi

# under_memcheck: does valgrind run the program (make check-wide)?
under_memcheck() {
	[ "${MEMCHECK:-no}" = yes ]
}

# no_room COMMAND...: runs COMMAND with a file size limit of 0.  Sanitizers then write their reports
# to standard error.
no_room() (
	ulimit -f 0
	ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}log_path=stderr
	UBSAN_OPTIONS=${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}log_path=stderr
	export ASAN_OPTIONS UBSAN_OPTIONS
	exec "$@"
)

# ok STATUS NAME: reports a case, which passed if STATUS is 0.  If it failed, prints the files out,
# messages and differences.  NAME is not written by echo, which makes \000 a NUL in some shells:
# then the summary counts no case of the script.
ok() {
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then
		printf '%s\n' "ok $n - $2"
	else
		printf '%s\n' "not ok $n - $2"
		(cd "$work" && sed 's/^/# /' out messages differences 2>/dev/null | head -n 100 | cat -v)
	fi
}

# holds NAME COMMAND...: a case that passes if COMMAND succeeds.
holds() {
	name=$1
	shift
	"$@" >"$work/messages" 2>&1
	ok $? "$name"
}

# nothing NAME FOUND: a case that passes if FOUND is empty.
nothing() {
	printf '%s\n' "$2" >"$work/messages"
	[ -z "$2" ]
	ok $? "$1"
}

# same NAME EXPECTED FOUND: a case that passes if the two texts are equal.
same() {
	printf 'expected %s\nfound %s\n' "$2" "$3" >"$work/messages"
	[ "$2" = "$3" ]
	ok $? "$1"
}

# skipped NAME WHY: reports a skipped case.
skipped() {
	n=$((n + 1))
	printf '%s\n' "ok $n - $1 # SKIP $2"
}

# needs NAME PROGRAM PACKAGE: is PROGRAM installed?  If not, the case NAME is skipped, and the
# reason names PACKAGE.
needs() {
	command -v "$2" >/dev/null && return
	skipped "$1" "no $2 (Debian: $3)"
	return 1
}

# find_python: sets $python to the path of the interpreter.  The python3 in $PATH may be a script
# that starts a hundred processes until it has found the interpreter, so it is asked only once.
find_python() {
	[ -s "$work/.python" ] ||
		command python3 -c 'import sys; print(sys.executable)' >"$work/.python"
	read -r python <"$work/.python"
}

# python3 ARGUMENT...: runs the interpreter, if there is one.
if command -v python3 >/dev/null; then
	python3() {
		find_python && "$python" "$@"
	}
fi

# columns ID...: reads a view as TSV, and prints the columns ID of each row, separated by blanks.
columns() {
	awk -F '\t' -v ids="$*" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(ids, id, " "); next }
		{ for (i = 1; i <= n; i++) printf "%s%s", id[i] in at ? $at[id[i]] : "no " id[i], \
			i < n ? " " : "\n" }'
}

# exports: prints the names of all exports, one on each line.
exports() {
	sed -n 's/^EXPORT("\([^"]*\)".*/\1/p' "$srcdir/src/cli/exports.def"
}

# sampled SECONDS PROGRAM [ARGUMENT...]: runs ./PROGRAM, which was compiled with -pg, until gmon.out
# has samples for SECONDS.  Fails if ten runs do not have them: a short run may have no samples on a
# busy machine, or on a virtual machine that stands still.
sampled() {
	seconds=$1
	shift
	for run in 1 2 3 4 5 6 7 8 9 10; do
		rm -f ./*.gcda
		"./$@" >/dev/null 2>&1 && [ -s gmon.out ] || return 1
		"$gprowse" --view=functions --format=tsv "$1" gmon.out 2>/dev/null |
			columns self | awk -v least="$seconds" '{ time += $1 }
				END { exit time < least - 0.001 }' && return
	done
	return 1
}

# cases_end: prints the plan.  A process that a case has left is an error.
cases_end() {
	# A process that was killed needs time until it is gone.
	for try in 1 2 3 4 5 6 7 8 9 10; do
		processes=$(left)
		[ -n "$processes" ] || break
		sleep 0.$try
	done
	[ -z "$processes" ] || processes=$(left)
	if [ -n "$processes" ]; then
		for process in $processes; do
			tr '\0' ' ' <"/proc/$process/cmdline"
			echo
		done >"$work/messages" 2>/dev/null
		ok 1 "no process is left"
	else
		none_left=yes
	fi
	echo "1..$n"
}

#!/bin/sh
# wide.sh - run the test suite in other configurations and systems: wide.sh [PART...]
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	sanitize-gcc sanitize-clang	address, undefined-behaviour and leak sanitizers
#	clang lint			warnings are errors; clang-tidy and cppcheck
#	valgrind			every program of the test suite under memcheck
#	bookworm trixie i386		Debian 12 and 13, and 32 bits, from a bare system
#	s390x arm64			a cross build for s390x (big-endian) and arm64, under qemu
#
# Bare systems need root, debootstrap, a network and, for qemu, qemu-user-static.  They are
# installed from the mirror $WIDE_MIRROR (default: that of debootstrap) and, if WIDE_ROOTS is set,
# kept in $WIDE_ROOTS for the next run.  A part that cannot run is skipped with the reason.  Logs
# are written to $WIDE_LOGS (default: wide.logs).  The parts valgrind, s390x and arm64 take hours:
# if $WIDE_TESTS is set, they run the tests that it names.

srcdir=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd) || exit 99
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
roots=${WIDE_ROOTS:-$work/roots}
logs=${WIDE_LOGS:-$PWD/wide.logs}
jobs=$(getconf _NPROCESSORS_ONLN)
mkdir -p "$logs" "$roots" || exit 99

# have TOOL...: are all tools installed?  If not, the file "why" says which is missing.
have() {
	for tool in "$@"; do
		command -v "$tool" >/dev/null || { echo "no $tool" >"$work/why"; return 1; }
	done
}

# built CONFIGURE-ARGUMENT...: builds and runs the test suite in a new directory.
built() {
	mkdir "$work/$part" && cd "$work/$part" && "$srcdir/configure" --enable-werror "$@" &&
		make -j"$jobs" && make -j"$jobs" check
}

# under_valgrind: replaces every program of the build by a script that starts the program under
# memcheck, and runs the test suite.  Reports go to files; an error has a line with "at".  "Possibly
# lost" memory is not reported, because ncurses keeps a tree whose pointers have a bit set.
# SANITIZE tells the tests that programs are slow and large.  MEMCHECK tells them that memcheck
# differs from the system: it does not stop, and it opens closed standard files.  Registers are
# exact at each access, because an access that a signal handler made valid is repeated.  memcheck
# writes a file at its start, so the program runs without memcheck if a test lets no file grow.
# gprowse looks for libgprowse.so in its own directory.  A child that could not execute a program,
# and ends without freeing anything, reports nothing.
under_valgrind() {
	have valgrind || return 77
	valgrind=$(command -v valgrind)		# a test may set another $PATH
	reports=$work/reports
	mkdir "$work/$part" "$reports" && cd "$work/$part" &&
		"$srcdir/configure" CFLAGS='-g -O1' && make -j"$jobs" && make -j"$jobs" check TESTS= || return
	mkdir -p real/tests && ln -s "$PWD/libgprowse.so" real || return
	for program in gprowse tests/test_* tests/fuzz_* tests/make_pack tests/make_story; do
		[ -f "$program" ] && [ -x "$program" ] || continue
		mv "$program" "real/$program"
		cat >"$program" <<-END
			#!/bin/sh
			[ "\$(ulimit -f)" != 0 ] || exec '$PWD/real/$program' "\$@"
			exec '$valgrind' -q --child-silent-after-fork=yes \\
				--leak-check=full --show-leak-kinds=definite,indirect \\
				--vex-iropt-register-updates=allregs-at-mem-access \\
				--log-file='$reports/%p' '$PWD/real/$program' "\$@"
		END
		chmod +x "$program"
	done
	TEST_LIMIT=7200 MEMCHECK=yes SANITIZE=yes \
		make -j"$jobs" check ${WIDE_TESTS:+TESTS="$WIDE_TESTS"}
	status=$?
	find "$reports" -type f -exec grep -l '^==[0-9]*==    at ' {} + >found
	[ ! -s found ] || { xargs cat <found; return 1; }
	return $status
}

# bare SUITE ARCHITECTURE COMMAND: runs COMMAND in a minimal Debian system, which has the source in
# /gprowse.  Its mounts and processes end with it.
bare() {
	have debootstrap git unshare || return 77
	[ "$(id -u)" -eq 0 ] || { echo "not root" >"$work/why"; return 77; }
	root=$roots/$part
	[ -f "$root/etc/debian_version" ] ||
		debootstrap --variant=minbase --arch="$2" "$1" "$root" $WIDE_MIRROR || return
	rm -rf "$root/gprowse" && mkdir "$root/gprowse" &&
		(cd "$srcdir" && git ls-files -z | tar -c --null -T -) |
		tar -x --no-same-owner -C "$root/gprowse" || return
	personality=
	[ "$2" = i386 ] && personality="setarch i386"
	$personality unshare --mount --pid --fork --kill-child sh -c '
		mount -t proc proc "$0/proc" &&
		mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts" &&
		exec chroot "$0" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
			sh -c "$1"' "$root" "$3"
}

# On 32-bit systems, GNU gprof counts calls in 32 bits, and its rounding depends on the processor.
# gprowse prints the same on all systems, so it is compared with the 64-bit gprof of amd64.
gprof_of_amd64='dpkg --add-architecture amd64 && apt-get update -q &&
	apt-get install -q -y --no-install-recommends binutils-x86-64-linux-gnu:amd64 &&
	ln -sf /usr/bin/x86_64-linux-gnu-gprof /usr/local/bin/gprof'

# foreign SUITE ARCHITECTURE QEMU-NAME TRIPLET ENDIAN: runs the test suite of a cross build.  The
# compiler and the tools of the tests are those of this processor; the kernel starts qemu for each
# program of the other, which has its own locale, as files of locales have the byte order ENDIAN.
# In a whole system of the other processor, the compiler alone would take hours.
foreign() {
	binfmt=/proc/sys/fs/binfmt_misc
	have "qemu-$3-static" || return 77
	[ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt
	[ -e "$binfmt/qemu-$3" ] || cat "/usr/lib/binfmt.d/qemu-$3.conf" >$binfmt/register ||
		{ echo "this kernel cannot start programs of $2" >"$work/why"; return 77; }
	eval "$(sed -n '/^[a-z]*_packages="/{:a;/"$/!{N;ba};p}' "$srcdir/quickstart")"
	packages="crossbuild-essential-$2 locales"
	for package in $build_packages $test_packages; do
		case $package in
		libc6-dev) ;;
		*-dev) packages="$packages $package:$2" ;;
		*) packages="$packages $package" ;;
		esac
	done
	bare "$1" "$(dpkg --print-architecture)" "export DEBIAN_FRONTEND=noninteractive TEST_LIMIT=3600
		dpkg --add-architecture $2 && apt-get update -q &&
		apt-get install -q -y --no-install-recommends $packages && cd /gprowse &&
		autoreconf -fi && mkdir build && cd build &&
		export PKG_CONFIG_LIBDIR=/usr/lib/$4/pkgconfig:/usr/share/pkgconfig &&
		mkdir locale && localedef --$5-endian -i C -f UTF-8 locale/C.utf8 &&
		export QEMU_SET_ENV=LOCPATH=/gprowse/build/locale &&
		../configure --host=$4 && make -j$jobs &&
		make -j$jobs check ${WIDE_TESTS:+TESTS='$WIDE_TESTS'}"
}

# run PART: runs a part.  Returns 77 if it cannot run here.
run() {
	case $1 in
	lint)
		have clang-tidy cppcheck || return 77
		mkdir "$work/lint" && cd "$work/lint" && "$srcdir/configure" && make lint
		;;
	clang) have clang || return 77; built CC=clang ;;
	sanitize-*)
		have "${1#sanitize-}" || return 77
		CHECK_WIDE=yes built --enable-sanitize CC="${1#sanitize-}" CFLAGS='-g -O1'
		;;
	valgrind) under_valgrind ;;
	bookworm | trixie) bare "$1" "$(dpkg --print-architecture)" "/gprowse/quickstart check" ;;
	i386) bare bookworm i386 "$gprof_of_amd64 && /gprowse/quickstart check" ;;
	s390x) foreign bookworm s390x s390x s390x-linux-gnu big ;;
	arm64) foreign bookworm arm64 aarch64 aarch64-linux-gnu little ;;
	*) echo "no such part" >"$work/why"; return 1 ;;
	esac
}

failed=0
every='sanitize-gcc sanitize-clang clang lint valgrind bookworm trixie i386 s390x arm64'
for part in ${*:-$every}; do
	start=$(date +%s)
	echo "one of its steps failed" >"$work/why"
	(run "$part") >"$logs/$part.log" 2>&1 </dev/null
	status=$?
	counts=$(awk -f "$srcdir/tests/count.awk" "$logs/$part.log")
	case $status in
	0) echo "wide: $part: $counts, $(($(date +%s) - start)) s" ;;
	77) echo "wide: $part: skipped: $(cat "$work/why")" ;;
	*)
		failed=1
		echo "wide: $part: FAILED: $counts; see $logs/$part.log"
		;;
	esac
done
exit $failed

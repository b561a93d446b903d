#!/bin/sh
# test_driver.sh - the test driver counts the cases of TAP, and reports a test that stops early
#
# SPDX-License-Identifier: GPL-3.0-or-later

srcdir=${srcdir:-.}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
n=0

# expect WANTED SCRIPT: a case that passes if running SCRIPT gives the test results WANTED, in this
# order.
expect() {
	n=$((n + 1))
	printf '#!/bin/sh\n%s\n' "$2" >"$tmp/test"
	sh "$srcdir/tests/driver" --test-name t --log-file "$tmp/log" --trs-file "$tmp/trs" \
		--color-tests no -- sh "$tmp/test" >"$tmp/out"
	got=$(sed -n 's/^:test-result: \([A-Z]*\).*/\1/p' "$tmp/trs" | tr '\n' ' ')
	name=$(echo "$2" | tr -d '#')
	if [ "$got" = "$1 " ]; then
		echo "ok $n - $name"
	else
		echo "not ok $n - $name"
		echo "# wanted $1, got $got"
	fi
}

expect "PASS" 'exit 0'
expect "SKIP" 'exit 77'
expect "FAIL" 'exit 1'
expect "ERROR" 'exit 99'
expect "PASS PASS" 'echo 1..2; echo ok 1 - a; echo ok 2 - b'
expect "PASS FAIL" 'echo 1..2; echo ok 1 - a; echo not ok 2 - b; exit 1'
expect "PASS SKIP" 'echo 1..2; echo ok 1 - a; echo "not ok 2 # SKIP b"'
expect "SKIP" 'echo 1..1; echo "ok 1 - b # SKIP no gprof"'
expect "PASS PASS" 'echo 1..1; echo ok 1 - a; echo 1..1; echo ok 1 - b'
expect "SKIP" 'echo 1..0 "# SKIP no gprof"; exit 77'
expect "ERROR" 'echo 1..0; exit 1'
expect "PASS ERROR" 'echo 1..2; echo ok 1 - a'
expect "ERROR" 'echo 1..2; kill -SEGV $$'
expect "PASS ERROR" 'echo 1..1; echo ok 1 - a; exit 3'
n=$((n + 1))
grep -q '^:test-seconds: [0-9]* [0-9.]*$' "$tmp/trs" || printf 'not '
echo "ok $n - the time of the test is noted"
TEST_LIMIT=0.2
export TEST_LIMIT
expect "PASS ERROR" 'echo 1..2; echo ok 1 - a; sleep 5; echo ok 2 - b'
expect "ERROR" 'while :; do sleep 0.01; done'
unset TEST_LIMIT ASAN_OPTIONS
SANITIZE=yes
export SANITIZE
expect "PASS" 'echo 1..1; echo ok 1 - a with sanitizers'
expect "PASS ERROR" 'echo 1..1; echo ok 1 - a; echo leak >"${ASAN_OPTIONS##*log_path=}.1"'
expect "PASS ERROR" 'echo 1..1; echo ok 1 - a; echo overflow >"${UBSAN_OPTIONS##*log_path=}.1"'
expect "PASS" 'echo 1..1; echo ok 1 - a; : >"${ASAN_OPTIONS##*log_path=}.1"'
expect "PASS ERROR" 'echo 1..1; echo ok 1 - a; seq 100000 200000 >"${ASAN_OPTIONS##*log_path=}.1"'
n=$((n + 1))
[ "$(tail -n 1 "$tmp/log")" = 200000 ] || printf 'not '
echo "ok $n - the log has a long report completely"
ASAN_OPTIONS=log_path=$tmp/mine
export ASAN_OPTIONS
expect "PASS" 'echo leak >"${ASAN_OPTIONS##*log_path=}.1"'
echo "1..$n"

# count.awk - print how many tests ran, from the summaries of automake in a log
#
# SPDX-License-Identifier: GPL-3.0-or-later

/^# PASS: / { passed += $3 }
/^# (FAIL|XPASS|ERROR): / { failed += $3 }
/^# (SKIP|XFAIL): / { skipped += $3 }
END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }

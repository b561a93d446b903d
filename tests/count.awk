# How many tests ran, by the summaries that automake printed into a log.
/^# PASS: / { passed += $3 }
/^# (FAIL|XPASS|ERROR): / { failed += $3 }
/^# (SKIP|XFAIL): / { skipped += $3 }
END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }

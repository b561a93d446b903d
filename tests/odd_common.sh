# odd_common.sh - for the tests with random keys and options: odd profiles
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced after tap.sh.

# odd_profiles: writes odd.folded and odd.callgrind, with values below 0, figures of 12 digits,
# recursion, a cycle, calls without costs, and names that are wide, long or hostile.
odd_profiles() {
	printf '%s\n' 'main;a;b -50' 'main;a;c 20' 'main 179352000000' >odd.folded
	printf 'main;\033[31m;\302\233;größe_計算 7\n' >>odd.folded
	awk 'BEGIN { for (i = 0; i < 300; i++) printf "a;b%d;", i % 3; print "c 9"
		for (i = 0; i < 400; i++) printf "long::"; print "name<int>::f(int) 3" }' >>odd.folded
	printf '%s\n' 'events: Ir Dr' 'fl=sites.c' 'fn=main' '3 5 6' 'cfn=f' 'calls=179352000 1' \
		'4 179352000321 1' 'fn=f' '7 -100 3' 'cfn=main' 'calls=2 1' '8 1 1' 'cfn=none' \
		'calls=0 0' '9 5 0' >odd.callgrind
}

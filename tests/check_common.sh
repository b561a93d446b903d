# check_common.sh - for tests of --check: cells of the rows in the file out
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced after tap.sh.

# cell ROW COLUMN: prints the cell of the row that begins with ROW (role, name, caller).
cell() {
	awk -F '\t' -v row="$1" -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["role"] " " $at["name"] " " $at["caller"] == row { print $at[column] }' out
}

# between NAME LEAST MOST VALUE: a case that passes if VALUE is a number from LEAST to MOST.
between() {
	echo "$4" | awk -v least="$2" -v most="$3" '$1 == "" || $1 < least || $1 > most { bad = 1 }
		END { exit bad || NR != 1 }'
	ok $? "$1"
}

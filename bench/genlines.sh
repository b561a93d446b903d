#!/bin/sh
# genlines.sh - print a C program of one file with FUNCTIONS functions and LINES lines
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	bench/genlines.sh [FUNCTIONS [LINES]] >lines.c		default: 2000 100000

awk -v functions="${1:-2000}" -v lines="${2:-100000}" 'BEGIN {
	body = int(lines / functions) - 8
	print "unsigned state = 1;"
	for (f = 0; f < functions; f++) {
		printf "\n%sunsigned\nf%d(unsigned n)\n{\n\tunsigned x = n;\n\n",
			f % 3 == 0 ? "static " : "", f
		for (i = 0; i < body; i++) {
			if (i % 10 == 9 && f >= 7)
				printf "\tif ((x & 63) == %d) x += f%d(x);\n", i % 64,
					f - 1 - (i * 31 + f) % 7
			else if (i % 4 == 3)
				printf "\tfor (unsigned i = 0; i < (x & 3); i++) x ^= i * %d;\n", i
			else
				printf "\tx = x * %du + (x >> %d);\n", 2 * i + 3, i % 13 + 1
		}
		print "\treturn x;\n}"
	}
	print "\nint\nmain(void)\n{"
	print "\tfor (int i = 0; i < 3000; i++) {"
	for (f = functions - 1; f >= 0; f -= 11)
		printf "\t\tstate += f%d(state + i);\n", f
	print "\t}\n\treturn state == 0;\n}"
}'

#!/bin/sh
# test_instructions.sh - samples go to the lines of the instructions that objdump finds
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3 (Debian: python3)"
command -v objdump >/dev/null || skip_all "no objdump (Debian: binutils)"
case $(uname -m) in
x86_64)
	grep -q '^#define HAVE_ZYDIS 1' "$top/config.h" || skip_all "built without libzydis" ;;
aarch64 | s390x | ppc64le | riscv64) ;;
*) skip_all "not tested on this processor" ;;
esac

cat >check.py <<'END'
# check.py GPROWSE IMAGE PROFILE FUNCTION: write samples into PROFILE, a gmon.out of 64-bit glibc,
# for every bin with an instruction, and compare the lines of FUNCTION with those that objdump's
# instructions give.
import bisect, collections, json, os, re, struct, subprocess, sys

gprowse, image, profile, wanted = sys.argv[1:]

def run(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout

data = bytearray(open(profile, 'rb').read())
order = '<' if sys.byteorder == 'little' else '>'
low, high, n = struct.unpack_from(order + 'QQI', data, 21)

# glibc's scale is a float; the kernel counts pc in bin (pc - low) / 2 * scale / 65536.
part = struct.unpack('f', struct.pack('f', 2 * n / (high - low)))[0]
scale = int(part * 65536) if part < 1 else 65536

symbols = []
for text in run('nm', '-S', image).splitlines():
    word = text.split()
    if len(word) == 4 and word[2] in 'tTwW':
        symbols.append((int(word[0], 16), int(word[0], 16) + int(word[1], 16), word[3]))
symbols.sort()

def function(pc):
    at = bisect.bisect_right(symbols, (pc, 2 ** 64, '')) - 1
    return symbols[at][2] if at >= 0 and pc < symbols[at][1] else None

rows = {}			# the last row of an address counts, but an end only if it is alone
for text in run('objdump', '--dwarf=decodedline', image).splitlines():
    word = text.split()
    if len(word) >= 3 and word[2].startswith('0x'):
        at = int(word[2], 16)
        if word[1].isdigit():
            # Line 0: code of no line, which some compilers write with a file.
            number = int(word[1])
            rows[at] = os.path.basename(word[0]) if number > 0 else '', number
        else:
            rows.setdefault(at, ('', 0))
begins = sorted(rows)

def line(pc):
    at = bisect.bisect_right(begins, pc) - 1
    return rows[begins[at]] if at >= 0 else ('', 0)

starts = collections.defaultdict(list)
for text in run('objdump', '-d', '-z', '--no-show-raw-insn', image).splitlines():
    found = re.match(r'\s+([0-9a-f]+):\t', text)
    if found and low <= int(found[1], 16) < high and function(int(found[1], 16)):
        pc = int(found[1], 16)
        starts[(pc - low) // 2 * scale // 65536].append(pc)

bins = [60 + i * 7 % 5 * 60 if starts[i] else 0 for i in range(n)]
struct.pack_into(order + '%dH' % n, data, 61, *bins)
open(profile, 'wb').write(data)

want = collections.Counter()
for i, all in starts.items():
    for pc in all:
        if function(pc) == wanted:
            want[line(pc)] += bins[i] / len(all)
got = collections.Counter()
for row in json.loads(run(gprowse, '--view=lines', '--format=json', '--select=' + wanted, image,
        profile))['rows']:
    got[os.path.basename(row['file'] or ''), row['line'] or 0] += row['self']['samples']

bad = [k for k in set(want) | set(got) if abs(want[k] - got[k]) > 0.01]
for k in sorted(bad):
    print('%s:%d' % k, 'objdump:', want[k], 'gprowse:', got[k])
print(len(want), 'lines', sum(want.values()), 'samples')
sys.exit(len(bad) > 0 or len(want) < 3)
END

cp -r "$srcdir/sample" . && chmod -R u+w sample
for flags in -O0 -O2 -O3; do
	${CC:-cc} -pg -g $flags -o prog sample/*.c -lm >messages 2>&1 && ./prog >out 2>messages &&
		[ -f gmon.out ] || skip_all "no compiler that knows -pg"
	for name in evaluate simplify main; do
		find_python
		timeout $patience "$python" check.py "$gprowse" prog gmon.out $name >out 2>messages
		ok $? "$name with $flags"
	done
done
cases_end

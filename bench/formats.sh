#!/bin/sh
# formats.sh - compare the time and memory of gprowse and other tools on other profiles than those
# of gprof and perf (make bench-formats)
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	bench/formats.sh
#
# Runs in a build directory and prints Markdown.  Writes a profile of each format, with SAMPLES
# samples (default: 200,000).  Then gprowse shows its first screen, and the format's own tool reads
# it, in turn, RUNS times; the table has the medians of the processor time.  Formats without a tool
# that prints a text are compared with python3's decoder of JSON, which only makes objects of the
# text, or with bench/floor, which only reads the bytes.

gprowse=$(readlink -f "${GPROWSE:-./gprowse}")
timeit=$PWD/bench/timeit
floor=$PWD/bench/floor
genstacks=$PWD/bench/genstacks
runs=${RUNS:-5}
samples=${SAMPLES:-200000}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
LC_ALL=C.UTF-8
export LC_ALL
cd "$work" || exit 1

# Writes FORMAT to standard output: random stacks of 20 frames of 2,000 functions,
# of which 5,000 are different.
cat >make.py <<'END'
import json, random, struct, sys
random.seed(1)
form, n = sys.argv[1], int(sys.argv[2])
names = ["function_%d::with_a_name" % i for i in range(2000)]
kids = [[random.randrange(2000) for _ in range(3)] for _ in names]
def walk():
    at, frames = 0, []
    for _ in range(20):
        frames.append(at)
        at = random.choice(kids[at])
    return frames
pool = [walk() for _ in range(5000)]
def stack():
    return random.choice(pool)
def nodes():
    tree, made, ends = {}, [(0, None)], []
    for _ in range(n):
        at = 0
        for f in stack():
            at = tree.setdefault((at, f), len(made))
            if at == len(made):
                made.append((f, at))
        ends.append(at)
    parent = {}
    for (up, _), i in tree.items():
        parent[i] = up
    return [(i, f, parent.get(i)) for i, (f, _) in enumerate(made)], ends
out = sys.stdout
if form == "speedscope":
    json.dump({"$schema": "https://www.speedscope.app/file-format-schema.json",
        "shared": {"frames": [{"name": s} for s in names]},
        "profiles": [{"type": "sampled", "name": "a", "unit": "milliseconds", "startValue": 0,
            "endValue": n, "samples": [stack() for _ in range(n)], "weights": [1] * n}]}, out)
elif form == "cpuprofile":
    made, ends = nodes()
    below = {}
    for i, f, up in made:
        below.setdefault(up, []).append(i)
    json.dump({"nodes": [{"id": i, "callFrame": {"functionName": names[f], "url": "a.js",
        "lineNumber": f}, "children": below.get(i, [])} for i, f, up in made],
        "samples": ends, "timeDeltas": [1000] * n}, out)
elif form == "trace":
    events, at = [], 0
    for _ in range(n // 20):
        frames = stack()
        events += [{"ph": "B", "name": names[f], "pid": 1, "tid": 1, "ts": at + i}
            for i, f in enumerate(frames)]
        events += [{"ph": "E", "pid": 1, "tid": 1, "ts": at + 20 + i} for i in range(20)]
        at += 40
    json.dump({"traceEvents": events}, out)
elif form == "firefox":
    made, ends = nodes()
    thread = {"name": "a", "pid": "1", "tid": 1, "processName": "a", "stringArray": names,
        "samples": {"length": n, "stack": ends, "time": list(range(n)), "weight": None},
        "stackTable": {"length": len(made), "prefix": [up for _, _, up in made],
            "frame": [f for _, f, _ in made], "category": [0] * len(made)},
        "frameTable": {"length": 2000, "func": list(range(2000)), "address": [-1] * 2000,
            "line": [None] * 2000, "category": [0] * 2000},
        "funcTable": {"length": 2000, "name": list(range(2000)), "resource": [-1] * 2000,
            "fileName": [None] * 2000, "lineNumber": [None] * 2000},
        "resourceTable": {"length": 0, "name": [], "lib": []}}
    json.dump({"meta": {"version": 27, "preprocessedProfileVersion": 47, "interval": 1,
        "categories": [{"name": "Other", "color": "grey"}]}, "libs": [], "threads": [thread]}, out)
elif form == "heap":
    print("heap profile: %d: %d [%d: %d] @ heap_v2/1" % (n, n * 64, n, n * 64))
    for _ in range(n):
        print("1: 64 [1: 64] @ " + " ".join("0x%x" % (0x10000 + 16 * f) for f in stack()[::-1]))
elif form == "gperftools":
    b = out.buffer
    b.write(struct.pack("<5Q", 0, 3, 0, 10000, 0))
    for _ in range(n):
        s = [0x10000 + 16 * f for f in stack()[::-1]]
        b.write(struct.pack("<%dQ" % (len(s) + 2), 1, len(s), *s))
    b.write(struct.pack("<3Q", 0, 1, 0))
elif form == "cProfile":
    import cProfile
    p = cProfile.Profile()
    code = "\n".join("def f%d(d):\n  return 0 if d == 0 else f%d(d-1) + f%d(d-1)" % (i, a, b)
        for i, (a, b, _) in enumerate(kids))
    there = {}
    exec(code, there)
    p.enable()
    for i in range(2000):
        there["f%d" % i](6)
    p.create_stats()
    import marshal
    out.buffer.write(marshal.dumps(p.stats))
END

# median COLUMN FILE: prints the median of a column of numbers.
median() {
	cut -d ' ' -f "$1" "$2" | sort -n | sed -n "$((runs / 2 + 1))p"
}

# row TITLE FILE WHAT COMMAND...: prints a row for FILE, which gprowse reads, and COMMAND, which is
# called WHAT.
row() {
	title=$1 file=$2 what=$3
	shift 3
	rm -f ours theirs
	for i in $(seq "$runs"); do
		"$timeit" 1 "$gprowse" --screen=80x24 --keys= "$file" >>ours || return
		"$timeit" 1 "$@" >>theirs 2>/dev/null || return
	done
	echo "$(median 1 ours) $(median 1 theirs) $(wc -c <"$file")" | awk -v title="$title" \
		-v what="$what" -v memory="$(median 2 ours) | $(median 2 theirs)" '{
		printf "| %s | %.1f | %s | %.0f | %s | %s | %.3g | %s |\n", title, $3 / 1e6, $1,
			$3 / 1e6 / ($1 > 0 ? $1 : 1), what, $2, $2 / ($1 > 0 ? $1 : 1), memory }'
}

echo "| format | MB | gprowse, s | MB/s | compared with | s | ratio | MiB | its MiB |"
echo "|---|--:|--:|--:|---|--:|--:|--:|--:|"
"$genstacks" folded 5000 3 20 26 2000 "$samples" >stacks.folded
row folded stacks.folded "reading bytes" "$floor" stacks.folded
"$genstacks" pprof 5000 3 20 26 2000 "$samples" | gzip >stacks.pb.gz
command -v go >/dev/null &&
	row pprof stacks.pb.gz "go tool pprof -top" go tool pprof -top -symbolize=none stacks.pb.gz
"$gprowse" --export=callgrind stacks.folded >stacks.callgrind
command -v callgrind_annotate >/dev/null &&
	row callgrind stacks.callgrind callgrind_annotate callgrind_annotate stacks.callgrind
"$gprowse" --export=svg stacks.folded >stacks.svg
row "flame graph" stacks.svg "reading bytes" "$floor" stacks.svg
command -v python3 >/dev/null || exit 0
for form in speedscope cpuprofile trace firefox; do
	python3 make.py $form "$samples" >made.$form &&
		row $form made.$form "python3, json.load" \
			python3 -c 'import json, sys; json.load(open(sys.argv[1]))' made.$form
done
python3 make.py cProfile 1 >made.prof
row cProfile made.prof "python3, pstats" python3 -c 'import pstats, sys
pstats.Stats(sys.argv[1]).sort_stats("cumulative").print_stats()' made.prof
for form in heap gperftools; do
	python3 make.py $form "$samples" >made.$form
	if command -v google-pprof >/dev/null; then
		row $form made.$form google-pprof google-pprof --text /bin/true made.$form
	else
		row $form made.$form "reading bytes" "$floor" made.$form
	fi
done

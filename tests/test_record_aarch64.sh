#!/bin/sh
# test_record_aarch64.sh - the recorder and gprowse control on aarch64, under qemu
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The recorder is compiled for aarch64; gprowse, for this machine, reads and controls what it
# records.

. "${srcdir:-.}/tests/tap.sh"
[ "${CHECK_WIDE:-no}" = yes ] || skip_all "make check-wide runs it"
triple=aarch64-linux-gnu
cc=$triple-gcc
root=/usr/$triple
for tool in "$cc" $triple-nm $triple-objdump qemu-aarch64; do
	command -v "$tool" >/dev/null ||
		skip_all "no $tool (Debian: gcc-$triple, libc6-dev-arm64-cross, qemu-user)"
done
[ -f "$top/tests/recorded" ] || skip_all "programs cannot be recorded on this system"
library=$work/libgprowse.so
recordings=$work/recordings
flags="-std=gnu11 -O2 -Wall -Wextra -Werror -I$srcdir -D_GNU_SOURCE -U_FORTIFY_SOURCE
	-mgeneral-regs-only -fPIC -fvisibility=hidden -ftls-model=initial-exec -fno-stack-protector
	-fasynchronous-unwind-tables"

# The sources of the recorder, except that of the recorder for static programs.
sources=$srcdir/record/mcount-aarch64.S
for file in "$srcdir"/record/*.c; do
	[ "${file##*/}" = countonly.c ] || sources="$sources $file"
done

holds "the recorder is compiled without a warning" $cc $flags -shared -Wl,-soname,libgprowse.so \
	-Wl,-z,defs -Wl,-z,relro,-z,now,-z,initfirst,-z,nodelete,-z,noexecstack -o "$library" \
	$sources
[ -f "$library" ] || { cases_end; exit; }
nothing "it uses no register for floating point or vectors" \
	"$($triple-objdump -d --no-show-raw-insn "$library" | grep -E '[ ,{][vqdsbh][0-9]+[.,]' | head)"
nothing "it takes no copying function of libc" \
	"$($triple-nm -D -u "$library" | grep -E ' (mem|str)')"

# plain PROGRAM ARGUMENT...: runs PROGRAM in the emulator.
plain() {
	timeout "$patience" qemu-aarch64 -L "$root" "$@" >expected 2>err
}

# record PROGRAM ARGUMENT...: records PROGRAM in the emulator, with $HZ samples a second, into
# $recordings.
record() {
	rm -rf "$recordings"
	mkdir "$recordings"
	timeout "$patience" qemu-aarch64 -L "$root" -E LD_PRELOAD="$library" \
		-E GPROWSE_RECORD="$recordings" -E GPROWSE_RECORD_HZ="${HZ:-0}" \
		-E GPROWSE_RECORD_STACKS="${STACKS:-auto}" "$@" >out 2>err
}

# built NAME FLAG...: a case that passes if NAME of tests/programs is compiled.
built() {
	source=$1
	shift
	holds "$source with $*" $cc "$@" -o "$source" "$programs/$source.c" -pthread -lm
}

# value FUNCTION COLUMN: prints what the column COLUMN says about FUNCTION in the recordings.
value() {
	"$gprowse" --view=functions --format=tsv "$recordings"/*.gprec 2>messages |
		awk -F '\t' -v name="$1" -v title="$2" '
			NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
			$column["name"] == name { print $column[title] }'
}

# Exact counts.
for flag in -pg -finstrument-functions "-pg -mbranch-protection=standard" \
		"-pg -march=armv8.1-a" "-O3 -pg"; do
	built recordthreads -O1 $flag || continue
	for threads in 1 4; do
		record ./recordthreads $threads 1000000
		same "$threads threads, $flag" "0 $((threads * 1000000)) $threads" \
			"$? $(value f calls) $(value run calls)"
	done
done
record ./recordthreads 300 1000
same "300 threads, one after the other" 300000 "$(value f calls)"
holds "libc's own profile is not written" test ! -e gmon.out
# Signal handlers.  qemu interrupts a program only between blocks of instructions, so the case does
# not show whether counting is atomic.  deep() is omitted, because its calls of itself are in
# another column.
if built recordsignals -O1 -pg; then
	record ./recordsignals 20000
	while read -r count function; do
		[ "$function" = deep ] ||
			same "signal handlers: $function" "$count" "$(value "$function" calls)"
	done <out
fi
for flag in "-O0 -pg" "-O2 -pg" "-O2 -finstrument-functions"; do
	built recordarguments $flag || continue
	plain ./recordarguments
	record ./recordarguments
	cmp expected out >messages 2>&1
	ok $? "registers keep their contents with $flag"
	same "the calls with $flag" "2 1" "$(value doubles calls) $(value wide calls)"
done

# The recorder in a static program, as libgprowse.a.
parts=
for part in countonly.c file.c lock.c mapping.c mcount-aarch64.S mcount.c memory.c objects.c \
		newfile.c process.c sandbox.c segments.c tables.c; do
	parts="$parts $srcdir/record/$part"
done
if holds "the recorder for static programs" sh -c "$cc $(echo $flags) -nostdlib -r -o static.o $parts &&
		$triple-objcopy --localize-hidden static.o" &&
		holds "a static program" $cc -O1 -pg -static -o static "$programs/recordthreads.c" \
		static.o -pthread; then
	record ./static 4 1000000
	same "a static program: four threads" "0 4000000 4" "$? $(value f calls) $(value run calls)"
fi

# Processes that fork, execute or end in many ways.
if built recordlife -O1 -pg; then
	for how in exit _exit segv kill; do
		record ./recordlife $how
		same "a program that ends by $how" "1000 500" "$(value before calls) $(value after calls)"
	done
	for how in fork forks vfork clone thread; do
		plain ./recordlife $how
		before=$?
		record ./recordlife $how
		same "a program with $how" "$before $(cat expected)" "$? $(cat out)"
	done
	record ./recordlife forks
	same "200 children" 60000 "$(value child calls)"
fi

# Samples and stacks.
cat >spin.c <<'END'
static volatile long sum;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sum += i; }
__attribute__((noinline)) void hard(int n) { for (int i = 0; i < 9; i++) work(n); }
int main(void) { for (int i = 0; i < 3000; i++) { work(10000); hard(10000); } return 0; }
END
holds "a program with known shares" $cc -O1 -pg -o spin spin.c
for STACKS in auto cfi fp; do
	HZ=1000 record ./spin
	time=$(value main total)
	part=$(value hard total)
	echo "main $time hard $part" >messages
	awk -v all="$time" -v part="$part" 'BEGIN { exit !(all > 0.05 && part > 0.8 * all && part < all) }'
	ok $? "samples with --stacks=$STACKS"
	same "its calls, with --stacks=$STACKS" "30000 3000" "$(value work calls) $(value hard calls)"
done
unset STACKS
if built samplethreads -std=gnu11 -O1 -g; then
	for how in "ends 2" small jumps; do
		plain ./samplethreads $how
		before=$?
		HZ=1000 record ./samplethreads $how
		same "sampled: $how" "$before $(cat expected)" "$? $(cat out)"
	done
fi
for program in samplealternate sampleonstack; do
	built $program -std=gnu11 -O1 -g || continue
	for how in gone handlers leave nested "contexts 65536" switch without vfork asks; do
		plain ./$program $how
		before=$?
		[ $before = 2 ] && continue		# a case of the other program
		HZ=200 record ./$program $how
		same "$program $how" "$before $(cat expected)" "$? $(cat out)"
	done
done

# Control.
control() {
	timeout "$patience" "$gprowse" control "$@"
}

# tell LINE: sends LINE to the program; $total becomes the number of calls of f() that it answers.
tell() {
	echo "$1" >&3
	read -r total <&4
}

fact() {
	control "$recordings"/*.gprec | awk -v name="$1" '$1 == name { $1 = ""; print substr($0, 2) }'
}

if built controlled -O1 -pg; then
	mkfifo told said
	rm -rf "$recordings"
	mkdir "$recordings"
	qemu-aarch64 -L "$root" -E LD_PRELOAD="$library" -E GPROWSE_RECORD="$recordings" \
		-E GPROWSE_RECORD_HZ=0 ./controlled 4 <told >said 2>err &
	program=$!
	exec 3>told 4<said
	read -r total <&4
	tell 1000
	same "control: it runs" running "$(fact state)"
	same "control: its number" "$program" "$(fact process)"
	same "control: its threads" 5 "$(fact threads)"
	holds "control: halt" control -h "$program"
	tell 500
	same "control: no call was counted" 4000 "$(value f calls)"
	holds "control: begin" control -b "$program"
	tell 200
	same "control: the calls of two times" 4800 "$(value f calls)"
	missed=$((total - 4800))
	tell go
	for i in 1 2 3 4 5; do
		control -pr -o part$i.out "$program"
		sleep 0.1
	done
	tell stop
	sum=$(value f calls)
	for i in 1 2 3 4 5; do
		count=$("$gprowse" --view=functions --format=tsv controlled part$i.out 2>messages |
			awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
				$column["name"] == "f" { print $column["calls"] }')
		sum=$((sum + count))
	done
	same "control: five resets while four threads count" $((total - missed)) "$sum"
	if command -v $triple-gprof >/dev/null; then
		$triple-gprof -b controlled part3.out >want 2>messages
		"$gprowse" -b controlled part3.out >out && cmp want out >>messages 2>&1 && [ -s out ]
		ok $? "control: gprof reads the dump"
	fi
	exec 3>&-
	wait $program
	exec 4<&-
	same "control: it has ended" ended "$(fact state)"
fi
cases_end

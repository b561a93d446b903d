#!/bin/sh
# test_record_faults.sh - recordings that can no longer be written, and programs that handle SIGBUS
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/record_common.sh"
cc=${CC:-cc}
case="a program"
compiles $cc -std=gnu11 -O1 -g "$programs/recordfaults.c" -o plain -pthread || {
	cases_end
	exit
}
compiles $cc -std=gnu11 -O1 -g -pg "$programs/recordfaults.c" -o counts -pthread || cp plain counts

# The program does the same with and without the recorder.
for HZ in 0 1000; do
	for mode in handlers fault raise; do
		{ ./counts $mode >expected 2>messages; } 2>/dev/null
		status=$?
		{ record ./counts $mode; } 2>/dev/null
		same "$HZ Hz, $mode: status" "$status" "$?"
		diff expected out >messages
		ok $? "$HZ Hz, $mode: output"
	done
done

# Another program cuts the recording.
for HZ in 0 1000; do
	for program in plain counts; do
		for mode in count threads work; do
			record sh -c "exec ./$program $mode recordings/$program.\$\$.0.gprec"
			status=$?
			./$program $mode - >expected
			cat err >messages
			[ $status -eq 0 ] && diff expected out >>messages
			ok $? "$HZ Hz, the recording of $program $mode is cut"
		done
	done
done

# moncontrol() still has an effect, also on children.  After cutting, nothing of the parent is left.
for mode in states halted; do
	HZ=0
	record sh -c "exec ./counts $mode recordings/counts.\$\$.0.gprec"
	status=$?
	find "$recordings" -size 0 -delete
	same "the recording is cut, moncontrol(): $mode" "0 1000" "$status $(calls f counts)"
done

# The disk becomes full.  btrfs copies on write, except in files that are marked.  If a snapshot was
# made, it copies these, too.  Prints the status of the program, and what the recording says.
cat >full.sh <<'END'
mkdir -p disk && if [ "$3" = tmpfs ]; then
	mount -t tmpfs -o size=2m none disk
else
	truncate -s 120M image && mkfs.btrfs -q -f -m single image >/dev/null &&
		mount -o loop image disk
fi || exit 77
mkdir disk/recordings
rm -f stop
(
	env GPROWSE_RECORD="$PWD/disk/recordings" GPROWSE_RECORD_HZ=100 LD_PRELOAD="$1" \
		timeout 60 ./counts until stop >/dev/null 2>&1
	echo "status $?" >status
) &
for try in 1 2 3 4 5 6 7 8 9 10; do
	[ "$(stat -c %s disk/recordings/counts.*.gprec 2>/dev/null)" -gt 0 ] && break
	sleep 0.2
done
dd if=/dev/zero of=disk/fill bs=64k 2>/dev/null
dd if=/dev/zero of=disk/fill2 bs=4k 2>/dev/null
[ "$3" != snapshot ] || btrfs subvolume snapshot disk disk/snapshot >/dev/null 2>&1
sync -f disk
sleep 0.3
sync -f disk
sleep 0.3
touch stop
wait
cat status
"$2" disk/recordings/counts.*.gprec | sed -n 's/^problems //p'
umount disk
END
for kind in tmpfs btrfs snapshot; do
	case="the disk is full: $kind"
	result=$(unshare -m sh full.sh "$library" "$top/tests/recorded" $kind 2>messages)
	if [ $? -eq 77 ] || [ -z "$result" ]; then
		skipped "$case" "it cannot be mounted: $(head -n 1 messages)"
		continue
	fi
	case $kind in
	tmpfs)	same "$case" "status 0" "$(echo "$result" | head -n 1)" ;;
	btrfs)	# Older kernels do not write marked files in place through a mapping.
		same "$case" "status 0 0" "$(echo $result | sed 's/ 128$/ 0/')" ;;
	*)	same "$case" "status 0 128" "$(echo $result | sed 's/ 0$/ 128/')" ;;
	esac
done
cases_end

#!/bin/sh
# test_record_programs.sh - real programs do the same with and without gprowse record (check-wide)
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
CCACHE_DISABLE=1			# compile, in many processes
export CCACHE_DISABLE
[ -e "$top/libgprowse.so" ] || skip_all "libgprowse.so was not built"

# same_recorded NAME COMMAND...: cases that pass if COMMAND has the same output and status when it
# is recorded, and the recording has samples.
same_recorded() {
	name=$1
	shift
	"$@" >want 2>&1
	status=$?
	rm -rf gprowse.data gprowse.data.old gmon.out
	"$gprowse" record -F 500 "$@" >out 2>&1
	[ $? -eq $status ]
	ok $? "$name: status"
	cmp want out >differences 2>&1
	ok $? "$name: output"
	"$gprowse" --view=functions --format=tsv gprowse.data >out 2>messages && [ "$(wc -l <out)" -gt 1 ]
	ok $? "$name: it was recorded"
}

# A C++ program that throws and catches.
cat >throws.cc <<'END'
#include <cstdio>
#include <stdexcept>

struct counted { ~counted() { n++; } static int n; };
int counted::n;

__attribute__((noinline)) static int
down(int depth)
{
	counted c;

	if (depth == 0)
		throw std::runtime_error("bottom");
	return down(depth - 1) + 1;
}

int
main()
{
	int caught = 0;

	for (int i = 0; i < 20000; i++)
		try {
			down(20);
		} catch (const std::exception &) {
			caught++;
		}
	std::printf("%d %d\n", caught, counted::n);
}
END
if needs "C++ exceptions" g++ g++ && g++ -O0 -pg -o throws throws.cc 2>messages; then
	same_recorded "C++ exceptions" ./throws
	"$gprowse" --view=functions --format=tsv --filter='^down' gprowse.data >out 2>messages
	holds "C++ exceptions: every call is counted, the recursive ones, too" \
		grep -qE '20000.*down.*400000' out
fi

# Fortran with OpenMP.
cat >sum.f90 <<'END'
program sums
	real(8) :: s
	integer :: i
	s = 0
	!$omp parallel do reduction(+:s) num_threads(3)
	do i = 1, 20000000
		s = s + one(i)
	end do
	print *, s
contains
	real(8) function one(i)
		integer, intent(in) :: i
		one = 1 + mod(i, 2)
	end function
end program
END
if needs "Fortran with OpenMP" gfortran gfortran &&
		gfortran -O1 -fno-inline -pg -fopenmp -o sums sum.f90 2>messages; then
	same_recorded "Fortran with OpenMP" ./sums
	"$gprowse" --view=functions --format=tsv gprowse.data >out 2>messages
	holds "Fortran with OpenMP: every call is counted" grep -q 20000000 out
fi

# Go with C: Go has threads, stacks and signals of its own.
mkdir go
cat >go/main.go <<'END'
package main

/*
static double work(int n) { double s = 0; for (int i = 0; i < n; i++) s += i * 0.5; return s; }
*/
import "C"
import ("fmt"; "sync")

func main() {
	var all sync.WaitGroup

	for i := 0; i < 4; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for k := 0; k < 100; k++ {
				C.work(1000000)
			}
		}()
	}
	all.Wait()
	fmt.Println("done")
}
END
printf 'module test\n\ngo 1.18\n' >go/go.mod
if needs "Go with C" go golang &&
		(cd go && HOME=$work CGO_ENABLED=1 go build -o ../goes .) >messages 2>&1; then
	same_recorded "Go with C" ./goes
fi

# A build with many processes.
mkdir build
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	echo "int f$i(int x) { return x + $i; }" >build/f$i.c
done
cat >build/Makefile <<'END'
objects = $(patsubst %.c,%.o,$(wildcard *.c))
all: $(objects)
	@cat $(objects) | cksum
	@rm $(objects)
%.o: %.c
	@$(CC) -O1 -c -o $@ $<
END
if needs "a parallel build" make make; then
	same_recorded "a parallel build" make -C build -s -j8 CC="${CC:-cc}"
	holds "a parallel build: many processes" [ "$(ls gprowse.data/*.gprec | wc -l)" -gt 40 ]
	holds "a parallel build: little room" [ "$(du -sk gprowse.data | cut -f 1)" -lt 20000 ]
fi

# Tests of Python.
if needs "tests of Python" python3 python3 && python3 -c 'import test.test_json' 2>messages; then
	for module in test_json test_fork1 test_generators; do
		"$gprowse" record -o python python3 -m unittest -q test.$module >out 2>&1
		recorded=$?
		command python3 -m unittest -q test.$module >want 2>&1
		[ $? -eq $recorded ]
		ok $? "Python: $module"
	done
fi

# A server with threads.
if needs "redis" redis-server redis-server && needs "redis-benchmark" redis-benchmark redis-tools; then
	"$gprowse" record -o redis redis-server --save '' --port 0 --unixsocket "$work/socket" \
		--io-threads 2 >out 2>messages &
	recorder=$!
	until [ -S socket ]; do sleep 0.1; done
	redis-benchmark -s "$work/socket" -q -n 20000 -t set,get >/dev/null 2>&1
	ok $? "redis answers"
	kill -TERM $recorder
	wait $recorder
	ok $? "redis ends as it does without gprowse"
	"$gprowse" --view=functions --format=tsv redis >out 2>messages && [ "$(wc -l <out)" -gt 10 ]
	ok $? "redis was recorded"
fi
cases_end

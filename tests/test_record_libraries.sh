#!/bin/sh
# test_record_libraries.sh - calls in libraries: linked, opened, closed, called back, deleted
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/record_common.sh"

cc=${CC:-cc}
case="libraries"
compiles $cc -O1 -pg -fPIC -shared -Wl,--build-id "$programs/recordlibrary.c" -o liblinked.so &&
	compiles $cc -O1 -pg "$programs/recordplugins.c" -o plugins -L. -llinked -Wl,-rpath,"$work" -ldl ||
	{ cases_end; exit; }
$cc -O1 -pg -fPIC -shared -DNAME=plugin "$programs/recordlibrary.c" -o plugin1.so || exit 99
# plugin2.so has the same code at the same addresses as plugin1.so, but other names.
$cc -O1 -pg -fPIC -shared -DNAME=plugin -Dlibrary_inner=other_inner "$programs/recordlibrary.c" \
	-o plugin2.so || exit 99

record ./plugins
same "a linked library: output" "0 10" "$? $(cat out err)"
arcs plugins liblinked.so >found
same "calls inside a library" "4 library_sum library_inner" "$(grep 'library_sum library_inner' found)"
same "calls from a library" "4 library_sum called_back" "$(grep called_back found)"
same "calls of a library" "1 main library_sum" "$(grep 'main library_sum' found)"
same "constructors of a library" "1 library_begin library_inner" "$(grep 'library_begin lib' found)"
same "calls that qsort() makes" yes "$(awk '/libc.so.6 library_compare/ { print ($1 > 3 ? "yes" : $0) }' found)"
same "the build-id of the library" "$(readelf -n liblinked.so | awk '/Build ID/ { print $3 }')" \
	"$(recorded | awk '$1 == "object" && $2 == "liblinked.so" { print $5 }')"
same "the build-id of the program" "$(readelf -n plugins | awk '/Build ID/ { print $3 }')" \
	"$(recorded | awk '$1 == "object" && $2 == "plugins" { print $5 }')"

record ./plugins ./plugin1.so
same "an opened library" "0 10" "$? $(cat out err)"
arcs plugins liblinked.so plugin1.so >found
same "an opened library: calls" "10 40" \
	"$(calls plugin plugin1.so) $(awk '$2 == "plugin" && $3 == "library_inner" { print $1 }' found)"
same "an opened library: calls back" 44 "$(calls called_back plugins)"

# Libraries that are opened one after the other may have the same addresses.
record ./plugins ./plugin1.so ./plugin2.so ./plugin1.so
same "libraries one after the other" "0 10" "$? $(cat out err)"
arcs plugins liblinked.so plugin1.so plugin2.so >found
same "libraries one after the other: calls of each" "160 80 244" \
	"$(awk '$2 == "plugin" && $3 == "library_inner" { n += $1 } END { print n }' found) $(
	awk '$2 == "plugin" && $3 == "other_inner" { n += $1 } END { print n }' found) $(
	calls called_back plugins)"
same "libraries one after the other: one thread" 1 "$(recorded | awk '$1 == "threads" { print $2 }')"

# A library whose file is deleted while it is used.
$cc -O1 -pg -fPIC -shared -DNAME=plugin -DNO_CONSTRUCTOR "$programs/recordlibrary.c" -o deleted.so ||
	exit 99
cat >delete.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int library_sum(int *numbers, int n, int (*call)(int));
static int same(int x) { return x; }
int main(void)
{
	int numbers[4] = {4, 3, 2, 1};
	void *library = dlopen("./deleted.so", RTLD_NOW);
	int (*plugin)(int *, int, int (*)(int));

	remove("deleted.so");
	*(void **)&plugin = dlsym(library, "plugin");
	return plugin(numbers, 4, same) != 10;
}
END
$cc -O1 -pg delete.c -o delete -L. -llinked -Wl,-rpath,"$work" -ldl || exit 99
record ./delete
same "a deleted library" "0 1" "$? $(recorded | grep -c '^object deleted.so (deleted) ')"
cases_end

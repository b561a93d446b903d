/* test_shorten.c - shortening long function names to the width of a column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "text/bare.h"
#include "text/shorten.h"
#include "text/text.h"

static const struct {
	const char *name;
	int width;
	const char *want;
} cases[] = {
	{ "void Eigen::internal::smart_copy<double>(double const*, double const*, double*)", 52,
		"void Eigen::internal::smart_copy<…>(…)" },
	{ "void Eigen::internal::smart_copy<double>(double const*, double const*, double*)", 31,
		"Eigen::internal::smart_copy<…>" },
	{ "event loop of a scheduler", 12, "event loop …" },
	{ "[futex: lock held by thread 12035 tcc]", 31, "[futex: lock he…read 12035 tcc]" },
	{ "[futex: lock held by thread 12035 tcc]", 4, "[f…]" },
	{ "[futex: lock held by thread 12035 tcc]", 2, "[…" },
	{ "[库名很长很长很长]", 10, "[库名…长]" },
	{ "cfd::linalg::PreconditionedConjugateGradient<double>::solve(int)", 47,
		"…linalg::PreconditionedConjugateGradient::solve" },
	{ "cfd::linalg::PreconditionedConjugateGradient<double>::solve(int)", 33,
		"…PreconditionedConjugateG…::solve" },
	{ "cfd::linalg::PreconditionedConjugateGradient<double>::solve(int)", 12,
		"…Pre…::solve" },
	{ "cfd::linalg::PreconditionedConjugateGradient<double>::solve(int)", 11,
		"…solve" },
	{ "int cfd::mesh::FieldAccessor<double>::reduce<int>(int, std::vector<int> const&)", 47,
		"int cfd::mesh::FieldAccessor<…>::reduce<…>(…)" },
	{ "int cfd::mesh::FieldAccessor<double>::reduce<int>(int, std::vector<int> const&)", 33,
		"…mesh::FieldAccessor::reduce<…>" },
	{ "void Eigen::internal::sparse_time_dense_product_impl<Eigen::SparseMatrix<"
		"double, 1, int>, 1, true>::run(Eigen::SparseMatrix<double, 1, int> const&)", 47,
		"…internal::sparse_time_dense_product_impl::run" },
	{ "void Eigen::internal::sparse_time_dense_product_impl<Eigen::SparseMatrix<"
		"double, 1, int>, 1, true>::run(Eigen::SparseMatrix<double, 1, int> const&)", 33,
		"…sparse_time_dense_product_…::run" },
	{ "std::_Rb_tree<int, std::pair<int const, int>, std::_Select1st<std::pair<"
		"int const, int> > >::find(int const&)", 33,
		"std::_Rb_tree<…>::find(…)" },
	{ "std::_Function_handler<void (int), main::{lambda(int)#1}>::_M_invoke(std::"
		"_Any_data const&, int&&)", 47,
		"std::_Function_handler<…>::_M_invoke(…)" },
	{ "std::_Function_handler<void (int), main::{lambda(int)#1}>::_M_invoke(std::"
		"_Any_data const&, int&&)", 33,
		"std::_Function_handler::_M_invoke" },
	{ "std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)", 33,
		"std::operator<< <…>(…)" },
	{ "std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)", 10,
		"operator<<" },
	{ "bool std::operator< <int, std::allocator<int> >(std::vector<int> const&, std::"
		"vector<int> const&)", 20,
		"std::operator< <…>" },
	{ "std::unique_ptr<Foo, std::default_delete<Foo> >::operator->() const", 33,
		"std::unique_ptr<…>::operator->" },
	{ "std::unique_ptr<Foo, std::default_delete<Foo> >::operator->() const", 10,
		"operator->" },
	{ "Eigen::internal::gebp_kernel<double, double, long, 4, 4, false>::"
		"operator()(double const*, long)", 33,
		"…gebp_kernel::operator()" },
	{ "std::unordered_map<std::string, int>::operator[](std::string&&)", 33,
		"std::unordered_map<…>::operator[]" },
	{ "Foo::operator->*(int Bar::*)", 20,
		"Foo::operator->*(…)" },
	{ "Widget::operator unsigned long() const", 33,
		"Widget::operator unsigned long" },
	{ "std::basic_string<wchar_t, std::char_traits<wchar_t> >::operator std::"
		"basic_string_view<wchar_t>() const", 50,
		"…basic_string::operator std::basic_string_view<…>" },
	{ "operator new(unsigned long)", 20,
		"operator new(…)" },
	{ "operator delete[](void*)", 20,
		"operator delete[](…)" },
	{ "main::{lambda(int, std::vector<int, std::allocator<int> >)#1}::"
		"operator()(int) const", 52,
		"main::{lambda(…)#1}::operator()(…) const" },
	{ "main::{lambda(int, std::vector<int, std::allocator<int> >)#1}::"
		"operator()(int) const", 33,
		"main::{lambda#1}::operator()" },
	{ "auto foo::bar<int>(int)::{lambda(auto:1)#1}::operator()<double>(double) const", 40,
		"foo::bar<…>::{lambda#1}::operator()<…>" },
	{ "(anonymous namespace)::Parser::parse_expression((anonymous namespace)::"
		"Token const&) [clone .isra.0]", 48,
		"Parser::parse_expression(…) [clone .isra.0]" },
	{ "(anonymous namespace)::LoopVectorize::runOnFunction(llvm::Function&)", 52,
		"LoopVectorize::runOnFunction(llvm::Function&)" },
	{ "void (*choose<int>(int))(char)", 33,
		"void (*choose<int>(int))(char)" },
	{ "void (*choose<int>(int))(char)", 20,
		"choose<…>(…)" },
	{ "int (*pick(char))(double)", 20,
		"pick(…)" },
	{ "decltype (std::declval<A>().foo()) bar<std::vector<int> >(A const&)", 52,
		"decltype (std::declval<…>().foo()) bar<…>(A const&)" },
	{ "decltype (std::declval<A>().foo()) bar<std::vector<int> >(A const&)", 20,
		"bar<…>(…)" },
	{ "std::enable_if<std::is_integral<int>::value, int>::type clamp<int>(int, int, int)", 33,
		"clamp<…>(…)" },
	{ "foo(int)::Local::bar(std::string)", 20,
		"foo::Local::bar" },
	{ "virtual thunk to std::basic_iostream<char, std::char_traits<char> >::"
		"~basic_iostream()", 33,
		"…basic_iostream::~basic_iostream" },
	{ "foo(std::function<void (int)>)", 20,
		"foo(…)" },
	{ "foo[abi:cxx11](int)", 10,
		"foo(int)" },
	{ "foo(int) [clone .constprop.0] [clone .cold]", 33,
		"foo [.constprop.0] [.cold]" },
	{ "std::__detail::_Executor<int, long>::_M_dfs(int, long)'2", 33,
		"…__detail::_Executor::_M_dfs'2" },
	{ "<alloc::vec::Vec<T,A> as core::ops::drop::Drop>::drop", 40,
		"<Vec<…> as Drop>::drop" },
	{ "core::ptr::drop_in_place<alloc::vec::Vec<u8>>", 33,
		"core::ptr::drop_in_place<…>" },
	{ "my_crate::parser::Parser::parse::{{closure}}", 33,
		"…Parser::parse::{{closure}}" },
	{ "pressure_solver::smooth_red_black [omp 0]", 33,
		"pressu…::smooth_red_black [omp 0]" },
	{ "[unknown 0x401230]", 33,
		"[unknown 0x401230]" },
	{ "calculate.isra.0", 33,
		"calculate.isra.0" },
	{ "a_very_long_name_of_c_that_does_not_fit_in_a_column", 33,
		"a_very_long_name_of_c_that_does_…" },
	{ "((((((", 4,
		"(((…" },
	{ "Sass::Eval::operator()(Sass::Media_Block*)", 17, "…Eval::operator()" },
	{ "Sass::Eval::operator()(Sass::Media_Block*)", 16, "Eval::operator()" },
	{ "Sass::Eval::operator()(Sass::Media_Block*)", 15, "…operator()" },
	{ "ns::Klass::hot(int) [clone .constprop.1] [clone .isra.0]", 20, "…Klass::hot" },
	{ "ns::Klass::hot(int) [clone .part.0]", 21, "…Klass::hot [.part.0]" },
	{ "<alloc::vec::Vec<T> as core::iter::Extend<T>>::extend", 24, "<Vec as Extend>::extend" },
	{ "<alloc::vec::Vec<T> as core::iter::Extend<T>>::extend", 20, "Vec::extend" },
	{ "<T as core::iter::Extend<T>>::extend", 20, "Extend::extend" },
	{ "<built-in method builtins.sorted>", 20, "<built-in method bu…" },
	{ "<method 'get' of 'dict' objects>", 16, "<method 'get' o…" },
};

/* Names whose own name may lose a part before the class does. */
static const struct {
	const char *name;
	int width;
	const char *want;
} closures[] = {
	{ "ns::Klass::method(int)::{lambda(int, double)#2}::operator()(int, double) const", 40,
		"ns::Klass::method::{lambda#2}" },
	{ "ns::Klass::method(int)::{lambda(int, double)#2}::operator()(int, double) const", 20,
		"…method::{lambda#2}" },
	{ "ns::Klass::method(int)::{lambda(int, double)#2}::operator()(int, double) const", 16,
		"…method::{…}" },
	{ "my::module::function::{{closure}}", 20, "…function::{…}" },
	{ "my::module::function::{{closure}}::{{closure}}", 33, "my::module::function::{{closure}}" },
	{ "core::ops::function::FnOnce::call_once{{vtable.shim}}", 24, "…FnOnce::call_once{…}" },
	{ "ns::String::operator std::basic_string<char>() const", 33,
		"…String::operator basic_string" },
};

static void
test_shortened_names(void **state)
{
	size_t i;
	char *s;

	(void)state;
	for (i = 0; i < sizeof(closures) / sizeof(*closures); i++) {
		s = shorten_name(closures[i].name, closures[i].width, false);
		assert_string_equal(s, closures[i].want);
		free(s);
	}
	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		s = shorten_name(cases[i].name, cases[i].width, false);
		assert_string_equal(s, cases[i].want);
		free(s);
	}
}

/* The shortened name fits every width, and contains the function's own name if there is room. */
static void
test_every_width(void **state)
{
	size_t i, n;
	int width;
	const char *own;
	char *s, *want;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(*cases) - 1; i++) {
		own = shorten_own(cases[i].name, &n);
		/* The names of closures and of conversions may be shorter. */
		if (strstr(cases[i].name, "::{") != NULL || strstr(own, "operator std") == own)
			continue;
		want = mem_new(n + 1, 1);
		memcpy(want, own, n);
		for (width = 1; width < 120; width++) {
			s = shorten_name(cases[i].name, width, false);
			assert_true(text_width(s, false) <= width);
			if (text_width(want, false) <= width)
				if (strstr(s, want) == NULL)
					fail_msg("%s in %d cells: %s", cases[i].name, width, s);
			free(s);
		}
		free(want);
	}
}

/* The last words of names of Go and Java, and of directories, are kept. */
static void
test_dotted_names(void **state)
{
	static const struct {
		const char *name;
		int width;
		const char *want;
	} dotted[] = {
		{ "encoding/json.(*decodeState).object", 35, "encoding/json.(*decodeState).object" },
		{ "encoding/json.(*decodeState).object", 34, "…/json.(*decodeState).object" },
		{ "encoding/json.(*decodeState).object", 27, "….(*decodeState).object" },
		{ "encoding/json.(*decodeState).object", 22, "….object" },
		{ "encoding/json.(*decodeState).object", 7, "object" },
		{ "encoding/json.(*decodeState).object", 5, "obje…" },
		{ "runtime.mallocgc", 8, "mallocgc" },
		{ "example.org/a/b.Map[example.org/c/d.Key].Get", 28, "….Get" },
		{ "example.org/a/b.Map[example.org/c.Key].Get", 40,
			"…/a/b.Map[example.org/c.Key].Get" },
		{ "runtime.mapassign_faststr", 20, "….mapassign_faststr" },
		{ "org.apache.lucene.index.IndexWriter.get", 20, "….IndexWriter.get" },
		{ "a_source_file_with_a_long_name.cpp", 20, "a_source_file_with_…" },
		{ "a_function_of_c.part.0", 20, "a_function_of_c.par…" },
		{ "a_function_of_c.cold", 18, "a_function_of_c.c…" },
		{ "a_function_of_c@@GLIBC_2.34", 18, "a_function_of_c@@…" },
		{ "java/util/HashMap.<init>", 20, "…/HashMap.<init>" },
		{ "/usr/src/python/Objects/", 20, "…/python/Objects/" },
		{ "/usr/src/python/Objects/", 8, "Objects/" },
		{ "/usr/lib/libsqlite3.so.0.8.6", 21, "…/libsqlite3.so.0.8.6" },
		{ "/usr/lib/libsqlite3.so.0.8.6", 19, "libsqlite3.so.0.8.6" },
		{ "/usr/lib/libsqlite3.so.0.8.6", 12, "libsqlite3.…" },
		{ "./tmp/snappy-1.1.8-libsnappyjava.so", 30, "snappy-1.1.8-libsnappyjava.so" },
		{ "./tmp/snappy-1.1.8-libsnappyjava.so", 20, "snappy-1.1.8-libsna…" },
		{ "build/src/some/where/module.py", 20, "…/where/module.py" },
		{ "build/src/some/where/module.py", 10, "module.py" },
		{ "org.apache.lucene.index.IndexWriter.get", 12, "….get" },
		{ "geo::operator/(double, double)", 20, "geo::operator/(…)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(dotted) / sizeof(*dotted); i++) {
		char *s = shorten_name(dotted[i].name, dotted[i].width, false);

		assert_string_equal(s, dotted[i].want);
		free(s);
	}
}

static void
test_ascii(void **state)
{
	char *s = shorten_name("std::_Rb_tree<int, char>::find(int const&)", 22, true);

	(void)state;
	/* In ASCII, "…" is written in two cells, so there is no room for more of the name. */
	assert_string_equal(s, "std::_Rb_tree::find");
	free(s);
}

static void
assert_plain(const char *name, const char *want)
{
	char *s = shorten_plain(name);

	if (want != NULL)
		assert_string_equal(s, want);
	else
		assert_null(s);
	free(s);
}

static void
test_plain_names(void **state)
{
	(void)state;
	assert_plain("__pressure_solver_MOD_vcycle", "pressure_solver::vcycle");
	assert_plain("__pressure_solver_MOD_smooth._omp_fn.12", "pressure_solver::smooth [omp 12]");
	assert_plain("main._omp_fn.0", "main [omp 0]");
	assert_plain("ns::f(int) [clone ._omp_fn.3]", "ns::f(int) [omp 3]");
	assert_plain("main", NULL);
	assert_plain("__libc_start_main", NULL);
	assert_plain("___MOD_", NULL);
	assert_plain("__a_MOD_", NULL);
	assert_plain("", NULL);
	assert_plain("f._omp_fn.x", NULL);
}

/* Names with random brackets cause no crash and no endless loop, and fit when shortened. */
static void
test_random_brackets(void **state)
{
	static const char *const bits[] = {
		"<", ">", "(", ")", "[", "]", "{", "}", "::", " ", "operator", "a", "*", "&", "<<",
		"decltype", "(anonymous namespace)", " [clone ", " as ", "->", "é", "…",
		"/", ".", ".(", "'",
	};
	uint64_t seed = 11;
	char name[1024];
	int i, k, n, width;
	char *s;

	(void)state;
	for (i = 0; i < 30000; i++) {
		name[0] = '\0';
		n = (int)random_below(&seed, 40);
		for (k = 0; k < n; k++)
			strcat(name, bits[random_below(&seed, sizeof(bits) / sizeof(*bits))]);
		width = (int)random_below(&seed, 40);
		s = shorten_name(name, width, random_below(&seed, 2));
		assert_true(text_width(s, false) <= width);
		free(s);
	}
}

/* Very long names with many brackets are shortened soon, because time grows linearly with the
 * length of a name. */
static void
test_time_is_linear(void **state)
{
	enum { LONG = 200000, SHORTER = 16000 };
	static const char *const bits[] = { "(", "<", "(*x", "a::", "operator<", "<(" };
	size_t i, n;
	char *name, *s;

	(void)state;
	for (i = 0; i < 2 * sizeof(bits) / sizeof(*bits); i++) {
		const char *bit = bits[i / 2];

		name = mem_new(LONG + 32, 1);
		for (n = 0; n < (i % 2 ? LONG : SHORTER); n += strlen(bit))
			strcpy(name + n, bit);
		s = shorten_name(name, 30, false);
		assert_true(text_width(s, false) <= 30);
		free(s);
		free(name);
	}
}

/* If names differ in one parameter or template argument, the shortened names keep it. */
static void
test_distinct_names(void **state)
{
	static const struct {
		const char *name, *differing;
		int width;
		const char *want;
	} distinct[] = {
		{ "isAliasOf(Token const*, int, bool)", "Token const*", 30,
			"isAliasOf(Token const*…)" },
		{ "isAliasOf(Token const*, long, bool)", "long", 30, "isAliasOf(…long…)" },
		{ "mesh::reduce<float, 3>(float*)", "float", 24, "mesh::reduce<float…>" },
		{ "mesh::reduce<float, 3>(float*)", "float", 40, "mesh::reduce<float, 3>(float*)" },
		{ "a::b::c(std::vector<int, std::allocator<int> >)", "std::vector<int,"
			" std::allocator<int> >", 20, "b::c(vector<int, s…)" },
		{ "a::b::c(std::vector<int, std::allocator<int> >)", "int", 20, "a::b::c(…int…)" },
		{ "E* m::I::make<(anonymous namespace)::Thunk, int>(int)",
			"(anonymous namespace)::Thunk", 24, "m::I::make<Thunk…>" },
		{ "std::_Hashtable<Key, std::pair<Key const, Node*>, int>::find(long) const",
			"Node*", 40, "…_Hashtable<…Node*…>::find(long) const" },
		{ "std::_Hashtable<Key, std::pair<Key const, Node*>, int>::find(long) const",
			"Node*", 22, "_Hasht…<…Node*…>::find" },
		{ "std::_Hashtable<Key, std::pair<Key const, log::Entry*>, int>::find(long)",
			"log::Entry*", 16, "…<…Entry…>::find" },
		{ "Sass::Eval::operator()(Sass::Media_Block*)", "Sass::Media_Block*", 42,
			"Sass::Eval::operator()(Sass::Media_Block*)" },
		{ "Sass::Eval::operator()(Sass::Media_Block*)", "Sass::Media_Block*", 33,
			"…Eval::operator()(Media_Block*)" },
		{ "Sass::Eval::operator()(Sass::Media_Block*)", "Sass::Media_Block*", 24,
			"Eval::operator()(Media…)" },
		{ "Sass::Eval::operator()(Sass::Media_Block*)", "Sass::Media_Block*", 20,
			"…Eval::operator()" },
		{ "plain", "plain", 3, "pl…" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(distinct) / sizeof(distinct[0]); i++) {
		const char *name = distinct[i].name;
		size_t from = (size_t)(strstr(name, distinct[i].differing) - name);
		char *s = shorten_distinct(name, from, from + strlen(distinct[i].differing),
			distinct[i].width, false);

		assert_string_equal(s, distinct[i].want);
		free(s);
	}
}

/* bare_write() removes types, parameters and template arguments. */
static void
test_bare_names(void **state)
{
	static const struct {
		const char *name, *bare;
	} bares[] = {
		{ "main", "main" },
		{ "geo::area", "geo::area" },
		{ "geo::area(double)", "geo::area" },
		{ "double geo::detail::slow_sqrt<double>(double)", "geo::detail::slow_sqrt" },
		{ "geo::Circle::area() const", "geo::Circle::area" },
		{ "geo::find(std::string const&) [clone .part.0]", "geo::find [clone .part.0]" },
		{ "main::{lambda(int)#3}::operator()(int) const", "main::{lambda#3}::operator()" },
		{ "std::_Rb_tree<int, std::pair<int, int> >::find(int)", "std::_Rb_tree::find" },
		{ "(anonymous namespace)::f(int)", "(anonymous namespace)::f" },
		{ "main(int)::inner(char)", "main::inner" },
		{ "f[abi:cxx11](int)", "f" },
		{ "smooth [omp 0]", "smooth [omp 0]" },
		{ "a::b::operator<(a const&)", "a::b::operator<" },
		{ "operator()(int)", "operator()" },
		{ "<a::Vec<u8> as b::Drop>::drop", "<a::Vec<u8> as b::Drop>::drop" },
		{ "<cycle 1>", "<cycle 1>" },
		{ "[unknown 0x401000]", "[unknown 0x401000]" },
		{ "geo::find(std::string const&)'2", "geo::find'2" },
		{ "geo::find(int) const [clone .part.0]'3", "geo::find [clone .part.0]'3" },
		{ "f(", "f" },
		{ "(((", "(((" },
		{ "", "" },
	};
	char bare[100];
	size_t i, n;

	(void)state;
	for (i = 0; i < sizeof(bares) / sizeof(*bares); i++) {
		n = bare_write(bares[i].name, strlen(bares[i].name), bare, NULL);
		bare[n] = '\0';
		assert_string_equal(bare, bares[i].bare);
	}
}

/* bare_scopes() returns classes and namespaces, but no functions. */
static void
test_scopes(void **state)
{
	static const struct {
		const char *name, *scopes, *outermost;
	} scoped[] = {
		{ "main", NULL, NULL },
		{ "geo::area", "geo", "geo" },
		{ "double geo::Circle<int>::area<double>(double) const", "geo::Circle", "geo" },
		{ "(anonymous namespace)::f(int)", "(anonymous namespace)",
			"(anonymous namespace)" },
		{ "a::(anonymous namespace)::B::f(int)", "a::(anonymous namespace)::B", "a" },
		{ "main::{lambda(int)#3}::operator()(int) const", NULL, NULL },
		{ "a::f(int)::{lambda(int)#3}::operator()(int) const", "a", "a" },
		{ "a::B<(c)1>::f(d::e)", "a::B", "a" },
		{ "f(std::string)", NULL, NULL },
		{ "std::vector<int, std::allocator<int> >::operator[](unsigned long)",
			"std::vector", "std" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(scoped) / sizeof(scoped[0]); i++)
		for (int k = 0; k < 2; k++) {
			const char *want = k == 0 ? scoped[i].scopes : scoped[i].outermost;
			char *scopes = bare_scopes(scoped[i].name, k == 1);

			if (want != NULL)
				assert_string_equal(scopes, want);
			else
				assert_null(scopes);
			free(scopes);
		}
}

/* Asserts that the name "a::a::...f", with N times "a::", is shortened to WANT in 30 cells. */
static void
assert_scopes(size_t n, const char *want)
{
	char *name = mem_new(3 * n + 2, 1), *s;

	for (size_t i = 0; i < n; i++)
		memcpy(name + 3 * i, "a::", 3);
	name[3 * n] = 'f';
	s = shorten_name(name, 30, false);
	assert_string_equal(s, want);
	free(s);
	free(name);
}

/* Scopes are not removed one by one, because this would take minutes.  Very long names are not
 * parsed. */
static void
test_many_scopes(void **state)
{
	(void)state;
	watch_for_hangs();
	assert_scopes(9, "a::a::a::a::a::a::a::a::a::f");
	assert_scopes(10, "…a::a::a::a::a::a::a::a::a::f");
	assert_scopes(5000, "…a::a::a::a::a::a::a::a::a::f");
	assert_scopes(100000, "a::a::a::a::a::a::a::a::a::a:…");
	alarm(0);
}

/* Names that are all in brackets are no instances of one template. */
static void
test_bracketed(void **state)
{
	char *instance = shorten_generic("std::sort<int*>(int*, int*)");

	(void)state;
	assert_string_equal(instance, "std::sort<…>");
	free(instance);
	assert_null(shorten_generic("<method 'get' of 'dict' objects>"));
	assert_null(shorten_generic("<listcomp>"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bracketed),
		cmocka_unit_test(test_bare_names),
		cmocka_unit_test(test_scopes),
		cmocka_unit_test(test_shortened_names),
		cmocka_unit_test(test_distinct_names),
		cmocka_unit_test(test_every_width),
		cmocka_unit_test(test_dotted_names),
		cmocka_unit_test(test_ascii),
		cmocka_unit_test(test_plain_names),
		cmocka_unit_test(test_random_brackets),
		cmocka_unit_test(test_time_is_linear),
		cmocka_unit_test(test_many_scopes),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("shorten", tests, NULL, NULL);
}

// shapes.cc - C++ to profile: templates, lambdas, operators, namespaces, virtual calls
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#define KEPT __attribute__((noinline))

namespace geometry {

volatile unsigned long sink;

struct point {
	double x, y;
	KEPT point operator+(const point &o) const { return {x + o.x, y + o.y}; }
	KEPT bool operator<(const point &o) const { return x < o.x || (x == o.x && y < o.y); }
	KEPT double operator()(double t) const { return x * t + y; }
	KEPT explicit operator bool() const { return x != 0; }
};

class shape {
public:
	virtual ~shape() {}
	virtual double area() const = 0;
};

template <typename T, int Sides>
class regular : public shape {
	T side;
public:
	explicit regular(T s) : side(s) {}
	KEPT double area() const override
	{
		double sum = 0;
		for (int i = 0; i < Sides * 20; i++)
			sum += side * i / (sum + 1);
		return sum;
	}
};

namespace {

// Not visible outside: a static symbol.
KEPT unsigned long
hidden(unsigned long n)
{
	unsigned long sum = 0;
	for (unsigned long i = 0; i < n; i++)
		sum = sum * 31 + i;
	return sum;
}

} // namespace

template <typename F>
KEPT double
apply(F f, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += f(i);
	return sum;
}

template <typename... Args>
KEPT unsigned long
count(const Args &...args)
{
	return sizeof...(args) + hidden(40);
}

} // namespace geometry

using namespace geometry;

static KEPT std::string
describe(const std::map<std::string, std::vector<int>> &m)
{
	std::string s;
	for (const auto &entry : m)
		s += entry.first + std::to_string(entry.second.size());
	return s;
}

static KEPT int
descend(int n, const std::function<int(int)> &f)
{
	return n <= 0 ? 0 : f(n - 1) + 1;
}

int
main()
{
	std::clock_t end = std::clock() + CLOCKS_PER_SEC / 7;
	std::vector<std::unique_ptr<shape>> shapes;
	std::map<std::string, std::vector<int>> words;

	shapes.emplace_back(new regular<int, 3>(2));
	shapes.emplace_back(new regular<double, 5>(1.5));
	do {
		std::vector<point> points;
		for (int i = 0; i < 40; i++)
			points.push_back(point{double(i * 7 % 11), double(i)} + point{1, 2});
		std::sort(points.begin(), points.end());
		for (const auto &s : shapes)
			sink += (unsigned long)s->area();
		double factor = 1.5;
		sink += (unsigned long)apply([factor](int i) { return factor * i; }, 50);
		sink += (unsigned long)apply([&](int i) { return points[i](2) + 1; }, 40);
		words[std::to_string(sink % 50)].push_back(1);
		sink += describe(words).size() + count(1, 2.0, "three");
		std::function<int(int)> back = [&](int n) { return descend(n, back); };
		sink += descend(10, back) + (points[0] ? 1 : 0);
		if (words.size() > 30)
			words.clear();
	} while (std::clock() < end);
	std::printf("%d\n", sink != 0);
	return 0;
}

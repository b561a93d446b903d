// C++ whose functions all have linkage names in the debug information: gprof -l fails if an
// inlined function has none.  SPDX-License-Identifier: GPL-3.0-or-later
extern "C" int printf(const char *, ...);

namespace shapes {

class Shape {
public:
	explicit Shape(int size) : size(size) { }
	virtual ~Shape() { }
	virtual int area() const = 0;
	virtual Shape *twin() const = 0;
	int length() const { return size; }
protected:
	int size;
};

class Named {
public:
	Named() : name("none") { }
	virtual ~Named() { }
	virtual int letters() const { int n = 0; while (name[n]) n++; return n; }
	virtual Named *copy() const { return new Named(*this); }
protected:
	const char *name;
};

class Square : public Shape, public Named {
public:
	explicit Square(int size) : Shape(size) { name = "square"; }
	int area() const override;
	int letters() const override;
	Square *twin() const override { return new Square(size + 1); }
	Square *copy() const override { return new Square(size); }
};

int
Square::area() const
{
	int sum = 0;

	for (int i = 0; i < length(); i++)
		sum += i % 3 == 0 ? size : length();
	return sum;
}

int Square::letters() const { return Named::letters() + (size & 1); }

template <class T, int N>
class Stack {
public:
	Stack() : used(0) { }
	bool push(T item)
	{
		if (used == N)
			return false;
		items[used++] = item;
		return true;
	}
	T pop() { return items[--used]; }
	bool empty() const { return used == 0; }
private:
	T items[N];
	int used;
};

struct Counter {
	Counter() : n(1) { }
	int n;
} counter;

}

template <class T> T
larger(T a, T b)
{
	if (a > b)
		return a;
	return b;
}

int
work(int n)
{
	shapes::Stack<int, 64> stack;
	shapes::Square *square = new shapes::Square(n);
	shapes::Shape *shape = square->twin();
	shapes::Named *named = square;
	shapes::Named *other = named->copy();
	int sum = shape->area() + named->letters() + other->letters();

	for (int i = 0; stack.push(i * n); i++)
		shapes::counter.n++;
	while (!stack.empty())
		sum = larger(sum, stack.pop()) + (int)larger(1.5, (double)n);
	delete shape;
	delete square;
	delete other;
	return sum;
}

int
main()
{
	long total = 0;

	for (int i = 0; i < 3000; i++)
		total += work(i);
	printf("%ld %d\n", total, shapes::counter.n);
	return 0;
}

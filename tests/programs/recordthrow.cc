// Exceptions, templates, virtual functions and constructors of objects with static lifetime.
#include <cstdio>
#include <stdexcept>

static int built;

struct base {
	virtual ~base() {}
	virtual int value(int x) const = 0;
};

struct derived : base {
	__attribute__((noinline)) int value(int x) const override
	{
		if (x % 10 == 0)
			throw std::runtime_error("ten");
		return x;
	}
};

struct early {
	__attribute__((noinline)) early() { built++; }
};
static early at_start;

int main()
{
	derived d;
	const base &b = d;
	int thrown = 0;

	for (int i = 0; i < 1000; i++)
		try {
			b.value(i);
		} catch (const std::exception &) {
			thrown++;
		}
	std::printf("%d thrown, %d built\n", thrown, built);
}

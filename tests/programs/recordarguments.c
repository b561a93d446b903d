/* Passes arguments in every kind of register.  The recorder, which is called at the beginning of
 * each function, must not change these registers, even when it adds a call site to its tables. */
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>

typedef float vector __attribute__((vector_size(16)));

struct pair {
	double a;
	long b;
};

__attribute__((noinline)) double doubles(double a, double b, double c, double d, double e, double f,
	double g, double h, double i)
{
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i;
}

__attribute__((noinline)) long integers(long a, long b, long c, long d, long e, long f, long g, long h)
{
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
}

__attribute__((noinline)) long double wide(long double a, double complex b, vector c)
{
	return a + (long double)creal(b) + 2 * (long double)cimag(b) + c[0] + 2 * c[1] + 3 * c[2] + 4 * c[3];
}

__attribute__((noinline)) struct pair pairs(struct pair a, struct pair b)
{
	struct pair c = {a.a + 2 * b.a, a.b + 2 * b.b};

	return c;
}

__attribute__((noinline)) double variadic(int n, ...)
{
	va_list list;
	double sum = 0;

	va_start(list, n);
	while (n-- > 0)
		sum += va_arg(list, double);
	va_end(list);
	return sum;
}

int main(void)
{
	int local = 7;
	struct pair p = {1.5, 2}, q = {2.5, 3};

#if !defined __clang__
	__attribute__((noinline)) int nested(int x)	/* gets main's frame in a register */
	{
		return x + local++;
	}
	printf("%d %d\n", nested(1), nested(2));
#endif
	printf("%d\n", local);
	printf("%g\n", doubles(1, 2, 3, 4, 5, 6, 7, 8, 9));
	printf("%g\n", doubles(9, 8, 7, 6, 5, 4, 3, 2, 1));
	printf("%ld %ld\n", integers(1, 2, 3, 4, 5, 6, 7, 8), integers(8, 7, 6, 5, 4, 3, 2, 1));
	printf("%Lg\n", wide(1.25L, 2 + 3 * I, (vector){1, 2, 3, 4}));
	p = pairs(p, q);
	printf("%g %ld\n", p.a, p.b);
	printf("%g %g\n", variadic(3, 1.0, 2.0, 3.0), variadic(2, 4.0, 5.0));
	return 0;
}

/* Uses a library that is linked, and libraries that are opened: recordplugins LIBRARY...  Each is
 * opened, called and closed before the next one. */
#include <dlfcn.h>
#include <stdio.h>

int library_sum(int *numbers, int n, int (*call)(int));

__attribute__((noinline)) int called_back(int x)
{
	__asm__ volatile("");
	return x;
}

int main(int argc, char **argv)
{
	int numbers[4] = {4, 3, 2, 1};

	printf("%d\n", library_sum(numbers, 4, called_back));
	for (int i = 1; i < argc; i++) {
		void *library = dlopen(argv[i], RTLD_NOW);
		int (*plugin)(int *, int, int (*)(int));

		if (library == NULL)
			return 1;
		*(void **)&plugin = dlsym(library, "plugin");
		for (int k = 0; k < 10 * i; k++)
			if (plugin == NULL || plugin(numbers, 4, called_back) != 10)
				return 2;
		dlclose(library);
	}
	return 0;
}

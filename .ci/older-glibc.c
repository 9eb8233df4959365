// Linked into the release programs, so that they run with glibc 2.28. Their libraries were compiled for a newer one.

#ifdef __x86_64__
#define FIRST_VERSION "GLIBC_2.2.5"
#else
#define FIRST_VERSION "GLIBC_2.17"
#endif

// glibc 2.29 has a second version of these, which differs only in errno. `ld --wrap=exp` calls __wrap_exp for exp.
#define FIRST(function) \
    double first_##function(double); \
    __asm__(".symver first_" #function ", " #function "@" FIRST_VERSION); \
    double __wrap_##function(double number) { return first_##function(number); }

FIRST(exp)
FIRST(exp2)
FIRST(log)
FIRST(log2)

// A variable of glibc 2.32, with which libstdc++ skips atomic instructions in programs without threads. 0: it does not.
__attribute__((visibility("hidden"))) char __libc_single_threaded;

#ifdef __aarch64__
// Debian compiled the Swift runtime for glibc 2.38, whose functions with these names also read binary numbers, like 0b1.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define HIDDEN __attribute__((visibility("hidden")))
#define OLDER(type, function) \
    HIDDEN type __isoc23_##function(const char *text, char **end, int base) { return function(text, end, base); }

OLDER(long, strtol)
OLDER(long long, strtoll)

HIDDEN int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int count = vsscanf(text, format, values);
    va_end(values);
    return count;
}
#endif

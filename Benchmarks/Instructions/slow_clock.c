// A clock that nearly stands still. Valgrind makes the server so slow that the turn of a user would end after one request, where at
// its own speed it serves a group; what is computed once a second would be computed more often; and the count would depend on the
// load of the machine.
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SLOWER = 10000, BILLION = 1000000000 };

static int64_t start[16];

int clock_gettime(clockid_t clock, struct timespec *time) {
    long result = syscall(SYS_clock_gettime, clock, time);
    if (result != 0 || clock < 0 || clock >= 16) return (int)result;
    int64_t now = (int64_t)time->tv_sec * BILLION + time->tv_nsec;
    if (start[clock] == 0) start[clock] = now;
    now = start[clock] + (now - start[clock]) / SLOWER;
    time->tv_sec = now / BILLION;
    time->tv_nsec = now % BILLION;
    return 0;
}

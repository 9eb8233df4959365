// A clock that goes as much slower as valgrind makes the program. Otherwise the server would end the turn of a user after one
// request, where at its own speed it serves a group.
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SLOWER = 100, BILLION = 1000000000 };

static int64_t start[16];

int clock_gettime(clockid_t clock, struct timespec *time) {
    long result = syscall(SYS_clock_gettime, clock, time);
    if (result != 0 || clock < 0 || clock >= 16 || clock == CLOCK_REALTIME) return (int)result;
    int64_t now = (int64_t)time->tv_sec * BILLION + time->tv_nsec;
    if (start[clock] == 0) start[clock] = now;
    now = start[clock] + (now - start[clock]) / SLOWER;
    time->tv_sec = now / BILLION;
    time->tv_nsec = now % BILLION;
    return 0;
}

// A wall clock that a test sets while a program runs: the file CLOCK_STEP has the seconds by which it is ahead, as 8 bytes.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *step;

__attribute__((constructor)) static void begin(void) {
    int file = open(getenv("CLOCK_STEP"), O_RDONLY | O_CLOEXEC);
    void *place = mmap(NULL, sizeof *step, PROT_READ, MAP_SHARED, file, 0);
    if (place == MAP_FAILED) abort();
    step = place;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    long result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME && step) time->tv_sec += *step;
    return (int)result;
}

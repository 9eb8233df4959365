// first_answer: milliseconds from exec of a server to its first good answer on a Unix socket.
//
//   first_answer SERVER_CPU CLIENT_CPU SOCK REQFILE PROGRAM [ARGUMENT]...
//
// A script takes milliseconds to start a process, and some between two looks: more than what is measured.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 65536, PATIENCE_S = 20 };

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}
static void die(const char *what) { perror(what); exit(2); }

static void run_on(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set)) die("sched_setaffinity");
}

// Whether a request got a good answer; on the cpu of the server, which gets its turns, if there is but one.
static int is_answered(const struct sockaddr_un *address, const char *request, size_t length) {
    static char answer[ROOM];
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), good = 0;
    if (fd < 0) die("socket");
    if (!connect(fd, (const struct sockaddr *)address, sizeof *address) && write(fd, request, length) == (ssize_t)length)
        good = read(fd, answer, sizeof answer) > 12 && !memcmp(answer, "HTTP/1.1 200", 12);
    close(fd);
    return good;
}

int main(int argc, char **argv) {
    if (argc < 6) { fprintf(stderr, "see the head of first_answer.c\n"); return 2; }
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(argv[3]) >= sizeof address.sun_path) { fprintf(stderr, "too long a path\n"); return 2; }
    strcpy(address.sun_path, argv[3]);
    static char request[ROOM];
    FILE *file = fopen(argv[4], "rb");
    if (!file) die(argv[4]);
    size_t length = fread(request, 1, sizeof request, file);
    fclose(file);
    uint64_t *begin = mmap(NULL, sizeof *begin, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED) die("mmap");
    run_on(atoi(argv[2]));
    pid_t pid = fork();
    if (pid == 0) {
        run_on(atoi(argv[1]));
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, 0);
        dup2(nothing, 1);
        *begin = now_ns();
        execv(argv[5], argv + 5);
        die(argv[5]);
    }
    while (!is_answered(&address, request, length)) {
        if (waitpid(pid, NULL, WNOHANG) == pid) { fprintf(stderr, "%s ended\n", argv[5]); return 3; }
        if (*begin && now_ns() > *begin + PATIENCE_S * 1000000000ull) { kill(pid, SIGKILL); return 3; }
        sched_yield();
    }
    uint64_t end = now_ns();
    printf("%.3f\n", (double)(end - *begin) / 1e6);
    kill(pid, SIGTERM);
    waitpid(pid, NULL, 0);
    return 0;
}

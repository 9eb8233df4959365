// quiet: a user that makes one request every 2 ms, and notes how long each takes from the moment at which it was due.
//
//   quiet -u UID -a CPU -s SOCK -r FILE [-i MICROSECONDS] -n COUNT
//
// The requests take turns over three ways to connect: before the flood, during it, and once for each request. A request that
// is due is sent though earlier ones have no answer yet. It runs with the priority of a real-time process, so that the load on its
// core does not delay it; "late" says how late its own clock woke it, which is part of no server's doing.
//
// It connects and gets one answer, prints "ready", waits for a byte on standard input, and prints one line of JSON.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 65536, EVENTS = 64, BEFORE = 0, DURING = 1, EACH = 2, WAYS = 3 };
// The second way connects this long after the flood began; all wait this long for the last answers.
static const uint64_t begins_ns = 200000000, patience_ns = 10000000000, retry_ns = 200000;
static const char *const names[] = {"before", "during", "each"};

typedef struct conn {
    int fd, way;
    uint32_t first, last;         // of `due`: the requests without an answer
    size_t written;               // bytes of requests given to the kernel
    uint32_t held;                // bytes of an answer that is not complete
    uint64_t *due;
    char *answer;
    struct conn *next;            // of those that wait for room in the listener's queue
} conn;

static struct sockaddr_un address = {.sun_family = AF_UNIX};
static char request[ROOM];
static size_t length;
static uint32_t count;
static int set;
static conn *unconnected;
static struct { uint64_t *took; uint32_t n, failed, unanswered; } results[WAYS];
static uint64_t *late, open_requests;
static uint32_t late_n;

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}
static void die(const char *what) { perror(what); exit(2); }

static void note(conn *c, bool is_good) {
    uint64_t due = c->due[c->first++];
    results[c->way].took[results[c->way].n++] = now_ns() - due;
    results[c->way].failed += !is_good;
    open_requests--;
}

static void dial(conn *c) {
    c->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (c->fd < 0) die("socket");
    if (connect(c->fd, (struct sockaddr *)&address, sizeof address)) {
        if (errno != EAGAIN) die("connect");
        close(c->fd);
        c->fd = -1;
        c->next = unconnected;
        unconnected = c;
        return;
    }
    if (epoll_ctl(set, EPOLL_CTL_ADD, c->fd, &(struct epoll_event){.events = EPOLLIN, .data.ptr = c})) die("epoll_ctl");
}

static conn *made(int way, uint32_t room) {
    conn *c = calloc(1, sizeof *c);
    if (!c) die("memory");
    *c = (conn){.fd = -1, .way = way, .due = calloc(room, sizeof *c->due), .answer = malloc(ROOM)};
    if (!c->due || !c->answer) die("memory");
    dial(c);
    return c;
}

static void end(conn *c) {
    close(c->fd);
    free(c->due);
    free(c->answer);
    free(c);
}

// The server closed it: its requests have failed. A lasting connection is made again.
static void lose(conn *c) {
    while (c->first < c->last) note(c, false);
    if (c->way == EACH) { end(c); return; }
    close(c->fd);
    c->written = c->last * length;
    c->held = 0;
    dial(c);
}

static void send_due(conn *c) {
    if (c->fd < 0) return;
    bool is_full = false;
    while (c->written < c->last * length && !is_full) {
        size_t at = c->written % length;
        ssize_t w = send(c->fd, request + at, length - at, MSG_NOSIGNAL);
        if (w < 0 && errno != EAGAIN) return;      // it is lost when it is read
        is_full = w < 0;
        if (w > 0) c->written += (size_t)w;
    }
    if (epoll_ctl(set, EPOLL_CTL_MOD, c->fd, &(struct epoll_event){.events = EPOLLIN | (is_full ? EPOLLOUT : 0), .data.ptr = c}))
        die("epoll_ctl");
}

static void connect_again(void) {
    for (conn *c; (c = unconnected);) {
        unconnected = c->next;
        dial(c);
        if (c->fd < 0) return;
        send_due(c);
    }
}

static void add_request(conn *c, uint64_t due) {
    c->due[c->last++] = due;
    open_requests++;
    send_due(c);
}

// The length of the first answer, or 0 if it is not complete.
static size_t answer_length(const conn *c) {
    static const char field[] = "\r\nContent-Length:";
    char *head = memmem(c->answer, c->held, "\r\n\r\n", 4);
    if (!head) return 0;
    for (char *p = c->answer; p < head; p++)
        if (!strncasecmp(p, field, sizeof field - 1)) {
            size_t whole = (size_t)(head + 4 - c->answer) + strtoul(p + sizeof field - 1, NULL, 10);
            return whole <= c->held ? whole : 0;
        }
    return 0;
}

static void receive(conn *c) {
    ssize_t r = recv(c->fd, c->answer + c->held, ROOM - 1 - c->held, 0);
    if (r < 0 && errno == EAGAIN) return;
    if (r <= 0) { lose(c); return; }
    c->held += (uint32_t)r;
    c->answer[c->held] = 0;
    for (size_t n; c->first < c->last && (n = answer_length(c)) > 0;) {
        note(c, !memcmp(c->answer, "HTTP/1.1 200", 12));
        c->held -= (uint32_t)n;
        memmove(c->answer, c->answer + n, c->held);
    }
    if (c->way == EACH && c->first == c->last) end(c);
}

static void wait_until(int timer, uint64_t then) {
    struct itimerspec at = {.it_value = {(time_t)(then / 1000000000), (long)(then % 1000000000)}};
    if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL)) die("timerfd_settime");
    struct epoll_event events[EVENTS];
    int n = epoll_wait(set, events, EVENTS, -1);
    for (int i = 0; i < n; i++) {
        conn *c = events[i].data.ptr;
        if (!c) continue;
        if (events[i].events & EPOLLOUT) send_due(c);
        if (events[i].events & ~(uint32_t)EPOLLOUT) receive(c);
    }
}

static void measure(conn *lasting[2], int timer, uint64_t interval) {
    uint64_t began = now_ns();
    for (uint32_t tick = 0; tick < count;) {
        uint64_t due = began + (tick + 1) * interval, now = now_ns();
        if (now < due) {
            wait_until(timer, unconnected && now + retry_ns < due ? now + retry_ns : due);
            if (unconnected) connect_again();
            continue;
        }
        late[late_n++] = now - due;
        int way = (int)(tick++ % WAYS);
        if (way == DURING && due < began + begins_ns) continue;
        if (way == DURING && !lasting[DURING]) lasting[DURING] = made(DURING, count);
        add_request(way == EACH ? made(EACH, 1) : lasting[way], due);
    }
    for (uint64_t last = now_ns() + patience_ns; open_requests && now_ns() < last;) {
        wait_until(timer, now_ns() + retry_ns);
        if (unconnected) connect_again();
    }
}

static int order(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}
static void print_times(const char *name, uint64_t *values, uint32_t n) {
    qsort(values, n, sizeof *values, order);
    printf("\"%s\": {\"count\": %u, \"p50\": %.3f, \"p99\": %.3f, \"worst\": %.3f", name, n, n ? (double)values[n / 2] / 1e6 : 0,
           n ? (double)values[(uint64_t)n * 99 / 100] / 1e6 : 0, n ? (double)values[n - 1] / 1e6 : 0);
}

static bool take_priority(int cpu) {
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(cpu, &cpus);
    if (sched_setaffinity(0, sizeof cpus, &cpus)) die("sched_setaffinity");
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    return !sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 10});
}

int main(int argc, char **argv) {
    uid_t uid = 0;
    int cpu = 0;
    uint64_t interval = 2000000;
    for (int o; (o = getopt(argc, argv, "u:a:s:r:i:n:")) != -1;) switch (o) {
        case 'u': uid = (uid_t)atoi(optarg); break;
        case 'a': cpu = atoi(optarg); break;
        case 's': strncpy(address.sun_path, optarg, sizeof address.sun_path - 1); break;
        case 'r': {
            FILE *file = fopen(optarg, "rb");
            if (!file) die(optarg);
            length = fread(request, 1, ROOM, file);
            fclose(file);
            break;
        }
        case 'i': interval = (uint64_t)atoi(optarg) * 1000; break;
        case 'n': count = (uint32_t)atoi(optarg); break;
        default: return 2;
    }
    if (!length || !count || !interval) { fprintf(stderr, "see the head of quiet.c\n"); return 2; }
    bool is_first = take_priority(cpu);
    if (setgroups(0, NULL) || setgid(uid) || setuid(uid)) die("setuid");
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (timer < 0 || (set = epoll_create1(EPOLL_CLOEXEC)) < 0) die("epoll or timerfd");
    if (epoll_ctl(set, EPOLL_CTL_ADD, timer, &(struct epoll_event){.events = EPOLLIN})) die("epoll_ctl");
    late = calloc(count, sizeof *late);
    for (int way = 0; way < WAYS; way++) results[way].took = calloc(count + 1, sizeof(uint64_t));
    conn *lasting[2] = {made(BEFORE, count + 1), NULL};
    add_request(lasting[BEFORE], now_ns());
    while (open_requests) wait_until(timer, now_ns() + retry_ns);
    if (results[BEFORE].failed) { fprintf(stderr, "quiet: the first request failed\n"); return 3; }
    results[BEFORE].n = 0;
    printf("ready\n");
    fflush(stdout);
    char go;
    if (read(0, &go, 1) != 1) return 2;
    measure(lasting, timer, interval);
    printf("{\"first\": %s, ", is_first ? "true" : "false");
    for (int way = 0; way < WAYS; way++) {
        print_times(names[way], results[way].took, results[way].n);
        printf(", \"failed\": %u}, ", results[way].failed);
    }
    print_times("late", late, late_n);
    printf("}, \"unanswered\": %llu}\n", (unsigned long long)open_requests);
    return 0;
}

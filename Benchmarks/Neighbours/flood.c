// flood: one user that makes as much work for a server as it can.
//
//   flood -u UID -a CPU (-s SOCK | -t PORT) -r FILE [-m MODE] [-c CONNS] [-d DEPTH] [-i MS] [-R MS] -T SECONDS
//
//   -r  the bytes of one request        -c  connections (1)        -d  requests in flight on each (1)
//   -i  at least so many ms between two requests of a connection   -R  closes and opens all connections every so many ms
//   -m  ask    reads all answers (the default)        deaf   reads no answer
//       sip    reads 512 bytes of each connection every 10 ms
//       half   sends its requests, closes its side, reads to the end, connects again
//       drip   sends one byte at a time               stall  never sends the last byte
//       once   a new connection for each request      visit  connects and closes
//
// It waits for a byte on standard input, floods, and prints one line of JSON: answers with 2xx, other answers, connections, bytes read.
// A connection that the server closes is opened again at once.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 262144, EVENTS = 256, SIP = 512, SIP_MS = 10, STATUS_AT = 9, TAIL = STATUS_AT };
enum mode { ASK, DEAF, SIP_SLOWLY, HALF, DRIP, STALL, ONCE, VISIT };
static const char *const modes[] = {"ask", "deaf", "sip", "half", "drip", "stall", "once", "visit"};

typedef struct {
    int fd;
    uint32_t events, in_flight, begun;   // requests without an answer; requests begun on this connection
    size_t at;                           // bytes sent of the request that is sent in part
    uint64_t next;                       // with -i: when the next request may begin
    bool shut;
    uint32_t tail_length;
    char tail[TAIL];                     // the last bytes read: a status line may continue in the next block
} conn;

static struct { struct sockaddr_storage address; socklen_t length; } target;
static char *copies;                     // of the request, one behind the other
static size_t length, copies_length;
static enum mode mode = ASK;
static uint32_t conn_count = 1, depth = 1, closed;
static uint64_t interval_ns, renewal_ns, good, other, opened, bytes;
static conn *conns;
static int set;
static char room[TAIL + BLOCK];

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}
static void die(const char *what) { perror(what); exit(2); }

static int dial(void) {
    int fd = socket(target.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) die("socket");
    if (!connect(fd, (struct sockaddr *)&target.address, target.length) || errno == EINPROGRESS) { opened++; return fd; }
    if (errno != EAGAIN && errno != EADDRNOTAVAIL) die("connect");
    close(fd);                           // the queue of the listener is full, or there are no more ports
    return -1;
}

static bool reads(void) { return mode != DEAF && mode != SIP_SLOWLY; }

static void watch(conn *c, bool writes) {
    uint32_t events = (reads() ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0);
    if (events == c->events) return;
    c->events = events;
    if (epoll_ctl(set, EPOLL_CTL_MOD, c->fd, &(struct epoll_event){.events = events, .data.ptr = c})) die("epoll_ctl");
}

static void open_one(conn *c) {
    int fd = dial();
    if (fd < 0) return;
    closed--;
    *c = (conn){.fd = fd, .events = (reads() ? EPOLLIN : 0) | EPOLLOUT};
    if (epoll_ctl(set, EPOLL_CTL_ADD, fd, &(struct epoll_event){.events = c->events, .data.ptr = c})) die("epoll_ctl");
}

static void close_one(conn *c) {
    if (c->fd < 0) return;
    close(c->fd);
    c->fd = -1;
    closed++;
}

static void open_all(void) {
    for (uint32_t i = 0; i < conn_count && closed; i++)
        if (conns[i].fd < 0) open_one(&conns[i]);
}

// How many requests may begin now.
static uint32_t budget(conn *c) {
    if (c->shut || ((mode == HALF || mode == STALL) && c->begun >= depth)) return 0;
    if (interval_ns && c->next > now_ns()) return 0;
    return c->in_flight < depth ? depth - c->in_flight : 0;
}

static void send_some(conn *c) {
    for (;;) {
        size_t allowed = (c->at ? length - c->at : 0) + (size_t)budget(c) * length;
        if (mode == STALL && allowed) allowed -= 1;
        if (mode == DRIP && allowed) allowed = 1;
        if (!allowed) break;
        size_t n = copies_length - c->at < allowed ? copies_length - c->at : allowed;
        ssize_t w = send(c->fd, copies + c->at, n, MSG_NOSIGNAL);
        if (w < 0 && errno == EAGAIN) { watch(c, true); return; }
        if (w < 0) { close_one(c); return; }
        size_t end = c->at + (size_t)w;
        uint32_t begun = (uint32_t)((end + length - 1) / length - (c->at > 0));
        c->in_flight += begun;
        c->begun += begun;
        c->at = end % length;
        if (begun && interval_ns) c->next = now_ns() + interval_ns;
        if (mode == DRIP) { watch(c, true); return; }
    }
    if (mode == HALF && !c->shut && !c->at) { shutdown(c->fd, SHUT_WR); c->shut = true; }
    watch(c, false);
}

// The answers that begin in what was read. A body has no digit behind these words.
static uint32_t count_answers(conn *c, char *data, size_t n) {
    static const char start[] = "HTTP/1.1 ";
    char *p = data - c->tail_length, *end = data + n;
    memcpy(p, c->tail, c->tail_length);
    uint32_t found = 0;
    for (char *s = p; (s = memmem(s, (size_t)(end - s), start, STATUS_AT)) && s + STATUS_AT < end; s += STATUS_AT, found++)
        if (s[STATUS_AT] == '2') good++;
        else if (s[STATUS_AT] >= '1' && s[STATUS_AT] <= '5') other++;
        else found--;
    c->tail_length = (uint32_t)(end - p < TAIL ? end - p : TAIL);
    memcpy(c->tail, end - c->tail_length, c->tail_length);
    return found;
}

// Whether the connection is still open.
static bool receive_some(conn *c, size_t most) {
    ssize_t r = recv(c->fd, room + TAIL, most, 0);
    if (r < 0 && errno == EAGAIN) return true;
    if (r <= 0) { close_one(c); return false; }
    bytes += (uint64_t)r;
    uint32_t found = count_answers(c, room + TAIL, (size_t)r);
    c->in_flight -= found < c->in_flight ? found : c->in_flight;
    if (found && mode == ONCE) { close_one(c); return false; }
    return true;
}

static void serve(conn *c, uint32_t events) {
    if (c->fd < 0) return;
    if (!reads() && (events & (EPOLLHUP | EPOLLERR))) { close_one(c); return; }
    if (reads() && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) && !receive_some(c, BLOCK)) return;
    if (length) send_some(c); else watch(c, false);
}

static void sip_all(void) {
    for (uint32_t i = 0; i < conn_count; i++)
        if (conns[i].fd >= 0 && receive_some(&conns[i], SIP)) send_some(&conns[i]);
}

static void resume_all(void) {
    for (uint32_t i = 0; i < conn_count; i++)
        if (conns[i].fd >= 0 && conns[i].next <= now_ns()) send_some(&conns[i]);
}

static void flood_until(uint64_t end) {
    struct epoll_event events[EVENTS];
    uint64_t renewal = now_ns() + renewal_ns, tick = 0;
    for (uint64_t now; (now = now_ns()) < end;) {
        if (renewal_ns && now >= renewal) {
            for (uint32_t i = 0; i < conn_count; i++) close_one(&conns[i]);
            renewal = now + renewal_ns;
        }
        if (closed) open_all();
        if (mode == SIP_SLOWLY && now >= tick) { sip_all(); tick = now + SIP_MS * 1000000ull; }
        if (interval_ns) resume_all();
        int n = epoll_wait(set, events, EVENTS, 1);
        for (int i = 0; i < n; i++) serve(events[i].data.ptr, events[i].events);
    }
}

static void visit_until(uint64_t end) {
    while (now_ns() < end) {
        int fd = dial();
        if (fd >= 0) close(fd); else sched_yield();
    }
}

static void read_request(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) die(path);
    fseek(file, 0, SEEK_END);
    length = (size_t)ftell(file);
    rewind(file);
    size_t count = length && length < BLOCK ? BLOCK / length + 1 : 1;
    copies_length = count * length;
    copies = malloc(copies_length + 1);
    if (!copies || fread(copies, 1, length, file) != length) die(path);
    for (size_t i = 1; i < count; i++) memcpy(copies + i * length, copies, length);
    fclose(file);
}

static void aim_at_path(const char *path) {
    struct sockaddr_un *a = (struct sockaddr_un *)&target.address;
    a->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof a->sun_path) { fprintf(stderr, "flood: too long a path\n"); exit(2); }
    strcpy(a->sun_path, path);
    target.length = sizeof *a;
}

static void aim_at_port(int port) {
    struct sockaddr_in *a = (struct sockaddr_in *)&target.address;
    a->sin_family = AF_INET;
    a->sin_port = htons((uint16_t)port);
    a->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    target.length = sizeof *a;
}

static void become(uid_t uid, int cpu) {
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(cpu, &cpus);
    if (sched_setaffinity(0, sizeof cpus, &cpus)) die("sched_setaffinity");
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (setgroups(0, NULL) || setgid(uid) || setuid(uid)) die("setuid");
}

static enum mode mode_named(const char *name) {
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(name, modes[i])) return (enum mode)i;
    fprintf(stderr, "flood: no such mode: %s\n", name);
    exit(2);
}

int main(int argc, char **argv) {
    uid_t uid = 0;
    int cpu = 0;
    double seconds = 1;
    for (int o; (o = getopt(argc, argv, "u:a:s:t:r:m:c:d:i:R:T:")) != -1;) switch (o) {
        case 'u': uid = (uid_t)atoi(optarg); break;
        case 'a': cpu = atoi(optarg); break;
        case 's': aim_at_path(optarg); break;
        case 't': aim_at_port(atoi(optarg)); break;
        case 'r': read_request(optarg); break;
        case 'm': mode = mode_named(optarg); break;
        case 'c': conn_count = (uint32_t)atoi(optarg); break;
        case 'd': depth = (uint32_t)atoi(optarg); break;
        case 'i': interval_ns = (uint64_t)atoi(optarg) * 1000000; break;
        case 'R': renewal_ns = (uint64_t)atoi(optarg) * 1000000; break;
        case 'T': seconds = atof(optarg); break;
        default: return 2;
    }
    if (!target.length) { fprintf(stderr, "see the head of flood.c\n"); return 2; }
    become(uid, cpu);
    conns = calloc(conn_count, sizeof *conns);
    if (!conns || (set = epoll_create1(EPOLL_CLOEXEC)) < 0) die("memory or epoll");
    for (uint32_t i = 0; i < conn_count; i++) conns[i].fd = -1;
    closed = conn_count;
    char go;
    if (read(0, &go, 1) != 1) return 2;
    uint64_t began = now_ns(), end = began + (uint64_t)(seconds * 1e9);
    if (mode == VISIT) visit_until(end); else flood_until(end);
    printf("{\"seconds\": %.3f, \"good\": %llu, \"other\": %llu, \"opened\": %llu, \"bytes\": %llu}\n", (double)(now_ns() - began) / 1e9,
           (unsigned long long)good, (unsigned long long)other, (unsigned long long)opened, (unsigned long long)bytes);
    return 0;
}

// The limit: what a minimal C server does with the same requests. Epoll, Unix listener, receive -> serve -> send,
// no allocation per request, no policy, no limits, no other routes.
//   limit -L SOCK [-m fixed|presign] [-t THREADS] [-p 0|1|2] [-a CPU] [-f EPOCH] [-k TOKEN] [-e] [-v] [-b USEC]
//   -e: edge triggered   -v: read/write instead of recv/send   -b: spin that long before sleeping
//   -p: 1 SO_PEERCRED per accept, 2 also SO_PEERPIDFD (fd closed at once)   -f: frozen clock
#include "limit.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#define BUF 65536

typedef struct { int fd; uint32_t in_n, out_n, out_at; bool bye; char *in, *outb; } conn;   // buffers only while partial
static int lfd, peer, threads = 1, cpu = -1, spin_us;
static uint32_t edge;
static bool vfs;
static serve_mode mode = MODE_PRESIGN;
static time_t frozen;

static void drop(conn *c) { close(c->fd); free(c->in); free(c->outb); free(c); }

static void on_conn(int ep, conn *c, uint32_t events, signer *g, char *rbuf, char *wbuf) {
    if (events & EPOLLOUT) {
        ssize_t w = write(c->fd, c->outb + c->out_at, c->out_n - c->out_at);
        if (w < 0) { if (errno != EAGAIN) drop(c); return; }
        c->out_at += (uint32_t)w;
        if (c->out_at < c->out_n) return;
        free(c->outb); c->outb = NULL;
        if (c->bye) { drop(c); return; }
        epoll_ctl(ep, EPOLL_CTL_MOD, c->fd, &(struct epoll_event){.events = EPOLLIN | EPOLLRDHUP | edge, .data.ptr = c});
        return;
    }
    if (c->in_n) { memcpy(rbuf, c->in, c->in_n); free(c->in); c->in = NULL; }
    ssize_t r = vfs ? read(c->fd, rbuf + c->in_n, BUF - c->in_n) : recv(c->fd, rbuf + c->in_n, BUF - c->in_n, MSG_DONTWAIT);
    if (r <= 0) { if (r < 0 && errno == EAGAIN) return; drop(c); return; }
    size_t n = c->in_n + (size_t)r;
    c->in_n = 0;
    out o = {wbuf, wbuf + 4 * BUF, false};
    size_t used = serve(mode, g, rbuf, n, &o, &c->bye);
    if (used < n) {
        if (n - used >= BUF) { drop(c); return; }
        c->in = malloc(n - used); memcpy(c->in, rbuf + used, n - used); c->in_n = (uint32_t)(n - used);
    }
    size_t on = (size_t)(o.p - wbuf);
    if (!on) return;
    ssize_t w = vfs ? write(c->fd, wbuf, on) : send(c->fd, wbuf, on, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (w == (ssize_t)on) { if (c->bye) drop(c); return; }
    if (w < 0) { if (errno != EAGAIN) { drop(c); return; } w = 0; }
    c->outb = malloc(on - (size_t)w); memcpy(c->outb, wbuf + w, on - (size_t)w);
    c->out_n = (uint32_t)(on - (size_t)w); c->out_at = 0;
    epoll_ctl(ep, EPOLL_CTL_MOD, c->fd, &(struct epoll_event){.events = EPOLLOUT, .data.ptr = c});
}

static _Noreturn void *loop(void *arg) {
    int id = (int)(intptr_t)arg;
    if (cpu >= 0) { cpu_set_t s; CPU_ZERO(&s); CPU_SET(cpu + id, &s); sched_setaffinity(0, sizeof s, &s); }
    int ep = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event ev[256] = {{.events = EPOLLIN | (threads > 1 ? EPOLLEXCLUSIVE : 0), .data.ptr = NULL}};
    epoll_ctl(ep, EPOLL_CTL_ADD, lfd, ev);
    signer *g = calloc(1, sizeof *g);
    char *rbuf = malloc(2 * BUF), *wbuf = malloc(4 * BUF);
    for (;;) {
        int n = 0;
        if (spin_us) {
            struct timespec a, b;
            clock_gettime(CLOCK_MONOTONIC, &a);
            do { n = epoll_wait(ep, ev, 256, 0); if (n) break; clock_gettime(CLOCK_MONOTONIC, &b); }
            while ((b.tv_sec - a.tv_sec) * 1000000 + (b.tv_nsec - a.tv_nsec) / 1000 < spin_us);
        }
        if (!n) n = epoll_wait(ep, ev, 256, -1);
        if (n > 0) {
            struct timespec t; clock_gettime(CLOCK_REALTIME_COARSE, &t);
            signer_clock(g, frozen ? frozen : t.tv_sec);
        }
        for (int i = 0; i < n; i++) {
            if (ev[i].data.ptr) { on_conn(ep, ev[i].data.ptr, ev[i].events, g, rbuf, wbuf); continue; }
            for (int k = 0; k < 64; k++) {
                // To accept when no other client waits costs as much as to accept one, and asking a ninth of it.
                if (k && k <= 4 && poll(&(struct pollfd){.fd = lfd, .events = POLLIN}, 1, 0) <= 0) break;
                int fd = accept4(lfd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
                if (fd < 0) break;
                if (peer) {
                    struct ucred u; socklen_t l = sizeof u;
                    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &u, &l)) perror("SO_PEERCRED");
                }
                if (peer > 1) {
                    int pfd = -1; socklen_t l = sizeof pfd;
                    if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &pfd, &l)) perror("SO_PEERPIDFD"); else close(pfd);
                }
                conn *c = calloc(1, sizeof *c); c->fd = fd;
                epoll_ctl(ep, EPOLL_CTL_ADD, fd, &(struct epoll_event){.events = EPOLLIN | EPOLLRDHUP | edge, .data.ptr = c});
            }
        }
    }
}

int main(int argc, char **argv) {
    const char *path = NULL;
    tables_init(); fixed_init();
    for (int o; (o = getopt(argc, argv, "L:m:t:p:a:f:k:evb:")) != -1;) switch (o) {
        case 'L': path = optarg; break;
        case 'm': mode = strcmp(optarg, "fixed") ? MODE_PRESIGN : MODE_FIXED; break;
        case 't': threads = atoi(optarg); break;
        case 'e': edge = EPOLLET; break;
        case 'v': vfs = true; break;
        case 'b': spin_us = atoi(optarg); break;
        case 'p': peer = atoi(optarg); break;
        case 'a': cpu = atoi(optarg); break;
        case 'k': token_init(optarg); break;
        case 'f': frozen = atol(optarg); break;
        default: return 2;
    }
    if (!path) return 2;
    signal(SIGPIPE, SIG_IGN);
    struct rlimit rl; getrlimit(RLIMIT_NOFILE, &rl); rl.rlim_cur = rl.rlim_max; setrlimit(RLIMIT_NOFILE, &rl);
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    strncpy(a.sun_path, path, sizeof a.sun_path - 1);
    unlink(path);
    lfd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bind(lfd, (struct sockaddr *)&a, sizeof a) || listen(lfd, 4096)) { perror("listen"); return 1; }
    for (int i = 1; i < threads; i++) { pthread_t t; pthread_create(&t, NULL, loop, (void *)(intptr_t)i); }
    loop(0);
}

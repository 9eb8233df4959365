// Defined here and not in the header, where it would change the imports of other modules.
#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/aio_abi.h>
#include <linux/inet_diag.h>
#include <linux/magic.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// Newer than the headers of Debian 12.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif

// packaging/finish writes the commit here, so that a build does not depend on it. Volatile: the compiler sees only zeros.
__attribute__((section(".ossauthd.commit"))) static const volatile char commit[41] = "";

void linux_commit(char *name, int size) {
    int length = 0;
    while (length < size - 1 && commit[length]) {
        name[length] = commit[length];
        length++;
    }
    name[length] = 0;
}

static int result(int value) {
    return value < 0 ? -errno : value;
}

int linux_socket(int family) {
    return result(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

int linux_socket_pair(int pair[2]) {
    return result(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair));
}

int linux_accept(int listener) {
    return result(accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

static int unix_address(const char *path, struct sockaddr_un *address) {
    size_t length = strlen(path);
    if (length == 0)
        return -ENOENT;
    if (length >= sizeof address->sun_path)
        return -ENAMETOOLONG;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    return 0;
}

int linux_bind_unix(int socket, const char *path) {
    struct sockaddr_un address;
    int refused = unix_address(path, &address);
    return refused ? refused : result(bind(socket, (struct sockaddr *)&address, sizeof address));
}

int linux_connect_unix(int socket, const char *path) {
    struct sockaddr_un address;
    int refused = unix_address(path, &address);
    return refused ? refused : result(connect(socket, (struct sockaddr *)&address, sizeof address));
}

union internet_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

static socklen_t loopback_address(int family, uint16_t port, union internet_address *address) {
    memset(address, 0, sizeof *address);
    if (family == AF_INET6) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = htons(port);
        address->v6.sin6_addr = in6addr_loopback;
        return sizeof address->v6;
    }
    address->v4.sin_family = AF_INET;
    address->v4.sin_port = htons(port);
    address->v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return sizeof address->v4;
}

static int bind_again(int socket, const union internet_address *address, socklen_t length) {
    int on = 1;
    if (setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0)
        return -errno;
    return result(bind(socket, &address->any, length));
}

int linux_bind_loopback(int socket, int family, uint16_t port) {
    union internet_address address;
    socklen_t length = loopback_address(family, port, &address);
    return bind_again(socket, &address, length);
}

static const uint32_t METADATA = 0x646464C8;
static const uint32_t METADATA_OF_EC2 = 0xA9FEA9FE;

int linux_bind_metadata(int socket, uint16_t port) {
    union internet_address address;
    socklen_t length = loopback_address(AF_INET, port, &address);
    address.v4.sin_addr.s_addr = htonl(METADATA);
    return bind_again(socket, &address, length);
}

int linux_connect_loopback(int socket, int family, uint16_t port) {
    union internet_address address;
    socklen_t length = loopback_address(family, port, &address);
    return result(connect(socket, &address.any, length));
}

int linux_port(int socket) {
    union internet_address address;
    socklen_t length = sizeof address;
    if (getsockname(socket, &address.any, &length) < 0)
        return -errno;
    return ntohs(address.any.sa_family == AF_INET6 ? address.v6.sin6_port : address.v4.sin_port);
}

int linux_family(int socket) {
    int family = 0;
    socklen_t length = sizeof family;
    return getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &length) < 0 ? -errno : family;
}

int linux_peer_credentials(int socket, struct linux_credentials *credentials) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return -errno;
    *credentials = (struct linux_credentials){peer.pid, peer.uid, peer.gid};
    return 0;
}

int linux_peer_groups(int socket, uint32_t *groups, int capacity, int *count) {
    socklen_t length = (socklen_t)capacity * sizeof *groups;
    int code = result(getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length));
    *count = (int)(length / sizeof *groups);
    return code;
}

int linux_peer_pidfd(int socket) {
    int pidfd = -1;
    socklen_t length = sizeof pidfd;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &length) < 0)
        return -errno;
    return pidfd;
}

int linux_peer_label(int socket, char *label, int capacity, int *length) {
    socklen_t size = (socklen_t)capacity;
    int code = result(getsockopt(socket, SOL_SOCKET, SO_PEERSEC, label, &size));
    *length = (int)size;
    return code;
}

int linux_unix_name(int socket, int of_peer, char *name, int capacity, int *length) {
    struct sockaddr_un address;
    socklen_t size = sizeof address;
    struct sockaddr *any = (struct sockaddr *)&address;
    if ((of_peer ? getpeername(socket, any, &size) : getsockname(socket, any, &size)) < 0)
        return -errno;
    // The kernel counts a zero after a path of maximum length but does not write it.
    if (size > sizeof address)
        size = sizeof address;
    // A socket that was never bound has no name.
    *length = size > offsetof(struct sockaddr_un, sun_path) ? (int)(size - offsetof(struct sockaddr_un, sun_path)) : 0;
    if (address.sun_family != AF_UNIX || *length > capacity)
        return -EINVAL;
    memcpy(name, address.sun_path, (size_t)*length);
    return 0;
}

int linux_is_loopback(int socket) {
    union internet_address address;
    socklen_t length = sizeof address;
    if (getsockname(socket, &address.any, &length) < 0)
        return -errno;
    if (address.any.sa_family == AF_INET)
        return address.v4.sin_addr.s_addr == htonl(INADDR_LOOPBACK);
    return address.any.sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&address.v6.sin6_addr);
}

int linux_metadata_address(int socket) {
    union internet_address address;
    socklen_t length = sizeof address;
    if (getsockname(socket, &address.any, &length) < 0)
        return -errno;
    if (address.any.sa_family != AF_INET)
        return 0;
    if (address.v4.sin_addr.s_addr == htonl(METADATA))
        return 1;
    return address.v4.sin_addr.s_addr == htonl(METADATA_OF_EC2) ? 2 : 0;
}

int linux_diagnosis(void) {
    return result(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG));
}

static int copy_end(const union internet_address *end, uint16_t *port, uint32_t *address) {
    if (end->any.sa_family == AF_INET) {
        *port = end->v4.sin_port;
        memcpy(address, &end->v4.sin_addr, sizeof end->v4.sin_addr);
        return 0;
    }
    if (end->any.sa_family != AF_INET6)
        return -EAFNOSUPPORT;
    *port = end->v6.sin6_port;
    memcpy(address, &end->v6.sin6_addr, sizeof end->v6.sin6_addr);
    return 0;
}

// The question about the other end of a connection: its own address comes first.
static int diagnosis_of_peer(int connection, struct inet_diag_req_v2 *question) {
    union internet_address here, there;
    socklen_t length = sizeof here;
    if (getsockname(connection, &here.any, &length) < 0)
        return -errno;
    length = sizeof there;
    if (getpeername(connection, &there.any, &length) < 0)
        return -errno;
    question->sdiag_family = (uint8_t)there.any.sa_family;
    int refused = copy_end(&there, &question->id.idiag_sport, question->id.idiag_src);
    return refused ? refused : copy_end(&here, &question->id.idiag_dport, question->id.idiag_dst);
}

static int diagnosis_of_listener(int listener, struct inet_diag_req_v2 *question) {
    union internet_address own;
    socklen_t length = sizeof own;
    if (getsockname(listener, &own.any, &length) < 0)
        return -errno;
    length = sizeof question->id.idiag_cookie;
    if (getsockopt(listener, SOL_SOCKET, SO_COOKIE, question->id.idiag_cookie, &length) < 0)
        return -errno;
    question->sdiag_family = (uint8_t)own.any.sa_family;
    return copy_end(&own, &question->id.idiag_sport, question->id.idiag_src);
}

struct diagnosis {
    struct nlmsghdr head;
    struct inet_diag_req_v2 body;
};

static struct diagnosis diagnosis(uint32_t number) {
    return (struct diagnosis){
        .head = {sizeof(struct diagnosis), SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, number, 0},
        .body = {.sdiag_protocol = IPPROTO_TCP,
                 .idiag_states = 1u << TCP_ESTABLISHED,
                 .id.idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}},
    };
}

static int ask(int socket, const struct diagnosis *question, void *description, int capacity) {
    const struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    if (sendto(socket, question, sizeof *question, 0, (const struct sockaddr *)&kernel, sizeof kernel) < 0)
        return -errno;
    for (;;) {
        union {
            struct nlmsghdr head;
            char bytes[1024];
        } message;
        struct sockaddr_nl from = {0};
        socklen_t length = sizeof from;
        ssize_t count = recvfrom(socket, &message, sizeof message, MSG_DONTWAIT, (struct sockaddr *)&from, &length);
        if (count < 0)
            return -errno;
        // Skip answers to earlier questions and messages that are not from the kernel.
        if (from.nl_pid != 0 || !NLMSG_OK(&message.head, count) || message.head.nlmsg_seq != question->head.nlmsg_seq)
            continue;
        int size = (int)NLMSG_PAYLOAD(&message.head, 0);
        if (message.head.nlmsg_type != SOCK_DIAG_BY_FAMILY || size > capacity)
            return 0;
        memcpy(description, NLMSG_DATA(&message.head), (size_t)size);
        return size;
    }
}

int linux_ask_about_peer(int socket, int connection, uint32_t number, void *description, int capacity) {
    struct diagnosis question = diagnosis(number);
    int refused = diagnosis_of_peer(connection, &question.body);
    return refused ? refused : ask(socket, &question, description, capacity);
}

int linux_ask_about_ends(int socket, struct linux_end own, struct linux_end other, uint32_t number, void *description,
                         int capacity) {
    struct diagnosis question = diagnosis(number);
    struct inet_diag_sockid *id = &question.body.id;
    question.body.sdiag_family = AF_INET;
    id->idiag_sport = htons(own.port);
    id->idiag_dport = htons(other.port);
    id->idiag_src[0] = htonl(own.address);
    id->idiag_dst[0] = htonl(other.address);
    return ask(socket, &question, description, capacity);
}

int linux_finds_listener(int socket, int listener) {
    struct diagnosis question = diagnosis(0);
    int refused = diagnosis_of_listener(listener, &question.body);
    if (refused)
        return refused;
    struct stat file;
    if (fstat(listener, &file) < 0)
        return -errno;
    union {
        struct inet_diag_msg head;
        char bytes[1024];
    } found;
    int size = ask(socket, &question, &found, sizeof found);
    return size < (int)sizeof found.head ? (size < 0 ? size : 0) : found.head.idiag_inode == (uint32_t)file.st_ino;
}

int linux_is_unified_hierarchy(int directory) {
    struct statfs found;
    return fstatfs(directory, &found) < 0 ? -errno : found.f_type == CGROUP2_SUPER_MAGIC;
}

int linux_epoll_create(void) {
    return result(epoll_create1(EPOLL_CLOEXEC));
}

int linux_epoll_control(int set, int operation, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data.u64 = token};
    return result(epoll_ctl(set, operation, descriptor, &event));
}

int linux_epoll_wait(int set, struct epoll_event *events, int capacity, int milliseconds) {
    return result(epoll_wait(set, events, capacity, milliseconds));
}

int linux_timer_on_wall_clock(void) {
    return result(timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK));
}

int linux_timer_arm(int timer) {
    // The latest possible time: only a step of the clock makes the timer readable.
    const struct itimerspec never = {.it_value.tv_sec = (time_t)LONG_MAX};
    return result(timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL));
}

static struct flock lock_at(int64_t place, int type) {
    return (struct flock){.l_type = (short)type, .l_whence = SEEK_SET, .l_start = place < 0 ? 0 : place, .l_len = place >= 0};
}

int linux_lock(int descriptor, int type, int64_t place) {
    struct flock lock = lock_at(place, type);
    return result(fcntl(descriptor, F_OFD_SETLK, &lock));
}

int linux_is_locked(int descriptor, int64_t place) {
    struct flock lock = lock_at(place, F_WRLCK);
    int found = result(fcntl(descriptor, F_OFD_GETLK, &lock));
    return found < 0 ? found : lock.l_type != F_UNLCK;
}

const int linux_o_path = O_PATH;

int linux_rename_without_replacing(int directory, const char *from, const char *to) {
    return result(renameat2(directory, from, directory, to, RENAME_NOREPLACE));
}

int linux_identify(int directory, const char *name, struct linux_identity *identity) {
    struct statx found;
    if (statx(directory, name, AT_STATX_DONT_SYNC, STATX_INO, &found) < 0)
        return -errno;
    *identity = (struct linux_identity){makedev(found.stx_dev_major, found.stx_dev_minor), found.stx_ino};
    return 0;
}

int linux_memory_file(const char *name) {
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
    // Kernels before 6.3 do not know the last flag.
    if (file < 0 && errno == EINVAL)
        file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return result(file);
}

static const int whole = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

int linux_seal(int descriptor) {
    return result(fcntl(descriptor, F_ADD_SEALS, whole));
}

int linux_is_sealed(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    return seals < 0 ? -errno : (seals & whole) == whole;
}

int linux_event_descriptor(void) {
    return result(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

int linux_aio_setup(unsigned long *context) {
    *context = 0;
    return result((int)syscall(SYS_io_setup, 1, context));
}

int linux_aio_destroy(unsigned long context) {
    return result((int)syscall(SYS_io_destroy, context));
}

int linux_aio_fsync(unsigned long context, int file, int event) {
    struct iocb order = {
        .aio_lio_opcode = IOCB_CMD_FSYNC,
        .aio_fildes = (uint32_t)file,
        .aio_flags = IOCB_FLAG_RESFD,
        .aio_resfd = (uint32_t)event,
    };
    struct iocb *orders[] = {&order};
    return result((int)syscall(SYS_io_submit, context, 1, orders));
}

int linux_aio_ended(unsigned long context, int64_t nanoseconds, int *outcome) {
    struct timespec limit = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    struct io_event end;
    int count = result((int)syscall(SYS_io_getevents, context, 1, 1, &end, &limit));
    if (count == 1)
        *outcome = (int)end.res;
    return count;
}

int linux_pipe(int ends[2]) {
    return result(pipe2(ends, O_CLOEXEC));
}

void *linux_secret_memory(size_t size) {
    int file = (int)syscall(SYS_memfd_secret, O_CLOEXEC);
    if (file < 0)
        return NULL;
    void *memory = MAP_FAILED;
    if (ftruncate(file, (off_t)size) == 0)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

int linux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) {
    // glibc has a function for this from 2.34 on. This process has one thread, so the list does not change meanwhile.
    DIR *list = opendir("/proc/self/fd");
    if (!list)
        return -errno;
    int code = 0;
    for (struct dirent *entry; code == 0 && (entry = readdir(list));) {
        int number = atoi(entry->d_name);
        if (number >= lowest && number != dirfd(list))
            code = posix_spawn_file_actions_addclose(actions, number);
    }
    closedir(list);
    return -code;
}

int linux_wait(int pid, int options, struct linux_exit *exit) {
    siginfo_t end = {.si_pid = 0};
    if (waitid(P_PID, (id_t)pid, &end, options) < 0)
        return -errno;
    *exit = (struct linux_exit){end.si_code, end.si_status};
    return end.si_pid != 0;
}

int linux_forbid_dumps(void) {
    return result(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0));
}

ssize_t linux_random(void *bytes, size_t count) {
    ssize_t filled = getrandom(bytes, count, 0);
    return filled < 0 ? -errno : filled;
}

int linux_datagram_socket(int send_buffer) {
    int made = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0)
        return -errno;
    // The kernel caps the size; a smaller buffer is no reason to fail.
    if (send_buffer > 0)
        (void)setsockopt(made, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer);
    return made;
}

int linux_send_datagram(int sender, const char *path, const void *bytes, size_t count, const int *files, unsigned file_count) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path || file_count > 1)
        return -EINVAL;
    memcpy(address.sun_path, path, length);
    if (path[0] == '@')
        address.sun_path[0] = 0;
    char control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec vector = {(void *)bytes, count};
    struct msghdr message = {.msg_name = &address, .msg_iov = &vector, .msg_iovlen = 1};
    message.msg_namelen = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (file_count == 1) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(rights), files, sizeof(int));
    }
    return sendmsg(sender, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? -errno : 0;
}

// Not inlined, so that its frame covers the frames of earlier calls.
__attribute__((noinline)) void linux_wipe_stack(size_t size) {
    unsigned char space[size];
    explicit_bzero(space, size);
}

#pragma once

#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/types.h>

// Calls that Swift's Glibc module lacks: those under _GNU_SOURCE, variadic ones, and unions. Each returns the result of
// the call, or -errno.

// Sockets
int linux_socket(int family);
int linux_socket_pair(int pair[2]);
int linux_accept(int listener);
int linux_bind_unix(int socket, const char *path);
int linux_connect_unix(int socket, const char *path);
// 0 keeps the default size of the send buffer.
int linux_datagram_socket(int send_buffer);
// Sends one datagram, with an open file if there is one; returns -EAGAIN if it would have to wait.
int linux_send_datagram(int sender, const char *path, const void *bytes, size_t count, const int *files, unsigned file_count);
int linux_bind_loopback(int socket, int family, uint16_t port);
int linux_connect_loopback(int socket, int family, uint16_t port);
// 100.100.100.200, the address of the metadata service of an ECS instance.
int linux_bind_metadata(int socket, uint16_t port);
int linux_port(int socket);
int linux_family(int socket);

// Peers
struct linux_credentials {
    int32_t pid;
    uint32_t uid;
    uint32_t gid;
};
int linux_peer_credentials(int socket, struct linux_credentials *credentials);
int linux_peer_groups(int socket, uint32_t *groups, int capacity, int *count);
int linux_peer_pidfd(int socket);
int linux_peer_label(int socket, char *label, int capacity, int *length);
// The bytes of the name that a Unix socket, or its peer, is bound to; an abstract name begins with a zero.
int linux_unix_name(int socket, int of_peer, char *name, int capacity, int *length);
// Whether a TCP socket is bound to a loopback address.
int linux_is_loopback(int socket);
// 1: a TCP socket is bound to 100.100.100.200; 2: to 169.254.169.254; 0: to another address.
int linux_metadata_address(int socket);
// A netlink socket for questions about the sockets of its network namespace.
int linux_diagnosis(void);
// Asks for the socket at the other end of a TCP connection within this machine. Copies the kernel's description
// (struct inet_diag_msg and attributes) and returns its size; 0 if the kernel knows no such socket.
int linux_ask_about_peer(int diagnosis, int connection, uint32_t number, void *description, int capacity);
// An IPv4 address and port, in the byte order of the machine.
struct linux_end {
    uint32_t address;
    uint16_t port;
};
// The same for the socket at `own`, connected to `other`.
int linux_ask_about_ends(int diagnosis, struct linux_end own, struct linux_end other, uint32_t number, void *description,
                         int capacity);
// Whether the socket of the question is in the network namespace of a TCP listener: 1, or 0 if the kernel does not find it there.
int linux_finds_listener(int diagnosis, int listener);
// Whether an open directory belongs to the unified hierarchy of control groups (cgroup v2).
int linux_is_unified_hierarchy(int directory);

// Events
int linux_epoll_create(void);
int linux_epoll_control(int set, int operation, int descriptor, uint32_t events, uint64_t token);
int linux_epoll_wait(int set, struct epoll_event *events, int capacity, int milliseconds);
int linux_timer_on_wall_clock(void);
int linux_timer_arm(int timer);

// Files
// Locks one byte of a file or folder, whether it is there or not; the whole file if `place` is negative.
int linux_lock(int descriptor, int type, int64_t place);
// Whether another open file description has a lock there, or a negative error.
int linux_is_locked(int descriptor, int64_t place);
// A flag of open: a place only, without the right to read.
extern const int linux_o_path;
int linux_rename_without_replacing(int directory, const char *from, const char *to);
struct linux_identity {
    uint64_t device;
    uint64_t inode;
};
// Identifies a file without asking its file system again.
int linux_identify(int directory, const char *name, struct linux_identity *identity);
int linux_memory_file(const char *name);
int linux_seal(int descriptor);
int linux_is_sealed(int descriptor);

// An fsync by Linux AIO. The context is a number of the kernel and never 0.
int linux_event_descriptor(void);
int linux_aio_setup(unsigned long *context);
// Waits until no fsync is in progress.
int linux_aio_destroy(unsigned long context);
// Begins an fsync; its end makes the event readable.
int linux_aio_fsync(unsigned long context, int file, int event);
// Waits this long for the end of one fsync and stores its result.
int linux_aio_ended(unsigned long context, int64_t nanoseconds, int *outcome);

// Memory
void *linux_secret_memory(size_t size);
void linux_wipe_stack(size_t size);

// The commit that the program was built from, or nothing; 40 characters at most.
void linux_commit(char *name, int size);

// Processes
int linux_pipe(int ends[2]);
struct linux_exit {
    int code;
    int status;
};
int linux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest);
// Returns whether the child has ended; the options are those of waitid.
int linux_wait(int pid, int options, struct linux_exit *exit);
int linux_forbid_dumps(void);
ssize_t linux_random(void *bytes, size_t count);

// Terminals
int linux_terminal_size(int terminal, uint16_t *columns, uint16_t *rows);
// Blocks the signals; they are read from the descriptor instead.
int linux_signal_descriptor(const int *signals, int count);
// Returns the number of the next signal, or -EAGAIN.
int linux_next_signal(int descriptor);
// Sets the terminal of standard input to single keys without echo. A fatal signal restores it and writes the bytes of
// leaving to standard output. One terminal at a time.
int linux_terminal_take(const char *leaving, size_t length);
void linux_terminal_give_back(void);

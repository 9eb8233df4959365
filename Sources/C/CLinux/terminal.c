#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

static int result(int value) {
    return value < 0 ? -errno : value;
}

int linux_terminal_size(int terminal, uint16_t *columns, uint16_t *rows) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) < 0)
        return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

int linux_signal_descriptor(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++)
        sigaddset(&set, signals[i]);
    if (sigprocmask(SIG_BLOCK, &set, NULL) < 0)
        return -errno;
    return result(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

int linux_next_signal(int descriptor) {
    struct signalfd_siginfo info;
    ssize_t count = read(descriptor, &info, sizeof info);
    if (count < 0)
        return -errno;
    return count == sizeof info ? (int)info.ssi_signo : -EIO;
}

// Code and data of a signal handler must be in C: it may run at any instruction.
static const int fatal[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGQUIT};
enum { fatal_count = sizeof fatal / sizeof *fatal };
static struct sigaction previous[fatal_count];
static struct termios saved;
static char farewell[64];
static size_t farewell_length;

static void give_back(void) {
    ssize_t written = write(STDOUT_FILENO, farewell, farewell_length);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &saved);
}

static void die(int number) {
    give_back();
    for (int i = 0; i < fatal_count; i++)
        if (fatal[i] == number)
            sigaction(number, &previous[i], NULL);
    raise(number);
}

int linux_terminal_take(const char *leaving, size_t length) {
    if (length > sizeof farewell)
        return -EINVAL;
    if (tcgetattr(STDIN_FILENO, &saved) < 0)
        return -errno;
    memcpy(farewell, leaving, length);
    farewell_length = length;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = die;
    action.sa_flags = SA_ONSTACK;
    for (int i = 0; i < fatal_count; i++)
        sigaction(fatal[i], &action, &previous[i]);
    struct termios keys = saved;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    keys.c_cc[VMIN] = 0;
    keys.c_cc[VTIME] = 0;
    return result(tcsetattr(STDIN_FILENO, TCSANOW, &keys));
}

void linux_terminal_give_back(void) {
    give_back();
    for (int i = 0; i < fatal_count; i++)
        sigaction(fatal[i], &previous[i], NULL);
}

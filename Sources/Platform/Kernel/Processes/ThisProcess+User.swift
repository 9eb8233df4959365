internal import Glibc

extension ThisProcess {
    /// Becomes another user for good, with that user's groups; who is that user already stays as he is.
    package static func become(_ account: Account) throws(SystemError) {
        guard getuid() != account.user || geteuid() != account.user else { return }
        let groups = account.groups()
        let result = retrying { unsafe setgroups(groups.count, groups) }
        try SystemError.check(result, "setgroups", account.name)
        try SystemError.check(retrying { setgid(account.group) }, "setgid", account.name)
        try SystemError.check(retrying { setuid(account.user) }, "setuid", account.name)
        precondition(setuid(0) != 0 || account.user == 0, "the way back is open")
    }
}

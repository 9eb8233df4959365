internal import Glibc

/// A failed system call: its name, its path and the reason.
package struct SystemError: Error, Sendable {
    package let call: StaticString
    package let code: Int32
    package let path: String?
    /// The reason if it was not the kernel that refused.
    private let explanation: String?

    /// A wrong descriptor or address is usually a bug of ours and ends a development build, but a foreign
    /// file system may return these codes too.
    package init(call: StaticString, code: Int32, path: String? = nil) {
        assert(code != EBADF && code != EFAULT, "a call was given a wrong descriptor or address")
        self.call = call
        self.code = code
        self.path = path
        explanation = nil
    }

    /// Whether descriptors or memory ran out, which may be over soon.
    package var isResourceShortage: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

    /// Whether no process may write there, because of a mount or a sandbox.
    package var isReadOnly: Bool { code == EROFS }

    /// Reports a path that the kernel would allow but that we do not trust.
    init(distrusting path: String, _ explanation: String) {
        call = "trust"
        code = EPERM
        self.path = path
        self.explanation = explanation
    }

    /// The peer at this path closed the connection, or takes no more.
    package static func brokenPipe(_ path: String) -> SystemError {
        SystemError(call: "send", code: EPIPE, path: path)
    }

    /// Whether we refused and not the kernel.
    package var isTrustFailure: Bool { explanation != nil }
}

extension SystemError: CustomStringConvertible {
    /// For example `open /etc/ossauthd.conf: permission denied`.
    package var description: String {
        if let path, let explanation { return "\(path): \(explanation)" }
        let place = path.map { " \($0)" } ?? ""
        return "\(call)\(place): \(reason)"
    }

    private var reason: String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        let sentence = unsafe String(cString: text)
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}

extension SystemError {
    /// Returns the result, or throws the error that a negative one means.
    @discardableResult
    package static func check(
        _ result: Int32, _ call: StaticString, _ path: String? = nil
    ) throws(SystemError) -> Int32 {
        guard result < 0 else { return result }
        throw SystemError(call: call, code: -result, path: path)
    }

    /// The causes that a caller handles, or has a better sentence for.
    package enum Cause: Equatable, Sendable {
        case missing, refused, forbidden, timedOut, tooLarge, inUse, exists, other
    }

    package var cause: Cause {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case ECONNREFUSED: .refused
        case EACCES, EPERM: .forbidden
        case ETIMEDOUT: .timedOut
        case EFBIG: .tooLarge
        case EADDRINUSE: .inUse
        case EEXIST: .exists
        default: .other
        }
    }
}

/// Does the work; returns `nil` after an error, but throws one that may be over soon.
@inline(__always)
package func attempting<Value: ~Copyable>(
    _ work: @autoclosure () throws(SystemError) -> Value
) throws(SystemError) -> Value? {
    do throws(SystemError) {
        return try work()
    } catch {
        guard !error.isResourceShortage else { throw error }
        return nil
    }
}

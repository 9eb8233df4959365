internal import Glibc

/// A call that the kernel refused: which one, on what, and why.
package struct SystemError: Error, Sendable {
    package let call: StaticString
    package let code: Int32
    package let path: String?
    /// In place of what the kernel would say, where it was not the kernel that refused.
    private let explanation: String?

    /// A wrong descriptor or address mostly is a bug of ours, which ends a process that is built for development; but a file
    /// system of somebody else may answer so, too.
    package init(call: StaticString, code: Int32, path: String? = nil) {
        assert(code != EBADF && code != EFAULT, "a call was given a wrong descriptor or address")
        self.call = call
        self.code = code
        self.path = path
        explanation = nil
    }

    /// Whether descriptors or memory were all that was lacking, which may be there a moment later.
    package var isLack: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

    /// A path that is not trusted, though the kernel would let it be used.
    init(distrusting path: String, _ explanation: String) {
        call = "trust"
        code = EPERM
        self.path = path
        self.explanation = explanation
    }
}

extension SystemError {
    /// It was not the kernel that refused.
    package var isDistrust: Bool { explanation != nil }
}

extension SystemError: CustomStringConvertible {
    /// What the call was, on what, and why it failed: `open /etc/ossauthd.conf: permission denied`.
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
    /// Lets a result pass, or throws the error that a negative one stands for.
    @discardableResult
    package static func check(
        _ result: Int32, _ call: StaticString, _ path: String? = nil
    ) throws(SystemError) -> Int32 {
        guard result < 0 else { return result }
        throw SystemError(call: call, code: -result, path: path)
    }
}

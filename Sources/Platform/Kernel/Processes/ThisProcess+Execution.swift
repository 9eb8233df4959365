internal import Bytes
internal import Glibc

extension ThisProcess {
    /// Sets a variable, for the program that takes our place.
    package static func setVariable(_ name: String, _ value: Span<UInt8>) {
        var text = ByteBuffer(copying: value)
        text.append(0 as UInt8)
        let result = unsafe text.span.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe characters.baseAddress.map { unsafe setenv(name, $0, 1) }
            }
        }
        // The one way to fail but for want of memory is a name that is none.
        precondition(result == 0, "a variable has a name")
    }

    package static func removeVariable(_ name: String) {
        precondition(unsafe unsetenv(name) == 0, "a variable has a name")
    }

    /// All variables, `NAME=value`.
    package static var variables: [String] {
        var variables: [String] = []
        var next = unsafe environ
        while let text = unsafe next.pointee {
            variables.append(unsafe String(cString: text))
            unsafe next += 1
        }
        return variables
    }

    /// Becomes another program, which is looked for as shells do; comes back only where that cannot be.
    package static func become(_ words: [String]) -> SystemError {
        guard let program = words.first, let list = CStringArray(words) else {
            return SystemError(call: "execvp", code: EINVAL)
        }
        let code = unsafe list.withPointers { arguments in
            unsafe execvp(program, arguments)
            return errno
        }
        return SystemError(call: "execvp", code: code, path: program)
    }
}

internal import Glibc

/// The path of a program that was built together with the tests.
package func builtProgram(_ name: String) -> String {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { preconditionFailure("/proc is missing") }
    defer { unsafe free(path) }
    let directory = unsafe String(cString: path).split(separator: "/").dropLast().joined(separator: "/")
    return "/\(directory)/\(name)"
}

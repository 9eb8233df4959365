internal import CLinux
internal import Glibc

/// How a process ended.
package enum Termination: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    init(_ end: linux_exit) {
        self = end.code == Int32(CLD_EXITED) ? .exited(end.status) : .killed(signal: end.status)
    }
}

extension Termination: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .killed(let signal): "killed by signal \(signal)"
        }
    }
}

import Glibc
import Kernel

package func makeLink(_ path: String, to target: String) throws {
    guard unsafe symlink(target, path) == 0 else {
        throw SystemError(call: "symlink", code: errno, path: path)
    }
}

package func setMode(_ mode: UInt32, of path: String) throws {
    guard unsafe chmod(path, mode) == 0 else { throw SystemError(call: "chmod", code: errno, path: path) }
}

package import Kernel

/// The program that uses the network for those that do not.
package enum FetchProgram {
    /// Its path: next to the running program in a build, and in `libexec` when installed.
    package static func path() throws(SystemError) -> String {
        let executable = try ThisProcess.executable()
        let directory = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? ""
        let installed = "\(directory)/../libexec/ossauthd/ossauth-fetch"
        return try FileStatus.existing(at: installed) == nil ? "\(directory)/ossauth-fetch" : installed
    }
}

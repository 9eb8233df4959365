internal import Kernel

/// Where the program is that talks to the network for us.
enum FetchProgram {
    /// Beside this one in a build, in `libexec` when installed.
    static func path() throws(SystemError) -> String {
        let executable = try ThisProcess.executable()
        let directory = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? ""
        let installed = "\(directory)/../libexec/ossauthd/ossauth-fetch"
        return try FileStatus.existing(at: installed) == nil ? "\(directory)/ossauth-fetch" : installed
    }
}

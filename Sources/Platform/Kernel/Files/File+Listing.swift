internal import Glibc

extension File {
    /// The names in a directory, without `.` and `..`, in the order of their bytes.
    package static func names(in path: String) throws(SystemError) -> [String] {
        let directory = try openDirectory(path).release()
        guard let stream = unsafe fdopendir(directory) else {
            let code = errno
            close(directory)
            throw SystemError(call: "fdopendir", code: code, path: path)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        // The end and an error look alike but for errno.
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe name(of: entry)
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw SystemError(call: "readdir", code: errno, path: path) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
            unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

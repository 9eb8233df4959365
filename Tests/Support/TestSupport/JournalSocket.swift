internal import Bytes
internal import CLinux
internal import Glibc
internal import Kernel

/// Stands where journald listens, and reads only when it is told to.
package struct JournalSocket: ~Copyable {
    package let path: String
    private let directory: TemporaryDirectory
    private var socket: Descriptor

    package init() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("journal")
        let socket = try JournalSocket.bind(to: path)
        // Writers go by the file that they were told the journal reads.
        var status = stat()
        _ = unsafe fstat(2, &status)
        _ = unsafe setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
        self.path = path
        self.directory = directory
        self.socket = socket
    }

    private static func bind(to path: String) throws -> Descriptor {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let socket = Descriptor(owning: number)
        try SystemError.check(unsafe linux_bind_unix(number, path), "bind", path)
        return socket
    }

    /// If its path is gone, another socket takes its place.
    package mutating func restart() throws {
        socket = try JournalSocket.bind(to: path)
    }

    /// The next entry, if there is one.
    package func next() throws -> [JournalField]? {
        var bytes = [UInt8](repeating: 0, count: 262_144)
        let count = unsafe bytes.withUnsafeMutableBytes { room in
            unsafe recv(socket.number, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        }
        guard count >= 0 else {
            guard errno == EAGAIN else { throw SystemError(call: "recv", code: errno) }
            return nil
        }
        return try JournalField.fields(of: bytes.prefix(count))
    }

    /// All that are there.
    package func all() throws -> [[JournalField]] {
        var entries: [[JournalField]] = []
        while let entry = try next() { entries.append(entry) }
        return entries
    }
}

/// A field as the journal would store it.
package struct JournalField: Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    private struct Malformed: Error {}

    /// As <https://systemd.io/JOURNAL_NATIVE_PROTOCOL> says.
    fileprivate static func fields(of entry: ArraySlice<UInt8>) throws -> [JournalField] {
        var rest = entry
        var fields: [JournalField] = []
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: 10) else { throw Malformed() }
            let line = rest[rest.startIndex..<end]
            rest = rest[(end + 1)...]
            if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                fields.append(field(line[..<equals], line[(equals + 1)...]))
            } else {
                guard rest.count >= 8 else { throw Malformed() }
                let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(8)
                guard rest.count > length, rest[rest.startIndex + length] == 10 else { throw Malformed() }
                fields.append(field(line, rest.prefix(length)))
                rest = rest.dropFirst(length + 1)
            }
        }
        return fields
    }

    private static func field(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> JournalField {
        JournalField(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
}

extension [JournalField] {
    package subscript(_ name: String) -> String? { first { $0.name == name }?.value }
}

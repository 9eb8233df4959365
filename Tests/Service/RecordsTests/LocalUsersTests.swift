import Kernel
import TestSupport
import Testing

@testable import Records

struct LocalUsersTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("passwd")
    }

    private func write(_ text: String) throws {
        try File.replace(path, with: text.utf8Span.span)
    }

    @Test func `knows the names that the file has, and keeps them until a reload`() throws {
        try write(
            "root:x:0:0:root:/root:/bin/bash\nwww-data:x:33:33::/:/bin/sh\nother:x:33:33::/:/bin/sh\n:x:4:4::/:\nx:y\n"
        )
        var users = LocalUsers(at: path)
        #expect([0, 33, 4, 5].map { users.name(of: $0) } == ["root", "www-data", nil, nil])
        try write("root2:x:0:0::/root:/bin/sh\n")
        #expect(users.name(of: 0) == "root")
        users.removeAll()
        #expect(users.name(of: 0) == "root2")
    }

    @Test func `without the file no user has a name`() {
        var users = LocalUsers(at: directory.appending("nowhere"))
        #expect(users.name(of: 0) == nil)
    }
}

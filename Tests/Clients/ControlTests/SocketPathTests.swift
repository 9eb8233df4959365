import CommandLine
import Control
import Testing

struct SocketPathTests {
    private static let own = "/run/user/7/ossauthd/ossauthd.sock"

    private func path(_ socket: Socket, _ words: [String], _ variables: [String: String], own: Bool) throws
        -> String
    {
        let variable: (String) -> String? = { variables[$0] }
        guard case .call(let call) = try Program.ossauthctl.parse(["status"] + words, variable: variable)
        else { throw NoCall() }
        return SocketPath.of(
            socket, call, variable: variable, isOwn: { own && Self.own.hasPrefix($0) })
    }

    @Test(
        arguments: [
            ([], [:], false, "/run/ossauthd/ossauthd.sock"),
            ([], ["XDG_RUNTIME_DIR": "/run/user/7"], true, own),
            ([], ["XDG_RUNTIME_DIR": "/run/user/7"], false, "/run/ossauthd/ossauthd.sock"),
            ([], ["XDG_RUNTIME_DIR": ""], true, "/run/ossauthd/ossauthd.sock"),
            ([], ["XDG_RUNTIME_DIR": "/run/user/7", "OSSAUTHD_SOCKET": "/v"], true, "/v"),
            ([], ["OSSAUTHD_SOCKET": ""], false, "/run/ossauthd/ossauthd.sock"),
            (["--socket", "/o"], ["XDG_RUNTIME_DIR": "/run/user/7", "OSSAUTHD_SOCKET": "/v"], true, "/o"),
        ] as [([String], [String: String], Bool, String)])
    func `looks for the daemon in the order of the contract`(
        words: [String], variables: [String: String], own: Bool, expected: String
    ) throws {
        #expect(try path(.api, words, variables, own: own) == expected)
    }

    /// As `start` of an installation without root writes them.
    @Test(arguments: [
        (["HOME": "/home/a"], "/home/a/.local/run"),
        (["HOME": "/home/a", "XDG_RUNTIME_DIR": "/run/user/7"], "/home/a/.local/run"),
        (["XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/home/b"], "/run/user/7"),
    ])
    func `finds both sockets of the user's own daemon`(variables: [String: String], folder: String) throws {
        guard case .call(let call) = try Program.ossauthctl.parse(["status"]) else { throw NoCall() }
        for (socket, name) in [(Socket.api, "ossauthd/ossauthd.sock"), (.admin, "ossauthd-admin/admin.sock")]
        {
            let path = SocketPath.of(
                socket, call, variable: { variables[$0] }, isOwn: { $0.hasPrefix(folder) })
            #expect(path == "\(folder)/\(name)")
        }
    }

    @Test func `a folder of another user is not looked into`() throws {
        guard case .call(let call) = try Program.ossauthctl.parse(["status"]) else { throw NoCall() }
        for own in [Self.own, "/run/user/7"] {
            let path = SocketPath.of(
                .api, call, variable: { ["XDG_RUNTIME_DIR": "/run/user/7"][$0] }, isOwn: { $0 == own })
            #expect(path == "/run/ossauthd/ossauthd.sock")
        }
    }

    @Test(
        arguments: [
            ([], [:], "/run/ossauthd-admin/admin.sock"), ([], ["OSSAUTHD_ADMIN_SOCKET": "/v"], "/v"),
            (["--admin-socket", "/o"], ["OSSAUTHD_ADMIN_SOCKET": "/v"], "/o"),
            (["--socket", "/o"], ["XDG_RUNTIME_DIR": "/run/user/7"], "/run/ossauthd-admin/admin.sock"),
        ] as [([String], [String: String], String)])
    func `finds the admin socket without the other`(
        words: [String], variables: [String: String], expected: String
    ) throws {
        #expect(try path(.admin, words, variables, own: true) == expected)
    }

    @Test(arguments: [
        (["status"], Socket.api), (["sign", "GET", "oss://b"], .api), (["presign", "oss://b/k"], .api),
        (["reload"], .admin), (["refresh"], .admin), (["credentials", "set", "p"], .admin),
        (["credentials", "forget", "p"], .admin),
    ])
    func `asks where the contract has the route`(words: [String], socket: Socket) throws {
        #expect(try command(words).socket == socket)
    }
}

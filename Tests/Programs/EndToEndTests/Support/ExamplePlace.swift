import Kernel
import TestSupport
import Testing

/// A place to type examples: a daemon with the profiles that they name, and a folder with the files that they read.
struct ExamplePlace: ~Copyable {
    /// The AppServer in the examples, which does not exist.
    static let appServer = "https://appserver.example.com/sts"

    private let folder: TemporaryDirectory
    private let issuer: SampleAppServer
    private let daemon: RunningDaemon
    private let url: String

    /// The sections, of which the first goes on with that of the daemon, name the AppServer of the examples; `list` are
    /// the locations in `list.txt`.
    init(_ sections: String, access: String, list: [String]) throws {
        let folder = try TemporaryDirectory()
        let issuer = try SampleAppServer(["--lifetime", "7200"])
        let url = issuer.url + "/sts"
        let home = try Home(
            profiles: sections.replacing(ExamplePlace.appServer, with: url), access: access)
        let daemon = try RunningDaemon(home)
        if sections.contains(ExamplePlace.appServer) {
            // A line is typed only when there is a token.
            #expect(try eventually { try daemon.ask("GET", "/v1/health").status == 200 })
        }
        try ExamplePlace.furnish(folder, configuration: home.configuration, list)
        self.folder = folder
        self.issuer = issuer
        self.daemon = daemon
        self.url = url
    }

    private static func furnish(
        _ folder: borrowing TemporaryDirectory, configuration: String, _ list: [String]
    ) throws {
        let token = """
            {"AccessKeyId":"STS.id","AccessKeySecret":"secret","SecurityToken":"token",\
            "Expiration":"\(timestamp(KernelClock.wallSeconds() + 3_600))"}
            """
        let files = [
            "backup.sh": "echo ${OSS_ACCESS_KEY_ID:-$ALIBABA_CLOUD_CREDENTIALS_URI}\n", "token.json": token,
            "note.txt": "note\n", "list.txt": list.map { "\($0)\n" }.joined(),
            "FILE": try read(configuration),
            "error.xml": "<Error><Code>SignatureDoesNotMatch</Code><StringToSign>x</StringToSign></Error>",
            "request.txt": """
            GET /k HTTP/1.1
            Host: bucket.oss-cn-hangzhou.aliyuncs.com
            x-oss-date: 20231216T162057Z
            Authorization: OSS4-HMAC-SHA256 Credential=i/20231216/cn-hangzhou/oss/aliyun_v4_request,Signature=0

            """,
        ]
        for (name, text) in files { try write(folder.appending(name), text) }
    }
}

extension ExamplePlace {
    /// Folders that a user has who completes words.
    private static let folders = ".zfunc .local/share/bash-completion/completions .config/fish/completions"

    /// Types the line into a shell: how that ends, and what it says.
    func type(_ line: String) throws -> (end: Termination, output: String) {
        // Otherwise the daemon waits until its messages to the service manager are read.
        try daemon.manager.collect()
        var shell = try RunningProgram(
            "/bin/sh",
            [
                "-c",
                "cd && mkdir -p \(Self.folders) && PATH=$BIN:$PATH && eval \"$LINE\" 2>&1 </dev/null",
            ],
            environment: [
                "HOME=\(folder.path)", "BIN=\(builtProgram("."))", "OSSAUTHD_SOCKET=\(daemon.home.api)",
                "OSSAUTHD_ADMIN_SOCKET=\(daemon.home.admin)", "LINE=\(here(line))",
            ])
        let output = try shell.rest().string
        return (try shell.finish(), output)
    }

    /// Types the line into a terminal, waits until the screen shows the word, and interrupts it; whether it was there,
    /// and the shell is back.
    func watch(_ line: String, for word: String) throws -> Bool {
        let tmux = try Tmux(daemon.home, columns: 80, rows: 24)
        try tmux.enter("PATH=${C%/*}:$PATH; clear")
        _ = try tmux.wait { $0 == "$" }
        try tmux.enter(here(line))
        guard try tmux.wait({ $0.contains(word) }) != nil else { return false }
        try tmux.press("C-c")
        return try tmux.wait { $0.hasSuffix("\n$") } != nil
    }

    /// The line with what is here in place of what is on a real host.
    private func here(_ line: String) -> String {
        let places = [
            (ExamplePlace.appServer, url), ("/run/ossauthd/ossauthd.sock", daemon.home.api),
            ("/run/ossauthd-admin/admin.sock", daemon.home.admin),
            ("/var/lib/prometheus/node-exporter", folder.path),
        ]
        return places.reduce(line) { $0.replacing($1.0, with: $1.1) }
    }
}

import Bytes
import Kernel
import TestSupport

/// The stand-in for OSS of `Tests/Support/Standin`, which proves signatures by its own computation, and the sample of an
/// AppServer, which writes down what it hands out.
struct Standin: ~Copyable {
    let url: String
    let appServer: String
    private let directory: TemporaryDirectory
    private let oss: RunningProgram
    private let issuer: SampleAppServer

    init() throws {
        let directory = try TemporaryDirectory()
        let ledger = directory.appending("ledger")
        let issuer = try SampleAppServer(["--ledger", ledger])
        var oss = try RunningProgram(
            "python3",
            [
                "-B", sourceTree("Tests/Support/Standin/oss_standin.py"), "--ledger", ledger, "--region",
                "cn-hangzhou",
            ])
        let line = try oss.readLine()
        appServer = issuer.url + "/sts"
        url = String(line.dropFirst("listening on ".count))
        self.oss = oss
        self.issuer = issuer
        self.directory = directory
    }

    /// A profile whose signatures the AppServer makes, with the long-lived key that it wrote down first.
    func profileElsewhere() throws -> String {
        let key = Document(
            try read(directory.appending("ledger")).split(separator: "\n").first.map(String.init) ?? "")
        return """
            [Profile main]
            Source=remote-signer
            URL=\(appServer.dropLast("/sts".count))/sign
            AccessKeyID=\(key["AccessKeyId"].text)
            Endpoint=\(url)
            Region=cn-hangzhou

            """
    }

    /// A profile that signs for the stand-in.
    var profile: String {
        """
        [Profile main]
        Source=appserver
        URL=\(appServer)
        Endpoint=\(url)
        Region=cn-hangzhou

        """
    }
}

/// The response that curl got.
struct Response {
    let status: Int
    let body: String

    /// The code of an error of OSS.
    var code: String { body.firstMatch(of: /<Code>(.*?)<\/Code>/).map { String($0.output.1) } ?? "" }
}

/// Runs curl as it is installed, without a configuration or a proxy.
func curl(_ arguments: [String]) throws -> Response {
    let format = ["-q", "-sS", "--noproxy", "*", "--max-time", "60", "-w", "\n%{http_code}"]
    var program = try RunningProgram("curl", format + arguments)
    let output = try program.rest().string
    let end = output.lastIndex(of: "\n") ?? output.startIndex
    return Response(status: Int(output[end...].dropFirst()) ?? 0, body: String(output[..<end]))
}

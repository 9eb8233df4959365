import Bytes
import Signing
import TestSupport
import Testing
import Time

struct PropertyTests {
    private typealias Change = @Sendable (inout Wanted) -> Void

    @Test(arguments: SignatureVersion.allCases)
    func `the order of parameters and headers never matters`(version: SignatureVersion) throws {
        var random = SeededRandom(seed: 4)
        var wanted = Wanted(version: version)
        wanted.parameters += [
            ("uploads", ""), ("partNumber", "1"), ("x-oss-a", "1"), ("x-oss-a", "2"),
            ("response-expires", "é"),
        ]
        wanted.headers += [
            ("X-Oss-Meta-C", "3"), ("content-md5", "1B2M2Y8AsgTpgAmY7PhCfg=="), ("if-match", "\"x\""),
        ]
        wanted.additional.append("if-match")
        let (header, url) = (try wanted.signed(), try wanted.presigned())
        for _ in 0..<200 {
            wanted.parameters.shuffle(using: &random)
            wanted.headers.shuffle(using: &random)
            wanted.additional.shuffle(using: &random)
            #expect(try wanted.signed() == header)
            #expect(try wanted.presigned() == url)
        }
    }

    /// The parts that every version signs both in the header and in the URL.
    private static let changes: [(String, Change)] = [
        ("method", { $0.method = .get }),
        ("bucket", { $0.bucket = "examplebuckes" }),
        ("no key", { $0.key = nil }),
        ("last byte of the key", { $0.key = "dir/ü 1.txs" }),
        ("composed form of the key", { $0.key = "dir/u\u{308} 1.txt" }),
        ("case of the key", { $0.key = "Dir/ü 1.txt" }),
        ("slash in the key", { $0.key = "dir//ü 1.txt" }),
        ("parameter more", { $0.parameters.append(("uploads", "")) }),
        ("parameter less", { $0.parameters.removeFirst() }),
        ("parameter twice", { $0.parameters.append(("acl", "")) }),
        ("name of a parameter", { $0.parameters[0].0 = "cors" }),
        ("value of a parameter", { $0.parameters[1].1 = "CAF" }),
        ("value where none was", { $0.parameters[0].1 = "x" }),
        ("name of a header", { $0.headers[1].0 = "x-oss-meta-c" }),
        ("value of a header", { $0.headers[1].1 = "1 " + "1" }),
        ("content type", { $0.headers[0].1 = "text/plaim" }),
        ("no content type", { $0.headers.removeFirst() }),
        ("content digest", { $0.headers.append(("content-md5", "1B2M2Y8AsgTpgAmY7PhCfg==")) }),
        ("time", { $0.time = $0.time + 1 }),
        ("secret", { $0.secret = "PublicVectorSecretKey0123456789ac" }),
        ("token", { $0.token = "CAIS+/tol==" }),
        ("no token", { $0.token = "" }),
    ]

    @Test(arguments: changes.map(\.0), SignatureVersion.allCases)
    func `one changed byte changes the signature`(name: String, version: SignatureVersion) throws {
        let original = Wanted(version: version)
        var changed = original
        try #require(Self.changes.first { $0.0 == name }).1(&changed)
        #expect(try original.signed().signature == original.signed().signature)
        #expect(try changed.signed().signature != original.signed().signature)
        #expect(try changed.presigned().signature != original.presigned().signature)
    }

    private static let changesOfV4: [(String, Change)] = [
        ("region", { $0.region = "cn-shanghai" }),
        ("additional header", { $0.headers[3].1 = "nine" }),
        ("list of additional headers", { $0.additional = [] }),
        ("parameter that V1 does not sign", { $0.parameters.append(("prefix", "a")) }),
        ("day", { $0.time = $0.time + 86_400 }),
    ]

    @Test(arguments: changesOfV4.map(\.0), [SignatureVersion.v4, .s3])
    func `V4 and S3 sign more than V1`(name: String, version: SignatureVersion) throws {
        let original = Wanted(version: version)
        var changed = original
        try #require(Self.changesOfV4.first { $0.0 == name }).1(&changed)
        #expect(try changed.signed().signature != original.signed().signature)
        #expect(try changed.presigned().signature != original.presigned().signature)
    }

    @Test func `V4 signs for a cloud box alone`() throws {
        #expect(try Wanted(cloudBox: "cn-hangzhou").signed().signature != Wanted().signed().signature)
    }

    private static let changesOfS3: [(String, Change)] = [
        ("host", { $0.endpoint = "https://oss-cn-hangzhou-internal.aliyuncs.com" }),
        ("port", { $0.endpoint = "https://oss-cn-hangzhou.aliyuncs.com:8443" }),
        ("place of the bucket", { $0.addressing = .path }),
        ("header of Amazon", { $0.headers.append(("x-amz-meta-a", "1")) }),
    ]

    @Test(arguments: changesOfS3.map(\.0))
    func `S3 signs the host and the headers of Amazon`(name: String) throws {
        let original = Wanted(version: .s3)
        var changed = original
        try #require(Self.changesOfS3.first { $0.0 == name }).1(&changed)
        #expect(try changed.signed().signature != original.signed().signature)
        #expect(try changed.presigned().signature != original.presigned().signature)
    }

    @Test func `the life of a URL is signed`() throws {
        for version in SignatureVersion.allCases {
            let wanted = Wanted(version: version)
            #expect(try wanted.presigned(expires: 900).signature != wanted.presigned(expires: 901).signature)
        }
        #expect(
            try Wanted().presigned().signature != Wanted(id: "LTAI5tPublicVector02").presigned().signature)
    }

    @Test func `the place of the bucket in the URL does not change the signature`() throws {
        for version in [SignatureVersion.v1, .v4] {
            let virtual = try Wanted(addressing: .virtualHost, version: version).signed()
            for addressing in [Addressing.path, .cname] {
                let other = try Wanted(addressing: addressing, version: version).signed()
                #expect(other.signature == virtual.signature)
                #expect(other.url != virtual.url)
            }
        }
    }

    @Test func `a request used again is as good as new`() throws {
        var request = OSSRequest()
        var signer = Signer()
        let wanted = Wanted()
        let fresh = try wanted.signed()
        for other in [
            Wanted(endpoint: "127.0.0.1", cloudBox: "cb-x"), Wanted(version: .s3),
            Wanted(bucket: nil, key: nil, additional: [], version: .v1),
        ] {
            try other.fill(&request)
            try signer.signHeader(&request, version: other.version, with: other.credential, at: other.time)
            request.reset()
            try wanted.fill(&request)
            try signer.signHeader(&request, version: .v4, with: wanted.credential, at: wanted.time)
            #expect(Signed(signer) == fresh)
            request.reset()
        }
    }

    /// More regions and days than the credential keeps keys for, so that keys are forgotten and made anew.
    @Test func `kept signing keys never mix`() throws {
        let credential = Wanted().credential
        var signer = Signer()
        for round in 0..<2 {
            for index in 0..<40 {
                let region = "cn-region-\(index)"
                let wanted = Wanted(
                    region: region,
                    time: Timestamp(secondsSince1970: 1_702_743_657 + Int64(index % 3 * 86_400)))
                var request = OSSRequest()
                try wanted.fill(&request)
                try signer.signHeader(&request, version: .v4, with: credential, at: wanted.time)
                #expect(try Signed(signer) == wanted.signed(), "round \(round)")
            }
        }
    }

    @Test func `URLs leave only unreserved characters and separators unescaped`() throws {
        var random = SeededRandom(seed: 5)
        let scalars = (0x20...0x7E).compactMap(Unicode.Scalar.init) + ["é", "文", "😀", "\u{7F}", "\t"]
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/%".utf8)
        for _ in 0..<300 {
            func text() -> String {
                String((0..<9).map { _ in Character(scalars.randomElement(using: &random) ?? "a") })
            }
            var wanted = Wanted(additional: [])
            wanted.key = "k" + text()
            wanted.parameters = [("p" + text(), text()), ("q" + text(), "")]
            let url = try wanted.presigned().url.dropFirst("https://".count)
            let (path, query) = (url.prefix { $0 != "?" }, url.drop { $0 != "?" }.dropFirst())
            #expect(path.utf8.allSatisfy(plain.contains))
            #expect(query.utf8.allSatisfy { plain.union("&=".utf8).subtracting("/".utf8).contains($0) })
            #expect(decoded(path.drop { $0 != "/" }.dropFirst()) == wanted.key)
            let names = query.split(separator: "&").map { decoded($0.prefix { $0 != "=" }) }
            #expect(Set(names).isSuperset(of: wanted.parameters.map(\.0)))
        }
    }

    /// Written for the tests, so that it does not share a mistake with the encoder.
    private func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

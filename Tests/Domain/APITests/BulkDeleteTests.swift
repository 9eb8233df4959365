import Testing

/// The list of a bulk delete, whose bytes are judged and then sent: OSS must read the same keys in it.
struct BulkDeleteTests {
    private let scene = ForwardScene()

    private func outcome(
        of document: String, _ fields: [String] = [], target: String = "/media/?delete"
    ) -> ForwardScene.Outcome {
        scene.outcome(of: "POST \(target)", fields, body: Array(document.utf8))
    }

    private static func list(_ objects: String) -> String {
        "<Delete>\(objects)</Delete>"
    }

    private static func object(_ key: String, _ more: String = "") -> String {
        "<Object><Key>\(key)</Key>\(more)</Object>"
    }

    private static let good = list(object("photos/a"))

    @Test func `the rules judge a bulk delete key by key`() {
        #expect(scene.outcome(of: "POST /media/?delete") == .asksForList)
        let signed = outcome(of: Self.list(Self.object("photos/a") + Self.object("photos/b&amp;&#x63;")))
        #expect(signed.field("Forward-Target") == "/?delete=")
        #expect(outcome(of: Self.list(Self.object("photos/a") + Self.object("private/b"))).isNotAllowed)
        #expect(outcome(of: Self.list(Self.object("&#x70;rivate/b"))).isNotAllowed)
    }

    /// Another parser reads another key there, or none.
    @Test(arguments: [
        "photos/a\r", "photos/a\n", "photos/a\t", "photos/a\u{1}", "photos/a&#1A;", "photos/a&#4A;",
        "photos/a&#0;",
        "photos/a&#x1F;", "photos/a&#xFFFE;", "photos/a&#xD800;", "photos/a&#;", "photos/a&#x;",
        "photos/a&#x110000;", "photos/a&b;", "photos/a&amp", "photos/a<b/>", "photos/a>", "",
    ])
    func `a key with several readings is invalid`(key: String) {
        #expect(outcome(of: Self.list(Self.object(key))).isInvalid)
    }

    @Test func `a key may contain any XML character by its number`() {
        #expect(
            outcome(of: Self.list(Self.object("photos/&#9;&#10;&#xD;&#x1F600;&lt;&gt;&quot;&apos;"))).isSigned
        )
    }

    @Test func `the list must be in UTF-8`() {
        let (before, after) = ("<Delete><Object><Key>photos/", "</Key></Object></Delete>")
        for bytes in [[0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            let body = Array(before.utf8) + bytes + Array(after.utf8)
            #expect(scene.outcome(of: "POST /media/?delete", body: body).isInvalid)
        }
        #expect(outcome(of: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\(Self.good)").isSigned)
        for encoding in ["UTF-16", "UTF-7", "ISO-8859-1", "GBK", "utf8", ""] {
            #expect(outcome(of: "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\(Self.good)").isInvalid)
        }
    }

    @Test func `has at most 1,000 keys of at most 1,023 bytes`() {
        let object = Self.object("photos/a")
        #expect(outcome(of: Self.list(String(repeating: object, count: 1_000))).isSigned)
        #expect(outcome(of: Self.list(String(repeating: object, count: 1_001))).isInvalid)
        let rest = String(repeating: "a", count: 1_023 - "photos/".utf8.count)
        #expect(outcome(of: Self.list(Self.object("photos/" + rest))).isSigned)
        #expect(outcome(of: Self.list(Self.object("photos/a" + rest))).isInvalid)
    }

    @Test func `names each object and its version once`() {
        let version = "<VersionId>1</VersionId>"
        #expect(outcome(of: Self.list(Self.object("photos/a", version))).isSigned)
        #expect(outcome(of: Self.list(Self.object("photos/a", version + version))).isInvalid)
        #expect(outcome(of: Self.list(Self.object("photos/a", "<Key>photos/b</Key>"))).isInvalid)
        #expect(outcome(of: Self.list("<Object>\(version)</Object>")).isInvalid)
    }

    @Test(arguments: [
        "<!-- -->", "<![CDATA[a]]>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "<?a b?>", "x", "<Quiet>1</Quiet>",
    ])
    func `a list with comments, other text or wrong values is invalid`(text: String) {
        #expect(outcome(of: text + Self.good).isInvalid)
        #expect(outcome(of: "<Delete>\(text)\(Self.object("photos/a"))</Delete>").isInvalid)
        #expect(outcome(of: Self.good + text).isInvalid)
    }

    @Test func `has the hash of the bytes that were judged, whatever the program says`() {
        let signed = outcome(of: Self.good, ["Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg=="])
        #expect(signed.field("Forward-Content-MD5") == "kr3oNJuDY1hZR8m74JXW5Q==")
        #expect(signed.field("Forward-Authorization")?.contains("=content-md5;host;") == true)
    }

    /// The rules judge the keys only, so it brings nothing along that they would judge in another request.
    @Test(arguments: [
        "x-amz-copy-source: /media/private", "x-amz-rename-source: private", "x-amz-symlink-target: private",
        "x-amz-process: image/resize", "x-amz-acl: private", "x-amz-tagging: a=b",
        "x-amz-bypass-governance-retention: true", "x-amz-storage-class: IA", "x-amz-metadata: a",
    ])
    func `has no header of another operation`(field: String) {
        let scene = ForwardScene(parameters: ["acl", "tagging", "x-oss-process"])
        #expect(scene.outcome(of: "POST /media/?delete", [field]).isInvalid)
        #expect(scene.outcome(of: "POST /media/?delete", [field], body: Array(Self.good.utf8)).isInvalid)
        let other = ForwardScene(parameters: scene.parameters, authorization: ForwardScene.oss)
        let ofOSS = field.replacing("x-amz-", with: "x-oss-")
        #expect(other.outcome(of: "POST /media/?delete", [ofOSS], body: Array(Self.good.utf8)).isInvalid)
    }

    @Test(arguments: ["uploads", "acl", "versions", "prefix=a", "x-oss-process=a", "uploadId=1", "Delete"])
    func `a bulk delete with any other parameter is invalid`(parameter: String) {
        #expect(outcome(of: Self.good, target: "/media/?delete&\(parameter)").isInvalid)
    }

    @Test func `headers and parameters that SDKs send with the list are accepted`() {
        let fields = [
            "x-amz-request-payer: requester", "x-amz-mfa: 1 2", "x-amz-meta-a: b", "Content-Type: text/xml",
            "x-amz-sdk-checksum-algorithm: CRC32", "x-amz-checksum-crc32: AAAAAA==", "x-amz-user-agent: a",
            "x-amz-api-version: 2006-03-01",
            "x-amz-content-sha256: UNSIGNED-PAYLOAD", "User-Agent: a", "x-amz-date: 20231216T162057Z",
        ]
        #expect(outcome(of: Self.good, fields, target: "/media/?delete&x-id=DeleteObjects").isSigned)
        #expect(outcome(of: Self.good, target: "/media/?delete&encoding-type=url").isSigned)
    }
}

internal import Bytes
internal import OSSAuthClient
internal import Text

/// One request to OSS that is made with each kind of signature.
enum TestStep: String, CaseIterable {
    case put = "put"
    case get = "get"
    case list = "list"
    case copy = "copy"
    case begin = "begin upload"
    case part = "upload part"
    case parts = "list parts"
    case complete = "complete upload"

    /// The step without which this one cannot succeed.
    var needs: TestStep? {
        switch self {
        case .put, .begin: nil
        case .get, .list, .copy: .put
        case .part: .begin
        case .parts: .part
        case .complete: .parts
        }
    }
}

/// A request to send, with its body.
struct TestRequest {
    var request: OSSRequest
    /// Given always with a body, because libcurl would add one of its own that is not signed.
    var contentType: String?
    var body = ""
}

/// The objects that are made with one kind of signature, and what is known of them.
struct TestObjects {
    private let bucket: String
    private let version: SignatureVersion
    private let key: String
    /// The objects and uploads that may exist.
    private(set) var remains: [Remains] = []
    private var uploadID = ""
    private var partTag = ""

    private static let contentType = "text/plain"
    private static let content = "self-test of ossauthd\n"

    /// `folder`: a prefix that no other run has.
    init(in folder: String, of bucket: String, signedBy signature: KindOfSignature) {
        self.bucket = bucket
        version = signature.version
        // The blank and the letters beyond ASCII are what programs encode in different ways.
        key = "\(folder)\(signature.version.rawValue)-\(signature.isInURL ? "url" : "header") é+"
    }

    /// The objects of all steps.
    var all: [Remains] { [key, copiedKey, uploadedKey].map { Remains(key: $0) } }

    private var copiedKey: String { "\(key) copied" }
    private var uploadedKey: String { "\(key) uploaded" }

    /// An object, or an upload that was not completed.
    struct Remains: Equatable {
        let key: String
        var uploadID: String?
    }
}

// The requests.
extension TestObjects {
    func request(for step: TestStep) -> TestRequest {
        switch step {
        case .put: with(Self.content, .put, key)
        case .get: without(.get, key)
        case .list: listing
        case .copy: copying
        case .begin: with("", .post, uploadedKey, [OSSRequest.Parameter("uploads")])
        case .part: with(Self.content, .put, uploadedKey, [OSSRequest.Parameter("partNumber", "1"), upload])
        case .parts: without(.get, uploadedKey, [upload])
        case .complete: with(partList, .post, uploadedKey, [upload], type: "application/xml")
        }
    }

    func deletion(of remains: Remains) -> TestRequest {
        without(
            .delete, remains.key, remains.uploadID.map { [OSSRequest.Parameter("uploadId", $0)] } ?? [])
    }

    private var upload: OSSRequest.Parameter { OSSRequest.Parameter("uploadId", uploadID) }

    private var partList: String {
        "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>\"\(partTag)\"</ETag></Part>"
            + "</CompleteMultipartUpload>"
    }

    private var listing: TestRequest {
        without(.get, nil, [OSSRequest.Parameter("list-type", "2"), OSSRequest.Parameter("prefix", key)])
    }

    private var copying: TestRequest {
        var copy = with("", .put, copiedKey)
        var source = ByteBuffer(capacity: 256)
        source.append("/\(bucket)/")
        source.append(percentEncodedPath: key.utf8Span.span)
        let name = version == .s3 ? "x-amz-copy-source" : "x-oss-copy-source"
        copy.request.headers = [OSSRequest.Header(name, String(copying: source.span))]
        return copy
    }

    private func without(
        _ method: OSSRequest.Method, _ key: String?, _ parameters: [OSSRequest.Parameter] = []
    ) -> TestRequest {
        var request = OSSRequest(method, bucket: bucket, key: key)
        request.parameters = parameters
        return TestRequest(request: request)
    }

    private func with(
        _ body: String, _ method: OSSRequest.Method, _ key: String,
        _ parameters: [OSSRequest.Parameter] = [], type: String = TestObjects.contentType
    ) -> TestRequest {
        var whole = without(method, key, parameters)
        whole.contentType = type
        whole.body = body
        return whole
    }
}

// The answers.
extension TestObjects {
    /// Notes the object that a step may have made.
    mutating func note(_ outcome: TestOutcome, of step: TestStep) {
        guard outcome.mayHaveActed else { return }
        switch step {
        case .put: remains.append(Remains(key: key))
        case .copy: remains.append(Remains(key: copiedKey))
        case .complete: remains.append(Remains(key: uploadedKey))
        case .get, .list, .begin, .part, .parts: return
        }
    }

    /// Takes a successful answer; returns what is wrong with it.
    mutating func take(_ body: String, for step: TestStep) -> String? {
        switch step {
        case .put, .part: return nil
        case .get: return body == Self.content ? nil : "the object has another content"
        case .list: return body.element("KeyCount") == "1" ? nil : "the list does not have the object"
        // OSS sends the status of a copy before it knows whether it succeeds.
        case .copy: return body.element("ETag") != nil ? nil : "this is no answer to a copy"
        case .begin: return takeUploadID(body)
        case .parts: return takePartTag(body)
        case .complete:
            guard body.element("ETag") != nil else { return "the upload was not completed" }
            remains.removeAll { $0.uploadID != nil }
            return nil
        }
    }

    private mutating func takeUploadID(_ body: String) -> String? {
        guard let id = body.element("UploadId"), !id.isEmpty else { return "the answer has no UploadId" }
        uploadID = id
        remains.append(Remains(key: uploadedKey, uploadID: id))
        return nil
    }

    private mutating func takePartTag(_ body: String) -> String? {
        let tag = (body.element("ETag") ?? "").utf8.filter { $0.hexValue != nil || $0 == UInt8(ascii: "-") }
        guard !tag.isEmpty else { return "the list does not have the part" }
        partTag = String(copying: tag.span)
        return nil
    }
}

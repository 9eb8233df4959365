internal import API
internal import Access
package import Bytes
internal import Hashing
internal import JSON
internal import Signing
internal import Text
package import Time

/// A user's question for the signature of a string that it composed: a daemon with `Source=remote-signer`, or an app in
/// the self-signed mode.
///
/// Only a string that shows its request is signed: one of V1, or one of V4 together with its canonical request.
package struct StringQuestion: DaemonQuestion, Equatable, Sendable {
    fileprivate enum Content: Equatable {
        case v1(String)
        case v4(canonicalRequest: String, time: Timestamp, region: String)
    }

    /// OSS accepts no URL of V4 for longer, and none of V1 should be.
    private static let longestLife = Duration.seconds(604_800)

    private let content: Content
    package let isBare: Bool

    /// Reads the document of a daemon, or the bare V1 string of an app.
    package init(_ body: Span<UInt8>) throws(QuestionError) {
        isBare = body.count > 0 && body[0] != UInt8(ascii: "{")
        guard isBare else {
            content = try StringDocument(body).content
            return
        }
        guard body.isUTF8 else { throw .string }
        content = .v1(String(copying: body))
    }

    package var path: StaticString { "/v1/sign-string" }

    /// Judges what the daemon will be asked to sign, as the daemon does.
    package func isGranted(
        to user: UserName, by terms: UserTerms, at now: Timestamp
    ) throws(QuestionError) -> Bool {
        guard var rule = terms.rule(of: user) else { return false }
        rule.maxExpires = StringQuestion.longestLife
        var body = ByteBuffer(capacity: 2_048)
        append(for: terms.profile, to: &body)
        let defaults = ProfileDefaults(
            name: terms.profile, place: ProfileDefaults.Place(), addressing: nil, version: version)
        var context = SigningContext()
        do throws(Problem) {
            try context.read(body.span, for: .signString)
            try context.admit(to: defaults, by: PeerRules([rule]), at: now)
            return true
        } catch {
            if case .notAllowed = error { return false }
            throw .string
        }
    }

    private var version: SignatureVersion {
        if case .v1 = content { .v1 } else { .v4 }
    }

    package func append(for profile: String, to body: inout ByteBuffer) {
        body.beginObject()
        body.member("profile", profile)
        body.member("version", version.name)
        switch content {
        case .v1(let string): body.member("stringToSign", string)
        case .v4(let canonicalRequest, let time, let region):
            body.member("canonicalRequest", canonicalRequest)
            body.member("time", time.description)
            body.member("region", region)
        }
        body.endObject()
    }
}

/// The members of the document that decide; the others repeat what the string says, so they are not read.
private struct StringDocument {
    private static let names = ["version", "stringToSign", "canonicalRequest", "region", "product"]

    private var texts: [String: String] = [:]

    init(_ body: Span<UInt8>) throws(QuestionError) {
        var twice: String?
        do throws(JSONError) {
            var json = JSONReader(body)
            try json.object { name, json throws(JSONError) in
                guard StringDocument.names.contains(name) else {
                    _ = try json.skipValue()
                    return
                }
                if texts.updateValue(try json.text(), forKey: name) != nil { twice = name }
            }
            try json.end()
        } catch {
            throw .notJSON
        }
        if let twice { throw .member(twice) }
    }

    var content: StringQuestion.Content {
        get throws(QuestionError) {
            switch try text("version") {
            case "v1": return .v1(try text("stringToSign"))
            case "v4": return try contentV4
            default: throw .member("version")
            }
        }
    }

    private var contentV4: StringQuestion.Content {
        get throws(QuestionError) {
            guard try text("product") == "oss" else { throw .member("product") }
            let (string, request, region) =
                (try text("stringToSign"), try text("canonicalRequest"), try text("region"))
            guard let time = string.utf8Span.span.timeOfV4 else { throw .member("stringToSign") }
            // The daemon signs the canonical request, so another string would get a useless signature.
            guard ByteBuffer(stringToSignOf: request, at: time, in: region).equals(string.utf8Span.span)
            else { throw .member("canonicalRequest") }
            return .v4(canonicalRequest: request, time: time, region: region)
        }
    }

    private func text(_ name: String) throws(QuestionError) -> String {
        guard let text = texts[name], !text.isEmpty else { throw .member(name) }
        return text
    }
}

extension Span<UInt8> {
    /// The second line of a V4 string to sign.
    fileprivate var timeOfV4: Timestamp? {
        let newline = UInt8(ascii: "\n")
        guard let start = firstIndex(of: newline), let end = firstIndex(of: newline, from: start + 1) else {
            return nil
        }
        return Timestamp(basicISO: extracting((start + 1)..<end))
    }
}

extension ByteBuffer {
    fileprivate init(stringToSignOf canonicalRequest: String, at time: Timestamp, in region: String) {
        self.init(capacity: 256)
        append("OSS4-HMAC-SHA256\n")
        append(basicISO: time)
        append("\n")
        append(day: time)
        append("/")
        append(region)
        append("/oss/aliyun_v4_request\n")
        append(hex: sha256(canonicalRequest.utf8Span.span).span)
    }
}

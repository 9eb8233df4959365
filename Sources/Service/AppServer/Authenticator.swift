internal import Bytes
internal import HTTP
internal import Issuing
internal import Serving
internal import Text
internal import Time

/// Finds the user of a request: by its bearer token, or by the certificate that the proxy verified.
final class Authenticator {
    private let tokens: WatchedFile<EnrolledUsers>?
    private let acceptsCertificates: Bool

    init(_ tokens: WatchedFile<EnrolledUsers>?, acceptsCertificates: Bool) {
        self.tokens = tokens
        self.acceptsCertificates = acceptsCertificates
    }

    /// `nil`: the request proves no user.
    func identity(_ request: borrowing ClientRequest, in directory: UserDirectory) -> Identity? {
        let authorization = request.field("authorization")
        guard authorization.isEmpty else {
            return bearer(in: authorization).flatMap {
                identity(ofToken: authorization.extracting($0), at: request.now)
            }
        }
        guard acceptsCertificates else { return nil }
        let subject = request.field("x-client-subject")
        return subject.isEmpty ? nil : directory.identity(ofSubject: subject)
    }

    private func identity(ofToken token: Span<UInt8>, at now: Moment) -> Identity? {
        tokens?.current(at: now.boot, else: EnrolledUsers()).identity(ofToken: token)
    }

    /// The place of the token in `Bearer TOKEN` (RFC 6750, 2.1).
    private func bearer(in value: Span<UInt8>) -> Range<Int>? {
        guard value.hasPrefixIgnoringCase("bearer ") else { return nil }
        var start = 7
        while start < value.count, value[start] == UInt8(ascii: " ") { start += 1 }
        return start < value.count ? start..<value.count : nil
    }
}

public import OSSRequests

public import struct OSSRequests.OSSRequest

extension OSSSigner {
    /// A request that was signed in its headers.
    public struct Signed: Equatable, Sendable {
        /// Where to send it.
        public let url: String
        /// What to add to the request's own headers, in lower case.
        public let headers: [OSSRequest.Header]
        /// Hexadecimal for V4, base64 for V1.
        public let signature: String
        /// What was signed.
        public let texts: SignedTexts
    }

    /// A request that was signed in its URL.
    public struct Presigned: Equatable, Sendable {
        /// The URL, with the signature in it.
        public let url: String
        /// What whoever uses the URL must send: these headers with these values.
        public let headers: [OSSRequest.Header]
        /// When the URL ends, by what it says.
        public let expiration: UnixTime
        /// Hexadecimal for V4, base64 for V1.
        public let signature: String
        /// What was signed.
        public let texts: SignedTexts
    }

    /// A form with which a browser may upload.
    public struct Form: Equatable, Sendable {
        /// Where to post it.
        public let url: String
        /// The fields to send before `file`, in any order.
        public let fields: [OSSRequest.Header]
        /// When the form ends, by what its policy says.
        public let expiration: UnixTime
        /// Hexadecimal for V4, base64 for V1.
        public let signature: String
    }

    /// What the signature was made of; compare it with what OSS says when it answers `SignatureDoesNotMatch`.
    public struct SignedTexts: Equatable, Sendable {
        /// What the key was applied to.
        public let stringToSign: String
        /// V4 only.
        public let canonicalRequest: String?
    }
}

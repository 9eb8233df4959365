internal import Bytes
internal import OSSRequests
internal import Signing
internal import Time

internal import struct OSSRequests.OSSRequest
internal import enum OSSRequests.SignatureVersion

// From the words of this library to those of the modules below.

extension SignatureVersion {
    var rule: Signing.SignatureVersion { self == .v1 ? .v1 : .v4 }
}

extension OSSRequest.Method {
    var rule: Signing.Method {
        switch self {
        case .get: .get
        case .put: .put
        case .post: .post
        case .head: .head
        case .delete: .delete
        case .options: .options
        }
    }
}

extension OSSRequest.Addressing {
    var rule: Signing.Addressing {
        switch self {
        case .virtualHost: .virtualHost
        case .path: .path
        case .cname: .cname
        }
    }
}

extension UnixTime {
    var timestamp: Timestamp { Timestamp(secondsSince1970: secondsSince1970) }
}

extension ByteBuffer {
    var text: String { String(copying: span) }
}

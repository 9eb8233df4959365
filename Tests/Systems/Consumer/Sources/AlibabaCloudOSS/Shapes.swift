// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// The part of the SDK that the adapters of docs/library.md use, with the names and types of version 0.3.0.

public struct Credentials: Sendable {
    public let accessKeyId: String
    public let accessKeySecret: String
    public let securityToken: String?
    public let expiration: Date?

    public init(
        accessKeyId: String, accessKeySecret: String, securityToken: String? = nil, expiration: Date? = nil
    ) {
        self.accessKeyId = accessKeyId
        self.accessKeySecret = accessKeySecret
        self.securityToken = securityToken
        self.expiration = expiration
    }
}

public protocol CredentialsProvider: Sendable {
    func getCredentials() async throws -> Credentials
}

public protocol SignatureDelegate {
    func signature(info: [String: String]) async throws -> [String: String]
}

public struct RequestMessage {
    public var method: String
    public var requestUri: URL
    public var headers: [String: String] = [:]

    public init(method: String, requestUri: URL) {
        self.method = method
        self.requestUri = requestUri
    }
}

public struct SigningContext {
    public let bucket: String?
    public let key: String?
    public let region: String?
    public var expirationTime: Date?
    public var authHeader = true

    public init(bucket: String? = nil, key: String? = nil, region: String? = nil) {
        self.bucket = bucket
        self.key = key
        self.region = region
    }
}

public protocol Signer {
    func sign(request: RequestMessage, signingContext: inout SigningContext) async throws -> RequestMessage
}

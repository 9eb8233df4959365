internal import Bytes
internal import OSSRequests
internal import Signing
internal import Text

internal import struct OSSRequests.OSSRequest
internal import enum OSSRequests.SignatureVersion

/// A request in the form that is signed, without anything that OSS or another client could read in another way.
struct CheckedRequest: ~Copyable {
    var request = Signing.OSSRequest()
    /// The place of the next key, once everything else is complete.
    private var placeOfKeys = 0

    init(_ wanted: OSSRequest, version: SignatureVersion) throws(OSSSigningError) {
        request.method = wanted.method.rule
        do throws(SigningError) {
            try setPlace(wanted)
            if version == .s3 { try request.useS3Endpoint() }
            try addParameters(wanted.parameters)
            try addHeaders(wanted.headers, wanted.additionalHeaders, version)
            try request.checkWhole(for: version.rule)
        } catch {
            throw OSSSigningError(error)
        }
    }

    private mutating func setPlace(_ wanted: OSSRequest) throws(SigningError) {
        guard let endpoint = wanted.endpoint else { throw .endpointMissing }
        try request.setEndpoint(adding(endpoint))
        if let bucket = wanted.bucket { try request.setBucket(adding(bucket)) }
        if let key = wanted.key { try request.setKey(adding(key)) }
        if let addressing = wanted.addressing { try request.setAddressing(addressing.rule) }
        if let box = wanted.cloudBoxID {
            try request.setCloudBox(adding(box))
        } else if let region = wanted.region {
            try request.setRegion(adding(region))
        } else {
            request.deriveRegion()
        }
    }

    /// A repeated name becomes one parameter for each of its values.
    private mutating func addParameters(_ parameters: [OSSRequest.Parameter]) throws(SigningError) {
        for parameter in parameters {
            let name = adding(parameter.name)
            guard !request.text[name].isSignatureParameter else { throw .parameterReserved }
            try request.addParameter(name: name, value: adding(parameter.value ?? ""))
        }
    }

    private mutating func addHeaders(
        _ headers: [OSSRequest.Header], _ additional: [String], _ version: SignatureVersion
    ) throws(SigningError) {
        for header in headers {
            let name = adding(header.name)
            guard !request.text[name].isSignatureHeader else { throw .headerReserved }
            try request.addHeader(name: name, value: adding(header.value))
        }
        if version == .s3 {
            for index in request.headers.indices { try request.checkForS3(request.headers[index]) }
        }
        guard additional.count <= Signing.OSSRequest.maximumHeaders else { throw .tooManyHeaders }
        for name in additional { try request.addAdditionalHeader(adding(name)) }
    }

    mutating func adding(_ text: String) -> Range<Int> {
        request.appending { buffer in buffer.append(text) }
    }
}

extension CheckedRequest {
    /// Marks the end of the part that all keys share.
    mutating func markPrepared() { placeOfKeys = request.text.count }

    /// Replaces the last key.
    mutating func replaceKey(_ key: String, version: SignatureVersion) throws(OSSSigningError) {
        request.text.truncate(to: placeOfKeys)
        do throws(SigningError) {
            try request.setKey(adding(key))
            try request.checkWhole(for: version.rule)
        } catch {
            throw OSSSigningError(error)
        }
    }

    /// The headers that must be sent as they were signed; every client sends `Host` by itself.
    func signedHeaders(_ version: SignatureVersion) -> [OSSRequest.Header] {
        var signed: [OSSRequest.Header] = []
        for index in request.headers.indices {
            let header = request.headers[index]
            guard header.isSigned(in: version.rule) else { continue }
            let name = String(copying: request.text[header.name])
            guard name != "host" else { continue }
            signed.append(.init(name, String(copying: request.text[header.value])))
        }
        return signed
    }

    func payloadHash(_ version: SignatureVersion) -> String {
        let hash = version == .s3 ? request.payloadHashOfS3 : request.valueOfHeader(.payloadHash)
        return hash.map { String(copying: request.text[$0]) } ?? "UNSIGNED-PAYLOAD"
    }
}

extension SignatureVersion {
    var rule: Signing.SignatureVersion {
        switch self {
        case .v1: .v1
        case .v4: .v4
        case .s3: .s3
        }
    }
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

extension ByteBuffer {
    var text: String { String(copying: span) }
}

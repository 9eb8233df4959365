internal import Signing

/// Why a request cannot be signed, in a sentence that says where and what to do.
///
/// It never contains a part of the request.
public struct OSSSigningError: Error, Equatable, Sendable {
    /// The part of the request that is wrong, such as `key`, `headers` or `expires`.
    public let part: String
    /// The rule that it breaks.
    public let reason: String

    init(_ error: SigningError) {
        let sentence = OSSSigningError.sentence(of: error)
        let parts = sentence.split(separator: ":", maxSplits: 1)
        part = String(parts[0])
        reason = String(parts[parts.count - 1].drop { $0 == " " })
    }
}

extension OSSSigningError: CustomStringConvertible {
    /// Part and reason in one sentence.
    public var description: String { "\(part): \(reason)" }
}

extension OSSSigningError {
    static func signing<Value: ~Copyable>(_ step: () throws(SigningError) -> Value) throws(OSSSigningError)
        -> Value
    {
        do throws(SigningError) {
            return try step()
        } catch {
            throw OSSSigningError(error)
        }
    }

    /// The sentences of the daemon, but for those about settings of the daemon.
    private static func sentence(of error: SigningError) -> String {
        switch error {
        case .bucketMissing: "bucket: needed here"
        case .endpointMissing: "endpoint: needed, such as https://oss-cn-hangzhou.aliyuncs.com"
        case .regionMissing: "region: needed, since it does not follow from this endpoint"
        case .headerReserved:
            "headers: authorization, date, and x-oss- and x-amz- with date and token are set by the signer"
        case .parameterReserved:
            "parameters: those of a signature are set by the signer, and x-amz-… is written as a header"
        default: error.description
        }
    }
}

internal import Bytes
internal import Signing
internal import Text

// A signature of S3 contains the bucket only as the host or the path of the URL.
extension CompleteCall {
    /// `own`: the endpoint that the caller chose.
    mutating func completeForS3(_ own: Range<Int>?, with profile: ProfileDefaults) throws(Problem) {
        try checkHost(own, with: profile)
        try Problem.signing { () throws(SigningError) in try request.useS3Endpoint() }
        for index in request.headers.indices {
            let header = request.headers[index]
            do throws(SigningError) {
                try request.checkForS3(header)
            } catch {
                throw Problem(error, in: BodyPart(header: Quotation.beginning(of: request.text[header.name])))
            }
        }
    }

    /// Rejects a host that could mean another bucket than the one that the rules judge.
    ///
    /// A domain may be bound to any bucket. So a caller chooses among the hosts of OSS itself, which name the bucket, and
    /// addresses, which no bucket is bound to; any other host is the profile's, and so is the bucket of a bound domain.
    private func checkHost(_ own: Range<Int>?, with profile: ProfileDefaults) throws(Problem) {
        guard let endpoint = request.endpoint, !endpoint.isAddress else { return }
        if request.addressing != .cname, request.text[endpoint.host].isEndpointForS3 { return }
        guard own.map({ profile.endpoint.equals(request.text[$0]) }) ?? true else {
            throw .invalidRequest(
                .value(
                    "endpoint",
                    mustBe:
                        "an endpoint of OSS, an address, or the profile's own, since with s3 the host says which bucket is meant"
                ))
        }
        guard request.addressing == profile.addressing ?? .virtualHost else {
            throw .invalidRequest(
                .value(
                    "addressing",
                    mustBe: "that of the profile, since with s3 the host says which bucket is meant"))
        }
        let isOfProfile = request.bucket.map { profile.bucket.equals(request.text[$0]) } ?? false
        guard request.addressing != .cname || isOfProfile else {
            throw .invalidRequest(
                .value("bucket", mustBe: "the Bucket= of the profile, whose domain is the endpoint, with s3"))
        }
    }
}

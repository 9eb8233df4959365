internal import Bytes
internal import Hashing
internal import Text

extension Signer {
    /// Writes what is signed of a request that has all its signature brings along, without a key to sign it with.
    ///
    /// `date` is the time of V4 or the date line of V1, `scope` that of V4.
    package mutating func compose(
        _ request: borrowing OSSRequest, version: SignatureVersion, date: Span<UInt8>, scope: Span<UInt8>
    ) {
        parameters.removeAll()
        canonicalRequest.removeAll()
        stringToSign.removeAll()
        switch version {
        case .v1:
            dateLine.removeAll()
            dateLine.append(date)
            stringToSign.append(stringToSignV1Of: request, date: dateLine)
        case .v4:
            moment.begin(date: date, scope: scope)
            composeV4(request)
        }
    }
}

internal import Bytes
package import Signing

/// Recognizes the listings of a bucket that the rules judge by their prefix, as RAM does with `oss:Prefix`.
package enum Listing {
    /// The parameters of ListObjects and ListObjectsV2, none of which shows a key outside of the prefix.
    ///
    /// A listing of versions or uploads is another action, for which RAM knows no prefix. So it needs a rule without `Key=`,
    /// and so does every other sub-resource of a bucket.
    private static let names = NameSet(
        [
            "prefix", "delimiter", "marker", "max-keys", "encoding-type", "list-type", "start-after",
            "fetch-owner",
            "continuation-token", "x-id", "x-oss-request-payer",
        ] + HarmlessParameters.namesOfSignature)

    /// Whether a request of a bucket lists its objects.
    package static func isOne(_ method: Method, with parameters: borrowing ParameterNames) -> Bool {
        guard method == .get else { return false }
        for index in 0..<parameters.count where !names.contains(parameters[index]) { return false }
        return true
    }
}

internal import Signing

extension SignedTexts {
    /// V1 has no canonical request: nothing is compared then.
    func compareRequests(with error: ServerError?) -> Comparison {
        guard !canonicalRequest.isEmpty else { return Comparison([], []) { _, _ in nil } }
        return Comparison(
            SignedPart.parts(ofCanonicalRequest: canonicalRequest),
            SignedPart.parts(ofCanonicalRequest: error?.canonicalRequest ?? canonicalRequest),
            Difference.init)
    }

    func compareStrings(with error: ServerError?, _ version: SignatureVersion) -> Comparison {
        let there = error?.stringToSign ?? stringToSign
        guard version == .v4 else {
            return Comparison(
                SignedPart.parts(ofStringToSignV1: stringToSign),
                SignedPart.parts(ofStringToSignV1: there), Difference.init)
        }
        let isExplained = error?.canonicalRequest.map { $0 != canonicalRequest } ?? false
        return Comparison(
            SignedPart.parts(ofStringToSignV4: stringToSign), SignedPart.parts(ofStringToSignV4: there)
        ) { here, there in
            Difference(here, there) ?? (isExplained ? nil : SignedTexts.hashes(here, there))
        }
    }

    /// Nothing but the hash tells that the canonical requests differ.
    private static func hashes(_ here: SignedPart?, _ there: SignedPart?) -> Difference? {
        guard (here ?? there)?.role == .hash else { return nil }
        return Difference(
            part: "the hash of the canonical request", here: here?.text, there: there?.text,
            meaning: "the server signed another canonical request than is shown here: compare method, path, "
                + "query and headers with what was sent")
    }
}

extension ServerError {
    /// What the answer says of the signature itself, which tells whether it is the answer to this request.
    func differences(from claim: SignatureClaim) -> [Difference] {
        let meaning = "this is the answer to another request, or something on the way signs anew"
        return [
            ("the id of the key", claim.keyID, keyID, false),
            ("the signature", claim.signature, signature, true),
        ].compactMap { part, here, there, isSecret in
            guard let there, there != here else { return nil }
            return Difference(part: part, here: here, there: there, meaning: meaning, isSecret: isSecret)
        }
    }
}

internal import Bytes
internal import JSON
public import OSSRequests

extension SigningDaemon {
    /// The credential itself, for code that signs by itself; needs the operation `credentials`, which nobody has by default.
    ///
    /// It lives at least as long as `minValid`, or the daemon gets a new one first. Ask again before it ends.
    public func credential(
        profile: String? = nil, minValid: Duration = .zero
    ) throws(DaemonError) -> OSSCredential {
        let seconds = minValid > .zero ? String(minValid.secondsRoundedUp) : nil
        let document: CredentialDocument = try ask(
            .get("/v1/credentials", ["profile": profile, "minValid": seconds]))
        return document.credential
    }

    /// How the daemon and the profiles are that this process may use.
    public func status() throws(DaemonError) -> Status {
        try ask(.get("/v1/status"))
    }

    /// Whether every profile that is marked as required can sign now.
    public func health() throws(DaemonError) -> Health {
        try ask(.get("/v1/health"), accepting: [200, 503])
    }
}

/// The document that SDKs fetch from metadata services.
private struct CredentialDocument: Answer {
    var credential = OSSCredential(accessKeyID: "", accessKeySecret: "")

    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "AccessKeyId": credential.accessKeyID = try json.text()
        case "AccessKeySecret": credential.accessKeySecret = try json.text()
        case "SecurityToken":
            let token = try json.text()
            credential.securityToken = token.isEmpty ? nil : token
        case "Expiration": credential.expiration = try json.timeOrNull()
        default: try json.skipValue()
        }
    }

    var missing: String? {
        credential.accessKeyID.isEmpty
            ? "AccessKeyId" : credential.accessKeySecret.isEmpty ? "AccessKeySecret" : nil
    }
}

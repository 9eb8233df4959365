internal import Bytes
internal import Contract
internal import Exchanging
internal import Kernel
internal import Settings
internal import Tokens

extension StaticSettings {
    /// Longer than any key id or secret.
    private static let maximumSize = 4_096

    /// Reads the pair each time, so that it can be replaced without a restart.
    func read() throws(FetchFailure) -> ReceivedCredential {
        let keyID = try StaticSettings.contents(of: accessKeyIDFile, "AccessKeyIDFile")
        let secret = try StaticSettings.contents(of: accessKeySecretFile, "AccessKeySecretFile")
        return try mapping(
            ReceivedCredential(
                keyID: keyID.span, secret: secret.span, securityToken: Span(), expiration: nil)
        ) { (error: CredentialError) in
            FetchFailure(
                kind: .passing,
                message: "AccessKeyIDFile= and AccessKeySecretFile=: \(error.descriptionOfFiles)", code: .host
            )
        }
    }

    private static func contents(of file: SecretPlace, _ key: String) throws(FetchFailure) -> ByteBuffer {
        guard let path = file.path else {
            throw FetchFailure(
                kind: .permanent,
                message: "\(key)=\(file.text): the unit hands over no such credential; those that begin with "
                    + "'ossauthd.' belong into /etc/credstore, others need LoadCredential= in a drop-in",
                code: .host)
        }
        do throws(SystemError) {
            var contents = try File.contents(of: path, atMost: maximumSize)
            while contents.count > 0, contents[contents.count - 1] <= 0x20 {
                contents.truncate(to: contents.count - 1)
            }
            return contents
        } catch {
            throw FetchFailure(error, of: "\(key)=")
        }
    }
}

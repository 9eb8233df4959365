package import Access
internal import Bytes
package import Exchange
package import Issuing
package import Sections

/// The settings of the whole AppServer: `[AppServer]`.
package struct IssuingServerSettings: Equatable, Sendable {
    package internal(set) var listener = ListenPlace.loopback(LoopbackListener(isIPv6: false, port: 8_080))
    package internal(set) var socketMode: UInt16 = 0o660
    package internal(set) var daemonSocket: String
    /// `nil`: no user has a bearer token.
    package internal(set) var tokenFile: String?
    package internal(set) var acceptsCertificates = false
    /// The keys for JSON Web Tokens are in a file, or are fetched, or such tokens are not accepted.
    package internal(set) var keyFile: String?
    var keyAddress: KeyAddress?
    /// `nil`: the certificate authorities of the host.
    package internal(set) var authoritiesFile: String?
    package internal(set) var tokens = JWTRules()
    package internal(set) var denied: [ProvenName] = []
    package internal(set) var origins: [Origin] = []
    package internal(set) var maxTokens = 10_000
    /// STS answers 100 questions of an account in a second.
    package internal(set) var issueRate = Rate(count: 90, per: .seconds(1))
    package internal(set) var maxConnections = 1_024
    package internal(set) var idleTimeout = Duration.seconds(75)
    package internal(set) var requestTimeout = Duration.seconds(30)
    package internal(set) var logLevel = LogLevel.info

    init(_ environment: Environment) {
        daemonSocket = "\(environment.runtimeDirectory)/ossauthd.sock"
    }

    /// `nil`: no keys are fetched.
    package var provider: KeyProvider? {
        switch keyAddress {
        case nil: nil
        case .url(let address): KeyProvider(address: address, issuer: nil)
        case .discovery:
            DiscoveryDocument.address(of: tokens.issuer).map {
                KeyProvider(address: $0, issuer: tokens.issuer)
            }
        }
    }

    private var acceptsJWT: Bool { keyFile != nil || keyAddress != nil }

    static let keys: [Key<IssuingServerSettings>] = [
        .one(
            "Listen", \.listener, .listenPlace,
            "127.0.0.1:PORT, [::1]:PORT, or the path of a Unix socket, unless systemd passes the socket."),
        .one("SocketMode", \.socketMode, .mode, "Permissions of that socket, if the server creates it."),
        .one("DaemonSocket", \.daemonSocket, .socketPath, "The api socket of ossauthd."),
        .maybe(
            "TokenFile", \.tokenFile, .path,
            "File with the hashes of the bearer tokens; ossauth-appserver --enrol writes it."),
        .one(
            "ClientCertificates", \.acceptsCertificates, .boolean,
            "Whether the proxy passes the subject of each client certificate that it verified in the header "
                + "X-Client-Subject; only with a Unix socket."),
        .maybe(
            "JWKSFile", \.keyFile, .path,
            "File with the public keys of an identity provider (JWKS), whose JSON Web Tokens are accepted; read again when "
                + "it changes."),
        .maybe(
            "JWKSURL", \.keyAddress, .keyAddress,
            "https URL of those keys in place of the file; or discover: the discovery document of Issuer= names it. Fetched at the "
                + "start, each hour, and when a token names an unknown key, at most once a minute."),
        .maybe(
            "JWKSCAFile", \.authoritiesFile, .path,
            "Authorities to trust for JWKSURL= instead of those of the host."),
        .one("Issuer", \.tokens.issuer, .text, "Claim iss that each JSON Web Token must have."),
        .one("Audience", \.tokens.audience, .text, "Audience that the claim aud of each must contain."),
        .one(
            "UserClaim", \.tokens.userClaim, .text,
            "Claim with the name of the user, or its place such as /person/name."),
        .one(
            "GroupClaim", \.tokens.groupClaim, .text,
            "Claim with the names of the user's groups, or its place such as /realm_access/roles."),
        .words(
            "Deny", \.denied, .provenName,
            "Users that get nothing, such as jwt:alice or certificate:web1; --revoke is for bearer tokens."),
        .words(
            "AllowOrigin", \.origins, .origin, "Origins of web pages whose scripts may ask; none if unset."),
        .one(
            "IssueRate", \.issueRate, .rate,
            "New tokens that this server asks ossauthd for per time; STS allows an account 100/s. Requests above it get 503 "
                + "with Retry-After, or the token before."),
        .one("MaxTokens", \.maxTokens, .count(1...1_000_000), "Users whose tokens are kept."),
        .one("MaxConnections", \.maxConnections, .count(1...1_000_000), "Connections at the same time."),
        .one(
            "IdleTimeout", \.idleTimeout, .duration(Bound.second...Bound.week),
            "Time after which an idle connection is closed; longer than that of the proxy."),
        .one(
            "RequestTimeout", \.requestTimeout, .duration(.milliseconds(100)...Bound.hour),
            "Time limit for a request to arrive, and for its wait for a token."),
        .one(
            "LogLevel", \.logLevel, .choice(),
            "error, warning, notice, info or debug; info has one line for each token."),
    ]

    func check(in section: Section, _ reading: inout Reading) {
        checkCertificates(in: section, &reading)
        if section.has("JWKSFile"), section.has("JWKSURL") {
            section.report("JWKSFile= and JWKSURL= exclude each other", at: "JWKSURL", &reading)
        }
        if section.has("JWKSCAFile"), !section.has("JWKSURL") {
            section.report("JWKSCAFile= needs JWKSURL=", at: "JWKSCAFile", &reading)
        }
        guard acceptsJWT else { return }
        guard section.has("Issuer"), section.has("Audience") else {
            return section.report(
                "tokens of other issuers and for other servers would be accepted: set Issuer= and Audience= too",
                at: keyFile == nil ? "JWKSURL" : "JWKSFile", &reading)
        }
        checkAddress(in: section, &reading)
    }

    private func checkAddress(in section: Section, _ reading: inout Reading) {
        guard let keyAddress else { return }
        let position = section.position(of: keyAddress == .discovery ? "Issuer" : "JWKSURL")
        guard let provider else {
            return reading.report(
                "JWKSURL=discover needs an issuer that is a URL without '?' and '#'", at: position)
        }
        guard provider.address.isExposed(through: nil) else { return }
        reading.report("over plain http others could put their keys in: use https", at: position)
    }

    /// A name of the identity provider must not get what was meant for a host of the same name.
    func checkProof(of section: Section, _ reading: inout Reading) {
        if acceptsJWT, !section.has("Proof"), !section.has("Subject") {
            reading.report(
                "\(section.heading) may be for a bearer token or for a JSON Web Token: set Proof=token or Proof=jwt",
                at: section.position)
        }
        if !acceptsJWT, section.values(of: "Proof").last?.text == Proof.jwt.rawValue {
            section.report(
                "no JSON Web Token is accepted: set JWKSURL= or JWKSFile=, or another Proof=",
                at: "Proof", &reading)
        }
    }

    /// Any local user could connect to a port, or to a socket with this mode, and name any subject.
    private func checkCertificates(in section: Section, _ reading: inout Reading) {
        guard acceptsCertificates else { return }
        if case .loopback = listener {
            section.report(
                "every user of this host can send this header to a port: set Listen= to the path of a socket that only the "
                    + "proxy may use", at: "ClientCertificates", &reading)
        } else if socketMode & 0o006 != 0 {
            section.report(
                "with ClientCertificates=yes every user of this host could send the subject of any certificate: set 0660",
                at: "SocketMode", &reading)
        }
    }
}

/// The value of `JWKSURL=`.
enum KeyAddress: Equatable, Sendable {
    case url(ExchangeURL)
    case discovery
}

/// The identity provider whose keys are fetched.
package struct KeyProvider {
    package let address: ExchangeURL
    /// The issuer whose discovery document is at the address; `nil`: the keys are there.
    package let issuer: String?
}

/// The address to listen on: of this host only, because the server speaks no TLS.
package enum ListenPlace: Equatable, Sendable {
    case unix(path: String)
    case loopback(LoopbackListener)
}

extension Kind<KeyAddress> {
    static var keyAddress: Kind {
        Kind(
            write: { address in if case .url(let url) = address { url.text } else { "discover" } },
            read: { text, _ throws(Complaint) in
                guard !text.utf8Span.span.equals("discover") else { return .discovery }
                return try mapping(KeyAddress.url(ExchangeURL(checking: text))) { (error: ExchangeURLError) in
                    Complaint(message: "\(error); or write discover")
                }
            })
    }
}

extension Kind<ListenPlace> {
    static var listenPlace: Kind {
        let (path, loopback) = (Kind<String>.socketPath, Kind<LoopbackListener>.loopbackListener)
        return Kind(
            write: { place in
                switch place {
                case .unix(let socket): path.write(socket)
                case .loopback(let listener): loopback.write(listener)
                }
            },
            read: { text, environment throws(Complaint) in
                text.hasPrefix("/")
                    ? .unix(path: try path.read(text, environment))
                    : .loopback(try loopback.read(text, environment))
            })
    }
}

extension Kind<ProvenName> {
    static var provenName: Kind {
        Kind(write: \.description) { text, _ throws(Complaint) in
            guard let user = ProvenName(text) else { throw Complaint(message: ProvenName.complaint) }
            return user
        }
    }
}

extension Kind<Origin> {
    static var origin: Kind {
        Kind(write: \.text) { text, _ throws(Complaint) in
            guard let origin = Origin(text) else { throw Complaint(message: Origin.complaint) }
            return origin
        }
    }
}

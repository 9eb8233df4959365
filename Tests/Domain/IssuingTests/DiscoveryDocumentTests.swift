import Bytes
import Exchange
import Issuing
import Testing

struct DiscoveryDocumentTests {
    /// The members of Keycloak 26, of which only two matter here.
    private static let keycloak = """
        {"issuer":"https://id.example.com/realms/main",
         "authorization_endpoint":"https://id.example.com/realms/main/protocol/openid-connect/auth",
         "token_endpoint":"https://id.example.com/realms/main/protocol/openid-connect/token",
         "jwks_uri":"https://id.example.com/realms/main/protocol/openid-connect/certs",
         "check_session_iframe":"https://id.example.com/realms/main/protocol/openid-connect/login-status-iframe.html",
         "grant_types_supported":["authorization_code","client_credentials","urn:openid:params:grant-type:ciba"],
         "acr_values_supported":["0","1"],
         "id_token_signing_alg_values_supported":["PS384","RS384","EdDSA","ES384","HS256","ES256","RS256"],
         "claims_parameter_supported":true,
         "frontchannel_logout_supported":true,
         "mtls_endpoint_aliases":{
           "token_endpoint":"https://id.example.com/realms/main/protocol/openid-connect/token",
           "jwks_uri":"https://mtls.example.com/certs"},
         "authorization_response_iss_parameter_supported":true}
        """

    /// The members of Auth0, whose issuer ends with a slash.
    private static let auth0 = """
        {"issuer":"https://tenant.us.auth0.com/",
         "authorization_endpoint":"https://tenant.us.auth0.com/authorize",
         "device_authorization_endpoint":"https://tenant.us.auth0.com/oauth/device/code",
         "jwks_uri":"https://tenant.us.auth0.com/.well-known/jwks.json",
         "registration_endpoint":"https://tenant.us.auth0.com/oidc/register",
         "scopes_supported":["openid","profile","offline_access"],
         "code_challenge_methods_supported":["S256","plain"],
         "id_token_signing_alg_values_supported":["HS256","RS256","PS256"],
         "request_uri_parameter_supported":false,
         "dpop_signing_alg_values_supported":["ES256"]}
        """

    private func keys(_ document: String, of issuer: String) throws(DiscoveryError) -> String {
        try DiscoveryDocument(document.utf8Span.span, of: issuer).keys.text
    }

    private func error(_ document: String, of issuer: String = "https://a.example") -> DiscoveryError? {
        do throws(DiscoveryError) {
            _ = try keys(document, of: issuer)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (
                keycloak, "https://id.example.com/realms/main",
                "https://id.example.com/realms/main/protocol/openid-connect/certs"
            ),
            (auth0, "https://tenant.us.auth0.com/", "https://tenant.us.auth0.com/.well-known/jwks.json"),
            (
                #"{"jwks_uri":"https://keys.example:8443/k?v=1","issuer":"https://a.example"}"#,
                "https://a.example", "https://keys.example:8443/k?v=1"
            ),
        ])
    func `the document names the address of the keys`(document: String, issuer: String, expected: String)
        throws
    {
        #expect(try keys(document, of: issuer) == expected)
    }

    @Test(
        arguments: [
            (auth0, "https://tenant.us.auth0.com"), (keycloak, "https://id.example.com/realms/main/"),
            (keycloak, "https://id.example.com/realms/Main"),
            // The other spelling of é, which Swift takes for the same text.
            (
                #"{"issuer":"https://caf\u00e9.example","jwks_uri":"https://a.example/k"}"#,
                "https://cafe\u{301}.example"
            ),
        ])
    func `the issuer is the same byte by byte`(document: String, issuer: String) {
        guard case .otherIssuer = error(document, of: issuer) else {
            Issue.record("\(issuer) was accepted")
            return
        }
    }

    @Test(
        arguments: [
            (
                #"{"issuer":"https://a.example","jwks_uri":"http://a.example/k"}"#,
                .keys("'http://a.example/k'")
            ),
            (
                #"{"issuer":"https://a.example","jwks_uri":"http://127.0.0.1/k"}"#,
                .keys("'http://127.0.0.1/k'")
            ),
            (#"{"issuer":"https://a.example","jwks_uri":"file:///k"}"#, .keys("'file:///k'")),
            (#"{"issuer":"https://a.example","jwks_uri":["https://a.example/k"]}"#, .missing("jwks_uri")),
            (#"{"issuer":"https://a.example"}"#, .missing("jwks_uri")),
            (#"{"jwks_uri":"https://a.example/k"}"#, .missing("issuer")),
            (#"["https://a.example"]"#, .malformed), (#"<html>"#, .malformed),
            (
                #"{"issuer":"https://a.example","issuer":"https://a.example","jwks_uri":"https://a.example/k"}"#,
                .malformed
            ),
        ] as [(String, DiscoveryError)])
    func `the error says what is wrong with the document`(document: String, expected: DiscoveryError) {
        #expect(error(document) == expected)
    }

    @Test func `a provider on this host may have its keys there without TLS`() throws {
        let document = #"{"issuer":"http://localhost:8080/r","jwks_uri":"http://localhost:8080/k"}"#
        #expect(try keys(document, of: "http://localhost:8080/r") == "http://localhost:8080/k")
        let elsewhere = #"{"issuer":"http://localhost:8080/r","jwks_uri":"http://a.example/k"}"#
        #expect(error(elsewhere, of: "http://localhost:8080/r") == .keys("'http://a.example/k'"))
    }

    @Test(
        arguments: [
            (
                "https://id.example.com/realms/main",
                "https://id.example.com/realms/main/.well-known/openid-configuration"
            ),
            ("https://t.auth0.com/", "https://t.auth0.com/.well-known/openid-configuration"),
            ("https://t.auth0.com?a=b", nil), ("https://t.auth0.com/#a", nil), ("id.example.com", nil),
            ("", nil),
        ])
    func `the document is at a place below the issuer`(issuer: String, address: String?) {
        #expect(DiscoveryDocument.address(of: issuer)?.text == address)
    }
}

extension KeyAdvice {
    /// The keys of sources that ask a server.
    static let server = [
        KeyAdvice(
            "Profile", "URL", "https. Two servers in different zones survive the outage of one.",
            "https://appserver.example.com/sts"),
        KeyAdvice(
            "Source=credentials-uri", "URL", "An address of this host, or https.",
            "https://credentials.example.com/oss"),
        KeyAdvice(
            "Source=remote-signer", "URL", "https, near by: each signature waits for it.",
            "https://appserver.example.com/oss-sign"),
        KeyAdvice(
            "Source=remote-signer", "AccessKeyID",
            "The ID that the server signs with. It is part of each URL and no secret.", "LTAI5tPublicVector01"
        ),
        KeyAdvice(
            "Source=remote-signer", "PostString",
            "yes for a server of the mobile SDKs, with SignatureVersion=v1.", "yes"),
        KeyAdvice("Profile", "Method", "GET, unless your server reads a body.", "GET"),
        KeyAdvice("Profile", "Header", "Without secrets: Authorization= is for those.", "X-Host-Group: web"),
        KeyAdvice(
            "Profile", "Body",
            "As your server expects it; say its form with Header=Content-Type: application/json.",
            "{\"duration\":3600}"),
        KeyAdvice("Profile", "Timeout", "A few times as long as your server usually takes.", "30s"),
        KeyAdvice(
            "Profile", "Proxy", "With scheme and port. Variables such as http_proxy are not read.",
            "http://proxy.example.com:3128"),
        KeyAdvice("Profile", "AllowPlainHTTP", "Keep no: over http everyone on the way can read the token."),
        KeyAdvice(
            "Profile", "Authorization", "bearer is the simplest; a client certificate needs none.", "bearer"),
        KeyAdvice(
            "Profile", "TokenFile", "A systemd credential whose name begins with ossauth-fetch.",
            "ossauth-fetch.appserver-token"),
        KeyAdvice(
            "Profile", "User", "A user of its own for each host makes it possible to lock out one host.",
            "host-17"),
        KeyAdvice(
            "Profile", "PasswordFile", "A systemd credential whose name begins with ossauth-fetch.",
            "ossauth-fetch.appserver-password"),
        KeyAdvice(
            "Profile", "TokenURL", "The token endpoint of your identity provider, with https.",
            "https://login.example.com/oauth2/token"),
        KeyAdvice(
            "Profile", "ClientID", "The ID under which the identity provider knows this host.", "ossauthd"),
        KeyAdvice(
            "Profile", "ClientSecretFile", "A systemd credential whose name begins with ossauth-fetch.",
            "ossauth-fetch.client-secret"),
        KeyAdvice(
            "Profile", "AssertionKey",
            "A systemd credential whose name begins with ossauth-fetch: the key never leaves this host.",
            "ossauth-fetch.client-key"),
        KeyAdvice(
            "Profile", "AssertionCertificate",
            "One file with the key and its certificates, so that a renewal replaces them together.",
            "/etc/ossauthd/client.pem"),
        KeyAdvice(
            "Profile", "AssertionAudience", "Only for a server that wants its issuer instead of TokenURL=.",
            "https://login.example.com/"),
        KeyAdvice(
            "Profile", "AssertionKeyID", "Only if the server shows another name for the key.", "host-17"),
        KeyAdvice(
            "Profile", "InstanceIdentity",
            "The ID of your instance of IDaaS; for hosts that are ECS instances.",
            "idaas_example"),
        KeyAdvice(
            "Profile", "FederatedCredential", "Only for IDaaS: as the console names it.", "hosts"),
        KeyAdvice("Profile", "Scope", "Only the scope that your AppServer checks.", "oss.read"),
        KeyAdvice(
            "Profile", "CAFile", "Set it if the server's certificate comes from an authority of your own.",
            "/etc/ssl/certs/example-ca.pem"),
        KeyAdvice(
            "Profile", "ClientCertificate", "A PEM file, with the chain if there is one.",
            "/etc/ossauthd/client.pem"),
        KeyAdvice(
            "Profile", "ClientKey", "A systemd credential: the key is a secret.", "ossauth-fetch.client-key"),
        KeyAdvice(
            "Profile", "Map", "One for each member that your server puts elsewhere.",
            "AccessKeyId=/data/credentials/id"),
        KeyAdvice(
            "Profile", "Success", "The member by which your server tells success from an error.", "/code==0"),
        KeyAdvice(
            "Profile", "Decoder",
            "Only for an answer that is not JSON. The unit needs ExecPaths= with its path.",
            "/usr/local/bin/decode-token"),
    ]

    /// The keys of sources that take a role.
    static let roles = [
        KeyAdvice(
            "Profile", "Via", "A profile with Source=static whose key may do nothing but assume this role.",
            "key"),
        KeyAdvice(
            "Profile", "RoleArn", "From the role's page in the RAM console.",
            "acs:ram::1234567890123456:role/pictures"),
        KeyAdvice(
            "Profile", "OIDCProviderArn",
            "From the provider's page in the RAM console; on ACK the one of RRSA.",
            "acs:ram::1234567890123456:oidc-provider/ack-rrsa-c1"),
        KeyAdvice(
            "Source=assume-role-oidc", "TokenFile", "The file that the cluster keeps fresh.",
            "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens/token"),
        KeyAdvice("Profile", "RoleSessionName", "The name of the host: ActionTrail shows it.", "web-17"),
        KeyAdvice(
            "Profile", "Duration",
            "At most the role's longest session. Longer survives longer outages; a leaked token works longer too.",
            "1h"),
        KeyAdvice(
            "Profile", "Policy", "Only what this host needs; it can restrict the role, never extend it.",
            "{\"Version\":\"1\",\"Statement\":[]}"),
        KeyAdvice(
            "Source=assume-role", "Scope",
            "caller, if programs sign by themselves and the rules have to limit them.",
            "caller"),
        KeyAdvice(
            "Source=assume-role-oidc", "Scope",
            "caller, if programs sign by themselves and the rules have to limit them.", "caller"),
        KeyAdvice(
            "Profile", "ExternalID", "The value that the owner of the role gave to you.", "partner-4711"),
        KeyAdvice(
            "Profile", "STSEndpoint", "The one of your region, or its VPC endpoint, is nearer.",
            "https://sts.cn-hangzhou.aliyuncs.com"),
        KeyAdvice("Profile", "RoleName", "Leave it unset: an instance has one role.", "pictures"),
        KeyAdvice("Source=ecs-ram-role", "URL", "Keep it; another one is for tests."),
    ]
}

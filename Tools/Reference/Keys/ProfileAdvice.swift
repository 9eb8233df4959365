extension KeyAdvice {
    /// The keys that every profile has.
    static let profile = [
        KeyAdvice(
            "Profile", "Source",
            "appserver if you have an AppServer for mobile apps; ecs-ram-role on an ECS instance; manual to try the daemon.",
            "appserver"),
        KeyAdvice(
            "Profile", "Endpoint",
            "The public endpoint of the bucket's region for URLs and forms. The internal one costs no traffic, but works only inside Alibaba Cloud: use it in a second profile for sign.",
            "https://oss-cn-hangzhou.aliyuncs.com"),
        KeyAdvice(
            "Profile", "Region",
            "Set it only for an endpoint of your own domain: the region of every OSS endpoint is derived.",
            "cn-hangzhou"),
        KeyAdvice("Profile", "Addressing", "cname with a domain of your own; auto otherwise.", "cname"),
        KeyAdvice(
            "Profile", "SignatureVersion", "v4. v1 is for servers and proxies that do not know V4.", "v4"),
        KeyAdvice(
            "Profile", "Bucket", "Set it if the profile is for one bucket: requests then need only a key.",
            "media"),
        KeyAdvice(
            "Profile", "CloudBoxID", "The ID from the console of CloudBox; leave it unset for OSS itself.",
            "cb-f8z7yvzgwfkl9q0h"),
        KeyAdvice(
            "Profile", "RefreshAt",
            "50% leaves half of a lifetime for an outage of the server. Use a time if all tokens live equally long.",
            "50%"),
        KeyAdvice(
            "Profile", "MinRemaining",
            "The longest time that a URL or an upload must still work after it was signed.", "5min"),
        KeyAdvice(
            "Profile", "AssumeLifetime",
            "No more than the tokens of your server really live. It is better to let the server state Expiration.",
            "15min"),
        KeyAdvice(
            "Profile", "RetryMax",
            "Shorter finds a repaired server sooner, and asks a broken one more often.", "5min"),
        KeyAdvice("Profile", "Lazy", "yes for a profile that is seldom used, together with Required=no."),
        KeyAdvice(
            "Profile", "Required", "no for a profile whose failure must not mark the whole host as unhealthy."
        ),
        KeyAdvice(
            "Source=static", "AccessKeyIDFile",
            "A systemd credential. The key of a RAM user with few permissions, never that of the account.",
            "ossauthd.key-id"),
        KeyAdvice(
            "Source=static", "AccessKeySecretFile", "A systemd credential, encrypted with systemd-creds.",
            "ossauthd.key-secret"),
        KeyAdvice(
            "Source=process", "Command",
            "A program that prints the credential within a second. The unit needs ExecPaths= with its path.",
            "/usr/local/bin/oss-token --json"),
        KeyAdvice("Source=process", "Timeout", "A few times as long as the command usually takes.", "10s"),
        KeyAdvice(
            "Source=chain", "Profiles", "First the one that you prefer, last the one that always works.",
            "media backup"),
    ]
}

internal import Access

/// The text of the configuration pages around the keys.
enum ConfigurationText {
    static let syntax = [
        """
        The files have the syntax of systemd: sections in brackets, Key=value lines, and comments that begin \
        with # or ;. A backslash at the end of a line continues it in the next. ossauthd.conf comes first, \
        then the drop-ins in the order of their names. A file in /etc hides one of the same name in /run, and \
        that one in /usr/lib. A later value takes the place of an earlier one, a list grows, and an empty value empties it. Quotes \
        hold words together.
        """,
        """
        A section that an earlier file has too is continued: its lists grow, its values are replaced. So \
        give each rule of your own a name that no other file has. The same name twice in one file is an error.
        """,
        """
        Time spans are written as 90 (seconds), 15min or 1h 30min; switches as yes or no. In globs * stands for any \
        characters but /, ** for any characters, ? for one character but /, and a backslash takes the meaning from \
        what follows it.
        """,
        """
        No secret is written here. A key that needs one names a file: an absolute path, or a bare name for a \
        credential that systemd hands over, see LoadCredentialEncrypted= in systemd.exec(5). Files of secrets are read \
        again on each use; those of Source=static at a start and at ossauthctl refresh PROFILE.
        """,
        """
        ossauthd --check reports all errors with their place, and warns of settings that are probably unintended. \
        systemctl reload ossauthd applies a changed configuration; one with an error changes nothing. Sockets, limits and the cache \
        change with a restart only; a reload says which keys wait for one, and so do its log and ossauthctl doctor.
        """,
    ]

    static let daemon = [
        """
        [Daemon] has the sockets, the cache, limits and the log.
        """,
        """
        Path, mode, user and group of a socket that systemd hands over are those of its unit, and the keys \
        for them change nothing. Set SocketMode= and SocketGroup= with systemctl edit ossauthd.socket, then \
        systemctl restart ossauthd.socket. The same holds for ossauthd-admin.socket and \
        ossauthd-credentials.socket.
        """,
        """
        LogLevel=error logs what an operator must fix, such as a configuration that is refused. warning adds \
        failures that are tried again, such as a token that does not come. notice adds tokens that ended or were \
        forgotten. info adds each start, reload and new token. debug adds each exchange with a server: its address \
        without the query, its answer and how long that took, but no secret. Audit= has records of its own, which \
        are written at every level.
        """,
    ]

    static let profile = [
        """
        [Profile NAME] gets credentials from one source, renews them, and signs with them. The keys up to the first \
        source are for all of them.
        """
    ]

    static let access = [
        """
        Each [Access NAME] is a rule: it says which callers may do what. All rules count together: a request is granted \
        when one rule for the caller grants all of it. Without any rule, root and the members of the group ossauth may sign, presign, post-policy, status \
        and watch with every profile. No caller may read a credential then. The first rule of your own \
        replaces that.
        """,
        """
        Upload forms count as POST. A form for an exact key needs a pattern in Key= that matches the key. A form \
        for a prefix needs a pattern that ends in ** and covers the prefix, as incoming/** covers incoming/. A form \
        without a condition on the key needs Key=**.
        """,
    ]

    static let sink = [
        """
        [Sink NAME] keeps a file up to date for programs that cannot use the API. The unit allows the daemon to write only \
        in its cache, so a drop-in must add the folder.
        """,
        """
        With Format=directory the path is a link to a folder with the files AccessKeyId, AccessKeySecret, SecurityToken and \
        Expiration. The daemon replaces the link, so a reader that opens the folder once sees one credential.
        """,
    ]

    static let forward = [
        """
        [Forward NAME] names a proxy of this host: it asks how to send each request of a local program on to OSS. The program \
        needs no key. The kernel says which user and unit made the connection, and the rules with Allow=sign for them decide.
        """
    ]

    static let role = [
        """
        [Role] names users whose programs know only the role of an instance. They reach the daemon at the addresses of \
        the metadata, and never the metadata of the instance; all other users and root reach that as before. A reload \
        puts the section into effect.
        """
    ]

    static let selectors = [
        ("uid:N", "The number of the user."), ("user:NAME", "The name of the user."),
        ("gid:N", "The number of one of the user's groups."),
        ("group:NAME", "The name of one of the user's groups."),
        ("unit:GLOB", "The systemd unit of the process."), ("slice:GLOB", "Its slice."),
        ("exe:GLOB", "The path of its program."), ("label:GLOB", "Its label of SELinux or AppArmor."),
    ]

    static let operations = [
        ("sign", "Signatures for the Authorization header."), ("presign", "URLs with a signature."),
        (
            "post-policy",
            "Forms for uploads from a browser. Parameter= judges their conditions; OSS may take fields that none of them names."
        ),
        ("sign-string", "Complete strings to sign, which the daemon parses and checks against the rule."),
        (
            "sign-opaque",
            "Strings that hide their request: a caller with this operation can do everything that the key allows."
        ),
        ("credentials", "The credential itself."),
        (
            "issue",
            "Tokens with any name and policy, for a server that hands them on to users of its own, such as ossauth-appserver."
        ),
        (
            "status",
            "The metrics. Every caller that may use a profile sees its state, also with this operation alone."
        ),
        ("watch", "Events of the profiles as they happen."),
    ]

    static let exampleIntroduction =
        "A profile that asks a server, and a web server that may presign what is public:"

    static let example = [
        "[Profile media]",
        "Source=appserver",
        "URL=https://appserver.example.com/sts",
        "Authorization=bearer",
        "TokenFile=ossauth-fetch.appserver-token",
        "Endpoint=https://oss-cn-hangzhou.aliyuncs.com",
        "Bucket=media",
        "",
        "[Access web]",
        "Match=user:www-data",
        "Profile=media",
        "Allow=presign",
        "Method=GET",
        "Key=public/**",
        "MaxExpires=1h",
    ]
}

/// The query parameters that a rule grants without naming them, and those that it must name, from the tables that decide.
enum ParameterText {
    static let introduction = """
        A rule grants the parameters that only read, write or list objects, and those of a signature, \
        without naming them. Every other one needs Parameter= with its name, also one that is in neither \
        list. The headers x-oss-acl, x-oss-object-acl and x-oss-tagging count as acl and tagging, and so do fields of \
        these names in the conditions of a form. A header with the name of a parameter that needs a grant counts as \
        that parameter. x-oss-process needs a grant with PUT and POST, because it can store its result elsewhere. If the rule \
        has Key=, it needs one with each method: it can show another object over the one that is read, and \
        sign each segment that an HLS playlist names. delete names in its body what it removes; it needs a \
        grant if the rule has Key=, or Method= without DELETE.
        """

    static let harmless = "Without a grant:"
    static let configuring = "Known, and with a grant only:"

    static let harmlessNames =
        HarmlessParameters.names.map { "\($0)" }.filter { !configuringNames.contains($0) }.sorted()
    static let configuringNames = RestrictedParameter.names.map { "\($0)" }

    static let paragraphs = [
        introduction, "\(harmless) \(harmlessNames.joined(separator: ", ")).",
        "\(configuring) \(configuringNames.joined(separator: ", ")).",
    ]
}

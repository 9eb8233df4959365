/// What the manual page of the configuration says beside the keys.
enum ConfigurationText {
    static let syntax = [
        """
        The files are read in the syntax of systemd: sections in brackets, Key=value lines, comments that begin with \
        # or ;, and a backslash at the end of a line that goes on in the next. ossauthd.conf comes first, then the \
        drop-ins in the order of their names; a file in /etc hides one of the same name in /run, and that one in \
        /usr/lib. A later value takes the place of an earlier one, a list grows, and an empty value empties it. Quotes \
        hold words together.
        """,
        """
        A section that an earlier file has too is continued: its lists grow, its values are replaced. So \
        give each rule of your own a name that no other file has. The same name twice in one file is a \
        mistake.
        """,
        """
        Time spans are written as 90 (seconds), 15min or 1h 30min; switches as yes or no. In globs * stands for any \
        characters but /, ** for any characters, ? for one character but /, and a backslash takes the meaning from \
        what follows it.
        """,
        """
        No secret is written here. A key that needs one names a file: an absolute path, or a bare name for a \
        credential that systemd hands over, see LoadCredentialEncrypted= in systemd.exec(5). Files of secrets are read \
        anew at each use, those of Source=static at a start and at ossauthctl refresh PROFILE.
        """,
        """
        ossauthd --check reports all mistakes with their place, and warns of what is hardly meant. systemctl reload \
        ossauthd takes up a changed configuration; one with a mistake changes nothing. Sockets, limits and the cache \
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
        LogLevel=error logs what an operator must mend, such as a configuration that is refused; warning also what \
        fails and is tried again, such as a token that does not come; notice also tokens that ended or were forgotten; \
        info also each start, reload and new token; debug also each exchange with a server: whom it asked, without the \
        query, what came back and how long that took, but no secret. Audit= has records of its own, which are written \
        at every level.
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
        Each [Access NAME] is a rule that says who may do what. All count together: a request is granted when one \
        rule that is for the caller grants all of it. Without any such section, root and the members of the group \
        ossauth may sign, presign, post-policy, status and watch with every profile, and nobody may read a credential; \
        the first rule of your own replaces that.
        """,
        """
        To Method= a form for uploads is a POST. One that fixes the whole key needs a pattern in Key= that \
        matches it. One that fixes only how the key begins is good for every key that begins so, and needs a \
        pattern that ends in ** and matches that beginning, as incoming/** does for incoming/. One that \
        fixes neither is good for every key, and needs ** itself.
        """,
    ]

    static let sink = [
        """
        [Sink NAME] keeps a file fresh for programs that cannot ask. The unit lets the daemon write nowhere but in its \
        cache, so a drop-in must give it the folder.
        """
    ]

    static let selectors = [
        ("uid:N", "The number of the user."), ("user:NAME", "The name of the user."),
        ("gid:N", "The number of one of his groups."), ("group:NAME", "The name of one of his groups."),
        ("unit:GLOB", "The systemd unit that he runs in."), ("slice:GLOB", "Its slice."),
        ("exe:GLOB", "The path of his program."), ("label:GLOB", "His label of SELinux or AppArmor."),
    ]

    static let operations = [
        ("sign", "Signatures for the Authorization header."), ("presign", "URLs with a signature."),
        (
            "post-policy",
            "Forms for uploads from a browser. Parameter= judges their conditions; OSS may take fields that none of them names."
        ),
        ("sign-string", "Ready strings to sign, which are taken apart and held against the rule."),
        (
            "sign-opaque",
            "Strings that cannot be seen through: whoever may have these may do all that the key is good for."
        ),
        ("credentials", "The credential itself."),
        (
            "status",
            "The metrics. How a profile is, everybody sees who may do anything with it, also with this alone."
        ),
        ("watch", "What happens to the profiles, as it happens."),
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

extension Program {
    /// `ossauthd`: its command line.
    package static let ossauthd = Program(
        "ossauthd", "signing agent for Alibaba Cloud OSS",
        details: [
            """
            ossauthd signs and presigns requests to OSS for local programs, which reach it over a Unix socket \
            and never see a key. It fetches short-lived keys from the AppServer that its configuration names, \
            and renews them in time.
            """,
            """
            With Source=remote-signer there is no key on the host at all: the AppServer gets each string to sign \
            and sends the signature back.
            """,
            """
            It is run by systemd as ossauthd.service; ossauth-fetch@.service is the helper that talks to the \
            AppServer, the only one of the two with a network.
            """,
            """
            Without --config it reads /etc/ossauthd/ossauthd.conf and the folders ossauthd.conf.d of \
            /etc/ossauthd, /run/ossauthd and /usr/lib/ossauthd.
            """,
        ],
        options: [.configuration, .check, .findings, .derived],
        examples: [
            Example("--check", "report all that is wrong with the configuration"),
            Example("--config FILE --check", "the same for another file"),
            Example("--print role", "the users that get the role address"),
            Example("--print gateway", "the configuration of nginx for programs without a key"),
        ],
        environment: [
            Note(
                "RUNTIME_DIRECTORY",
                """
                The folder of the sockets, unless the configuration names others: /run/ossauthd if unset. \
                That of the admin socket is beside it, with -admin behind its name.
                """
            ),
            Note(
                "CACHE_DIRECTORY",
                "The folder of the cache, unless CacheDirectory= names one: /var/cache/ossauthd if unset."),
            Note(
                "CREDENTIALS_DIRECTORY",
                "The folder of systemd credentials, which are named without a slash."
            ),
            Note(
                "OSSAUTHD_FETCH_SOCKET",
                """
                Where a connection starts a helper in a unit of its own: ossauth-fetch.socket. If unset, \
                ossauthd starts the helper itself.
                """
            ),
        ],
        exitStatuses: [
            Note("0", "A stop, or a configuration without an error."),
            Note("1", "A daemon would start with the configuration, but a reload be refused."),
            Note("64", "The command line is wrong."),
            Note("70", "An error of the system."), Note("78", "The configuration is wrong."),
        ],
        manual: Manual(
            section: 8,
            signals: [
                Note("SIGHUP", "Read the configuration again; an invalid one changes nothing."),
                Note("SIGTERM, SIGINT", "Finish the requests that were begun, and end."),
            ],
            files: [
                Note("/etc/ossauthd/ossauthd.conf", "The configuration, with a comment for each default."),
                Note(
                    "/etc/ossauthd/ossauthd.conf.d/*.conf",
                    "Drop-ins, read after it in the order of their names; also in /run and /usr/lib."),
                Note("/run/ossauthd/ossauthd.sock", "The socket of the API."),
                Note("/run/ossauthd-admin/admin.sock", "The socket for root."),
                Note(
                    "/var/cache/ossauthd",
                    "The tokens, for the next start; sealed with CacheKey=."
                ),
            ],
            seeAlso: ["ossauthctl(1)", "systemd(1)", "ossauthd.conf(5)"]))
}

extension Option {
    package static let configuration = Option(
        "config", .path("FILE"), "Read this configuration and the drop-ins in FILE.d, nothing else.")
    package static let check = Option(
        "check", .flag,
        """
        Report all that is wrong with the configuration, warn of what will not go as it should, and start \
        nothing. Warnings do not change the exit status.
        """)
    package static let findings = Option(
        "json", .flag,
        "With --check: print each finding with its severity, place, text and remedy as JSON, for a program.")
    package static let derived = Option(
        "print", .text("WHAT"),
        """
        Print what follows from the configuration, which root puts into effect at each start and reload: role, \
        number and name of each user of [Role]; rules, the name of each [Access] section; gateways, the port of each [Forward] section; gateway or \
        gateway:PORT, the configuration of nginx for one of them.
        """)
}

extension Program {
    /// `ossauth-appserver`: its command line.
    package static let appServer = Program(
        "ossauth-appserver", "hands out STS tokens to the users of its configuration",
        details: [
            """
            Knows users, and gives each one short-lived tokens with its own rights. It holds no long-lived key: ossauthd \
            on the same host gets the tokens. It listens on a Unix socket or a loopback address, so a proxy such as nginx \
            speaks TLS in front of it. It prints the address on which it listens.
            """,
            """
            GET or POST /sts answers with a token in the form of the mobile SDKs, and so do / and \
            /distribute-token.json. GET /credentials answers with the document of six members, POST /presign with a URL, POST /form with \
            an upload form, and POST /sign with the signature of a string that shows its request. POST /enrol with a one-time code answers with a bearer token. GET /health and \
            GET /metrics are for monitoring. A user proves who it is with 'Authorization: Bearer TOKEN', where the token was enrolled \
            here or is a JSON Web Token of an identity provider, or with a client certificate that the proxy verified.
            """,
        ],
        options: [
            .configuration, .check, .enrol, .group, .code, .replace, .revoke, .list,
        ],
        examples: [
            Example("--config /etc/ossauthd/ossauth-appserver.conf", "serve the users of this configuration"),
            Example(
                "--config /etc/ossauthd/ossauth-appserver.conf --enrol web1 --group hosts",
                "print a token of the user web1"),
            Example(
                "--config /etc/ossauthd/ossauth-appserver.conf --enrol web2 --group hosts --code 1h",
                "print a code with which web2 gets its token once, within an hour"),
        ],
        hints: [
            Note("--demo", "/usr/share/doc/ossauthd/examples/appserver.py is a sample that makes keys up")
        ],
        environment: [
            Note(
                "STATE_DIRECTORY",
                "The folder of the copy of the keys that JWKSURL= names: /var/lib/ossauth-appserver if unset."
            ),
            Note(
                "OSSAUTHD_FETCH_SOCKET",
                "The socket of the helper that fetches them; if unset, the server starts the helper itself."),
        ],
        exitStatuses: [
            Note("0", "A stop, or a change of the tokens that is in force."),
            Note("1", "An error of the system, an unknown user, or a change that is not in force."),
            Note("64", "The command line is wrong."), Note("78", "The configuration is wrong."),
        ],
        manual: Manual(
            signals: [
                Note("SIGHUP", "Read the configuration again; an invalid one changes nothing."),
                Note("SIGTERM, SIGINT", "Finish the requests that were begun, and end."),
            ],
            files: [
                Note("/etc/ossauthd/ossauth-appserver.conf", "The configuration of the installed service.")
            ],
            seeAlso: ["ossauthctl(1)", "ossauthd.conf(5)", "ossauthd(8)"]))
}

extension Option {
    package static let enrol = Option(
        "enrol", .text("USER"), "Print a new bearer token of this user.")
    package static let replace = Option(
        "replace", .flag,
        "End the token that the user has; without this option a user with a token is refused.")
    package static let group = Option("group", .text("NAME"), "The group of the user that is enrolled.")
    package static let code = Option(
        "code", .text("TIME"),
        "Print a one-time code in place of the token, which the user gets for it with POST /enrol within this time."
    )
    package static let revoke = Option(
        "revoke", .text("USER"),
        "Remove the bearer token and the code of this user, and wait until each server of this host has read it."
    )
    package static let list = Option("list", .flag, "List the users with a bearer token or a code.")
}

extension Program {
    /// `ossauth-unchunk`: its command line.
    package static let unchunk = Program(
        "ossauth-unchunk", "takes aws-chunked off requests of S3 clients",
        details: [
            """
            A filter between two servers of nginx, for the gateway of ossauthd. OSS refuses most forms of aws-chunked, in which \
            clients of S3 send bodies with a checksum. The filter takes the chunks off, and verifies the checksum while the \
            body passes. It holds the last byte back until the checksum is right, so a damaged body changes no object.
            """,
            """
            It also gives ossauthd the lists of objects to delete, which are judged before they are signed. It has no key, no \
            rule and no network.
            """,
        ],
        options: [.listen, .next, .daemon, .silence],
        examples: [
            Example(
                "--next /run/ossauth-nginx/plain.sock --daemon /run/ossauthd-forward/forward.sock",
                "listen on the socket of systemd")
        ],
        exitStatuses: [
            Note("0", "A stop."), Note("1", "An error of the system."),
            Note("64", "The command line is wrong."),
        ],
        manual: Manual(
            section: 8,
            signals: [Note("SIGTERM, SIGINT", "Finish the requests that were begun, and end.")],
            seeAlso: ["ossauthctl(1)", "ossauthd(8)"]))
}

extension Option {
    package static let listen = Option(
        "listen", .path("PATH"), "Listen here, for this user only; under systemd its socket unchunk is used.")
    package static let next = Option(
        "next", .path("PATH"), "The socket of the server of nginx that sends requests on to OSS.")
    package static let daemon = Option("daemon", .path("PATH"), "The forward socket of ossauthd.")
    package static let silence = Option(
        "silence", .text("SECONDS"),
        """
        End a request from which nothing came for this long, 180 s unless given. A list of objects to delete has a sixth of \
        this time to arrive as a whole.
        """)
}

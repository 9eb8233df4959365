extension KeyAdvice {
    static let daemon = [
        KeyAdvice(
            "Daemon", "DefaultProfile",
            "Set it if there is more than one profile and most programs use the same one.", "media"),
        KeyAdvice(
            "Daemon", "ApiSocket",
            "Keep it: all clients look there. Another path needs $OSSAUTHD_SOCKET in each program."),
        KeyAdvice(
            "Daemon", "ApiSocketMode",
            "0660 with a group is good; 0666 lets every user connect, and the rules alone decide.", "0660"),
        KeyAdvice(
            "Daemon", "ApiSocketGroup", "A group whose members are the users of your programs.", "ossauth"),
        KeyAdvice(
            "Daemon", "AdminSocket",
            "Keep it outside the directory of the api socket, so that a container that mounts that directory does not get it."
        ),
        KeyAdvice("Daemon", "AdminSocketGroup", "Keep it."),
        KeyAdvice(
            "Daemon", "CompatListen",
            "A free port below 32768, which the kernel gives to no outgoing connection.", "127.0.0.1:6770"),
        KeyAdvice(
            "Daemon", "MetadataListen",
            "The address of ECS in a network namespace; a loopback address if the program can be told where to ask.",
            "127.0.0.1:6771"),
        KeyAdvice(
            "Daemon", "MetadataTokens",
            "Keep required: it protects against programs that can be made to fetch a URL. optional is for old clients only."
        ),
        KeyAdvice(
            "Daemon", "ForwardSocket",
            "Leave it unset where systemd has ossauthd-forward.socket; elsewhere the proxy must run as the daemon's user."
        ),
        KeyAdvice(
            "Daemon", "CacheDirectory",
            "Keep it. Another one must belong to the daemon's user, with mode 0700.", "/srv/ossauthd/cache"),
        KeyAdvice(
            "Daemon", "CacheKey",
            "A systemd credential, bound to this host and its TPM. Without the key the tokens are in plain text, readable for root and the daemon.",
            "cache-key"),
        KeyAdvice(
            "Daemon", "MaxConnections",
            "Twice the connections at the busiest moment; each needs one file descriptor.", "4096"),
        KeyAdvice(
            "Daemon", "MaxConnectionsPerUser",
            "A quarter of MaxConnections=, so that one user cannot use up all connections.", "1024"),
        KeyAdvice(
            "Daemon", "MaxScopedTokens",
            "Twice the programs that ask for credentials of profiles with Scope=caller, or for tokens of users.",
            "1000"),
        KeyAdvice(
            "Daemon", "IdleTimeout",
            "Longer than the pause of your clients between two requests on one connection.", "5min"),
        KeyAdvice(
            "Daemon", "RequestTimeout",
            "Shorter than the timeout of your clients, so that they get an answer that says why.", "10s"),
        KeyAdvice(
            "Daemon", "LogLevel", "info in operation; debug while you look for the cause of a failed fetch.",
            "info"),
        KeyAdvice(
            "Daemon", "Audit",
            "summary is good for most hosts; full if you must account for each signature, in a journal of its own.",
            "full"),
    ]
}

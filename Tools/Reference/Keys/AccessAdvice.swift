extension KeyAdvice {
    static let access = [
        KeyAdvice(
            "Access", "Match", "A user or a unit for each program. Several lines are alternatives.",
            "user:www-data unit:nginx.service"),
        KeyAdvice("Access", "Profile", "Name it as soon as there are two profiles.", "media"),
        KeyAdvice(
            "Access", "Allow",
            "presign for downloads by others, sign for requests of the program itself; credentials only in a rule of its own.",
            "presign status"),
        KeyAdvice(
            "Access", "Version", "Leave it unset, unless programs use V1 or the S3 signature beside V4.",
            "v4 v1"),
        KeyAdvice("Access", "Bucket", "Name it, even if the profile has Bucket=.", "pictures"),
        KeyAdvice(
            "Access", "Key",
            "The narrowest prefix that the program needs; %u gives each user a folder, %i each job.",
            "public/** home/%u/**"),
        KeyAdvice(
            "Access", "Method",
            "GET HEAD for readers, PUT for uploads; leave DELETE out where nothing is to be lost.", "GET HEAD"
        ),
        KeyAdvice(
            "Access", "Parameter",
            "Only the names that the program uses; acl and policy can make data public.", "x-oss-process"),
        KeyAdvice("Access", "MaxExpires", "As short as its use allows: a URL cannot be taken back.", "1h"),
        KeyAdvice(
            "Access", "TimeSkew", "Keep it. infinity is for programs that sign for a later time.", "15min"),
        KeyAdvice(
            "Access", "Rate",
            "Several times what the program needs at its busiest moment: the limit is for accidents.", "100/s"
        ),
        KeyAdvice("Access", "Burst", "The longest list that a program signs at once.", "1000"),
        KeyAdvice(
            "Access", "Audit",
            "full where each read must be accounted for; no for a monitor that reads all day.", "full"),
    ]

    static let sink = [
        KeyAdvice("Sink", "Profile", "One profile; a file contains one credential.", "media"),
        KeyAdvice(
            "Sink", "Format", "The one that the program reads: the page on credentials has a table.",
            "json"),
        KeyAdvice(
            "Sink", "Path",
            "In a directory in memory, such as one below /run, so that no disk holds the token.",
            "/run/ossauthd-sinks/app.json"),
        KeyAdvice("Sink", "Mode", "0640 with the program's group; never readable for all.", "0640"),
        KeyAdvice("Sink", "Variables", "The set that the program knows.", "aws"),
        KeyAdvice("Sink", "User", "Leave it unset and use Group=: another owner needs CAP_CHOWN.", "app"),
        KeyAdvice("Sink", "Group", "The group of the program that reads the file.", "app"),
        KeyAdvice(
            "Sink", "Rule", "A rule with the Bucket= and Key= that the reader of the file needs, without %u."),
        KeyAdvice(
            "Sink", "Margin",
            "More than the longest time for which the program uses a credential that it has read.", "20min"),
        KeyAdvice("Forward", "Listen", "Another port for each further section.", "127.0.0.1:472"),
        KeyAdvice(
            "Forward", "Listener",
            "root: a user that can open the port gets the uploads of programs while the proxy is away.",
            "proxy"),
        KeyAdvice("Forward", "User", "A user for the proxy alone, and for no rule.", "ossauth-nginx"),
        KeyAdvice("Forward", "Profile", "One profile with Endpoint=.", "media"),
        KeyAdvice("Role", "User", "The User= of their units; a rule says what each gets.", "www-data"),
    ]
}

/// What the reference says before its keys.
enum ReferenceText {
    static let paragraphs = [
        """
        The daemon reads /etc/ossauthd/ossauthd.conf, then the files whose names end in .conf in the folders \
        ossauthd.conf.d of /usr/lib/ossauthd, /run/ossauthd and /etc/ossauthd: in the order of their names, whichever \
        folder they are in; of two with the same name the one in the later folder counts.
        """,
        """
        The syntax is that of systemd. A line is [Section] or Key=value; one that begins with # or ; is a comment; a \
        backslash at its end joins the next one to it. Sections of the same name are one, in whichever files they stand. \
        A key that takes one value has the last one that was set; one that takes a list adds to it with each line; \
        an empty value takes back what was said before. Quotes hold a word with blanks together.
        """,
        """
        Times are written as 90 (seconds), 15min or 1h 30min, sizes as 65536, 64K or 1M, shares as 50%, truths as yes or \
        no. A key for a secret takes the absolute path of a file, or a bare name for a credential that systemd \
        hands over: the secret itself never stands in the configuration.
        """,
    ]
}

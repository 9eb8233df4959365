internal import Access

/// Which query parameters a rule grants by itself, and which it must name, from the tables that decide it.
enum ParameterText {
    static let introduction = """
        A rule grants the parameters that only read, write or list objects, and those of a signature, \
        without naming them. Every other one needs Parameter= with its name, also one that is in neither \
        list. The headers x-oss-acl, x-oss-object-acl and x-oss-tagging, and fields of these names that \
        the conditions of a form speak of, count as acl and tagging; a header with the name of a parameter \
        that needs a grant counts as that parameter. x-oss-process needs it with PUT and \
        POST, and with each method where the rule has Key=: it can store what it makes elsewhere, lay \
        another object over the one that is read, and sign all that a playlist names. delete, which names \
        in the body what it removes, needs it where the rule has Key=, or Method= without DELETE.
        """

    static let harmless = "Without a grant:"
    static let configuring = "Known, and with a grant only:"

    static let harmlessNames =
        HarmlessParameters.names.map { "\($0)" }.filter { !configuringNames.contains($0) }.sorted()
    static let configuringNames = ConfiguringParameter.names.map { "\($0)" }

    static let paragraphs = [
        introduction, "\(harmless) \(harmlessNames.joined(separator: ", ")).",
        "\(configuring) \(configuringNames.joined(separator: ", ")).",
    ]
}

internal import CommandLine
internal import Documents

extension Option {
    static let variables = Option(
        "env",
        .text("NAMES", completedBy: .words(VariableSet.allCases.map(\.rawValue))),
        "Names of the variables, a set or NAME=MEMBER: "
            + "\(VariableSet.allCases.map(\.rawValue).joined(separator: ", ")).",
        isRepeatable: true, standard: "oss")
    static let aws = Option(
        "aws", .flag, "For S3 programs: the same as --env aws, or with --uri an address in their variables.")
}

extension [VariableChoice] {
    static let standard = [VariableChoice.set(.oss)]
}

extension Call {
    /// The names that the command line wants for the variables.
    func variables() throws(UsageError) -> [VariableChoice] {
        let short: [VariableChoice] = has(.aws) ? [.set(.aws)] : []
        guard has(.variables) else { return short.isEmpty ? .standard : short }
        do throws(VariableChoice.Complaint) {
            return try short
                + values(of: .variables).map { word throws(VariableChoice.Complaint) in
                    try VariableChoice(word)
                }
        } catch {
            throw UsageError("--env: \(error.message)")
        }
    }
}

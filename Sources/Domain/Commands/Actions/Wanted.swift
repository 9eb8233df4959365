internal import CommandLine

/// What somebody would ask for.
package enum Wanted: Equatable, Sendable {
    case sign(ObjectLocation, SigningTerms)
    case presign(ObjectLocation, PresignTerms)
    case postPolicy(PostForm)
    /// A string to sign of V1, or the canonical request of V4.
    case signString(String, SigningTerms)
    case credentials(ProfileName?)

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        try Wanted.checkOptions(of: call)
        switch call.arguments[0] {
        case "credentials": self = .credentials(try call.profileToExplain(variable: variable))
        case "sign":
            let words = try call.operands("METHOD OSS-URL")
            guard Option.methods.contains(words[0].uppercased()) else {
                throw UsageError(
                    "METHOD cannot be '\(words[0])'; it is one of \(Option.methods.joined(separator: ", "))")
            }
            self = .sign(
                try ObjectLocation(words[1]),
                try SigningTerms(call, method: words[0].uppercased(), variable: variable))
        case "presign":
            let location = try ObjectLocation(try call.operands("OSS-URL")[0])
            self = .presign(location, try PresignTerms(call, variable: variable))
        case "sign-string":
            let string = try call.operands("STRING")[0]
            self = .signString(string, try SigningTerms(call, method: "GET", variable: variable))
        default:
            let place = Call(call.command, arguments: try call.operands("OSS-URL"), options: call)
            self = .postPolicy(try PostForm(place, variable: variable))
        }
    }

    /// What a request of this kind has not would be left out of it, and the answer be about another one.
    private static func checkOptions(of call: Call) throws(UsageError) {
        let operation = call.arguments[0]
        let ofRequests: [Option] = [.parameter, .header, .additionalHeader, .contentType, .contentMD5]
        let meaningless: [Option] =
            switch operation {
            case "sign": [.method, .expires]
            case "presign": []
            case "post-policy": [.method] + ofRequests
            case "credentials":
                [.method, .expires, .signatureVersion, .endpoint, .region, .addressing, .cloudBoxID, .time]
                    + ofRequests
            default: [.method, .expires, .endpoint, .addressing, .cloudBoxID] + ofRequests
            }
        if let option = meaningless.first(where: call.has) {
            throw UsageError("--\(option.name) means nothing to '\(operation)'; leave it out")
        }
    }
}

extension Call {
    /// The words behind the operation, of which there must be as many as in `form`.
    fileprivate func operands(_ form: String) throws(UsageError) -> [String] {
        let words = Array(arguments.dropFirst())
        guard words.count == form.split(separator: " ").count else {
            throw UsageError("'\(arguments[0])' is followed by \(form)")
        }
        return words
    }

    /// The profile behind the operation, or that of the option, if any.
    fileprivate func profileToExplain(variable: (String) -> String?) throws(UsageError) -> ProfileName? {
        guard arguments.count < 3 else {
            throw UsageError("'credentials' is followed by a profile or nothing")
        }
        let name = arguments.dropFirst().first ?? value(of: .profile, variable: variable)
        return try name.map { word throws(UsageError) in try ProfileName(word) }
    }
}

internal import CommandLine
internal import Text

/// Whom the rules are asked about.
package struct Somebody: Equatable, Sendable {
    package enum User: Equatable, Sendable {
        /// Whoever asks.
        case caller
        case name(String)
        case number(Int)
    }

    package private(set) var user: User
    let unit: String?
    let slice: String?
    let executable: String?
    let label: String?

    init(_ call: Call) {
        let user = call.value(of: .user)
        let number = user.flatMap { $0.utf8Span.span.decimalValue }
        self.user = number.map(User.number) ?? user.map(User.name) ?? .caller
        unit = call.value(of: .unit)
        slice = call.value(of: .slice)
        executable = call.value(of: .executable)
        label = call.value(of: .label)
    }
}

extension Somebody {
    /// The same with a number for whoever asks.
    package func naming(_ caller: Int) -> Somebody {
        guard user == .caller else { return self }
        var named = self
        named.user = .number(caller)
        return named
    }
}

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
        let words = Array(call.arguments.dropFirst())
        if call.arguments[0] == "credentials" {
            guard words.count < 2 else {
                throw UsageError("'credentials' is followed by a profile or nothing")
            }
            let name = words.first ?? call.value(of: .profile, variable: variable)
            self = .credentials(try name.map { word throws(UsageError) in try ProfileName(word) })
            return
        }
        let count = call.arguments[0] == "sign" ? 2 : 1
        guard words.count == count, let last = words.last else {
            let wanted = ["sign": "METHOD OSS-URL", "sign-string": "STRING"]
            throw UsageError(
                "'\(call.arguments[0])' is followed by \(wanted[call.arguments[0]] ?? "OSS-URL")")
        }
        let place = Call(call.command, arguments: [last], options: call)
        switch call.arguments[0] {
        case "sign":
            guard Option.methods.contains(words[0]) else {
                throw UsageError(
                    "METHOD cannot be '\(words[0])'; it is one of \(Option.methods.joined(separator: ", "))")
            }
            self = .sign(
                try ObjectLocation(last), try SigningTerms(call, method: words[0], variable: variable))
        case "presign": self = .presign(try ObjectLocation(last), try PresignTerms(call, variable: variable))
        case "sign-string":
            self = .signString(last, try SigningTerms(call, method: "GET", variable: variable))
        default: self = .postPolicy(try PostForm(place, variable: variable))
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
                [.method, .expires, .version, .endpoint, .region, .addressing, .cloudBoxID, .time]
                    + ofRequests
            default: [.method, .expires, .endpoint, .addressing, .cloudBoxID] + ofRequests
            }
        if let option = meaningless.first(where: call.has) {
            throw UsageError("--\(option.name) means nothing to '\(operation)'; leave it out")
        }
    }
}

package import Bytes
internal import CommandLine

/// What load to put on the daemon.
package struct BenchTerms: Equatable, Sendable {
    package enum Operation: String, CaseIterable, Sendable {
        case presign, sign, status, health

        var signs: Bool { self == .presign || self == .sign }
    }

    package let operation: Operation
    package let connections: Int
    /// How many requests are on the way on each connection.
    package let depth: Int
    package let duration: Duration
    private let location: ObjectLocation?
    private let signing: PresignTerms

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        operation = call.value(of: .operation).flatMap(Operation.init) ?? .presign
        connections = try call.count(of: .connections, 1...1_000) ?? 16
        depth = try call.count(of: .pipeline, 1...256) ?? 1
        let text = call.value(of: .duration) ?? "5s"
        guard let span = call.span(text), span >= .milliseconds(100), span <= .seconds(86_400) else {
            throw UsageError("--duration cannot be '\(text)'; write 10s or 1min")
        }
        duration = span
        signing = try PresignTerms(call, variable: variable)
        guard signing.expires == nil || operation == .presign else {
            throw UsageError("--expires means nothing to '\(operation.rawValue)'; leave it out")
        }
        location = try BenchTerms.location(call, operation)
    }

    private static func location(_ call: Call, _ operation: Operation) throws(UsageError) -> ObjectLocation? {
        guard call.arguments.count <= 1 else { throw UsageError("'bench' takes one OSS-URL") }
        guard let word = call.arguments.first else {
            guard !operation.signs else {
                throw UsageError(
                    "'bench' needs an OSS-URL to \(operation.rawValue); 'ossauthctl bench --help' has examples"
                )
            }
            return nil
        }
        guard operation.signs else { throw UsageError("'\(operation.rawValue)' is not about an OSS-URL") }
        return try ObjectLocation(word)
    }

    /// Writes the request that is sent again and again.
    package func write(into output: inout ByteBuffer) {
        request.write(into: &output)
    }

    package var request: APIRequest {
        switch (operation, location) {
        case (.presign, let location?): .presign([location], signing)
        case (.sign, let location?): .sign(location, signing.signing)
        case (.health, _): .health
        default: .status
        }
    }
}

extension Call {
    /// A whole number within limits.
    func count(of option: Option, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(of: option) else { return nil }
        guard let count = Int(text), range.contains(count) else {
            throw UsageError(
                "--\(option.name) cannot be '\(text)'; write a number from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return count
    }
}

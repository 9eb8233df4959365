internal import Bytes
internal import Issuing
internal import IssuingSettings
internal import Kernel
internal import Sections

/// Why the configuration of the AppServer cannot be used, one problem for each line.
struct InvalidConfiguration: Error, CustomStringConvertible {
    let problems: [String]

    var description: String { problems.joined(separator: "\n") }
}

/// Reads the configuration of the AppServer from disk.
enum IssuingConfiguration {
    private static let maximumSize = 1 << 20

    static func load(_ path: String) throws(InvalidConfiguration) -> IssuingSettings {
        do {
            let contents = try File.contents(of: path, atMost: maximumSize)
            let file = SourceFile(path: path, bytes: [UInt8](copying: contents.span))
            var settings = try IssuingSettings(reading: [file], environment: Environment())
            try settings.readPolicies(policy)
            return settings
        } catch let error as InvalidSettings {
            throw InvalidConfiguration(problems: error.problems.map(\.description))
        } catch {
            throw InvalidConfiguration(problems: ["\(error)"])
        }
    }

    private static func policy(inFile path: String) throws -> PolicyTemplate {
        let contents = try File.contents(of: path, atMost: 65_536)
        let text = String(copying: contents.span)
        return try mapping(PolicyTemplate(text)) { (error: PolicyTemplateError) in
            InvalidConfiguration(problems: ["\(path): \(error)"])
        }
    }
}

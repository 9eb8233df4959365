internal import Access
internal import Sections
internal import Settings

/// Reads texts as the files `a.conf`, `b.conf` and so on.
func settings(_ texts: String..., environment: Environment = .test) throws(InvalidSettings) -> Settings {
    try Settings(reading: files(texts), environment: environment)
}

/// The problems of the texts, as they would be printed.
func problems(_ texts: [String], environment: Environment = .test) -> [String] {
    do throws(InvalidSettings) {
        _ = try Settings(reading: files(texts), environment: environment)
        return []
    } catch {
        return error.problems.map(\.description)
    }
}

func problems(_ text: String) -> [String] { problems([text]) }

/// The only problem of a profile whose lines these are, from line 2 on.
func problems(profile lines: String) -> [String] { problems("[Profile p]\n\(lines)") }

private func files(_ texts: [String]) -> [SourceFile] {
    texts.enumerated().map { number, text in
        let letter = String(decoding: [UInt8(ascii: "a") + UInt8(number)], as: UTF8.self)
        return SourceFile(path: "\(letter).conf", bytes: Array(text.utf8))
    }
}

extension Environment {
    static var test: Environment {
        var environment = Environment()
        environment.uidOfUser = { ["root": 0, "www-data": 33, "alice": 1_000][$0] }
        environment.gidOfGroup = { ["ossauth": 990, "staff": 50][$0] }
        return environment
    }
}

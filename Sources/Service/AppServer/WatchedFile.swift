internal import Bytes
internal import Kernel
internal import Records
internal import Time

/// The content of a file, which is read again after it changed.
final class WatchedFile<Content> {
    /// The time until a change is noticed.
    private static var pause: Duration { .seconds(1) }

    private let path: String
    private let limit: Int
    private let log: Log
    private let parse: (Span<UInt8>) throws -> Content
    private(set) var content: Content
    private var seen: FileStatus?
    private var lookAt: Instant?

    /// A missing file has the content `empty`.
    init(
        _ path: String, atMost limit: Int, else empty: Content, _ log: Log,
        parse: @escaping (Span<UInt8>) throws -> Content
    ) throws {
        self.path = path
        self.limit = limit
        self.log = log
        self.parse = parse
        content = empty
        seen = try FileStatus.reached(by: path)
        if seen != nil { content = try read() }
    }

    /// The content, at most a second old.
    func current(at now: Instant, else empty: Content) -> Content {
        guard lookAt.map({ $0 <= now }) ?? true else { return content }
        lookAt = now + WatchedFile.pause
        do {
            let status = try FileStatus.reached(by: path)
            guard status != seen else { return content }
            seen = status
            content = status == nil ? empty : try read()
        } catch {
            log.write(.unexpected("\(path) was not read again, and its old content stays in use: \(error)"))
        }
        return content
    }

    /// Does not wait for the next look: this process changed the file.
    func lookAgain() { lookAt = nil }

    private func read() throws -> Content {
        let bytes = try File.contents(of: path, atMost: limit)
        do {
            return try parse(bytes.span)
        } catch {
            throw InvalidConfiguration(problems: ["\(path): \(error)"])
        }
    }
}

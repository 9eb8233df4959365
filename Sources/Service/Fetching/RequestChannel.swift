internal import Bytes
internal import Exchange
internal import Kernel

/// The channel of requests and replies.
enum RequestChannel: ~Copyable {
    case socket(Descriptor)
    /// Standard input and output, for use by hand and for socket units of systemd.
    case standard
}

extension RequestChannel {
    /// Number 0 means standard input, and standard output for the reply.
    init?(number: Int32) {
        guard number != 0 else {
            self = .standard
            return
        }
        guard let socket = Descriptor(inherited: number) else { return nil }
        self = .socket(socket)
    }

    /// Reads one line, adding the line end if the input has none.
    borrowing func readLine(until deadline: Int64) throws(SystemError) -> ByteBuffer {
        var line = try read(until: deadline)
        if line.isEmpty || line[line.count - 1] != UInt8(ascii: "\n") { line.append(UInt8(ascii: "\n")) }
        return line
    }

    borrowing func write(_ bytes: Span<UInt8>, until deadline: Int64) throws(SystemError) {
        switch self {
        case .socket(let socket): try socket.sendAll(bytes, waitingUntil: deadline)
        case .standard: try StandardStream.output.write(bytes)
        }
    }

    private borrowing func read(until deadline: Int64) throws(SystemError) -> ByteBuffer {
        switch self {
        case .socket(let socket): try socket.readLine(until: deadline)
        case .standard: try StandardStream.input.contents(atMost: ExchangeLimit.requestBytes)
        }
    }
}

extension Descriptor {
    /// Reads to the end of a line or of the input, or until `deadline`.
    fileprivate func readLine(until deadline: Int64) throws(SystemError) -> ByteBuffer {
        var line = ByteBuffer(capacity: 4_096)
        while line.count <= ExchangeLimit.requestBytes {
            let start = line.count
            guard case .bytes = try receive(into: &line, atMost: 65_536, waitingUntil: deadline),
                line.span.firstIndex(of: UInt8(ascii: "\n"), from: start) == nil
            else { break }
        }
        return line
    }
}

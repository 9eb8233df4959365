internal import Bytes
internal import Exchange
internal import Kernel

/// The program: reads a request, performs it and answers, and continues if the request says so.
package enum HelperProgram {
    /// Seconds to wait for the request; the daemon writes it before this process runs.
    private static let requestTimeout: UInt32 = 10
    /// Seconds after the timeout of the exchange, which libcurl itself observes.
    private static let grace: UInt32 = 5
    /// Seconds to wait for another request; the daemon ends an unused helper much earlier.
    private static let idleTimeout: UInt32 = 180

    /// Returns the exit status: 0 if there was a reply, even one that reports a failure.
    package static func run(_ arguments: [String]) -> Int32 {
        if arguments == ["--help"] || arguments == ["-h"] { return help() }
        guard let number = number(in: arguments), let channel = RequestChannel(number: number) else {
            return refuse()
        }
        do throws(SystemError) {
            try ThisProcess.forbidDumps()
            ThisProcess.ignoreBrokenPipes()
            try serve(channel)
            return 0
        } catch {
            // The parent is gone, so nothing can read a reply.
            return 1
        }
    }

    /// The number in `--fd N`, or 3, the first descriptor that a parent passes.
    private static func number(in arguments: [String]) -> Int32? {
        if arguments.isEmpty { return 3 }
        guard arguments.count == 2, arguments[0] == "--fd", let number = Int32(arguments[1]) else {
            return nil
        }
        return number == 0 || number > 2 ? number : nil
    }

    private static let usage =
        "usage: ossauth-fetch [--fd N]   a socket, 3 by default; 0 is standard input and output\n"

    private static func help() -> Int32 {
        let text = "ossauth-fetch: fetches tokens for ossauthd, which starts it\n\(usage)"
        do throws(SystemError) {
            try StandardStream.output.write(text.utf8Span.span)
            return 0
        } catch {
            return 1
        }
    }

    private static func refuse() -> Int32 {
        try? StandardStream.error.write(usage.utf8Span.span)
        return 64
    }

    private static func serve(_ channel: borrowing RequestChannel) throws(SystemError) {
        let state = ReusedState()
        ThisProcess.endAfter(seconds: requestTimeout)
        var line = try channel.readLine(until: .max)
        while try serve(&line, channel, reusing: state) {
            ThisProcess.endAfter(seconds: idleTimeout)
            line = try channel.readLine(until: .max)
            // An empty line means that the daemon needs nothing more.
            guard line.count > 1 else { return }
        }
    }

    /// Returns whether another request may follow.
    private static func serve(
        _ line: inout ByteBuffer, _ channel: borrowing RequestChannel, reusing state: ReusedState
    ) throws(SystemError) -> Bool {
        var isOneOfMany = false
        let result = perform(line.span, reusing: state, &isOneOfMany)
        line.wipe()
        try answer(consume result, on: channel)
        return isOneOfMany
    }

    private static func answer(
        _ result: consuming Result<PerformedExchange, ExchangeFailure>, on channel: borrowing RequestChannel
    ) throws(SystemError) {
        var head = ByteBuffer()
        switch consume result {
        case .success(let exchange):
            head.append(headOf: exchange.answer)
            try channel.write(head.span, until: .max)
            try channel.write(exchange.body.span, until: .max)
        case .failure(let failure):
            head.append(failure)
            try channel.write(head.span, until: .max)
        }
    }

    private static func perform(
        _ line: Span<UInt8>, reusing state: ReusedState, _ isOneOfMany: inout Bool
    ) -> Result<PerformedExchange, ExchangeFailure> {
        do throws(ExchangeFailure) {
            let request = try read(line)
            isOneOfMany = request.isOneOfMany
            // Ends the process after this time even if libcurl hangs.
            ThisProcess.endAfter(seconds: UInt32(request.timeout) + grace)
            switch request {
            case .exchange(let exchange):
                return .success(try PerformedExchange(exchange, in: ExchangeContext(state, for: exchange)))
            case .command(let command): return .success(PerformedExchange(output: try command.output()))
            }
        } catch {
            return .failure(error)
        }
    }

    private static func read(_ line: Span<UInt8>) throws(ExchangeFailure) -> HelperRequest {
        do throws(ExchangeError) {
            guard let request = try HelperRequest.decode(line) else { throw ExchangeError.tooLong }
            return request
        } catch {
            throw ExchangeFailure(.badRequest, error.description)
        }
    }
}

/// The channel of requests and replies.
enum RequestChannel: ~Copyable {
    case socket(Descriptor)
    /// Standard input and output, for use by hand and for socket units of systemd.
    case standard

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

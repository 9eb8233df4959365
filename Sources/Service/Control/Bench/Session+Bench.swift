internal import Bytes
internal import Commands
internal import Kernel
internal import Layout

extension Session {
    /// `bench`: a load, and what came of it.
    func measure(_ terms: BenchTerms) throws(Failure) -> ExitStatus {
        var run = try BenchRun(terms, to: path, on: terminal)
        try run.run()
        if printsJSON {
            var output = ByteBuffer()
            run.report.write(into: &output)
            try terminal.print(output.span)
        } else {
            let lines = run.report.lines(terminal.glyphs, hasHistogram: terminal.isSeen)
            try terminal.print(lines.map { $0.text(terminal.ink) + "\n" }.joined())
        }
        return run.report.refused > 0 ? .refused : .done
    }
}

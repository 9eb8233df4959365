import Testing

struct MetricsRequestTests {
    @Test func `asks for the format that the textfile collector reads`() throws {
        #expect(
            try requests(["metrics"]) == [
                "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\n\r\n"
            ])
    }
}

import Testing
import Time

struct ReadingTests {
    /// The examples of RFC 3339, section 5.8, without leap seconds, and other forms that servers use.
    @Test(arguments: [
        ("1985-04-12T23:20:50.52Z", 482_196_050), ("1996-12-19T16:39:57-08:00", 851_042_397),
        ("1937-01-01T12:00:27.87+00:20", -1_041_337_173), ("2023-12-16T16:20:57Z", 1_702_743_657),
        ("2023-12-16t16:20:57z", 1_702_743_657), ("2023-12-16 16:20:57Z", 1_702_743_657),
        ("2023-12-17T00:20:57+08:00", 1_702_743_657), ("2023-12-17T00:20:57+0800", 1_702_743_657),
        ("2023-12-16T16:20:57.000Z", 1_702_743_657), ("2023-12-16T16:20:57.123456789-00:00", 1_702_743_657),
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("2024-02-29T00:00:00Z", 1_709_164_800),
    ])
    func `reads RFC 3339`(text: String, seconds: Int64) {
        #expect(Timestamp(rfc3339: text.utf8Span.span)?.secondsSince1970 == seconds)
    }

    /// The other two examples of that section: one instant, written in two zones.
    @Test(arguments: ["1990-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00"])
    func `a leap second counts as the second before it`(text: String) {
        #expect(Timestamp(rfc3339: text.utf8Span.span)?.secondsSince1970 == 662_687_999)
    }

    @Test(arguments: [
        "", "2023", "2023-12-16", "2023-12-16T16:20:57", "2023-12-16T16:20Z", "2023-12-16T16:20:57Zx",
        "2023-12-16T16:20:57.Z",
        "2023-12-16T16:20:57+08", "2023-12-16T16:20:57+24:00", "2023-12-16T16:20:57+08:60",
        "2023-12-16T16:20:57 Z",
        "2023-02-29T00:00:00Z", "2023-13-01T00:00:00Z", "2023-12-16T24:00:00Z", "2023-12-16T16:20:61Z",
        "+023-12-16T16:20:57Z", "2023-12-16T16:20:57,5Z", "2023/12/16T16:20:57Z", " 2023-12-16T16:20:57Z",
        "20231216T162057Z", "２023-12-16T16:20:57Z", "2023-12-16T16:20:57Z\0", "0000-12-31T00:00:00Z",
    ])
    func `refuses all but RFC 3339`(text: String) {
        #expect(Timestamp(rfc3339: text.utf8Span.span) == nil)
    }

    @Test(arguments: ["0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"])
    func `refuses a time that its offset moves out of the calendar`(text: String) {
        #expect(Timestamp(rfc3339: text.utf8Span.span) == nil)
    }

    @Test(arguments: [
        ("Sat, 16 Dec 2023 16:20:57 GMT", 1_702_743_657), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
    ])
    func `reads an HTTP date`(text: String, seconds: Int64) {
        #expect(Timestamp(httpDate: text.utf8Span.span)?.secondsSince1970 == seconds)
    }

    @Test(arguments: [
        "", "Sat, 16 Dec 2023 16:20:57 UTC", "Sat, 16 Dec 2023 16:20:57", "Sat, 16 dec 2023 16:20:57 GMT",
        "Sat, 6 Nov 1994 08:49:37 GMT ", "Sun, 6 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "Sat, 31 Nov 2023 16:20:57 GMT", "Sat, 16 Dec 2023 25:20:57 GMT",
        "Sat, 16 Dec 2023 16:20:57 GMTx", "Sat  16 Dec 2023 16:20:57 GMT",
    ])
    func `refuses another date`(text: String) {
        #expect(Timestamp(httpDate: text.utf8Span.span) == nil)
    }

    @Test(arguments: [
        "Sun, 16 Dec 2023 16:20:57 GMT", "Foo, 16 Dec 2023 16:20:57 GMT", "\n\n\n, 16 Dec 2023 16:20:57 GMT",
    ])
    func `refuses an HTTP date on the wrong day of the week`(text: String) {
        #expect(Timestamp(httpDate: text.utf8Span.span) == nil)
    }

    @Test func `reads the basic form`() {
        #expect(Timestamp(basicISO: "20231216T162057Z".utf8Span.span)?.secondsSince1970 == 1_702_743_657)
    }

    @Test(arguments: [
        "", "20231216T162057", "20231216 162057Z", "20231216T162057z", "20231216T1620577Z",
        "20231316T162057Z",
        "20230229T162057Z", "20231216T162060Z", "2023-12-16T16:20:57Z", "20231216T162057Z0",
        "20231216T162057Z\0",
    ])
    func `refuses another basic form`(text: String) {
        #expect(Timestamp(basicISO: text.utf8Span.span) == nil)
    }

    @Test func `reads a day as its first second`() {
        #expect(Timestamp(day: "20231216".utf8Span.span)?.description == "2023-12-16T00:00:00Z")
    }

    @Test(arguments: ["", "2023121", "202312161", "20231216T000000Z", "20230229", "2023-12-16"])
    func `refuses another day`(text: String) {
        #expect(Timestamp(day: text.utf8Span.span) == nil)
    }
}

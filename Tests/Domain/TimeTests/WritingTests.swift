import Bytes
import TestSupport
import Testing
import Time

struct WritingTests {
    private let time = Timestamp(secondsSince1970: 1_702_743_657)

    @Test func `writes every form of the OSS documents`() {
        var buffer = ByteBuffer()
        buffer.append(rfc3339: time)
        buffer.append("|")
        buffer.append(httpDate: time)
        buffer.append("|")
        buffer.append(basicISO: time)
        buffer.append("|")
        buffer.append(day: time)
        #expect(
            buffer.string == "2023-12-16T16:20:57Z|Sat, 16 Dec 2023 16:20:57 GMT|20231216T162057Z|20231216")
        #expect(time.description == "2023-12-16T16:20:57Z")
    }

    @Test func `numbers are padded with zeroes`() {
        var buffer = ByteBuffer()
        buffer.append(httpDate: Timestamp(secondsSince1970: 1_717_293_845))
        #expect(buffer.string == "Sun, 02 Jun 2024 02:04:05 GMT")
        #expect(Timestamp.representable.lowerBound.description == "0001-01-01T00:00:00Z")
        #expect(Timestamp.representable.upperBound.description == "9999-12-31T23:59:59Z")
    }

    @Test func `the parser reads all that the writer writes`() {
        var random = SeededRandom(seed: 3_339)
        for _ in 0..<2_000 {
            let time = Timestamp(
                secondsSince1970: .random(in: -62_135_596_800...253_402_300_799, using: &random))
            var long = ByteBuffer()
            var http = ByteBuffer()
            var basic = ByteBuffer()
            long.append(rfc3339: time)
            http.append(httpDate: time)
            basic.append(basicISO: time)
            #expect(Timestamp(rfc3339: long.span) == time)
            #expect(Timestamp(httpDate: http.span) == time)
            #expect(Timestamp(basicISO: basic.span) == time)
        }
    }

    @Test(arguments: [
        (Int64.min, "Mon, 01 Jan 0001 00:00:00 GMT"), (-62_135_596_801, "Mon, 01 Jan 0001 00:00:00 GMT"),
        (253_402_300_800, "Fri, 31 Dec 9999 23:59:59 GMT"), (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `writes the nearest time when four digits are too few for the year`(seconds: Int64, text: String) {
        var buffer = ByteBuffer()
        buffer.append(httpDate: Timestamp(secondsSince1970: seconds))
        #expect(buffer.string == text)
    }
}

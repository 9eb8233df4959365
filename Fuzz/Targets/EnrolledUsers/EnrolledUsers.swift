internal import Bytes
internal import FuzzInput
internal import Issuing

/// A file of users that is written again as it was read, or an error of one line.
@c(LLVMFuzzerTestOneInput)
func fuzzEnrolledUsers(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        do throws(EnrolledUsersError) {
            let users = try EnrolledUsers(input)
            let again = try? EnrolledUsers(users.text.utf8Span.span)
            precondition(again?.lines == users.lines)
        } catch {
            precondition(!error.description.contains("\n"))
        }
    }
}

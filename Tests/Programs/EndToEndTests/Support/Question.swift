/// Requests for tests in which the content does not matter.
enum Question {
    static let presign = #"{"bucket":"b-1","key":"k","expires":60}"#
    static let sign = #"{"bucket":"b-1"}"#
}

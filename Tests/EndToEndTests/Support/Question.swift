/// What the tests ask when it does not matter what.
enum Question {
    static let presign = #"{"bucket":"b-1","key":"k","expires":60}"#
    static let sign = #"{"bucket":"b-1"}"#
}

/// How programs end that are not `ossauthctl`, as in `sysexits.h`, which systemd shows by name.
package enum ProgramStatus {
    package static let usage: Int32 = 64
    package static let software: Int32 = 70
    package static let configuration: Int32 = 78
}

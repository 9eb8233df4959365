internal import CLinux

/// Overwrites what calls that have returned left on the stack: libraries copy keys there and do not clear them.
///
/// As deep as a library goes, unless more is said.
package func wipeStack(bytes: Int = 8_192) {
    linux_wipe_stack(bytes)
}

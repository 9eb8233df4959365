internal import CLinux

/// Overwrites what calls that have returned left on the stack: libraries copy keys there and do not clear them.
package func wipeStack() {
    linux_wipe_stack()
}

internal import Kernel

/// Whether the kernel waits for the disk beside this process; that of a sandbox may refuse, and then all is done at once.
package let hasBackgroundSync = {
    guard let folder = try? TemporaryDirectory(), var sync = try? BackgroundSync(),
        let file = try? FileReplacement(of: folder.appending("file"))
    else { return false }
    try? file.synchronize(by: &sync)
    return sync.isBusy
}()

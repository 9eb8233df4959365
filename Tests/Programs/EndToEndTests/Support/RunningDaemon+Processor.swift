import Glibc
import Kernel

extension RunningDaemon {
    /// How long it has had a processor, whatever else the machine did meanwhile.
    func processorTime() throws -> Duration {
        var clock = clockid_t()
        var time = timespec()
        let code = unsafe clock_getcpuclockid(process, &clock)
        guard unsafe code == 0 && clock_gettime(clock, &time) == 0 else {
            throw SystemError(call: "clock_getcpuclockid", code: code)
        }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

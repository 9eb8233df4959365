internal import Glibc

/// How long this thread has a processor for some work, which depends on no other work of the machine.
package func processorTime<Problem>(_ work: () throws(Problem) -> Void) throws(Problem) -> Duration {
    let start = presentProcessorTime()
    try work()
    return presentProcessorTime() - start
}

private func presentProcessorTime() -> Duration {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

internal import CLinux

/// How many bytes an object has on the heap, without what the heap adds.
package func heapSize(of object: AnyObject) -> Int {
    unsafe malloc_usable_size(Unmanaged.passUnretained(object).toOpaque())
}

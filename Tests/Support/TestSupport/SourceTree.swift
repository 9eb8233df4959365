/// The path of a file of this package.
package func sourceTree(_ path: String) -> String {
    "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        + "/\(path)"
}

// swift-tools-version: 6.2
import PackageDescription

// Five floors, each may import only what lies below it: Programs, Service, Domain, Platform, C.
// `make layers` holds what the compiler cannot: see docs/architecture.md.

let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

func library(_ name: String, on floor: String, uses dependencies: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "Sources/\(floor)/\(name)",
        swiftSettings: settings)
}

/// C code for what Swift cannot call.
func shims(_ name: String) -> Target {
    .target(name: name, path: "Sources/C/\(name)", cSettings: [.treatAllWarnings(as: .error)])
}

func program(_ name: String, uses dependencies: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "Sources/Programs/\(name)",
        swiftSettings: settings)
}

/// The tests of one module: `Tests/NameTests`.
func tests(of name: String, uses dependencies: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: ([name] + dependencies).map { .byName(name: $0) },
        path: "Tests/\(name)Tests", swiftSettings: settings)
}

let c: [Target] = [
    .systemLibrary(name: "CNettle", path: "Sources/C/CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(
        name: "CSystemd", path: "Sources/C/CSystemd", pkgConfig: "libsystemd",
        providers: [.apt(["libsystemd-dev"])]),
    shims("CLinux"),
]

let platform: [Target] = [
    library("Bytes", on: "Platform"),
    library("Hashing", on: "Platform", uses: ["Bytes", "CNettle"]),
    library("Kernel", on: "Platform", uses: ["Bytes", "CLinux"]),
    library("EventLoop", on: "Platform", uses: ["Bytes", "CLinux", "CSystemd", "Kernel"]),
    library("Systemd", on: "Platform", uses: ["Bytes", "CSystemd", "Kernel"]),
]

let domain: [Target] = [
    library("Text", on: "Domain", uses: ["Bytes"]),
    library("Time", on: "Domain", uses: ["Bytes", "Text"]),
]

let service: [Target] = []

let programs: [Target] = []

let testTargets: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["CLinux", "Kernel"], path: "Tests/TestSupport",
        swiftSettings: settings),
    tests(of: "Kernel", uses: ["Bytes", "TestSupport"]),
    tests(of: "EventLoop", uses: ["Bytes", "Kernel", "TestSupport"]),
    .executableTarget(
        name: "ServiceProbe", dependencies: ["Bytes", "Kernel", "Systemd"],
        path: "Tests/ServiceProbe", swiftSettings: settings),
    tests(of: "Systemd", uses: ["Bytes", "Kernel", "ServiceProbe", "TestSupport"]),
]

let package = Package(name: "ossauthd", targets: c + platform + domain + service + programs + testTargets)

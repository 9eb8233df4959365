// swift-tools-version: 6.2
import PackageDescription

// Six floors, each may import only what lies below it: Programs, Clients, Service, Domain, Platform, C.
// `make layers` holds what the compiler cannot: see docs/architecture.md.

let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// C code for what Swift cannot call.
func shims(_ name: String, linking libraries: String...) -> Target {
    .target(
        name: name, path: "Sources/C/\(name)", cSettings: [.treatAllWarnings(as: .error)],
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A module of one floor; what it embeds becomes part of the program.
func library(
    _ name: String, on floor: String, uses dependencies: [String] = [], embeds files: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "Sources/\(floor)/\(name)",
        resources: files.map { .embedInCode($0) }, swiftSettings: settings)
}

func program(_ name: String, uses dependencies: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "Sources/Programs/\(name)",
        swiftSettings: settings)
}

/// The tests of one module, by its floor.
func tests(of name: String, on floor: String, uses dependencies: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: ([name] + dependencies).map { .byName(name: $0) },
        path: "Tests/\(floor)/\(name)Tests", swiftSettings: settings)
}

/// libFuzzer on one decoder: `Fuzz/Targets/Name`.
func fuzzer(_ name: String, of modules: [String]) -> Target {
    .executableTarget(
        name: "Fuzz\(name)", dependencies: (["FuzzInput"] + modules).map { .byName(name: $0) },
        path: "Fuzz/Targets/\(name)",
        // The main function is libFuzzer's, and a file that is alone would otherwise be one.
        swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

let c: [Target] = [
    .systemLibrary(
        name: "CNettle", path: "Sources/C/CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(
        name: "CSystemd", path: "Sources/C/CSystemd", pkgConfig: "libsystemd",
        providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CVectors", path: "Sources/C/CVectors"),
    shims("CLinux"),
    shims("CCurl", linking: "curl"),
    shims("CHogweed", linking: "hogweed", "nettle", "gmp"),
]

let platform: [Target] = [
    library("Bytes", on: "Platform", uses: ["CLinux", "CVectors"]),
    library("Hashing", on: "Platform", uses: ["Bytes", "CNettle"]),
    library("Verifying", on: "Platform", uses: ["CHogweed"]),
    library("Proving", on: "Platform", uses: ["Bytes", "CHogweed"]),
    library("Kernel", on: "Platform", uses: ["Bytes", "CLinux"]),
    library("Transfer", on: "Platform", uses: ["Bytes", "CCurl"]),
    library("EventLoop", on: "Platform", uses: ["CLinux", "CSystemd", "Kernel"]),
    library("Systemd", on: "Platform", uses: ["Bytes", "CLinux", "CSystemd", "Kernel"]),
]

let domain: [Target] = [
    library("Text", on: "Domain", uses: ["Bytes"]),
    library("Time", on: "Domain", uses: ["Bytes", "Text"]),
    library("JSON", on: "Domain", uses: ["Bytes", "Text"]),
    library("HTTP", on: "Domain", uses: ["Bytes", "Text"]),
    library("Turns", on: "Domain", uses: ["Bytes"]),
    library("Chunks", on: "Domain", uses: ["Bytes", "Hashing", "HTTP", "Text"]),
    library("TextEquality", on: "Domain", uses: ["Bytes"]),
    library(
        "Access", on: "Domain", uses: ["Bytes", "Hashing", "JSON", "Signing", "Text", "TextEquality", "Time"]),
    library(
        "Scoping", on: "Domain", uses: ["Access", "Bytes", "JSON", "Signing", "Text", "TextEquality"]),
    library("Sections", on: "Domain", uses: ["Access", "Bytes", "Scoping", "Signing", "Text", "Time"]),
    library(
        "Settings", on: "Domain",
        uses: [
            "Access", "Bytes", "Documents", "Exchange", "JSON", "Scoping", "Sections", "Signing", "Text",
            "Time", "Tokens",
        ], embeds: ["Gateway/nginx.conf"]),
    library(
        "IssuingSettings", on: "Domain",
        uses: ["Access", "Bytes", "Exchange", "Issuing", "Scoping", "Sections", "Signing", "Text", "Time"]),
    library("Auditing", on: "Domain", uses: ["Access", "Bytes", "Time"]),
    library("Suggesting", on: "Domain", uses: ["Access", "JSON", "Text", "Time"]),
    library("Signing", on: "Domain", uses: ["Bytes", "Hashing", "JSON", "Text", "Time"]),
    library(
        "Tokens", on: "Domain",
        uses: ["Bytes", "Hashing", "JSON", "Signing", "Text", "TextEquality", "Time"]),
    library("Documents", on: "Domain", uses: ["Bytes", "JSON", "Signing", "Text", "Time"]),
    library("Assertions", on: "Domain", uses: ["Bytes", "Hashing", "JSON", "Text", "Time"]),
    library("Exchange", on: "Domain", uses: ["Bytes", "JSON", "Text", "Time"]),
    library(
        "Issuing", on: "Domain",
        uses: [
            "API", "Access", "Bytes", "Documents", "Exchange", "Hashing", "JSON", "Scoping", "Signing",
            "Text",
            "TextEquality", "Time", "Tokens",
        ]),
    library("CommandLine", on: "Domain", uses: ["Text"]),
    library("Contract", on: "Domain"),
    library(
        "API", on: "Domain",
        uses: [
            "Access", "Bytes", "Contract", "Documents", "HTTP", "Hashing", "JSON", "Scoping", "Signing",
            "Text",
            "Time", "Tokens",
        ],
        embeds: ["openapi.json"]),
    library("Metrics", on: "Domain", uses: ["API", "Bytes", "Text", "Time", "Tokens"]),
]

let service: [Target] = [
    library(
        "Fetching", on: "Service",
        uses: [
            "Assertions", "Bytes", "Exchange", "JSON", "Kernel", "Proving", "Text", "Time", "Transfer",
            "Verifying",
        ]),
    library(
        "AppServer", on: "Service",
        uses: [
            "Access", "Bytes", "Callers", "CommandLine", "Contract", "EventLoop", "Exchange", "Exchanging",
            "HTTP", "Hashing", "Issuing", "IssuingSettings", "JSON", "Kernel", "Metrics", "Reaching",
            "Records", "Scoping", "Sections", "Serving", "Signing", "Systemd", "Text", "Time", "Tokens",
            "Turns",
            "Verifying",
        ]),
    library(
        "Unchunking", on: "Service",
        uses: ["Bytes", "Chunks", "CommandLine", "EventLoop", "HTTP", "Kernel", "Systemd"]),
    library("Reaching", on: "Service", uses: ["Bytes", "HTTP", "Kernel", "Text"]),
    library(
        "Exchanging", on: "Service",
        uses: [
            "Bytes", "Contract", "EventLoop", "Exchange", "Kernel", "Records", "Time", "Tokens",
        ]),
    library(
        "Callers", on: "Service", uses: ["API", "Access", "Bytes", "Kernel", "Metrics", "Scoping", "Time"]),
    library(
        "Records", on: "Service",
        uses: [
            "API", "Access", "Auditing", "Bytes", "Callers", "EventLoop", "Exchange", "Kernel", "Sections",
            "Settings", "Signing", "Systemd", "Text", "Time", "Tokens",
        ]),
    library(
        "Keeping", on: "Service",
        uses: [
            "API", "Bytes", "Contract", "Documents", "EventLoop", "Exchange", "Exchanging", "HTTP", "Hashing",
            "Kernel", "Metrics", "Records", "Scoping", "Sections", "Settings", "Signing", "Systemd", "Text",
            "TextEquality", "Time", "Tokens", "Turns",
        ]),
    library(
        "Serving", on: "Service",
        uses: [
            "Access", "Bytes", "Callers", "EventLoop", "HTTP", "Kernel", "Metrics", "Records", "Time",
            "Turns",
        ]),
    library(
        "Daemon", on: "Service",
        uses: [
            "API", "Access", "Bytes", "Callers", "CommandLine", "Documents", "EventLoop", "Exchanging",
            "HTTP", "Hashing", "Keeping", "Kernel", "Metrics", "Records", "Scoping", "Sections",
            "Serving", "Settings", "Signing", "Systemd", "Text", "Time", "Tokens", "Turns",
        ]),
]

let programs: [Target] = [
    program("ossauthd", uses: ["Daemon", "Kernel"]),
    program("ossauth-fetch", uses: ["Fetching", "Kernel"]),
    program("ossauth-appserver", uses: ["AppServer", "Kernel"]),
    program("ossauth-unchunk", uses: ["Kernel", "Unchunking"]),
    program("ossauthctl", uses: ["Control"]),
]

/// The client of the daemon for programs of others, and its first user, the command line.
let clients: [Target] = [
    library(
        "OSSAuthClient", on: "Clients",
        uses: ["Bytes", "Contract", "HTTP", "JSON", "Kernel", "Reaching", "Text", "Time"]),
    library(
        "Control", on: "Clients",
        uses: [
            "Bytes", "CommandLine", "Contract", "Documents", "JSON", "Kernel", "OSSAuthClient",
            "Reaching", "Signing", "Suggesting", "Text", "Time",
        ]),
]

/// Writes the generated pages of the repository; not in the product, and not built with it by `.ci/release`.
let tools: [Target] = [
    .target(
        name: "Reference",
        dependencies: ["Access", "CommandLine", "Control", "IssuingSettings", "Sections", "Settings"],
        path: "Tools/Reference", swiftSettings: settings),
    .executableTarget(
        name: "WritePages", dependencies: ["Kernel", "Reference"], path: "Tools/WritePages",
        swiftSettings: settings),
]

let testTargets: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["Bytes", "CLinux", "Kernel"], path: "Tests/Support/TestSupport",
        swiftSettings: settings),
    .executableTarget(
        name: "ServiceProbe", dependencies: ["Bytes", "Kernel", "Systemd"],
        path: "Tests/Support/ServiceProbe",
        swiftSettings: settings),
    tests(of: "Bytes", on: "Platform", uses: ["TestSupport"]),
    tests(of: "Hashing", on: "Platform", uses: ["Bytes", "TestSupport"]),
    tests(of: "Kernel", on: "Platform", uses: ["Access", "Bytes", "TestSupport"]),
    tests(of: "EventLoop", on: "Platform", uses: ["Bytes", "Kernel", "TestSupport"]),
    tests(of: "Systemd", on: "Platform", uses: ["Bytes", "Kernel", "ServiceProbe", "TestSupport"]),
    tests(of: "Transfer", on: "Platform", uses: ["Bytes", "Kernel", "TestSupport"]),
    tests(of: "Text", on: "Domain", uses: ["Bytes", "TestSupport"]),
    tests(of: "Time", on: "Domain", uses: ["Bytes", "TestSupport"]),
    tests(of: "JSON", on: "Domain", uses: ["Bytes", "TestSupport"]),
    tests(of: "HTTP", on: "Domain", uses: ["Bytes", "TestSupport"]),
    tests(of: "Turns", on: "Domain", uses: ["Bytes", "TestSupport"]),
    tests(of: "Chunks", on: "Domain", uses: ["Bytes", "HTTP", "Hashing", "TestSupport"]),
    .target(
        name: "AccessSupport", dependencies: ["Access", "Signing"], path: "Tests/Support/AccessSupport",
        swiftSettings: settings),
    tests(of: "Access", on: "Domain", uses: ["AccessSupport", "Bytes", "Signing", "TestSupport", "Time"]),
    tests(
        of: "Scoping", on: "Domain",
        uses: ["Access", "AccessSupport", "Bytes", "JSON", "Signing", "TestSupport"]),
    tests(of: "Auditing", on: "Domain", uses: ["Bytes", "TestSupport", "Time"]),
    tests(
        of: "Suggesting", on: "Domain",
        uses: ["Access", "Bytes", "JSON", "Sections", "Settings", "Signing", "TestSupport", "Text", "Time"]),
    tests(
        of: "Settings", on: "Domain",
        uses: [
            "Access", "Documents", "Exchange", "JSON", "Sections", "Signing", "TestSupport", "Tokens",
        ]),
    tests(
        of: "IssuingSettings", on: "Domain",
        uses: ["Access", "Exchange", "Issuing", "Sections", "TestSupport"]),
    tests(of: "Signing", on: "Domain", uses: ["Bytes", "TestSupport", "Time"]),
    tests(of: "Tokens", on: "Domain", uses: ["Bytes", "Hashing", "JSON", "Signing", "TestSupport", "Time"]),
    tests(of: "Documents", on: "Domain", uses: ["Bytes", "TestSupport", "Time"]),
    tests(
        of: "Assertions", on: "Domain",
        uses: ["Bytes", "JSON", "Proving", "TestSupport", "Text", "Time", "Verifying"]),
    tests(of: "Exchange", on: "Domain", uses: ["Bytes", "Time"]),
    tests(
        of: "Issuing", on: "Domain",
        uses: [
            "Access", "Bytes", "Documents", "Exchange", "Hashing", "IssuingSettings", "JSON", "Sections",
            "Signing", "TestSupport", "Text", "Time", "Tokens", "Verifying",
        ]),
    tests(
        of: "API", on: "Domain",
        uses: [
            "Access", "Bytes", "Contract", "Documents", "HTTP", "JSON", "Signing", "TestSupport", "Time",
            "Tokens",
        ]),
    tests(of: "Metrics", on: "Domain", uses: ["API", "Access", "Bytes", "Time", "Tokens"]),
    tests(of: "CommandLine", on: "Domain"),
    tests(
        of: "Fetching", on: "Service",
        uses: ["Bytes", "Exchange", "Kernel", "TestSupport", "Time", "ossauth-fetch"]),
    .target(
        name: "KeepingSupport",
        dependencies: [
            "API", "Bytes", "EventLoop", "Exchanging", "Keeping", "Kernel", "Records", "Sections", "Settings",
            "Systemd", "TestSupport", "Time", "Tokens", "Turns",
        ], path: "Tests/Support/KeepingSupport", swiftSettings: settings),
    tests(of: "Callers", on: "Service", uses: ["API", "Access", "Kernel", "Metrics", "Time"]),
    tests(of: "Records", on: "Service", uses: ["Kernel", "Sections", "Settings", "TestSupport"]),
    tests(
        of: "Serving", on: "Service",
        uses: ["API", "Access", "Bytes", "Callers", "HTTP", "Kernel", "TestSupport", "Time", "Turns"]),
    tests(
        of: "Keeping", on: "Service",
        uses: [
            "API", "Access", "Bytes", "Contract", "EventLoop", "Exchange", "Exchanging", "KeepingSupport",
            "Kernel", "Metrics", "Records", "Scoping", "Settings", "Systemd", "TestSupport", "Time", "Tokens",
            "Turns",
        ]),
    tests(
        of: "Daemon", on: "Service",
        uses: [
            "API", "Access", "Bytes", "Callers", "CommandLine", "EventLoop", "HTTP", "Keeping",
            "KeepingSupport", "Kernel", "Metrics", "Records", "Sections", "Serving", "Settings", "Systemd",
            "TestSupport", "Time", "Tokens", "Turns",
        ]),
    tests(
        of: "AppServer", on: "Service", uses: ["Bytes", "Kernel", "TestSupport", "Time", "ossauth-appserver"]),
    tests(
        of: "Control", on: "Clients",
        uses: [
            "API", "Bytes", "CommandLine", "Contract", "HTTP", "JSON", "Kernel", "OSSAuthClient",
            "TestSupport",
            "Text", "Time", "ossauthctl",
        ]),
    tests(
        of: "Reference", on: "Tools",
        uses: [
            "Access", "Bytes", "CommandLine", "IssuingSettings", "Kernel", "Sections", "Settings",
            "TestSupport",
        ]),
    tests(of: "OSSAuthClient", on: "Clients", uses: ["Bytes", "HTTP", "Kernel", "TestSupport"]),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "Bytes", "CommandLine", "Control", "HTTP", "JSON", "Kernel", "OSSAuthClient",
            "TestSupport", "Time", "ossauthd", "ossauth-appserver", "ossauth-fetch", "ossauthctl",
        ], path: "Tests/Programs/EndToEndTests", swiftSettings: settings),
]

/// Only `Fuzz/run` asks for these, so no ordinary build compiles them.
let fuzzers: [Target] =
    Context.environment["OSSAUTHD_FUZZ"] == nil
    ? []
    : [
        .target(name: "FuzzInput", path: "Fuzz/FuzzInput", swiftSettings: settings),
        fuzzer("RequestHead", of: ["Bytes", "HTTP"]),
        fuzzer("ResponseHead", of: ["HTTP"]),
        fuzzer("ConnectionState", of: ["HTTP"]),
        fuzzer("PlainBody", of: ["Bytes", "Chunks", "HTTP"]),
        fuzzer("Settings", of: ["Access", "Sections", "Settings"]),
        fuzzer("Glob", of: ["Access", "Bytes"]),
        fuzzer("SocketOwner", of: ["Access"]),
        fuzzer("JSONReader", of: ["Bytes", "JSON", "Text"]),
        fuzzer("ReadyStrings", of: ["Bytes", "Signing"]),
        fuzzer("PostPolicy", of: ["Bytes", "Signing"]),
        fuzzer("SigningBody", of: ["API", "Access", "Bytes", "HTTP", "JSON", "Signing", "Time", "Tokens"]),
        fuzzer(
            "ForwardQuestion", of: ["API", "Access", "Bytes", "HTTP", "Signing", "Time", "Tokens"]),
        fuzzer("DeleteDocument", of: ["API", "Bytes", "Text"]),
        fuzzer("CredentialBody", of: ["API", "Bytes", "HTTP", "Time", "Tokens"]),
        fuzzer("IssueCall", of: ["API", "Bytes", "HTTP", "JSON", "Scoping"]),
        fuzzer("DiscoveryDocument", of: ["Bytes", "Exchange", "Issuing"]),
        fuzzer("JWT", of: ["Bytes", "Issuing", "Text", "Time"]),
        fuzzer("IssuingSettings", of: ["Access", "Issuing", "IssuingSettings", "Sections"]),
        fuzzer("EnrolledUsers", of: ["Bytes", "Issuing"]),
        fuzzer("ObjectQuestion", of: ["Bytes", "Issuing"]),
        fuzzer("StringQuestion", of: ["Access", "Bytes", "Issuing", "Time"]),
        fuzzer("DialectReply", of: ["Bytes", "Time", "Tokens"]),
        fuzzer("CacheRecord", of: ["Bytes", "Hashing", "Text", "Tokens"]),
        fuzzer("SealedRecord", of: ["Bytes", "Hashing", "Tokens"]),
        fuzzer("KeyFile", of: ["Assertions", "Bytes"]),
        fuzzer("ExchangeRequest", of: ["Bytes", "Exchange"]),
        fuzzer("ExchangeReply", of: ["Bytes", "Exchange"]),
    ]

/// Only `Benchmarks/Operations/run` and `Benchmarks/Schedule/run` ask for these.
let benchmarks: [Target] =
    Context.environment["OSSAUTHD_BENCH"] == nil
    ? []
    : [
        .target(name: "CAllocations", path: "Benchmarks/Operations/CAllocations"),
        .executableTarget(
            name: "MeasureOperations",
            dependencies: [
                "API", "Access", "Bytes", "CAllocations", "HTTP", "Hashing", "Signing", "Time", "Tokens",
            ],
            path: "Benchmarks/Operations/Program", swiftSettings: settings),
        .executableTarget(
            name: "PlotSchedule", dependencies: ["Bytes", "Kernel", "Time", "Tokens"],
            path: "Benchmarks/Schedule/Program", swiftSettings: settings),
    ]

let package = Package(
    name: "ossauthd",
    products: [
        .library(name: "OSSAuthClient", targets: ["OSSAuthClient"])
    ],
    targets: c + platform + domain + service + clients + programs
        + (Context.environment["OSSAUTHD_RELEASE"] == nil ? tools + testTargets : [])
        + fuzzers + benchmarks
)

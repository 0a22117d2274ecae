// swift-tools-version: 6.2
import PackageDescription

// The tests of one target and what they need, so that they can be built in release mode: ten million random pairs of
// rules and URLs take minutes then. `Sources`, `TestSupport` and `RuleIndexTests` are links to those of the repository.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "index-law",
    targets: [
        .systemLibrary(name: "CICU", path: "Sources/CICU", pkgConfig: "icu-uc"),
        .systemLibrary(name: "CPCRE2", path: "Sources/CPCRE2", pkgConfig: "libpcre2-8"),
        .systemLibrary(name: "CPSL", path: "Sources/CPSL", pkgConfig: "libpsl"),
        .systemLibrary(name: "CPrefetch", path: "Sources/CPrefetch"),
        .target(name: "CICUShims", dependencies: ["CICU"]),
        .target(name: "ByteText", swiftSettings: settings),
        .target(name: "URLStandard", dependencies: ["ByteText", "CICUShims"], swiftSettings: settings),
        .target(name: "URLMatching", dependencies: ["URLStandard", "CPCRE2", "CPSL"], swiftSettings: settings),
        .target(name: "Diagnostics", dependencies: ["ByteText"], swiftSettings: settings),
        .target(name: "PolicyModel", dependencies: ["URLMatching", "Diagnostics"], swiftSettings: settings),
        .target(name: "RuleIndex", dependencies: ["PolicyModel", "CPrefetch"], swiftSettings: settings),
        .target(name: "TestSupport", path: "TestSupport", swiftSettings: settings),
        .testTarget(
            name: "RuleIndexTests",
            dependencies: ["RuleIndex", "TestSupport"],
            path: "RuleIndexTests",
            swiftSettings: settings
        ),
    ]
)

// swift-tools-version: 6.2
import PackageDescription

// The laws of the index and of the analysis with their dependencies, so that they can run exhaustively in release mode:
// in debug mode they take hours. The folders are links to those of the repository.
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
    name: "laws",
    dependencies: [
        .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .systemLibrary(name: "CICU", pkgConfig: "icu-uc"),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8"),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0"),
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl"),
        .systemLibrary(name: "CPrefetch"),
        .systemLibrary(name: "COpenBeneath"),
        .target(name: "CICUShims", dependencies: ["CICU"]),
        .target(name: "CSpoofShims", dependencies: ["CICU"], linkerSettings: [.linkedLibrary("icui18n")]),
        .target(name: "ByteText", swiftSettings: settings),
        .target(name: "URLStandard", dependencies: ["ByteText", "CICUShims"], swiftSettings: settings),
        .target(name: "URLMatching", dependencies: ["URLStandard", "CPCRE2", "CPSL"], swiftSettings: settings),
        .target(name: "Diagnostics", dependencies: ["ByteText"], swiftSettings: settings),
        .target(name: "PolicyModel", dependencies: ["URLMatching", "Diagnostics"], swiftSettings: settings),
        .target(name: "RuleIndex", dependencies: ["PolicyModel", "CPrefetch"], swiftSettings: settings),
        .target(name: "DocumentReading", dependencies: ["PolicyModel"], swiftSettings: settings),
        .target(name: "PropertyList", dependencies: ["Diagnostics", "CLibXML2"], swiftSettings: settings),
        .target(
            name: "PolicyFiles",
            dependencies: [
                "DocumentReading", "PropertyList", "COpenBeneath", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "DemarcEngine",
            dependencies: ["RuleIndex", .product(name: "Atomics", package: "swift-atomics")],
            swiftSettings: settings
        ),
        .target(name: "RequestReading", dependencies: ["DemarcEngine"], swiftSettings: settings),
        .target(
            name: "QuestionAnswering",
            dependencies: ["DemarcEngine", "DocumentReading"],
            swiftSettings: settings
        ),
        .target(name: "Demarc", dependencies: ["DemarcEngine", "PolicyFiles"], swiftSettings: settings),
        .target(name: "AppLint", dependencies: ["PolicyFiles"], swiftSettings: settings),
        .target(name: "Scenarios", dependencies: ["Demarc", "QuestionAnswering"], swiftSettings: settings),
        .target(
            name: "PolicyAnalysis",
            dependencies: ["Scenarios", "AppLint", "RequestReading", "CSpoofShims"],
            swiftSettings: settings
        ),
        .target(name: "TestSupport", path: "TestSupport", swiftSettings: settings),
        .testTarget(
            name: "RuleIndexTests",
            dependencies: ["RuleIndex", "TestSupport"],
            path: "RuleIndexTests",
            swiftSettings: settings
        ),
        .testTarget(
            name: "PolicyAnalysisTests",
            dependencies: ["PolicyAnalysis", "TestSupport"],
            path: "PolicyAnalysisTests",
            sources: [
                "Audit", "Diff", "Flows", "Readers", "Regions/AutomatonSupport.swift",
                "Regions/ByteAutomatonTests.swift",
                "Regions/CanonicalURLShapeTests.swift", "Regions/RegexConfinementTests.swift", "WhatIf",
            ],
            // The headers of libxml2 include ICU's, and in one compilation these clash with Foundation's own.
            swiftSettings: settings + [.unsafeFlags(["-no-whole-module-optimization", "-enable-batch-mode"])]
        ),
    ]
)

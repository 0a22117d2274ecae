// swift-tools-version: 6.2
import PackageDescription

// A separate package: libFuzzer provides the `main` of these programs, so a plain `swift build` cannot link them.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-parse-as-library"]),
]

// For targets that call the C ABI like a C program, in which every line would be marked as unsafe.
let settingsOfC: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-parse-as-library"]),
]

let package = Package(
    name: "fuzzing",
    products: [
        .executable(name: "fuzz-url", targets: ["FuzzURL"]),
        .executable(name: "fuzz-policy", targets: ["FuzzPolicy"]),
        .executable(name: "fuzz-graph", targets: ["FuzzGraph"]),
        .executable(name: "fuzz-configuration", targets: ["FuzzConfiguration"]),
        .executable(name: "fuzz-facts", targets: ["FuzzFacts"]),
        .executable(name: "fuzz-registrations", targets: ["FuzzRegistrations"]),
        .executable(name: "fuzz-scenario", targets: ["FuzzScenario"]),
        .executable(name: "fuzz-plist", targets: ["FuzzPlist"]),
        .executable(name: "fuzz-plist-edit", targets: ["FuzzPlistEdit"]),
        .executable(name: "fuzz-pattern", targets: ["FuzzPattern"]),
        .executable(name: "fuzz-regex", targets: ["FuzzRegex"]),
        .executable(name: "fuzz-compiled", targets: ["FuzzCompiled"]),
        .executable(name: "fuzz-icap", targets: ["FuzzICAP"]),
        .executable(name: "fuzz-serve", targets: ["FuzzServe"]),
        .executable(name: "fuzz-request", targets: ["FuzzRequest"]),
        .executable(name: "fuzz-forwarded", targets: ["FuzzForwarded"]),
        .executable(name: "fuzz-squid", targets: ["FuzzSquid"]),
        .executable(name: "fuzz-question", targets: ["FuzzQuestion"]),
        .executable(name: "fuzz-calls", targets: ["FuzzCalls"]),
    ],
    dependencies: [.package(name: "demarc", path: "../..")],
    targets: [
        .executableTarget(
            name: "FuzzURL",
            dependencies: [.product(name: "URLStandard", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzRequest",
            dependencies: [.product(name: "RequestReading", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzForwarded",
            dependencies: [.product(name: "RequestReading", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzSquid",
            dependencies: [.product(name: "DemarcHosting", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzQuestion",
            dependencies: [.product(name: "DemarcScenarios", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzCalls",
            dependencies: [
                .product(name: "DemarcC", package: "demarc"), .product(name: "Demarc", package: "demarc"),
            ],
            swiftSettings: settingsOfC
        ),
        .executableTarget(
            name: "FuzzGraph",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzConfiguration",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzFacts",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzRegistrations",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzPolicy",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzScenario",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzPlist",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzPlistEdit",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        // Only the reader of heads, through links into the server's package: it has no dependencies.
        .executableTarget(name: "FuzzICAP", swiftSettings: settings),
        .executableTarget(
            name: "FuzzCompiled",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzServe",
            dependencies: [.product(name: "DemarcHosting", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzRegex",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FuzzPattern",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: settings
        ),
    ]
)

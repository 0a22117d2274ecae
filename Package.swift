// swift-tools-version: 6.2
import PackageDescription

/// The settings of all targets of the package; CONTRIBUTING.md explains the benefit of each.
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

/// The same for the targets that tests ask millions of questions. `Scripts/swift-whole` sets this variable, to optimize
/// them although it compiles everything else without optimization: that adds an eighth to the build, and the tests take
/// two thirds of the time. Assertions are still checked. Only the environment turns these flags on, because SwiftPM
/// refuses packages that depend on a package with such flags.
let settingsOfDecisions =
    Context.environment["DEMARC_OPTIMIZES_DECISIONS"] == nil
    ? settings
    : settings + [.unsafeFlags(["-Xfrontend", "-O", "-Xfrontend", "-assert-config", "-Xfrontend", "Debug"])]

/// The same for tests that call the C ABI like a C program: otherwise every line would be marked as unsafe.
let settingsOfC: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "demarc",
    products: [
        .library(name: "Demarc", targets: ["Demarc"]),
        .library(name: "DemarcEngine", targets: ["DemarcEngine"]),
        .library(name: "DemarcScenarios", targets: ["Scenarios"]),
        .library(name: "RequestReading", targets: ["RequestReading"]),
        .library(name: "DemarcHosting", targets: ["Hosting"]),
        // For programs in C: `make library` builds libdemarc from it, which needs no Swift at run time.
        .library(name: "DemarcLibrary", type: .dynamic, targets: ["DemarcC"]),
        .library(name: "DemarcC", targets: ["DemarcC"]),
        .library(name: "URLStandard", targets: ["URLStandard"]),
        .library(name: "URLStandardFoundation", targets: ["URLStandardFoundation"]),
        .executable(name: "demarc", targets: ["DemarcTool"]),
        // For Tests/Benchmarks, which is a separate package; not part of the API.
        .library(name: "CAllocationCounter", targets: ["CAllocationCounter"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // MARK: System libraries
        .systemLibrary(name: "CICU", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),

        // One instruction and one system call that Swift cannot express; headers only.
        .systemLibrary(name: "CPrefetch"),
        .systemLibrary(name: "COpenBeneath"),

        // Plain C types over ICU, because Foundation contains its own ICU and the two clash in Swift.
        .target(name: "CICUShims", dependencies: ["CICU"]),
        // The same for ICU's spoof checker, which is in a separate library that code that makes decisions does not
        // need.
        .target(name: "CSpoofShims", dependencies: ["CICU"], linkerSettings: [.linkedLibrary("icui18n")]),

        // MARK: From bytes to decisions; each target imports only the targets above it
        .target(name: "ByteText", swiftSettings: settingsOfDecisions),
        .target(name: "URLStandard", dependencies: ["ByteText", "CICUShims"], swiftSettings: settingsOfDecisions),
        .target(name: "URLStandardFoundation", dependencies: ["URLStandard"], swiftSettings: settings),
        .target(
            name: "URLMatching",
            dependencies: ["URLStandard", "CPCRE2", "CPSL"],
            swiftSettings: settingsOfDecisions
        ),
        .target(name: "Diagnostics", dependencies: ["ByteText"], swiftSettings: settings),
        .target(name: "PolicyModel", dependencies: ["URLMatching", "Diagnostics"], swiftSettings: settings),
        .target(name: "RuleIndex", dependencies: ["PolicyModel", "CPrefetch"], swiftSettings: settingsOfDecisions),
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
            swiftSettings: settingsOfDecisions
        ),
        .target(name: "RequestReading", dependencies: ["DemarcEngine"], swiftSettings: settings),
        .target(
            name: "QuestionAnswering",
            dependencies: ["DemarcEngine", "DocumentReading"],
            swiftSettings: settings
        ),
        // The header for programs in C, and its implementation.
        .systemLibrary(name: "CDemarc"),
        .target(
            name: "DemarcC",
            dependencies: ["RequestReading", "QuestionAnswering", "CDemarc"],
            swiftSettings: settings
        ),
        .target(name: "Demarc", dependencies: ["DemarcEngine", "PolicyFiles"], swiftSettings: settings),
        .target(name: "Hosting", dependencies: ["Demarc", "RequestReading"], swiftSettings: settings),
        .target(name: "AppLint", dependencies: ["PolicyFiles"], swiftSettings: settings),
        .target(name: "Scenarios", dependencies: ["Demarc", "QuestionAnswering"], swiftSettings: settings),
        // What is asked of a policy as a whole: two branches, which are compiled at the same time.
        .target(name: "RuleRegions", dependencies: ["RuleIndex"], swiftSettings: settings),
        .target(
            name: "PolicyAnalysis",
            dependencies: ["Scenarios", "AppLint", "RequestReading", "RuleRegions"],
            swiftSettings: settings
        ),
        .target(
            name: "LintChecks",
            dependencies: ["AppLint", "RuleRegions", "CSpoofShims"],
            swiftSettings: settings
        ),
        .target(name: "PolicyImport", dependencies: ["LintChecks"], swiftSettings: settings),
        .target(
            name: "FileLint",
            dependencies: ["LintChecks", "PolicyAnalysis"],
            swiftSettings: settings
        ),

        // MARK: Command line
        .target(name: "CAllocationCounter"),
        .target(
            name: "DemarcCommands",
            dependencies: [
                "FileLint", "PolicyImport", "Hosting", "CAllocationCounter",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "DemarcTool",
            dependencies: ["DemarcCommands"],
            swiftSettings: settings
        ),

        // MARK: Tests
        // Helpers that several test targets share; not in any product.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        // Transcripts of scenarios for hosts in other languages to replay, and the program that writes them to files.
        .target(
            name: "Transcripts",
            dependencies: ["PolicyFiles", "QuestionAnswering"],
            path: "Tests/Transcripts",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "WriteTranscripts",
            dependencies: ["Transcripts"],
            path: "Tests/WriteTranscripts",
            swiftSettings: settings
        ),
        // The models' readings of hostile texts, for Tests/Readers/compare.py.
        .executableTarget(
            name: "WriteReadings",
            dependencies: ["PolicyAnalysis", "TestSupport"],
            path: "Tests/WriteReadings",
            swiftSettings: settings
        ),
        // A host with the engine only, to check what it is linked to.
        .executableTarget(
            name: "EngineAlone",
            dependencies: ["DemarcEngine"],
            path: "Tests/EngineAlone",
            swiftSettings: settings
        ),
        .testTarget(
            name: "LayerTests",
            dependencies: ["TestSupport", "EngineAlone", "DemarcTool"],
            swiftSettings: settings
        ),
        .testTarget(name: "CAllocationCounterTests", dependencies: ["CAllocationCounter"], swiftSettings: settings),
        .testTarget(name: "ByteTextTests", dependencies: ["ByteText"], swiftSettings: settings),
        .testTarget(
            name: "URLStandardTests",
            dependencies: ["URLStandard", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "URLStandardFoundationTests",
            dependencies: ["URLStandardFoundation"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "URLMatchingTests",
            dependencies: ["URLMatching", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DiagnosticsTests",
            dependencies: ["Diagnostics", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PolicyModelTests",
            dependencies: ["PolicyModel", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(name: "RuleIndexTests", dependencies: ["RuleIndex", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "PropertyListTests",
            dependencies: ["PropertyList", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DocumentReadingTests",
            dependencies: ["DocumentReading", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PolicyFilesTests",
            dependencies: ["PolicyFiles", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DemarcTests",
            dependencies: ["Demarc", "CAllocationCounter", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RequestReadingTests",
            dependencies: ["RequestReading", "Demarc", "DemarcC", "CDemarc", "CAllocationCounter", "TestSupport"],
            exclude: ["Observations"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "QuestionAnsweringTests",
            dependencies: ["QuestionAnswering", "Demarc"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DemarcCTests",
            dependencies: ["DemarcC", "CDemarc", "Demarc", "CAllocationCounter", "TestSupport"],
            swiftSettings: settingsOfC
        ),
        .testTarget(name: "HostingTests", dependencies: ["Hosting", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "AppLintTests", dependencies: ["AppLint", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "ScenariosTests", dependencies: ["Scenarios", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "TranscriptTests",
            dependencies: ["Transcripts", "Scenarios", "DemarcC", "CDemarc", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RuleRegionsTests",
            dependencies: ["RuleRegions", "PolicyFiles", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PolicyAnalysisTests",
            dependencies: ["PolicyAnalysis", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PolicyImportTests",
            dependencies: ["PolicyImport", "Demarc", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FileLintTests",
            dependencies: ["FileLint", "PolicyImport", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DemarcCommandsTests",
            dependencies: ["DemarcCommands", "Diagnostics", "TestSupport"],
            swiftSettings: settings
        ),
        // Runs the command as a process, and imports nothing of it, so that both are compiled at the same time.
        .testTarget(
            name: "DemarcToolTests",
            dependencies: ["Diagnostics", "TestSupport"],
            exclude: ["Screens"],
            swiftSettings: settings
        ),
    ]
)

// After a change, SwiftPM compiles a target again only if it names the changed target as a dependency, although it also
// contains values of types from further below. With the old layout of such a type it would crash, so each target names
// every target below it; and each library contains them, so that a program that uses it is compiled again after an update.
var below: [String: Set<String>] = [:]
for target in package.targets {
    let named = target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
    precondition(named.allSatisfy { below[$0] != nil }, "\(target.name) is above a target that it depends on")
    let names = named.reduce(into: Set(named)) { $0.formUnion(below[$1, default: []]) }
    below[target.name] = names
    target.dependencies += names.subtracting(named).sorted().map { .byName(name: $0) }
}
let modules = Set(package.targets.filter { $0.type == .regular }.map(\.name))
package.products = package.products.map { product in
    guard let library = product as? Product.Library, library.type == nil else { return product }
    let names = library.targets.reduce(into: Set<String>()) { $0.formUnion(below[$1, default: []]) }
    let further = names.intersection(modules).subtracting(library.targets)
    return .library(name: library.name, targets: library.targets + further.sorted())
}

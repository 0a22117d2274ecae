// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library neither resolve nor build it.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "demarc", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "CFileSum"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CFileSum",
                .product(name: "Demarc", package: "demarc"),
                .product(name: "RequestReading", package: "demarc"),
                .product(name: "DemarcC", package: "demarc"),
                .product(name: "URLStandard", package: "demarc"),
                .product(name: "CAllocationCounter", package: "demarc"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Stress",
            dependencies: [
                .product(name: "Demarc", package: "demarc"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
    ]
)

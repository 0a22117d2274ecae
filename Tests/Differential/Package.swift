// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the comparison with another parser is not part of a normal build. See ada.py.
let package = Package(
    name: "Differential",
    dependencies: [.package(name: "demarc", path: "../..")],
    targets: [
        .executableTarget(
            name: "CompareURLs",
            dependencies: [.product(name: "URLStandard", package: "demarc")],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .strictMemorySafety(),
                .treatAllWarnings(as: .error),
            ]
        )
    ]
)

// swift-tools-version: 6.2
import PackageDescription

/// The settings of the root package.
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
    name: "demarc-server",
    products: [
        .executable(name: "demarc-serve", targets: ["DemarcServe"])
    ],
    traits: [
        // Envoy over gRPC builds BoringSSL and SwiftProtobuf, which takes minutes. Envoy over HTTP needs neither.
        .trait(name: "GRPC")
    ],
    dependencies: [
        .package(name: "demarc", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
        .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        // MARK: From a request to its answer; each target imports only the targets above it
        .target(
            name: "Answering",
            dependencies: [
                .product(name: "DemarcHosting", package: "demarc"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ICAP",
            dependencies: [
                "Answering",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "EnvoyAuthorization",
            dependencies: [
                "Answering",
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["GRPC"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["GRPC"])),
                .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: .when(traits: ["GRPC"])),
                .product(name: "NIOHPACK", package: "swift-nio-http2", condition: .when(traits: ["GRPC"])),
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["GRPC"])),
                .product(
                    name: "GRPCNIOTransportHTTP2Posix",
                    package: "grpc-swift-nio-transport",
                    condition: .when(traits: ["GRPC"])
                ),
                .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf", condition: .when(traits: ["GRPC"])),
                .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: .when(traits: ["GRPC"])),
            ],
            exclude: ["Generated/README.md"],
            swiftSettings: settings
        ),
        .target(
            name: "DemarcServer",
            dependencies: [
                "Answering", "ICAP", "EnvoyAuthorization",
                .product(name: "DemarcScenarios", package: "demarc"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "DemarcServe",
            dependencies: [
                "DemarcServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings
        ),

        // MARK: Tests
        // The server without its decisions, to measure what they cost; not in any product.
        .executableTarget(
            name: "ServerBenchmark",
            dependencies: [
                "DemarcServer",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/ServerBenchmark",
            swiftSettings: settings
        ),
        // Measures what an answer costs beyond its decision; not in any product.
        .executableTarget(
            name: "AnsweringBenchmark",
            dependencies: ["Answering"],
            path: "Benchmarks/AnsweringBenchmark",
            swiftSettings: settings
        ),
        .testTarget(
            name: "AnsweringTests",
            dependencies: ["Answering"],
            exclude: ["Snapshots"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ICAPTests",
            dependencies: ["ICAP", .product(name: "NIOEmbedded", package: "swift-nio")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EnvoyAuthorizationTests",
            dependencies: [
                "EnvoyAuthorization",
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["GRPC"])),
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["GRPC"])),
                .product(
                    name: "GRPCNIOTransportHTTP2Posix",
                    package: "grpc-swift-nio-transport",
                    condition: .when(traits: ["GRPC"])
                ),
                .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf", condition: .when(traits: ["GRPC"])),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DemarcServerTests",
            dependencies: [
                "DemarcServer",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2", condition: .when(traits: ["GRPC"])),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),
    ]
)

// As in the root package: each target names every target below it, and the libraries of Demarc that those use. Otherwise
// SwiftPM would not compile it again after a change there.
var targetsBelow: [String: Set<String>] = [:]
var librariesBelow: [String: Set<String>] = [:]
for target in package.targets {
    var targets: Set<String> = []
    var libraries: Set<String> = []
    for dependency in target.dependencies {
        switch dependency {
        case .byNameItem(let name, _): targets.insert(name)
        case .productItem(let name, package: "demarc", _, _): libraries.insert(name)
        default: continue
        }
    }
    let (below, used) = targets.reduce(into: (targets, libraries)) {
        $0.0.formUnion(targetsBelow[$1, default: []])
        $0.1.formUnion(librariesBelow[$1, default: []])
    }
    (targetsBelow[target.name], librariesBelow[target.name]) = (below, used)
    target.dependencies += below.subtracting(targets).sorted().map { .byName(name: $0) }
    target.dependencies += used.subtracting(libraries).sorted().map { .product(name: $0, package: "demarc") }
}

import Foundation
import TestSupport
import Testing

/// The server is a separate package, so that users of the library fetch and build none of it.
@Suite("The server's package") struct ServerPackageTests {
    @Test("The root package has three dependencies, none of them a server's")
    func dependencies() throws {
        let manifest = try Repository.text("Package.swift")
        let packages = manifest.matches(of: /\.package\(([^)]*)\)/).map { String($0.output.1) }
        let names = packages.compactMap { $0.firstMatch(of: /\/([\w-]+)"/).map { String($0.output.1) } }
        #expect(packages.count == names.count, "every package has a URL: \(packages)")
        #expect(Set(names) == ["swift-argument-parser", "swift-atomics", "Yams"])
        #expect(!manifest.contains("Sources/Server"))
        #expect(!manifest.contains("traits:"))
    }

    @Test("No file of the root's targets imports a server module")
    func imports() throws {
        let foreign: Set = [
            "Answering", "ICAP", "EnvoyAuthorization", "DemarcServer", "NIOCore", "NIOPosix", "NIOSSL", "NIOHTTP1",
            "Hummingbird", "Logging", "Mustache", "ServiceLifecycle", "UnixSignals", "GRPCCore", "SwiftProtobuf",
        ]
        var count = 0
        for (target, folder) in try Repository.targetFolders() where !folder.hasPrefix(Repository.server) {
            for file in Repository.swiftFiles(below: folder) {
                count += 1
                let text = try Repository.text(file)
                let modules = text.matches(of: /(?m)^(?:@\w+(?:\(\w+\))? )*(?:public |package )?import (?:\w+ )?(\w+)/)
                let wrong = Set(modules.map { String($0.output.1) }).intersection(foreign)
                #expect(wrong.isEmpty, "\(target): \(file) imports \(wrong)")
            }
        }
        #expect(count > 300)
    }

    @Test("A resolved root package contains no server package")
    func resolved() throws {
        let text = try Repository.text("Package.resolved")
        let names = Set(text.matches(of: /"identity" : "([\w-]+)"/).map { String($0.output.1) })
        #expect(names == ["swift-argument-parser", "swift-atomics", "yams"])
    }

    @Test(
        "`make demo`, `make test` and `make install` do not name the server's package",
        arguments: ["demo", "test", "install"]
    )
    func recipes(target: String) throws {
        let makefile = try Repository.text("Makefile")
        let start = try #require(makefile.range(of: "\n\(target): ")).upperBound
        let recipe = makefile[start...]
        let end = recipe.range(of: "\n.PHONY")?.lowerBound ?? recipe.endIndex
        #expect(!recipe[..<end].contains("Sources/Server"))
        #expect(recipe[..<end].contains(#/\t(swift|\$\(WHOLE\)) /#))
    }
}

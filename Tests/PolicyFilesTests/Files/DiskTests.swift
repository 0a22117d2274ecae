import Diagnostics
import Foundation
import PolicyModel
import TestSupport
import Testing

@testable import PolicyFiles

@Suite("Files on disk") struct DiskTests {
    /// A folder for one test, which is deleted afterwards.
    static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("policy/rules")
        try withExtendedLifetime(folder) { try body(folder.path) }
    }

    static let rules = "demarc-rules: 1\nrules: [{id: r, class: external, host: r.example}]\n"

    static func document(including path: String) -> String {
        "demarc: 1\nruleSets: {s: {default: internal, include: [\(path)]}}\n"
    }

    @Test("An unreadable file is reported with the cause")
    func unreadable() throws {
        try Self.withFolder { folder in
            func codes(_ path: String) -> [String] { PolicyDocumentReader().load(path: path).diagnostics.map(\.code) }
            #expect(codes(folder + "/missing.yaml") == ["file-not-found"])
            #expect(codes(folder + "/policy") == ["not-a-file"])
            #expect(codes(folder + "/missing/policy.yaml") == ["file-not-found"])
            #expect(codes("a\0b") == ["file-not-found"])
            #expect(codes(String(repeating: "a", count: 5000)) == ["file-unreadable"])
            #expect(codes("/dev/zero") == ["file-too-large"])
            let circle = folder + "/circle.yaml"
            try FileManager.default.createSymbolicLink(atPath: circle, withDestinationPath: circle)
            #expect(codes(circle) == ["file-unreadable"])
            let large = folder + "/large.yaml"
            #expect(FileManager.default.createFile(atPath: large, contents: nil))
            let handle = try #require(FileHandle(forWritingAtPath: large))
            try handle.truncate(atOffset: 100_000_000)
            #expect(codes(large) == ["file-too-large"])
        }
    }

    @Test("A link that leads out of the folder is refused")
    func links() throws {
        try Self.withFolder { folder in
            let path = folder + "/policy/policy.yaml"
            try Self.rules.write(toFile: folder + "/outside.yaml", atomically: false, encoding: .utf8)
            try Self.rules.write(toFile: folder + "/policy/rules/inside.yaml", atomically: false, encoding: .utf8)
            let manager = FileManager.default
            try manager.createSymbolicLink(atPath: folder + "/policy/out.yaml", withDestinationPath: "../outside.yaml")
            try manager.createSymbolicLink(atPath: folder + "/policy/up", withDestinationPath: "..")
            try manager.createSymbolicLink(atPath: folder + "/policy/in.yaml", withDestinationPath: "rules/inside.yaml")
            // A folder whose name has the document's folder as a prefix is a different folder.
            try manager.createDirectory(atPath: folder + "/policy-2", withIntermediateDirectories: true)
            try Self.rules.write(toFile: folder + "/policy-2/a.yaml", atomically: false, encoding: .utf8)
            for (name, expected) in [
                ("rules/inside.yaml", []), ("in.yaml", []), ("rules/../in.yaml", []),
                ("out.yaml", ["outside-folder"]), ("up/outside.yaml", ["outside-folder"]),
                ("../policy-2/a.yaml", ["outside-folder"]), ("up", ["outside-folder"]), (".", ["outside-folder"]),
                ("rules", ["not-a-file"]), ("rules/inside.yaml/", ["file-not-found"]),
                (folder + "/policy/in.yaml", ["outside-folder"]),
            ] {
                try Self.document(including: name).write(toFile: path, atomically: false, encoding: .utf8)
                let result = PolicyDocumentReader().load(path: path)
                #expect(result.diagnostics.map(\.code) == expected, "\(name): \(summary(result))")
                #expect(
                    PolicyDocumentReader(allowsOutside: true).load(path: path).diagnostics.allSatisfy {
                        $0.code == "not-a-file" || name.hasSuffix("/")
                    }
                )
            }
        }
    }

    @Test("A path is shown without the folders that it leaves, unless one of them is a link")
    func shownPaths() throws {
        try Self.withFolder { folder in
            let policy = folder + "/policy"
            try FileManager.default.createDirectory(atPath: policy + "/far/away", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: policy + "/link", withDestinationPath: "far/away")
            for path in ["/a.yaml", "/far/a.yaml"] {
                try Self.rules.write(toFile: policy + path, atomically: false, encoding: .utf8)
            }
            for (name, shown) in [
                ("rules/../a.yaml", "/a.yaml"), ("rules/../far/away/../../a.yaml", "/a.yaml"),
                ("link/../a.yaml", "/link/../a.yaml"),
            ] {
                let path = policy + "/policy.yaml"
                try Self.document(including: name).write(toFile: path, atomically: false, encoding: .utf8)
                let result = PolicyDocumentReader().load(path: path)
                let places = result.document?.ruleSets.flatMap(\.rules).map(\.location.path)
                #expect(places == [policy + shown], "\(summary(result))")
            }
        }
    }

    @Test("A pipe is read if the user names it, and never if a document does")
    func pipes() throws {
        try Self.withFolder { folder in
            let path = folder + "/policy/policy.yaml"
            let made = unsafe mkfifo(folder + "/policy/pipe", 0o600)
            #expect(made == 0)
            try Self.document(including: "pipe").write(toFile: path, atomically: false, encoding: .utf8)
            #expect(PolicyDocumentReader().load(path: path).diagnostics.map(\.code) == ["not-a-file"])
        }
    }

    @Test("Files keep the names that they were given")
    func names() throws {
        try Self.withFolder { folder in
            let path = folder + "/policy/./policy.yaml"
            try Self.rules.write(toFile: folder + "/policy/rules/a.yaml", atomically: false, encoding: .utf8)
            try Self.document(including: "./rules/a.yaml").write(toFile: path, atomically: false, encoding: .utf8)
            let document = try #require(PolicyDocumentReader().load(path: path).document)
            #expect(document.ruleSets[0].rules[0].location.path == folder + "/policy/./rules/a.yaml")
        }
    }
}

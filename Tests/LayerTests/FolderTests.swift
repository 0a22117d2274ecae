import TestSupport
import Testing

/// The folders of a target depend on each other in one direction, and each is small enough to take in at a glance. This
/// includes the folders of tests.
@Suite("Folders")
struct FolderTests {
    /// The maximum number of Swift files in a folder: a dozen.
    static let mostFiles = 12

    /// The Swift files of a target with their folders, relative to the target's own folder.
    private static func files(of folder: String) throws -> [(folder: String, source: String)] {
        try Repository.swiftFiles(below: folder).map { file in
            let rest = file.dropFirst(folder.count + 1)
            return (rest.lastIndex(of: "/").map { String(rest[..<$0]) } ?? ".", try Repository.text(file))
        }
    }

    @Test("No two folders of a target use each other", arguments: try Repository.targetFolders())
    func directions(target: String, folder: String) throws {
        let graph = FolderGraph(try Self.files(of: folder))
        for pair in graph.pairs {
            Issue.record("\(target): \(pair): \(graph.explanation(of: pair))")
        }
        // Pairs are left out, because they are reported above.
        if let circle = graph.circle(without: graph.pairs) {
            Issue.record("\(target): these folders use each other in a circle: \(circle.joined(separator: " → "))")
        }
    }

    @Test("A folder has at most a dozen Swift files")
    func sizes() {
        var counts: [String: Int] = [:]
        for folder in ["Sources", "Tests"] {
            for file in Repository.swiftFiles(below: folder) {
                counts[String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]), default: 0] += 1
            }
        }
        #expect(counts.count > 50, "the sources were not found")
        for (folder, count) in counts.sorted(by: { $0.key < $1.key }) {
            #expect(count <= Self.mostFiles, "\(folder) has \(count) Swift files")
        }
    }

    // The rest checks the graph itself with made-up files.

    private static func pairs(_ files: [(String, String)]) -> [String] {
        FolderGraph(files.map { (folder: $0.0, source: $0.1) }).pairs.map(\.description).sorted()
    }

    @Test(
        "Two folders that use each other are found",
        arguments: [
            ("struct A { var b: B }", "struct B { func f() { _ = A.self } }", "a type in each"),
            ("protocol A {}\nlet b: B", "package final class B: A {}", "a protocol and a class"),
            ("extension X { enum A {} }\nfunc f(_: B) {}", "typealias B = A", "a type in an extension"),
            ("struct A { private struct C {} }\nlet b: B", "struct B { let a: [A] }", "a private type beside"),
            ("struct A<T: B> {}", "actor B {}\nlet text = \"x\", a: A", "behind a text"),
        ]
    )
    func found(first: String, second: String, why: Comment) {
        #expect(Self.pairs([("One", first), ("Two", second)]) == ["One ↔ Two"], why)
    }

    @Test(
        "Two folders with a one-way dependency pass",
        arguments: [
            ("struct A {}", "struct B { var a: A }", "one direction"),
            ("struct A {} // B", "struct B { var a: A }", "a comment"),
            ("struct A { let text = \"B\" }", "struct B { var a: A }", "a text"),
            ("struct A { struct C {} }", "struct B { var a: A }\nstruct D { struct C {} }", "nested types of one name"),
            ("struct A { func f() { _ = C.self } }", "struct B { let a: A; struct C {} }", "a type inside another"),
            ("struct A { func f() { _ = C.self } }", "struct B { let a: A }\nprivate struct C {}", "a private type"),
            ("extension B {}\nstruct A {}", "struct C { let a: A }", "a type of another target"),
        ]
    )
    func passes(first: String, second: String, why: Comment) {
        #expect(Self.pairs([("One", first), ("Two", second)]) == [], why)
    }

    @Test("A circle of three folders is found")
    func circle() {
        let graph = FolderGraph([
            (folder: "One", source: "struct A { let b: B }"), (folder: "Two", source: "struct B { let c: C }"),
            (folder: "Three", source: "struct C { let a: A }"), (folder: ".", source: "struct D { let a: A }"),
        ])
        #expect(graph.pairs.isEmpty)
        #expect(graph.circle(without: [])?.sorted() == ["One", "Three", "Two"])
        #expect(graph.circle(without: [.init("Two", "Three")]) == nil)
    }
}

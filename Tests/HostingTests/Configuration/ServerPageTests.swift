import Foundation
import Hosting
import PolicyFiles
import TestSupport
import Testing

/// The page of the server and the schema agree with the reader's tables.
@Suite("The page of the server", .serialized) struct ServerPageTests {
    @Test("The page has a table for every mapping, equal to the reader's", arguments: ServerKeys.allCases)
    func tables(mapping: ServerKeys) throws {
        let path = "Sources/Demarc/Demarc.docc/Server.md"
        let text = try Repository.text(path)
        let (start, end) = ("<!-- \(mapping.rawValue): written by `make pages` -->\n", "<!-- end -->\n")
        let head = try #require(text.range(of: start), "the page has no such table").upperBound
        let tail = try #require(text[head...].range(of: end)).lowerBound
        let rows = mapping.keys.map { key in
            "| `\(key.name)` | \(key.form) | \(key.standard ?? "required") | \(key.summary) |"
        }
        let expected =
            (["| Key | Takes | Default | Meaning |", "|---|---|---|---|"] + rows).joined(separator: "\n") + "\n"
        #expect(try Repository.holds(String(text[..<head] + expected + text[tail...]), in: path), "run `make pages`")
    }

    @Test("The shipped schema equals the generated one")
    func schema() throws {
        #expect(try Repository.text("Rules/schema/serve.schema.json") == ServerSchema.json, "run `make schemas`")
    }

    @Test("The example on the page is valid, and the schema contains all of its keys")
    func example() throws {
        let text = try Repository.text("Sources/Demarc/Demarc.docc/Server.md")
        let start = try #require(text.range(of: "```yaml\ndemarc-serve: 1\n")).lowerBound
        let body = text[start...].dropFirst(8)
        let end = try #require(body.range(of: "```")).lowerBound
        let result = ServerConfigurationReader(files: MemoryFiles())
            .load(text: String(body[..<end]), path: "serve.yaml")
        #expect(result.diagnostics.map(\.message) == [])
        #expect(result.configuration != nil)
    }

    @Test("Every default in a table is the actual one")
    func defaults() throws {
        let limits = ServerLimits()
        let defaults: [String: String] = [
            "header": "`\(limits.headerBytes >> 10)KiB`", "target": "`\(limits.targetBytes >> 10)KiB`",
            "body": "`\(limits.bodyBytes >> 20)MiB`", "batch": "`\(limits.batch)`",
            "connections": "`\(limits.connections)`",
            "headerTimeout": "`\(limits.headerTimeout.components.seconds)s`",
            "idleTimeout": "`\(limits.idleTimeout.components.seconds)s`",
            "decisionTimeout": "`\(limits.decisionTimeout.components.seconds)s`",
            "drain": "`\(limits.drain.components.seconds)s`",
        ]
        for key in ServerKeys.limits.keys { #expect(key.standard == defaults[key.name], "\(key.name)") }
        let log = LogConfiguration()
        #expect(
            ServerKeys.sample.keys.map(\.standard) == [
                "`\(log.allowRate)`", "`\(Int(log.routeRate))`", "`\(Int(log.blockRate))`",
            ]
        )
        #expect(
            ServerKeys.log.keys.map(\.standard)[1]
                == "`[\(log.masks.map(\.rawValue).sorted().joined(separator: ", "))]`"
        )
    }
}

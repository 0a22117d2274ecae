import Foundation
import Hosting
import PolicyFiles
import TestSupport
import Testing

/// The page of the server and the schema agree with the reader's tables.
@Suite("The page of the server", .serialized) struct ServerPageTests {
    @Test("The page has a table for every mapping, equal to the reader's", arguments: ServerKeys.allCases)
    func tables(mapping: ServerKeys) throws {
        let rows = mapping.keys.map { key in
            "| `\(key.name)` | \(key.form) | \(key.standard ?? "required") | \(key.summary) |"
        }
        let table = ["| Key | Takes | Default | Meaning |", "|---|---|---|---|"] + rows
        let path = "Sources/Demarc/Demarc.docc/Server.md"
        #expect(try Repository.holds(list: table, named: mapping.rawValue, in: path), "run `make pages`")
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

    @Test("The reader accepts both ends of a range in a table", arguments: ServerKeys.limits.keys.map(\.name))
    func ranges(name: String) throws {
        let key = try #require(ServerKeys.limits.keys.first { $0.name == name })
        let range = try #require(key.form.firstMatch(of: /, (\w+) to (\w+)$/), "\(name) takes any value")
        for bound in [range.output.1, range.output.2] {
            let result = ServerConfigurationTests.read(ServerConfigurationTests.sound("limits: {\(name): \(bound)}"))
            // A target that is larger than a head is a warning.
            #expect(!result.diagnostics.contains { $0.code == "unknown-value" || $0.severity == .error }, "\(bound)")
        }
    }

    @Test("The schema refuses a rate above 1")
    func rates() {
        let lines = ServerSchema.json.split(separator: "\n").map { $0.drop { $0 == " " } }
        let rates = lines.indices.dropLast().filter {
            lines[$0] == #""maximum": 1"# && lines[$0 - 1] == #""minimum": 0,"#
        }
        #expect(rates.count == 3)
    }
}

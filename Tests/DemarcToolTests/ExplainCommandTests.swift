import Foundation
import TestSupport
import Testing

@Suite("demarc explain") struct ExplainCommandTests {
    @Test("A code is explained in full", arguments: ["DM040", "dm040", "unknown-key", "clipboard.outbound.blocked"])
    func text(code: String) throws {
        let run = try Tool.run(["explain", code])
        #expect(run.status == 0)
        #expect(run.text.lowercased().hasPrefix(code.lowercased() + ": "))
        #expect(run.text.contains("\nDocumentation: "))
        #expect(run.lines.allSatisfy { $0.count <= 120 })
    }

    @Test("A check has its severity and an example") func check() throws {
        let run = try Tool.run(["explain", "DM045"])
        #expect(run.text.contains("severity warning"))
        #expect(run.text.contains("Example:\n\n    allowedOutbound"))
        #expect(run.text.contains("Without the finding:"))
    }

    @Test("A code of two readers is explained for both") func twoReaders() throws {
        let text = try Tool.run(["explain", "trailing-dot"]).text
        #expect(text.contains("\nDocumentation: PolicyDocuments\n\ntrailing-dot: "))
        #expect(text.contains("demarc url 'https://contoso.com./'") && text.hasSuffix("\nDocumentation: URLs\n"))
        let json = try Tool.run(["explain", "trailing-dot", "--format", "json"])
        #expect(json.lines.count == 2 && json.lines.allSatisfy { $0.hasPrefix("{\"code\":\"trailing-dot\",") })
    }

    @Test("An unknown code is a usage error with the nearest code") func unknown() throws {
        let run = try Tool.run(["explain", "unknwn-key"])
        #expect(run.status == 64)
        #expect(run.errors.contains("did you mean `unknown-key`?"))
        #expect(try Tool.run(["explain", "nothing at all"]).status == 64)
    }

    @Test("Without a code, all codes are listed") func all() throws {
        let run = try Tool.run(["explain"])
        #expect(run.status == 0)
        #expect(run.lines.contains { $0.hasPrefix("DM040 ") })
        #expect(run.lines.contains { $0.hasPrefix("unknown-key ") })
        #expect(run.lines.contains { $0.hasPrefix("navigation.noAnswer ") })
        let json = try Tool.run(["explain", "--format", "json"])
        let objects = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
        #expect(objects.count == run.lines.count)
        let one = try Tool.run(["explain", "DM040", "--format", "json"])
        let object = try #require(JSONSerialization.jsonObject(with: Data(one.output)) as? [String: Any])
        #expect(object["kind"] as? String == "lint")
        #expect(object["severity"] as? String == "warning")
    }
}

import Foundation
import Hosting
import Testing

@testable import Answering

/// The pages of the documentation match the code.
@Suite("Documentation of the answers")
struct DocumentationPageTests {
    private static func page(_ name: String) throws -> String { try file("Sources/Demarc/Demarc.docc/\(name).md") }

    /// A file of the repository.
    private static func file(_ path: String) throws -> String {
        var root = URL(filePath: #filePath)
        for _ in 0..<6 { root.deleteLastPathComponent() }
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The lines between two markers.
    private static func lines(_ page: String, _ mark: String) throws -> [String] {
        let parts = page.components(separatedBy: "<!-- \(mark) -->\n")
        try #require(parts.count == 2)
        let end = try #require(parts[1].range(of: "<!-- end -->"))
        return parts[1][..<end.lowerBound].split(separator: "\n").map(String.init)
    }

    private static func firstCells(_ lines: [String]) -> [String] {
        lines.dropFirst(2).map { $0.split(separator: "|")[0].trimmingCharacters(in: [" ", "`"]) }
    }

    @Test("The table of metrics lists each metric with its type, labels and meaning")
    func metrics() throws {
        let rows = try Self.lines(try Self.page("Metrics"), "metrics").dropFirst(2)
        let expected = Metric.allCases.map { metric in
            let labels = metric.labels.isEmpty ? "–" : metric.labels.map { "`\($0)`" }.joined(separator: " ")
            return "| `\(metric.rawValue)` | \(metric.kind.rawValue) | \(labels) | \(metric.meaning) |"
        }
        #expect(Array(rows) == expected)
    }

    @Test("The page of answers names the fields, the faults and the template values")
    func answers() throws {
        let page = try Self.page("ServerAnswers")
        #expect(Self.firstCells(try Self.lines(page, "fields")) == DecisionField.ofEveryAnswer.map(\.rawValue))
        #expect(Self.firstCells(try Self.lines(page, "faults")) == ServiceFault.allCases.map(\.rawValue))
        let values = try #require(try Self.lines(page, "values").first).split(separator: " ")
        #expect(values.map(String.init) == PageTemplate.names.sorted().map { "`\($0)`" })
    }

    // The explanations are in a target that other packages cannot import.
    @Test("`demarc explain` explains each fault of the server, and no others")
    func explanations() throws {
        let source = try Self.file("Sources/FileLint/Explain/CodeExplanation+Requests.swift")
        let parts = source.components(separatedBy: "static let ofServer: [CodeExplanation] = [")
        try #require(parts.count == 2)
        let codes = parts[1].matches(of: /\(\s*"([A-Za-z.]+)",/).map { String($0.output.1) }
        #expect(codes == ServiceFault.allCases.map(\.rawValue))
    }

    @Test("The limits are those that the page documents")
    func limits() throws {
        let page = try Self.page("ServerAnswers")
        for part in [
            "no more than \(PageWriter.longestPage / 1024) KiB", "at most \(PageTemplate.longest / 1024) KiB",
            "its last \(AnswerMaker.rememberedDenials) denials", "the last \(DecisionLog.recentCapacity) decisions",
            "cut after \(HeaderText.longest) bytes", "no more than \(HeaderText.longestLocation) bytes",
            "good for \(Ticket.lifetime) seconds",
        ] {
            #expect(page.contains(part), "\(part)")
        }
    }
}

import Diagnostics
import PolicyModel
import TestSupport
import Testing
import URLMatching

@testable import PolicyFiles

/// The cost of reading at a size and at four times the size. Even partly quadratic costs fail.
@Suite("Reading takes time proportional to the input") struct GrowthTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var size: Int
        var files: @Sendable (Int) -> [String: String]

        init(_ name: String, _ size: Int, files: @escaping @Sendable (Int) -> [String: String]) {
            (testDescription, self.size, self.files) = (name, size, files)
        }

        /// A document with one text.
        init(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) {
            self.init(name, size) { ["policy.yaml": "demarc: 1\nuser: none\n" + text($0)] }
        }
    }

    private static func each(_ count: Int, _ text: (Int) -> String) -> String {
        var result = ""
        for number in 0..<count { result += text(number) }
        return result
    }

    /// Rules, one per line.
    private static func rules(_ rules: String) -> String {
        "ruleSets:\n  r:\n    default: external\n    rules:\n" + rules
    }

    static let documentShapes: [Shape] = [
        Shape("policies") { "policies:\n" + each($0) { "  p\($0): {printBlocked: true}\n" } },
        Shape("accounts and policies") { count in
            "app: {multiManagedIdentities: true}\npolicies:\n" + each(count) { "  p\($0): {}\n" } + "accounts:\n"
                + each(count) { "  - {account: a\($0), organization: o\($0), policy: p\($0)}\n" }
        },
        Shape("apps") { "apps:\n" + each($0) { "  - {id: a\($0), managed: true, schemes: [s\($0)]}\n" } },
        Shape("views") { "views:\n" + each($0) { "  - {id: v\($0), document: 'https://a\($0).example/'}\n" } },
        Shape("rules") { rules(each($0) { "      - {id: a\($0), class: internal, host: a\($0).example}\n" }) },
        Shape("values") { rules("      - {id: a, class: internal, host: [" + each($0) { "a\($0)," } + "]}\n") },
        Shape("rule sets") { "ruleSets:\n" + each($0) { "  r\($0): {default: internal, rules: []}\n" } },
        Shape("unknown keys", 2_000) { each($0) { "polices\($0): 1\n" } },
        Shape("unknown names", 2_000) { count in
            "policies:\n" + each(count) { "  policy-number-\($0): {}\n" } + "accounts:\n"
                + each(count) { "  - {account: a\($0), policy: nothing-near-\($0)}\n" }
        },
        Shape("repeated keys", 2_000) { each($0) { _ in "policies: {}\n" } },
        Shape("mistakes on one line", 2_000) { "policies: {" + each($0) { "p\($0): {a: ü}, " } + "}" },
        Shape("a text of many lines", 10_000) { "x: '" + String(repeating: "a\n ", count: $0) + "'" },
        Shape("a block of many lines", 10_000) { "x: |\n" + String(repeating: "  a\n", count: $0) },
        Shape("an open bracket", 5_000) { "x: [" + String(repeating: "a, ", count: $0) },
        Shape("anchors", 2_000) { "x: [" + each($0) { "&a\($0) b, " } + "]" },
        Shape("tags", 2_000) { "x: [" + String(repeating: "!a b, ", count: $0) + "]" },
        Shape("links that are none") { "policies: {p: {managedUniversalLinks: [" + each($0) { "a\($0), " } + "]}}" },
    ]

    @Test("Documents take proportional time", arguments: TestSize.rows(documentShapes))
    func documents(shape: Shape) {
        measure(shape) { files in
            let reader = PolicyDocumentReader(files: MemoryFiles(files))
            return Growth.time { _ = reader.load(path: "policy.yaml") }
        }
    }

    private static let type = "\"@odata.type\": \"#microsoft.graph.iosManagedAppProtection\""

    static let graphShapes: [Shape] = [
        Shape("policies") { "{\"value\": [" + each($0) { "{\(type), \"displayName\": \"p\($0)\"}, " } + "{}]}" },
        Shape("unknown keys") { "{\(type)" + each($0) { ", \"printBloked\($0)\": true" } + "}" },
        Shape("repeated keys") { "{\(type)" + each($0) { _ in ", \"printBlocked\": true" } + "}" },
        Shape("wrong values") { "{\(type), \"allowedDataStorageLocations\": [" + each($0) { "\"b\($0)\", " } + "1]}" },
        Shape("escapes", 20_000) { "{\(type), \"displayName\": \"" + String(repeating: "\\u00fc", count: $0) + "\"}" },
        Shape("a long number", 50_000) { "{\(type), \"minimumPinLength\": " + String(repeating: "1", count: $0) + "}" },
        Shape("values nobody knows") { "{\(type), \"x\": [" + String(repeating: "{\"a\": 1}, ", count: $0) + "1]}" },
        Shape("JSON in texts") { "{\"p\": [" + each($0) { _ in "\"{\\\"AppSharingToLevel\\\": 1}\", " } + "1]}" },
    ]

    @Test("Graph exports take proportional time", arguments: TestSize.rows(graphShapes))
    func graph(shape: Shape) {
        measure(shape) { files in
            let text = files["policy.yaml", default: ""].drop { $0 != "{" }
            let bytes = Array(text.utf8)
            return Growth.time { _ = LooseFileReader().graph(bytes: bytes, path: "graph.json") }
        }
    }

    private static let when = "when: {open: {url: 'x:y'}}, then: {verdict: allow}"

    static let scenarioShapes: [Shape] = [
        Shape("scenarios") { "scenarios:\n" + each($0) { "  - {name: s\($0), \(when)}\n" } },
        Shape("views of `defaults` and scenarios", 500) { count in
            "defaults: {given: {views: {" + each(count) { "v\($0): {policy: unmanaged}, " } + "}}}\nscenarios:\n"
                + each(count) { "  - {name: s\($0), \(when)}\n" }
        },
        Shape("steps") { "scenarios:\n  - {name: s, steps: [" + each($0) { _ in "{\(when)}, " } + "]}\n" },
        Shape("a matrix") {
            "scenarios:\n  - {name: 's ${a}', matrix: {a: [" + each($0) { "x\($0), " } + "]}, \(when)}\n"
        },
        Shape("axes", 100) { "scenarios:\n  - {name: s, matrix: {" + each($0) { "a\($0): [1], " } + "}, \(when)}\n" },
        Shape("variables", 2_000) {
            "scenarios:\n  - {name: '" + String(repeating: "${a}", count: $0) + "', matrix: {a: [1, 2]}, \(when)}\n"
        },
        Shape("unknown requests") {
            "scenarios:\n" + each($0) { "  - {name: s\($0), when: {opn\($0): {url: 'x:y'}}, then: {verdict: allow}}\n" }
        },
    ]

    @Test("Scenario files take proportional time", arguments: TestSize.rows(scenarioShapes))
    func scenarios(shape: Shape) {
        measure(shape) { files in
            let text = files["policy.yaml", default: ""].replacing("demarc: 1\nuser: none\n", with: "")
            let file = "demarc-test: 1\npolicy: policy.yaml\n" + text
            let reader = ScenarioFileReader(files: MemoryFiles(["policy.yaml": "demarc: 1\n", "test.yaml": file]))
            return Growth.time { _ = reader.load(path: "test.yaml") }
        }
    }

    static let listShapes: [Shape] = ListFormat.allCases.flatMap { format in
        let entry: @Sendable (Int) -> String = { number in
            switch format {
            case .domains: "a\(number).example\n"
            case .hosts: "0.0.0.0 a\(number).example\n"
            case .adblockDomains: "||a\(number).example^\n"
            case .edge: "https://a\(number).example/*\n"
            case .chrome: "a\(number).example/b\n"
            case .urls: "https://a\(number).example/b\n"
            }
        }
        let shapes: [(String, @Sendable (Int) -> String)] = [
            ("entries", { each($0, entry) }), ("one entry many times", { each($0) { _ in entry(1) } }),
            ("bad lines", { each($0) { "a b\($0) c\n" } }),
            ("empty lines", { String(repeating: "\n", count: $0 * 20) }),
            ("a long line", { String(repeating: "a %", count: $0 * 20) }),
            ("a long entry", { entry(1).trimmed + String(repeating: "/a", count: $0 * 10) }),
        ]
        return shapes.map { name, text in
            Shape("\(format.rawValue), \(name)", 1_000) { count in ["list": text(count), "format": format.rawValue] }
        }
    }

    @Test("Lists take proportional time", arguments: TestSize.rows(listShapes))
    func lists(shape: Shape) throws {
        let factor = try Growth.factor(from: shape.size) { size in
            let files = shape.files(size)
            let bytes = Array(files["list", default: ""].utf8)
            let format = try #require(ListFormat(rawValue: files["format", default: ""]))
            return Growth.time { _ = try? EntryList.read(bytes.span, format: format) }
        }
        #expect(factor < Growth.linearLimit)
    }

    private func measure(_ shape: Shape, _ time: ([String: String]) -> Duration) {
        let factor = Growth.factor(from: shape.size, rounds: 2) { time(shape.files($0)) }
        #expect(factor < Growth.linearLimit)
    }

    // MARK: Common parts

    private static func bounded(_ files: [String: String], _ change: (inout ReadingBounds) -> Void = { _ in })
        -> [String]
    {
        var bounds = ReadingBounds()
        change(&bounds)
        return PolicyDocumentReader(files: MemoryFiles(files), bounds: bounds).load(path: "policy.yaml").diagnostics
            .map { "\($0.code) \($0.message)" }
    }

    private static func naming(_ count: Int, _ key: String) -> String {
        let list = "list: {file: list.txt, format: domains}"
        return "demarc: 1\n"
            + rules(
                each(count) {
                    "      - {id: a\($0), class: internal, \(key == "unless" ? "host: a, unless: {\(list)}" : list)}\n"
                }
            )
    }

    @Test("A list that too many rules name is an error", arguments: ["list", "unless"])
    func repeatedList(key: String) {
        let list = (0..<1_000).map { "a\($0).example\n" }.joined()
        let files = { ["policy.yaml": Self.naming($0, key), "list.txt": list] }
        let small: (inout ReadingBounds) -> Void = { $0.repeatedListBytes = 0 }
        #expect(Self.bounded(files(17), small).isEmpty)
        #expect(
            Self.bounded(files(40), small) == [
                "too-many-values rules name lists of more than \(list.utf8.count * 16) bytes, counting each use"
            ]
        )
        // With the default bounds, only a thousand rules with this list would be an error.
        #expect(Self.bounded(files(500)).isEmpty)
    }

    @Test("Rules that too many rule sets include are an error")
    func repeatedRules() {
        let rules = "demarc-rules: 1\nrules:\n" + Self.each(100) { "  - {id: a\($0), class: internal, host: a\($0)}\n" }
        let sets = { (count: Int) in
            "demarc: 1\nviews: [{id: A, isExternalURL: r0}]\nruleSets:\n"
                + Self.each(count) { "  r\($0): {default: internal, include: [rules.yaml]}\n" }
        }
        let files = { ["policy.yaml": sets($0), "rules.yaml": rules] }
        let small: (inout ReadingBounds) -> Void = { $0.repeatedRules = 1_000 }
        #expect(Self.bounded(files(11), small).isEmpty)
        #expect(
            Self.bounded(files(100), small) == [
                "too-many-values rule sets include more than 1000 rules that others have too"
            ]
        )
    }

    @Test("Aliases expand to at most the text of a document, in values, keys and merged keys")
    func aliases() {
        let long = String(repeating: "a", count: 100_000)
        let aliases = String(repeating: "*a, ", count: 1_000)
        for (text, isRefused) in [
            ("x: [&a '\(long)', \(aliases)]", true), ("x: [&a {? \(long) : 1}, \(aliases)]", true),
            ("x: &a {? \(long) : 1}\ny: [" + String(repeating: "{<<: *a}, ", count: 1_000) + "]", true),
            ("x: [&a '\(long)', *a, *a, *a]", false), ("x: [&a b, \(aliases)]", false),
        ] {
            let codes = read("demarc: 1\n" + text).diagnostics.map(\.code)
            #expect(codes.contains { $0 == "too-many-aliases" || $0 == "too-many-values" } == isRefused)
        }
    }
}

extension GrowthTests.Shape {
    /// A document with one text of the usual size.
    fileprivate init(_ name: String, _ text: @escaping @Sendable (Int) -> String) { self.init(name, 250, text) }
}

extension String {
    fileprivate var trimmed: String { replacing("\n", with: "") }
}

import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// YAML and JSON in all their notations.
@Suite("Notation of policy documents") struct NotationTests {
    @Test(
        "Equivalent notations give the same document",
        arguments: [
            "demarc: 1\napp: {id: no, multiIdentity: true}\n",
            "demarc: 1\r\napp:\r\n  id: no\r\n  multiIdentity: true\r\n",
            "demarc: 1\rapp:\r  id: no\r  multiIdentity: true\r",
            "\u{FEFF}demarc: 1\napp: {id: no, multiIdentity: true}",
            "demarc: 1 # caf\u{E9}\u{A0}\u{2027}\u{202A}\napp: {id: no, multiIdentity: true}\n",
            "--- # here it begins\napp: {multiIdentity: true, id: no}\ndemarc: 1\n...\n# and here it ended\n",
            "demarc: 1\napp: &a {id: 'no', multiIdentity: true}\n",
            "{\"demarc\":1,\"app\":{\"id\":\"no\",\"multiIdentity\":true}}",
            "{\n\t\"demarc\": 1,\n\t\"app\": {\n\t\t\"id\": \"\\u006e\\u006F\",\n\t\t\"multiIdentity\": true\n\t}\n}\n",
            "? demarc\n: 1\n? app\n: {id: \"no\", multiIdentity: true}\n",
            "demarc: 1\napp:\n  ? id\n  : >-\n    no\n  multiIdentity: true\n",
        ]
    )
    func notation(text: String) throws {
        let result = read(text)
        let app = try #require(result.document, "\(summary(result))").app
        #expect(app.id == "no")
        #expect(app.multiIdentity)
    }

    @Test(
        "JSON characters beyond U+FFFF are read, as a surrogate pair or directly",
        arguments: [
            (#"{"demarc":1,"app":{"id":"\ud83d\uDE00\/\\ud83d\ude00x"},"aps":1}"#, "😀/\\ud83d\u{FFFD}", true),
            (#"{"demarc":1,"app":{"id":"\ud83d\uDE00 \"\u00e9\" 😀"},"aps":1}"#, "😀 \"é\" 😀", false),
        ]
    )
    func surrogates(text: String, expected: String, isBroken: Bool) throws {
        let result = read(text)
        let finding = try #require(result.diagnostics.first)
        if isBroken {
            #expect(finding.code == "invalid-yaml", "a half alone is no character")
            return
        }
        #expect(summary(result).first?.hasPrefix("unknown-key «\"aps\"»") == true, "places are those of the file")
        let sound = try #require(read(text.replacing(",\"aps\":1", with: "")).document)
        #expect(sound.app.id == expected)
    }

    @Test("Aliases and merge keys are expanded within bounds")
    func aliases() throws {
        let text = """
            demarc: 1
            ruleSets:
              corporate:
                default: external
                rules:
                  - &base {id: a, class: internal, host: [a.example, b.example], priority: 3}
                  - {<<: *base, id: b, host: &hosts [c.example]}
                  - {<<: [{id: x, class: blocked}, *base], id: c, host: *hosts}
            """
        let result = read(text)
        let rules = try #require(result.document?.ruleSets.first?.rules, "\(summary(result))")
        #expect(rules.map(\.id) == ["a", "b", "c"])
        #expect(rules.map(\.priority) == [3, 3, 3])
        #expect(rules.map(\.urlClass) == [.internal, .internal, .blocked])
        #expect(rules.map { $0.conditions[0].alternatives.count } == [2, 1, 1])
        #expect(rules[1].conditions == rules[2].conditions)
    }

    @Test("A multi-line reason becomes one sentence")
    func prose() throws {
        let text = """
            demarc: 1
            ruleSets:
              s:
                default: internal
                rules:
                  - id: a
                    class: blocked
                    host: a.example
                    because: |
                      Not here.
                      Ask security.
            """
        #expect(try #require(read(text).document).ruleSets[0].rules[0].because == "Not here. Ask security.")
    }

    @Test("The order of keys does not matter")
    func order() throws {
        let rules = [
            "- {id: a, class: internal, domain: [a.example, b.example], scheme: https, priority: 1}",
            "- {id: b, class: external, regex: 'x+', unless: {host: h.example, scheme: [http, ftp]}}",
            "- {id: c, class: blocked, address: 10.0.0.0/8, because: No.}",
        ]
        let swapped = [
            "- {priority: 1, scheme: https, domain: [a.example, b.example], class: internal, id: a}",
            "- {unless: {scheme: [http, ftp], host: h.example}, regex: 'x+', class: external, id: b}",
            "- {because: No., address: 10.0.0.0/8, class: blocked, id: c}",
        ]
        func document(_ rules: [String], _ last: String) -> String {
            "\(last)\nruleSets:\n  s:\n    rules:\n" + rules.map { "      \($0)\n" }.joined()
                + "    default: internal\n"
        }
        let one = try Self.placeless(document(rules, "demarc: 1\nambiguousURLs: canonicalize"))
        let other = try Self.placeless(document(swapped.reversed(), "ambiguousURLs: canonicalize\ndemarc: 1"))
        #expect(one == other)
        #expect(one.ruleSets[0].rules.count == 3)
    }

    /// The document with its rules by id, without their places.
    static func placeless(_ text: String) throws -> PolicyDocument {
        let result = read(text)
        var document = try #require(result.document, "\(summary(result))")
        let nowhere = Diagnostics.SourceLocation(path: "", line: 1, column: 1)
        for index in document.ruleSets.indices {
            document.ruleSets[index].defaultLocation = nowhere
            document.ruleSets[index].rules.sort { $0.id < $1.id }
            for rule in document.ruleSets[index].rules.indices {
                document.ruleSets[index].rules[rule].location = nowhere
            }
        }
        return document
    }
}

import PolicyFiles
import PolicyModel
import TestSupport
import Testing
import URLMatching

@testable import PolicyImport

@Suite("The document that an import writes") struct ImportedDocumentTests {
    @Test(
        "A text is read back as it was, whatever Swift joins to its marks",
        arguments: HostileTexts.markup + ["it''s", "'", "", "\u{202E}", "\u{3164}", "\u{FFF0}", "\r\n"]
    )
    func quoted(text: String) throws {
        let rule = ImportedRule(id: "r", urlClass: .blocked, key: .host, values: ["a.example"], because: "a\(text)b")
        let written = ImportedDocument.text([rule], default: .internal, heading: "test")
        // A control character is refused, and must not end the line.
        guard !text.unicodeScalars.contains("\n") else {
            #expect(written.unicodeScalars.contains("\\"), "\(written)")
            return
        }
        let loaded = PolicyDocumentReader().load(text: written, path: "policy.yaml")
        let read = try #require(loaded.document?.ruleSets.first?.rules.first?.because, "\(written)")
        let isSame = read.utf8.elementsEqual("a\(text)b".utf8)
        #expect(isSame, "\(written)")
    }
}

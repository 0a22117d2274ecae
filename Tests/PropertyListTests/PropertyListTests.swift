import Diagnostics
import PropertyList
import Testing

@Suite("Property lists") struct PropertyListTests {
    @Test("an error says what is wrong, and where")
    func error() {
        let finding = Diagnostic(code: "a", message: "b", places: [SourceRange(wholeFile: "Info.plist")])
        #expect(PropertyListError(finding).diagnostic == finding)
    }
}

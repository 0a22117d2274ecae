import Diagnostics
import PropertyList
import Testing

@Suite("Property lists") struct PropertyListTests {
    @Test("An error states the mistake and its place")
    func error() {
        let finding = Diagnostic(code: "a", message: "b", places: [SourceRange(wholeFile: "Info.plist")])
        #expect(PropertyListError(finding).diagnostic == finding)
    }
}

import Diagnostics
import PolicyModel
import PropertyList
import Testing

@testable import AppLint

@Suite("Lint of an app's two property lists") struct AppLintTests {
    static let cases =
        AppLintCase.schemes + AppLintCase.urlTypes + AppLintCase.settingKeys + AppLintCase.settingValues
        + AppLintCase.declarations + AppLintCase.keychain + AppLintCase.keychainOverrides
        + AppLintCase.keychainPrefixes + AppLintCase.groupLists + AppLintCase.extensions

    @Test("A broken target has exactly the expected findings", arguments: cases, [false, true])
    func finds(_ row: AppLintCase, binary: Bool) throws {
        let findings = try row.target.findings(binary: binary)
        let found = findings.map { "\($0.check.map { "\($0)" } ?? $0.code)\($0.change == nil ? "" : "+")" }
        let expected = row.expected.map { "\($0.code)\($0.mends ? "+" : "")" }
        #expect(found == expected, "\(findings.map(\.diagnostic.message))")
    }

    @Test("A complete target has no finding", arguments: [false, true])
    func findsNothing(binary: Bool) throws {
        #expect(try AppSamples.Target().findings(binary: binary) == [])
        let share = AppSamples.Target(plist: AppSamples.shareExtension, entitlements: nil)
        #expect(try share.findings(binary: binary) == [])
    }

    @Test("Applying all fixes once leaves no finding with a fix", arguments: cases)
    func mends(_ row: AppLintCase) throws {
        let before = try row.target.findings()
        let after = try row.target.mended(before).findings()
        #expect(after.filter { $0.change != nil } == [])
        // A finding without a fix is still there, unless another fix removed it; there are no new findings. For a
        // dictionary that a fix created, the missing entries are reported separately.
        let isMade = before.contains { $0.check == .missingSettings }
        let details: [AppLintCode?] = isMade ? [.missingClientId, .missingRedirect] : []
        let left = after.filter { !details.contains($0.check) }.map(\.code)
        #expect(Set(left).isSubset(of: before.filter { $0.change == nil }.map(\.code)), "\(left)")
    }

    @Test("The fixes apply to both file formats", arguments: cases, [false, true])
    func applies(_ row: AppLintCase, binary: Bool) throws {
        let documents = try row.target.documents(binary: binary)
        let findings = try row.target.findings(binary: binary)
        let expected = try row.target.mended(findings).documents(binary: binary)
        for (document, wanted) in [(documents.plist, expected.plist), (documents.entitlements, expected.entitlements)] {
            guard let document, let wanted else { continue }
            let changes = findings.filter { $0.diagnostic.places.first?.path == document.source.path }
                .compactMap(\.change)
            let bytes = try document.applying(changes)
            let read = try PropertyListReader().read(bytes, path: document.source.path)
            #expect(read.root.withoutPlaces == wanted.root.withoutPlaces)
        }
    }

    @Test("Every app code has a row that triggers it")
    func coversCodes() {
        let found = Set(Self.cases.flatMap { $0.expected.map(\.code) })
        let elsewhere: Set<AppLintCode> = [.repeatedKey, .notADictionary]
        #expect(Set(AppLintCode.allCases).subtracting(found).subtracting(elsewhere) == [])
        for code in AppLintCode.allCases { #expect(("DM060"..."DM119").contains(code.rawValue)) }
    }

    @Test("Every code has an explanation")
    func explains() {
        for code in AppLintCode.allCases {
            let explanation = code.explanation
            #expect(!explanation.title.isEmpty && explanation.title.count < 60, "\(code)")
            #expect(explanation.text.count > 100 && explanation.text.hasSuffix("."), "\(code)")
            #expect(!explanation.example.isEmpty && explanation.example != explanation.corrected, "\(code)")
        }
    }

    @Test("Messages are one lower-case line without a period, and have a place and help", arguments: cases)
    func speaksPlainly(_ row: AppLintCase) throws {
        for finding in try row.target.findings() {
            let message = finding.diagnostic.message
            #expect(!message.contains("\n") && !message.hasSuffix("."))
            #expect(message.first?.isUppercase != true, "\(message)")
            #expect(finding.diagnostic.help != nil || finding.check == .wrongType, "\(message)")
            #expect(!finding.diagnostic.places.isEmpty)
            #expect(finding.diagnostic.severity == finding.check?.severity)
        }
    }
}

extension PropertyListNode {
    /// The same value with all places empty.
    var withoutPlaces: PropertyListNode {
        let inner: Content =
            switch content {
            case .array(let elements): .array(elements.map(\.withoutPlaces))
            case .dictionary(let entries):
                .dictionary(entries.map { Entry(key: Key($0.key.text, place: 0..<0), value: $0.value.withoutPlaces) })
            default: content
            }
        return PropertyListNode(inner, place: 0..<0)
    }
}

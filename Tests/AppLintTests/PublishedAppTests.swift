import Diagnostics
import PropertyList
import TestSupport
import Testing

@testable import AppLint

@Suite(
    "Lint of published apps",
    .enabled(if: !PublishedPropertyLists.names.isEmpty, "\(PublishedData.howToGet)")
)
struct PublishedAppTests {
    private func read(_ name: String) throws -> PropertyListDocument {
        try PropertyListReader().read(PublishedPropertyLists.bytes(name), path: name)
    }

    private func findings(_ document: PropertyListDocument, assumesSDK: Bool = false) -> [LintFinding] {
        PublishedPropertyLists.isEntitlements(document.source.path)
            ? AppChecks(infoPlist: nil, entitlements: document, assumesSDK: assumesSDK).findings()
            : AppChecks(infoPlist: document, entitlements: nil, assumesSDK: assumesSDK).findings()
    }

    @Test("Every error is a known true error")
    func knowsErrors() throws {
        var errors: [String: Int] = [:]
        var notes = 0
        var unreadable: [String] = []
        for name in PublishedPropertyLists.names {
            do {
                let found = findings(try read(name))
                for finding in found where finding.diagnostic.severity == .error {
                    errors[
                        "\(finding.check.map { "\($0)" } ?? finding.code) \(finding.diagnostic.message)",
                        default: 0
                    ] += 1
                }
                notes += found.filter { $0.check == .missingRedirectTwin }.count
            } catch let error as PropertyListError {
                unreadable += [name] + error.diagnostics.map(\.code)
            }
        }
        #expect(
            errors == [
                "illegalURLScheme `ms-onedrive-auth://com.microsoft.skydrive` is not a URL scheme": 2,
                "illegalURLScheme `ms-onedrive-auth://com.microsoft.skydrive-intunemam` is not a URL scheme": 2,
                "illegalURLScheme `<REPLACE WITH AAD REDIRECT URI SCHEME>` is not a URL scheme": 4,
                "illegalURLScheme `<REPLACE WITH AAD REDIRECT URI SCHEME>-intunemam` is not a URL scheme": 4,
            ]
        )
        #expect(notes == 1, "the schemes of the broker and of the SDK itself have no twins")
        #expect(unreadable.first?.contains("mattermost") == true && unreadable.contains("conflict-marker"))
        #expect(unreadable.filter { $0.contains("__") }.count == 1)
    }

    /// Every finding was checked and is correct. Check it again if a count changes.
    @Test("The number of findings per code matches the known findings")
    func knowsFindings() throws {
        var counts: [AppLintCode: Int] = [:]
        for name in PublishedPropertyLists.names {
            guard let document = try? read(name) else { continue }
            for finding in findings(document) { if let check = finding.check { counts[check, default: 0] += 1 } }
        }
        #expect(
            counts == [
                .missingTwinScheme: 2, .missingRequiredScheme: 24, .illegalURLScheme: 12, .missingRedirectTwin: 1,
                .unknownSetting: 6, .missingClientId: 4, .missingRedirect: 4, .invalidAuthority: 3,
                .missingFaceIDText: 26, .missingDocumentTypeTwin: 6, .keychainGroupOrder: 2,
                .unrestrictedActivation: 4, .constantsBesideRule: 3, .wrongActivationValue: 2, .missingSettings: 9,
                .invalidClientId: 10, .invalidRedirect: 7,
            ]
        )
    }

    @Test("All fixes apply, and a second run finds none", arguments: PublishedPropertyLists.names, [false, true])
    func settles(name: String, assumesSDK: Bool) throws {
        guard let document = try? read(name) else { return }
        let changes = findings(document, assumesSDK: assumesSDK).compactMap(\.change)
        let bytes = try document.applying(changes)
        let after = findings(try PropertyListReader().read(bytes, path: name), assumesSDK: assumesSDK)
        #expect(after.filter { $0.change != nil } == [])
    }
}

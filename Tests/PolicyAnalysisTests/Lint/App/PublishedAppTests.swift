import Diagnostics
import Foundation
import PropertyList
import Testing

@testable import PolicyAnalysis

/// Property lists of published apps, which the project does not carry: `corpus/plist` of the folder that the environment
/// variable `DEMARC_SHARED` names, else of `shared` beside the package.
private enum PublishedApps {
    static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()

    static func read(_ name: String) throws -> PropertyListDocument {
        try PropertyListReader().read(Array(try Data(contentsOf: URL(filePath: folder + "/" + name))), path: name)
    }

    static func isEntitlements(_ name: String) -> Bool {
        name.hasSuffix(".entitlements") || name.contains("Entitlements")
    }

    private static let folder: String = {
        if let folder = ProcessInfo.processInfo.environment["DEMARC_SHARED"] { return folder + "/corpus/plist" }
        // Tests/PolicyAnalysisTests/Lint/App/PublishedAppTests.swift stands five levels below the package's root.
        let package = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        return "/\(package)/../shared/corpus/plist"
    }()
}

@Suite(
    "Lint of published apps",
    .enabled(if: !PublishedApps.names.isEmpty, "skipped: DEMARC_SHARED names no folder with corpus/plist")
)
struct PublishedAppTests {
    private func findings(_ document: PropertyListDocument, assumesSDK: Bool = false) -> [LintFinding] {
        PublishedApps.isEntitlements(document.source.path)
            ? AppLint(infoPlist: nil, entitlements: document, assumesSDK: assumesSDK).findings()
            : AppLint(infoPlist: document, entitlements: nil, assumesSDK: assumesSDK).findings()
    }

    @Test("Every error is one that is known to be true")
    func knowsErrors() throws {
        var errors: [String: Int] = [:]
        var notes = 0
        var unreadable: [String] = []
        for name in PublishedApps.names {
            do {
                let found = findings(try PublishedApps.read(name))
                for finding in found where finding.diagnostic.severity == .error {
                    errors["\(finding.code) \(finding.diagnostic.message)", default: 0] += 1
                }
                notes += found.filter { $0.code == .missingRedirectTwin }.count
            } catch let error as PropertyListError {
                unreadable += [name] + error.diagnostics.map(\.code)
            }
        }
        #expect(
            errors == [
                "illegalURLScheme `ms-onedrive-auth://com.microsoft.skydrive` is no URL scheme": 2,
                "illegalURLScheme `ms-onedrive-auth://com.microsoft.skydrive-intunemam` is no URL scheme": 2,
                "illegalURLScheme `<REPLACE WITH AAD REDIRECT URI SCHEME>` is no URL scheme": 4,
                "illegalURLScheme `<REPLACE WITH AAD REDIRECT URI SCHEME>-intunemam` is no URL scheme": 4,
            ]
        )
        #expect(notes > 10)
        #expect(unreadable.first?.contains("mattermost") == true && unreadable.contains("conflict-marker"))
        #expect(unreadable.filter { $0.contains("__") }.count == 1)
    }

    @Test("All changes fit, and a second look finds none", arguments: PublishedApps.names, [false, true])
    func settles(name: String, assumesSDK: Bool) throws {
        guard let document = try? PublishedApps.read(name) else { return }
        let changes = findings(document, assumesSDK: assumesSDK).compactMap(\.change)
        let bytes = try document.applying(changes)
        let after = findings(try PropertyListReader().read(bytes, path: name), assumesSDK: assumesSDK)
        #expect(after.filter { $0.change != nil } == [])
    }
}

import Diagnostics
import PolicyModel
import PropertyList
import TestSupport
import Testing

@testable import PolicyFiles

/// Property lists of published apps: each loads, or is refused for an actual mistake.
@Suite(
    "Info.plist files of published apps",
    .enabled(if: !PublishedPropertyLists.names.isEmpty, "\(PublishedData.howToGet)")
)
struct InfoPlistCorpusTests {
    /// The unreadable files, with all of their findings.
    static let refused = [
        "mattermost__mattermost-mobile__ios_MattermostShare_Info__hist-6228ba5.plist":
            "24:1 conflict-marker a conflict marker of a merge"
    ]

    @Test("All files are present")
    func count() {
        #expect(PublishedPropertyLists.names.count == 52)
        #expect(Self.refused.keys.allSatisfy { PublishedPropertyLists.names.contains($0) })
    }

    @Test("Each file loads, or is refused with the cause", arguments: PublishedPropertyLists.names)
    func file(name: String) throws {
        let files = DiskFiles()
        let bytes = try files.read(PublishedPropertyLists.path(name), limit: 1 << 20, plainOnly: true)
        let reader = PolicyDocumentReader(files: MemoryFiles(["Info.plist": bytes]))
        let result = reader.load(text: "demarc: 1\napp: {infoPlist: Info.plist}", path: "policy.yaml")
        let errors = result.diagnostics.filter { $0.severity == .error }.map { finding in
            "\(finding.places[0].start.line):\(finding.places[0].start.column) \(finding.code) \(finding.message)"
        }
        #expect(errors == (Self.refused[name].map { [$0] } ?? []))
        guard Self.refused[name] == nil else { return }
        let app = try #require(result.document).app
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            app.queriesSchemes.count
                == Self.count("<string>", in: text, after: "<key>LSApplicationQueriesSchemes</key>", to: "</array>")
        )
        let settings = AppSetting.allCases.filter { setting in
            guard case .settings? = setting.infoPlistKey else { return false }
            return app[setting] != nil || app.variable(for: setting) != nil
        }
        let unread = result.diagnostics.filter {
            $0.severity == .warning && ($0.code == "unknown-key" || $0.code == "wrong-type")
        }
        let keys = Self.count("<key>", in: text, after: "<key>IntuneMAMSettings</key>", to: "</dict>")
        // Without the dictionary, a wrong type can only be that of a declaration.
        #expect(settings.count + (keys == 0 ? 0 : unread.count) == keys, "\(summary(result))")
        #expect((app.bundle?.settingsLocation != nil) == text.contains("<key>IntuneMAMSettings</key>"))
        #expect(app.bundle?.urlTypes.isEmpty == !text.contains("<key>CFBundleURLTypes</key>"))
        #expect((app.bundle?.appExtension != nil) == text.contains("<key>NSExtension</key>"))
        #expect((app.bundle?.sceneManifest != nil) == text.contains("<key>UIApplicationSceneManifest</key>"))
    }

    /// How often a word occurs between two others. No file of the corpus has a comment there.
    static func count(_ word: String, in text: String, after start: String, to end: String) -> Int {
        guard let start = text.firstRange(of: start), let end = text[start.upperBound...].firstRange(of: end) else {
            return 0
        }
        return text[start.upperBound..<end.lowerBound].ranges(of: word).count
    }
}

import ByteText
import Demarc
import Diagnostics
import Foundation
import PolicyFiles
import PolicyModel
import RuleIndex
import TestSupport
import Testing

@Suite("A compiled policy replaces its document") struct CompiledPolicyTests {
    /// Every policy document of the project, and the published documents if they are available.
    static let documents: [String] = {
        let folders = ["Tests", "Examples", "Rules"].map { Repository.path($0) } + [PublishedData.path("corpus")]
        var paths: [String] = []
        for folder in folders {
            let files = FileManager.default.enumerator(at: URL(filePath: folder), includingPropertiesForKeys: nil)
            for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
                if file.lastPathComponent == ".build" { files?.skipDescendants() }
                if ["yaml", "yml", "json"].contains(file.pathExtension) { paths.append(file.path) }
            }
        }
        return paths.sorted()
    }()

    @Test("An account whose policy is not in a document made in code is under the strictest policy")
    func missingPolicy() {
        let dana = AccountID("dana")
        let engine = PolicyEngine(
            PolicyDocument(accounts: AccountDirectory([Account(id: dana, policy: "strcit")]), user: dana)
        )
        var evaluator = engine.makeEvaluator()
        #expect(evaluator.setting(.print).transferLine == "block setting.print.blocked")
        #expect(evaluator.copy(ClipboardItem(), from: .native()).verdict == .protected)
    }

    @Test("Every policy document reads back unchanged")
    func allDocuments() throws {
        let reader = PolicyDocumentReader(requiresUser: false, allowsSecondManagedAccount: true)
        var compared = 0
        for path in Self.documents {
            var document = reader.load(path: path).document
            if document == nil, path.contains("/graph/") {
                let policy = "demarc: 1\npolicies: {a: {graph: '\((path as NSString).lastPathComponent)'}}\n"
                let folder = (path as NSString).deletingLastPathComponent
                document = reader.load(text: policy, path: folder + "/policy.yaml").document
            }
            guard let document else { continue }
            compared += 1
            let opened = try CompiledPolicy(opening: CompiledPolicy(document).compiledFile()).document
            #expect(opened == document, "\(path)")
        }
        #expect(compared > 5)
    }

    private static let policy = """
        demarc: 1
        app: {multiIdentity: true}
        policies: {strict: {managedBrowserToOpenLinksRequired: true}}
        accounts:
          - {account: dana@contoso.com, policy: strict}
        ruleSets:
          corporate:
            default: external
            transitions: [personalAccount]
            rules:
              - {id: intranet, class: internal, domain: contoso.com, because: It is ours.}
              - {id: wide, class: external, domain: example, priority: -1}
              - {id: gambling, class: blocked, list: {file: gambling.txt, format: domains}}
              - {id: ads, class: blocked, list: {file: ads.txt, format: hosts}, unless: {regex: '[?]ok$'}}
              - {id: teams, class: internal, pattern: 'https://:t.sharepoint.com/teams/*', priority: 10}
              - {id: net, class: internal, address: 10.0.0.0/8}
        views:
          - {id: E, policy: currentIdentity, isExternalURL: corporate}
          - {id: U, policy: unmanaged}
        user: dana@contoso.com
        """
    private static let lists = [
        "gambling.txt": "# bets\ncasino.example\n\npoker.example\n", "ads.txt": "0.0.0.0 ads.example casino.example\n",
    ]
    private static let urls = [
        "https://contoso.com/", "https://a.casino.example/x", "https://casino.example/", "https://casino.example/?ok",
        "https://ads.example/?ok", "https://ads.example/", "https://x.sharepoint.com/teams/a", "https://10.1.1.1/",
        "https://poker.example:443/../a", "https://dana@contoso.com\\@evil.example/", "tel:1", "nonsense",
    ]

    private func explanations(_ engine: PolicyEngine) throws -> [Explanation] {
        var evaluator = engine.makeEvaluator()
        var explanations: [Explanation] = []
        for name in ["E", "U"] {
            let view = try engine.requireView(name)
            for url in Self.urls {
                let decision = evaluator.navigation(to: url, in: view)
                explanations.append(try evaluator.explanation(of: decision))
            }
        }
        return explanations
    }

    private func compile(
        _ text: String = policy,
        to folder: TemporaryFolder,
        _ name: String = "a.demarc"
    ) throws -> String {
        let path = "\(folder.path)/\(name)"
        let reader = PolicyDocumentReader(files: MemoryFiles(Self.lists), requiresUser: false)
        let document = try #require(reader.load(text: text, path: "policy.yaml").document)
        try CompiledPolicy(document).write(to: path)
        return path
    }

    @Test("Decisions and explanations are the same, including places")
    func explains() throws {
        let folder = try TemporaryFolder()
        let path = try compile(to: folder)
        let expected = try explanations(try engine(Self.policy, files: Self.lists))
        let places = expected.flatMap(\.reasons).compactMap(\.location)
        #expect(places.contains { $0.path == "gambling.txt" && $0.line == 4 })
        #expect(expected.contains { !$0.overridden.isEmpty })
        #expect(try explanations(PolicyEngine(opening: path)) == expected)
        #expect(try explanations(PolicyEngine(opening: path, copying: true)) == expected)
        #expect(try explanations(PolicyEngine(contentsOf: path)) == expected)
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let reader = PolicyDocumentReader(files: MemoryFiles(["p": bytes]))
        #expect(try explanations(PolicyEngine(contentsOf: "p", reader: reader)) == expected)
    }

    @Test("A failed reload keeps the policy in force, and a successful one replaces it")
    func reloads() throws {
        let folder = try TemporaryFolder()
        let path = try compile(to: folder)
        let engine = try PolicyEngine(opening: path)
        let expected = try explanations(engine)
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        bytes[bytes.count / 2] ^= 1
        let damaged = try folder.write(bytes, to: "damaged.demarc")
        let reloads: [(String) throws -> Void] = [
            { try engine.reload(opening: $0) }, { try engine.reload(contentsOf: $0) },
        ]
        for reload in reloads {
            do {
                try reload(damaged)
                Issue.record("reloaded")
            } catch let error as PolicyLoadingError {
                #expect(error.diagnostics.map(\.code) == ["damaged-file"])
                #expect(error.description.contains("compile the policy again with `demarc compile`"))
                #expect(error.description.contains("damaged.demarc"))
            }
            #expect(try explanations(engine) == expected)
        }
        let other = Self.policy.replacing("default: external", with: "default: blocked")
        try engine.reload(opening: try compile(other, to: folder, "b.demarc"))
        #expect(try explanations(engine) != expected)
        try engine.reload(contentsOf: path)
        #expect(try explanations(engine) == expected)
    }

    @Test("An opened policy can be edited and put in force again")
    func edits() throws {
        let folder = try TemporaryFolder()
        let engine = try PolicyEngine(opening: try compile(to: folder))
        let expected = try explanations(engine)
        engine.reload(engine.policy.document)
        #expect(try explanations(engine) == expected)
    }

    @Test("Several managed accounts without a user are an error unless the caller names one")
    func users() throws {
        let folder = try TemporaryFolder()
        let text = """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {strict: {}}
            accounts: [{account: a@contoso.com, policy: strict}, {account: b@contoso.com, policy: strict}]
            """
        let path = try compile(text, to: folder)
        let ways: [() throws -> PolicyEngine] = [
            { try PolicyEngine(opening: path) }, { try PolicyEngine(contentsOf: path) },
        ]
        for open in ways {
            do {
                _ = try open()
                Issue.record("opened")
            } catch let error as PolicyLoadingError {
                #expect(error.diagnostics.map(\.code) == ["several-managed-accounts"])
            }
        }
        _ = try PolicyEngine(contentsOf: path, reader: PolicyDocumentReader(requiresUser: false))
        _ = try PolicyEngine(opening: try compile(text + "\nuser: none", to: folder))
    }
}

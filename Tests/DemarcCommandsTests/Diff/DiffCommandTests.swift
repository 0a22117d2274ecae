import Foundation
import TestSupport
import Testing

@testable import DemarcCommands
@testable import PolicyAnalysis

/// `demarc diff`: its formats, its exit statuses, and the policies that it accepts.
@Suite("demarc diff") struct DiffCommandTests {
    private static let old = """
        demarc: 1
        app: {multiIdentity: true, multiManagedIdentities: true}
        policies:
          strict:
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            printBlocked: true
        accounts: [{account: dana@contoso.com, organization: contoso, policy: strict}]
        ruleSets:
          corporate:
            default: external
            rules: [{id: intranet, class: internal, domain: contoso.com}]
        views: [{id: E, policy: currentIdentity, isExternalURL: corporate}]
        """
    private static let wider = old.replacing("printBlocked: true", with: "printBlocked: false")
    private static let repeated = old.replacing(
        "domain: contoso.com}]",
        with: "domain: contoso.com}, {id: wiki, class: internal, host: wiki.contoso.com}]"
    )

    private static func diff(
        _ arguments: String,
        in folder: TemporaryFolder,
        _ new: String = Self.wider
    ) throws -> Tool.Outcome {
        try folder.write(Self.old, to: "old.yaml")
        try folder.write(new, to: "new.yaml")
        return try Tool.bash("cd '\(folder.path)' && \"$demarc\" diff \(arguments)")
    }

    @Test("Each group is shown on a card with its cause and place")
    func card() throws {
        let outcome = try Self.diff("old.yaml new.yaml", in: try TemporaryFolder())
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.lines.first == "more permissive · exact · 1 edit, 1 group, 0 without effect")
        #expect(outcome.text.contains("OPENS  setting, account dana@contoso.com"))
        #expect(outcome.text.contains("block → allow"))
        #expect(outcome.text.contains("by strict.printBlocked: true → false (new.yaml:7:5)"))
    }

    @Test("The report does not overwrite the file of accepted paths, and an error keeps the previous report")
    func overwriting() throws {
        let folder = try TemporaryFolder()
        let accepted = "demarc-audit: 1\naccepted: []\n"
        try folder.write(accepted, to: ".demarc-audit.yaml")
        let outcome = try Self.diff("old.yaml new.yaml --output .demarc-audit.yaml", in: folder)
        #expect(outcome.status == 64 && outcome.errors.contains("--output names the file of accepted paths"))
        #expect(try folder.read(".demarc-audit.yaml") == accepted)
        try folder.write("previous\n", to: "report.txt")
        #expect(try Self.diff("old.yaml new.yaml --output report.txt --accepted none.yaml", in: folder).status == 2)
        #expect(try folder.read("report.txt") == "previous\n")
    }

    @Test("Different files with equal decisions are reported as such")
    func noEffect() throws {
        let outcome = try Self.diff(
            "old.yaml new.yaml --fail-on any,unproven",
            in: try TemporaryFolder(),
            Self.repeated
        )
        #expect(outcome.status == 0)
        #expect(outcome.lines.first == "equivalent · exact · 1 edit, 0 groups, 1 without effect")
        #expect(outcome.text.contains("NO-OP  rule corporate.wiki: absent → internal (new.yaml:12:"))
        let why = "covered by rule corporate.intranet (new.yaml:12:"
        #expect(outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(why))
    }

    @Test(
        "Every format explains why an edit has no effect",
        arguments: [
            ("json", #""why":{"kind":"covered","words":"covered by rule corporate.intranet (new.yaml:12:"#),
            ("json", #""by":[{"name":"rule corporate.intranet","at":"new.yaml:12:"#),
            ("markdown", #"): covered by rule corporate.intranet \(new.yaml:12:"#),
            ("html", #"<p class="meaning"><bdi>covered by rule corporate.intranet (new.yaml:12:"#),
        ]
    )
    func why(format: String, expected: String) throws {
        let outcome = try Self.diff("old.yaml new.yaml --format \(format)", in: try TemporaryFolder(), Self.repeated)
        #expect(outcome.status == 0 && outcome.text.contains(expected), "\(outcome.text)")
    }

    @Test("The JSON is one object and equal in every run")
    func json() throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.diff("old.yaml new.yaml --format json", in: folder)
        #expect(outcome.text.hasSuffix("}\n") && outcome.lines.count == 1)
        let diff = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        #expect(diff["verdict"] as? String == "morePermissive" && diff["exact"] as? Bool == true)
        let groups = try #require(diff["groups"] as? [[String: Any]])
        let group = try #require(groups.first)
        #expect(groups.count == 1 && group["effect"] as? String == "opens")
        #expect(group["opens"] as? [String] == diff["opens"] as? [String])
        #expect((group["before"] as? [String: Any])?["verdict"] as? String == "block")
        #expect((group["after"] as? [String: Any])?["verdict"] as? String == "allow")
        #expect((group["causes"] as? [[String: Any]])?.map { $0["at"] as? String } == ["new.yaml:7:5"])
        #expect(try Self.diff("old.yaml new.yaml --format json", in: folder).text == outcome.text)
    }

    @Test("Markdown has a section for each group, and the file is written whole or not at all")
    func markdown() throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.diff(
            "old.yaml new.yaml --format markdown --output comment.md --fail-on opens",
            in: folder
        )
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        let text = try String(contentsOfFile: folder.path + "/comment.md", encoding: .utf8)
        #expect(text.hasPrefix("### Demarc: more permissive\n"))
        #expect(text.contains("<details open><summary><strong>OPENS</strong> setting, account dana@&#8203;contoso.com"))
        #expect(text.contains("- by strict.printBlocked: true → false \\(new.yaml:7:5\\)"))
        #expect(text.components(separatedBy: "<details").count == text.components(separatedBy: "</details>").count)
    }

    /// The id of the path that the wider policy opens.
    private static func openedID(in folder: TemporaryFolder) throws -> String {
        let outcome = try diff("old.yaml new.yaml --format json", in: folder)
        let diff = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        return try #require((diff["opens"] as? [String])?.first)
    }

    private static func accepting(_ id: String, until day: String = "2099-12-31") -> String {
        "demarc-audit: 1\naccepted: [{path: \(id), what: print, reason: 'a *pilot*', owner: dana, until: \(day)}]\n"
    }

    @Test("An accepted path is shown but not counted")
    func accepted() throws {
        let folder = try TemporaryFolder()
        let id = try Self.openedID(in: folder)
        try folder.write(Self.accepting(id), to: ".demarc-audit.yaml")
        let outcome = try Self.diff("old.yaml new.yaml --fail-on opens", in: folder)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.text.contains("WIDER  setting, account dana@contoso.com"))
        #expect(outcome.text.contains("opens, accepted: \(id.prefix(6)) until 2099-12-31, a *pilot*"))
        #expect(!outcome.text.contains("OPENS"))
        let json = try Self.diff("old.yaml new.yaml --format json", in: folder).text
        #expect(json.contains(#""opens":[],"closes":[],"accepted":["\#(id)"],"expired":[]"#), "\(json)")
        #expect(json.contains(#""effect":"wider""#))
        let markdown = try Self.diff("old.yaml new.yaml --format markdown", in: folder).text
        #expect(markdown.contains(#"- opens, accepted: \#(id.prefix(6)) until 2099-12-31, a \*pilot\*"#), "\(markdown)")
        // More is permitted all the same.
        #expect(try Self.diff("old.yaml new.yaml --fail-on more-permissive", in: folder).status == 1)
        // The file may have any name, and in another place it belongs to another policy.
        try folder.write(Self.accepting(id), to: "accepted.yaml")
        try folder.write("demarc-audit: 1\naccepted: []\n", to: ".demarc-audit.yaml")
        #expect(try Self.diff("old.yaml new.yaml --fail-on opens", in: folder).status == 1)
        #expect(try Self.diff("old.yaml new.yaml --accepted accepted.yaml --fail-on opens", in: folder).status == 0)
        // It holds for the data of the policies that it names.
        for (policy, status) in [("strict", 0), ("pool", 1)] as [(String, Int32)] {
            let text = Self.accepting(id).replacing("what: print", with: "what: print, from: {\(policy): content}")
            try folder.write(text, to: "accepted.yaml")
            let outcome = try Self.diff("old.yaml new.yaml --accepted accepted.yaml --fail-on opens", in: folder)
            #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        }
    }

    @Test(
        "A path is counted if its acceptance is expired or unreadable",
        arguments: [("until: 2099-12-31", "until: 2020-12-31", 1), ("demarc-audit: 1", "demarc-audit: 2", 2)]
            as [(String, String, Int32)]
    )
    func notAccepted(old: String, new: String, status: Int32) throws {
        let folder = try TemporaryFolder()
        let text = Self.accepting(try Self.openedID(in: folder)).replacing(old, with: new)
        try folder.write(text, to: ".demarc-audit.yaml")
        let outcome = try Self.diff("old.yaml new.yaml --fail-on opens", in: folder)
        #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        #expect(status == 2 || outcome.text.contains("OPENS") && outcome.text.contains("ended on 2020-12-31."))
    }

    @Test(
        "The exit status follows --fail-on",
        arguments: [
            ("old.yaml new.yaml", 0), ("old.yaml new.yaml --fail-on opens", 1),
            ("old.yaml new.yaml --fail-on more-permissive", 1), ("old.yaml new.yaml --fail-on less-permissive", 0),
            ("old.yaml new.yaml --fail-on any", 1), ("old.yaml new.yaml --fail-on unproven", 0),
            ("old.yaml new.yaml --fail-on less-permissive,any", 1), ("new.yaml old.yaml --fail-on opens", 0),
            ("new.yaml old.yaml --fail-on more-permissive", 0), ("new.yaml old.yaml --fail-on less-permissive", 1),
            ("old.yaml old.yaml --fail-on opens,more-permissive,less-permissive,any,unproven", 0),
            ("old.yaml new.yaml --fail-on wider", 64), ("old.yaml new.yaml --format yaml", 64), ("old.yaml", 64),
            ("", 64),
            ("old.yaml new.yaml new.yaml", 64), ("old.yaml missing.yaml", 2), ("missing.yaml new.yaml", 2),
            ("old.yaml new.yaml --accepted missing.yaml", 2), ("old.yaml new.yaml --output nowhere/a.md", 2),
            ("old.yaml .", 2), ("old.yaml /dev/null", 2),
        ] as [(String, Int32)]
    )
    func status(arguments: String, status: Int32) throws {
        let outcome = try Self.diff(arguments, in: try TemporaryFolder())
        #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        #expect(status < 2 || outcome.output.isEmpty && !outcome.errors.isEmpty)
    }

    @Test(
        "An unknown result is not taken for no change",
        arguments: [
            ("any", 1), ("unproven", 1), ("more-permissive", 1), ("less-permissive", 1), ("opens", 0),
        ] as [(String, Int32)]
    )
    func unknown(failOn: String, status: Int32) throws {
        // The URLs that the expression matches cannot be listed, so only a sample of URLs is asked about.
        let new = Self.old.replacing(
            "domain: contoso.com}]",
            with: #"domain: contoso.com}, {id: wiki, class: internal, regex: '^https://wiki\.contoso\.com/'}]"#
        )
        let folder = try TemporaryFolder()
        let json = try Self.diff("old.yaml new.yaml --format json", in: folder, new).text
        #expect(json.contains(#""verdict":"unknown""#), "\(json)")
        #expect(try Self.diff("old.yaml new.yaml --fail-on \(failOn)", in: folder, new).status == status)
    }

    @Test("An edit that allows as much in another way does not hide that an edited rule may allow more or less")
    func besideElsewhere() throws {
        let folder = try TemporaryFolder()
        let old = Self.old.replacing("printBlocked: true", with: "dialerRestrictionLevel: customApp\n    DIALER")
            .replacing("app: {", with: "app: {queriesSchemes: [tela, telb], ")
            .replacing(
                "domain: contoso.com}]",
                with: #"domain: contoso.com}, {id: r, class: blocked, regex: '^https://SET\.example/(x|y)[0-9]+z$'}]"#
            )
        func policy(_ dialer: String, _ set: String) -> String {
            old.replacing("DIALER", with: "customDialerAppProtocol: \(dialer)").replacing("SET", with: set)
        }
        try folder.write(policy("tela", "[a-f]+"), to: "a.yaml")
        try folder.write(policy("telb", "[a-g]{1,30}"), to: "b.yaml")
        for result in ["more-permissive", "less-permissive"] {
            let outcome = try Self.diff("a.yaml b.yaml --fail-on \(result)", in: folder)
            #expect(outcome.status == 1, "\(outcome.text)\(outcome.errors)")
        }
    }

    @Test("What blocked URLs are offered is compared and shown")
    func offers() throws {
        let folder = try TemporaryFolder()
        let blocked = Self.old.replacing("default: external", with: "default: blocked")
        try folder.write(blocked, to: "a.yaml")
        let offering = "default: blocked\n    transitions: [privateWindow]"
        try folder.write(blocked.replacing("default: blocked", with: offering), to: "b.yaml")
        let outcome = try Self.diff("a.yaml b.yaml --fail-on more-permissive", in: folder)
        #expect(outcome.status == 1 && outcome.text.hasPrefix("more permissive · exact · 1 edit, "), "\(outcome.text)")
        #expect(outcome.text.contains("block → block with transition.privateWindow"), "\(outcome.text)")
    }

    @Test(
        "A policy with a mistake is refused, whichever of the two it is",
        arguments: [
            "", "demarc: 2", "demarc: 1\naccounts: [{account: a@b.example, policy: missing}]", "{", "\u{0}\u{1}",
            "demarc: 1\nviews: " + String(repeating: "[", count: 5000),
        ]
    )
    func badPolicy(text: String) throws {
        let folder = try TemporaryFolder()
        #expect(try Self.diff("old.yaml new.yaml", in: folder, text).status == 2)
        #expect(try Self.diff("new.yaml old.yaml --format json", in: folder, text).status == 2)
    }

    @Test("The report does not overwrite a policy")
    func output() throws {
        let folder = try TemporaryFolder()
        #expect(try Self.diff("old.yaml new.yaml --output old.yaml", in: folder).status != 0)
        #expect(try String(contentsOfFile: folder.path + "/old.yaml", encoding: .utf8) == Self.old)
    }

    @Test("A compiled policy is compared like its document")
    func compiled() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.old, to: "old.yaml")
        let compile = "cd '\(folder.path)' && \"$demarc\" compile old.yaml --output old.demarc"
        #expect(try Tool.bash(compile).status == 0)
        let same = try Self.diff("old.demarc old.yaml --format json --fail-on any,unproven", in: folder)
        #expect(same.status == 0 && same.text.contains(#""exact":true,"requests":0,"#), "\(same.text)")
        let outcome = try Self.diff("old.demarc new.yaml --fail-on opens", in: folder)
        #expect(outcome.status == 1 && outcome.text.contains("by strict.printBlocked: true → false (new.yaml:7:5)"))
    }

    @Test("Graph exports are compared, whatever their policies are named")
    func exports() throws {
        let folder = try TemporaryFolder()
        for (name, title, level) in [("a", "Released", "managedApps"), ("b", "Proposed", "allApps")] {
            try folder.write(
                """
                {"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "\(title)", \
                "allowedOutboundClipboardSharingLevel": "\(level)"}
                """,
                to: "\(name).json"
            )
        }
        let outcome = try Self.diff("a.json b.json --fail-on more-permissive", in: folder)
        #expect(outcome.status == 1, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.text.contains("allowedOutboundClipboardSharingLevel: managedApps → allApps (b.json:1:"))
        #expect(try Self.diff("a.json a.json --fail-on any", in: folder).status == 0)
    }

    @Test(
        "Hostile names in Markdown are shown literally: no tag, no link, no mention",
        arguments: [
            ("</details><img src=x>", "&lt;/details&gt;&lt;img src=x&gt;"), ("@team", "@&#8203;team"),
            ("](http://evil.example)", "\\]\\(http:&#8203;//evil.example\\)"), ("a\n\n# b", "a␊␊\\#&#8203; b"),
            ("see www.evil.example, #12", "see www&#8203;.evil.example, \\#&#8203;12"),
            ("a\r\nb\u{202E}", "a␍␊b&lt;U\\+202E&gt;"),
            ("`rm`", "\\`rm\\`"),
            ("&lt;", "&amp;lt;"), ("**b** _i_ | ~s~", "\\*\\*b\\*\\* \\_i\\_ \\| \\~s\\~"),
        ]
    )
    func hostile(text: String, shown: String) { #expect(MarkdownText.escaped(text) == shown) }

    @Test("A mark is escaped in Markdown, whatever Swift joins to it", arguments: HostileTexts.markup + ["\r\n"])
    func joined(text: String) {
        let shown = MarkdownText.escaped(text)
        #expect(HostileTexts.marksOfMarkdown(in: shown).isEmpty, "\(shown)")
        #expect(!text.unicodeScalars.contains("@") || shown.unicodeScalars.contains("&"), "\(shown)")
    }

    @Test("A hostile name of a document is shown literally in Markdown and text")
    func hostileDocument() throws {
        let folder = try TemporaryFolder()
        let name = "x</summary></details> @team [a](http://evil.example)"
        let new = Self.wider.replacing("strict", with: "'\(name)'")
        let outcome = try Self.diff("old.yaml new.yaml --format markdown", in: folder, new)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(!outcome.text.contains("@team") && !outcome.text.contains("](http"))
        #expect(outcome.text.components(separatedBy: "<details").count > 1)
        #expect(
            outcome.text.components(separatedBy: "<details").count
                == outcome.text.components(separatedBy: "</details>").count
        )
    }

    @Test("A long comment is cut below the services' limit, and the cut is stated")
    func long() throws {
        let (old, new) = (try DiffFormatTests.policy(Self.old), try DiffFormatTests.policy(Self.wider))
        var diff = PolicyDiff(from: old, to: new)
        let group = try #require(diff.groups.first)
        diff.groups = Array(repeating: group, count: 5000)
        let text = DiffMarkdown(diff, from: "a.yaml", to: "b.yaml").text
        #expect(text.utf8.count <= DiffMarkdown.mostBytes && text.utf8.count > 50_000)
        let shown = text.components(separatedBy: "<details").count - 1
        #expect(text.components(separatedBy: "</details>").count - 1 == shown)
        #expect(text.contains("\(5000 - shown) further groups did not fit; `demarc diff` shows them."))
    }
}

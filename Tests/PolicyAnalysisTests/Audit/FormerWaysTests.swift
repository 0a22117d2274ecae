import RuleIndex
import Testing

@testable import PolicyAnalysis

@Suite("Paths that let out no more than before") struct FormerWaysTests {
    /// A change, and whether a path opens and closes by it.
    struct Change: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var old: TightDocument
        var new: TightDocument
        var opens: Bool
        /// Nil if this is not what the change is about.
        var closes: Bool?

        init(_ name: String, _ old: TightDocument, _ new: TightDocument, opens: Bool, closes: Bool?) {
            (testDescription, self.old, self.new, self.opens, self.closes) = (name, old, new, opens, closes)
        }
    }

    private static func exception(_ length: Int) -> TightDocument {
        TightDocument().setting("allowedOutboundClipboardSharingExceptionLength", "\(length)")
    }

    private static func exempting(_ schemes: String...) -> TightDocument {
        let list = schemes.map { "{name: \($0), value: \($0)}" }.joined(separator: ", ")
        return TightDocument().setting("exemptedAppProtocols", "[\(list)]")
    }

    private static func links(_ link: String) -> TightDocument {
        TightDocument().setting("exemptedUniversalLinks", "['\(link)']")
    }

    private static func sending(_ level: String) -> TightDocument {
        TightDocument().setting("saveAsBlocked", "false").setting("allowedOutboundDataTransferDestinations", level)
    }

    private static func kim(_ policy: String, _ document: TightDocument) -> TightDocument {
        document.with {
            $0.policies = [("none", [("allowedOutboundClipboardSharingExceptionLength", "0")])]
            $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: \(policy)}")
        }
    }

    private static let changes = [
        Change("a longer exception", exception(5), exception(30), opens: true, closes: false),
        Change("a shorter exception", exception(30), exception(5), opens: false, closes: true),
        Change("one more scheme", exempting("skype"), exempting("skype", "calshow"), opens: true, closes: false),
        Change("one scheme less", exempting("skype", "calshow"), exempting("skype"), opens: false, closes: true),
        Change("another scheme", exempting("skype"), exempting("calshow"), opens: true, closes: true),
        Change(
            "links to more sites",
            links("https://a.example.net"),
            links("https://*.example.net"),
            opens: true,
            closes: nil
        ),
        Change(
            "another setting that allows saving",
            sending("allApps"),
            sending("managedApps"),
            opens: false,
            closes: true
        ),
        Change(
            "a shorter exception for more accounts",
            kim("none", exception(30)),
            kim("strict", exception(5)),
            opens: true,
            closes: true
        ),
        Change(
            "a shorter exception for as many accounts",
            kim("strict", exception(30)),
            kim("strict", exception(5)),
            opens: false,
            closes: true
        ),
    ]

    @Test("A path opens only if something leaves that could not leave before", arguments: changes)
    func opens(change: Change) throws {
        let diff = PolicyDiff(
            from: CompiledPolicy(try change.old.document()),
            to: CompiledPolicy(try change.new.document())
        )
        #expect(!diff.opens.isEmpty == change.opens, "\(diff.opens.map(\.line))")
        if let closes = change.closes { #expect(!diff.closes.isEmpty == closes, "\(diff.closes.map(\.line))") }
    }
}

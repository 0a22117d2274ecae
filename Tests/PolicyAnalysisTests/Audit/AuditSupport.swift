import Demarc
import PolicyFiles
import PolicyModel
import RuleIndex
import Testing

@testable import PolicyAnalysis

/// The policy document with a text, which needs no user and no other files.
func policyDocument(
    _ text: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> PolicyDocument {
    let loaded = PolicyDocumentReader(requiresUser: false).load(text: text, path: "policy.yaml")
    return try #require(loaded.document, "\(loaded.diagnostics)\n\(text)", sourceLocation: sourceLocation)
}

/// The policy of the document with a text.
func compiledPolicy(
    _ text: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> CompiledPolicy {
    CompiledPolicy(try policyDocument(text, sourceLocation: sourceLocation))
}

/// A policy document that lets no data of its organization out, and variants of it with one change.
struct TightDocument {
    /// The explicit settings of the policy `strict`.
    var strict: [(name: String, value: String)] = [
        ("allowedOutboundDataTransferDestinations", "managedApps"),
        ("allowedInboundDataTransferSources", "managedApps"),
        ("allowedOutboundClipboardSharingLevel", "managedApps"),
        ("managedBrowserToOpenLinksRequired", "true"),
        ("managedBrowser", "microsoftEdge"),
        ("dialerRestrictionLevel", "managedApps"),
        ("protectedMessagingRedirectAppType", "anyManagedApp"),
        ("saveAsBlocked", "true"),
        ("allowedDataStorageLocations", "[oneDriveForBusiness, sharePoint]"),
        ("blockDataIngestionIntoOrganizationDocuments", "true"),
        ("printBlocked", "true"),
        ("contactSyncBlocked", "true"),
        ("dataBackupBlocked", "true"),
        ("thirdPartyKeyboardsBlocked", "true"),
        ("allowWidgetContentSync", "false"),
        ("screenCaptureConfigurationState", "blocked"),
        ("genmojiConfigurationState", "blocked"),
        ("writingToolsConfigurationState", "blocked"),
        ("notificationRestriction", "blockOrganizationalData"),
    ]
    /// Further policies, each with the settings that differ from `strict`.
    var policies: [(name: String, changes: [(name: String, value: String)])] = []
    var app = "multiIdentity: true\n  multiManagedIdentities: true"
    var accounts = [
        "{account: dana@contoso.com, organization: contoso, policy: strict}", "{account: dana@home.example}",
    ]
    var apps = ["{id: com.example.notes, schemes: [notes]}"]
    var defaultClass = "external"
    var rules = ["{id: intranet, class: internal, domain: contoso.com}"]
    var views = [
        "{id: A, policy: unmanaged}",
        "{id: E, policy: currentIdentity, isExternalURL: corporate, document: 'https://docs.contoso.com/d/42'}",
    ]

    /// Additional rule sets, and additional sections of the document.
    var moreRuleSets = ""
    var sections = ""

    /// The document with a setting of `strict` changed, added, or removed if nil.
    func setting(_ name: String, _ value: String?) -> Self {
        var changed = self
        changed.strict.removeAll { $0.name == name }
        if let value { changed.strict.append((name, value)) }
        return changed
    }

    func with(_ change: (inout Self) -> Void) -> Self {
        var changed = self
        change(&changed)
        return changed
    }

    /// The document as YAML.
    var text: String {
        func settings(_ settings: [(name: String, value: String)]) -> String {
            settings.map { "    \($0.name): \($0.value)\n" }.joined()
        }
        var text = "demarc: 1\napp:\n  \(app)\npolicies:\n  strict:\n" + settings(strict)
        for policy in policies {
            let names = Set(policy.changes.map(\.name))
            text += "  \(policy.name):\n" + settings(strict.filter { !names.contains($0.name) } + policy.changes)
        }
        text += "accounts:\n" + accounts.map { "  - \($0)\n" }.joined()
        if !apps.isEmpty { text += "apps:\n" + apps.map { "  - \($0)\n" }.joined() }
        text += "ruleSets:\n  corporate:\n    default: \(defaultClass)\n    rules:\n"
        text += rules.map { "      - \($0)\n" }.joined()
        text += moreRuleSets
        return text + "views:\n" + views.map { "  - \($0)\n" }.joined() + sections
    }

    func document() throws -> PolicyDocument { try policyDocument(text) }

    func audit(findsFixes: Bool = false) throws -> PolicyAudit {
        PolicyAudit(CompiledPolicy(try document()), PolicyAudit.Options(findsFixes: findsFixes))
    }
}

extension LeakPath {
    /// The path on one line, for tables of tests.
    var line: String {
        "\(code.rawValue) \(source.selector) → \(sink.selector) [\(gates.map(\.words).joined(separator: "; "))]"
    }
}

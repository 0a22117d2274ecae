import PolicyFiles
import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

/// Edits that only certain questions show, or none: a comparison that does not ask them would prove a falsehood.
@Suite("Comparing what few questions show") struct AskedQuestionTests {
    /// An edit.
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var old: TightDocument
        var new: TightDocument

        init(_ name: String, _ old: TightDocument = TightDocument(), _ new: (inout TightDocument) -> Void) {
            (testDescription, self.old, self.new) = (name, old, old.with(new))
        }
    }

    private static func diff(_ row: Row) throws -> PolicyDiff {
        let policies = try [row.old, row.new].map { CompiledPolicy(try $0.document()) }
        return PolicyDiff(from: policies[0], to: policies[1])
    }

    // MARK: Questions

    private static let loose = ["allowedOutboundDataTransferDestinations", "allowedOutboundClipboardSharingLevel"]
        .map { (name: $0, value: "allApps") }
    private static let mail = "{id: com.contoso.mail, managed: true, organization: contoso, policy: strict}"

    /// An app of the organization under a strict policy, which gets another policy.
    private static func moved(_ name: String) -> Row {
        Row(name, TightDocument(policies: [("loose", loose)], apps: [mail])) {
            $0.apps = [mail.replacing("policy: strict", with: "policy: loose")]
        }
    }

    /// An app of the organization that handles the twin of a scheme, and not the scheme itself.
    private static let twinHandled = Row(
        "an app handles a twin",
        TightDocument(apps: ["{id: com.contoso.zed, managed: true, organization: contoso, schemes: [other]}"])
    ) { $0.apps = [$0.apps[0].replacing("[other]", with: "[other, zed-intunemam]")] }

    private static let asked: [(row: Row, question: Question.Kind, effect: OutcomeEffect, words: String)] = [
        (
            Row("a policy lists an app") { $0.strict.append(("apps", "[com.evil.app]")) }, .send, .wider,
            "to com.evil.app"
        ),
        (
            Row("a policy lists an app") { $0.strict.append(("apps", "[com.evil.app]")) }, .paste, .wider,
            "into app:com.evil.app"
        ),
        (
            Row("an unmanaged app is gone, and with it what is known about its scheme") { $0.apps = [] }, .open, .wider,
            "notes://demarc of a known managed app"
        ),
        (
            Row("an unmanaged app is gone", TightDocument(app: "queriesSchemes: [notes]")) { $0.apps = [] }, .canOpen,
            .wider, "notes://demarc of a known managed app"
        ),
        (twinHandled, .open, .wider, "zed://demarc"),
        (twinHandled, .navigate, .wider, "to zed://demarc"),
        (
            Row("links may open anywhere") { $0 = $0.setting("managedBrowserToOpenLinksRequired", "false") },
            .connection, .wider, FreshNames.host
        ),
        (moved("another app gets a policy that lets data out"), .copy, .wider, "from app:com.contoso.mail"),
        (moved("another app gets a policy that lets data out"), .upload, .wider, "from app:com.contoso.mail into A"),
        (moved("another app gets a policy that lets data out"), .setting, .wider, "siriIntents in app:"),
        (
            Row("data of managed apps no longer comes in", TightDocument(apps: [mail])) {
                $0 = $0.setting("allowedInboundDataTransferSources", "none")
            },
            .incoming, .narrower, "from com.contoso.mail"
        ),
        (
            Row("a page is managed") { $0.views[0] = "{id: A, policy: currentIdentity}" }, .send, .narrower, "from A to"
        ),
        (
            Row("a page is managed") { $0.views[0] = "{id: A, policy: currentIdentity}" }, .save, .narrower, "in A to"
        ),
        (
            Row("a page is managed") { $0.views[0] = "{id: A, policy: currentIdentity}" }, .setting, .narrower,
            "print in A"
        ),
        (
            // Without apps, only accounts are left into which the content could be pasted.
            Row(
                "a page is no longer managed",
                TightDocument(apps: []).with { $0.views[0] = "{id: A, policy: currentIdentity}" }
            ) { $0.views[0] = "{id: A, policy: unmanaged}" },
            .paste, .wider, "from A into account:"
        ),
        (
            Row(
                "the app has another id",
                TightDocument(app: "id: com.contoso.one\n  multiIdentity: true\n  multiManagedIdentities: true")
            ) { $0.app = $0.app.replacing("one", with: "two") },
            .paste, .wider, "from app:com.contoso.two into"
        ),
        (
            // The page that the view shows before decides what it is under the old policy.
            Row(
                "a view no longer handles a scheme that a rule calls internal",
                TightDocument(app: "\(identities)\n  webViewHandledURLSchemes: [foo]").with {
                    $0.rules.append("{id: foo, class: internal, scheme: foo}")
                }
            ) { $0.app = identities },
            .navigate, .mixed, "to foo://"
        ),
        (
            Row(
                "a blocked URL is offered to a personal account",
                TightDocument(defaultClass: offering("privateWindow"))
            ) { $0.defaultClass = offering("privateWindow, personalAccount") },
            .navigate, .wider, "to https://\(FreshNames.host)/"
        ),
        (
            Row("a blocked URL is no longer offered", TightDocument(defaultClass: offering("privateWindow"))) {
                $0.defaultClass = offering("")
            },
            .navigate, .narrower, "to https://\(FreshNames.host)/"
        ),
        (
            Row("rules decide about URLs on which readers disagree") { $0.sections = "ambiguousURLs: canonicalize\n" },
            .navigate, .wider, #"contoso.com\@demarc-y.example/../"#
        ),
        (
            Row(
                "universal links on which readers disagree are compared with the lists",
                TightDocument().setting("exemptedUniversalLinks", "['https://partner.example/*']")
            ) { $0.sections = "ambiguousURLs: canonicalize\n" },
            .universalLink, .wider, #"partner.example\@demarc-y.example/.."#
        ),
    ]

    private static let identities = "multiIdentity: true\n  multiManagedIdentities: true"

    /// The default class `blocked`, with ways in which a blocked URL may be opened.
    private static func offering(_ transitions: String) -> String {
        "blocked\n    transitions: [\(transitions)]"
    }

    @Test("What only one kind of question shows is found", arguments: TestSize.rows(Array(asked.indices)))
    func question(index: Int) throws {
        let (row, question, effect, words) = Self.asked[index]
        let diff = try Self.diff(row)
        let groups = diff.groups.filter { $0.question == question && $0.effect == effect }
        let told = groups.flatMap(\.witnesses).map(\.request.words)
        #expect(told.contains { $0.contains(words) }, "\(row.testDescription): \(told)")
        #expect(diff.comparison != .equivalent && diff.edits.count == 1)
        let run = ClaimCase(
            policy: row.new.text,
            claims: "  - equivalent: {to: old.yaml, for: [\(question.rawValue)]}\n",
            others: ["old.yaml": row.old.text]
        )
        #expect(try run.result().claim.verdict == .refuted)
    }

    @Test("The apps that a policy lists are named, and hundreds of them are one class")
    func targetedApps() throws {
        let few = Row("few") { $0.strict.append(("apps", "[com.b, com.a]")) }
        let edit = try #require(try Self.diff(few).edits.first)
        #expect(edit.words == "strict.apps: absent → com.a, com.b" && edit.location?.path == "policy.yaml")
        let ids = (0..<500).map { "com.app\($0)" }.joined(separator: ", ")
        let many = Row("many", few.new) { $0.strict[$0.strict.count - 1].value = "[com.b, \(ids)]" }
        let diff = try Self.diff(many)
        let words = "strict.apps: com.a → com.app0, com.app1, com.app10, com.app100 and 496 more"
        #expect(diff.edits.map(\.words) == [words])
        let count = try Self.diff(few).requestCount
        #expect(diff.isExact && diff.requestCount < 2 * count)
        let unused = Row("unused", TightDocument(policies: [("other", [])])) {
            $0.policies[0].changes = [("apps", "[com.a]")]
        }
        let reasons = try Self.diff(unused).noOps.compactMap { $0.why?.words }
        #expect(reasons == ["no account or app has policy other"])
    }

    // MARK: Omissions

    private static let dana = "{account: dana@contoso.com, organization: contoso, policy: strict}"
    private static let single = TightDocument(app: "multiIdentity: false")

    private static let omitted: [(row: Row, omission: PolicyEdit.Omission, words: String)] = [
        (
            Row("another account acts", TightDocument(sections: "user: dana@contoso.com\n")) {
                $0.sections = "user: dana@home.example\n"
            },
            .actingAccount, "user: dana@contoso.com → dana@home.example"
        ),
        (
            Row("an account acts from the start") { $0.sections = "user: dana@contoso.com\n" },
            .actingAccount, "user: absent → dana@contoso.com"
        ),
        (
            Row("another id", TightDocument(app: "id: com.contoso.one")) { $0.app = "id: com.contoso.two" },
            .thisApp, "app.id: com.contoso.one → com.contoso.two"
        ),
        (
            Row("several identities", Self.single) { $0.app = "multiIdentity: true" },
            .actingAccount, "app.multiIdentity: false → true"
        ),
        (
            Row("a policy is no longer required", TightDocument(app: "mamPolicyRequired: true")) { $0.app = "{}" },
            .launch, "app.mamPolicyRequired: true → false"
        ),
        (
            Row("a missing policy is no longer reported", TightDocument(app: "mamPolicyWarnAbsent: true")) {
                $0.app = "{}"
            },
            .launch, "app.mamPolicyWarnAbsent: true → false"
        ),
        (
            Row("a policy with a PIN", TightDocument(policies: [("staff", [("pinRequired", "true")])])) {
                $0.accounts[0] = dana.replacing("strict", with: "staff")
            },
            .launch, "account dana@contoso.com: policy strict of contoso → policy staff of contoso"
        ),
        (
            Row("no policy") { $0.accounts[0] = "{account: dana@contoso.com, organization: contoso}" },
            .launch, "account dana@contoso.com: policy strict of contoso → unmanaged of contoso"
        ),
        (
            Row("the last managed account", TightDocument(app: "mamPolicyRequired: true")) {
                $0.accounts.remove(at: 0)
            },
            .launch, "account dana@contoso.com: policy strict of contoso → absent"
        ),
        (
            Row("encryption needs a passcode") { $0.strict.append(("appDataEncryptionType", "whenDeviceLocked")) },
            .launch, "strict.appDataEncryptionType: useDeviceSettings → whenDeviceLocked"
        ),
        (
            Row("another name of an account") { $0.accounts[0] = dana.replacing("{", with: "{upn: d@contoso.com, ") },
            .accountName, "account dana@contoso.com: no upn → upn d@contoso.com"
        ),
        (
            Row("a value between two others", TightDocument(sections: Self.configured("1", "2", "3"))) {
                $0.sections = Self.configured("1", "3")
            },
            .configurationValues, "app configurations: original → changed"
        ),
        (
            Row("a value beside one of another type", TightDocument(sections: Self.mixed)) {
                $0.sections = Self.mixed.replacing("{k: 1}", with: "{k: 2}")
            },
            .configurationValues, "app configurations: original → changed"
        ),
        (
            Row(
                "a value of the app between others",
                TightDocument(app: "appConfig: {k: '2'}", sections: Self.configured("1", "3"))
            ) {
                $0.app = "appConfig: {k: '2.5'}"
            },
            .configurationValues, "app.appConfig: 1 key → changed"
        ),
    ]

    /// A section with a configuration for each value of one key.
    private static func configured(_ values: String...) -> String {
        "appConfigurations: [\(values.map { "{settings: {k: '\($0)'}}" }.joined(separator: ", "))]\n"
    }

    private static let mixed = """
        mdmUser: dana@contoso.com
        appConfigurations: [{channel: mdm, settings: {k: 1}}, {settings: {k: x}}]

        """

    @Test(
        "What no question shows is named, and never called equivalent",
        arguments: TestSize.rows(Array(omitted.indices))
    )
    func omission(index: Int) throws {
        let (row, omission, words) = Self.omitted[index]
        let diff = try Self.diff(row)
        #expect(diff.notCompared.map(\.words) == [words] && diff.notCompared.map(\.omission) == [omission])
        #expect(diff.comparison != .equivalent && !diff.isExact && diff.isEachAsked && diff.noOps.isEmpty)
        #expect(diff.notCompared.allSatisfy { $0.location?.path == "policy.yaml" })
        let topics =
            switch omission {
            case .launch: ""
            case .configurationValues: ", for: [config]"
            case .actingAccount, .accountName, .thisApp: ", for: [paste]"
            }
        let verdict = try Self.verdict(of: row, topics)
        #expect(verdict == .sampled || verdict == .refuted, "\(row.testDescription): \(verdict)")
        // Values of app configurations concern no other question.
        if omission == .configurationValues { #expect(try Self.verdict(of: row, ", for: [paste]") == .proven) }
    }

    private static func verdict(of row: Row, _ topics: String) throws -> ClaimResult.Verdict {
        let run = ClaimCase(
            policy: row.new.text,
            claims: "  - noMorePermissiveThan: {to: old.yaml\(topics)}\n",
            others: ["old.yaml": row.old.text]
        )
        return try run.result().claim.verdict
    }

    private static let compared: [Row] = [
        Row("the only managed account of an app with one identity is named", Self.single) {
            $0.sections = "user: dana@contoso.com\n"
        },
        Row("another kind of encryption", TightDocument().setting("appDataEncryptionType", "whenDeviceLocked")) {
            $0 = $0.setting("appDataEncryptionType", "afterDeviceRestart")
        },
        Row("a policy with equal conditions", TightDocument(policies: [("staff", [])])) {
            $0.accounts[0] = dana.replacing("strict", with: "staff")
        },
        Row("a value of an app configuration once more", TightDocument(sections: Self.configured("1", "2", "3"))) {
            $0.sections = Self.configured("1", "2", "2", "3")
        },
    ]

    @Test("What changes nothing that questions do not show is compared exactly", arguments: compared)
    func comparedExactly(row: Row) throws {
        let diff = try Self.diff(row)
        #expect(diff.isExact && diff.notCompared.isEmpty && diff.edits.count == 1)
    }

    // MARK: Paths under another policy

    private static let printing = [(name: "printBlocked", value: "false")]
    private static let kim = "{account: kim@contoso.com, organization: contoso, policy: lax}"

    @Test("A path opens only for accounts whose data could not leave so under their former policy")
    func moved() throws {
        // The same values under another name, while the former policy stays.
        let lax = Self.dana.replacing("strict", with: "lax")
        let open = TightDocument(policies: [("lax", Self.printing)], accounts: [lax])
        let same = Row("same", open.with { $0.policies.append(("staff", Self.printing)) }) {
            $0.accounts[0] = Self.dana.replacing("strict", with: "staff")
        }
        let diff = try Self.diff(same)
        #expect(diff.comparison == .equivalent && diff.isExact && diff.opens.isEmpty && diff.closes.isEmpty)
        // What another policy allows already is still opened by this one.
        let opened = Row("opened", TightDocument(policies: [("lax", Self.printing)], accounts: [Self.dana, Self.kim])) {
            $0 = $0.setting("printBlocked", "false")
        }
        #expect(try Self.diff(opened).opens.map(\.sink.sinkClass) == [.feature(.print)])
        // Two accounts meet under a third policy, which opens the path for one of them.
        let met = Row("met", opened.old.with { $0.policies.append(("staff", Self.printing)) }) {
            $0.accounts = [Self.dana.replacing("strict", with: "staff"), Self.kim.replacing("lax", with: "staff")]
        }
        #expect(try Self.diff(met).opens.map(\.sink.sinkClass) == [.feature(.print)])
        // An account without a policy comes under one.
        let managed = Row("managed", open.with { $0.accounts.append("{account: jo@contoso.com}") }) {
            $0.policies.append(("staff", Self.printing))
            $0.accounts[1] = "{account: jo@contoso.com, organization: contoso, policy: staff}"
        }
        #expect(try Self.diff(managed).opens.contains { $0.sink.sinkClass == .feature(.print) })
    }
}

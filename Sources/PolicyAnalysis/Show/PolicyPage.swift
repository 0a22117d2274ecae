package import PolicyModel
package import RuleIndex

/// What a policy document allows, on one page for a person.
///
/// Each line is a question to the engine with its answer, so the page reports decisions and has no rules of its own.
/// Things that a document does not name, such as an unmanaged app, are added to a copy of the document that is used
/// only for transfers: see ``ProbeDocuments``.
package struct PolicyPage: Sendable {
    /// The topic of a line. Lines of one topic are consecutive.
    package enum Topic: String, CaseIterable, Hashable, Sendable {
        /// Copying and pasting.
        case clipboard
        /// Saving copies of data.
        case save
        /// Opening data.
        case open
        /// Sending data to other apps, and receiving data from them.
        case apps
        /// Opening links.
        case links
        /// Single features, such as printing.
        case features
    }

    /// The owner of a location.
    package enum Owner: String, CaseIterable, Hashable, Sendable {
        /// The account that owns or receives the data.
        case own
        /// An unmanaged account.
        case personal
        /// No account.
        case none
    }

    /// One question, and its outcome.
    package struct Line: Sendable {
        /// The topic.
        package var topic: Topic
        /// The kind of question.
        package var question: Question.Kind
        /// The target or source: a location, an app, a scheme, or the name of a feature.
        package var target: String
        /// The owner of the location, or nil if the line is not about a location.
        package var owner: Owner?
        /// The action, for display; empty if ``object`` includes it.
        package var deed: String
        /// The object of the action, for display.
        package var object: String
        /// The answer.
        package var outcome: Outcome
    }

    /// The engine's answer.
    package struct Outcome: Hashable, Sendable {
        /// What the host must do.
        package var verdict: Verdict
        /// Where a URL opens, or nil if nothing is opened.
        package var destination: Destination?
        /// The classification of the page, or nil if the question is not about a page.
        package var page: PageClassification?
        /// The finer answer of a single setting.
        package var value: SettingValue?
        /// The deciding reason, as a sentence.
        package var sentence: String
        /// The setting that caused the reason, or nil if no setting did.
        package var setting: SettingInForce?
    }

    /// What one account may do, with the accounts for which everything is the same.
    package struct AccountSection: Sendable {
        /// The account; ``AccountID/noUser`` for a person without an account.
        package var account: AccountID
        /// Further accounts of the same organization and policy whose app configurations decide alike. In the section for
        /// no account, the accounts without a policy.
        package var alike: [AccountID]
        /// The organization of the account.
        package var organization: String?
        /// The name of the policy in force, or nil if there is none.
        package var policy: String?
        /// The answers.
        package var lines: [Line]
    }

    /// What a view does with URLs while an account acts.
    package struct ViewSection: Sendable {
        /// The name of the view.
        package var id: String
        /// The acting account.
        package var account: AccountID
        /// The outcome for a URL that is internal by a rule, or by the app if the view has no rule set.
        package var `internal`: Outcome
        /// The outcome for a URL that is external.
        package var external: Outcome
        /// The outcome for a URL that no rule matches.
        package var unmatched: Outcome
    }

    /// How much is left out to keep the page readable.
    package struct Omitted: Hashable, Sendable {
        /// The maximum number of sections, of apps, of views, and of schemes of a policy, on a page.
        static let most = 50

        /// The number of account groups without a section.
        package var accounts = 0
        /// The number of apps of the document that no section has a line for.
        package var apps = 0
        /// The number of views that are left out.
        package var views = 0
        /// The number of exempted schemes without a line, over all sections.
        package var schemes = 0
    }

    /// One section for each kind of account, in the order of the accounts, and one for no account at the end. Accounts
    /// of one organization and policy are of one kind, unless their app configurations decide differently.
    package var accounts: [AccountSection]
    /// The views that load URLs, once for each of these sections that has a policy; if none has, once for no account.
    package var views: [ViewSection]
    /// The number of parts that are left out; all zero for most policies.
    package var omitted: Omitted
    /// The settings of the accounts' policies that are explicit or affect decisions.
    package var settings: [SettingInForce]
    /// The level that the policies are compared with, or nil if there is no policy.
    package var baseline: LevelDistance?

    /// The author's number for this version of the policy; 0 if the document has none.
    package let revision: Int
    /// The SHA-256 of the compiled policy, or nil if it is too large to be compiled.
    package let digest: String?

    /// Puts all questions of the page to a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - level: The level of the data protection framework to compare with; nil for the nearest.
    /// - Complexity: O(*n*) in the size of the document without its rules, and some hundred decisions for each section,
    ///   of which there are at most some fifty.
    package init(_ policy: CompiledPolicy, comparedWith level: BaselineLevel? = nil) {
        let document = policy.document
        revision = policy.revision
        digest = try? policy.digest()
        let asking = PageAsking(policy)
        accounts = []
        views = []
        let groups = AccountGroup.all(of: policy)
        let webViews = document.views.filter(\.isWebView)
        omitted = Omitted(
            accounts: max(0, groups.count - 1 - Omitted.most),
            apps: max(0, (document.apps ?? []).count - Omitted.most),
            views: max(0, webViews.count - Omitted.most)
        )
        // The last group is that of no account.
        for group in groups.dropLast().prefix(Omitted.most) + groups.suffix(1) {
            omitted.schemes += max(0, group.exemptedSchemes(in: document).count - Omitted.most)
            accounts.append(
                AccountSection(
                    account: group.account,
                    alike: group.alike,
                    organization: group.organization,
                    policy: group.policy,
                    lines: asking.lines(for: group)
                )
            )
        }
        let acting = accounts.filter { $0.policy != nil }.map(\.account)
        for account in acting.isEmpty ? [.noUser] : acting {
            for view in webViews.prefix(Omitted.most) {
                if let section = asking.view(view, actingAs: account) { views.append(section) }
            }
        }
        let used = Set(accounts.compactMap(\.policy))
        let policies = used.sorted().compactMap { document.policies[$0] }
        settings = policies.flatMap { SettingInForce.all(of: $0) }
        baseline = LevelDistance(of: policies, from: level)
    }
}

/// Accounts that decisions cannot distinguish, except by whether two are the same: see ``AccountKind``.
struct AccountGroup {
    var account: AccountID
    var alike: [AccountID] = []
    var organization: String?
    var policy: String?

    /// The schemes that the policy exempts, without duplicates.
    func exemptedSchemes(in document: PolicyDocument) -> [String] {
        var seen: Set<String> = []
        let policy = policy.flatMap { document.policies[$0] }
        return policy?.exemptedAppProtocols.flatMap(\.schemes).filter { seen.insert($0).inserted } ?? []
    }

    /// The groups, ordered by their first accounts. The group without a policy is last, and its first member is no
    /// account.
    static func all(of compiled: CompiledPolicy) -> [AccountGroup] {
        struct Key: Hashable {
            var kind: AccountKind
            /// A managed account without an organization forms an organization of its own.
            var alone: AccountID?
        }
        var groups: [AccountGroup] = []
        var positions: [Key: Int] = [:]
        var nobody = AccountGroup(account: .noUser)
        for (number, account) in compiled.document.accounts.accounts.enumerated() {
            let kind = AccountKind(of: account, at: number, in: compiled)
            guard let policy = account.policy else {
                nobody.alike.append(account.id)
                continue
            }
            let alone = account.organization == nil ? account.id : nil
            let key = Key(kind: kind, alone: alone)
            if let position = positions[key] {
                groups[position].alike.append(account.id)
            } else {
                positions[key] = groups.count
                groups.append(
                    AccountGroup(account: account.id, organization: account.organization, policy: policy)
                )
            }
        }
        return groups + [nobody]
    }
}

/// What distinguishes the accounts of a policy in decisions, apart from whether two are the same.
struct AccountKind: Hashable {
    private let organization: UInt32?
    private let policy: String?
    /// Whether the account's app configuration takes screen capture out of the control of data transfer. No decision
    /// reads any other key.
    private let opensScreenCapture: Bool

    init(of account: Account, at position: Int, in policy: CompiledPolicy) {
        organization = policy.identityOfAccount[position]?.organization
        self.policy = account.policy
        // Only the policy of a managed account controls screen capture.
        opensScreenCapture = account.isManaged && policy.opensScreenCapture[position]
    }
}

public import PolicyModel
public import RuleIndex

/// What a policy document allows, on one page for a person.
///
/// Each line is a question to the engine with its answer, so the page reports decisions and has no rules of its own.
/// Things that a document does not name, such as an unmanaged app, are added to a copy of the document that is used
/// only for transfers: see ``ProbeDocuments``.
public struct PolicyPage: Sendable {
    /// The topic of a line. Lines of one topic are consecutive.
    public enum Topic: String, CaseIterable, Hashable, Sendable {
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
    public enum Owner: String, CaseIterable, Hashable, Sendable {
        /// The account that owns or receives the data.
        case own
        /// An unmanaged account.
        case personal
        /// No account.
        case none
    }

    /// One question, and its outcome.
    public struct Line: Sendable {
        /// The topic.
        public var topic: Topic
        /// The kind of question.
        public var question: Question.Kind
        /// The target or source: a location, an app, a scheme, or the name of a feature.
        public var target: String
        /// The owner of the location, or nil if the line is not about a location.
        public var owner: Owner?
        /// The action, for display; empty if ``object`` includes it.
        public var deed: String
        /// The object of the action, for display.
        public var object: String
        /// The answer.
        public var outcome: Outcome
    }

    /// The engine's answer.
    public struct Outcome: Hashable, Sendable {
        /// What the host must do.
        public var verdict: Verdict
        /// Where a URL opens, or nil if nothing is opened.
        public var destination: Destination?
        /// The classification of the page, or nil if the question is not about a page.
        public var page: PageClassification?
        /// The finer answer of a single setting.
        public var value: SettingValue?
        /// The deciding reason, as a sentence.
        public var sentence: String
        /// The setting that caused the reason, or nil if no setting did.
        public var setting: SettingInForce?
    }

    /// What one account may do, with the accounts for which everything is the same.
    public struct AccountSection: Sendable {
        /// The account; ``AccountID/noUser`` for a person without an account.
        public var account: AccountID
        /// Further accounts of the same organization and policy whose app configurations decide alike. In the section for
        /// no account, the accounts without a policy.
        public var alike: [AccountID]
        /// The organization of the account.
        public var organization: String?
        /// The name of the policy in force, or nil if there is none.
        public var policy: String?
        /// The answers.
        public var lines: [Line]
    }

    /// What a view does with URLs while an account acts.
    public struct ViewSection: Sendable {
        /// The name of the view.
        public var id: String
        /// The acting account.
        public var account: AccountID
        /// The outcome for a URL that is internal by a rule, or by the app if the view has no rule set.
        public var `internal`: Outcome
        /// The outcome for a URL that is external.
        public var external: Outcome
        /// The outcome for a URL that no rule matches.
        public var unmatched: Outcome
    }

    /// How much is left out to keep the page readable.
    public struct Omitted: Hashable, Sendable {
        /// The maximum number of sections, of apps, of views, and of schemes of a policy, on a page.
        static let most = 50

        /// The number of account groups without a section.
        public var accounts = 0
        /// The number of apps of the document that no section has a line for.
        public var apps = 0
        /// The number of views that are left out.
        public var views = 0
        /// The number of exempted schemes without a line, over all sections.
        public var schemes = 0
    }

    /// One section for each kind of account, in the order of the accounts, and one for no account at the end. Accounts
    /// of one organization and policy are of one kind, unless their app configurations decide differently.
    public var accounts: [AccountSection]
    /// The views that load URLs, once for each of these sections that has a policy; if none has, once for no account.
    public var views: [ViewSection]
    /// The number of parts that are left out; all zero for most policies.
    public var omitted: Omitted
    /// The settings of the accounts' policies that are explicit or affect decisions.
    public var settings: [SettingInForce]
    /// The level that the policies are compared with, or nil if there is no policy.
    public var baseline: LevelDistance?

    /// The author's number for this version of the policy; 0 if the document has none.
    public let revision: Int
    /// The SHA-256 of the compiled policy, or nil if it is too large to be compiled.
    public let digest: String?

    /// Puts all questions of the page to a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - level: The level of the data protection framework to compare with; nil for the nearest.
    /// - Complexity: O(*n*) in the size of the document without its rules, and some hundred decisions for each section,
    ///   of which there are at most some fifty.
    public init(_ policy: CompiledPolicy, comparedWith level: BaselineLevel? = nil) {
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

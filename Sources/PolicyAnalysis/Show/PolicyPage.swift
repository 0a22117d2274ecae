public import PolicyModel
public import RuleIndex

/// What a policy document allows, on one page for a person.
///
/// Each line is a question to the engine with its answer, so the page says what is decided and has no rules of its own.
/// What a document does not name, such as an app that nobody manages, is added to a copy of it that only transfers are asked
/// of: see ``ProbeDocuments``.
public struct PolicyPage: Sendable {
    /// What the lines are about; lines of one topic follow each other.
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

    /// Whose a location is.
    public enum Owner: String, CaseIterable, Hashable, Sendable {
        /// The account that owns or receives the data.
        case own
        /// An account that no policy manages.
        case personal
        /// No account.
        case none
    }

    /// One question, and what came of it.
    public struct Line: Sendable {
        /// What it is about.
        public var topic: Topic
        /// What is asked.
        public var question: Question.Kind
        /// What it goes to or comes from: a location, an app, a scheme, or the name of a feature.
        public var target: String
        /// Whose the location is; nil where it is about no location.
        public var owner: Owner?
        /// What is done, for people; empty where ``object`` says it.
        public var deed: String
        /// What it is done with, for people.
        public var object: String
        /// The answer.
        public var outcome: Outcome
    }

    /// What the engine answered.
    public struct Outcome: Hashable, Sendable {
        /// What the host must do.
        public var verdict: Verdict
        /// Where a URL goes; nil where nothing is opened.
        public var destination: Destination?
        /// Whose content a page is; nil where it is about no page.
        public var page: PageClassification?
        /// The finer answer of a single setting.
        public var value: SettingValue?
        /// The reason that decided, as a sentence.
        public var sentence: String
        /// The setting behind it; nil where no setting is.
        public var setting: SettingInForce?
    }

    /// What one account may do, and those for which everything is the same.
    public struct AccountSection: Sendable {
        /// The account; ``AccountID/noUser`` for nobody.
        public var account: AccountID
        /// Further accounts of the same organization and policy. With nobody, the accounts without a policy.
        public var alike: [AccountID]
        /// The organization of the account.
        public var organization: String?
        /// The name of the policy in force; nil where there is none.
        public var policy: String?
        /// The answers.
        public var lines: [Line]
    }

    /// What a view does with URLs while an account acts.
    public struct ViewSection: Sendable {
        /// The name of the view.
        public var id: String
        /// Who acts.
        public var account: AccountID
        /// A URL that a rule calls internal, or the app where the view has no rule set.
        public var `internal`: Outcome
        /// A URL that is external.
        public var external: Outcome
        /// A URL that no rule matches.
        public var unmatched: Outcome
    }

    /// How much is left out, because nobody would read it.
    public struct Omitted: Hashable, Sendable {
        /// The most sections, apps, views, and schemes of a policy, that are on a page.
        static let most = 50

        /// The groups of accounts for which there is no section.
        public var accounts = 0
        /// The apps of the document about which no section has a line.
        public var apps = 0
        /// The views about which nothing is said.
        public var views = 0
        /// The exempted schemes about which there is no line, of all sections together.
        public var schemes = 0
    }

    /// A section for each organization and policy, in the order of the accounts, and one for nobody at the end.
    public var accounts: [AccountSection]
    /// The views that load URLs, for each of these sections with a policy; for nobody where there is none.
    public var views: [ViewSection]
    /// What there are too many of for a page; all zero for most policies.
    public var omitted: Omitted
    /// The settings of the policies that accounts have: those that are written, and those that decide something.
    public var settings: [SettingInForce]
    /// The level that the policies are compared with; nil where there is no policy.
    public var baseline: LevelDistance?

    /// The author's number of this version of the policy; 0 where the document has none.
    public let revision: Int
    /// The SHA-256 of the compiled policy; nil where it is too large to be compiled.
    public let digest: String?

    /// Asks a policy everything that is on the page.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - level: The level of the data protection framework to compare with; nil for the nearest.
    /// - Complexity: O(*n*) in the size of the document without its rules, and some hundred decisions for each section, of
    ///   which there are at most some fifty.
    public init(_ policy: CompiledPolicy, comparedWith level: BaselineLevel? = nil) {
        let document = policy.document
        revision = policy.revision
        digest = try? policy.digest()
        let asking = PageAsking(policy)
        accounts = []
        views = []
        let groups = AccountGroup.all(of: document)
        let webViews = document.views.filter(\.isWebView)
        omitted = Omitted(
            accounts: max(0, groups.count - 1 - Omitted.most),
            apps: max(0, (document.apps ?? []).count - Omitted.most),
            views: max(0, webViews.count - Omitted.most)
        )
        // The last one is nobody's.
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

/// Accounts that nothing tells apart: decisions compare accounts only by whether they are the same, and by their
/// organization and policy.
struct AccountGroup {
    var account: AccountID
    var alike: [AccountID] = []
    var organization: String?
    var policy: String?

    /// The schemes that the policy exempts, each once.
    func exemptedSchemes(in document: PolicyDocument) -> [String] {
        var seen: Set<String> = []
        let policy = policy.flatMap { document.policies[$0] }
        return policy?.exemptedAppProtocols.flatMap(\.schemes).filter { seen.insert($0).inserted } ?? []
    }

    /// The groups in the order of their first accounts; the one without a policy is last, and nobody is its first.
    static func all(of document: PolicyDocument) -> [AccountGroup] {
        struct Key: Hashable {
            var organization: String?
            var policy: String?
            /// A managed account without an organization is an organization of its own.
            var alone: AccountID?
        }
        var groups: [AccountGroup] = []
        var positions: [Key: Int] = [:]
        var nobody = AccountGroup(account: .noUser)
        for account in document.accounts.accounts {
            guard let policy = account.policy else {
                nobody.alike.append(account.id)
                continue
            }
            let alone = account.organization == nil ? account.id : nil
            let key = Key(organization: account.organization, policy: policy, alone: alone)
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

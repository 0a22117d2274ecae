public import Diagnostics

/// A property that must hold for a policy as a whole, for every question.
///
/// Each step of a scenario asks a single question. A claim covers every way that data can take, or every URL of a set.
public struct Claim: Hashable, Sendable {
    /// The property that is claimed.
    public enum Statement: Hashable, Sendable {
        /// No data gets from one place to another.
        case never(Flow)
        /// Some data gets from one place to another: a policy that locks out everyone fails this claim.
        case can(Flow)
        /// A question always has this answer.
        case always(Always)
        /// Nothing is allowed that another policy does not allow.
        case noMorePermissiveThan(Baseline)
        /// Everything is decided in the same way as by another policy.
        case equivalent(Baseline)

        /// The key under which it is written.
        public var kind: Kind {
            switch self {
            case .never: .never
            case .can: .can
            case .always: .always
            case .noMorePermissiveThan: .noMorePermissiveThan
            case .equivalent: .equivalent
            }
        }

        /// The policy to compare with; nil if there is none.
        public var baseline: Baseline? {
            switch self {
            case .noMorePermissiveThan(let baseline), .equivalent(let baseline): baseline
            case .never, .can, .always: nil
            }
        }
    }

    /// The keys of statements.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case never, can, always, noMorePermissiveThan, equivalent
    }

    /// A way that data can take from one place to another.
    public struct Flow: Hashable, Sendable {
        /// The place where the data starts.
        public var from: ClaimSelector
        /// The place where the data arrives.
        public var to: ClaimSelector
        /// The questions by which it may move; empty for all of them.
        public var via: [Question.Kind] = []
        /// Places that are excluded.
        public var exceptPlaces: [ClaimSelector] = []
        /// Questions that are excluded.
        public var exceptQuestions: [Question.Kind] = []
        /// The maximum number of questions on a way; nil for any number.
        public var steps: Int?
        /// How much data must arrive.
        public var capacity = FlowCapacity.url

        /// Creates a way.
        public init(from: ClaimSelector, to: ClaimSelector) { (self.from, self.to) = (from, to) }

        /// The questions that move data.
        public static let questions: [Question.Kind] = [
            .navigate, .open, .universalLink, .copy, .paste, .upload, .save, .openFrom, .send, .receive, .setting,
        ]
    }

    /// A question with the answer that it must always have.
    public struct Always: Hashable, Sendable {
        /// The question. If ``urls`` selects the URLs, its own URL is only an example.
        public var question: Question
        /// The URLs that the claim covers: those that match all of these conditions. Empty for the question's own URL.
        public var urls: [Condition]
        /// The situation in which the question is asked.
        public var given: ScenarioGiven
        /// The fields that the question leaves open, so that every value of them is checked.
        public var openFields: Set<OpenField>
        /// The expected answer.
        public var expected: [ScenarioExpectation]

        /// A field that covers every value if it is omitted.
        public enum OpenField: String, CaseIterable, Hashable, Sendable {
            /// The acting account: every managed account.
            case user
            /// The length of a text.
            case characters
            /// The kind of an item.
            case type
        }

        /// Creates a statement.
        public init(
            question: Question,
            urls: [Condition] = [],
            given: ScenarioGiven = ScenarioGiven(),
            openFields: Set<OpenField> = [],
            expected: [ScenarioExpectation]
        ) {
            self.question = question
            self.urls = urls
            self.given = given
            self.openFields = openFields
            self.expected = expected
        }

        /// The placeholder for the URL of a question that covers many URLs.
        package static var exampleURL: String { "https://demarc-x.example/" }
    }

    /// Another policy to compare with.
    public struct Baseline: Hashable, Sendable {
        /// The position of the other policy in ``ScenarioFile/policies``.
        public var policy: Int
        /// Its path, as written in the claim.
        public var path: String
        /// The topics to compare; empty for everything.
        public var topics: [Topic]

        /// Creates a baseline.
        public init(policy: Int, path: String, topics: [Topic] = []) {
            (self.policy, self.path, self.topics) = (policy, path, topics)
        }
    }

    /// A topic in which two policies are compared: a question, a group of questions, or a single setting.
    public enum Topic: Hashable, Sendable {
        /// These questions.
        case questions(Set<Question.Kind>)
        /// One setting.
        case setting(SingleSetting)

        private static let groups: [(name: String, kinds: Set<Question.Kind>)] = [
            ("clipboard", [.copy, .paste]), ("storage", [.save, .openFrom]),
            ("sharing", [.send, .receive, .appSharing]),
            ("links", [.open, .canOpen, .universalLink, .incoming]),
            ("webViews", [.navigate, .upload, .connection]),
        ]

        /// The names, as written in claims.
        public static var allNames: [String] {
            groups.map(\.name) + SingleSetting.allCases.map(\.rawValue) + Question.Kind.allCases.map(\.rawValue)
        }

        /// The topic with a name; nil if there is no such topic.
        public init?(name: String) {
            if let group = Self.groups.first(where: { $0.name == name }) {
                self = .questions(group.kinds)
            } else if let setting = SingleSetting(rawValue: name) {
                self = .setting(setting)
            } else if let kind = Question.Kind(rawValue: name) {
                self = .questions([kind])
            } else {
                return nil
            }
        }

        /// Whether a question belongs to the topic.
        public func contains(_ question: Question) -> Bool {
            switch self {
            case .questions(let kinds): return kinds.contains(question.kind)
            case .setting(let setting):
                if case .setting(setting, of: _) = question { return true }
                return false
            }
        }
    }

    /// The name; the statement in words if it has no name of its own.
    public var name: String
    /// Where it is written.
    public var location: SourceLocation
    /// The position of its policy in ``ScenarioFile/policies``.
    public var policy: Int
    /// The property that is claimed.
    public var statement: Statement

    /// Creates a claim.
    public init(name: String, location: SourceLocation, policy: Int, statement: Statement) {
        self.name = name
        self.location = location
        self.policy = policy
        self.statement = statement
    }
}

extension Claim.Statement {
    /// The statement in words, for a claim without a name of its own.
    public var words: String {
        switch self {
        case .never(let flow): "never from \(flow.from) to \(flow.to)"
        case .can(let flow): "can get from \(flow.from) to \(flow.to)"
        case .always(let always): "always: \(always.question.kind.rawValue)"
        case .noMorePermissiveThan(let baseline): "no more permissive than \(baseline.path)"
        case .equivalent(let baseline): "equivalent to \(baseline.path)"
        }
    }
}

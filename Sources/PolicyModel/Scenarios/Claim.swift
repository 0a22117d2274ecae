public import Diagnostics

/// What must hold of a policy as a whole, whatever is asked of it.
///
/// Scenarios ask one question each. A claim speaks of every way that data can take, or of every URL of a set.
public struct Claim: Hashable, Sendable {
    /// What is claimed.
    public enum Statement: Hashable, Sendable {
        /// No data gets from one place to another.
        case never(Flow)
        /// Some data gets from one place to another: a policy that locks everybody out fails.
        case can(Flow)
        /// A question is always answered so.
        case always(Always)
        /// Nothing is allowed that another policy does not allow.
        case noMorePermissiveThan(Baseline)
        /// Everything is decided as by another policy.
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

        /// The policy that is compared with; nil where none is.
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

    /// A way for data, from one place to another.
    public struct Flow: Hashable, Sendable {
        /// Where the data is.
        public var from: ClaimSelector
        /// Where it gets.
        public var to: ClaimSelector
        /// The questions by which it may move; empty for all of them.
        public var via: [Question.Kind] = []
        /// Places that do not count.
        public var exceptPlaces: [ClaimSelector] = []
        /// Questions that do not count.
        public var exceptQuestions: [Question.Kind] = []
        /// How many questions a way may have; nil for any number.
        public var steps: Int?
        /// How much must get there.
        public var capacity = FlowCapacity.url

        /// Makes a way.
        public init(from: ClaimSelector, to: ClaimSelector) { (self.from, self.to) = (from, to) }

        /// The questions by which data moves.
        public static let questions: [Question.Kind] = [
            .navigate, .open, .universalLink, .copy, .paste, .upload, .save, .openFrom, .send, .receive, .setting,
        ]
    }

    /// A question with the answer that it always has.
    public struct Always: Hashable, Sendable {
        /// The question. Where ``urls`` says which URLs are meant, its URL is only an example.
        public var question: Question
        /// Which URLs are meant: those that match all of these. Empty for the one that the question names.
        public var urls: [Condition]
        /// What holds when it is asked.
        public var given: ScenarioGiven
        /// The fields that the question leaves open, so that every value of them is asked.
        public var openFields: Set<OpenField>
        /// What the answer always is.
        public var expected: [ScenarioExpectation]

        /// A field that stands for every value where it is left out.
        public enum OpenField: String, CaseIterable, Hashable, Sendable {
            /// The account that acts: every managed account.
            case user
            /// How long a text is.
            case characters
            /// What an item is.
            case type
        }

        /// Makes a statement.
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

        /// What stands for the URL of a question that speaks of many.
        package static var exampleURL: String { "https://demarc-x.example/" }
    }

    /// Another policy to compare with.
    public struct Baseline: Hashable, Sendable {
        /// The position of the other policy in ``ScenarioFile/policies``.
        public var policy: Int
        /// Its path, as the claim has it.
        public var path: String
        /// What is compared; empty for everything.
        public var topics: [Topic]

        /// Makes a baseline.
        public init(policy: Int, path: String, topics: [Topic] = []) {
            (self.policy, self.path, self.topics) = (policy, path, topics)
        }
    }

    /// What two policies are compared in: a question, a group of questions, or a single setting.
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

        /// The names, as claims write them.
        public static var allNames: [String] {
            groups.map(\.name) + SingleSetting.allCases.map(\.rawValue) + Question.Kind.allCases.map(\.rawValue)
        }

        /// The topic of a name; nil for one that there is not.
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

        /// Whether a question is of the topic.
        public func contains(_ question: Question) -> Bool {
            switch self {
            case .questions(let kinds): return kinds.contains(question.kind)
            case .setting(let setting):
                if case .setting(setting, of: _) = question { return true }
                return false
            }
        }
    }

    /// The name; what is claimed, where it has none of its own.
    public var name: String
    /// Where it is written.
    public var location: SourceLocation
    /// The position of its policy in ``ScenarioFile/policies``.
    public var policy: Int
    /// What is claimed.
    public var statement: Statement

    /// Makes a claim.
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

public import PolicyModel

/// One decision, as the log of decisions keeps it: a line of NDJSON.
///
/// It never has what was asked byte by byte, who asked, or the places of rules. Accounts are pseudonyms, see
/// ``AccountPseudonyms``; URLs have lost what is masked, see ``URLMask``.
///
/// ```swift
/// func isWrittenAlike(_ line: [UInt8]) throws -> Bool {
///     var again: [UInt8] = []
///     try DecisionRecord(line: line).append(to: &again)  // ends with a line feed
///     return again == line
/// }
/// ```
public struct DecisionRecord: Hashable, Sendable {
    /// The policy that decided.
    public struct Policy: Hashable, Sendable {
        /// Its revision.
        public var revision: Int
        /// The SHA-256 of the compiled policy, in hexadecimal digits.
        public var digest: String

        /// Names a policy.
        public init(revision: Int, digest: String) {
            self.revision = revision
            self.digest = digest
        }
    }

    /// Why it was decided so.
    public struct Reason: Hashable, Sendable {
        /// The raw value of a `ReasonCode`. Another version may know other codes, so it is a text.
        public var code: String
        /// The id of the rule; nil where no rule is behind it.
        public var rule: String?

        /// Makes a reason.
        public init(code: String, rule: String? = nil) {
            self.code = code
            self.rule = rule
        }

        /// What a log keeps of a reason.
        public init(_ reason: PolicyModel.Reason) { self.init(code: reason.code.rawValue, rule: reason.rule?.id) }
    }

    /// What another policy would have answered, which is not in force.
    public struct Shadow: Hashable, Sendable {
        /// The other policy.
        public var policy: Policy?
        /// Its verdict.
        public var verdict: Verdict
        /// What its rules say of the URL.
        public var urlClass: URLClass?
        /// Where it would send the URL.
        public var destination: Destination?
        /// The id of its rule that decided.
        public var rule: String?

        /// Makes the answer of a policy in shadow.
        public init(
            policy: Policy? = nil,
            verdict: Verdict,
            urlClass: URLClass? = nil,
            destination: Destination? = nil,
            rule: String? = nil
        ) {
            self.policy = policy
            self.verdict = verdict
            self.urlClass = urlClass
            self.destination = destination
            self.rule = rule
        }
    }

    /// When: milliseconds since 1970 in UTC.
    public var time: Int
    /// The decision's id.
    public var id: String
    /// Which kind of host asked, such as `nginx`.
    public var host: String
    /// With which binding it asked; `-` for one that there is not.
    public var binding: String
    /// The policy; nil where none was in force.
    public var policy: Policy?
    /// What was asked.
    public var question: Question.Kind
    /// The method of the request.
    public var method: String?
    /// The view.
    public var view: String?
    /// What the URL was for.
    public var frame: Frame?
    /// Who asked, under a pseudonym; nil where nothing said who.
    public var account: String?
    /// The URL as it was decided, without what is ``masked``; nil where it could not be read.
    public var url: String?
    /// What was taken out of the URL.
    public var masked: Set<URLMask>
    /// What the rules say of the URL.
    public var urlClass: URLClass?
    /// What was answered.
    public var verdict: Verdict
    /// Where the URL goes; nil where it is blocked.
    public var destination: Destination?
    /// Whose content the page is.
    public var page: PageClassification?
    /// Why, in the order in which it was decided.
    public var reasons: [Reason]
    /// Why it was blocked without being decided: a `request.…` or `service.…` code.
    public var fault: String?
    /// The share of the decisions of this verdict that the log has.
    public var rate: Double
    /// `traceparent` of the request.
    public var trace: String?
    /// How long deciding took, in nanoseconds.
    public var nanoseconds: Int
    /// What a policy in shadow would have answered, in a record of a difference.
    public var shadow: Shadow?

    /// Makes a record.
    public init(
        time: Int,
        id: String,
        host: String,
        binding: String,
        policy: Policy? = nil,
        question: Question.Kind = .navigate,
        method: String? = nil,
        view: String? = nil,
        frame: Frame? = nil,
        account: String? = nil,
        url: String? = nil,
        masked: Set<URLMask> = [],
        urlClass: URLClass? = nil,
        verdict: Verdict,
        destination: Destination? = nil,
        page: PageClassification? = nil,
        reasons: [Reason] = [],
        fault: String? = nil,
        rate: Double = 1,
        trace: String? = nil,
        nanoseconds: Int = 0,
        shadow: Shadow? = nil
    ) {
        self.time = time
        self.id = id
        self.host = host
        self.binding = binding
        self.policy = policy
        self.question = question
        self.method = method
        self.view = view
        self.frame = frame
        self.account = account
        self.url = url
        self.masked = masked
        self.urlClass = urlClass
        self.verdict = verdict
        self.destination = destination
        self.page = page
        self.reasons = reasons
        self.fault = fault
        self.rate = rate
        self.trace = trace
        self.nanoseconds = nanoseconds
        self.shadow = shadow
    }

    /// The rule that decided; nil where none did.
    public var rule: String? { reasons.lazy.compactMap(\.rule).first }
}

extension DecisionRecord {
    /// The names of the members, which are those of `demarc check` where that has the same.
    enum Name: String, CaseIterable {
        case time, id, host, binding, policy, question, method, view, frame, account, url, masked
        case urlClass = "class"
        case verdict
        case destination = "to"
        case page, reasons, fault, rate, trace
        case nanoseconds = "ns"
        case shadow
        // In the objects inside.
        case revision, digest, code, rule
    }
}

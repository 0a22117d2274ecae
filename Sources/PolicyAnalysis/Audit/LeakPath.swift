import ByteText
public import Diagnostics
public import PolicyFiles
public import PolicyModel

/// One way for data of an organization to get to somebody else, standing for all that differ in nothing that matters.
public struct LeakPath: Sendable {
    /// Where the data is from.
    public struct Source: Hashable, Sendable {
        /// What it is: `account:ID`, `app:ID`, or `site:owned`.
        public var selector: String
        /// It for people.
        public var words: String

        init(_ node: FlowNode) {
            switch node {
            case .account(let id): (selector, words) = ("account:\(id)", "data of \(id)")
            case .app(let id): (selector, words) = ("app:\(id.bundleID)", "data in the app \(id.bundleID)")
            case .site: (selector, words) = ("site:owned", "a site of the organization")
            case .view(let view, _): (selector, words) = ("view:\(view)", "what the view \(view) shows")
            }
        }
    }

    /// A change that closes the path, and that was tried.
    public struct Fix: Hashable, Sendable {
        /// What is changed.
        public var gate: FlowGate
        /// What to write instead.
        public var value: String
        /// The paths that are gone then.
        public var closes: [String]
    }

    /// What tells it from other paths: a SHA-256 over organization, sink, questions and gates with their values. It has no
    /// lines and no accounts in it, so it stays the same while what it says does.
    public let id: String
    /// Why data may leave.
    public let code: AuditCode
    /// The organization; empty where the document does not name it.
    public let organization: String
    /// Where the data is from.
    public let source: Source
    /// Further sources of the same.
    public internal(set) var alsoFrom: [Source] = []
    /// Every source whose data gets to such a place through these gates, if need be through further ones, with why it may
    /// leave from there.
    package internal(set) var reachedFrom: [(source: Source, code: AuditCode)] = []
    /// The accounts and apps of the organization that the data passes on its way.
    package let through: [Source]
    /// Where it ends.
    public let sink: FlowSink
    /// Further sinks of the same kind.
    public internal(set) var alsoTo: [FlowSink] = []
    /// How much it carries.
    public let capacity: FlowCapacity
    /// What somebody has to do for it.
    public let effort: FlowEffort
    /// What has to be as it is.
    public let gates: [FlowGate]
    /// The views in which it is the same; empty where it is about none.
    public internal(set) var views: [String]
    /// The questions with their answers.
    public internal(set) var steps: [FlowStep]
    /// Changes that close it.
    public internal(set) var fixes: [Fix] = []
    /// Where the policy or account is declared that a default is in force for.
    var home: SourceLocation?
    /// Why it is accepted; nil where it is not.
    public internal(set) var acceptance: AcceptedPath?

    /// How much it matters.
    public var severity: Diagnostic.Severity { code.severity }
    /// The first characters of the id, which are enough for people.
    public var shortID: String { String(id.prefix(6)) }

    /// Where it is to be acted on: where the crossing gate is written.
    public var location: SourceLocation? {
        gates.lazy.compactMap(\.location).first ?? steps.last?.reasons.lazy.compactMap(\.location).first ?? home
    }

    init(_ way: LeakSearch.Way, to sink: FlowSink, code: AuditCode, organization: FlowOrganization) {
        self.code = code
        self.organization = organization.name
        source = Source(way.source)
        self.sink = sink
        capacity = way.capacity
        effort = way.effort
        gates = way.gates.sorted()
        through = way.edges.compactMap { edge in
            if case .inside(let node) = edge.end { Source(node) } else { nil }
        }
        steps = way.edges.flatMap(\.steps)
        views = way.edges.last?.views ?? []
        let kinds = Set((way.edges.last?.steps ?? []).map(\.request.question.kind.rawValue)).sorted()
        let parts = [organization.name, sink.sinkClass.name] + kinds + gates.map(\.key)
        id = Self.id(of: parts)
    }

    /// The id of what consists of some parts: 64 digits.
    static func id(of parts: [String]) -> String {
        hexadecimal(SHA256.hash(of: Array(parts.joined(separator: "\u{1E}").utf8)))
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

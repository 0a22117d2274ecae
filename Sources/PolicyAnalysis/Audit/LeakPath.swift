import ByteText
package import Diagnostics
package import PolicyFiles
package import PolicyModel

/// One way for data of an organization to leave it. It represents all ways without a relevant difference.
package struct LeakPath: Sendable {
    /// The source of the data.
    package struct Source: Hashable, Sendable {
        /// The selector: `account:ID`, `app:ID`, or `site:owned`.
        package var selector: String
        /// The source, for display.
        package var words: String

        init(_ node: FlowNode) {
            switch node {
            case .account(let id): (selector, words) = ("account:\(id)", "data of \(id)")
            case .app(let id): (selector, words) = ("app:\(id.bundleID)", "data in the app \(id.bundleID)")
            case .site: (selector, words) = ("site:owned", "a site of the organization")
            case .view(let view, _), .externalPage(let view, _):
                (selector, words) = ("view:\(view)", "what the view \(view) shows")
            case .place(let location, _):
                (selector, words) = ("storage:\(location.rawValue)", "what is saved to \(location.rawValue)")
            }
        }
    }

    /// A tested change that closes the path.
    package struct Fix: Hashable, Sendable {
        /// The gate to change.
        package var gate: FlowGate
        /// The new value.
        package var value: String
        /// The paths that the change closes.
        package var closes: [String]
        /// The paths that only the changed document has, as far as data could not leave that way before.
        package var opens: [Opened] = []
        /// The paths that only the changed document has and that let out no more than before: another setting allows
        /// what this one no longer does.
        package var leaves: [Opened] = []

        /// What changes, such as `strict.printBlocked`.
        package var fullName: String { gate.fullName }

        /// What is open after the change, such as `opens 1 path: paper`; nil if there is no other path than before.
        package var openWords: String? {
            let words = [("opens", opens), ("leaves", leaves)].filter { !$0.1.isEmpty }
                .map { verb, paths in
                    let sinks = Set(paths.map(\.sink.words)).sorted()
                    return "\(verb) \(Quoted.count(paths.count, "path")): \(Quoted.first(3, of: sinks))"
                }
            return words.isEmpty ? nil : words.joined(separator: ", and ")
        }
    }

    /// A path of a changed document.
    package struct Opened: Hashable, Sendable {
        /// The id of the path.
        package var id: String
        /// The sink.
        package var sink: FlowSink
    }

    /// The id that distinguishes the path from other paths: a SHA-256 over organization, sink, questions and gates with
    /// their values. It includes no lines and no accounts, so it stays the same as long as the meaning of the path
    /// does.
    package let id: String
    /// Why the data can leave: the most important code of the ways that the path represents.
    package let code: AuditCode
    /// The organization; empty if the document does not name it.
    package let organization: String
    /// The source of the way that is shown: of all that the path represents, one that lets out the most.
    package let source: Source
    /// Further sources.
    package internal(set) var alsoFrom: [Source] = []
    /// Every source whose data reaches such a sink through these gates, possibly through further gates, with the reason
    /// why it can leave from there.
    package internal(set) var reachedFrom: [(source: Source, code: AuditCode)] = []
    /// The policies whose data leaves by the path, each with the most that leaves. An acceptance of the path covers no
    /// others, and no more.
    package internal(set) var from: [String: FlowCapacity] = [:]
    /// The accounts and apps of the organization that the data passes through.
    package let through: [Source]
    /// The sink.
    package let sink: FlowSink
    /// Further sinks of the same kind.
    package internal(set) var alsoTo: [FlowSink] = []
    /// The most that the path carries.
    package let capacity: FlowCapacity
    /// What a person must do to use the path.
    package let effort: FlowEffort
    /// The gates that must be open.
    package let gates: [FlowGate]
    /// The views in which the path is the same; empty if it is not about views.
    package internal(set) var views: [String]
    /// The questions with their answers.
    package internal(set) var steps: [FlowStep]
    /// Changes that close the path.
    package internal(set) var fixes: [Fix] = []
    /// The gates for which no change was tried, if no change that closes the path is known.
    package internal(set) var untried: [FlowGate] = []
    /// The place of the policy or account with a default that the path depends on.
    var home: SourceLocation?
    /// The ways that the path represents, including those to such sinks that need further gates.
    var ways: [LeakSearch.Way] = []
    /// The kinds of the last questions.
    private let questions: [String]
    /// Why the path is accepted, or nil if it is not.
    package internal(set) var acceptance: AcceptedPath?

    /// The severity.
    package var severity: Diagnostic.Severity { code.severity }
    /// The first characters of the id, for display.
    package var shortID: String { String(id.prefix(6)) }

    /// Where to act: the place of the crossing gate.
    package var location: SourceLocation? {
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
        questions = Set((way.edges.last?.steps ?? []).map(\.request.question.kind.rawValue)).sorted()
        id = Self.id(of: [organization.name, sink.sinkClass.name] + questions + gates.map(\.key))
    }

    /// The id of the path if its policies had other names.
    func id(renaming policies: [String: String]) -> String {
        func renamed(_ gate: FlowGate) -> FlowGate {
            var gate = gate
            if gate.kind == .setting { gate.owner = policies[gate.owner] ?? gate.owner }
            return gate
        }
        return id(comparing: renamed)
    }

    /// The id of the path with its gates as they are compared with those of another policy.
    func id(comparing comparable: (FlowGate) -> FlowGate) -> String {
        Self.id(of: [organization, sink.sinkClass.name] + questions + gates.map(comparable).sorted().map(\.key))
    }

    /// The id for some parts: 64 digits.
    static func id(of parts: [String]) -> String {
        Hexadecimal.text(of: SHA256.hash(of: Array(parts.joined(separator: "\u{1E}").utf8)))
    }
}

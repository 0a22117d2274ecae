public import Diagnostics

extension PolicyDiff {
    /// An edit without which every decision would be the same, and why that is so.
    public struct NoOp: Hashable, Sendable {
        /// The edit.
        public var edit: PolicyEdit
        /// Why it changes no decision; nil where nothing could be proven.
        public var why: Why?
    }

    /// Why an edit changes no decision. Each of these was shown by asking, and not guessed.
    public enum Why: Hashable, Sendable {
        /// Wherever the edit makes the rule match or not match, these say the same without it.
        case covered(by: [Decider])
        /// While another setting has the value that it has, the edit makes no difference; with some other value it does.
        case overruled(by: Decider, value: String)
        /// The same is written in another way.
        case sameMeaning
        /// Only the path of a list is another; its entries are the same.
        case sameEntries
        /// Nothing in the document uses it; in words, such as `no view has rule set corporate`.
        case unused(String)
        /// No URL matches the rule.
        case matchesNothing
    }

    /// What decides in the place of an edit.
    public struct Decider: Hashable, Sendable {
        /// What it is called, such as `rule corporate.intranet`.
        public var name: String
        /// Where the new document has it; nil where nobody wrote it.
        public var location: SourceLocation?
    }

    /// The edits without which every decision would be the same.
    public var withoutEffect: [PolicyEdit] { noOps.map(\.edit) }
}

extension PolicyDiff.Why {
    /// It in words, such as `covered by rule corporate.intranet (policy.yaml:12:7)`.
    package var words: String {
        switch self {
        case .covered(let deciders):
            let shown = deciders.prefix(3).map(\.words).joined(separator: ", ")
            return "covered by \(shown)" + (deciders.count > 3 ? " and \(deciders.count - 3) more" : "")
        case .overruled(let setting, let value):
            let place = setting.location.map { " (\($0))" } ?? ""
            return "makes no difference while \(setting.name) is \(value)\(place)"
        case .sameMeaning: return "means the same, written in another way"
        case .sameEntries: return "the list at another path has the same entries"
        case .unused(let words): return words
        case .matchesNothing: return "no URL matches it"
        }
    }

    /// What kind of reason it is, for programs.
    var kind: String {
        switch self {
        case .covered: "covered"
        case .overruled: "overruled"
        case .sameMeaning: "sameMeaning"
        case .sameEntries: "sameEntries"
        case .unused: "unused"
        case .matchesNothing: "matchesNothing"
        }
    }

    /// What decides instead.
    var deciders: [PolicyDiff.Decider] {
        switch self {
        case .covered(let deciders): deciders
        case .overruled(let setting, _): [setting]
        case .sameMeaning, .sameEntries, .unused, .matchesNothing: []
        }
    }
}

extension PolicyDiff.Decider {
    fileprivate var words: String { name + (location.map { " (\($0))" } ?? "") }
}

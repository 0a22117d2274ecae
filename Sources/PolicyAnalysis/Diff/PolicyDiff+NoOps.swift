package import Diagnostics

extension PolicyDiff {
    /// An edit that changes no decision, and the reason.
    package struct NoOp: Hashable, Sendable {
        /// The edit.
        package var edit: PolicyEdit
        /// Why it changes no decision, or nil if nothing can be proven.
        package var why: Why?
    }

    /// Why an edit changes no decision. Each reason was verified by queries, not guessed.
    package enum Why: Hashable, Sendable {
        /// Wherever the edit changes whether the rule matches, these deciders give the same result without it.
        case covered(by: [Decider])
        /// The edit has no effect with the current value of another setting, but has one with some other value.
        case overruled(by: Decider, value: String)
        /// The edit writes the same meaning in another way.
        case sameMeaning
        /// Only how a list is written differs – its path, or the order and repetitions of its entries.
        case sameEntries
        /// Nothing in the document uses the subject of the edit. The text explains this, such as
        /// `no view has rule set corporate`.
        case unused(String)
        /// No URL matches the rule.
        case matchesNothing
    }

    /// What decides instead of an edit.
    package struct Decider: Hashable, Sendable {
        /// The name, such as `rule corporate.intranet`.
        package var name: String
        /// The place in the new document, or nil for a default.
        package var location: SourceLocation?
    }

    /// The edits that change no decision.
    package var withoutEffect: [PolicyEdit] { noOps.map(\.edit) }
}

extension PolicyDiff.Why {
    /// The reason in words, such as `covered by rule corporate.intranet (policy.yaml:12:7)`.
    package var words: String {
        switch self {
        case .covered(let deciders):
            return "covered by \(Quoted.first(3, of: deciders.map(\.words)))"
        case .overruled(let setting, let value):
            let place = setting.location.map { " (\($0))" } ?? ""
            return "makes no difference while \(setting.name) is \(value)\(place)"
        case .sameMeaning: return "means the same, written differently"
        case .sameEntries: return "the list has the same entries, written differently or at another path"
        case .unused(let words): return words
        case .matchesNothing: return "no URL matches it"
        }
    }

    /// The kind of reason, for programs.
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

    /// What decides instead of the edit.
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

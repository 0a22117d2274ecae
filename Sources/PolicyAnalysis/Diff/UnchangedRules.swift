import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching

/// The edited rules and rule sets that are proven to decide as before.
///
/// The id of a leak path contains the rules that open it, with their values. If these are only written in another way,
/// renamed or split, a path with another id takes the place of the former path, although the same URLs open it.
struct UnchangedRules {
    private struct Name: Hashable {
        var ruleSet: String
        var id: String
    }

    /// A rule set of a policy, and the form in which it decides.
    private typealias Side = (written: RuleSet, compiled: CompiledRuleSet)

    /// The maximum number of edited rules to compare.
    private static let mostRules = 64

    /// The rules that match the same URLs as before, with the same class and priority.
    private var rules: Set<Name> = []
    /// The rule sets with other rules that give every URL the same class as before, if the organizations have the same
    /// hosts.
    private var alike: Set<String> = []
    /// The new names of the rule sets in which nothing else is edited.
    private var names: [String: String] = [:]

    /// No rules, for policies in which the same rules open paths.
    init() {}

    /// Compares the edited rules of two policies.
    ///
    /// - Complexity: O(*n* *m*) in the rules and entries of the edited rule sets, and the edited rules, of which at most
    ///   64 are compared, each at no more URLs than a comparison of policies asks about.
    init(_ edits: [PolicyEdit], from old: CompiledPolicy, to new: CompiledPolicy) {
        var edited: [String: [String]] = [:]
        var others: Set<String> = []
        // The class of a URL does not tell who keeps its site. If the organizations have other hosts, a rule may open a
        // path that only another rule opened before.
        var hasSameOwners = true
        for edit in edits {
            if case .rule(let ruleSet, let id) = edit.subject { edited[ruleSet, default: []].append(id) }
            if case .ruleSet(let name) = edit.subject { others.insert(name) }
            if [.ambiguousURLs, .organizations].contains(edit.subject) { hasSameOwners = false }
        }
        var left = Self.mostRules
        for (name, ids) in edited.sorted(on: { $0.key }) where ids.count <= left {
            guard let before = old.ruleSet(named: name), let after = new.ruleSet(named: name) else { continue }
            left -= ids.count
            var moved: [Rule] = []
            for id in ids {
                let pair = [before, after].compactMap { side in side.written.rules.first { $0.id == id } }
                if pair.count == 2, pair[0].whySame(as: pair[1], in: after.written) != nil {
                    rules.insert(Name(ruleSet: name, id: id))
                } else {
                    moved += pair
                }
            }
            guard hasSameOwners, !moved.isEmpty, !others.contains(name) else { continue }
            if Self.classifyAlike(before, after, where: moved) { alike.insert(name) }
        }
        let added = others.sorted().compactMap { old.ruleSet(named: $0) == nil ? new.ruleSet(named: $0)?.written : nil }
        for name in others.sorted() where !added.isEmpty && new.ruleSet(named: name) == nil {
            guard let before = old.ruleSet(named: name)?.written,
                let after = added.first(where: { Self.canonical($0, named: name) == before.canonical })
            else { continue }
            names[name] = after.name
        }
    }

    /// What decisions depend on in a rule set, with another name.
    private static func canonical(_ ruleSet: RuleSet, named name: String) -> RuleSet {
        var canonical = ruleSet.canonical
        canonical.name = name
        return canonical
    }

    /// A gate as it is compared with a gate of the other policy. What is proven to be unchanged is left out.
    func comparable(_ gate: FlowGate) -> FlowGate {
        guard gate.kind == .rule else { return gate }
        var gate = gate
        // What resources may do is not about a rule.
        if alike.contains(gate.owner), gate.name != FlowGate.subresources {
            (gate.name, gate.value, gate.wholeValue) = ("", "", nil)
        } else if rules.contains(Name(ruleSet: gate.owner, id: gate.name)) {
            (gate.value, gate.wholeValue) = ("", nil)
        }
        gate.owner = names[gate.owner] ?? gate.owner
        return gate
    }

    /// Whether a rule set gives every URL that some rules match the same class in both versions, and its views load the
    /// same schemes.
    private static func classifyAlike(_ before: Side, _ after: Side, where moved: [Rule]) -> Bool {
        let schemes = [before, after].map { $0.compiled.namedSchemes.subtracting(SchemeClasses.web) }
        guard schemes[0] == schemes[1] else { return false }
        let ruleSets = [before.written, after.written]
        // A site also depends on the document of a view, and the host may set any.
        guard ruleSets.allSatisfy({ $0.entryCount <= CompiledRuleSets.mostEntries }),
            !ruleSets.contains(where: { $0.rules.contains(where: \.comparesWithDocument) })
        else { return false }
        var probe = RuleProbe()
        for rule in moved {
            let known = RepresentativeURLs(rule.conditions, ruleSets, documents: [], schemes: .all([]))
            guard known.isExact else { return false }
            for url in known.urls where probe.take(url) {
                guard let urlClass = after.compiled.decision(&probe).urlClass,
                    before.compiled.decision(&probe).urlClass == urlClass
                else { return false }
            }
        }
        return true
    }
}

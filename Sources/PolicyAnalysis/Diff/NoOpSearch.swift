import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching

/// Finds the reasons why edits change no decision.
struct NoOpSearch {
    /// The new policy.
    let new: FlowAsking
    /// All requests that both policies answered.
    let requests: [FlowRequest]
    /// How many requests may be repeated, over all edits.
    private var left = 400_000

    init(_ new: FlowAsking, _ requests: [FlowRequest]) {
        self.new = new
        self.requests = requests
    }

    /// The reason why an edit has no effect.
    ///
    /// - Parameters:
    ///   - edit: The edit. All requests have the same answer with and without it.
    ///   - without: The new policy without the edit.
    /// - Returns: The reason, or nil if nothing can be proven.
    mutating func why(_ edit: PolicyEdit, _ without: FlowAsking) -> PolicyDiff.Why? {
        let documents = [new.policy.document, without.policy.document]
        switch edit.subject {
        case .rule(let name, let id):
            return Self.unused(ruleSet: name, documents) ?? Self.why(rule: id, of: name, new.policy, without.policy)
        case .ruleSet(let name): return Self.unused(ruleSet: name, documents)
        case .policy(let name), .targetedApps(let name): return Self.unused(policy: name, documents)
        case .setting(let name, let setting):
            if let unused = Self.unused(policy: name, documents) { return unused }
            let values = documents.map { $0.policies[name]?[setting] ?? nil }
            if Self.isSame(values[0], values[1]) { return .sameMeaning }
            return overruled(PolicySettingPlace(policy: name, setting: setting), without)
        case .account, .app, .view, .appSetting, .configurations, .user, .ambiguousURLs, .organizations: return nil
        }
    }

    // MARK: Unused parts

    private static func unused(ruleSet name: String, _ documents: [PolicyDocument]) -> PolicyDiff.Why? {
        guard documents.allSatisfy({ $0.views.allSatisfy { $0.ruleSet != name } }) else { return nil }
        return .unused("no view has rule set \(name)")
    }

    private static func unused(policy name: String, _ documents: [PolicyDocument]) -> PolicyDiff.Why? {
        let isUsed = documents.contains { document in
            document.accounts.accounts.contains { $0.policy == name }
                || (document.apps ?? []).contains { $0.policy == name }
        }
        return isUsed ? nil : .unused("no account or app has policy \(name)")
    }

    // MARK: Rules

    private static func why(
        rule id: String,
        of name: String,
        _ new: CompiledPolicy,
        _ without: CompiledPolicy
    ) -> PolicyDiff.Why? {
        guard let after = Side(id, of: name, in: new), let before = Side(id, of: name, in: without) else { return nil }
        if let one = after.rule, let other = before.rule, let why = one.whySame(as: other, in: after.ruleSet) {
            return why
        }
        // Each entry takes some hundred bytes here.
        let entryCount = max(after.ruleSet.entryCount, before.ruleSet.entryCount)
        guard entryCount <= CompiledRuleSets.mostEntries else { return nil }
        let rules = [after.rule, before.rule].compactMap(\.self)
        // A site also depends on the document of a view.
        guard !rules.contains(where: \.comparesWithDocument) else { return nil }
        let documents = Set(new.document.views.filter { $0.ruleSet == name }.compactMap(\.document)).sorted()
        let alone = (after: after.alone, before: before.alone)
        var (hasMatch, decidesItself) = (false, false)
        var deciders: Set<PolicyDiff.Decider> = []
        for rule in rules {
            let known = RepresentativeURLs(
                rule.conditions,
                [after.ruleSet, before.ruleSet],
                documents: documents,
                schemes: .all([])
            )
            guard known.isExact else { return nil }
            var probe = RuleProbe()
            for url in known.urls where probe.take(url) {
                guard let isMatched = Self.matches(alone.after, &probe),
                    let wasMatched = Self.matches(alone.before, &probe)
                else { return nil }
                hasMatch = hasMatch || isMatched || wasMatched
                let isMoved =
                    after.rule?.urlClass != before.rule?.urlClass || after.rule?.priority != before.rule?.priority
                guard isMatched != wasMatched || isMoved && isMatched else { continue }
                for document in [nil] + documents.map({ SiteDocument($0) }) {
                    probe.scratch.document = document
                    let (now, then) = (after.decision(&probe), before.decision(&probe))
                    // If the rules decide differently, the edit has no effect only because of a view or an account.
                    guard now.urlClass == then.urlClass else { return nil }
                    let pair = [now.decider, then.decider].compactMap(\.self)
                    if pair.isEmpty { decidesItself = true }
                    deciders.formUnion(pair)
                }
            }
        }
        guard hasMatch else { return .matchesNothing }
        // Where the rule decides with and without the edit, nothing covers it.
        guard !deciders.isEmpty, !decidesItself else { return nil }
        return .covered(by: deciders.sorted(on: \.name))
    }

    /// Whether a rule matches, or nil if a match limit leaves it open.
    private static func matches(_ alone: CompiledRuleSet?, _ probe: inout RuleProbe) -> Bool? {
        guard let alone else { return false }
        let (urlClass, deciding) = alone.decision(&probe)
        return urlClass == nil ? nil : deciding != nil
    }

    /// A rule set with or without a rule.
    private struct Side {
        let ruleSet: RuleSet
        let rule: Rule?
        private let id: String
        private let compiled: CompiledRuleSet

        init?(_ id: String, of name: String, in policy: CompiledPolicy) {
            guard let found = policy.ruleSet(named: name) else { return nil }
            self.id = id
            (ruleSet, compiled) = (found.written, found.compiled)
            rule = ruleSet.rules.first { $0.id == id }
        }

        /// The rule alone, or nil without the rule. Decisions tell where it matches, because not every rule whose values
        /// match counts for a host that cannot be read.
        var alone: CompiledRuleSet? {
            rule.map { rule in
                var single = ruleSet
                // The class that hides no rule where a host cannot be read.
                (single.rules, single.defaultClass) = ([rule], .internal)
                return CompiledRuleSet(single)
            }
        }

        /// The class from the rule set, and what decided; the decider is nil if it is the rule itself.
        func decision(_ probe: inout RuleProbe) -> (urlClass: URLClass?, decider: PolicyDiff.Decider?) {
            let (urlClass, deciding) = compiled.decision(&probe)
            guard let deciding else {
                let name = "default \(ruleSet.defaultClass.rawValue) of rule set \(ruleSet.name)"
                return (urlClass, PolicyDiff.Decider(name: name, location: ruleSet.defaultLocation))
            }
            guard deciding.id != id else { return (urlClass, nil) }
            let name = "rule \(ruleSet.name).\(deciding.id)"
            return (urlClass, PolicyDiff.Decider(name: name, location: deciding.location))
        }
    }

    // MARK: Settings

    /// Whether two lists have the same entries, ignoring order and duplicates.
    private static func isSame(_ one: PolicySettingValue?, _ other: PolicySettingValue?) -> Bool {
        switch (one, other) {
        case (.texts(let left)?, .texts(let right)?): Set(left) == Set(right)
        case (.protocols(let left)?, .protocols(let right)?):
            Set(left.flatMap(\.schemes)) == Set(right.flatMap(\.schemes))
        default: false
        }
    }

    /// Another setting of the policy that decides: with some other value of that setting, the edit has an effect.
    private mutating func overruled(_ place: PolicySettingPlace, _ without: FlowAsking) -> PolicyDiff.Why? {
        let document = new.policy.document
        for setting in WhatIfPart.settings(readWith: place.setting) {
            let other = PolicySettingPlace(policy: place.policy, setting: setting)
            guard let policy = document.policies[other.policy], let choice = WhatIfChoice(other, in: document) else {
                continue
            }
            let isDecisive = choice.values.enumerated().contains { position, value in
                position != choice.current && hasEffect(with: other, value, without)
            }
            guard isDecisive else { continue }
            let inForce = SettingInForce(setting, of: policy)
            let decider = PolicyDiff.Decider(name: "\(other.policy).\(setting.name)", location: inForce.location)
            return .overruled(by: decider, value: inForce.value.text)
        }
        return nil
    }

    /// Whether the edit changes some answer once another setting has another value.
    private mutating func hasEffect(
        with place: PolicySettingPlace,
        _ value: PolicySettingValue?,
        _ without: FlowAsking
    ) -> Bool {
        let asked = [new, without].map { asking in
            var document = asking.policy.document
            document.policies[place.policy]?.set(place.setting, to: value)
            return FlowAsking(CompiledPolicy(document, withRuleSetsOf: asking.policy))
        }
        for request in requests {
            guard left > 0 else { return false }
            left -= 1
            if asked[0].outcome(of: request) != asked[1].outcome(of: request) { return true }
        }
        return false
    }
}

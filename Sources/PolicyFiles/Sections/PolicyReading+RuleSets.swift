import Diagnostics
import PolicyModel
import URLMatching

/// `ruleSets`: rules by the name that views refer to, with those of included files among them.
extension PolicyReading {
    func ruleSets(_ node: YAMLNode) -> [RuleSet] {
        guard case .mapping(let entries) = node.content else {
            report(.wrongType, "expected rule sets by name, found \(description(of: node))", at: node.place)
            return []
        }
        // A rule set with a mistake is still one that views can name.
        return entries.map { ruleSet($0) }
    }

    private func ruleSet(_ entry: YAMLNode.Entry) -> RuleSet {
        checkName(entry)
        let setLocation = location(of: entry.keyPlace)
        var ruleSet = RuleSet(name: entry.key, defaultClass: .blocked, defaultLocation: setLocation, rules: [])
        guard let fields = fields(entry.value, "a rule set", keys: DocumentKeys.ruleSet) else { return ruleSet }

        let help = "say what a URL is that no rule matches: `internal`, `external` or `blocked`"
        if let node = required("default", of: fields, help: help) {
            ruleSet.defaultClass = choice(node, called: "class") ?? .blocked
            ruleSet.defaultLocation = location(of: node.place)
        }
        ruleSet.rules = uniqueRules(of: rules(fields))
        ruleSet.subresources = fields["subresources"].flatMap { choice($0) } ?? .allow
        ruleSet.transitions = fields["transitions"].map { transitions($0) } ?? []
        return ruleSet
    }

    private func transitions(_ node: YAMLNode) -> [RuleSet.Transition] {
        (elements(node, of: "transitions") ?? []).compactMap { choice($0, called: "transition") }
    }

    /// The rules of a rule set and of every file it includes, each file once, with ids that are told apart.
    func uniqueRules(of own: RuleFile) -> [Rule] {
        var rules: [Rule] = []
        var places: [String: YAMLNode.Place] = [:]
        var visited: Set<String> = []
        var waiting = [own]
        while let file = waiting.popLast() {
            for read in file.rules {
                let id = read.rule.id
                if let place = places[id] {
                    report(
                        .duplicateName,
                        "there are two rules `\(Quoted.word(id))` in one rule set",
                        at: read.idPlace,
                        also: [place],
                        help: "give one of them another id"
                    )
                    continue
                }
                places[id] = read.idPlace
                rules.append(read.rule)
            }
            // The last one waiting is the next one read: reversed, the files come in the order they are named.
            for path in file.includes.reversed() where visited.insert(path).inserted {
                guard let included = ruleFiles[path] else { continue }
                if !includedRuleFiles.insert(path).inserted, !repeatRules(of: included) { return rules }
                waiting.append(included)
            }
        }
        return rules
    }

    /// Pays for the rules of a file that one more rule set includes: each rule set has an index of its own for them.
    ///
    /// - Returns: False, reported once, where rule sets have too much in common by now.
    private func repeatRules(of file: RuleFile) -> Bool {
        guard repeatedRulesLeft >= 0 else { return false }
        for read in file.rules {
            let lists = (read.rule.conditions + read.rule.exceptions).filter { $0.key == .list }
            for case .list(let list) in lists.flatMap(\.alternatives) {
                guard repeatList(of: list.entryByteCount, at: read.idPlace) else { return false }
            }
        }
        repeatedRulesLeft -= file.rules.count
        guard repeatedRulesLeft < 0, let first = file.rules.first else { return true }
        report(
            .tooManyValues,
            "rule sets include more than \(bounds.repeatedRules) rules that others have too",
            at: first.idPlace,
            help: "include the file in one rule set that several views name"
        )
        return false
    }
}

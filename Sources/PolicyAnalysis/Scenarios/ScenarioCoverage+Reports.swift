import Diagnostics

extension ScenarioCoverage {
    /// For people: how much was exercised, and each rule and setting that was not, with its place.
    public var text: String {
        var text = ""
        for rules in [true, false] {
            let (exercised, total) = count(rules: rules)
            let noun = rules ? (total == 1 ? "rule" : "rules") : (total == 1 ? "setting" : "settings")
            text += "coverage: \(exercised) of \(total) \(noun) exercised\n"
            for item in unexercised(rules: rules) {
                text += "  \(VisibleText.of("\(item.location): \(item.words)")) never exercised\n"
            }
        }
        return text
    }

    /// For machines: one object.
    public var json: String {
        let parts = [("rules", true), ("settings", false)].map { name, rules in
            let (exercised, total) = count(rules: rules)
            let items = unexercised(rules: rules).map(\.json).joined(separator: ",")
            return "\"\(name)\":{\"total\":\(total),\"exercised\":\(exercised),\"unexercised\":[\(items)]}"
        }
        return "{\(parts.joined(separator: ","))}\n"
    }
}

extension ScenarioCoverage.Item {
    fileprivate var words: String {
        switch kind {
        case .rule(let ruleSet): "rule `\(name)` of `\(ruleSet)`"
        case .policySetting(let policy): "`\(name)` of policy `\(policy)`"
        case .appSetting: "`\(name)` of `app`"
        }
    }

    fileprivate var json: String {
        let place = "\"at\":\(JSONText.string(location.description))"
        let name = JSONText.string(name)
        return switch kind {
        case .rule(let ruleSet): "{\"ruleSet\":\(JSONText.string(ruleSet)),\"rule\":\(name),\(place)}"
        case .policySetting(let policy): "{\"policy\":\(JSONText.string(policy)),\"setting\":\(name),\(place)}"
        case .appSetting: "{\"policy\":null,\"setting\":\(name),\(place)}"
        }
    }
}

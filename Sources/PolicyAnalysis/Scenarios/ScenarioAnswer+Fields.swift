import Demarc
import PolicyModel

extension ScenarioAnswer {
    /// The fields of the JSON form. What only some questions have is left out where there is none of it.
    package var fields: [ScenarioField] {
        var fields = [ScenarioField("verdict", verdict)]
        guard kind != .identity else { return fields }
        fields.append(ScenarioField("to", destination?.rawValue))
        fields.append(ScenarioField("route", route))
        if kind == .navigation {
            fields.append(ScenarioField("page", page?.rawValue))
            fields.append(ScenarioField("class", urlClass?.rawValue))
            fields.append(ScenarioField("rule", rule?.id))
        }
        if let account { fields.append(ScenarioField("account", account.description)) }
        if let value { fields.append(ScenarioField("value", value.rawValue)) }
        fields.append(ScenarioField(name: "reasons", value: .reasons(reasons)))
        return fields
    }

    /// Whether the answer is as expected.
    ///
    /// - Parameters:
    ///   - expectation: The part and what it must be.
    ///   - accounts: The accounts of the policy, each of which has two names.
    /// - Returns: Whether it is.
    func meets(_ expectation: ScenarioExpectation, _ accounts: AccountDirectory) -> Bool {
        let value = expectation.value
        switch expectation.part {
        case .verdict: return verdict == value
        case .to: return destination?.rawValue == value
        case .route: return route == value
        case .page: return page?.rawValue == value
        case .class: return urlClass?.rawValue == value
        case .rule: return rule?.id == value
        case .value: return self.value?.rawValue == value
        case .account:
            guard let account, let value else { return self.account == nil && value == nil }
            let expected = value == "none" ? .noUser : AccountID(value)
            if account == expected { return true }
            return accounts.position(of: account).map { $0 == accounts.position(of: expected) } ?? false
        case .reason:
            guard let value else { return reasons.isEmpty }
            return reasons.contains { Self.isPrefix(value, of: $0.code.rawValue) }
        }
    }

    /// Whether a text is a code, or what stands before one of its dots.
    private static func isPrefix(_ prefix: String, of code: String) -> Bool {
        guard code.hasPrefix(prefix) else { return false }
        return code.utf8.count == prefix.utf8.count || code.utf8.dropFirst(prefix.utf8.count).first == UInt8(ascii: ".")
    }
}

extension ScenarioField {
    init(_ name: String, _ text: String?) { self.init(name: name, value: text.map { .text($0) } ?? .none) }

    /// An expectation as a field.
    init(_ expectation: ScenarioExpectation) { self.init(expectation.part.rawValue, expectation.value) }
}

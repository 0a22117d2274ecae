import Diagnostics
package import PolicyModel

extension Reason {
    /// The reason as a JSON object.
    ///
    /// - Parameter explains: Whether it brings its sentence.
    /// - Returns: The object.
    package func json(explains: Bool) -> String {
        "{\"code\":\"\(code.rawValue)\""
            + ",\"rule\":\(rule.map { JSONText.string($0.id) } ?? "null")"
            + ",\"setting\":\(setting.map { JSONText.string($0) } ?? "null")"
            + ",\"at\":\(location.map { JSONText.string($0.description) } ?? "null")"
            + (explains ? ",\"message\":\(JSONText.string(message))}" : "}")
    }
}

extension RuleReference {
    /// A rule that lost as a JSON object.
    package var json: String {
        "{\"rule\":\(JSONText.string(id)),\"class\":\"\(urlClass.rawValue)\""
            + ",\"at\":\(JSONText.string(location.description))}"
    }
}

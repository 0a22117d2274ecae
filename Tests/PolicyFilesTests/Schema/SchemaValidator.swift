import Foundation

/// The part of JSON Schema that the shipped schemas use, read from their text and not from the code that generates
/// them.
struct SchemaValidator {
    typealias Object = [String: Any]

    let root: Object

    init(_ json: String) throws {
        root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? Object ?? [:]
    }

    /// The differences between the value and the schema; empty for a valid value.
    func problems(of value: SchemaTestValue) -> [String] { problems(value, root, at: "") }

    private func problems(_ value: SchemaTestValue, _ schema: Object, at path: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.dropFirst("#/$defs/".count))
            guard let definition = (root["$defs"] as? Object)?[name] as? Object else { return ["\(path): no \(name)"] }
            return problems(value, definition, at: path)
        }
        if let schemas = schema["anyOf"] as? [Object] {
            let all = schemas.map { problems(value, $0, at: path) }
            return all.contains(where: \.isEmpty) ? [] : all.min { $0.count < $1.count } ?? []
        }
        if let words = schema["enum"] as? [String] {
            return value.text.map(words.contains) == true ? [] : ["\(path): \(value) is none of \(words)"]
        }
        if let number = schema["const"] as? Int {
            return value.leaf == .integer(number) ? [] : ["\(path): \(value) is not \(number)"]
        }
        // A schema without a condition accepts everything.
        guard schema.keys.contains(where: { $0 != "description" }) else { return [] }
        let types = schema["type"] as? [String] ?? [schema["type"] as? String ?? "none"]
        guard types.contains(where: { value.types.contains($0) }) else { return ["\(path): \(value) is no \(types)"] }
        if case .integer(let number)? = value.leaf, let low = schema["minimum"] as? Int, number < low {
            return ["\(path): \(number) is under \(low)"]
        }
        if case .integer(let number)? = value.leaf, let high = schema["maximum"] as? Int, number > high {
            return ["\(path): \(number) is over \(high)"]
        }
        if let pattern = schema["pattern"] as? String, value.text?.isMatched(by: pattern) != true {
            return ["\(path): \(value) does not match \(pattern)"]
        }
        switch value {
        case .scalar: return []
        case .list(let elements):
            let items = schema["items"] as? Object ?? [:]
            return elements.enumerated().flatMap { problems($1, items, at: "\(path)/\($0)") }
        case .object(let entries):
            let properties = schema["properties"] as? Object ?? [:]
            let patterns = schema["patternProperties"] as? Object ?? [:]
            let missing = (schema["required"] as? [String] ?? []).filter { key in !entries.contains { $0.key == key } }
            return missing.map { "\(path): \($0) is missing" }
                + entries.flatMap { entry -> [String] in
                    let schema =
                        properties[entry.key] ?? patterns.first { entry.key.isMatched(by: $0.key) }?.value
                        ?? schema["additionalProperties"]
                    guard let schema = schema as? Object else { return ["\(path): there is no key \(entry.key)"] }
                    return problems(entry.value, schema, at: "\(path)/\(entry.key)")
                }
        }
    }
}

extension String {
    /// Whether a part of the text matches a regular expression.
    fileprivate func isMatched(by pattern: String) -> Bool { range(of: pattern, options: .regularExpression) != nil }
}

/// A value of a YAML file, as an editor sees it.
enum SchemaTestValue {
    struct Entry {
        var key: String
        var value: SchemaTestValue
    }

    enum Scalar: Hashable {
        case text(String)
        case integer(Int)
        case number(Double)
        case boolean(Bool)
        case null
    }

    case scalar(Scalar)
    case list([SchemaTestValue])
    case object([Entry])

    var leaf: Scalar? {
        if case .scalar(let scalar) = self { return scalar }
        return nil
    }

    var text: String? {
        if case .text(let text)? = leaf { return text }
        return nil
    }

    var types: [String] {
        switch self {
        case .list: ["array"]
        case .object: ["object"]
        case .scalar(.text): ["string"]
        case .scalar(.integer): ["integer", "number"]
        case .scalar(.number): ["number"]
        case .scalar(.boolean): ["boolean"]
        case .scalar(.null): ["null"]
        }
    }
}

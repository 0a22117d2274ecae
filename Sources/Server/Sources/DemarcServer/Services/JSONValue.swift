/// A JSON value with ordered members.
enum JSONValue: Sendable {
    case boolean(Bool)
    case number(Int)
    case string(String)
    case list([JSONValue])
    case object([(String, JSONValue)])

    /// The value on one line.
    var text: String {
        switch self {
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .number(let number): String(number)
        case .string(let string): Self.quoted(string)
        case .list(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            // Line ends of other formats too, so that a log line stays one line.
            case "\u{00}"..."\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

/// The part of JSON Schema that the OpenAPI document needs.
indirect enum JSONSchemaValue: Sendable {
    case any
    case anyObject
    case string
    case nullableString
    case array(JSONSchemaValue)
    case anyOf([JSONSchemaValue])
    case reference(String)
    case object([(String, JSONSchemaValue)], required: [String], isOpen: Bool = false)

    var json: JSONValue {
        switch self {
        case .any: .object([])
        case .anyObject: .object([("type", .string("object"))])
        case .string: .object([("type", .string("string"))])
        case .nullableString: .object([("type", .list([.string("string"), .string("null")]))])
        case .array(let element): .object([("type", .string("array")), ("items", element.json)])
        case .anyOf(let schemas): .object([("anyOf", .list(schemas.map(\.json)))])
        case .reference(let name): .object([("$ref", .string("#/components/schemas/\(name)"))])
        case .object(let properties, let required, let isOpen):
            .object([
                ("type", .string("object")), ("properties", .object(properties.map { ($0.0, $0.1.json) })),
                ("required", .list(required.map { .string($0) })), ("additionalProperties", .boolean(isOpen)),
            ])
        }
    }
}

import Answering

/// A JSON value with ordered members.
enum OrderedJSON: Sendable {
    case boolean(Bool)
    case number(Int)
    case string(String)
    case list([OrderedJSON])
    case object([(String, OrderedJSON)])

    /// The value on one line.
    var text: String {
        switch self {
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .number(let number): String(number)
        case .string(let string): JSONString.quoted(string)
        case .list(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSONString.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
        }
    }
}

/// The part of JSON Schema that the OpenAPI document needs.
indirect enum JSONSchemaValue: Sendable {
    case any
    case anyObject
    case nullableObject
    case string
    case nullableString
    case array(JSONSchemaValue)
    case anyOf([JSONSchemaValue])
    case reference(String)
    case object([(String, JSONSchemaValue)], required: [String], isOpen: Bool = false)

    var json: OrderedJSON {
        switch self {
        case .any: .object([])
        case .anyObject: .object([("type", .string("object"))])
        case .nullableObject: .object([("type", .list([.string("object"), .string("null")]))])
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

import Diagnostics

/// A JSON Schema, limited to the part of [draft 2020-12](https://json-schema.org/draft/2020-12) that these files need.
package indirect enum JSONSchema: Sendable {
    /// A text, even if YAML allows it without quotes and it looks like a number: readers use it as it is written.
    case text
    case boolean
    case null
    case integer(ClosedRange<Int>)
    /// A number from 0, with or without a fraction.
    case number(maximum: Int? = nil)
    case choice([String])
    /// Exactly one number.
    case constant(Int)
    case array(JSONSchema)
    /// A mapping whose keys are chosen by the author.
    case named(JSONSchema)
    /// A mapping with these keys and no others, except keys that contain a variable, if these are allowed.
    case object([(key: String, value: JSONSchema)], required: [String] = [], hasVariableKeys: Bool = false)
    /// A text that contains a variable of a matrix.
    case variable
    /// Any value, of any type.
    case anything
    /// Any of these.
    case anyOf([JSONSchema])
    /// A reference to a definition.
    case definition(String)
    /// A schema with the description that an editor shows.
    case described(JSONSchema, String)

    /// A value, or a list of such values.
    package static func oneOrMany(_ schema: JSONSchema) -> JSONSchema { .anyOf([schema, .array(schema)]) }

    /// The schema with null allowed as well.
    var allowingNull: JSONSchema {
        switch self {
        case .described(let schema, let text): .described(schema.allowingNull, text)
        default: .anyOf(alternatives + [.null])
        }
    }

    /// The schema with a variable such as `${level}` allowed in place of every value, and in every key of a table. A
    /// variable can also be a list or a mapping.
    var allowingVariables: JSONSchema {
        switch self {
        case .described(let schema, let text): .described(schema.allowingVariables, text)
        case _ where acceptsVariable: withVariablesInside
        default: .anyOf(withVariablesInside.alternatives + [.definition("variable")])
        }
    }

    /// The schemas of which any is enough.
    var alternatives: [JSONSchema] {
        if case .anyOf(let schemas) = self { schemas } else { [self] }
    }

    /// Whether a text with a variable is valid without further ado. A definition allows variables itself.
    private var acceptsVariable: Bool {
        switch self {
        case .text, .variable, .anything, .definition: true
        case .anyOf(let schemas): schemas.contains(where: \.acceptsVariable)
        case .described(let schema, _): schema.acceptsVariable
        case .boolean, .null, .integer, .number, .choice, .constant, .array, .named, .object: false
        }
    }

    /// The same, only for the values and keys within the value.
    private var withVariablesInside: JSONSchema {
        switch self {
        case .array(let element): .array(element.allowingVariables)
        case .named(let value): .named(value.allowingVariables)
        case .object(let properties, let required, _):
            .object(
                properties.map { ($0.key, $0.value.allowingVariables) },
                required: required,
                hasVariableKeys: true
            )
        case .anyOf(let schemas): .anyOf(schemas.map(\.withVariablesInside))
        case .described(let schema, let text): .described(schema.withVariablesInside, text)
        case .text, .boolean, .null, .integer, .number, .choice, .constant, .variable, .anything, .definition: self
        }
    }

    /// The schema of a kind of file, as JSON text that ends with a line break.
    ///
    /// - Parameters:
    ///   - title: The title of the file's kind.
    ///   - definitions: The definitions that ``definition(_:)`` refers to.
    /// - Returns: The text.
    package func file(titled title: String, definitions: [(key: String, value: JSONSchema)] = []) -> String {
        let heading: [(key: String, value: SchemaValue)] = [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")), ("title", .string(title)),
        ]
        let named = SchemaValue.object(definitions.map { ($0.key, $0.value.json) })
        let value = SchemaValue.object(heading + keywords + (definitions.isEmpty ? [] : [("$defs", named)]))
        return value.text() + "\n"
    }

    /// The keywords of the schema, in the order they are written.
    var keywords: [(key: String, value: SchemaValue)] {
        switch self {
        case .text: [("type", .list([.string("string"), .string("number"), .string("boolean")]))]
        case .boolean: [("type", .string("boolean"))]
        case .null: [("type", .string("null"))]
        case .integer(let range):
            [
                ("type", .string("integer")), ("minimum", .integer(range.lowerBound)),
                ("maximum", .integer(range.upperBound)),
            ]
        case .number(maximum: nil): [("type", .string("number")), ("minimum", .integer(0))]
        case .number(let maximum?):
            [("type", .string("number")), ("minimum", .integer(0)), ("maximum", .integer(maximum))]
        case .choice(let words): [("enum", .list(words.map { .string($0) }))]
        case .constant(let number): [("const", .integer(number))]
        case .array(let element): [("type", .string("array")), ("items", element.json)]
        case .named(let value): [("type", .string("object")), ("additionalProperties", value.json)]
        case .object(let properties, let required, let hasVariableKeys):
            Self.mapping(properties, required: required, hasVariableKeys: hasVariableKeys)
        case .variable: [("type", .string("string")), ("pattern", .string(VariableText.pattern))]
        case .anything: []
        case .anyOf(let schemas): [("anyOf", .list(schemas.map(\.json)))]
        case .definition(let name): [("$ref", .string("#/$defs/\(name)"))]
        case .described(let schema, let text): [("description", .string(text))] + schema.keywords
        }
    }

    private static func mapping(
        _ properties: [(key: String, value: JSONSchema)],
        required: [String],
        hasVariableKeys: Bool
    ) -> [(key: String, value: SchemaValue)] {
        var keywords: [(key: String, value: SchemaValue)] = [
            ("type", .string("object")), ("properties", .object(properties.map { ($0.key, $0.value.json) })),
        ]
        // Such a key can stand for any other.
        if hasVariableKeys {
            keywords.append(("patternProperties", .object([(VariableText.pattern, JSONSchema.anything.json)])))
        }
        if !required.isEmpty { keywords.append(("required", .list(required.map { .string($0) }))) }
        return keywords + [("additionalProperties", .boolean(false))]
    }

    /// The schema as JSON.
    var json: SchemaValue { .object(keywords) }
}

/// A JSON value of a schema, with its keys in the order they are written.
enum SchemaValue: Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case list([SchemaValue])
    case object([(key: String, value: SchemaValue)])

    /// The value as text, indented by two spaces; short values are on one line.
    func text(indentation: String = "") -> String {
        let line = lineText
        if line.count + indentation.count <= 100 { return line }
        let inner = indentation + "  "
        switch self {
        case .string, .integer, .boolean: return line
        case .list(let values):
            let lines = values.map { inner + $0.text(indentation: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
        case .object(let entries):
            let lines = entries.map { inner + JSONText.string($0.key) + ": " + $0.value.text(indentation: inner) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
        }
    }

    private var lineText: String {
        switch self {
        case .string(let text): JSONText.string(text)
        case .integer(let number): "\(number)"
        case .boolean(let value): "\(value)"
        case .list(let values): "[" + values.map(\.lineText).joined(separator: ", ") + "]"
        case .object(let entries):
            "{" + entries.map { JSONText.string($0.key) + ": " + $0.value.lineText }.joined(separator: ", ") + "}"
        }
    }
}

import Diagnostics

/// A JSON value whose members are ordered: the common form of JSON that is written as text and JSON that is
/// `Encodable`.
package enum JSONForm: Sendable {
    case null
    case boolean(Bool)
    case number(Int)
    /// A finite number.
    case real(Double)
    /// A number as its sender wrote it, which must be a JSON number: `1E5` and `-0` stay as they are.
    case numeral(String)
    case string(String)
    case list([JSONForm])
    case object([Member])

    /// A member of an object.
    package struct Member: Sendable {
        package let name: String
        package let value: JSONForm

        package init(_ name: String, _ value: JSONForm) {
            self.name = name
            self.value = value
        }
    }

    /// An object, without the members that are nil.
    package static func object(_ members: KeyValuePairs<String, JSONForm?>) -> JSONForm {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// A string, or null.
    package static func string(orNull text: String?) -> JSONForm { text.map { .string($0) } ?? .null }

    /// The value on one line.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package var text: String {
        var text = ""
        append(to: &text)
        return text
    }

    private func append(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .boolean(let isTrue): text += isTrue ? "true" : "false"
        case .number(let number): text += String(number)
        case .real(let number): text += number.description
        case .numeral(let numeral): text += numeral
        case .string(let string): text += JSONText.string(string)
        case .list(let values):
            text += "["
            for (position, value) in values.enumerated() {
                if position > 0 { text += "," }
                value.append(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            Self.append(members, to: &text)
            text += "}"
        }
    }

    /// The members of an object, without its braces.
    package static func text(of members: [Member]) -> String {
        var text = ""
        append(members, to: &text)
        return text
    }

    private static func append(_ members: [Member], to text: inout String) {
        for (position, member) in members.enumerated() {
            if position > 0 { text += "," }
            text += JSONText.string(member.name)
            text += ":"
            member.value.append(to: &text)
        }
    }
}

extension JSONForm: Encodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let isTrue):
            var container = encoder.singleValueContainer()
            try container.encode(isTrue)
        case .number(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .real(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .numeral(let numeral):
            // Encoders take only values. A number that is too large for a `Double` is infinite, which encoders refuse.
            var container = encoder.singleValueContainer()
            if let number = Int(numeral) { try container.encode(number) } else { try container.encode(Double(numeral)) }
        case .string(let string):
            var container = encoder.singleValueContainer()
            try container.encode(string)
        case .list(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .object(let members):
            var container = encoder.container(keyedBy: Name.self)
            for member in members { try container.encode(member.value, forKey: Name(member.name)) }
        }
    }
}

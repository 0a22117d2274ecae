/// A JSON value written by a program, read strictly: without comments or duplicate keys.
///
/// JSON written by people is read with places, see ``JSONReader``, which also implements this type.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// A number as it is written.
    case number(String)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Reads a text that consists of one value.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - depthLimit: The maximum nesting of lists and objects.
    ///   - countLimit: The maximum number of values, including keys.
    /// - Throws: ``JSONValueError``.
    /// - Complexity: O(*n*) in the bytes.
    package init(_ bytes: [UInt8], depthLimit: Int = 16, countLimit: Int = 10_000) throws(JSONValueError) {
        do { _ = try UTF8Span(validating: bytes.span) } catch { throw JSONValueError(message: "it is not UTF-8") }
        var reader = JSONReader(bytes, file: 0, depthLimit: depthLimit, nodeLimit: countLimit)
        let root: DocumentNode
        do { root = try reader.read() } catch { throw JSONValueError(message: error.message) }
        guard reader.repeatedKeys.isEmpty else { throw JSONValueError(message: "it has a key twice") }
        self.init(root)
    }

    private init(_ node: DocumentNode) {
        self =
            switch node.content {
            case .scalar(let text, isPlain: false): .string(text)
            case .scalar("null", isPlain: true): .null
            case .scalar("true", isPlain: true): .boolean(true)
            case .scalar("false", isPlain: true): .boolean(false)
            case .scalar(let text, isPlain: true): .number(text)
            case .sequence(let elements): .list(elements.map { JSONValue($0) })
            case .mapping(let entries):
                .object(Dictionary(entries.map { ($0.key, JSONValue($0.value)) }) { first, _ in first })
            }
    }
}

/// The reason why a text is not a JSON value.
package struct JSONValueError: Error, Hashable, Sendable {
    /// The message in lower case, without a period.
    package let message: String
}

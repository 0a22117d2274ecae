import ByteText
import Diagnostics

/// Reads a JSON text ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)) as the values of a document, each with its
/// place.
///
/// Policy documents in JSON are read as YAML, for which libyaml is almost sufficient. Exports are read here, because
/// libyaml differs from JSON: it accepts comments, single quotes, trailing commas and bare words as values, and rejects
/// tabs as white space, keys of more than 1024 characters, a `:` on the next line and the characters U+0080 to U+009F.
/// A file that is not JSON should be rejected for that reason.
///
/// Texts become scalars that are not plain; numbers, `true`, `false` and `null` are plain.
package struct JSONReader {
    /// A duplicate key of an object.
    package struct RepeatedKey {
        package var key: String
        package var place: DocumentNode.Place
        package var first: DocumentNode.Place

        package init(key: String, place: DocumentNode.Place, first: DocumentNode.Place) {
            (self.key, self.place, self.first) = (key, place, first)
        }
    }

    let bytes: [UInt8]
    let file: Int32
    let depthLimit: Int
    let nodeLimit: Int
    /// The offset of the next byte to read.
    package var offset: Int
    package private(set) var nodes = 0
    package private(set) var repeatedKeys: [RepeatedKey] = []

    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark.
    ///   - file: The number of the file, for places.
    ///   - depthLimit: The maximum nesting of arrays and objects.
    ///   - nodeLimit: The maximum number of values, including keys.
    package init(_ bytes: [UInt8], file: Int32, depthLimit: Int, nodeLimit: Int) {
        self.bytes = bytes
        self.file = file
        self.depthLimit = depthLimit
        self.nodeLimit = nodeLimit
        offset = ByteOrderMark.utf8Count(in: bytes.span)
    }

    /// Reads the single value of the text.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package mutating func read() throws(JSONProblem) -> DocumentNode {
        skipSpace()
        guard offset < bytes.count else {
            throw JSONProblem(.emptyDocument, "the JSON is empty", at: 0..<0, help: nil)
        }
        let root = try value(depth: 0)
        skipSpace()
        guard offset == bytes.count else {
            let help =
                byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") ? "put several into one array, `[…, …]`" : nil
            throw problem("there is text after the end of the JSON value", help: help)
        }
        return root
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONProblem) -> DocumentNode {
        nodes += 1
        guard nodes <= nodeLimit else {
            throw JSONProblem(.tooManyValues, "more values than can be read", at: offset..<offset + 1)
        }
        let start = offset
        // There is a next byte: every caller has checked.
        switch bytes[offset] {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""):
            let text = try string()
            return node(.scalar(text, isPlain: false), from: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let text = try number()
            return node(.scalar(text, isPlain: true), from: start)
        default:
            for word in ["true", "false", "null"] where bytes[offset...].starts(with: word.utf8) {
                offset += word.utf8.count
                guard !isWordByte else { break }
                return node(.scalar(word, isPlain: true), from: start)
            }
            offset = start
            throw notAValue()
        }
    }

    private mutating func array(depth: Int) throws(JSONProblem) -> DocumentNode {
        let start = try open(depth: depth)
        var elements: [DocumentNode] = []
        var height: Int32 = 0
        var weight: Int32 = 1
        skipSpace()
        while byte != UInt8(ascii: "]") {
            if !elements.isEmpty { try comma(before: UInt8(ascii: "]"), opening: start) }
            try checkEnd(opening: start)
            let element = try value(depth: depth)
            height = max(height, element.height)
            weight += element.weight
            elements.append(element)
            skipSpace()
        }
        offset += 1
        var node = node(.sequence(elements), from: start)
        node.height = height + 1
        node.weight = weight
        return node
    }

    private mutating func object(depth: Int) throws(JSONProblem) -> DocumentNode {
        let start = try open(depth: depth)
        var entries: [DocumentNode.Entry] = []
        var positions: [String: Int] = [:]
        var isFirst = true
        var height: Int32 = 0
        var weight: Int32 = 1
        skipSpace()
        while byte != UInt8(ascii: "}") {
            if !isFirst { try comma(before: UInt8(ascii: "}"), opening: start) }
            isFirst = false
            try checkEnd(opening: start)
            let keyStart = offset
            guard byte == UInt8(ascii: "\"") else { throw notAKey() }
            nodes += 1
            let key = try string()
            let keyPlace = place(from: keyStart)
            skipSpace()
            try checkEnd(opening: start)
            guard byte == UInt8(ascii: ":") else {
                throw problem("a `:` is missing after the key `\(Quoted.word(key))`")
            }
            offset += 1
            skipSpace()
            try checkEnd(opening: start)
            let value = try value(depth: depth)
            height = max(height, value.height)
            weight += value.weight + 1
            if let position = positions[key] {
                repeatedKeys.append(RepeatedKey(key: key, place: keyPlace, first: entries[position].keyPlace))
            } else {
                positions[key] = entries.count
                entries.append(DocumentNode.Entry(key: key, keyPlace: keyPlace, value: value))
            }
            skipSpace()
        }
        offset += 1
        var node = node(.mapping(entries), from: start)
        node.height = height + 1
        node.weight = weight
        return node
    }

    private mutating func open(depth: Int) throws(JSONProblem) -> Int {
        guard depth <= depthLimit else {
            let message = "values are nested more than \(depthLimit) levels deep"
            throw JSONProblem(.nestedTooDeeply, message, at: offset..<offset + 1)
        }
        offset += 1
        return offset - 1
    }

    /// Skips the comma between two elements.
    private mutating func comma(before close: UInt8, opening: Int) throws(JSONProblem) {
        try checkEnd(opening: opening)
        guard byte == UInt8(ascii: ",") else {
            let bracket = close == UInt8(ascii: "]") ? "]" : "}"
            let expected = "expected `,` or `\(bracket)`, found"
            throw isComment
                ? notAValue() : problem("\(expected) \(found)", unquoting: "\(expected) something else")
        }
        let comma = offset
        offset += 1
        skipSpace()
        guard byte == close else { return }
        let message = "there is a comma after the last \(close == UInt8(ascii: "]") ? "element" : "entry")"
        throw JSONProblem(.invalidJSON, message, at: comma..<comma + 1, help: "remove it")
    }

    private func checkEnd(opening: Int) throws(JSONProblem) {
        guard offset >= bytes.count else { return }
        let bracket = bytes[opening] == UInt8(ascii: "[") ? "[" : "{"
        let help = "it is probably cut off"
        let message = "the JSON ends before this `\(bracket)` is closed"
        throw JSONProblem(.invalidJSON, message, at: opening..<opening + 1, help: help)
    }

    // MARK: Places

    func place(from start: Int) -> DocumentNode.Place {
        DocumentNode.Place(file: file, start: Int32(start), end: Int32(offset))
    }

    private func node(_ content: DocumentNode.Content, from start: Int) -> DocumentNode {
        DocumentNode(content: content, place: place(from: start))
    }
}

import Demarc
import Diagnostics
import URLStandard

/// Why there is no decision for a line of NDJSON input. The codes are stable.
enum MalformedLine: Error, Equatable {
    /// It is not JSON: something else was expected at a column.
    case notJSON(String, column: Int)
    /// It is neither a string nor an object.
    case notARequest(column: Int)
    case unknownKey(String, column: Int)
    case duplicateKey(RequestKey, column: Int)
    /// A value has the wrong type for its key.
    case wrongType(RequestKey, column: Int)
    case missingURL
    /// Its account is empty, as if a variable of the program that wrote the line were not set.
    case emptyUser(column: Int)
    /// The line is longer than any line with a valid URL.
    case tooLong(limit: Int)
    /// It names an invalid view or account, or does not name a view although there are several.
    case noTarget(QuestionError)

    /// The stable code.
    var code: String {
        switch self {
        case .notJSON: "not-json"
        case .notARequest: "not-a-request"
        case .unknownKey: "unknown-key"
        case .duplicateKey: "duplicate-key"
        case .wrongType: "wrong-type"
        case .missingURL: "missing-url"
        case .emptyUser: "missing-value"
        case .tooLong: "line-too-long"
        case .noTarget(let error): error.code.rawValue
        }
    }

    /// A message in lower case, on one line, without a final period. Columns count bytes.
    var message: String {
        switch self {
        case .notJSON(let expected, let column): return "column \(column): this is not JSON; expected \(expected)"
        case .notARequest(let column): return "column \(column): expected a string, or an object with `url`"
        case .unknownKey(let key, let column):
            let shown = VisibleText.of(String(key.prefix(64)))
            let hint = NearMiss.suggestion(for: key, among: RequestKey.allCases.map(\.rawValue))
            return "column \(column): unknown key `\(shown)`" + (hint.map { "; did you mean `\($0)`?" } ?? "")
        case .duplicateKey(let key, let column): return "column \(column): `\(key.rawValue)` appears twice"
        case .wrongType(let key, let column): return "column \(column): `\(key.rawValue)` must be \(key.expected)"
        case .missingURL: return "there is no `url`"
        case .emptyUser(let column):
            return "column \(column): `\(RequestKey.user.rawValue)` is empty; write `none` for no account"
        case .tooLong(let limit): return "the line is longer than \(limit) bytes"
        case .noTarget(let error): return error.message
        }
    }
}

extension OutputStream {
    /// How much of an input that is too long for a URL is repeated in the results.
    private static let longestRepeated = 256

    /// Appends the input of a result, or only its beginning if it is longer than a URL may be.
    mutating func appendInput(_ input: Span<UInt8>) {
        guard input.count > URLRecord.defaultByteLimit else { return appendEscaped(input) }
        var end = Self.longestRepeated
        while end > Self.longestRepeated - 3, input[end] & 0xC0 == 0x80 { end -= 1 }
        appendEscaped(input.extracting(..<end))
        append("…")
    }

    /// Appends the result object for a malformed line.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - line: The line.
    ///   - number: Its number, from 1.
    ///   - reference: The reference of the line, as an object member followed by a comma; empty if it has none.
    mutating func append(_ error: MalformedLine, line: Span<UInt8>, number: Int, reference: borrowing [UInt8]) {
        append("{")
        append(reference)
        append("\"input\":\"")
        appendInput(line)
        append(text: "\",\"error\":{\"code\":\"\(error.code)\",\"message\":")
        append(text: JSONText.string("line \(number), \(error.message)"))
        append("}}")
    }
}

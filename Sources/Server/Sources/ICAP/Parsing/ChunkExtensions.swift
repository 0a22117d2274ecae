// A fuzzer compiles this folder, and of that module only `FieldText.swift`.
#if canImport(Answering)
    import Answering
#endif

/// The position in the extensions of a chunk, which are read only to find their end.
///
/// The grammar is `*( BWS ";" BWS name [ BWS "=" BWS value ] )` ([RFC 9112,
/// 7.1.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1.1)). Anything else is rejected: a reader that ends a line at
/// a single LF, or none inside quotes, would find other chunks in it.
enum ChunkExtensions: Hashable, Sendable {
    /// In the white space before a `;`, or at the end of the size.
    case gap
    /// Between a `;` and a name.
    case beforeName
    /// Inside a name. The number of its bytes if `ieof` begins with them; nil if it does not.
    case name(ieof: Int?)
    /// In the white space after a name.
    case afterName
    /// Between a `=` and a value.
    case beforeValue
    /// Inside a value without quotes.
    case token
    /// Inside a value in quotes.
    case quoted
    /// After a `\` in quotes.
    case escaped
    /// After the second quote.
    case quotedEnd

    private static let ieof = Array("ieof".utf8)

    /// Whether the name so far is `ieof`, which marks a preview that contains the whole body.
    var isIEOF: Bool { self == .name(ieof: Self.ieof.count) }

    /// Whether the line may end here.
    var mayEnd: Bool {
        switch self {
        case .name, .token, .quotedEnd: true
        case .gap, .beforeName, .afterName, .beforeValue, .quoted, .escaped: false
        }
    }

    /// The position after one more byte.
    ///
    /// - Parameter byte: The byte.
    /// - Returns: The position; nil if the byte is not allowed.
    func next(_ byte: UInt8) -> ChunkExtensions? {
        let isSpace = byte == 0x20 || byte == 0x09
        switch self {
        case .quoted where byte == UInt8(ascii: "\""): return .quotedEnd
        case .quoted where byte == UInt8(ascii: "\\"): return .escaped
        case .quoted, .escaped: return isSpace || byte > 0x20 && byte != 0x7F ? .quoted : nil
        case .beforeName, .beforeValue:
            if isSpace { return self }
            if self == .beforeName { return ByteClass.isToken(byte) ? Self.continued(0, byte) : nil }
            if byte == UInt8(ascii: "\"") { return .quoted }
            return ByteClass.isToken(byte) ? .token : nil
        case .name(let matched) where ByteClass.isToken(byte): return Self.continued(matched, byte)
        case .token where ByteClass.isToken(byte): return self
        case .name, .afterName:
            if isSpace { return .afterName }
            if byte == UInt8(ascii: "=") { return .beforeValue }
        case .gap, .token, .quotedEnd:
            if isSpace { return .gap }
        }
        return byte == UInt8(ascii: ";") ? .beforeName : nil
    }

    /// The position inside a name after one more byte of it.
    private static func continued(_ matched: Int?, _ byte: UInt8) -> ChunkExtensions {
        .name(ieof: matched.flatMap { $0 < ieof.count && byte == ieof[$0] ? $0 + 1 : nil })
    }
}

import ByteText
import Diagnostics

/// An nginx directive: a name, arguments, and for a block its contents.
struct NginxDirective {
    /// A word as nginx interprets it, without quotes and backslashes.
    struct Word {
        let text: String
        /// The number of the file, and the byte range in it.
        let file: Int
        let bytes: Range<Int>

        /// Where it begins, which tells directives apart that several scopes inherit.
        var start: [Int] { [file, bytes.lowerBound] }
    }

    let name: Word
    let arguments: [Word]
    /// The contents of the braces, or nil for a directive that ends in `;`.
    var block: [NginxDirective]?

    /// The argument at a position, or an empty text if there are fewer arguments.
    func argument(_ position: Int) -> String { position < arguments.count ? arguments[position].text : "" }

    /// The last argument, or an empty text if there are none.
    var lastArgument: String { arguments.last?.text ?? "" }

    /// Whether a flag or an enumeration has a value. nginx compares both without case, unlike the `off` of `auth_request`,
    /// `auth_basic` and `proxy_cache`.
    func isSet(to value: String) -> Bool { argument(0).lowercased() == value }
}

/// Reads an nginx configuration file into directives.
///
/// The rules are those of nginx's own reader: words end at white space, `;` and braces; quotes may contain all of
/// these; a `\` escapes the next byte; `#` starts a comment where a word could start; `${` does not open a block.
/// Blocks that nginx passes verbatim to Lua are skipped.
struct NginxDirectiveReader {
    /// Why a file could not be read completely, and the place.
    struct Failure: Error {
        let message: String
        let bytes: Range<Int>
    }

    /// The maximum nesting of blocks; nginx itself uses some six levels.
    private static let mostNested = 64

    private let file: Int
    private let bytes: [UInt8]
    private var offset = 0

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - file: The file's number, for the places of words.
    ///   - bytes: The file's contents.
    /// - Returns: The directives.
    /// - Throws: ``Failure`` for input that nginx itself would reject.
    /// - Complexity: O(*n*) in the bytes.
    static func directives(of file: Int, _ bytes: [UInt8]) throws(Failure) -> [NginxDirective] {
        var reader = NginxDirectiveReader(file: file, bytes: bytes)
        return try reader.directives()
    }

    private init(file: Int, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    private mutating func directives() throws(Failure) -> [NginxDirective] {
        // The open blocks, the outermost first, each with its contents so far.
        var open: [(head: NginxDirective, held: [NginxDirective])] = []
        var held: [NginxDirective] = []
        var words: [NginxDirective.Word] = []
        while let byte = skipToWord() {
            let place = offset..<(offset + 1)
            switch byte {
            case UInt8(ascii: ";"):
                offset += 1
                guard let name = words.first else { throw Failure(message: "unexpected `;`", bytes: place) }
                held.append(NginxDirective(name: name, arguments: Array(words.dropFirst()), block: nil))
                words = []
            case UInt8(ascii: "{"):
                offset += 1
                guard let name = words.first else { throw Failure(message: "unexpected `{`", bytes: place) }
                let head = NginxDirective(name: name, arguments: Array(words.dropFirst()), block: [])
                words = []
                if name.text.hasSuffix("_by_lua_block") {
                    try skipLua(from: place)
                    held.append(head)
                    continue
                }
                guard open.count < Self.mostNested else {
                    throw Failure(message: "more than \(Self.mostNested) nested blocks", bytes: place)
                }
                open.append((head, held))
                held = []
            case UInt8(ascii: "}"):
                offset += 1
                guard words.isEmpty, var (block, outer) = open.popLast() else {
                    throw Failure(message: "unexpected `}`", bytes: place)
                }
                block.block = held
                outer.append(block)
                held = outer
            default: words.append(try word())
            }
        }
        if let first = words.first { throw Failure(message: "a directive without `;`", bytes: first.bytes) }
        if let last = open.last { throw Failure(message: "a block without its `}`", bytes: last.head.name.bytes) }
        return held
    }

    /// Skips to the next token and returns its first byte, or nil at the end.
    private mutating func skipToWord() -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "#") {
                offset = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if Self.isSpace(byte) {
                offset += 1
            } else {
                return byte
            }
        }
        return nil
    }

    private mutating func word() throws(Failure) -> NginxDirective.Word {
        let start = offset
        let first = bytes[start]
        let quote = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") ? first : nil
        if quote != nil { offset += 1 }
        var text: [UInt8] = []
        var followsDollar = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\\"), offset + 1 < bytes.count {
                text += Self.unescaped(bytes[offset + 1])
                offset += 2
                followsDollar = false
                continue
            }
            if let quote {
                guard byte != quote else { break }
            } else {
                let opens = byte == UInt8(ascii: "{") && !followsDollar
                guard !Self.isSpace(byte), byte != UInt8(ascii: ";"), !opens else { break }
            }
            followsDollar = byte == UInt8(ascii: "$")
            text.append(byte)
            offset += 1
        }
        if quote != nil {
            guard offset < bytes.count else {
                throw Failure(message: "a quote without its end", bytes: start..<(start + 1))
            }
            offset += 1
        }
        return NginxDirective.Word(text: String(decoding: text, as: UTF8.self), file: file, bytes: start..<offset)
    }

    /// The meaning of a byte after a backslash. nginx keeps the backslash before all other bytes, for regular
    /// expressions.
    private static func unescaped(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): [byte]
        case UInt8(ascii: "t"): [0x09]
        case UInt8(ascii: "r"): [0x0D]
        case UInt8(ascii: "n"): [0x0A]
        default: [UInt8(ascii: "\\"), byte]
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    // MARK: Lua

    /// Skips past the brace that ends a Lua block. Braces in Lua strings and comments do not count.
    private mutating func skipLua(from brace: Range<Int>) throws(Failure) {
        var depth = 1
        while offset < bytes.count {
            let byte = bytes[offset]
            let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
            switch byte {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 {
                    offset += 1
                    return
                }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                offset += 1
                while offset < bytes.count, bytes[offset] != byte {
                    offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "-") where next == byte && !opensLongBracket(at: offset + 2):
                offset = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            case UInt8(ascii: "[") where opensLongBracket(at: offset): skipLongBracket()
            default: break
            }
            offset += 1
        }
        throw Failure(message: "a block without its `}`", bytes: brace)
    }

    /// Whether `[[` or `[==[` starts at an offset.
    private func opensLongBracket(at start: Int) -> Bool {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return false }
        let end = bytes[(start + 1)...].firstIndex { $0 != UInt8(ascii: "=") }
        return end.map { bytes[$0] == UInt8(ascii: "[") } ?? false
    }

    private mutating func skipLongBracket() {
        let level = bytes[(offset + 1)...].prefix { $0 == UInt8(ascii: "=") }.count
        let end = [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
        offset = (ByteSearch.first(end, in: bytes, from: offset + level + 2) ?? bytes.count) + end.count - 1
    }
}

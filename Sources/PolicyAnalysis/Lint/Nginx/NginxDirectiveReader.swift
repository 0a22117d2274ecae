import Diagnostics

/// A directive of nginx: a name, arguments, and for a block what is in it.
struct NginxDirective {
    /// A word as nginx takes it, without quotes and backslashes.
    struct Word {
        let text: String
        /// The number of the file, and the bytes there.
        let file: Int
        let bytes: Range<Int>
    }

    let name: Word
    let arguments: [Word]
    /// What is in the braces; nil for a directive that ends in `;`.
    var block: [NginxDirective]?

    /// An argument; empty where there are fewer.
    func argument(_ position: Int) -> String { position < arguments.count ? arguments[position].text : "" }
}

/// Reads a file of nginx's configuration into directives.
///
/// The rules are those of nginx's own reader: words end at white space, `;` and braces; quotes hold all of these; a `\`
/// takes the next byte as it is; `#` begins a comment where a word could begin; `${` does not open a block. What nginx
/// hands to Lua as it is, is skipped here.
struct NginxDirectiveReader {
    /// Why a file could not be read to its end, and where.
    struct Failure: Error {
        let message: String
        let bytes: Range<Int>
    }

    /// Blocks in blocks; nginx itself has a use for some six.
    private static let mostNested = 64

    private let file: Int
    private let bytes: [UInt8]
    private var offset = 0

    /// Reads all of a file.
    ///
    /// - Parameters:
    ///   - file: Its number, for the places of words.
    ///   - bytes: Its contents.
    /// - Returns: Its directives.
    /// - Throws: ``Failure`` for what nginx itself would not read.
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
        // The blocks that are open, the outermost first, each with what it holds so far.
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
                    throw Failure(message: "more than \(Self.mostNested) blocks in each other", bytes: place)
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

    /// The first byte of what comes next; nil at the end.
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

    /// What a byte behind a backslash stands for. nginx keeps a backslash before all but these, for regular expressions.
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

    /// Goes behind the brace that ends a piece of Lua: braces in its texts and comments do not count.
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

    /// Whether `[[` or `[==[` stands at a place.
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

/// The bytes of a key and of the value behind it, in YAML, JSON or a property list of XML.
///
/// The file has been read without an error, so this only has to find ends; where it can't, it gives nothing, and the
/// finding underlines less.
struct ValueExtent {
    /// The key, with its quotes or tags.
    let key: Range<Int>
    /// The value; empty where it isn't known where it ends.
    private(set) var value: Range<Int>

    /// Finds the value of the key that begins at an offset; nil where there is none.
    ///
    /// - Complexity: O(*n*) in the length of both.
    init?(ofKeyAt start: Int, in bytes: [UInt8]) {
        guard bytes.indices.contains(start), !bytes.starts(with: Array("bplist".utf8)) else { return nil }
        var scan = ByteScan(bytes, at: start)
        if bytes[start] == UInt8(ascii: "<") {
            scan.skip(past: "</key>")
            key = start..<scan.offset
            scan.skipSpace()
            value = scan.element()
            return
        }
        let isQuoted = bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'")
        if isQuoted { scan.skipString() } else { scan.skipPlain(until: [UInt8(ascii: ":")]) }
        key = start..<scan.offset
        scan.skipSpace()
        guard scan.current == UInt8(ascii: ":") else {
            value = scan.offset..<scan.offset
            return
        }
        scan.advance()
        let colonLine = scan.offset
        scan.skipSpace()
        let isOnLine = !bytes[colonLine..<scan.offset].contains(UInt8(ascii: "\n"))
        let isInFlow = isQuoted || Self.isInFlow(start, bytes)
        value = isOnLine || isInFlow ? scan.value(inFlow: isInFlow) : scan.block(below: Self.indentation(start, bytes))
    }

    /// Where a word stands in the value, by itself.
    func firstRange(of text: String, in bytes: [UInt8]) -> Range<Int>? {
        let word = Array(text.utf8)
        guard !word.isEmpty, value.count >= word.count else { return nil }
        for start in value.lowerBound...(value.upperBound - word.count) {
            let end = start + word.count
            guard zip(bytes[start..<end], word).allSatisfy({ Self.lowered($0) == Self.lowered($1) }) else { continue }
            let isAlone =
                (start == value.lowerBound || !Self.isWordByte(bytes[start - 1]))
                && (end == value.upperBound || !Self.isWordByte(bytes[end]))
            if isAlone { return start..<end }
        }
        return nil
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            || "+-./*_:".utf8.contains(byte)
    }

    /// Whether a mapping in braces begins on the line before the key.
    private static func isInFlow(_ start: Int, _ bytes: [UInt8]) -> Bool {
        bytes[lineStart(start, bytes)..<start].contains(UInt8(ascii: "{"))
    }

    private static func indentation(_ start: Int, _ bytes: [UInt8]) -> Int { start - lineStart(start, bytes) }

    private static func lineStart(_ offset: Int, _ bytes: [UInt8]) -> Int {
        bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }
}

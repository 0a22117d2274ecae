import ByteText

/// A piece of text to insert into a text that otherwise stays as it is written.
public struct TextInsertion: Hashable, Sendable {
    /// The number of bytes of the original text, in UTF-8, before the piece.
    public var offset: Int
    /// The piece.
    public var text: String

    /// Creates an insertion.
    public init(_ text: String, at offset: Int) {
        self.text = text
        self.offset = offset
    }
}

extension [TextInsertion] {
    /// A text with all pieces inserted; nil if a piece would be outside the text, or within a character.
    ///
    /// Pieces at the same offset keep their order.
    func inserted(into text: String) -> String? {
        let old = [UInt8](text.utf8)
        var result: [UInt8] = []
        var start = 0
        for piece in inOrder {
            guard piece.offset >= start, piece.offset <= old.count else { return nil }
            result += old[start..<piece.offset]
            result += piece.text.utf8
            start = piece.offset
        }
        result += old[start...]
        return String(validating: result, as: UTF8.self)
    }

    /// The pieces in ascending order of their offsets.
    var inOrder: [TextInsertion] {
        enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
    }
}

/// The positions of a text's bytes in an XML file.
///
/// The file may write `&quot;` for a quote and two bytes for a line end, put part of the text into `<![CDATA[…]]>`, and
/// contain comments. An offset into the text is therefore found by reading the file again, alongside the text.
struct XMLTextPlaces {
    /// A position between two bytes of the text.
    struct Place {
        /// The offset into the file.
        var offset: Int
        /// Whether it is inside `<![CDATA[…]]>`, where nothing is escaped.
        var isVerbatim: Bool
    }

    /// The position before each byte of the text, and the position after the last.
    private var places: [Place]
    /// The bytes that have been read so far.
    private var decoded: [UInt8] = []
    /// Whether quotes are written as references.
    private var escapesQuotes = false
    private var escapesApostrophes = false

    /// Reads the file alongside a text; nil if they do not match.
    ///
    /// - Parameters:
    ///   - text: The text that a reader produced from the bytes.
    ///   - contents: The range between the tags of the element.
    ///   - bytes: The file.
    /// - Complexity: O(*n*) in the contents.
    init?(of text: String, in contents: Range<Int>, _ bytes: [UInt8]) {
        places = [Place(offset: contents.lowerBound, isVerbatim: false)]
        places.reserveCapacity(contents.count + 1)
        decoded.reserveCapacity(contents.count)
        let bytes = bytes[..<contents.upperBound]
        var offset = contents.lowerBound
        while offset < contents.upperBound {
            switch bytes[offset] {
            case UInt8(ascii: "&"):
                guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: ";")),
                    let character = Self.character(of: bytes[(offset + 1)..<end])
                else { return nil }
                if character == "\"" { escapesQuotes = true }
                if character == "'" { escapesApostrophes = true }
                offset = end + 1
                for byte in String(character).utf8 { add(byte, before: offset) }
            case UInt8(ascii: "<") where bytes[offset...].starts(with: "<![CDATA[".utf8):
                offset += 9
                while !bytes[offset...].starts(with: "]]>".utf8) {
                    guard offset < contents.upperBound else { return nil }
                    offset = addByte(at: offset, of: bytes, isVerbatim: true)
                }
                offset += 3
            case UInt8(ascii: "<"):
                let isComment = bytes[offset...].starts(with: "<!--".utf8)
                let rest = bytes[(offset + (isComment ? 4 : 2))...]
                guard let found = rest.firstRange(of: Array((isComment ? "-->" : "?>").utf8)) else { return nil }
                offset = found.upperBound
            default: offset = addByte(at: offset, of: bytes, isVerbatim: false)
            }
        }
        guard decoded.elementsEqual(text.utf8) else { return nil }
    }

    /// The position of an offset into the text.
    subscript(offset: Int) -> Place? { places.indices.contains(offset) ? places[offset] : nil }

    /// A piece of text as the file would write it; nil if it cannot be written at this position.
    func written(_ text: String, at place: Place, _ style: XMLValueText) -> [UInt8]? {
        guard !place.isVerbatim else { return text.utf8.contains(UInt8(ascii: ">")) ? nil : style.lines(of: text) }
        return style.text(text) { byte in
            switch byte {
            case UInt8(ascii: "\""): escapesQuotes
            case UInt8(ascii: "'"): escapesApostrophes
            default: false
            }
        }
    }

    /// Reads a literal byte; every kind of line end is a line feed in the text.
    private mutating func addByte(at offset: Int, of bytes: ArraySlice<UInt8>, isVerbatim: Bool) -> Int {
        guard bytes[offset] == 0x0D else {
            add(bytes[offset], before: offset + 1, isVerbatim)
            return offset + 1
        }
        let next = offset + 1
        let end = next < bytes.endIndex && bytes[next] == 0x0A ? next + 1 : next
        add(0x0A, before: end, isVerbatim)
        return end
    }

    private mutating func add(_ byte: UInt8, before offset: Int, _ isVerbatim: Bool = false) {
        decoded.append(byte)
        places.append(Place(offset: offset, isVerbatim: isVerbatim))
    }

    /// The character of a reference, given without its `&` and `;`.
    private static func character(of reference: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let name = String(decoding: reference, as: UTF8.self)
        guard name.hasPrefix("#") else {
            return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name]
        }
        let isHexadecimal = name.hasPrefix("#x")
        return UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10).flatMap(
            Unicode.Scalar.init
        )
    }
}

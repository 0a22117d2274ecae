import ByteText

/// Compares a host as written with a serialized host, without any of the URL Standard's rules.
enum HostComparison {
    /// Compares like software that handles case, NFC and Punycode, but no percent-decoding, no IDNA mapping and no
    /// numeric forms of addresses.
    ///
    /// - Parameters:
    ///   - text: The host as written, in any bytes.
    ///   - host: The serialized host.
    /// - Returns: Whether the two are the same.
    /// - Complexity: O(*n*) in the shorter host. Allocates nothing.
    static func isSame(_ text: Span<UInt8>, as host: Span<UInt8>) -> Bool {
        var textStart = 0
        var hostStart = 0
        while true {
            let textEnd = labelEnd(text, from: textStart)
            let hostEnd = labelEnd(host, from: hostStart)
            let label = text.extracting(textStart..<textEnd)
            guard isSameLabel(label, as: host.extracting(hostStart..<hostEnd)) else { return false }
            guard textEnd < text.count, hostEnd < host.count else {
                return textEnd == text.count && hostEnd == host.count
            }
            textStart = textEnd + 1
            hostStart = hostEnd + 1
        }
    }

    private static func labelEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: ".") { end += 1 }
        return end
    }

    private static func isSameLabel(_ label: Span<UInt8>, as ascii: Span<UInt8>) -> Bool {
        if label.isEqualIgnoringASCIICase(to: ascii) { return true }
        for offset in 0..<label.count where label[offset] >= 0x80 {
            return UnicodeIDNA.isLowercasedForm(label, of: ascii)
        }
        return false
    }
}

extension Span<UInt8> {
    /// Whether both contain the same bytes, ignoring the case of ASCII letters.
    func isEqualIgnoringASCIICase(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count >= 16 else {
            for offset in 0..<count where self[offset] != other[offset] {
                let isCase = self[offset] ^ other[offset] == 0x20 && ByteClass(of: self[offset]).intersects(.alpha)
                guard isCase else { return false }
            }
            return true
        }
        var offset = 0
        while true {
            let left = WordLoader.vector(of: self, at: offset).lowercased.bytes
            let right = WordLoader.vector(of: other, at: offset).lowercased.bytes
            guard ByteVector.bits(left .== right) == 0xFFFF else { return false }
            guard offset < count &- 16 else { return true }
            // The last vector overlaps the one before it.
            offset = Swift.min(offset &+ 16, count &- 16)
        }
    }
}

/// A string as lenient software reads it by RFC 3986: with the regular expression of [appendix
/// B](https://www.rfc-editor.org/rfc/rfc3986#appendix-B), which matches any string.
///
/// The groups are those of the expression `^(([^:/?#]+):)?(//([^/?#]*))?…`; everything after the authority is
/// irrelevant here. In the authority, user information ends at the last `@` and the port begins after the last `:`,
/// unless that `:` is inside the brackets of an IPv6 address.
struct RFC3986Reading {
    /// The scheme without its `:`, never empty; nil if there is none.
    private(set) var scheme: Range<Int>?
    /// The host without the port; nil if there is no authority.
    private(set) var host: Range<Int>?
    /// The port without its `:`; nil if there is none.
    private(set) var port: Range<Int>?

    /// - Complexity: O(*n*) in the bytes up to the end of the authority; allocates nothing.
    init(_ input: Span<UInt8>) {
        var start = 0
        var offset = 0
        while offset < input.count, !Self.endsAuthority(input[offset]), !input.has(":", at: offset) { offset += 1 }
        if offset > 0, input.has(":", at: offset) {
            scheme = 0..<offset
            start = offset + 1
        }
        guard input.has("/", at: start), input.has("/", at: start + 1) else { return }
        start += 2
        var hostStart = start
        var colon: Int?
        offset = start
        while offset < input.count, !Self.endsAuthority(input[offset]) {
            switch input[offset] {
            case UInt8(ascii: "@"):
                hostStart = offset + 1
                colon = nil
            case UInt8(ascii: ":"): colon = offset
            case UInt8(ascii: "]"): colon = nil
            default: break
            }
            offset += 1
        }
        host = hostStart..<(colon ?? offset)
        if let colon { port = colon + 1..<offset }
    }

    /// Whether a byte ends the authority that precedes it.
    static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}

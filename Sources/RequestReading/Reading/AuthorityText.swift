import ByteText
import URLStandard

/// A host with an optional port, in a grammar that every server reads alike.
///
/// ```
/// authority = host [ ":" port ]
/// host      = label *( "." label ) / IPv4 / "[" IPv6 "]"
/// label     = 1*( letter / digit / "-" / "_" )
/// ```
/// The URL Standard accepts far more than this as a host, and so does every server, each in its own way: `good@evil`,
/// `evil#good`, `good%2F`, `0x7f.1`. Anything outside this grammar is a fault, whatever it would mean.
struct AuthorityText: Hashable, Sendable {
    /// The end of the host.
    let hostEnd: Int
    /// The port; nil if none is written.
    let port: UInt16?
    /// Whether the host is an address rather than a name.
    let isAddress: Bool

    /// DNS has no longer names.
    private static var hostLimit: Int { 255 }

    /// Reads an authority.
    ///
    /// - Throws: ``RequestFault/authorityInvalid``.
    /// - Complexity: O(*n*) in the bytes; allocates nothing.
    init(_ text: Span<UInt8>) throws(RequestFault) {
        let end =
            !text.isEmpty && text[0] == UInt8(ascii: "[") ? Self.endOfIPv6(text) : Self.endOfLabels(text)
        guard let end, end > 0, end <= Self.hostLimit else { throw .authorityInvalid }
        hostEnd = end
        isAddress = text[0] == UInt8(ascii: "[") || Self.isDottedAddress(text.extracting(..<end))
        guard end < text.count else {
            port = nil
            return
        }
        guard text[end] == UInt8(ascii: ":"), let port = Self.port(text.extracting((end + 1)...)) else {
            throw .authorityInvalid
        }
        self.port = port
    }

    /// The end of the labels; nil if there are none, or if they look like an address in an unusual notation.
    private static func endOfLabels(_ text: Span<UInt8>) -> Int? {
        var (offset, labelStart) = (0, 0)
        while offset < text.count, text[offset] != UInt8(ascii: ":") {
            switch text[offset] {
            case UInt8(ascii: "."):
                guard offset > labelStart else { return nil }
                labelStart = offset + 1
            case UInt8(ascii: "-"), UInt8(ascii: "_"): break
            default: guard text[offset].isASCIIAlphanumeric else { return nil }
            }
            offset += 1
        }
        guard offset > labelStart else { return nil }
        let last = text.extracting(labelStart..<offset)
        guard last[0].isASCIIDigit, isNumber(last) else { return offset }
        // Some readers treat `0x7f.1`, `017700000001` and `2130706433` as an address, others as a name.
        return isDottedAddress(text.extracting(..<offset)) ? offset : nil
    }

    /// Whether the [ends in a number](https://url.spec.whatwg.org/#ends-in-a-number-checker) checker treats a label as
    /// a number.
    private static func isNumber(_ label: Span<UInt8>) -> Bool {
        let isHexadecimal = label.count > 1 && label[0] == UInt8(ascii: "0") && label[1] | 0x20 == UInt8(ascii: "x")
        for offset in (isHexadecimal ? 2 : 0)..<label.count {
            let byte = label[offset]
            guard isHexadecimal ? byte.isHexadecimalDigit : byte.isASCIIDigit else { return false }
        }
        return true
    }

    /// Whether the text is four decimal numbers up to 255, without leading zeros.
    private static func isDottedAddress(_ text: Span<UInt8>) -> Bool {
        var (numbers, value, digits) = (1, 0, 0)
        for offset in text.indices {
            if text[offset] == UInt8(ascii: ".") {
                numbers += 1
                (value, digits) = (0, 0)
                continue
            }
            guard text[offset].isASCIIDigit, digits == 0 || value > 0 else { return false }
            value = value * 10 + Int(text[offset] & 0xF)
            digits += 1
            guard value <= 255 else { return false }
        }
        return numbers == 4
    }

    /// The end of a bracketed address. The content of the brackets is left to the host parser.
    private static func endOfIPv6(_ text: Span<UInt8>) -> Int? {
        for offset in 1..<max(1, text.count) {
            if text[offset] == UInt8(ascii: "]") { return offset + 1 }
            let isPart =
                text[offset].isHexadecimalDigit || text[offset] == UInt8(ascii: ":")
                || text[offset] == UInt8(ascii: ".")
            guard isPart else { return nil }
        }
        return nil
    }

    /// A port from 1 to 65535 in up to five digits; nil for anything else.
    private static func port(_ text: Span<UInt8>) -> UInt16? {
        guard !text.isEmpty, text.count <= 5 else { return nil }
        var value = 0
        for offset in text.indices {
            guard text[offset].isASCIIDigit else { return nil }
            value = value * 10 + Int(text[offset] & 0xF)
        }
        return value > 0 ? UInt16(exactly: value) : nil
    }
}

/// Compares the hosts of authorities as the URL Standard's host parser reads them.
struct AuthorityComparison: ~Copyable, Sendable {
    private var left = URLRecord()
    private var right = URLRecord()
    private var text: [UInt8] = []

    /// Whether two hosts in the grammar of ``AuthorityText`` are the same host.
    ///
    /// - Throws: ``RequestFault/authorityInvalid`` if the host parser rejects one of them, such as a label that is not
    ///   Punycode.
    /// - Complexity: O(*n*). Equal bytes are compared directly; hosts are parsed only if their bytes differ.
    mutating func areSame(_ one: Span<UInt8>, _ other: Span<UInt8>) throws(RequestFault) -> Bool {
        if Self.areEqualInLowerCase(one, other) { return true }
        try Self.parse(one, into: &left, &text)
        try Self.parse(other, into: &right, &text)
        return left.host.isEqual(to: right.host)
    }

    /// Checks that the host parser accepts a bracketed address, which the grammar barely constrains.
    ///
    /// - Throws: ``RequestFault/authorityInvalid``.
    mutating func requireReadable(_ host: Span<UInt8>) throws(RequestFault) {
        guard host[0] == UInt8(ascii: "[") else { return }
        try Self.parse(host, into: &left, &text)
    }

    private static func areEqualInLowerCase(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        for offset in one.indices where one[offset].asciiLowercased != other[offset].asciiLowercased { return false }
        return true
    }

    private static func parse(
        _ host: Span<UInt8>,
        into record: inout URLRecord,
        _ text: inout [UInt8]
    ) throws(RequestFault) {
        text.removeAll(keepingCapacity: true)
        text += "https://".utf8
        for offset in host.indices { text.append(host[offset]) }
        text.append(UInt8(ascii: "/"))
        do throws(URLParsingError) {
            try record.parse(text.span)
        } catch {
            throw .authorityInvalid
        }
    }
}

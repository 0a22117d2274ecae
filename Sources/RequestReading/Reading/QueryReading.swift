import ByteText

/// The way in which servers read a query, other than that of the URL Standard.
///
/// Every server decodes the parameters of a query, so `?role=%61dmin` and `?r%6fle=admin` are `?role=admin` to it. The
/// Standard leaves both as they are, and rules compare what is written. A checker that knows only that reading lets
/// requests pass that the server reads in another way.
public enum QueryReading: String, CaseIterable, Hashable, Sendable {
    /// Every `%xx` that need not be one is decoded once, and each other `%xx` has capital digits.
    ///
    /// A byte that the Standard encodes in queries stays encoded, and so do `&`, `+` and `%`: a decoded one would divide
    /// parameters, mean a space or begin an escape.
    case decoded = "query-decoded"

    /// What a reader of this kind does, in a few words: its row on the page “Reading requests”.
    public var meaning: String {
        switch self {
        case .decoded: "decodes every `%xx` that need not be one"
        }
    }

    /// Whether any reading of a query can differ from that of the URL Standard.
    ///
    /// - Parameter query: A query, with or without its `?`.
    /// - Returns: False only if none does.
    /// - Complexity: O(*n*) in the bytes.
    public static func mayDiffer(_ query: Span<UInt8>) -> Bool {
        for offset in query.indices where changesEscape(in: query, at: offset) { return true }
        return false
    }

    /// Whether there is an escape at an offset that a reading writes in another way.
    static func changesEscape(in query: Span<UInt8>, at offset: Int) -> Bool {
        guard let byte = Hexadecimal.percentDecodedByte(in: query, at: offset) else { return false }
        return !isEncoded(byte) || isLowercase(query[offset + 1]) || isLowercase(query[offset + 2])
    }

    /// Writes this reading of a query.
    ///
    /// - Parameters:
    ///   - query: A query as it was sent, or as the Standard yields it, with or without its `?`.
    ///   - output: The bytes are appended to it.
    /// - Complexity: O(*n*) in the bytes; allocates only in `output`.
    public func append(of query: Span<UInt8>, to output: inout [UInt8]) {
        var offset = 0
        while offset < query.count {
            guard let byte = Hexadecimal.percentDecodedByte(in: query, at: offset) else {
                output.append(query[offset])
                offset += 1
                continue
            }
            if Self.isEncoded(byte) {
                Hexadecimal.appendPercentEncoded(byte, to: &output)
            } else {
                output.append(byte)
            }
            offset += 3
        }
    }

    private static func isLowercase(_ digit: UInt8) -> Bool { digit >= UInt8(ascii: "a") }

    /// Whether a byte is in the
    /// [special-query percent-encode set](https://url.spec.whatwg.org/#special-query-percent-encode-set), or would have
    /// another meaning if it were decoded.
    private static func isEncoded(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F...: true
        case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
        case UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "+"): true
        default: false
        }
    }
}

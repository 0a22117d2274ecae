import ByteText

/// Writes the segments of a path in the way of a ``PathReading``, without dot segments unless it keeps them.
struct SegmentWriter {
    private let isDecoded: Bool
    private let dropsParameters: Bool
    private let mergesSlashes: Bool
    private let keepsDots: Bool
    private let keepsBackslashes: Bool

    init(_ reading: PathReading) {
        keepsDots = reading.keepsDots
        keepsBackslashes = reading == .decodedKeepingBackslashes
        isDecoded = reading.preparation != .sent
        switch reading {
        case .decoded, .unresolved, .parametersFirstUnmerged: (dropsParameters, mergesSlashes) = (false, false)
        case .merged, .decodedAndMerged, .decodedKeepingBackslashes, .parametersFirst, .decodedTwiceAndMerged,
            .unresolvedMerged, .unresolvedParametersFirst:
            (dropsParameters, mergesSlashes) = (false, true)
        case .withoutParameters: (dropsParameters, mergesSlashes) = (true, false)
        case .normalized, .decodedTwice, .unresolvedNormalized: (dropsParameters, mergesSlashes) = (true, true)
        }
    }

    func write(_ path: Span<UInt8>, to output: inout [UInt8]) {
        let root = output.count
        var start = 1
        while start <= path.count {
            var end = start
            while end < path.count, !isDivider(path[end]) { end += 1 }
            write(path.extracting(start..<end), isLast: end == path.count, from: root, to: &output)
            start = end + 1
        }
        if output.count == root { output.append(UInt8(ascii: "/")) }
    }

    private func isDivider(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || isDecoded && !keepsBackslashes && byte == UInt8(ascii: "\\")
    }

    private func write(_ whole: Span<UInt8>, isLast: Bool, from root: Int, to output: inout [UInt8]) {
        var end = whole.count
        if dropsParameters {
            end = 0
            while end < whole.count, whole[end] != UInt8(ascii: ";") { end += 1 }
        }
        let segment = whole.extracting(..<end)
        let dots = Self.dots(segment, isDecoded: isDecoded)
        if dots > 0, keepsDots {
            output.append(contentsOf: "/...".utf8)
            return
        }
        switch dots {
        case 1:
            if isLast { output.append(UInt8(ascii: "/")) }
        case 2:
            while output.count > root, output.removeLast() != UInt8(ascii: "/") {}
            if isLast { output.append(UInt8(ascii: "/")) }
        default:
            if segment.isEmpty, mergesSlashes, !isLast { return }
            output.append(UInt8(ascii: "/"))
            append(segment, to: &output)
        }
    }

    /// The number of dots in a dot segment; 0 for any other segment.
    static func dots(_ segment: Span<UInt8>, isDecoded: Bool) -> Int {
        var (offset, dots) = (0, 0)
        while offset < segment.count {
            if segment[offset] == UInt8(ascii: ".") {
                offset += 1
            } else if !isDecoded, offset + 2 < segment.count, segment[offset] == UInt8(ascii: "%"),
                segment[offset + 1] == UInt8(ascii: "2"), segment[offset + 2] | 0x20 == UInt8(ascii: "e")
            {
                // `%2e`, which the URL Standard reads as a dot as long as the path has not been decoded.
                offset += 3
            } else {
                return 0
            }
            dots += 1
        }
        return dots > 2 ? 0 : dots
    }

    private func append(_ segment: Span<UInt8>, to output: inout [UInt8]) {
        for offset in segment.indices {
            let byte = segment[offset]
            // Without decoding, each `%` is already that of an encoded byte, or stays alone as in the URL Standard.
            let isKept = keepsBackslashes && byte == UInt8(ascii: "\\")
            guard isKept || Self.isEncoded(byte), isDecoded || byte != UInt8(ascii: "%") else {
                output.append(byte)
                continue
            }
            Hexadecimal.appendPercentEncoded(byte, to: &output)
        }
    }

    /// Whether a byte is in the [path percent-encode set](https://url.spec.whatwg.org/#path-percent-encode-set), or is
    /// a literal `%`.
    private static func isEncoded(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F...: true
        case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "?"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            true
        default: false
        }
    }
}

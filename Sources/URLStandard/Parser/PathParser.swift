import ByteText

/// Stage 4 of the parser: the path.
///
/// The path is written as it is read, segment by segment. When a segment turns out to be `.` or `..`, it is dropped
/// from the end of the buffer, together with the segment that `..` removes.
enum PathParser {
    /// Writes the segments that begin at `start`, after their slash if they had one, to the end of the path.
    ///
    /// The buffer contains the path so far, such as that of a base, from the layout's `pathStart` on. Runs the [path
    /// state](https://url.spec.whatwg.org/#path-state).
    ///
    /// - Returns: The offset of the `?` or `#`, or the end of the input.
    static func parse(_ input: Span<UInt8>, from start: Int, into record: inout URLRecord) -> Int {
        let isSpecial = record.isSpecial
        let isFile = record.layout.specialScheme == .file
        var offset = start
        record.storage.append(UInt8(ascii: "/"))
        while true {
            // Here a segment begins. Only a segment that begins with a dot can be a dot segment, and only the first
            // segment of a `file:` path can be a drive; short input has no room for vectors.
            if isFile || input.count < 16 || input.has(".", at: offset) || input.has("%", at: offset) {
                offset = parseSegment(input, from: offset, isSpecial: isSpecial, into: &record)
            } else {
                offset = copySegments(input, from: offset, isSpecial: isSpecial, to: &record.storage)
            }
            guard offset < input.count else { break }
            let byte = input[offset]
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            // Any other byte that stopped the copy begins the next segment.
            guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") else { continue }
            record.storage.append(UInt8(ascii: "/"))
            offset &+= 1
        }
        if record.layout.hostKind == .none { record.keepPathFromLookingLikeHost() }
        return offset
    }

    /// Copies segments as long as none of them begins with a dot or a percent sign.
    ///
    /// - Returns: The offset of the byte that ends the path or the segment, or of the first byte of a segment that has
    ///   to be checked.
    private static func copySegments(
        _ input: Span<UInt8>,
        from start: Int,
        isSpecial: Bool,
        to output: inout ByteStorage
    ) -> Int {
        var offset = start
        // PERF: the count is a local; a field would be stored and loaded again for each byte.
        var count = output.count
        output.reserve(count &+ (input.count &- offset) &+ PlainRun.slack)
        while true {
            /// Whether the previous vector ended with a slash.
            var slashBefore: UInt64 = 0
            let copied = PlainRun.copy(input, from: offset, to: &output, at: count) { vector in
                let slashes = vector.bits(equalTo: UInt8(ascii: "/"))
                let dotsAtStart = vector.bits(equalTo: UInt8(ascii: ".")) & (slashes &<< 1 | slashBefore)
                slashBefore = slashes &>> 15
                return vector.exceptionalBits | dotsAtStart
            }
            offset &+= copied
            count &+= copied
            guard offset < input.count else { break }
            let byte = input[offset]
            switch byte {
            case UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "#"):
                output.setCount(count)
                return offset
            case UInt8(ascii: "\\") where isSpecial:
                output.setCount(count)
                return offset
            case UInt8(ascii: "%") where input[offset &- 1] == UInt8(ascii: "/"):
                output.setCount(count)
                return offset
            default: break
            }
            guard ByteClass(of: byte).intersects(.pathSet) else {
                output.write(byte, at: count)
                count &+= 1
                offset &+= 1
                continue
            }
            output.setCount(count)
            offset = PercentEncoder.appendEncoded(input, at: offset, to: &output)
            count = output.count
            output.reserve(count &+ (input.count &- offset) &+ PlainRun.slack)
        }
        output.setCount(count)
        return offset
    }

    /// Writes one segment byte by byte, and drops it if it is a dot segment.
    ///
    /// - Returns: The offset of the byte that ended it.
    private static func parseSegment(
        _ input: Span<UInt8>,
        from start: Int,
        isSpecial: Bool,
        into record: inout URLRecord
    ) -> Int {
        let segmentStart = record.storage.count
        var offset = start
        var isSlash = false
        while offset < input.count {
            let byte = input[offset]
            guard ByteClass(of: byte).intersects(.pathStop) else {
                record.storage.append(byte)
                offset &+= 1
                continue
            }
            isSlash = byte == UInt8(ascii: "/") || (byte == UInt8(ascii: "\\") && isSpecial)
            if isSlash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: "\\") {
                record.storage.append(byte)
                offset &+= 1
            } else {
                offset = PercentEncoder.appendEncoded(input, at: offset, to: &record.storage)
            }
        }
        finishSegment(from: segmentStart, isLast: !isSlash, in: &record)
        return offset
    }

    @inline(__always)
    private static func finishSegment(from start: Int, isLast: Bool, in record: inout URLRecord) {
        let length = record.storage.count &- start
        guard length > 0, length <= 6 else { return }
        switch record.storage[start] {
        case UInt8(ascii: "."), UInt8(ascii: "%"): finishDotSegment(from: start, isLast: isLast, in: &record)
        default:
            // Only the first segment of a `file:` path can be a drive.
            if length == 2, record.layout.specialScheme == .file, start &- 1 == Int(record.layout.pathStart),
                WindowsDriveLetter.isOne(record.storage.span, at: start)
            {
                record.storage[start &+ 1] = UInt8(ascii: ":")
            }
        }
    }

    /// Drops the segment if it is a [single](https://url.spec.whatwg.org/#single-dot-path-segment) or
    /// [double](https://url.spec.whatwg.org/#double-dot-path-segment) dot segment.
    private static func finishDotSegment(from start: Int, isLast: Bool, in record: inout URLRecord) {
        let dots = dotCount(record.storage.span, from: start)
        guard dots == 1 || dots == 2 else { return }
        record.storage.truncate(to: start - 1)
        if dots == 2 { shorten(&record) }
        if isLast { record.storage.append(UInt8(ascii: "/")) }
    }

    /// The number of dots that the bytes from `start` on consist of, plain or as `%2e`; 0 if they contain anything
    /// else.
    static func dotCount(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        var dots = 0
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: ".") {
                offset += 1
            } else if Hexadecimal.percentDecodedByte(in: bytes, at: offset) == UInt8(ascii: ".") {
                offset += 3
            } else {
                return 0
            }
            dots += 1
        }
        return dots
    }

    /// Drops the last segment of the path, which must extend from `pathStart` to the end of the buffer.
    ///
    /// See [shorten](https://url.spec.whatwg.org/#shorten-a-urls-path).
    static func shorten(_ record: inout URLRecord) {
        let pathStart = Int(record.layout.pathStart)
        var end = record.storage.count
        guard end > pathStart else { return }
        // A drive letter is the root of its file system, and stays.
        if record.layout.specialScheme == .file, end == pathStart + 3,
            WindowsDriveLetter.isNormalized(record.storage.span, at: pathStart + 1)
        {
            return
        }
        repeat { end -= 1 } while end > pathStart && record.storage[end] != UInt8(ascii: "/")
        record.storage.truncate(to: end)
    }

    /// Writes an opaque path from `start` on, in which nothing is resolved.
    ///
    /// See [opaque path state](https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state).
    ///
    /// - Returns: The offset of the `?` or `#`, or the end of the input.
    static func parseOpaque(_ input: Span<UInt8>, from start: Int, into record: inout URLRecord) -> Int {
        record.layout.hasOpaquePath = true
        var end = start
        while end < input.count, input[end] != UInt8(ascii: "?"), input[end] != UInt8(ascii: "#") { end &+= 1 }
        // A space before the query or fragment would be trimmed if these were removed later, so it is encoded.
        let endsInSpace = end < input.count && end > start && input[end - 1] == UInt8(ascii: " ")
        PercentEncoder.append(
            input,
            from: start,
            to: endsInSpace ? end - 1 : end,
            encoding: .c0ControlSet,
            to: &record.storage
        )
        if endsInSpace { record.storage.append("%20") }
        return end
    }
}

extension URLRecord {
    /// Inserts `/.` before a path that begins with `//` if there is no host, as the
    /// [serializer](https://url.spec.whatwg.org/#concept-url-serializer) does. The path must extend to the end of the
    /// buffer.
    mutating func keepPathFromLookingLikeHost() {
        let start = Int(layout.pathStart)
        guard layout.hostKind == .none, storage.span.has("/", at: start), storage.span.has("/", at: start + 1) else {
            return
        }
        let guardSegment: InlineArray<2, UInt8> = [UInt8(ascii: "/"), UInt8(ascii: ".")]
        storage.replace(start..<start, with: guardSegment.span)
        layout.pathStart += 2
    }
}

import ByteText

/// A few schemes in one run of bytes, so that asking for one touches no string and counts no reference.
package struct SchemeSet: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// - Parameter schemes: Schemes in any case, each without `:`.
    init(_ schemes: some Sequence<String>) {
        for scheme in schemes {
            bytes += scheme.lowercased().utf8
            ends.append(bytes.count)
        }
    }

    package var isEmpty: Bool { ends.isEmpty }

    /// Whether a scheme is in the set.
    ///
    /// - Parameter scheme: The scheme in lower case.
    /// - Returns: Whether it is.
    /// - Complexity: O(*n*) in the number of schemes; allocates nothing.
    package func contains(_ scheme: Span<UInt8>) -> Bool { contains(scheme, suffix: scheme.extracting(..<0)) }

    /// Whether a scheme with something behind it is in the set.
    package func contains(_ scheme: Span<UInt8>, suffix: Span<UInt8>) -> Bool {
        let (bytes, ends) = (bytes.span, ends.span)
        var start = 0
        for index in ends.indices {
            let end = ends[index]
            if end - start == scheme.count + suffix.count {
                let middle = start + scheme.count
                if bytes.extracting(start..<middle).isEqual(to: scheme),
                    bytes.extracting(middle..<end).isEqual(to: suffix)
                {
                    return true
                }
            }
            start = end
        }
        return false
    }
}

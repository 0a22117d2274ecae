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
    /// - Parameters:
    ///   - scheme: The scheme in lower case.
    ///   - suffix: What stands behind it.
    /// - Complexity: O(*n*) in the number of schemes; allocates nothing.
    package func contains(_ scheme: Span<UInt8>, suffix: Span<UInt8>? = nil) -> Bool {
        let count = scheme.count + (suffix?.count ?? 0)
        var start = 0
        for end in ends {
            if end - start == count, matches(scheme, suffix, at: start) { return true }
            start = end
        }
        return false
    }

    private func matches(_ scheme: Span<UInt8>, _ suffix: Span<UInt8>?, at start: Int) -> Bool {
        let middle = start + scheme.count
        guard bytes.span.extracting(start..<middle).isEqual(to: scheme) else { return false }
        guard let suffix else { return true }
        return bytes.span.extracting(middle..<middle + suffix.count).isEqual(to: suffix)
    }
}

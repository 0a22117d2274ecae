import ByteText
import PolicyModel

/// The apps that handle a scheme, and those that handle its twin.
package struct SchemeHandlers: Sendable {
    /// The apps for a scheme, as positions in ``SchemeHandlers/apps``.
    package struct Entry: Sendable {
        /// The apps that handle the scheme itself.
        package fileprivate(set) var own: Range<Int>
        /// The apps that handle its twin.
        package fileprivate(set) var twin: Range<Int>
        fileprivate var name: Range<Int>
    }

    /// Positions of apps, grouped by scheme.
    package private(set) var apps: [UInt32] = []
    /// Sorted by name.
    private var entries: [Entry] = []
    private var names: [UInt8] = []

    /// - Parameter schemes: The schemes that each app handles.
    init(_ schemes: [[String]]) {
        var handlers: [String: [UInt32]] = [:]
        for (position, schemes) in schemes.enumerated() {
            for scheme in Set(schemes.map { $0.lowercased() }) {
                handlers[scheme, default: []].append(UInt32(position))
            }
        }
        // A scheme that no app handles must also be found if an app handles its twin.
        for base in handlers.keys.compactMap({ TwinScheme.base(of: $0) }) where handlers[base] == nil {
            handlers[base] = []
        }
        let sorted = handlers.keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        var ranges: [String: Range<Int>] = [:]
        for scheme in sorted {
            let start = apps.count
            apps += handlers[scheme] ?? []
            ranges[scheme] = start..<apps.count
        }
        for scheme in sorted {
            let start = names.count
            names += scheme.utf8
            entries.append(
                Entry(
                    own: ranges[scheme] ?? 0..<0,
                    twin: ranges[TwinScheme.of(scheme)] ?? 0..<0,
                    name: start..<names.count
                )
            )
        }
    }

    /// The apps for a scheme in lower case; nil if no app handles it or its twin.
    ///
    /// - Complexity: O(log *n*) in the number of schemes; allocates nothing.
    package subscript(scheme: Span<UInt8>) -> Entry? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            let name = names.span.extracting(entries[middle].name)
            if name.isEqual(to: scheme) { return entries[middle] }
            if Self.precedes(name, scheme) { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    private static func precedes(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        for index in 0..<min(first.count, second.count) where first[index] != second[index] {
            return first[index] < second[index]
        }
        return first.count < second.count
    }
}

/// A few schemes in one run of bytes, so that a look-up touches no string and counts no reference.
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
    /// - Returns: Whether the set contains it.
    /// - Complexity: O(*n*) in the number of schemes; allocates nothing.
    package func contains(_ scheme: Span<UInt8>) -> Bool { contains(scheme, suffix: scheme.extracting(..<0)) }

    /// Whether a scheme with a suffix is in the set.
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

/// The schemes that the app may query the system about.
package struct QueriedSchemes: Sendable {
    /// The entries that the system reads.
    package let read: SchemeSet
    /// The entries after them, which the system ignores.
    package let ignored: SchemeSet

    init(_ app: AppSettings) {
        read = SchemeSet(app.queriesSchemesRead)
        ignored = SchemeSet(app.queriesSchemes.dropFirst(app.queriesSchemesLimit))
    }
}

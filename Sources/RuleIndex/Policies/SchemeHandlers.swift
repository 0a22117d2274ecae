import ByteText
import PolicyModel

/// Which apps handle a scheme, and which its twin.
package struct SchemeHandlers: Sendable {
    /// The apps behind a scheme, as positions in ``SchemeHandlers/apps``.
    package struct Entry: Sendable {
        /// Those that handle the scheme itself.
        package fileprivate(set) var own: Range<Int>
        /// Those that handle its twin.
        package fileprivate(set) var twin: Range<Int>
        fileprivate var name: Range<Int>
    }

    /// Positions of apps, those of one scheme beside each other.
    package private(set) var apps: [UInt32] = []
    /// Sorted by name.
    private var entries: [Entry] = []
    private var names: [UInt8] = []

    /// - Parameter schemes: For each app the schemes that it handles.
    init(_ schemes: [[String]]) {
        var handlers: [String: [UInt32]] = [:]
        for (position, schemes) in schemes.enumerated() {
            for scheme in Set(schemes.map { $0.lowercased() }) {
                handlers[scheme, default: []].append(UInt32(position))
            }
        }
        // A scheme that nobody handles, but whose twin somebody does, is looked up too.
        for twin in handlers.keys.filter({ TwinScheme.isTwin($0) }) {
            let base = String(twin.dropLast(TwinScheme.suffix.count))
            if handlers[base] == nil { handlers[base] = [] }
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

    /// The apps behind a scheme in lower case; nil where no app handles it or its twin.
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

import ByteText

/// The paths that servers may read instead of the path of one URL: what each ``PathReading`` yields.
///
/// Requests are decided on these paths, and the command line shows them. The buffers are reused for the next URL.
package struct PathReadings: ~Copyable, Sendable {
    /// A path that differs from that of the URL Standard.
    package struct Path: Sendable {
        /// The path, canonically encoded.
        package fileprivate(set) var bytes: [UInt8] = []
        /// The readings that yield it.
        package fileprivate(set) var readings: [PathReading] = []
    }

    /// The number of paths.
    package private(set) var count = 0
    /// Whether the path was also read as it was sent.
    package private(set) var readsSentPath = false
    /// The paths, and after them buffers that were needed for other URLs.
    private var paths: [Path] = []
    /// The path that is read, as each ``PathPreparation`` leaves it.
    private var prepared = [[UInt8]](repeating: [], count: PathPreparation.allCases.count)

    /// Creates readings without a path.
    package init() {}

    /// The paths, which differ from each other.
    package var found: ArraySlice<Path> { paths[..<count] }

    /// Removes the paths.
    package mutating func removeAll() { (count, readsSentPath) = (0, false) }

    /// Finds the paths that servers may read instead of a path.
    ///
    /// If the path was sent with dot segments, it is also read as it was sent: a proxy may forward it so, and a server
    /// that merges slashes before it removes `..` goes from `/a//../b` to `/b`, and not to `/a/b`.
    ///
    /// - Parameters:
    ///   - path: The path that the URL Standard yields.
    ///   - sent: The path as it was sent, which begins with `/`; or empty.
    /// - Complexity: O(*n*) in the bytes; allocates nothing once the buffers are large enough.
    package mutating func find(of path: Span<UInt8>, sent: Span<UInt8>) {
        removeAll()
        if PathReading.mayDiffer(path) { add(readingsOf: path, besides: path) }
        readsSentPath = PathReading.hasDotSegment(sent)
        if readsSentPath { add(readingsOf: sent, besides: path) }
    }

    private mutating func add(readingsOf start: Span<UInt8>, besides path: Span<UInt8>) {
        // PERF: most paths with `%` have one reading, such as those with `%20`.
        let decoded = PathPreparation.decoded
        decoded.prepare(start, in: &prepared[decoded.rawValue])
        let contents = DecodedContents(of: prepared[decoded.rawValue])
        if contents.isEmpty {
            guard yields(.decoded, otherThan: path) else { return }
        }
        // Of two starts, only the first knows which path is whose.
        let isFirst = count == 0
        for preparation in PathPreparation.allCases where preparation != decoded {
            preparation.prepare(start, in: &prepared[preparation.rawValue])
        }
        for reading in PathReading.allCases {
            if isFirst, let same = reading.equivalent(in: contents) {
                for position in 0..<count where paths[position].readings.contains(same) {
                    paths[position].readings.append(reading)
                }
                continue
            }
            guard yields(reading, otherThan: path) else { continue }
            var position = 0
            while paths[position].bytes != paths[count].bytes { position += 1 }
            if position == count {
                paths[count].readings.removeAll(keepingCapacity: true)
                count += 1
            }
            if !paths[position].readings.contains(reading) { paths[position].readings.append(reading) }
        }
    }

    /// Whether a reading of the prepared path yields another path than `path`. The bytes are then in `paths[count]`.
    private mutating func yields(_ reading: PathReading, otherThan path: Span<UInt8>) -> Bool {
        if paths.count == count { paths.append(Path()) }
        paths[count].bytes.removeAll(keepingCapacity: true)
        reading.append(prepared: prepared[reading.preparation.rawValue], to: &paths[count].bytes)
        return !path.isEqual(toBytes: paths[count].bytes)
    }
}

extension Span<UInt8> {
    fileprivate func isEqual(toBytes bytes: [UInt8]) -> Bool { isEqual(to: bytes.span) }
}

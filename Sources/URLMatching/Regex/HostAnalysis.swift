import ByteText

/// Determines which hosts a regular expression matches, if its beginning restricts them:
/// `^https?://([^/]+\.)?contoso\.com(:[0-9]+)?/`.
///
/// Every URL that such an expression matches has one of the hosts found, or a subdomain, so an index need not try it on
/// any other URL. The analysis follows the beginning of a match as a set of *readings*, one of which holds for each
/// match: a text, and whether unknown labels precede it. The hosts are known once every reading has continued past its
/// host. A piece that cannot be followed ends the analysis without a result.
struct HostAnalysis {
    /// The beginning of a match, as far as it has been followed.
    private struct Reading: Hashable {
        /// Whether a match certainly begins at the start of the URL.
        var isAnchored = false
        /// Whether the text is preceded by a scheme, `://` and any bytes except `/`.
        var isOpen = false
        /// The bytes from the beginning, or after the unknown bytes; letters in lower case.
        var text: [UInt8] = []
        /// Whether the text is the complete host, followed by a delimiter or the end of the URL.
        var isHostWhole = false
    }

    /// With these schemes, a canonical URL has its host after `://`, then an optional port, and then a `/`.
    private static let schemes = ["http://", "https://", "ws://", "wss://", "ftp://"].map { Array($0.utf8) }
    private static let delimiters = Set("/:?#".utf8)
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")
    /// The maximum number of readings, and of repetitions that are followed.
    private static let most = 16
    private static let longestText = 300

    /// The hosts of which every matching URL has one; nil if they are not known.
    ///
    /// - Complexity: O(*n*) in the pieces, each counted as often as PCRE2 compiles it, times a constant for the number
    ///   of readings.
    static func anchors(of tree: RegexTree) -> [HostAnchor]? {
        // What is in a repeated group is examined again for each group around it.
        guard !tree.nestsDeeply else { return nil }
        guard let readings = follow(tree.root, [Reading()]), !readings.isEmpty else { return nil }
        var anchors: [HostAnchor] = []
        for reading in readings {
            guard reading.isHostWhole, let anchor = anchor(of: reading) else { return nil }
            if !anchors.contains(anchor) { anchors.append(anchor) }
        }
        return HostAnchor.merged(anchors)
    }

    // MARK: Following

    /// The readings after a piece; nil if they are unknown or too many.
    ///
    /// A reading that is whole does not change, because no later piece affects the text before it.
    private static func follow(_ node: RegexTree.Node, _ readings: [Reading]) -> [Reading]? {
        let whole = readings.filter(\.isHostWhole)
        let open = readings.filter { !$0.isHostWhole }
        guard !open.isEmpty else { return readings }
        guard let next = step(node, open) else { return nil }
        var all = whole
        for reading in next where !all.contains(reading) { all.append(reading) }
        return all.count <= most && all.allSatisfy { $0.text.count <= longestText } ? all : nil
    }

    private static func step(_ node: RegexTree.Node, _ readings: [Reading]) -> [Reading]? {
        switch node {
        case .set(let set): return appending(set, readings)
        case .sequence(let nodes):
            var readings = readings
            for node in nodes {
                guard let next = follow(node, readings) else { return nil }
                readings = next
            }
            return readings
        case .choice(let nodes):
            var all: [Reading] = []
            for node in nodes {
                guard let next = follow(node, readings) else { return nil }
                all += next
            }
            return all
        case .repetition(let body, let least, let most, _):
            return `repeat`(body, least, most, readings)
        case .start:
            // After other bytes the assertion never holds, so such a reading matches nothing.
            return readings.filter { !$0.isOpen && $0.text.isEmpty }.map {
                var reading = $0
                reading.isAnchored = true
                return reading
            }
        case .end:
            return readings.map {
                var reading = $0
                reading.isHostWhole = true
                return reading
            }
        // These only restrict the match further.
        case .boundary, .lookAround: return readings
        }
    }

    /// Every reading extended by each byte of a set; nil if there would be too many.
    private static func appending(_ set: ByteSet, _ readings: [Reading]) -> [Reading]? {
        // Case is ignored in a host, because a canonical URL has its host and scheme in lower case.
        let bytes = Set(set.bytes.map(\.asciiLowercased))
        guard bytes.count <= most else { return nil }
        var all: [Reading] = []
        for reading in readings {
            guard reading.isAnchored else { return nil }
            for byte in bytes {
                var next = reading
                if delimiters.contains(byte), isInHost(reading) {
                    next.isHostWhole = true
                } else {
                    next.text.append(byte)
                }
                all.append(next)
            }
        }
        return all
    }

    private static func `repeat`(
        _ body: RegexTree.Node,
        _ least: Int,
        _ most: Int?,
        _ readings: [Reading]
    ) -> [Reading]? {
        // If the first iteration already completes every host, further iterations add nothing.
        let once = follow(body, readings)
        if let once, once.allSatisfy(\.isHostWhole) {
            return least == 0 ? readings + once : once
        }
        if let most, most <= Self.most, let all = unrolled(body, least, most, readings, once: once) { return all }
        return labels(body, isOptional: least == 0, readings)
    }

    /// Follows each iteration of a repetition after the first, whose readings are `once`: following it again would
    /// double the time with each optional group within another. Nil if there are too many readings.
    private static func unrolled(
        _ body: RegexTree.Node,
        _ least: Int,
        _ most: Int,
        _ readings: [Reading],
        once: [Reading]?
    ) -> [Reading]? {
        var all = least == 0 ? readings : []
        var readings = readings
        for time in stride(from: 1, through: most, by: 1) {
            guard let next = time == 1 ? once : follow(body, readings) else { return nil }
            readings = next
            if time >= least { all += next }
            guard all.count <= 4 * Self.most else { return nil }
        }
        return all
    }

    /// Handles pieces of any length before a host: labels such as `([^/]+\.)*`, which never leave the host.
    private static func labels(_ body: RegexTree.Node, isOptional: Bool, _ readings: [Reading]) -> [Reading]? {
        guard !body.bytes.contains(slash) else { return nil }
        var all: [Reading] = []
        let end = body.end
        for reading in readings {
            // After known labels, the existing reading is more specific than this one would be.
            let isInFront = reading.isOpen ? [[], [dot]].contains(reading.text) : reading.text == scheme(of: reading)
            guard reading.isAnchored, isInFront else { return nil }
            var next = Reading(isAnchored: true, isOpen: true)
            // A piece that ends with a dot and is never empty always leaves a dot.
            if !end.isNullable, end.last == ByteSet(dot) { next.text = [dot] }
            all.append(next)
            if isOptional || end.isNullable { all.append(reading) }
        }
        return all
    }

    // MARK: Hosts

    private static func isInHost(_ reading: Reading) -> Bool { reading.isOpen || scheme(of: reading) != nil }

    /// The scheme that a reading begins with, including `://`.
    private static func scheme(of reading: Reading) -> [UInt8]? { schemes.first { reading.text.starts(with: $0) } }

    /// What is known about the host of a whole reading; nil if the text is not a name that a canonical URL can have.
    private static func anchor(of reading: Reading) -> HostAnchor? {
        let name: [UInt8]
        if reading.isOpen {
            // A port contains no dots, so if a dot precedes the known labels, the dot and the text before it are in the
            // host.
            guard reading.text.first == dot else { return nil }
            name = Array(reading.text.dropFirst())
        } else {
            guard let scheme = scheme(of: reading) else { return nil }
            name = Array(reading.text.dropFirst(scheme.count))
        }
        let labels = name.split(separator: dot, omittingEmptySubsequences: false)
        guard !labels.contains([]), name.allSatisfy({ isOfName($0) }) else { return nil }
        return reading.isOpen ? .subdomains(name) : .host(name)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        RegexClassReader.words.contains(byte) || byte == UInt8(ascii: "-") || byte == dot
    }
}

extension RegexTree.Node {
    /// The bytes that a match of this node may end with, and whether the match may be empty.
    fileprivate var end: (last: ByteSet, isNullable: Bool) {
        switch self {
        case .set(let set): return (set, false)
        case .choice(let nodes):
            return nodes.map(\.end).reduce((ByteSet(), false)) {
                ($0.0.union($1.last), $0.1 || $1.isNullable)
            }
        case .sequence(let nodes):
            var last = ByteSet()
            for node in nodes.reversed() {
                let end = node.end
                last = last.union(end.last)
                if !end.isNullable { return (last, false) }
            }
            return (last, true)
        case .repetition(let node, let least, let most, _):
            let end = node.end
            return most == 0 ? (ByteSet(), true) : (end.last, end.isNullable || least == 0)
        case .start, .end, .boundary, .lookAround: return (ByteSet(), true)
        }
    }
}

import ByteText
import PolicyModel
import URLMatching
import URLStandard

/// Names for generated URLs, which no rule is expected to name.
///
/// Every search uses the same names, so a URL that two of them generate is one URL, and a name below a host is
/// recognized as generated. Where a result depends on it that no rule names them, ``UnnamedParts`` chooses others.
package enum FreshNames {
    /// The beginning of every generated label.
    package static let beginning = "demarc"
    /// A label of a host, and a piece of a path.
    static let label = "\(beginning)-x"
    /// The label and the dot behind it, to be put in front of another host.
    static let prefix = "\(label)."
    /// A label that only a scheme with opaque hosts can have; a special scheme would read a space.
    package static let unreadableLabel = "\(beginning)%20x"

    /// Credentials that end with a backslash, before which a browser may end the host.
    package static let otherCredentials = "\(label)%5C@"

    /// A host that no rule matches, unless a rule matches all of `example`.
    package static let host = "\(label).example"
    /// A URL of the host.
    package static let url = "https://\(host)/"
    /// A path that no rule matches, unless a rule matches each path of a host.
    package static let path = "/\(label)"

    /// A URL in a form in which browsers find the same host, port and path, and other readers another host: `https://a/x`
    /// as `https://a\@demarc-y.example/../x`. Nil if the URL has a scheme in which `\` does not end the authority.
    package static func ambiguous(_ url: String) -> String? {
        let scheme = SchemeMatcher.scheme(of: url)
        guard SpecialScheme.allCases.contains(where: { $0.name == scheme }),
            let start = url.firstRange(of: "://")?.upperBound
        else { return nil }
        let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
        return #"\#(url[..<end])\@demarc-y.example/..\#(url[end...])"#
    }

    /// The name of a host below another.
    static func below(_ host: String) -> String { prefix + host }

    /// The host above a name that was generated below it, whichever number its label has; nil for any other host.
    package static func parent(of host: String) -> Substring? {
        for own in [label, unreadableLabel] where host.hasPrefix(own) {
            let rest = host.dropFirst(own.utf8.count).drop { ("0"..."9").contains($0) }
            if rest.hasPrefix(".") { return rest.dropFirst() }
        }
        return nil
    }

    /// The rest of a host behind its first label; nil if that is another label.
    package static func parent(of host: String, behind label: String) -> Substring? {
        host.hasPrefix(label + ".") ? host.dropFirst(label.utf8.count + 1) : nil
    }

    /// A scheme that is not among the given ones, and whose twin is not.
    package static func scheme(unlike named: Set<String>) -> String {
        first("x-demarc-unnamed") { !named.contains($0) && !named.contains(TwinScheme.of($0)) }
    }

    /// A port that is not among the given ones; nil if each port is, or is the port of some scheme anyway.
    static func port(unlike named: Set<UInt16>) -> UInt16? {
        let taken = named.union(SpecialScheme.allCases.compactMap(\.defaultPort))
        return (49_152...65_535).first { !taken.contains($0) } ?? (1..<49_152).first { !taken.contains($0) }
    }

    /// A text, or the text with the first number that makes it free.
    fileprivate static func first(_ text: String, where isFree: (String) -> Bool) -> String {
        if isFree(text) { return text }
        var number = 2
        while !isFree("\(text)\(number)") { number += 1 }
        return "\(text)\(number)"
    }
}

/// Labels for generated names, with which no noted host begins.
package struct UnnamedLabels {

    package init() {}
    /// The first labels of noted hosts that a search might generate.
    private var taken: Set<String> = []
    private static let beginnings = [FreshNames.label, FreshNames.unreadableLabel].map { Array($0.utf8) }

    /// A label of a host.
    package var label: String { FreshNames.label + number }
    /// A label that only a scheme with opaque hosts can have.
    package var unreadableLabel: String { FreshNames.unreadableLabel + number }

    /// What makes both labels free.
    private var number: String {
        let free = FreshNames.first(FreshNames.label) { label in
            !taken.contains(label)
                && !taken.contains(FreshNames.unreadableLabel + label.dropFirst(FreshNames.label.utf8.count))
        }
        return String(free.dropFirst(FreshNames.label.utf8.count))
    }

    /// Notes a host that a condition names.
    ///
    /// PERF: of a million lines of a list, none begins like a generated name.
    package mutating func note(_ host: Span<UInt8>) {
        for beginning in Self.beginnings where host.count > beginning.count {
            guard host.extracting(..<beginning.count).isEqual(to: beginning.span) else { continue }
            taken.insert(String(host.string.prefix { $0 != "." }))
        }
    }
}

/// Values for the parts of generated URLs that none of some conditions names. Whoever writes a rule may name the usual
/// values; a URL with these would then represent only itself.
package struct UnnamedParts {
    /// A label in front of a host.
    package let label: String
    /// The same for a scheme with opaque hosts; a special scheme would read a space.
    let unreadableLabel: String
    /// A host that no condition contains, unless it contains every host.
    let host: String
    /// A piece of a path. No path of a condition continues another path with it, or with its beginning.
    let segment: String
    /// A query.
    let query: String
    /// The rest of a URL without a host.
    let opaquePath: String
    /// Whether each value is unnamed. If not, the paths continue each other with every byte.
    let isExact: Bool

    /// Beginnings of pieces of paths, one of which is unnamed unless the paths continue each other with every byte.
    private static let segments = [FreshNames.label] + "xyzqjkvwabcefghilmnoprstu0123456789-_~".map { "\($0)demarc" }
    private static let slash = UInt8(ascii: "/")

    /// Finds the values.
    ///
    /// - Parameters:
    ///   - scopes: The conditions.
    ///   - texts: Further URLs that conditions name.
    /// - Complexity: O(*n*) in the bytes of the conditions.
    init(unlike scopes: [MatcherScope], _ texts: [String]) {
        var labels = UnnamedLabels()
        var topmost: Set<[UInt8]> = []
        for case .name(let name, _) in scopes.lazy.map(\.host) {
            labels.note(name.span)
            if !name.contains(UInt8(ascii: ".")) { topmost.insert(name) }
        }
        (label, unreadableLabel) = (labels.label, labels.unreadableLabel)
        let domain = FreshNames.first("example") { !topmost.contains(Array($0.utf8)) }
        host = "\(labels.label).\(domain)"
        let queries = Set(scopes.lazy.compactMap(\.query))
        query = FreshNames.first("?\(FreshNames.label)") { !queries.contains($0) }
        let rests = Set(texts.lazy.map { String($0.drop { $0 != ":" }) })
        opaquePath = FreshNames.first(FreshNames.label) { !rests.contains(":\($0)") }
        let segment = Self.segment(unlike: scopes.map(\.path).filter { $0 != .any })
        (self.segment, isExact) = (segment ?? FreshNames.label, segment != nil)
    }

    /// The first piece that no path continues another path with.
    private static func segment(unlike paths: [PathScope]) -> String? {
        var texts: Set<[UInt8]>?
        return segments.first { segment in
            let starts = paths.flatMap { Self.starts(of: $0, before: Array(segment.utf8)) }
            guard !starts.isEmpty else { return true }
            let known = texts ?? Set(paths.compactMap(\.text)).union([[slash]])
            texts = known
            return !starts.contains(where: known.contains)
        }
    }

    /// The paths that a path continues with a piece. A prefix that continues a path with the beginning of the piece
    /// contains what continues it with the piece.
    private static func starts(of path: PathScope, before segment: [UInt8]) -> [[UInt8]] {
        guard let text = path.text else { return [] }
        let isPrefix = if case .prefix = path { true } else { false }
        return ((isPrefix ? 1 : segment.count)...segment.count)
            .filter { text.count > $0 && text.suffix($0).elementsEqual(segment.prefix($0)) }
            .flatMap { count -> [[UInt8]] in
                let start = Array(text.dropLast(count))
                // Pieces are also put behind a slash.
                return start.last == slash && start.count > 1 ? [start, Array(start.dropLast())] : [start]
            }
    }
}

extension PathScope {
    /// The text that the path is compared with, or nil for every path.
    fileprivate var text: [UInt8]? {
        switch self {
        case .any: nil
        case .exact(let text), .folder(let text), .prefix(let text): text
        }
    }
}

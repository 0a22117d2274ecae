import PolicyModel
import RuleRegions
import URLMatching

/// URLs for a view that two policies distinguish, one for each pair of signatures, under every scheme.
///
/// A URL represents others with schemes that no rule distinguishes from its own. The engine distinguishes some of them
/// anyway: which app opens a link, and whether rules decide at all, depends on the scheme. So each pair of effects of
/// the rules is asked once for each of these schemes.
struct NavigationCells {
    /// A URL, and the sites that it represents.
    struct Cell {
        var url: String
        var hosts: Set<String>
        var walked: Int
        /// Whether only the app that opens the URL distinguishes its scheme from an unnamed one.
        var isOpened = false
        /// For such a URL: the same with other schemes, as far as the rules of both policies block them alike.
        var alike: [String] = []
    }

    /// How the old and the new policy distinguish URLs.
    typealias Readings = (old: URLSignature.Reading, new: URLSignature.Reading)

    private struct Bucket: Hashable {
        var signatures: Int
        var schemes: Int
    }

    private let readings: Readings
    /// The schemes for which rules decide in some way other than by a block.
    private let decided: Set<String>
    /// Further schemes that the engine distinguishes.
    private let opened: Set<String>
    /// A scheme that neither policy names.
    private let unnamed: String
    /// The schemes of the custom browsers of either policy.
    private let browsers: Set<String>
    private var numbers: [[URLSignature]: Int] = [:]
    private var buckets: [Bucket: Cell] = [:]
    private var order: [Bucket] = []

    /// - Parameter readings: How both policies distinguish URLs, by rules only.
    init(_ readings: Readings) {
        self.readings = readings
        browsers = readings.old.schemesOfBrowsers.union(readings.new.schemesOfBrowsers)
        let views = readings.old.schemesOfViews.union(readings.new.schemesOfViews)
        let named = readings.old.namedSchemes.union(readings.new.namedSchemes)
        unnamed = FreshNames.scheme(unlike: named.union(views))
        decided = Set(SchemeClasses.decided).union(views).union([unnamed])
        opened = named.subtracting(decided)
            .subtracting(MatcherScope.schemesWithoutRules)
    }

    /// All schemes that the engine distinguishes where rules decide.
    var schemes: Set<String> { decided.union(opened) }

    /// Takes a URL that represents the schemes of a class.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - schemes: The number of the class.
    ///   - hosts: The sites that the URL represents.
    ///   - walked: The number of further sites, from walked lists.
    mutating func take(_ url: String, _ schemes: Int, hosts: Set<String> = [], walked: Int = 0) {
        let signatures = signatures(of: url)
        let number = numbers[signatures] ?? numbers.count
        numbers[signatures] = number
        let bucket = Bucket(signatures: number, schemes: schemes)
        if buckets[bucket] == nil { order.append(bucket) }
        buckets[bucket, default: Cell(url: url, hosts: [], walked: 0)].hosts.formUnion(hosts)
        buckets[bucket]?.walked += walked
    }

    /// The URLs to ask, the plainest first.
    ///
    /// - Parameter classes: The schemes of each class.
    /// - Returns: A URL for each pair of signatures and scheme that the engine distinguishes.
    func cells(_ classes: [[String]]) -> [Cell] {
        var found: [[URLSignature]: Cell] = [:]
        // Every scheme is asked with this host anyway.
        let known = Set(opened.map { signatures(of: "\($0)://demarc").map(\.blocks) })
        for bucket in order {
            guard let cell = buckets[bucket] else { continue }
            for scheme in classes[bucket.schemes] {
                let url = SchemeClasses.url(cell.url, with: scheme)
                guard decided.contains(scheme) || opened.contains(scheme) || url == cell.url else { continue }
                var key = signatures(of: url)
                if opened.contains(scheme) {
                    key = key.map(\.blocks)
                    guard !known.contains(key) else { continue }
                }
                let isOpened = opened.contains(scheme)
                found[key, default: Cell(url: url, hosts: [], walked: 0, isOpened: isOpened)].hosts
                    .formUnion(cell.hosts)
                // What may only have another name in front is the same site.
                let isSameSite = isOpened && cell.url.contains("://\(FreshNames.unreadableLabel)")
                found[key]?.walked += isSameSite ? 0 : cell.walked
                if let hidden = hiddenURL(url, scheme) {
                    let key = signatures(of: hidden).map { isOpened ? $0.blocks : $0 }
                    found[key, default: Cell(url: hidden, hosts: [], walked: 0)].hosts.formUnion(cell.hosts)
                }
            }
        }
        return found.values.sorted { Self.key($0) < Self.key($1) }.map(withAlike)
    }

    /// The URL in a form in which its browser may read another host; nil if its scheme is not of a custom browser.
    private func hiddenURL(_ url: String, _ scheme: String) -> String? {
        guard browsers.contains(scheme), let start = url.firstRange(of: "://")?.upperBound else { return nil }
        return "\(url[..<start])\(FreshNames.otherCredentials)\(url[start...])"
    }

    private func withAlike(_ cell: Cell) -> Cell {
        guard cell.isOpened else { return cell }
        let own = signatures(of: cell.url)
        var cell = cell
        cell.alike = ["https", unnamed].map { SchemeClasses.url(cell.url, with: $0) }
            .filter { zip(own, signatures(of: $0)).allSatisfy { $0.isBlocked(like: $1) } }
        return cell
    }

    private func signatures(of url: String) -> [URLSignature] {
        [readings.old.signature(of: url), readings.new.signature(of: url)]
    }

    private static func key(_ cell: Cell) -> (Int, Int, String) {
        let scheme = SchemeMatcher.scheme(of: cell.url)
        let rank = SchemeClasses.decided.firstIndex(of: scheme) ?? SchemeClasses.decided.count
        return (cell.isOpened ? .max : rank, cell.url.utf8.count, cell.url)
    }
}

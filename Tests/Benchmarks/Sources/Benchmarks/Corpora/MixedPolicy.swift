import URLStandard

/// A policy document with rules of every kind, made from the URLs of a corpus so that many of them match.
///
/// The same corpus yields the same policy. In a large policy, half of the hosts and a quarter of the paths come from
/// the corpus, as far as it contains enough different ones; no URL matches the others.
struct MixedPolicy {
    /// The number of rules of each kind.
    struct Mix {
        var hosts = 35
        var domains = 35
        var schemes = 10
        var addresses = 20
        var urls = 0
        var patterns = 0
        var regexes = 0

        static let hundred = Mix()
        static let tenThousand = Mix(
            hosts: 4_800,
            domains: 2_700,
            schemes: 10,
            addresses: 290,
            urls: 1_000,
            patterns: 1_000,
            regexes: 200
        )
    }

    private var hosts: [String] = []
    private var paths: [String] = []
    private var lines: [String] = []
    private(set) var ruleCount = 0

    init(_ mix: Mix, for corpus: Corpus) {
        collect(from: corpus, mix)
        lines = [
            "demarc: 1",
            "policies: {work: {managedBrowserToOpenLinksRequired: true}}",
            "ruleSets:",
            "  mixed:",
            "    default: external",
            "    rules:",
        ]
        for number in 0..<mix.hosts { add("host", host(2 * number)) }
        for number in 0..<mix.domains { add("domain", host(2 * number + 1)) }
        for number in 0..<mix.schemes { add("scheme", number == 0 ? "http" : "x-scheme-\(number)") }
        for number in 0..<mix.addresses { add("address", "10.\(number % 200).\(number / 200 * 16).0/20") }
        for number in 0..<mix.urls { add("url", "https://\(host(number))/\(path(number))") }
        for number in 0..<mix.patterns { add("pattern", pattern(number)) }
        for number in 0..<mix.regexes { add("regex", regex(number)) }
        lines.append("views: [{id: page, isExternalURL: mixed}]")
    }

    /// The document.
    var text: String { lines.joined(separator: "\n") + "\n" }

    private mutating func add(_ key: String, _ value: String) {
        let classes = ["internal", "external", "blocked"]
        lines.append(
            "      - {id: rule-\(ruleCount), class: \(classes[ruleCount % 3]), priority: \(ruleCount % 4), "
                + "\(key): '\(value)'}"
        )
        ruleCount += 1
    }

    /// Three of four patterns name a host or a domain; the others match paths or host names anywhere.
    private func pattern(_ number: Int) -> String {
        switch number % 8 {
        case 0, 1, 2: "https://{*.}?\(host(number))/*"
        case 3, 4: "https://\(host(number))/\(path(number))/:page"
        case 5: "http{s}?://*.\(host(number))/*"
        case 6: "*://*/\(path(number))/*"
        default: "https://*\(path(number))*/*"
        }
    }

    /// Typical forms of regular expressions; each has a text that its matches contain.
    private func regex(_ number: Int) -> String {
        let dotted = host(number).split(separator: ".").joined(separator: "\\.")
        return switch number % 8 {
        case 0, 1, 2: "^https?://([^/]+\\.)?\(dotted)(:[0-9]+)?/"
        case 3: "^https://[^/]*\(path(number))[^/]*/"
        case 4: "/(\(path(number))|\(path(number + 1)))(/|$)"
        case 5: "[?&]\(path(number))=[0-9]+(&|$)"
        case 6: "(?i)/\(path(number))\\.(exe|msi|dmg)$"
        default: "^https?://\(dotted)/\(path(number))/[0-9]+"
        }
    }

    private func host(_ number: Int) -> String {
        number % 4 < 2 && number / 4 < hosts.count / 2
            ? hosts[number / 4 * 2 + number % 4] : "www.site-\(number).example"
    }

    private func path(_ number: Int) -> String {
        number / 8 % 4 == 0 && number / 4 < paths.count ? paths[number / 4] : "folder-\(number)"
    }

    /// Collects different hosts, and first path segments, from the whole corpus.
    private mutating func collect(from corpus: Corpus, _ mix: Mix) {
        let wanted = mix.hosts + mix.domains
        var seen: Set<String> = []
        for index in stride(from: 0, to: corpus.count, by: wanted < 1_000 ? 37 : 3) where hosts.count < wanted {
            let range = Int(corpus.offsets[2 * index])..<Int(corpus.offsets[2 * index + 1])
            guard let url = try? URLRecord(parsing: corpus.bytes.span.extracting(range)), url.isPlain else { continue }
            let host = url.hostString
            guard seen.insert(host).inserted else { continue }
            hosts.append(host)
            let segment = Self.firstSegment(of: url.path)
            if segment.utf8.count > 5, seen.insert(segment).inserted { paths.append(segment) }
        }
    }

    /// The first segment of a path, if it consists only of lower-case letters and `-`.
    private static func firstSegment(of path: Span<UInt8>) -> String {
        var segment: [UInt8] = []
        for index in path.indices.dropFirst() {
            switch path[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): segment.append(path[index])
            case UInt8(ascii: "/"): return String(decoding: segment, as: UTF8.self)
            default: return ""
            }
        }
        return ""
    }
}

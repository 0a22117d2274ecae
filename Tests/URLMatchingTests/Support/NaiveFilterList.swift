/// A second implementation of the filter format from its description, using strings, for the filters and URLs of
/// ``RandomFilters``: the search begins with the whole host and continues with the left-most label removed.
struct NaiveFilterList {
    private struct Parts {
        var side: String
        var scheme: String?
        var isExact = false
        var host: String
        var port: String?
        var path: String
        var tokens: Set<String>
        /// The parameters, including repeated ones.
        var query: [String]

        init(_ text: String, _ side: String) {
            self.side = side
            var rest = text
            if let colon = rest.firstIndex(of: ":"), rest[colon...] == ":*" || rest[colon...].hasPrefix("://") {
                scheme = String(rest[..<colon])
                rest = String(rest[colon...].drop { $0 == ":" || $0 == "/" })
            }
            let question = rest.firstIndex(of: "?") ?? rest.endIndex
            query = rest[question...].dropFirst().split(separator: "&").map(String.init)
            // `k=` is `k`.
            tokens = Set(query.map { $0.firstIndex(of: "=") == $0.indices.last ? String($0.dropLast()) : $0 })
            rest = String(rest[..<question])
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            path = String(rest[slash...])
            rest = String(rest[..<slash])
            let pieces = rest.split(separator: ":").map(String.init)
            host = pieces[0]
            port = pieces.count > 1 ? pieces[1] : nil
            if host.hasPrefix(".") {
                isExact = true
                host.removeFirst()
            }
        }
    }

    private let filters: [Parts]

    init(allow: [String], block: [String]) {
        filters = allow.map { Parts($0, "allow") } + block.map { Parts($0, "block") }
    }

    /// `allow`, `block`, or `-` if no filter matches.
    func answer(_ url: String) -> String {
        let parts = Parts(url, "")
        var host: Substring? = parts.host[...]
        var isWhole = true
        while let name = host {
            let here = filters.filter { $0.host == name && fits($0, parts) }
            if isWhole, let best = strongest(here.filter(\.isExact)) { return best }
            if let best = strongest(here.filter { !$0.isExact }) { return best }
            isWhole = false
            host = name.firstIndex(of: ".").map { name[name.index(after: $0)...] }
        }
        return strongest(filters.filter { $0.host == "*" && fits($0, parts) }) ?? "-"
    }

    private func strongest(_ filters: [Parts]) -> String? {
        let longest = filters.filter { $0.path.count == filters.map(\.path.count).max() }
        let most = longest.filter { $0.tokens.count == longest.map(\.tokens.count).max() }
        return most.first { $0.side == "allow" }?.side ?? most.first?.side
    }

    private func fits(_ filter: Parts, _ url: Parts) -> Bool {
        guard let scheme = url.scheme else { return false }
        if let named = filter.scheme {
            guard named == scheme else { return false }
        } else {
            let isLone = filter.host == "*" && filter.port == nil && filter.path.isEmpty && filter.tokens.isEmpty
            guard isLone || scheme != "custom" else { return false }
        }
        let standard = ["http": "80", "https": "443", "ftp": "21"][scheme]
        if let port = filter.port, port != url.port ?? standard { return false }
        guard url.path.hasPrefix(filter.path) else { return false }
        return filter.tokens.allSatisfy { isMet($0, filter.side, url.query) }
    }

    private func isMet(_ token: String, _ side: String, _ parameters: [String]) -> Bool {
        let isOpen = token.hasSuffix("*")
        let text = isOpen ? String(token.dropLast()) : token
        let meets = { (parameter: String) in isOpen ? parameter.hasPrefix(text) : parameter == text }
        guard parameters.contains(where: meets) else { return false }
        if side == "block" || isOpen && (!text.contains("=") || text.hasSuffix("=")) { return true }
        guard text.contains("=") else { return parameters.filter { $0.hasPrefix(text) }.allSatisfy(meets) }
        // A parameter that is only the key has no value to compare.
        let key = String(text.prefix { $0 != "=" }) + "="
        return parameters.filter { $0.hasPrefix(key) }.allSatisfy(meets)
    }
}

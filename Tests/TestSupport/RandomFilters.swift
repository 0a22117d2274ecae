/// Filters and URLs from one small vocabulary, so that they match often.
public enum RandomFilters {
    private static let labels = ["a", "b", "example"]
    private static let schemes = ["http", "https", "ftp", "custom", "chrome"]
    private static let parameters = ["k=1", "k=12", "k=2", "k", "kk", "j=1", "k="]

    /// A filter of an enterprise URL list.
    public static func filter(_ random: inout SplitMix) -> String {
        if random.once(in: 12) { return random.one(of: ["*", "custom://*", "https:*", "chrome://*"]) }
        let scheme = random.once(in: 3) ? random.one(of: ["http", "https", "chrome"]) + "://" : ""
        let host = random.once(in: 8) ? "*" : (random.once(in: 4) ? "." : "") + host(&random)
        let port = random.once(in: 6) ? random.one(of: [":80", ":8443"]) : ""
        let path = random.one(of: ["", "", "/", "/x", "/xy"])
        let tokens = random.some(0...2) { random in
            random.one(of: parameters) + (random.once(in: 3) ? "*" : "")
        }
        return scheme + host + port + path + (tokens.isEmpty ? "" : "?" + tokens.joined(separator: "&"))
    }

    /// A URL that some of the filters match.
    public static func url(_ random: inout SplitMix) -> String {
        let port = random.once(in: 4) ? random.one(of: [":80", ":8443"]) : ""
        let path = random.one(of: ["/", "/x", "/xy", "/xyz", "/z"])
        let query = random.some(0...4) { $0.one(of: parameters) }
        let scheme = random.one(of: schemes)
        return "\(scheme)://\(host(&random))\(port)\(path)"
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private static func host(_ random: inout SplitMix) -> String {
        random.some(1...3) { $0.one(of: labels) }.joined(separator: ".")
    }
}

import URLMatching

/// The pieces of the other parts of a URL.
extension RepresentativeURLs {
    static func paths(_ scopes: [MatcherScope]) -> [String] {
        var found: Set<String> = ["/", "/\(freshLabel)"]
        for scope in scopes {
            switch scope.path {
            case .any: break
            case .exact(let bytes), .folder(let bytes), .prefix(let bytes):
                let path = String(decoding: bytes, as: UTF8.self)
                guard path.hasPrefix("/") else { continue }
                found.formUnion([path, path + freshLabel, path + "/\(freshLabel)"])
            }
        }
        return found.sorted { key($0) < key($1) }
    }

    static func ports(_ scopes: [MatcherScope]) -> [String] {
        var found: Set<String> = [""]
        if scopes.contains(where: { $0.port != .any }) { found.insert(":49152") }
        for case .number(let number) in scopes.map(\.port) { found.insert(":\(number)") }
        return found.sorted { key($0) < key($1) }
    }

    static func queries(_ scopes: [MatcherScope]) -> [String] {
        var found: Set<String> = [""]
        if scopes.contains(where: { $0.query != nil }) { found.insert("?\(freshLabel)") }
        for scope in scopes { if let query = scope.query { found.insert(query) } }
        return found.sorted { key($0) < key($1) }
    }

    // MARK: Order

    /// The plainest first: `https`, short, and without a port, as most people write URLs.
    static func key(_ text: String) -> (Int, Int, String) {
        (text.hasPrefix("https://") ? 0 : 1, text.utf8.count, text)
    }
}

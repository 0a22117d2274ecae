import URLMatching

/// Paths for every combination of path conditions that some path meets.
///
/// A path condition is a text with what may follow: nothing, anything, or a slash. So every piece contains one of the
/// texts, or one of them with a byte that no text continues with, or with such a byte behind a slash.
struct LinkPaths {
    private(set) var paths: Set<String> = []
    /// Whether every combination was found. If not, some text is continued by every byte.
    private(set) var isExact = true

    private static let freshNames = [FreshNames.label] + "xyzqjkvwabcefghilmnoprstu0123456789-_~".map { String($0) }

    init(_ scopes: some Sequence<LinkPattern.PathScope>) {
        var texts: Set<String> = ["/"]
        for scope in scopes {
            switch scope {
            case .any: break
            case .exact(let bytes), .folder(let bytes), .prefix(let bytes):
                texts.insert(String(decoding: bytes, as: UTF8.self))
            }
        }
        // The first byte with which some text continues after each beginning.
        var next: [Substring: Set<Character>] = [:]
        let starts = texts.flatMap { [$0[...], ($0 + "/")[...]] }
        for start in starts { next[start] = [] }
        for text in texts {
            for index in text.indices where next[text[..<index]] != nil { next[text[..<index]]?.insert(text[index]) }
        }
        for (start, bytes) in next {
            if texts.contains(String(start)) { paths.insert(String(start)) }
            guard let name = Self.freshNames.first(where: { name in !bytes.contains { name.first == $0 } }) else {
                isExact = false
                continue
            }
            paths.insert(start + name)
        }
    }
}

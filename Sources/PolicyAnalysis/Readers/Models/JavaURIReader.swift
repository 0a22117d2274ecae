import ByteText

/// `java.net.URI` of the Java platform, with its raw parts.
///
/// Modeled on the [class
/// documentation](https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URI.html), which gives the
/// grammar of RFC 2396 with its deviations, and compared with OpenJDK 17. Text outside the grammar is rejected. If the
/// authority is not a server-based authority – a `_` in the host is enough – the result has no host at all.
enum JavaURIReader {
    /// Reads a text. The result is nil if the constructor throws.
    static func read(_ text: ReaderText) -> ReaderReading? {
        let (before, fragment) = text.cut(at: "#")
        guard fragment.map({ Grammar.isMade(of: Grammar.uric, $0) }) ?? true else { return nil }
        let head = before.split(atAny: ":/?")
        var (scheme, rest) = (ReaderText(), before)
        if head.rest.first == UInt8(ascii: ":") {
            guard head.before.first?.isASCIILetter == true, head.before.allSatisfy(\.isInScheme) else { return nil }
            (scheme, rest) = (head.before, head.rest.dropFirst())
            guard rest.first == UInt8(ascii: "/") else {
                guard !rest.isEmpty, Grammar.isMade(of: Grammar.uric, rest) else { return nil }
                return ReaderReading(scheme: scheme, path: rest)
            }
        }
        var (host, port): (ReaderText, Int?) = ([], nil)
        if rest.begins(with: "//") {
            let (authority, behind) = rest.dropping(2).split(atAny: "/?")
            rest = behind
            if authority.isEmpty {
                // Deviation: an empty authority may precede a path, a query or a fragment.
                guard !behind.isEmpty || fragment != nil else { return nil }
            } else {
                guard let place = place(authority) else { return nil }
                (host, port) = place
            }
        }
        let (path, query) = rest.cut(at: "?")
        guard Grammar.isMade(of: Grammar.path, path), query.map({ Grammar.isMade(of: Grammar.uric, $0) }) ?? true else {
            return nil
        }
        return ReaderReading(scheme: scheme, host: host, port: port, path: path, query: query)
    }

    /// Host and port of an authority, or neither if it is a registry-based name. Nil if it is neither form.
    private static func place(_ authority: ReaderText) -> (ReaderText, Int?)? {
        // A bad sequence is reached only if everything before it may be a name.
        let head = authority.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
        guard head.hasPercentSequences else { return nil }
        let isRegistered = Grammar.isMade(of: Grammar.registered, authority)
        if let server = server(authority) { return server }
        return isRegistered ? ([], nil) : nil
    }

    private static func server(_ authority: ReaderText) -> (ReaderText, Int?)? {
        let (user, behind) = authority.cut(at: "@")
        if behind != nil, !Grammar.isMade(of: Grammar.userInformation, user) { return nil }
        let place = behind ?? user
        let host, rest: ReaderText
        if place.first == UInt8(ascii: "[") {
            let (inside, behind) = place.dropFirst().cut(at: "]")
            let (text, zone) = inside.cut(at: "%")
            guard let behind, let address = JavaIPv6.canonical(text), zone.map(isZone) ?? true else { return nil }
            (host, rest) = (address[...], behind)
        } else {
            host = place.cut(at: ":").before
            rest = place.dropping(host.count)
            guard isAddress(host) || isName(host) else { return nil }
        }
        var port: Int?
        if !rest.isEmpty {
            guard rest.first == UInt8(ascii: ":") else { return nil }
            if rest.count > 1 {
                port = rest.dropFirst().decimal(atMost: Int(Int32.max))
                guard let port, port <= Int(Int32.max) else { return nil }
            }
        }
        return (host, port)
    }

    private static func isZone(_ text: ReaderText) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCIIAlphanumeric || "_.".utf8.contains($0) }
    }

    private static func isAddress(_ text: ReaderText) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in part.decimal().map { $0 <= 255 } == true }
    }

    /// Whether the text consists of labels of letters, digits and inner hyphens. If there are several, the last starts
    /// with a letter.
    private static func isName(_ text: ReaderText) -> Bool {
        var labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        let areLabels = labels.allSatisfy { label in
            !label.isEmpty && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
        }
        guard areLabels, let last = labels.last else { return false }
        return labels.count == 1 || last.first?.isASCIILetter == true
    }

    /// The character classes of RFC 2396, section 2 and appendix A, in addition to letters, digits and escapes.
    private enum Grammar {
        private static let marks = "-_.!~*'()"
        static let uric = marks + ";/?:@&=+$,[]"
        static let path = marks + ":@&=+$,;/"
        static let registered = marks + "$,;:@&=+"
        static let userInformation = marks + ";:&=+$,"

        /// Whether a text contains only these characters, letters, digits, escapes, and non-ASCII characters other than
        /// controls and spaces.
        static func isMade(of characters: String, _ text: ReaderText) -> Bool {
            guard text.hasPercentSequences else { return false }
            return text.characters.unicodeScalars.allSatisfy { scalar in
                guard scalar.isASCII else { return isOther(scalar) }
                let byte = UInt8(ascii: scalar)
                return byte.isASCIIAlphanumeric || byte == UInt8(ascii: "%") || characters.utf8.contains(byte)
            }
        }

        private static func isOther(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}

import ByteText
import PolicyModel
import URLStandard

/// Reads the form in which managed apps pass URLs to each other.
enum WrappedURL {
    /// The claims of a wrapped URL about its sender. Anyone can write them.
    struct Claims {
        var name: AccountID?
        var objectID: AccountID?
    }

    /// The maximum number of bytes of a wrapped URL.
    static var byteLimit: Int { 64 << 10 }

    /// Extracts the URL from a wrapped URL.
    ///
    /// - Parameters:
    ///   - url: The wrapped URL.
    ///   - inner: Receives the bytes inside.
    /// - Returns: Its claims; nil if it is not a wrapped URL.
    static func unwrap(_ url: borrowing URLRecord, into inner: inout [UInt8]) -> Claims? {
        inner.removeAll(keepingCapacity: true)
        guard url.scheme.isTwinScheme, case .opaque = url.hostKind, !url.hasCredentials, url.port == nil,
            url.path.isEmpty || url.path.isEqual(to: "/".utf8.span), !url.hasFragment,
            decode(url.host, into: &inner), !inner.isEmpty, (try? UTF8Span(validating: inner.span)) != nil
        else { return nil }
        var claims = Claims()
        let query = url.query
        var start = 0
        while start < query.count {
            var end = start
            while end < query.count, query[end] != UInt8(ascii: "&") { end += 1 }
            guard read(query.extracting(start..<end), into: &claims) else { return nil }
            start = end + 1
        }
        return claims
    }

    /// The ways in which an app may find a URL in a link with a twin scheme.
    enum Form {
        /// Percent-encoded, in place of the host: the form in which apps pass URLs to each other. Unlike an app that
        /// accepts such a link, this ignores what else the link contains.
        case wrapped
        /// The link itself, under the scheme that the twin stands for.
        case original
        /// The same with all that follows the colon percent-decoded, unless the link wraps a URL, whose scheme would then
        /// be a host. Only if something before the path is percent-encoded: in any other link, ``original`` finds the same
        /// host.
        case decodedOriginal
        /// All that follows the colon, without slashes before it.
        case rest
        /// The same, percent-decoded, unless the link is wrapped the way managed apps wrap links: claims about its sender
        /// are not part of the URL.
        case decodedRest

        /// PERF: an array would be allocated for each decision.
        static var all: [5 of Form] { [.wrapped, .original, .decodedOriginal, .rest, .decodedRest] }
    }

    /// Extracts a URL from a link with a twin scheme.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - form: Where the URL is.
    ///   - inner: Receives its bytes.
    /// - Returns: Whether there may be a URL: a text without a colon is none.
    static func read(_ url: borrowing URLRecord, as form: Form, into inner: inout [UInt8]) -> Bool {
        inner.removeAll(keepingCapacity: true)
        let (href, scheme) = (url.href, url.scheme.count)
        var rest = scheme + 1
        while rest < href.count, href[rest] == UInt8(ascii: "/") { rest += 1 }
        let lostColon = lengthBeforeLostColon(of: url)
        switch form {
        case .wrapped:
            guard case .opaque = url.hostKind else { return false }
            _ = decode(url.host, into: &inner)
        case .original:
            for offset in 0..<scheme - TwinScheme.suffix.utf8.count { inner.append(href[offset]) }
            for offset in scheme..<href.count { inner.append(href[offset]) }
        case .decodedOriginal:
            guard hasEncodedAuthority(href.extracting((scheme + 1)...)) else { return false }
            if unwrap(url, into: &inner) != nil, content(inner.span, of: url) == .url { return false }
            inner.removeAll(keepingCapacity: true)
            for offset in 0..<scheme - TwinScheme.suffix.utf8.count { inner.append(href[offset]) }
            _ = decode(href.extracting(scheme...), into: &inner)
        case .rest:
            for offset in rest..<href.count {
                if lostColon > 0, offset == rest + lostColon { inner.append(UInt8(ascii: ":")) }
                inner.append(href[offset])
            }
        case .decodedRest:
            guard unwrap(url, into: &inner) == nil else { return false }
            inner.removeAll(keepingCapacity: true)
            if lostColon > 0 {
                _ = decode(href.extracting(rest..<rest + lostColon), into: &inner)
                inner.append(UInt8(ascii: ":"))
            }
            _ = decode(href.extracting((rest + lostColon)...), into: &inner)
        }
        return inner.contains(UInt8(ascii: ":"))
    }

    /// Whether there is a `%` before the path of a link, of which a text is what follows the colon.
    private static func hasEncodedAuthority(_ text: Span<UInt8>) -> Bool {
        var start = 0
        while start < text.count, text[start] == UInt8(ascii: "/") || text[start] == UInt8(ascii: "\\") { start += 1 }
        for offset in start..<text.count {
            switch text[offset] {
            case UInt8(ascii: "%"): return true
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
            default: continue
            }
        }
        return false
    }

    /// The length of the host of a link such as `https-intunemam://https://a.example/`, whose second colon is an empty
    /// port, which the parser removes; 0 for another link.
    private static func lengthBeforeLostColon(of url: borrowing URLRecord) -> Int {
        guard !url.hasCredentials, url.port == nil, url.path.count >= 2,
            url.path.extracting(..<2).isEqual(to: "//".utf8.span)
        else { return 0 }
        return url.host.count
    }

    /// Replaces a text.
    static func copy(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        text.removeAll(keepingCapacity: true)
        for offset in bytes.indices { text.append(bytes[offset]) }
    }

    /// Whether an app may find a URL that was read from a link. A host and a port behind the colon look like a URL with a
    /// scheme that no app has, but such a URL has no host.
    static func isFound(_ inner: borrowing URLRecord, as form: Form, in url: borrowing URLRecord) -> Bool {
        switch form {
        case .wrapped, .original, .decodedOriginal: true
        case .rest, .decodedRest: !inner.host.isEmpty || isTwin(url.scheme, of: inner.scheme)
        }
    }

    // MARK: What an incoming link contains

    /// The content of a wrapped URL.
    enum Content {
        /// A URL whose scheme has the outer URL's scheme as its twin.
        case url
        /// Another wrapped URL.
        case wrapped
        /// Anything else.
        case other
    }

    /// The kind of the bytes inside a wrapped URL, judged by the scheme. They are not parsed yet, so case is ignored.
    static func content(_ inner: Span<UInt8>, of outer: borrowing URLRecord) -> Content {
        for index in inner.indices where inner[index] == UInt8(ascii: ":") {
            if isTwin(outer.scheme, of: inner.extracting(..<index)) { return .url }
            return inner.extracting(..<index).isTwinScheme ? .wrapped : .other
        }
        return .other
    }

    /// Whether a scheme is the twin of another, in any case; the twin of `tel` is the twin of `telprompt` too.
    private static func isTwin(_ twin: Span<UInt8>, of scheme: Span<UInt8>) -> Bool {
        let length = twin.count - TwinScheme.suffix.utf8.count
        guard length > 0 else { return false }
        let base = twin.extracting(..<length)
        if base.isEqual(to: "tel".utf8.span), scheme.isEqualIgnoringCase(to: "telprompt".utf8.span) { return true }
        return scheme.isEqualIgnoringCase(to: base)
    }

    /// Reads one claim; false if it is repeated or malformed.
    private static func read(_ pair: Span<UInt8>, into claims: inout Claims) -> Bool {
        let name = "com.microsoft.intune.mam.identity=".utf8.span
        let objectID = "com.microsoft.intune.mam.identity.oid=".utf8.span
        if let value = value(of: name, in: pair) {
            guard claims.name == nil, let account = account(pair.extracting(value...)) else { return false }
            claims.name = account
        } else if let value = value(of: objectID, in: pair) {
            guard claims.objectID == nil, let account = account(pair.extracting(value...)) else { return false }
            claims.objectID = account
        }
        return true
    }

    private static func value(of name: Span<UInt8>, in pair: Span<UInt8>) -> Int? {
        guard pair.count >= name.count, pair.extracting(..<name.count).isEqual(to: name) else { return nil }
        return name.count
    }

    private static func account(_ text: Span<UInt8>) -> AccountID? {
        var bytes: [UInt8] = []
        guard decode(text, into: &bytes), (try? UTF8Span(validating: bytes.span)) != nil else { return nil }
        return AccountID(bytes.span.string)
    }

    /// Decodes escapes; false if a `%` does not begin an escape. Such a `%` is kept.
    private static func decode(_ text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        var offset = 0
        var isValid = true
        while offset < text.count {
            if let byte = Hexadecimal.percentDecodedByte(in: text, at: offset) {
                output.append(byte)
                offset += 3
            } else {
                isValid = isValid && text[offset] != UInt8(ascii: "%")
                output.append(text[offset])
                offset += 1
            }
        }
        return isValid
    }
}

extension Span<UInt8> {
    /// Whether a scheme, in any case, is the twin of another.
    var isTwinScheme: Bool {
        let suffix = TwinScheme.suffix
        let length = count - suffix.utf8.count
        return length > 0 && extracting(length...).isEqualIgnoringCase(to: suffix.utf8.span)
    }

    /// Whether two texts are equal but for the case of ASCII letters in this one.
    func isEqualIgnoringCase(to lowercase: Span<UInt8>) -> Bool {
        guard count == lowercase.count else { return false }
        for index in indices where self[index].asciiLowercased != lowercase[index] { return false }
        return true
    }
}

import ByteText
package import RuleIndex
package import URLStandard

extension CompiledPolicy {
    /// Whether a browser may find a host in a URL of its own scheme where the URL Standard finds none, or another.
    ///
    /// The managed browser reads what follows `microsoft-edge-` as a URL, and the browser of a custom protocol turns its
    /// scheme into `http` or `https`. In that URL, slashes before the host can be missing, doubled, or backslashes, and
    /// a backslash ends the host.
    @inline(never)
    package func hidesHost(_ url: borrowing URLRecord) -> Bool {
        guard managedBrowser.has(scheme: url.scheme) || customBrowser(of: url.scheme) != nil else { return false }
        guard !url.host.isEmpty else { return true }
        // The parser encodes a backslash in credentials. One that was given encoded has the same canonical form, and
        // some software decodes it before the browser reads the URL.
        return url.hasBackslashInCredentials
    }

    /// Whether a scheme, in lower case, is a browser's own.
    func isOfBrowser(_ scheme: Span<UInt8>) -> Bool {
        let prefix = managedBrowserPrefix.utf8
        if scheme.count > prefix.count, scheme.extracting(..<prefix.count).isEqual(to: prefix.span) { return true }
        return customBrowser(of: scheme) != nil
    }

    /// Replaces a URL of a browser's own scheme with the URL that the browser reads in it.
    ///
    /// - Parameter text: The URL as it was given; it need not be one for the URL Standard.
    /// - Returns: False if the text has no such scheme, and is the same URL as before.
    package func readAsBrowser(_ text: inout [UInt8]) -> Bool {
        // The parser removes them, and they can be anywhere.
        text.removeAll { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let start = text.firstIndex { $0 > UInt8(ascii: " ") } ?? colon
        if let prefix = Self.lastManagedBrowserPrefix(of: text, from: start, to: colon) {
            // Only the last one is read by itself: there can be thousands.
            text.removeSubrange(..<(prefix.lowerBound > start ? prefix.lowerBound : prefix.upperBound))
            return true
        }
        guard let scheme = webScheme(behind: text.span.extracting(start..<colon)) else { return false }
        text.replaceSubrange(..<colon, with: scheme.utf8)
        return true
    }

    /// The last of the prefixes of the managed browser that follow each other at the beginning of a scheme, where the
    /// parser ignores controls and spaces; nil if there is none.
    private static func lastManagedBrowserPrefix(of text: [UInt8], from start: Int, to colon: Int) -> Range<Int>? {
        let prefix = managedBrowserPrefix.utf8
        var last: Range<Int>?
        var position = start
        while colon - position > prefix.count,
            text.span.extracting(position..<position + prefix.count).isEqualIgnoringCase(to: prefix.span)
        {
            last = position..<position + prefix.count
            position += prefix.count
            while position < colon, text[position] <= UInt8(ascii: " ") { position += 1 }
        }
        return last
    }

    /// Reads the URL that a browser reads in a URL of its own scheme; the result is empty if it finds none. An encoded
    /// backslash in credentials is read as a backslash, which ends the host.
    ///
    /// - Parameters:
    ///   - input: The URL as it was given.
    ///   - hidden: Receives what the browser reads.
    ///   - text: A buffer.
    func read(_ input: Span<UInt8>, asBrowserInto hidden: inout URLRecord, _ text: inout [UInt8]) {
        WrappedURL.copy(input, into: &text)
        guard readAsBrowser(&text), hidden.parses(text) else { return hidden.removeAll() }
        guard hidden.hasBackslashInCredentials else { return }
        text.decodeBackslashes()
        if !hidden.parses(text) { hidden.removeAll() }
    }

    /// The scheme that the browser of a custom protocol reads instead of its own; nil for any other scheme.
    private func webScheme(behind scheme: Span<UInt8>) -> String? {
        // A browser whose scheme is `http` reads the URL as it is.
        guard let browser = customBrowser(of: scheme), !browser.has(scheme: "http".utf8.span) else { return nil }
        return scheme.isEqualIgnoringCase(to: browser.httpsScheme.span) ? "https" : "http"
    }

    /// The browser of a custom protocol that a scheme opens, in any case.
    private func customBrowser(of scheme: Span<UInt8>) -> RequiredBrowser? {
        for position in requiredBrowsers.indices {
            guard case .custom = requiredBrowsers[position].kind else { continue }
            if requiredBrowsers[position].has(scheme: scheme) { return requiredBrowsers[position] }
        }
        return nil
    }
}

extension RequiredBrowser {
    /// Whether a scheme opens this browser, in any case.
    fileprivate func has(scheme: Span<UInt8>) -> Bool {
        scheme.isEqualIgnoringCase(to: httpsScheme.span) || scheme.isEqualIgnoringCase(to: httpScheme.span)
    }
}

/// What the schemes of the managed browser begin with: it reads what follows as a URL.
private let managedBrowserPrefix = "microsoft-edge-"

extension Span<UInt8> {
    fileprivate var containsEncodedBackslash: Bool {
        for offset in indices where hasEncodedBackslash(at: offset) { return true }
        return false
    }

    fileprivate func hasEncodedBackslash(at offset: Int) -> Bool {
        count - offset >= 3 && self[offset] == UInt8(ascii: "%") && self[offset + 1] == UInt8(ascii: "5")
            && self[offset + 2] | 0x20 == UInt8(ascii: "c")
    }
}

extension [UInt8] {
    fileprivate mutating func decodeBackslashes() {
        var (offset, end) = (0, 0)
        while offset < count {
            let isEncoded = span.hasEncodedBackslash(at: offset)
            self[end] = isEncoded ? UInt8(ascii: "\\") : self[offset]
            offset += isEncoded ? 3 : 1
            end += 1
        }
        removeSubrange(end...)
    }
}

extension URLRecord {
    /// Whether the credentials contain a backslash, which the parser encodes unless the URL is special.
    fileprivate var hasBackslashInCredentials: Bool {
        username.containsEncodedBackslash || password.containsEncodedBackslash
    }

    /// Reads a text.
    ///
    /// - Returns: Whether it is a URL.
    mutating func parses(_ text: [UInt8]) -> Bool {
        do throws(URLParsingError) {
            try parse(text.span)
            return true
        } catch {
            return false
        }
    }
}

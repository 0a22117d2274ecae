import ByteText
import PolicyModel
package import RuleIndex
package import URLStandard

/// Row 1 of every table that decides on a URL.
extension EngineState {
    /// Reads the URL that is decided on, and the kind of its scheme.
    ///
    /// - Parameters:
    ///   - input: The URL as it was given.
    ///   - context: Receives the URL, or why the input is not a URL.
    /// - Returns: A block if the input is not a URL, or if other software reads it differently and the policy rejects
    ///   such URLs; otherwise nil.
    @inline(__always)
    func readURL(_ input: Span<UInt8>, _ context: inout DecisionContext) -> Outcome? {
        do throws(URLParsingError) {
            try context.subject.url.parse(input)
            context.parsingError = nil
        } catch {
            context.parsingError = error
            return context.block(.urlInvalid)
        }
        if !context.subject.url.isPlain, policy.rejectsAmbiguousURLs,
            context.subject.url.disagreesOnAuthority(with: input)
        {
            return context.blockAmbiguous(input)
        }
        context.scheme =
            NavigationScheme(context.subject.url.specialScheme) ?? NavigationScheme(of: context.subject.url)
        if case .other = context.scheme, policy.rejectsAmbiguousURLs, policy.hidesHost(context.subject.url) {
            let start = input.startOfHiddenURL(behind: context.subject.url.scheme)
            return context.blockAmbiguous(input, hidingURLAt: start)
        }
        return nil
    }
}

extension CompiledPolicy {
    /// Whether a browser may find a host in a URL of its own scheme where the URL Standard finds none, or another.
    ///
    /// The managed browser reads what follows `microsoft-edge-` as a URL, and the browser of a custom protocol turns its
    /// scheme into `http` or `https`. In that URL, slashes before the host can be missing, doubled, or backslashes, and
    /// a backslash ends the host.
    @inline(never)
    package func hidesHost(_ url: borrowing URLRecord) -> Bool {
        guard managedBrowser.has(scheme: url.scheme) || isOfCustomBrowser(url.scheme) else { return false }
        guard !url.host.isEmpty else { return true }
        // The parser encodes a backslash in credentials.
        return url.username.containsEncodedBackslash || url.password.containsEncodedBackslash
    }

    private func isOfCustomBrowser(_ scheme: Span<UInt8>) -> Bool {
        for position in requiredBrowsers.indices {
            guard case .custom = requiredBrowsers[position].kind else { continue }
            if requiredBrowsers[position].has(scheme: scheme) { return true }
        }
        return false
    }
}

extension RequiredBrowser {
    /// Whether a scheme opens this browser.
    fileprivate func has(scheme: Span<UInt8>) -> Bool {
        scheme.isEqual(to: httpsScheme.span) || scheme.isEqual(to: httpScheme.span)
    }
}

/// What the schemes of the managed browser begin with: it reads what follows as a URL.
let managedBrowserPrefix = "microsoft-edge-"

extension Span<UInt8> {
    /// Whether a scheme is one of the managed browser's.
    var isOfManagedBrowser: Bool {
        let length = managedBrowserPrefix.utf8.count
        return count > length && extracting(..<length).isEqual(to: managedBrowserPrefix.utf8.span)
    }

    /// The position of the URL that a browser reads in a URL of its scheme: what follows `microsoft-edge-`, or the end for
    /// a custom browser, whose scheme replaces another one.
    fileprivate func startOfHiddenURL(behind scheme: Span<UInt8>) -> Int {
        guard scheme.isOfManagedBrowser else { return count }
        // The parser removes what precedes the scheme, and tabs and newlines inside it; it has no other `-`.
        var hyphens = 0
        for offset in 0..<count where self[offset] == UInt8(ascii: "-") {
            hyphens += 1
            if hyphens == 2 { return offset + 1 }
        }
        return count
    }

    fileprivate var containsEncodedBackslash: Bool {
        guard count >= 3 else { return false }
        for offset in 0...count - 3 where self[offset] == UInt8(ascii: "%") {
            if self[offset + 1] == UInt8(ascii: "5"), self[offset + 2] | 0x20 == UInt8(ascii: "c") { return true }
        }
        return false
    }
}

/// The kinds of scheme that navigation distinguishes.
enum NavigationScheme: Sendable {
    /// `http` and `https`; `ws` and `wss` count as these.
    case web
    /// `blob`, decided on its origin.
    case blob
    /// `about:blank` and `about:srcdoc`.
    case blankPage
    /// Any other `about`, and `file`.
    case local
    /// `data` and `javascript`, which belong to the page they are in.
    case embedded
    /// Everything else.
    case other

    /// - Parameter special: The scheme, if it is a special scheme; nil leaves the decision to ``init(of:)``.
    @inline(__always)
    init?(_ special: SpecialScheme?) {
        switch special {
        case .http?, .https?, .ws?, .wss?: self = .web
        case .file?: self = .local
        case .ftp?: self = .other
        case nil: return nil
        }
    }

    init(of url: borrowing URLRecord) { self = Self(url.specialScheme) ?? Self.named(url) }

    private static func named(_ url: borrowing URLRecord) -> NavigationScheme {
        if url.scheme.isEqual(to: "blob".utf8.span) { return .blob }
        if url.scheme.isEqual(to: "data".utf8.span) || url.scheme.isEqual(to: "javascript".utf8.span) {
            return .embedded
        }
        guard url.scheme.isEqual(to: "about".utf8.span) else { return .other }
        // The Standard's "matches about:blank" and "matches about:srcdoc": `about:blank` may have a query,
        // `about:srcdoc` may not.
        if url.path.isEqual(to: "blank".utf8.span) { return .blankPage }
        return url.path.isEqual(to: "srcdoc".utf8.span) && !url.hasQuery ? .blankPage : .local
    }
}

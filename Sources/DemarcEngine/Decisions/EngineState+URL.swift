import ByteText
import PolicyModel
import RuleIndex
import URLStandard

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
            return blockAmbiguous(input, &context)
        }
        context.scheme =
            NavigationScheme(context.subject.url.specialScheme) ?? NavigationScheme(of: context.subject.url)
        if case .other = context.scheme, policy.rejectsAmbiguousURLs, hidesHost(input, &context) {
            return context.block(.urlAmbiguous)
        }
        return nil
    }

    /// Blocks a URL that other software reads differently.
    ///
    /// PERF: a separate function, off the path of all other URLs.
    @inline(never)
    private func blockAmbiguous(_ input: Span<UInt8>, _ context: inout DecisionContext) -> Outcome {
        context.ambiguousHosts.read(context.subject.url, parsedFrom: input)
        return context.block(.urlAmbiguous)
    }

    /// Whether an app that opens the URL may find another host in it: a browser in a URL of its own scheme, or a managed
    /// app in a link with a twin scheme, whose content is another URL.
    ///
    /// PERF: a separate function, off the path of web URLs.
    @inline(never)
    private func hidesHost(_ input: Span<UInt8>, _ context: inout DecisionContext) -> Bool {
        if policy.hidesHost(context.subject.url) {
            policy.read(input, asBrowserInto: &context.secondURL, &context.unwrapped)
            context.ambiguousHosts.read(context.subject.url, hiding: context.secondURL)
            return true
        }
        let isAmbiguous: Bool? = firstAnswerAboutURL(inside: &context) { context, inner in
            if !context.secondURL.isPlain, context.secondURL.disagreesOnAuthority(with: inner) {
                context.ambiguousHosts.read(context.secondURL, parsedFrom: inner)
                return true
            }
            guard policy.hidesHost(context.secondURL) else { return nil }
            var hidden = URLRecord()
            policy.read(inner, asBrowserInto: &hidden, &context.unwrapped)
            context.ambiguousHosts.read(context.secondURL, hiding: hidden)
            return true
        }
        return isAmbiguous ?? false
    }

    /// Asks about the URLs that an app finds in a link to it: a managed app in a link with a twin scheme, and a browser in
    /// a URL of its own scheme, by itself or in such a link.
    ///
    /// - Parameters:
    ///   - context: Contains the link.
    ///   - answer: Answers about ``DecisionContext/secondURL``, which was read from the text.
    /// - Returns: The first answer; nil if there is none.
    @inline(never)
    func firstAnswerAboutURL<Answer>(
        inside context: inout DecisionContext,
        _ answer: (inout DecisionContext, Span<UInt8>) -> Answer?
    ) -> Answer? {
        let isTwin = context.subject.url.scheme.isTwinScheme
        guard isTwin || policy.isOfBrowser(context.subject.url.scheme) else { return nil }
        // The buffer is taken out, so that its bytes can be read while the context changes.
        var text: [UInt8] = []
        swap(&text, &context.unwrapped)
        defer { swap(&text, &context.unwrapped) }
        guard isTwin else {
            WrappedURL.copy(context.subject.url.href, into: &text)
            while policy.readAsBrowser(&text) {
                if context.secondURL.parses(text), let answer = answer(&context, text.span) { return answer }
            }
            return nil
        }
        let forms = WrappedURL.Form.all
        for position in forms.indices {
            let form = forms[position]
            guard WrappedURL.read(context.subject.url, as: form, into: &text) else { continue }
            repeat {
                if context.secondURL.parses(text),
                    WrappedURL.isFound(context.secondURL, as: form, in: context.subject.url),
                    let answer = answer(&context, text.span)
                {
                    return answer
                }
            } while policy.readAsBrowser(&text)
        }
        return nil
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

/// A URL of the table's tests, with the properties that a person can see in it.
struct SampleURL: CustomStringConvertible {
    /// The kinds of URLs that the rows of the table distinguish.
    enum Kind {
        case invalid
        /// Other software reads another host, port or scheme than a browser.
        case ambiguous
        /// `http`, `https`, `ws`, `wss`; `rest` is the canonical URL after the scheme.
        case web(isSecure: Bool, rest: String)
        /// `blob:` of a web page.
        case blob
        /// `blob:` of anything else.
        case blobWithoutOrigin
        /// `about:blank`, `about:srcdoc`.
        case blank
        /// Any other `about:`.
        case about
        case file
        /// `data:`, `javascript:`.
        case embedded
        /// A scheme of the app's `webViewHandledURLSchemes`.
        case handled
        case other
    }

    var text: String
    var kind: Kind
    /// Whether the rule under test matches the URL. Otherwise the default of the rule set applies.
    var isRuled = false
    /// Whether a rule names the scheme of the URL.
    var isNamed = false
    /// Whether the costly pattern of ``SampleRules/Kind/limit`` exceeds the match limit on the URL.
    var isCostly = false
    /// The canonical form, if it differs from the text.
    var canonical: String?

    var description: String { text.debugDescription }

    static let all: [SampleURL] = [
        SampleURL(text: "", kind: .invalid),
        SampleURL(text: "intranet", kind: .invalid),
        SampleURL(text: "https://", kind: .invalid),
        SampleURL(text: "https://[::1", kind: .invalid),
        SampleURL(text: "https://a b/", kind: .invalid),
        SampleURL(text: #"https://ruled.example\@other.example/"#, kind: .ambiguous),
        SampleURL(text: "https:ruled.example/a", kind: .ambiguous),
        SampleURL(text: "http://0x7f.1/", kind: .ambiguous),
        SampleURL(text: "ht\ttps://ruled.example/", kind: .ambiguous),
        SampleURL(
            text: "http://ruled.example/a",
            kind: .web(isSecure: false, rest: "://ruled.example/a"),
            isRuled: true
        ),
        SampleURL(
            text: "HTTPS://Ruled.Example:443/x/../b?q#f",
            kind: .web(isSecure: true, rest: "://ruled.example/b?q#f"),
            isRuled: true,
            canonical: "https://ruled.example/b?q#f"
        ),
        SampleURL(
            text: "https://ruled.example:8443/" + String(repeating: "a", count: 60) + "!",
            kind: .web(isSecure: true, rest: "://ruled.example:8443/" + String(repeating: "a", count: 60) + "!"),
            isRuled: true,
            isCostly: true
        ),
        SampleURL(text: "ws://ruled.example/", kind: .web(isSecure: false, rest: "://ruled.example/"), isRuled: true),
        SampleURL(text: "wss://ruled.example/", kind: .web(isSecure: true, rest: "://ruled.example/"), isRuled: true),
        SampleURL(text: "https://plain.example/", kind: .web(isSecure: true, rest: "://plain.example/")),
        SampleURL(text: "blob:https://ruled.example/6f1c", kind: .blob, isRuled: true),
        SampleURL(text: "blob:http://plain.example/6f1c", kind: .blob),
        SampleURL(text: "blob:null/6f1c", kind: .blobWithoutOrigin),
        SampleURL(text: "blob:", kind: .blobWithoutOrigin),
        SampleURL(text: "blob:file:///etc/passwd", kind: .blobWithoutOrigin),
        SampleURL(text: "blob:wss://ruled.example/6f1c", kind: .blobWithoutOrigin),
        SampleURL(text: "blob:blob:https://ruled.example/6f1c", kind: .blobWithoutOrigin),
        SampleURL(text: "blob:other://ruled.example/6f1c", kind: .blobWithoutOrigin),
        SampleURL(text: "about:blank", kind: .blank),
        SampleURL(text: "about:blank?a#b", kind: .blank),
        SampleURL(text: "ABOUT:srcdoc", kind: .blank, canonical: "about:srcdoc"),
        SampleURL(text: "about:srcdoc?a", kind: .about),
        SampleURL(text: "about:BLANK", kind: .about),
        SampleURL(text: "about:newtab", kind: .about),
        SampleURL(text: "about:", kind: .about),
        SampleURL(text: "file:///etc/passwd", kind: .file),
        SampleURL(text: "file://ruled.example/share", kind: .file),
        SampleURL(text: "data:text/html,hello", kind: .embedded),
        SampleURL(text: "JavaScript:alert(1)", kind: .embedded, canonical: "javascript:alert(1)"),
        SampleURL(text: "handled:document", kind: .handled),
        SampleURL(text: "Handled://ruled.example/x", kind: .handled, canonical: "handled://ruled.example/x"),
        SampleURL(text: "named:thing", kind: .other, isRuled: true, isNamed: true),
        SampleURL(text: "named-otherwise://plain.example/", kind: .other, isNamed: true),
        SampleURL(text: "other:thing", kind: .other),
        SampleURL(text: "other://ruled.example/x", kind: .other, isRuled: true),
        SampleURL(text: "ftp://ruled.example/x", kind: .other, isRuled: true),
        SampleURL(text: "mailto:dana@contoso.example", kind: .other),
        SampleURL(text: "tel:+4930123456", kind: .other),
    ]

    /// One URL for each row that a decision can end in.
    static let fewest = all.filter { url in
        [
            "", "http://0x7f.1/", "http://ruled.example/a", "blob:null/6f1c", "about:blank", "file:///etc/passwd",
            "data:text/html,hello",
            "handled:document", "named:thing", "other:thing",
        ].contains(url.text)
    }
}

extension ConfusionTemplate {
    /// The table, grouped by the differences between readers. The templates come from published advisories and from the
    /// ambiguities that `URLStandard` names; the last group contains differences in reading paths, as in `PathReading`.
    package static let all: [ConfusionTemplate] = table.compactMap { ConfusionTemplate($0.name, $0.pattern) }

    /// The templates that write the path of one URL in another way.
    static let inPaths: [ConfusionTemplate] = ofPaths.compactMap { ConfusionTemplate($0.name, $0.pattern) }

    static let table: [(name: String, pattern: String)] =
        ofUserInformation + ofBackslashes + ofWhitespace + ofHostBytes + ofAddresses + ofPorts + ofSchemes + ofUnicode
        + ofPaths

    private static let ofUserInformation: [(name: String, pattern: String)] = [
        ("user", "{a.scheme}://{a.authority}@{b.authority}{b.target}"),
        ("user-and-password", "{a.scheme}://{a.host}:x@{b.authority}{b.target}"),
        ("two-at-signs", "{a.scheme}://x@{a.authority}@{b.authority}{b.target}"),
        ("encoded-at-sign", "{a.scheme}://{a.authority}%40{b.authority}{b.target}"),
        ("slash-before-at-sign", "{a.scheme}://{a.authority}/@{b.authority}{b.target}"),
        ("encoded-slash-before-at-sign", "{a.scheme}://{a.authority}%2f@{b.authority}{b.target}"),
        ("question-mark-before-at-sign", "{a.scheme}://{a.authority}?@{b.authority}{b.target}"),
        ("hash-before-at-sign", "{a.scheme}://{a.authority}#@{b.authority}{b.target}"),
        ("semicolon-before-at-sign", "{a.scheme}://{a.authority};@{b.authority}{b.target}"),
        ("bracket-before-at-sign", "{a.scheme}://[{a.authority}]@{b.authority}{b.target}"),
    ]

    private static let ofBackslashes: [(name: String, pattern: String)] = [
        ("backslash-before-at-sign", #"{a.scheme}://{a.authority}\@{b.authority}{b.target}"#),
        ("backslash-before-dot", #"{a.scheme}://{a.authority}\.{b.authority}{b.target}"#),
        ("backslashes-for-slashes", #"{a.scheme}:\\{a.authority}\@{b.authority}{b.target}"#),
        ("backslash-and-hash", ##"{a.scheme}://{a.authority}\#@{b.authority}{b.target}"##),
        ("encoded-backslash", "{a.scheme}://{a.authority}%5c@{b.authority}{b.target}"),
    ]

    private static let ofWhitespace: [(name: String, pattern: String)] = [
        ("leading-space", " {a.scheme}://{a.authority}{a.target}"),
        ("leading-control", "\u{1}{a.scheme}://{a.authority}{a.target}"),
        ("tab-in-scheme", "\t{a.scheme}\t://{a.authority}{a.target}"),
        ("tab-before-at-sign", "{a.scheme}://{a.authority}\t@{b.authority}{b.target}"),
        ("newline-before-host", "{a.scheme}://{a.authority}\n@{b.authority}{b.target}"),
        ("newline-and-field", "{a.scheme}://{a.authority}{a.target}\r\nHost: {b.authority}"),
        ("space-before-at-sign", "{a.scheme}://{a.authority} @{b.authority}{b.target}"),
        ("NUL-before-dot", "{a.scheme}://{a.authority}\0.{b.authority}{b.target}"),
        ("NUL-before-at-sign", "{a.scheme}://{a.authority}\0@{b.authority}{b.target}"),
        ("encoded-NUL-before-dot", "{a.scheme}://{a.host}%00.{b.authority}{b.target}"),
        ("encoded-newline-before-at-sign", "{a.scheme}://{a.authority}%0d%0a@{b.authority}{b.target}"),
    ]

    private static let ofHostBytes: [(name: String, pattern: String)] = [
        ("encoded-letter-in-host", "{a.scheme}://{a.host|encoded}{a.port}{a.target}"),
        ("letter-in-host-encoded-twice", "{a.scheme}://{a.host|encodedTwice}{a.port}{a.target}"),
        ("encoded-dots", "{a.scheme}://{a.host|encodedDots}{a.port}{a.target}"),
        ("semicolon-in-host", "{a.scheme}://{a.host};.{b.authority}{b.target}"),
        ("quote-in-host", "{a.scheme}://{a.host}\".{b.authority}{b.target}"),
        ("backtick-in-host", "{a.scheme}://{a.host}`.{b.authority}{b.target}"),
        ("brace-in-host", "{a.scheme}://{a.host}}.{b.authority}{b.target}"),
        ("comma-in-host", "{a.scheme}://{a.host},{b.authority}{b.target}"),
        ("ampersand-in-host", "{a.scheme}://{a.host}&{b.authority}{b.target}"),
        ("trailing-dot", "{a.scheme}://{a.host}.{a.port}{a.target}"),
        ("two-trailing-dots", "{a.scheme}://{a.host}..{a.port}{a.target}"),
    ]

    private static let ofAddresses: [(name: String, pattern: String)] = [
        ("hexadecimal-IPv4", "{a.scheme}://{a.host|hexadecimal}{a.port}{a.target}"),
        ("octal-IPv4", "{a.scheme}://{a.host|octal}{a.port}{a.target}"),
        ("short-IPv4", "{a.scheme}://{a.host|short}{a.port}{a.target}"),
        ("IPv4-number", "{a.scheme}://{a.host|number}{a.port}{a.target}"),
        ("overflowing-IPv4", "{a.scheme}://{a.host|overflowing}{a.port}{a.target}"),
        ("mapped-IPv4", "{a.scheme}://{a.host|mapped}{a.port}{a.target}"),
        ("IPv6-zone", "{a.scheme}://{a.host|zone}{a.port}{a.target}"),
        ("encoded-IPv6-zone", "{a.scheme}://{a.host|encodedZone}{a.port}{a.target}"),
        ("IPv6-with-zeros", "{a.scheme}://{a.host|zeros}{a.port}{a.target}"),
    ]

    private static let ofPorts: [(name: String, pattern: String)] = [
        ("empty-port", "{a.scheme}://{a.host}:{a.target}"),
        ("port-with-zeros", "{a.scheme}://{a.host}:00000443{a.target}"),
        ("large-port", "{a.scheme}://{a.host}:65979{a.target}"),
        ("two-ports", "{a.scheme}://{a.host}:80:443{a.target}"),
        ("signed-port", "{a.scheme}://{a.host}:+443{a.target}"),
        ("host-behind-port", "{a.scheme}://{a.host}:{b.authority}{b.target}"),
        ("port-before-at-sign", "{a.scheme}://{a.host}:443@{b.authority}{b.target}"),
    ]

    private static let ofSchemes: [(name: String, pattern: String)] = [
        ("scheme-in-capitals", "{a.scheme|upper}://{a.authority}{a.target}"),
        ("no-scheme", "//{a.authority}{a.target}"),
        ("host-alone", "{a.authority}{a.target}"),
        ("no-slashes", "{a.scheme}:{a.authority}{a.target}"),
        ("one-slash", "{a.scheme}:/{a.authority}{a.target}"),
        ("three-slashes", "{a.scheme}:///{a.authority}/@{b.authority}{b.target}"),
        ("four-slashes", "{a.scheme}:////{a.authority}{a.target}"),
        ("scheme-twice", "{a.scheme}:{b.scheme}://{b.authority}{b.target}"),
        ("url-prefix", "url:{a.scheme}://{a.authority}{a.target}"),
        ("scheme-as-host", "{a.scheme}://{a.scheme}://{b.authority}{b.target}"),
    ]

    private static let ofUnicode: [(name: String, pattern: String)] = [
        ("full-width-host", "{a.scheme}://{a.host|fullWidth}{a.port}{a.target}"),
        ("ideographic-dots", "{a.scheme}://{a.host|ideographicDots}{a.port}{a.target}"),
        ("full-width-dots", "{a.scheme}://{a.host|fullWidthDots}{a.port}{a.target}"),
        ("soft-hyphen", "{a.scheme}://{a.host|softHyphen}{a.port}{a.target}"),
        ("sharp-s", "{a.scheme}://{a.host|sharpS}{a.port}{a.target}"),
        ("full-width-at-sign", "{a.scheme}://{a.authority}\u{FF20}{b.authority}{b.target}"),
        ("full-width-slash", "{a.scheme}://{a.authority}\u{FF0F}@{b.authority}{b.target}"),
        ("account-of-sign", "{a.scheme}://{a.host}\u{2100}.{b.authority}{b.target}"),
    ]

    private static let ofPaths: [(name: String, pattern: String)] = [
        ("dot-segments", "{b.scheme}://{b.authority}{a.folder}/x/../{a.up}{b.tail}"),
        ("encoded-dot-segments", "{b.scheme}://{b.authority}{a.folder}/{a.up|encodedDots}{b.tail}"),
        ("dot-segments-encoded-twice", "{b.scheme}://{b.authority}{a.folder}/{a.up|encodedDotsTwice}{b.tail}"),
        ("encoded-slash", "{b.scheme}://{b.authority}{a.folder}/{a.up|encodedSlashes}{b.tail}"),
        ("encoded-slashes", "{b.scheme}://{b.authority}{b.target|encodedSlashes}"),
        ("encoded-backslash-in-path", "{b.scheme}://{b.authority}{a.folder}/{a.up|encodedBackslashes}{b.tail}"),
        ("backslash-in-path", #"{b.scheme}://{b.authority}{a.folder}\{a.up|backslashes}{b.tail}"#),
        ("dots-and-semicolon", "{b.scheme}://{b.authority}{a.folder}/{a.up|semicolons}{b.tail}"),
        ("path-parameters", "{b.scheme}://{b.authority}{b.path|parameters}"),
        ("encoded-slash-in-parameter", "{b.scheme}://{b.authority}/;%2fx{b.target|encoded}"),
        ("parameter-before-dots", "{b.scheme}://{b.authority}/x;/..{b.target}"),
        ("doubled-slashes", "{b.scheme}://{b.authority}{b.target|doubled}"),
        ("encoded-letter-in-path", "{b.scheme}://{b.authority}{b.target|encoded}"),
        ("letter-in-path-encoded-twice", "{b.scheme}://{b.authority}{b.target|encodedTwice}"),
        ("encoded-NUL-in-path", "{b.scheme}://{b.authority}{b.path}%00{a.path}"),
        ("encoded-question-mark", "{b.scheme}://{b.authority}{b.path}%3f{a.tail}"),
        ("encoded-hash", "{b.scheme}://{b.authority}{b.path}%23{a.tail}"),
        ("dots-behind-hash", "{b.scheme}://{b.authority}{a.path}#/../{a.up}{b.tail}"),
    ]
}

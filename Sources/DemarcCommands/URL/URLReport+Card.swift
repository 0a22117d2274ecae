import ByteText
import Diagnostics
import RequestReading
import URLMatching
import URLStandard

/// For people: a card for each URL, with a line for each component that is present.
extension URLReport {
    mutating func appendCard(
        _ url: borrowing URLRecord,
        _ input: Span<UInt8>,
        _ ambiguities: ShownAmbiguities,
        disagreesOnAuthority: Bool
    ) {
        appendTitle(String(decoding: HiddenPassword(of: url).shown(url.href), as: UTF8.self))
        let password = HiddenPassword(of: url, in: input, ambiguities.shown)
        if !input.isEqual(to: url.href) {
            let shown = password.shown(input)
            appendLine("input", Self.beginning(of: shown.span))
        }
        appendLine("scheme", url.scheme.string)
        if !url.username.isEmpty { appendLine("username", url.username.string) }
        if !url.password.isEmpty { appendLine("password", "(\(url.password.count) bytes, shown in JSON only)") }
        if url.hostKind != .none { appendLine("host", url.host.string + Self.note(on: url.hostKind)) }
        if let port = url.effectivePort {
            appendLine("port", "\(port)" + (url.port == nil ? " (the scheme's own)" : ""))
        }
        appendLine("path", url.path.string)
        if url.hasQuery { appendLine("query", url.query.string) }
        if url.hasFragment { appendLine("fragment", url.fragment.string) }
        appendLine("origin", url.origin.serialization)
        if let domain = RegistrableDomain.of(url) { appendLine("registrable", domain) }
        for ambiguity in ambiguities.shown {
            let shown = String(decoding: password.shown(input, in: ambiguity.range), as: UTF8.self)
            let bytes = "bytes \(ambiguity.range.lowerBound)–\(ambiguity.range.upperBound)"
            appendLine("ambiguity", "\(ambiguity.code.rawValue): `\(Self.excerpt(shown))`, \(bytes)")
        }
        if ambiguities.furtherCount > 0 { appendLine("ambiguity", "\(ambiguities.furtherCount) more") }
        for (ambiguity, others) in PathAmbiguity.all(of: url, in: input).grouped(by: \.path) {
            let place = "bytes \(ambiguity.place.lowerBound)–\(ambiguity.place.upperBound)"
            let note = ambiguity.showsDots ? "; \(PathAmbiguity.noteOnDots)" : ""
            let reading = "\(ambiguity.reading.rawValue.andOthers(others)): read as `\(ambiguity.path)`"
            appendLine("ambiguity", "\(reading), \(place)\(note)")
        }
        if let ambiguity = QueryAmbiguity(of: url, in: input) {
            let place = "bytes \(ambiguity.place.lowerBound)–\(ambiguity.place.upperBound)"
            appendLine("ambiguity", "\(ambiguity.reading.rawValue): read as `?\(ambiguity.query)`, \(place)")
        }
        if disagreesOnAuthority {
            appendLine("warning", "other software would go to another scheme, host or port", color: .red)
            appendLine("browser", url.host.isEmpty ? "no host" : url.host.string)
            appendLine("others", Self.otherHost(of: url, input) ?? "no host")
        }
    }

    mutating func appendCard(_ error: URLParsingError, _ input: Span<UInt8>) {
        let shown = HiddenPassword(probablyIn: input).shown(input)
        appendTitle(Self.beginning(of: shown.span))
        appendLine("invalid", "\(error.rawValue): \(error)", color: .red)
    }

    mutating func appendCard(_ error: MalformedLine, number: Int) {
        appendTitle("line \(number)")
        appendLine("malformed", error.message)
    }

    /// The host that other software connects to; nil if it finds none.
    static func otherHost(of url: borrowing URLRecord, _ input: Span<UInt8>) -> String? {
        var host: [UInt8] = []
        url.appendOtherHost(in: input, to: &host)
        return host.isEmpty ? nil : String(decoding: host, as: UTF8.self)
    }

    /// The beginning of a part of the input, as far as it is shown.
    private static func excerpt(_ part: String) -> String {
        let shown = part.prefix(64)
        return shown.endIndex < part.endIndex ? "\(shown)…" : part
    }

    private mutating func appendTitle(_ text: String) {
        for line in FittedText.lines(text, columns: page.columns) {
            output.append(text: page.painted(line, .bold) + "\n")
        }
    }

    private mutating func appendLine(_ key: String, _ value: String, color: TextColor? = nil) {
        let label = "  " + FittedText.padded(key, to: 12)
        let room = page.columns.map { $0 - label.count }
        for (number, line) in FittedText.lines(value, columns: room).enumerated() {
            let start = number == 0 ? label : String(repeating: " ", count: label.count)
            output.append(text: start + page.painted(line, color) + "\n")
        }
    }

    private static func beginning(of input: Span<UInt8>) -> String {
        input.count > 1_024 ? input.extracting(first: 1_024).string + "…" : input.string
    }

    private static func note(on kind: HostKind) -> String {
        switch kind {
        case .none, .domain: ""
        case .empty: "(empty)"
        case .ipv4: " (IPv4 address)"
        case .ipv6: " (IPv6 address)"
        case .opaque: " (opaque)"
        }
    }
}

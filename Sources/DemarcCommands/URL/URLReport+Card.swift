import ByteText
import Diagnostics
import PolicyModel
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
        // Hides the password from onlookers, wherever it is written.
        let passwordStart = url.scheme.count + 3 + url.username.count + 1
        let shownPlace = url.password.isEmpty ? nil : passwordStart..<passwordStart + url.password.count
        appendTitle(String(decoding: Self.masked(url.href, shownPlace, in: 0..<url.href.count), as: UTF8.self))
        let place = Self.placeOfPassword(of: url, in: input, ambiguities.shown)
        if !input.isEqual(to: url.href) {
            let shown = Self.masked(input, place, in: 0..<input.count)
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
            let shown = String(decoding: Self.masked(input, place, in: ambiguity.range), as: UTF8.self)
            let bytes = "bytes \(ambiguity.range.lowerBound)–\(ambiguity.range.upperBound)"
            appendLine("ambiguity", "\(ambiguity.code.rawValue): `\(shown.prefix(64))`, \(bytes)")
        }
        if ambiguities.furtherCount > 0 { appendLine("ambiguity", "\(ambiguities.furtherCount) more") }
        for (ambiguity, others) in PathAmbiguity.all(of: url, in: input).grouped(by: \.path) {
            let place = "bytes \(ambiguity.place.lowerBound)–\(ambiguity.place.upperBound)"
            // Such a segment is decided on as `...`, because no URL contains a `.` or `..` segment.
            let shown = ambiguity.path.prefix(64)
            let showsDots = ambiguity.keepsDots && shown.split(separator: "/").contains("...")
            let note = showsDots ? "; a `.` or `..` that stays is shown as `...`" : ""
            let reading = "\(ambiguity.reading.words(andOthers: others)): read as `\(shown)`"
            appendLine("ambiguity", "\(reading), \(place)\(note)")
        }
        if disagreesOnAuthority {
            appendLine("warning", "other software would go to another scheme, host or port", color: .red)
            appendLine("browser", url.host.isEmpty ? "no host" : url.host.string)
            appendLine("others", Self.otherHost(of: url, input) ?? "no host")
        }
    }

    mutating func appendCard(_ error: URLParsingError, _ input: Span<UInt8>) {
        let shown = Self.masked(input, Self.placeOfPassword(in: input), in: 0..<input.count)
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

    /// Part of a text, with `…` instead of a password in it.
    private static func masked(_ text: Span<UInt8>, _ password: Range<Int>?, in part: Range<Int>) -> [UInt8] {
        var shown: [UInt8] = []
        for offset in part {
            guard let password, password.contains(offset) else {
                shown.append(text[offset])
                continue
            }
            if offset == max(password.lowerBound, part.lowerBound) { shown += Array("…".utf8) }
        }
        return shown
    }

    /// Where a URL's password is written in its input, between the first `:` of the credentials and the `@` after them;
    /// nil if it has none.
    private static func placeOfPassword(
        of url: borrowing URLRecord,
        in input: Span<UInt8>,
        _ ambiguities: [Ambiguity]
    ) -> Range<Int>? {
        guard !url.password.isEmpty else { return nil }
        // A password that is not found is hidden with everything around it.
        guard let credentials = ambiguities.first(where: { $0.code == .credentials })?.range,
            let colon = credentials.first(where: { input[$0] == UInt8(ascii: ":") })
        else { return 0..<input.count }
        return colon + 1..<credentials.upperBound - 1
    }

    /// Where a password is probably written in an input that is not a URL; nil if it has none.
    ///
    /// It begins after the first `:` that does not end the scheme. It ends at the last `@`, because a password may contain
    /// what should have been escaped, such as a `/`.
    private static func placeOfPassword(in input: Span<UInt8>) -> Range<Int>? {
        let colon = UInt8(ascii: ":")
        guard let end = input.indices.last(where: { input[$0] == UInt8(ascii: "@") }),
            let first = (0..<end).first(where: { input[$0] == colon })
        else { return nil }
        // After something else than a scheme, as in `//user:password@host`, the first one is in the credentials.
        let start = (0..<first).first { input[$0] > 0x20 } ?? first
        guard RedirectScheme.isScheme(input.extracting(start..<first).string) else {
            return first + 1..<end
        }
        return (first + 1..<end).first { input[$0] == colon }.map { $0 + 1..<end }
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

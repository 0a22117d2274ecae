import ByteText

/// What a file appears to be if almost none of its lines is a valid entry of the expected list format: one sentence
/// about the file is more helpful than one about each line.
package struct ListAppearance: Hashable, Sendable {
    /// The kinds that are distinguished.
    package enum Kind: Hashable, Sendable {
        case json, webPage, propertyList, xml, compressed, utf16, binary, registry, script
        case hosts, filters, edge, urls, domains, wildcards, addresses, nameServer, yaml
    }

    /// The kind of the file.
    package let kind: Kind

    /// Inspects the beginning of a file.
    ///
    /// - Complexity: O(1), as at most a few thousand bytes are inspected; O(*n*) if it begins like JSON.
    package init?(of bytes: [UInt8]) {
        guard let kind = Self.kind(of: bytes) else { return nil }
        self.kind = kind
    }

    /// Whether a file is JSON, judging by its beginning, in UTF-8 or UTF-16 and with or without comments. A pattern of
    /// content settings may begin with `[*.]`, an address with `[::`, and an ad blocker's list with `[Adblock`.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package static func isJSON(_ bytes: [UInt8]) -> Bool {
        // Bytes that are not text may still begin as JSON, which has an error of its own.
        let text = (try? JSONFileText(bytes))?.bytes ?? bytes
        let start = ByteOrderMark.utf8Count(in: text.span)
        // Only `/` of a comment, `{` and `[` can begin JSON, so most lists are not copied.
        let first = text[start...].first { !$0.isWhiteSpaceInC } ?? 0
        guard "/{[".utf8.contains(first) else { return false }
        var words = BrowserJSONText.blanked(text)[start...].lazy.filter { !$0.isWhiteSpaceInC }.makeIterator()
        switch words.next() {
        case UInt8(ascii: "{"):
            let next = words.next()
            return next == nil || next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
                || next == UInt8(ascii: "/")
        case UInt8(ascii: "["):
            let next = words.next()
            return next == UInt8(ascii: "\"") || next == UInt8(ascii: "{") || next == UInt8(ascii: "]")
        default: return false
        }
    }

    /// Whether this explains the bad lines of a list.
    ///
    /// - Parameters:
    ///   - badLines: The number of bad lines. For few lines the shape is not reliable, and an error for each line is
    ///     more helpful.
    ///   - formats: The kinds that valid lists of the format look like.
    /// - Returns: Whether to report what the file looks like instead of an error for each line.
    package func explains(_ badLines: Int, unless formats: Set<Kind>) -> Bool {
        guard !formats.contains(kind) else { return false }
        switch kind {
        case .json, .webPage, .propertyList, .xml, .compressed, .utf16, .binary, .registry, .script: return true
        case .hosts, .filters, .edge, .urls, .domains, .wildcards, .addresses, .nameServer, .yaml: return badLines >= 3
        }
    }

    /// The name of the kind, for a sentence: `the file looks like …`.
    package var name: String {
        switch kind {
        case .json: "JSON"
        case .webPage: "a web page (HTML)"
        case .propertyList: "a property list"
        case .xml: "XML"
        case .compressed: "a compressed file"
        case .utf16: "UTF-16"
        case .binary: "no text"
        case .registry: "an export of the Windows registry"
        case .script: "a script"
        case .hosts: "a hosts file"
        case .filters: "filters of an ad blocker"
        case .edge: "a list of the managed browser"
        case .urls: "a list of URLs"
        case .domains: "a list of domains"
        case .wildcards: "a list of domains with `*.` before each"
        case .addresses: "a list of IP addresses"
        case .nameServer: "the configuration of a name server"
        case .yaml: "YAML"
        }
    }

    /// What to do with the file.
    package var help: String {
        switch kind {
        case .json: "`demarc import chrome` and `demarc import edge` read the lists of a browser's policy in JSON"
        case .webPage: "a sign-in page or an error page was probably saved; save the list itself"
        case .propertyList, .xml, .registry, .script, .yaml: "write each entry on a line of its own"
        case .compressed: "unpack it first"
        case .utf16: "save it as UTF-8"
        case .binary: "name the list itself"
        case .hosts: "read it as `hosts`"
        case .filters: "read it as `adblock-domains`"
        case .edge: "read it as `edge`"
        case .urls: "`list` in a rule reads it with `format: urls`"
        case .domains: "`list` in a rule reads it with `format: domains`"
        case .wildcards: "remove each `*.`; `list` in a rule then reads it with `format: domains`"
        case .addresses: "write them under `address` in a rule"
        case .nameServer: "write each domain on a line of its own"
        }
    }

    // MARK: Telling

    private static func kind(of bytes: [UInt8]) -> Kind? {
        let magics: [[UInt8]] = [
            [0x1F, 0x8B], [0x50, 0x4B, 3, 4], [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
        ]
        if magics.contains(where: { bytes.starts(with: $0) }) { return .compressed }
        if bytes.starts(with: "bplist00".utf8) { return .propertyList }
        if ByteOrderMark.utf16IsBigEndian(in: bytes.span) != nil { return .utf16 }
        let head = bytes[ByteOrderMark.utf8Count(in: bytes.span)...].prefix(4_096)
        if head.contains(0) { return .binary }
        if isJSON(bytes) { return .json }
        let text = String(decoding: head, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingBlanks }.filter { !$0.isEmpty }
        guard let first = lines.first?.lowercased() else { return nil }
        if first.hasPrefix("<") { return markup(text.lowercased()) }
        // Most filters of a real list are not about whole domains, and have no shape of their own.
        if first.hasPrefix("[adblock") { return .filters }
        if first.hasPrefix("windows registry editor") { return .registry }
        if first.hasPrefix("#!") || first.hasPrefix("function findproxyforurl") { return .script }
        return shape(of: lines.filter { !$0.hasPrefix("#") && !$0.hasPrefix("!") })
    }

    private static func markup(_ text: String) -> Kind {
        if text.contains("<plist") { return .propertyList }
        return text.contains("<!doctype html") || text.contains("<html") ? .webPage : .xml
    }

    /// The kind of most lines.
    private static func shape(of lines: [Substring]) -> Kind? {
        var counts: [Kind: Int] = [:]
        for line in lines { if let kind = kind(ofLine: line) { counts[kind, default: 0] += 1 } }
        // Entries of the managed browser may have no `*`. A list of URLs never has one.
        if let entries = counts[.edge], let urls = counts.removeValue(forKey: .urls) { counts[.edge] = entries + urls }
        guard let most = counts.max(by: { $0.value < $1.value }), most.value * 2 > lines.count else { return nil }
        return most.key
    }

    private static func kind(ofLine line: Substring) -> Kind? {
        if line.hasPrefix("||") || line.hasPrefix("@@||") || line.contains("##") { return .filters }
        if line.hasPrefix("http://") || line.hasPrefix("https://") {
            // A pattern of content settings has its `*` in brackets.
            return line.contains("*") && !line.contains("[*.]") ? .edge : .urls
        }
        let words = line.split(whereSeparator: \.isWhitespace)
        if words.count > 1, ["0.0.0.0", "127.0.0.1", "::", "::1", "0"].contains(words[0]) { return .hosts }
        // Lines of dnsmasq, and of unbound, whose lines could be taken for YAML.
        let settings = ["server=/", "address=/", "local=/", "local-zone:", "local-data:"]
        if settings.contains(where: { line.hasPrefix($0) }) { return .nameServer }
        if words.count == 1, isAddress(line) { return .addresses }
        if line.hasPrefix("- ") || ForeignText.isYAML(String(line)) { return .yaml }
        let isWildcard = line.hasPrefix("*.")
        let name = isWildcard ? line.dropFirst(2) : line
        let isDomain =
            words.count == 1 && name.contains(".")
            && name.utf8.allSatisfy { byte in
                byte.isASCIIAlphanumeric || "-._".utf8.contains(byte)
            }
        guard isDomain else { return nil }
        return isWildcard ? .wildcards : .domains
    }

    /// Whether a line is an address or a block of addresses, judging by its characters.
    private static func isAddress(_ line: Substring) -> Bool {
        let isIPv6 = line.contains("::")
        guard isIPv6 || line.contains(".") else { return false }
        return line.utf8.allSatisfy { byte in
            byte.isASCIIDigit || "./".utf8.contains(byte)
                || (isIPv6 && (byte == UInt8(ascii: ":") || byte.isHexadecimalDigit))
        }
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}

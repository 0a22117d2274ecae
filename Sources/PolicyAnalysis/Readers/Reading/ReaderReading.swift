import ByteText
import URLStandard

/// What a reader finds in a text that it accepts as a URL.
///
/// The parts are bytes as the reader passes them on: decoded if it decodes them, and otherwise as written. An IPv6
/// address is in its shortest form, without brackets and without a zone, whatever form the reader uses.
package struct ReaderReading: Hashable, Sendable {
    /// The scheme in lower case; empty if the reader found none.
    package var scheme: [UInt8]
    /// The host; empty if there is none.
    package var host: [UInt8]
    /// The explicit port, or nil if there is none.
    package var port: Int?
    /// The path.
    package var path: [UInt8]
    /// The query without its `?`, or nil if there is none.
    package var query: [UInt8]?
    /// Whether the reader has decoded the path: a `%`, `?` or `#` in it is then a literal character, not a delimiter.
    package var isPathDecoded = false

    init(
        scheme: some Sequence<UInt8> = [],
        host: some Sequence<UInt8> = [],
        port: Int? = nil,
        path: some Sequence<UInt8> = [],
        query: (some Sequence<UInt8>)? = [UInt8]?.none,
        isPathDecoded: Bool = false
    ) {
        self.scheme = scheme.map(\.asciiLowercased)
        self.host = Array(host)[...].withoutBrackets
        self.port = port
        self.path = Array(path)
        self.query = query.map { Array($0) }
        self.isPathDecoded = isPathDecoded
    }

    /// Creates a reading from texts, for a reader that is not one of the models.
    package init(scheme: String, host: String, port: Int?, path: String, query: String?) {
        self.init(scheme: scheme.utf8, host: host.utf8, port: port, path: path.utf8, query: query?.utf8)
    }

    /// Schemes that require a host.
    private static let networkSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp"]

    /// The URL to which the reader goes. Nil if it goes nowhere: it found no scheme, or an impossible host or port.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package var destination: String? {
        guard !scheme.isEmpty, port.map({ (0...65535).contains($0) }) ?? true else { return nil }
        let name = String(decoding: scheme, as: UTF8.self)
        var text = name + ":"
        if host.isEmpty {
            guard !Self.networkSchemes.contains(name) else { return nil }
        } else {
            guard let host = hostText else { return nil }
            text += "//\(host)\(port.map { ":\($0)" } ?? "")"
        }
        text += Self.encoded(path, alsoPercent: isPathDecoded)
        if let query { text += "?" + Self.encoded(query[...].prefix { $0 != UInt8(ascii: "#") }, alsoPercent: false) }
        return Self.canonical(text)
    }

    /// The text as hosts pass it on: the URL Standard's serialization without the fragment. Nil if the text is not a
    /// URL.
    static func canonical(_ text: String) -> String? {
        guard let record = URLRecord(text) else { return nil }
        return record.hrefWithoutFragment.string
    }

    /// The host as written in a URL, or nil if no name look-up could find it.
    private var hostText: String? {
        if host.contains(UInt8(ascii: ":")) {
            return host.isIPv6Address ? "[\(String(decoding: host, as: UTF8.self))]" : nil
        }
        // A name with a delimiter would be another URL, and a name with a `%` is not the name of a server.
        guard !host.contains(where: { $0 <= 0x20 || $0 == 0x7F || "/\\?#@%[]".utf8.contains($0) }) else { return nil }
        return String(decoding: host, as: UTF8.self)
    }

    /// The bytes with each byte encoded that the reader treated as ordinary and a parser would not.
    private static func encoded(_ bytes: some Sequence<UInt8>, alsoPercent: Bool) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            let isPlain = byte > 0x20 && byte != 0x7F && !"?#\\".utf8.contains(byte)
            if isPlain, byte != UInt8(ascii: "%") || !alsoPercent {
                text.append(byte)
            } else {
                Hexadecimal.appendPercentEncoded(byte, to: &text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

import ByteText
import URLStandard

/// What a reader finds in a text that it takes for a URL.
///
/// The parts are bytes as the reader hands them on: decoded where it decodes, and as they were written where it does not. An
/// IPv6 address stands without brackets and without a zone, in its shortest form, whatever the reader does with them.
public struct ReaderReading: Hashable, Sendable {
    /// The scheme in lower case; empty if the reader found none.
    public var scheme: [UInt8]
    /// The host; empty if there is none.
    public var host: [UInt8]
    /// The port that is written; nil if there is none.
    public var port: Int?
    /// The path.
    public var path: [UInt8]
    /// The query without its `?`; nil if there is none.
    public var query: [UInt8]?
    /// Whether the reader has decoded the path: a `%`, `?` or `#` in it is that character, and divides nothing any more.
    public var isPathDecoded = false

    init(
        scheme: some Sequence<UInt8> = [],
        host: some Sequence<UInt8> = [],
        port: Int? = nil,
        path: some Sequence<UInt8> = [],
        query: (some Sequence<UInt8>)? = [UInt8]?.none,
        isPathDecoded: Bool = false
    ) {
        self.scheme = scheme.map(\.lowercasedASCII)
        self.host = Array(host)[...].withoutBrackets
        self.port = port
        self.path = Array(path)
        self.query = query.map { Array($0) }
        self.isPathDecoded = isPathDecoded
    }

    /// Makes a reading of texts, as another reader than the models gives it.
    public init(scheme: String, host: String, port: Int?, path: String, query: String?) {
        self.init(scheme: scheme.utf8, host: host.utf8, port: port, path: path.utf8, query: query?.utf8)
    }

    /// Schemes that lead nowhere without a host.
    private static let networkSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp"]

    /// The URL that the reader goes to; nil where it goes nowhere: it found no scheme, or a host or port that cannot be.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public var destination: String? {
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

    /// A text as hosts hand it on: the URL Standard's serialization without the fragment; nil for what is no URL.
    static func canonical(_ text: String) -> String? {
        guard let record = URLRecord(text) else { return nil }
        return record.hrefWithoutFragment.string
    }

    /// The host as it stands in a URL; nil for what no look-up of a name finds.
    private var hostText: String? {
        if host.contains(UInt8(ascii: ":")) {
            return host.isIPv6Address ? "[\(String(decoding: host, as: UTF8.self))]" : nil
        }
        // A name with a delimiter in it would be another URL, and one with a `%` is not that of a server.
        guard !host.contains(where: { $0 <= 0x20 || $0 == 0x7F || "/\\?#@%[]".utf8.contains($0) }) else { return nil }
        return String(decoding: host, as: UTF8.self)
    }

    /// With each byte encoded that the reader took for an ordinary one, and that a parser would not.
    private static func encoded(_ bytes: some Sequence<UInt8>, alsoPercent: Bool) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            let isPlain = byte > 0x20 && byte != 0x7F && !"?#\\".utf8.contains(byte)
            if isPlain, byte != UInt8(ascii: "%") || !alsoPercent {
                text.append(byte)
            } else {
                text.append(UInt8(ascii: "%"))
                text += [byte >> 4, byte & 15].map { "0123456789ABCDEF".utf8.map(\.self)[Int($0)] }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

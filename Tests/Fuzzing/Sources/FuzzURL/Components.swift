import URLStandard

/// All public properties of a URL record, in a form that can be compared and printed.
struct Components: Equatable, CustomStringConvertible {
    private let texts: [[UInt8]]
    private let facts: [String]

    init(_ url: borrowing URLRecord) {
        texts = [
            Self.bytes(url.href), Self.bytes(url.scheme), Self.bytes(url.username), Self.bytes(url.password),
            Self.bytes(url.host), Self.bytes(url.path), Self.bytes(url.query), Self.bytes(url.fragment),
            Self.bytes(url.hrefWithoutFragment),
        ]
        facts = [
            "\(url.hostKind)", "\(url.port.map(Int.init) ?? -1)", "\(url.isSpecial)", "\(url.hasOpaquePath)",
            "\(url.hasCredentials)", "\(url.hasPassword)", "\(url.hasQuery)", "\(url.hasFragment)", "\(url.isEmpty)",
        ]
    }

    var description: String {
        let parts = texts.map { String(decoding: $0, as: UTF8.self).debugDescription } + facts
        return "(" + parts.joined(separator: " ") + ")"
    }

    private static func bytes(_ span: Span<UInt8>) -> [UInt8] { (0..<span.count).map { span[$0] } }
}

import ByteText
import URLStandard

/// A pattern that writes one URL such that a reader may find another URL in it, with slots for the parts of two URLs.
///
/// A slot is `{a.host}` or `{b.target|doubled}`: the URL, a part of it, and the form of the part. The fields are
/// `scheme`, `host`, `port` (with its `:`, empty if there is none), `authority` (host and port), `path`, `folder` (the
/// path without its last slash), `up` (a `../` for each segment of the folder, at least one), `target` (path and query)
/// and `tail` (the target without its first slash).
package struct ConfusionTemplate: Hashable, Sendable {
    /// The name in reports.
    package let name: String
    /// The text with its slots.
    package let pattern: String
    private let pieces: [Piece]

    private enum Piece: Hashable, Sendable {
        case text(String)
        case slot(isSecond: Bool, field: Field, form: Form?)
    }

    /// A part of a URL.
    enum Field: String, Hashable, Sendable { case scheme, host, port, authority, path, folder, up, target, tail }

    /// Creates a template. The result is nil if the pattern has an unknown slot.
    init?(_ name: String, _ pattern: String) {
        self.name = name
        self.pattern = pattern
        var pieces: [Piece] = []
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            let slot = rest[rest.index(after: open)..<close].split(separator: "|", omittingEmptySubsequences: false)
            let names = slot[0].split(separator: ".")
            guard slot.count <= 2, names.count == 2, ["a", "b"].contains(names[0]),
                let field = Field(rawValue: String(names[1]))
            else { return nil }
            var form: Form?
            if slot.count == 2 {
                guard let named = Form(rawValue: String(slot[1])) else { return nil }
                form = named
            }
            pieces.append(.slot(isSecond: names[0] == "b", field: field, form: form))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
    }

    /// Fills the template with the parts of two URLs.
    ///
    /// - Parameters:
    ///   - first: The URL `a`.
    ///   - second: The URL `b`.
    /// - Returns: The text, or nil if a part cannot be written in the template's form.
    package func filled(_ first: Parts, _ second: Parts) -> String? {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let written): text += written
            case .slot(let isSecond, let field, let form):
                let part = (isSecond ? second : first)[field]
                guard let form else {
                    text += part
                    continue
                }
                guard let written = form.written(part) else { return nil }
                text += written
            }
        }
        return text
    }

    /// The parts of a URL that fill slots.
    package struct Parts: Hashable, Sendable {
        let scheme: String
        let host: String
        let port: String
        private(set) var path: String
        private(set) var query: String

        /// Splits a URL into its parts. The result is nil if the text is not a URL or has no host.
        package init?(_ url: String) {
            guard let record = URLRecord(url), !record.hasOpaquePath, !record.host.isEmpty else { return nil }
            scheme = record.scheme.string
            host = record.hostString
            port = record.port.map { ":\($0)" } ?? ""
            path = record.path.string
            query = record.hasQuery ? "?" + record.query.string : ""
        }

        /// The URL with these parts.
        var url: String { "\(scheme)://\(host)\(port)\(path)\(query)" }

        /// The parts of a URL with the same scheme, host and port, and another path.
        func withPath(_ path: String) -> Self {
            var changed = self
            (changed.path, changed.query) = (path, "")
            return changed
        }

        /// How many segments a reader must go up from the folder to the root. An empty segment is one too, unless the
        /// reader merges slashes.
        private var segmentCount: Int { self[.folder].utf8.count(where: { $0 == UInt8(ascii: "/") }) }

        subscript(_ field: Field) -> String {
            switch field {
            case .scheme: scheme
            case .host: host
            case .port: port
            case .authority: host + port
            case .path: path
            case .folder: path.hasSuffix("/") ? String(path.dropLast()) : path
            case .up: String(repeating: "../", count: max(1, segmentCount))
            case .target: path + query
            case .tail: String((path + query).dropFirst())
            }
        }
    }
}

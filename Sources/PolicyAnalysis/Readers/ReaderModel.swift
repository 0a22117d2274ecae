import ByteText
package import RequestReading
import URLStandard

/// A program or library that reads URLs, as a pure function of the text.
///
/// A policy is bypassed if the program that fetches a URL finds a different host or path in it than the program that
/// decided. Each model returns what one reader finds, or that it rejects the text; the model's own type cites its
/// sources. Most models are compared with the real reader by `make readers-differential`, whose table of exceptions
/// lists the remaining differences.
package enum ReaderModel: Hashable, Sendable {
    /// Software that follows RFC 3986, leniently.
    case rfc3986
    /// Python's `urllib.parse`.
    case urllib
    /// libcurl.
    case curl
    /// Go's `net/url`.
    case goNetURL
    /// Java's `java.net.URI`.
    case javaURI
    /// Java's `java.net.URL`.
    case javaURL
    /// `url.parse` of Node.js.
    case nodeLegacy
    /// `NSURL`, from its documentation.
    case nsurl
    /// nginx.
    case nginx
    /// Squid.
    case squid
    /// A server behind a proxy that reads the path of the canonical URL in another way.
    case path(PathReading)

    /// What this reader finds in a text.
    ///
    /// - Parameter text: Any bytes.
    /// - Returns: The reading, or nil if the reader rejects the text.
    /// - Complexity: O(*n*) in the bytes.
    package func read(_ text: [UInt8]) -> ReaderReading? {
        switch self {
        case .rfc3986: RFC3986Reader.read(text[...])
        case .urllib: UrllibReader.read(text[...])
        case .curl: CurlReader.read(text[...])
        case .goNetURL: GoReader.read(text[...])
        case .javaURI: JavaURIReader.read(text[...])
        case .javaURL: JavaURLReader.read(text[...])
        case .nodeLegacy: NodeReader.read(text[...])
        case .nsurl: NSURLReader.read(text[...])
        case .nginx: NginxReader.read(text[...])
        case .squid: SquidReader.read(text[...])
        case .path(let reading): Self.read(text, path: reading)
        }
    }

    /// The reading of a server that receives the canonical URL and reads its path in its own way, as in the table of
    /// `RequestReading`.
    private static func read(_ text: [UInt8], path reading: PathReading) -> ReaderReading? {
        var record = URLRecord()
        guard (try? record.parse(text.span)) != nil, !record.hasOpaquePath, record.hostKind != .none else { return nil }
        var (path, scratch): ([UInt8], [UInt8]) = ([], [])
        reading.append(of: record.path, to: &path, scratch: &scratch)
        return ReaderReading(
            scheme: record.scheme.string.utf8,
            host: record.hostString.utf8,
            port: record.port.map(Int.init),
            path: path,
            query: record.hasQuery ? Array(record.query.string.utf8) : nil
        )
    }
}

extension ReaderModel: RawRepresentable, CaseIterable {
    /// Every reader, libraries first, then servers.
    package static let allCases: [ReaderModel] =
        [
            .rfc3986, .urllib, .curl, .goNetURL, .javaURI, .javaURL, .nodeLegacy, .nsurl, .nginx, .squid,
        ] + PathReading.allCases.map { .path($0) }

    /// The name on the command line.
    package var rawValue: String {
        switch self {
        case .rfc3986: "rfc3986"
        case .urllib: "urllib"
        case .curl: "curl"
        case .goNetURL: "goNetURL"
        case .javaURI: "javaURI"
        case .javaURL: "javaURL"
        case .nodeLegacy: "nodeLegacy"
        case .nsurl: "nsurl"
        case .nginx: "nginx"
        case .squid: "squid"
        case .path(let reading): reading.rawValue
        }
    }

    /// The reader with a name, or nil if the name is unknown.
    package init?(rawValue: String) {
        guard let model = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = model
    }

    /// The reader, for display.
    package var words: String {
        switch self {
        case .rfc3986: "software that follows RFC 3986"
        case .urllib: "Python's urllib"
        case .curl: "curl"
        case .goNetURL: "Go's net/url"
        case .javaURI: "Java's URI"
        case .javaURL: "Java's URL"
        case .nodeLegacy: "Node's url.parse"
        case .nsurl: "NSURL, as documented"
        case .nginx: "nginx"
        case .squid: "Squid"
        case .path(let reading): "a server that \(reading.meaning)"
        }
    }
}

/// The schemes that the URL Standard treats specially.
///
/// See [special scheme](https://url.spec.whatwg.org/#special-scheme).
public enum SpecialScheme: UInt8, CaseIterable, Hashable, Sendable {
    /// `http`, port 80.
    case http = 1
    /// `https`, port 443.
    case https
    /// `ws`, port 80.
    case ws
    /// `wss`, port 443.
    case wss
    /// `ftp`, port 21.
    case ftp
    /// `file`, which has no port.
    case file

    /// The scheme as it is written.
    public var name: String {
        switch self {
        case .http: "http"
        case .https: "https"
        case .ws: "ws"
        case .wss: "wss"
        case .ftp: "ftp"
        case .file: "file"
        }
    }

    /// The port that is omitted when a URL of this scheme is serialized; nil for `file`.
    public var defaultPort: UInt16? {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        case .file: nil
        }
    }
}

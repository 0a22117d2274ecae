public import Diagnostics

/// A socket that receives requests.
public struct ServerListener: Hashable, Sendable {
    /// A service of a listener.
    public enum Service: String, CaseIterable, Hashable, Sendable {
        /// Forward authorization over HTTP: anything other than an allow is 403.
        case auth
        /// Envoy's external authorization over gRPC.
        case grpc
        /// Questions in JSON.
        case json
        /// ICAP.
        case icap
    }

    /// The address of the listener.
    public var endpoint: Endpoint
    /// The services of the listener; ICAP and JSON cannot be combined with others.
    public var services: Set<Service>
    /// The binding for requests that do not name one: those of ICAP.
    public var binding: String?

    /// Creates a listener.
    public init(endpoint: Endpoint, services: Set<Service>, binding: String? = nil) {
        self.endpoint = endpoint
        self.services = services
        self.binding = binding
    }
}

/// An address that a server listens at, and its protection.
public struct Endpoint: Hashable, Sendable {
    /// The address.
    public enum Address: Hashable, Sendable {
        /// A socket in the file system, with its permissions.
        case unix(path: String, mode: UInt16)
        /// An IP address and a port; with port 0, the system chooses one.
        case tcp(host: String, port: Int)
    }

    /// The certificates of a listener.
    public struct TLS: Hashable, Sendable {
        /// The certificate chain of the server, in PEM format.
        public var certificate: ServerConfiguration.NamedFile
        /// Its private key, in PEM format.
        public var key: ServerConfiguration.NamedFile
        /// The CA that must have signed client certificates; nil if clients need none.
        public var clientCA: ServerConfiguration.NamedFile?

        /// Creates a TLS configuration.
        public init(
            certificate: ServerConfiguration.NamedFile,
            key: ServerConfiguration.NamedFile,
            clientCA: ServerConfiguration.NamedFile? = nil
        ) {
            self.certificate = certificate
            self.key = key
            self.clientCA = clientCA
        }
    }

    /// The address.
    public var address: Address
    /// Its certificates; nil if connections are not encrypted.
    public var tls: TLS?
    /// Its place in the configuration.
    public var place: SourceRange

    /// Creates an endpoint.
    public init(address: Address, tls: TLS? = nil, place: SourceRange) {
        self.address = address
        self.tls = tls
        self.place = place
    }

    /// Whether only this machine can connect.
    public var isLocal: Bool {
        switch address {
        case .unix: true
        case .tcp(let host, _): PeerList.isLoopback(host)
        }
    }

    /// The address as shown in messages.
    public var text: String {
        switch address {
        case .unix(let path, _): "unix:\(path)"
        case .tcp(let host, let port): host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}

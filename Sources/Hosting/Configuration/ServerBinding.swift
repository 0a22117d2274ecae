public import Diagnostics
public import RequestReading

/// How the requests of one proxy come in, are read, and are answered.
public struct ServerBinding: Hashable, Sendable {
    /// Where the account of a request comes from.
    public enum AccountSource: Hashable, Sendable {
        /// Nowhere: every request is one without an account, or has that of the binding.
        case none
        /// In a field that the proxy writes, named in lower case.
        case header(String)
        /// In the certificate of the client of a connection.
        case certificate(CertificateName)
        /// In Envoy's dynamic metadata, by the names that lead to it.
        case metadata([String])
        /// In the field with which an ICAP client names the user.
        case icapUser
    }

    /// The part of a certificate that names an account.
    public enum CertificateName: String, CaseIterable, Hashable, Sendable {
        /// The one URI among its alternative names.
        case uri
        /// The common name of its subject.
        case subject
    }

    /// What a routed navigation is answered with.
    public enum RouteAnswer: String, CaseIterable, Hashable, Sendable {
        /// A page with the route as a link.
        case page
        /// A redirect to the route.
        case redirect
    }

    /// Its name, which `/v1/auth/NAME` ends with.
    public var name: String
    /// How requests are read.
    public var request: RequestBinding
    /// How the proxy describes them.
    public var convention: RequestConvention
    /// Where the account of a request comes from.
    public var account = AccountSource.none
    /// Who may ask; nobody unless the configuration says so.
    public var peers = PeerList()
    /// What a routed navigation is answered with.
    public var onRoute = RouteAnswer.page
    /// Where the configuration names the view, for findings about a view that the policy does not have.
    public var viewPlace: SourceRange

    /// Makes a binding.
    public init(name: String, request: RequestBinding, convention: RequestConvention, viewPlace: SourceRange) {
        self.name = name
        self.request = request
        self.convention = convention
        self.viewPlace = viewPlace
    }

    /// The field that says who asks; nil where another source does.
    public var accountField: String? {
        if case .header(let name) = account { name } else { nil }
    }
}

/// A place where requests come in.
public struct ServerListener: Hashable, Sendable {
    /// What is asked there.
    public enum Service: String, CaseIterable, Hashable, Sendable {
        /// Forward authorization over HTTP: anything that is no allow is 403.
        case auth
        /// Envoy's external authorization over gRPC.
        case grpc
        /// Questions in JSON.
        case json
        /// ICAP.
        case icap
    }

    /// Where it listens.
    public var endpoint: Endpoint
    /// What is asked there; ICAP and JSON stand alone.
    public var services: Set<Service>
    /// The binding of requests that name none: those of ICAP.
    public var binding: String?

    /// Makes a listener.
    public init(endpoint: Endpoint, services: Set<Service>, binding: String? = nil) {
        self.endpoint = endpoint
        self.services = services
        self.binding = binding
    }
}

/// An address that a server listens at, and what protects it.
public struct Endpoint: Hashable, Sendable {
    /// The address.
    public enum Address: Hashable, Sendable {
        /// A socket in the file system, with its permissions.
        case unix(path: String, mode: UInt16)
        /// An IP address and a port; 0 lets the system choose one.
        case tcp(host: String, port: Int)
    }

    /// Certificates of a listener.
    public struct TLS: Hashable, Sendable {
        /// The certificate chain of the server, as PEM.
        public var certificate: ServerConfiguration.NamedFile
        /// Its key, as PEM.
        public var key: ServerConfiguration.NamedFile
        /// Who signs the certificates that clients must have; nil where they need none.
        public var clientCA: ServerConfiguration.NamedFile?

        /// Makes TLS.
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
    /// Its certificates; nil where connections are not encrypted.
    public var tls: TLS?
    /// Where the configuration says so.
    public var place: SourceRange

    /// Makes an endpoint.
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

    /// The address as messages show it.
    public var text: String {
        switch address {
        case .unix(let path, _): "unix:\(path)"
        case .tcp(let host, let port): host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}

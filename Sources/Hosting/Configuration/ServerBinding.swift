public import Diagnostics
public import RequestReading

/// How the requests of one proxy arrive, are read, and are answered.
public struct ServerBinding: Hashable, Sendable {
    /// The source of the acting account.
    public enum AccountSource: Hashable, Sendable {
        /// None: every request has no account, or has the account of the binding.
        case none
        /// A field that the proxy writes, with its name in lower case.
        case header(String)
        /// The client certificate of a connection.
        case certificate(CertificateName)
        /// Envoy's dynamic metadata, by the path of names.
        case metadata([String])
        /// The field in which an ICAP client names the user.
        case icapUser
    }

    /// The part of a certificate that names an account.
    public enum CertificateName: String, CaseIterable, Hashable, Sendable {
        /// The only URI among its subject alternative names.
        case uri
        /// The common name of its subject.
        case subject
    }

    /// The answer to a routed navigation, which another browser must open.
    public enum RouteAnswer: String, CaseIterable, Hashable, Sendable {
        /// A page that links to the route: it works if that browser is not installed, and requires a click.
        case page
        /// A redirect to the route.
        case redirect
    }

    /// The name of the binding, the last component of `/v1/auth/NAME`.
    public var name: String
    /// How requests are read.
    public var request: RequestBinding
    /// How the proxy describes requests.
    public var convention: RequestConvention
    /// The source of the acting account.
    public var account = AccountSource.none
    /// The peers that may use the binding; none unless the configuration lists them.
    public var peers = PeerList()
    /// The answer to a routed navigation.
    public var onRoute = RouteAnswer.page
    /// Where the configuration names the view, for findings about a view that the policy does not have.
    public var viewPlace: SourceRange
    /// Where the configuration says where accounts come from; nil if it does not.
    public var accountPlace: SourceRange?
    /// Where the configuration says whether server names are compared; nil if it does not.
    public var comparesSNIPlace: SourceRange?
    /// Where the configuration lists the peers; nil if it does not.
    public var peersPlace: SourceRange?

    /// Creates a binding.
    public init(name: String, request: RequestBinding, convention: RequestConvention, viewPlace: SourceRange) {
        self.name = name
        self.request = request
        self.convention = convention
        self.viewPlace = viewPlace
    }

    /// The field that contains the account; nil for another source.
    public var accountField: String? {
        if case .header(let name) = account { name } else { nil }
    }
}

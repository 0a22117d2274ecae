/// The paths that the server serves, and that links to its pages contain.
///
/// The routes of the JSON listener are not among them: the table of its responder has them with their methods.
public enum ServerPath {
    // MARK: For proxies and people

    /// Forward authorization; the name of a binding follows.
    public static let authorization = "/v1/auth/"
    /// The page that explains a denial.
    public static let page = "/v1/page"
    /// The parameter of the page that contains the ticket of the denial.
    public static let ticketParameter = "ticket"
    /// What comes between the address of the page and a ticket.
    public static let ticketQuery = "?\(ticketParameter)="

    /// The address of the page for a ticket.
    ///
    /// - Parameters:
    ///   - base: The base URL of the listener for pages, without a final `/`.
    ///   - ticket: The text of the ticket, which needs no escaping.
    /// - Returns: The URL.
    public static func pageAddress(below base: String, ticket: String) -> String { base + page + ticketQuery + ticket }

    // MARK: For operators

    /// The log record of a recent decision; the id of the decision follows.
    public static let explanation = "/v1/explain/"
    /// The metrics in the format of Prometheus.
    public static let metrics = "/metrics"
    /// Whether the process answers at all.
    public static let health = "/healthz"
    /// Whether new requests should be sent to the server.
    public static let readiness = "/readyz"
}

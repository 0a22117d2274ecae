/// The fields of a server's answers that describe a decision. The raw values are their names, in lower case.
///
/// A raw value is the whole name, so that an answer needs no memory for it.
public enum DecisionField: String, CaseIterable, Sendable {
    /// The verdict.
    case verdict = "x-demarc-verdict"
    /// The class that the rules give to the URL.
    case urlClass = "x-demarc-class"
    /// The classification of the page.
    case page = "x-demarc-page"
    /// Where the URL opens.
    case destination = "x-demarc-destination"
    /// The id of the rule that decided.
    case rule = "x-demarc-rule"
    /// The policy that decided: its revision, and the beginning of its digest.
    case policy = "x-demarc-policy"
    /// The id of the decision.
    case id = "x-demarc-id"
    /// In denials: the ticket for the page that explains it.
    case ticket = "x-demarc-ticket"
    /// In denials: the address to open instead.
    case location = "x-demarc-location"
    /// In denials for nginx: the status of the redirect that its configuration makes of them.
    case redirect = "x-demarc-redirect"

    /// What all names begin with. No other field of an answer has a name that begins with it.
    public static let prefix = "x-demarc-"

    /// The fields that every answer contains, with `-` if there is no value: otherwise, a proxy that copies fields from
    /// an answer to a request would keep the client's values.
    public static let ofEveryAnswer: [DecisionField] = [
        .verdict, .urlClass, .page, .destination, .rule, .policy, .id,
    ]

    /// The name without the prefix.
    public var word: String { String(rawValue.dropFirst(Self.prefix.count)) }
}

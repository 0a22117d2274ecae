public import RequestReading

/// What an adapter answers: complete, so that an adapter adds nothing to it and leaves nothing out.
///
/// A 2xx is an allow, and nothing else ever is one.
public struct HostAnswer: Sendable {
    /// Whether the request may go on.
    public var isAllowed: Bool
    /// The status: 204 or 200 for an allow, 302 for a redirect to another browser, else 403.
    public var status: Int
    /// The fields, with names in lower case and values in visible ASCII. Every answer has all of
    /// ``HostAnswer/decisionFieldNames``; `content-length` is the adapter's.
    public var fields: [(name: String, value: String)]
    /// The body; empty for an allow.
    public var body: [UInt8]
    /// The decision; nil where there was none to make, as for a page.
    public var decision: RequestDecision?
    /// The id of the decision, as log, page and `x-demarc-id` have it.
    public var id: String

    init(
        isAllowed: Bool,
        status: Int,
        fields: [(name: String, value: String)],
        body: [UInt8] = [],
        decision: RequestDecision? = nil,
        id: String
    ) {
        self.isAllowed = isAllowed
        self.status = status
        self.fields = fields
        self.body = body
        self.decision = decision
        self.id = id
    }

    /// The fields that every answer has, `-` where there is nothing to say: a proxy that copies fields from an answer to a
    /// request would else keep what the client wrote itself.
    public static let decisionFieldNames = [
        "x-demarc-verdict", "x-demarc-class", "x-demarc-page", "x-demarc-destination", "x-demarc-rule",
        "x-demarc-policy", "x-demarc-id",
    ]

    /// The value of a field; nil where the answer does not have it.
    ///
    /// - Parameter name: The name in lower case.
    /// - Returns: The value.
    public func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

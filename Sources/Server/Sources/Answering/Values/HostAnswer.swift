public import RequestReading

/// The complete answer for an adapter, which adds nothing to it and omits nothing.
///
/// A 2xx is an allow, and nothing else ever is, except the page for operators, which only the admin listener serves.
public struct HostAnswer: Sendable {
    /// Whether the request may proceed.
    public var isAllowed: Bool
    /// The status: 204 or 200 for an allow, 302 for a redirect to another browser, otherwise 403.
    public var status: Int
    /// The fields, with names in lower case and values in visible ASCII. Every answer contains all of
    /// ``DecisionField/ofEveryAnswer``; the adapter adds `content-length`.
    public var fields: [(name: String, value: String)]
    /// The body; empty for an allow.
    public var body: [UInt8]
    /// The decision; nil if there was none to make, for example for a page.
    public var decision: RequestDecision?
    /// The id of the decision, as in the log, on the page and in `x-demarc-id`.
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

    /// The value of a field; nil if the answer does not contain it.
    ///
    /// - Parameter name: The name in lower case.
    /// - Returns: The value.
    public func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

public import Diagnostics

/// What a policy document says of an organization: which hosts are its own.
///
/// No decision reads it. What looks at a policy as a whole does: without it, whose a site is follows from rules that spell a
/// domain out.
public struct OrganizationDeclaration: Hashable, Sendable {
    /// The name, as accounts and apps have it.
    public var name: String
    /// The hosts that are its own, each with everything below it; or blocks of addresses. In canonical form.
    public var hosts: [String]
    /// Where it is declared.
    public var location: SourceLocation?

    /// Makes a declaration.
    public init(name: String, hosts: [String], location: SourceLocation? = nil) {
        self.name = name
        self.hosts = hosts
        self.location = location
    }
}

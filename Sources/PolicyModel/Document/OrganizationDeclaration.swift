public import Diagnostics

/// A policy document's declaration of an organization: the hosts that belong to it.
///
/// No decision uses it, but analyses of a whole policy do: without it, the owner of a site is derived from rules that
/// spell out a domain.
public struct OrganizationDeclaration: Hashable, Sendable {
    /// The name, as in accounts and apps.
    public var name: String
    /// The hosts that belong to it, each with everything below it; or blocks of addresses. In canonical form.
    public var hosts: [String]
    /// Where it is declared.
    public var location: SourceLocation?

    /// Creates a declaration.
    public init(name: String, hosts: [String], location: SourceLocation? = nil) {
        self.name = name
        self.hosts = hosts
        self.location = location
    }
}

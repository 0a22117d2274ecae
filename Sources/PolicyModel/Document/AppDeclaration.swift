public import Diagnostics

/// Another app, as a policy document declares it: an app that a scheme, a universal link or a share can reach.
public struct AppDeclaration: Hashable, Sendable {
    /// The bundle id.
    public var id: AppID
    /// Whether an app protection policy is in force in the app.
    public var isManaged: Bool
    /// The organization that the app is managed for. A managed app without one belongs to the organization of the
    /// managed accounts if they all have the same one, and otherwise to an organization of its own.
    public var organization: String?
    /// The policy in force in the app; nil if only the app knows it.
    public var policy: String?
    /// Whether device management installed the app, which is independent of app protection.
    public var isMDMManaged: Bool
    /// The URL schemes that the app handles, in lower case.
    public var schemes: [String]
    /// The universal links that the app handles, in the form of universal-link lists.
    public var universalLinks: [String]
    /// Where the app is declared.
    public var location: SourceLocation?

    /// Creates a declaration.
    public init(
        id: AppID,
        isManaged: Bool = false,
        organization: String? = nil,
        policy: String? = nil,
        isMDMManaged: Bool = false,
        schemes: [String] = [],
        universalLinks: [String] = [],
        location: SourceLocation? = nil
    ) {
        self.id = id
        self.isManaged = isManaged
        self.organization = organization
        self.policy = policy
        self.isMDMManaged = isMDMManaged
        self.schemes = schemes
        self.universalLinks = universalLinks
        self.location = location
    }
}

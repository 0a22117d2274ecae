public import Diagnostics

/// An entry of `CFBundleURLTypes`: URLs that open the app.
public struct URLTypeDeclaration: Hashable, Sendable {
    /// `CFBundleURLName`.
    public var name: String?
    /// `CFBundleTypeRole`, such as `Editor`.
    public var role: String?
    /// `CFBundleURLSchemes`, as they are written.
    public var schemes: [String]
    /// Where the entry stands.
    public var location: SourceLocation

    /// Makes an entry.
    public init(name: String? = nil, role: String? = nil, schemes: [String] = [], location: SourceLocation) {
        self.name = name
        self.role = role
        self.schemes = schemes
        self.location = location
    }
}

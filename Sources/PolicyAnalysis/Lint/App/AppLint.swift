public import PropertyList

// STUB: merging the checks of apps replaces this file.

/// Stands in for the checks of apps.
public struct AppLint: Sendable {
    /// Prepares nothing.
    public init(infoPlist: PropertyListDocument?, entitlements: PropertyListDocument?) {}

    /// Finds nothing.
    public func findings() -> [LintFinding] { [] }
}

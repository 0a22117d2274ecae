public import Diagnostics

/// `UIApplicationSceneManifest`: the windows that an app can have.
public struct SceneManifest: Hashable, Sendable {
    /// `UIApplicationSupportsMultipleScenes`.
    public var supportsMultipleScenes: Bool
    /// The roles that `UISceneConfigurations` has configurations for; nil where that key is missing.
    public var configuredRoles: [String]?
    /// Where the manifest stands.
    public var location: SourceLocation

    /// Makes a manifest.
    public init(supportsMultipleScenes: Bool = false, configuredRoles: [String]? = nil, location: SourceLocation) {
        self.supportsMultipleScenes = supportsMultipleScenes
        self.configuredRoles = configuredRoles
        self.location = location
    }
}

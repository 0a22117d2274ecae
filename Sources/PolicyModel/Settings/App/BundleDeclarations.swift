public import Diagnostics

/// What an app's Info.plist declares beside its settings. No decision reads it; checks of the file do.
///
/// A text with a build variable, such as `$(PRODUCT_NAME)`, is as it is there: its value isn't known.
public struct BundleDeclarations: Hashable, Sendable {
    /// The path of the Info.plist.
    public var path: String
    /// Whether the Info.plist has the dictionary `IntuneMAMSettings`, and where.
    public var settingsLocation: SourceLocation?
    /// `CFBundleURLTypes`: the URLs that open the app.
    public var urlTypes: [URLTypeDeclaration] = []
    /// `NSFaceIDUsageDescription`: why the app asks for Face ID.
    public var faceIDUsageDescription: String?
    /// `NSExtension`, where the Info.plist is that of an extension.
    public var appExtension: ExtensionDeclaration?
    /// `UIApplicationSceneManifest`.
    public var sceneManifest: SceneManifest?

    /// Makes declarations that say nothing.
    public init(path: String) { self.path = path }
}

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

/// `NSExtension`: what kind of extension an app brings, and what it offers itself for.
public struct ExtensionDeclaration: Hashable, Sendable {
    /// When the system offers a share or action extension.
    public enum ActivationRule: Hashable, Sendable {
        /// A predicate over the items that are shared.
        case predicate(String)
        /// Constants with how many items of a kind are taken, or whether any are, in the order of the file. A constant
        /// that is true is 1.
        case constants([Constant])
    }

    /// A constant of an activation rule, such as `NSExtensionActivationSupportsFileWithMaxCount`.
    public struct Constant: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: Int

        /// Makes a constant.
        public init(_ name: String, _ value: Int) {
            self.name = name
            self.value = value
        }
    }

    /// `NSExtensionPointIdentifier`, such as `com.apple.share-services`.
    public var pointIdentifier: String?
    /// `NSExtensionActivationRule`.
    public var activationRule: ActivationRule?
    /// Where the extension is declared.
    public var location: SourceLocation

    /// Makes a declaration.
    public init(pointIdentifier: String? = nil, activationRule: ActivationRule? = nil, location: SourceLocation) {
        self.pointIdentifier = pointIdentifier
        self.activationRule = activationRule
        self.location = location
    }
}

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

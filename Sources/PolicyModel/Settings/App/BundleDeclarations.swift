public import Diagnostics

/// The declarations of an app's Info.plist in addition to its settings. No decision uses them; checks of the file do.
///
/// A text with a build variable, such as `$(PRODUCT_NAME)`, is kept as it is: its value isn't known.
public struct BundleDeclarations: Hashable, Sendable {
    /// The path of the Info.plist.
    public var path: String
    /// Whether the Info.plist has the dictionary `IntuneMAMSettings`, and where.
    public var settingsLocation: SourceLocation?
    /// `CFBundleURLTypes`: the URLs that open the app.
    public var urlTypes: [URLTypeDeclaration] = []
    /// `NSFaceIDUsageDescription`: why the app uses Face ID.
    public var faceIDUsageDescription: String?
    /// `NSExtension`, if the Info.plist belongs to an extension.
    public var appExtension: ExtensionDeclaration?
    /// `UIApplicationSceneManifest`.
    public var sceneManifest: SceneManifest?

    /// Creates empty declarations.
    public init(path: String) { self.path = path }
}

/// An entry of `CFBundleURLTypes`: URLs that open the app.
public struct URLTypeDeclaration: Hashable, Sendable {
    /// `CFBundleURLName`.
    public var name: String?
    /// `CFBundleTypeRole`, such as `Editor`.
    public var role: String?
    /// `CFBundleURLSchemes`, as written.
    public var schemes: [String]
    /// The location of the entry.
    public var location: SourceLocation

    /// Creates an entry.
    public init(name: String? = nil, role: String? = nil, schemes: [String] = [], location: SourceLocation) {
        self.name = name
        self.role = role
        self.schemes = schemes
        self.location = location
    }
}

/// `NSExtension`: the kind of extension that an app provides, and the items it is offered for.
public struct ExtensionDeclaration: Hashable, Sendable {
    /// When the system offers a share or action extension.
    public enum ActivationRule: Hashable, Sendable {
        /// A predicate over the items that are shared.
        case predicate(String)
        /// Constants with the number of items of a kind that are accepted, or whether any are, in the order of the
        /// file. A constant that is true is 1.
        case constants([Constant])
    }

    /// A constant of an activation rule, such as `NSExtensionActivationSupportsFileWithMaxCount`.
    public struct Constant: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: Int

        /// Creates a constant.
        public init(_ name: String, _ value: Int) {
            self.name = name
            self.value = value
        }
    }

    /// `NSExtensionPointIdentifier`, such as `com.apple.share-services`.
    public var pointIdentifier: String?
    /// `NSExtensionActivationRule`.
    public var activationRule: ActivationRule?
    /// The location of the extension's declaration.
    public var location: SourceLocation

    /// Creates a declaration.
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
    /// The location of the manifest.
    public var location: SourceLocation

    /// Creates a manifest.
    public init(supportsMultipleScenes: Bool = false, configuredRoles: [String]? = nil, location: SourceLocation) {
        self.supportsMultipleScenes = supportsMultipleScenes
        self.configuredRoles = configuredRoles
        self.location = location
    }
}

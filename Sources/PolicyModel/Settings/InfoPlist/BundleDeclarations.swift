public import Diagnostics

/// What an app's Info.plist declares beside its settings. No decision reads it; checks of the file do.
///
/// A text with a build variable, such as `$(PRODUCT_NAME)`, is as it stands there: its value isn't known.
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
